// The library's popover, loaded when one is first used.

import { useState, type Ref } from 'react'
import { Popover as BasePopover } from '@base-ui/react/popover'
import { classNames } from '../class-names.ts'
import type { PopoverProps } from './popup-props.ts'
import { usePortalTarget } from '../UiProvider.tsx'
import { useClosedByBack } from './back-closes.ts'
import { useClosedByDialogs } from './below-dialogs.ts'
import { popupClasses } from './popup-classes.ts'

export function OpenPopover(props: PopoverProps & { triggerRef: Ref<HTMLButtonElement> }) {
  const { trigger, triggerRef, children, title, label, onOpenChange, className } = props
  const { side = 'bottom', align = 'start' } = props
  const container = usePortalTarget()
  const [isOpened, setIsOpened] = useState(false)
  const open = props.open ?? isOpened
  const turn = (next: boolean): void => {
    setIsOpened(next)
    onOpenChange?.(next)
  }
  useClosedByDialogs(open, () => turn(false))
  useClosedByBack(open, () => turn(false))
  return (
    <BasePopover.Root open={open} onOpenChange={turn}>
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
