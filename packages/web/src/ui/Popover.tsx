// Small panels beside an element: for choices and details that need no dialog.

import { cloneElement } from 'react'
import type { PopoverProps } from './popups/popup-props.ts'
import { usePopupsOnUse } from './popups/popups-on-use.ts'

export function Popover(props: PopoverProps) {
  const { popups, trigger, plainProps } = usePopupsOnUse('dialog', props.open)
  if (popups === undefined) return cloneElement(props.trigger, plainProps)
  return <popups.OpenPopover {...props} triggerRef={trigger} />
}
