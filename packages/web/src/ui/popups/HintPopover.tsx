// The hint shown at the first use of a feature.

import type { ReactElement, ReactNode } from 'react'
import { Popover as BasePopover } from '@base-ui/react/popover'
import { Button } from '../Button.tsx'
import { classNames } from '../class-names.ts'
import { usePortalTarget } from '../UiProvider.tsx'
import { popupClasses } from './popup-classes.ts'

export type HintPopoverProps = {
  /** The element the hint points at. */
  children: ReactElement
  open: boolean
  title: ReactNode
  body: ReactNode
  /** The label of the button that closes the hint, e.g. "Got it". */
  confirmLabel: string
  /** Called when the hint is closed in any way; store that it was seen. */
  onClose: () => void
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** The hint; the caller stores that it was seen. */
export function HintPopover(props: HintPopoverProps) {
  const { children, open, title, body, confirmLabel, onClose, side = 'bottom' } = props
  const container = usePortalTarget()
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BasePopover.Trigger render={children} />
      <BasePopover.Portal container={container}>
        <BasePopover.Positioner side={side} sideOffset={10} className="z-popup">
          <BasePopover.Popup
            initialFocus={false}
            className={classNames(popupClasses, 'w-64 border-accent p-3')}
          >
            <BasePopover.Arrow className="size-2 rotate-45 bg-accent data-[side=bottom]:-top-1 data-[side=left]:-right-1 data-[side=right]:-left-1 data-[side=top]:-bottom-1" />
            <BasePopover.Title className="text-sm font-semibold">{title}</BasePopover.Title>
            <BasePopover.Description className="mt-1 text-xs text-soft">
              {body}
            </BasePopover.Description>
            <Button size="sm" variant="primary" className="mt-3" onClick={onClose}>
              {confirmLabel}
            </Button>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
