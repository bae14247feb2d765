// A menu under a button: actions, choices of one, and switches, given as a list.

import { cloneElement } from 'react'
import type { MenuProps } from './popups/popup-props.ts'
import { usePopupsOnUse } from './popups/popups-on-use.ts'

export function Menu(props: MenuProps) {
  const { popups, trigger, plainProps } = usePopupsOnUse('menu')
  if (popups === undefined) return cloneElement(props.trigger, plainProps)
  return <popups.OpenMenu {...props} triggerRef={trigger} />
}
