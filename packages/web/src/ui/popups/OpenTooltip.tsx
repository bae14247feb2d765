// The library's tooltip, loaded when one is first used.

import type { ReactNode } from 'react'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { usePortalTarget } from '../UiProvider.tsx'

type OpenTooltipProps = {
  open: boolean
  id: string
  anchor: Element
  content: ReactNode
  side: 'top' | 'right' | 'bottom' | 'left'
  align: 'start' | 'center' | 'end'
  /** Esc, or a click elsewhere. */
  onDismiss: () => void
  /** The pointer is over the tooltip itself, which must then stay open (WCAG 1.4.13). */
  onStay: () => void
  onLeave: () => void
}

export function OpenTooltip(props: OpenTooltipProps) {
  const { open, id, anchor, content, side, align, onDismiss, onStay, onLeave } = props
  const container = usePortalTarget()
  return (
    <BaseTooltip.Root open={open} onOpenChange={(next) => !next && onDismiss()}>
      <BaseTooltip.Portal container={container}>
        <BaseTooltip.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          className="z-tooltip"
        >
          <BaseTooltip.Popup
            id={id}
            role="tooltip"
            className={TOOLTIP_LOOK}
            onPointerEnter={onStay}
            onPointerLeave={onLeave}
          >
            {content}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

const TOOLTIP_LOOK =
  'max-w-72 rounded border border-line-strong bg-raised px-2 py-1.5 text-xs text-ink shadow-popup ' +
  'transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0'
