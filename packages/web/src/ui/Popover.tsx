// Small panels beside an element: for choices and details that need no dialog, and the hint shown
// the first time a trader meets something new.

import type { ReactElement, ReactNode } from 'react'
import { Popover as BasePopover } from '@base-ui/react/popover'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { usePortalTarget } from './UiProvider.tsx'

/** The look of everything that opens beside its trigger. */
export const POPUP_CLASSES =
  'rounded border border-line-strong bg-raised text-ink shadow-popup outline-none ' +
  'origin-(--transform-origin) transition-[opacity,transform] duration-100 ' +
  'data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'

export type PopoverProps = {
  /** The button that opens the panel: one element, e.g. a `Button`. */
  trigger: ReactElement
  children: ReactNode
  /** Heading inside the panel; without one give a label. */
  title?: ReactNode | undefined
  label?: string | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  className?: string | undefined
}

export function Popover(props: PopoverProps) {
  const { trigger, children, title, label, open, onOpenChange, className } = props
  const { side = 'bottom', align = 'start' } = props
  const container = usePortalTarget()
  const state = open === undefined ? {} : { open }
  return (
    <BasePopover.Root {...state} onOpenChange={(next) => onOpenChange?.(next)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal container={container}>
        <BasePopover.Positioner side={side} align={align} sideOffset={4} className="z-popup">
          <BasePopover.Popup
            aria-label={label}
            className={classNames(POPUP_CLASSES, 'max-w-[calc(100vw-1rem)] p-3', className)}
          >
            {title !== undefined && (
              <BasePopover.Title className="mb-2 text-sm font-semibold">{title}</BasePopover.Title>
            )}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

export type HintPopoverProps = {
  /** The element the hint points at. */
  children: ReactElement
  open: boolean
  title: ReactNode
  body: ReactNode
  /** The word of the button that closes the hint, e.g. "Got it". */
  confirmLabel: string
  /** Called when the hint is closed in any way; remember it as seen. */
  onClose: () => void
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** The hint; who shows it remembers that it was seen. */
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
            className={classNames(POPUP_CLASSES, 'w-64 border-accent p-3')}
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
