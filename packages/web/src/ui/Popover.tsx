// A small panel beside its button, for choices and details that need no dialog.

import type { ReactElement, ReactNode } from 'react'
import { Popover as BasePopover } from '@base-ui/react/popover'
import { classNames } from './class-names.ts'
import { usePortalTarget } from './UiProvider.tsx'

export const POPUP_LOOK =
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
            className={classNames(POPUP_LOOK, 'max-w-[calc(100vw-1rem)] p-3', className)}
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
