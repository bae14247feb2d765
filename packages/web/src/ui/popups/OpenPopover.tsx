// The library's panel beside an element, loaded when one is first used.

import type { Ref } from 'react'
import { Popover as BasePopover } from '@base-ui/react/popover'
import { classNames } from '../class-names.ts'
import type { PopoverProps } from './popup-props.ts'
import { usePortalTarget } from '../UiProvider.tsx'
import { popupClasses } from './popup-classes.ts'

export function OpenPopover(props: PopoverProps & { triggerRef: Ref<HTMLButtonElement> }) {
  const { trigger, triggerRef, children, title, label, open, onOpenChange, className } = props
  const { side = 'bottom', align = 'start' } = props
  const container = usePortalTarget()
  const state = open === undefined ? {} : { open }
  return (
    <BasePopover.Root {...state} onOpenChange={(next) => onOpenChange?.(next)}>
      <BasePopover.Trigger ref={triggerRef} render={trigger} />
      <BasePopover.Portal container={container}>
        <BasePopover.Positioner side={side} align={align} sideOffset={4} className="z-popup">
          <BasePopover.Popup
            aria-label={label}
            className={classNames(popupClasses, 'max-w-[calc(100vw-1rem)] p-3', className)}
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
