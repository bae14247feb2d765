// A short explanation on hover and focus; what only a tooltip says must never be needed to act.

import type { ReactElement, ReactNode } from 'react'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { usePortalTarget } from './UiProvider.tsx'

export type TooltipProps = {
  content: ReactNode
  /** One element that can take the focus and a ref; it gets the tooltip's events. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
}

export function Tooltip({ content, children, side = 'top', align = 'center' }: TooltipProps) {
  const container = usePortalTarget()
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} closeOnClick={false} />
      <BaseTooltip.Portal container={container}>
        <BaseTooltip.Positioner side={side} align={align} sideOffset={6} className="z-tooltip">
          <BaseTooltip.Popup className={TOOLTIP_LOOK}>{content}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

const TOOLTIP_LOOK =
  'max-w-72 rounded border border-line-strong bg-raised px-2 py-1.5 text-xs text-ink shadow-popup ' +
  'transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0'

/**
 * A word with a dotted underline that can be explained: hover and focus open the explanation. For
 * the labels of figures (Mark, Funding, Liq. price).
 */
export function Explained({ children, content }: { children: ReactNode; content: ReactNode }) {
  return (
    <Tooltip content={content}>
      <button type="button" className="explained rounded-sm [text-align:inherit]">
        {children}
      </button>
    </Tooltip>
  )
}
