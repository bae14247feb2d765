// Popups that are loaded when they are first used: until then a plain button replaces the library's
// trigger, and the user's event is repeated on the trigger once it is loaded.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { usePartLoader } from '../UiProvider.tsx'
import type { PopupKind, TriggerProps } from './popup-props.ts'
import type * as popupsOfLibrary from './popups.ts'

type Popups = typeof popupsOfLibrary

/** Repeats the event of the plain button. */
type Repeat = (trigger: HTMLButtonElement) => void

export type PopupsOnUse = {
  /** The library's popups; undefined until this one is used and they have loaded. */
  readonly popups: Popups | undefined
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** Props of the button that replaces the trigger. */
  readonly plainProps: TriggerProps
}

/** Returns the popups after the first use; `isOpen` counts as a use. */
export function usePopupsOnUse(kind: PopupKind, isOpen = false): PopupsOnUse {
  const [popups, setPopups] = useState<Popups>()
  const load = usePartLoader()
  const trigger = useRef<HTMLButtonElement>(null)
  const wanted = useRef<Repeat>(undefined)
  const hadFocus = useRef(false)

  const bring = useCallback(
    async (repeat?: Repeat): Promise<void> => {
      wanted.current = repeat
      const loaded = await load(() => import('./popups.ts'))
      // In a separate task, so that the opening click does not count as a click outside.
      setTimeout(() => {
        const button = trigger.current
        hadFocus.current = button !== null && button === button.ownerDocument.activeElement
        setPopups(loaded)
      })
    },
    [load],
  )
  useEffect(() => {
    if (isOpen && popups === undefined) void bring()
  }, [isOpen, popups, bring])
  useEffect(() => {
    const button = trigger.current
    if (popups === undefined || button === null) return undefined
    const take = (): void => {
      if (hadFocus.current) button.focus({ preventScroll: true })
      wanted.current?.(button)
      wanted.current = undefined
    }
    if (hadFocus.current && button.closest('[role=dialog]') !== null)
      return afterDialog(button, take)
    take()
    return undefined
  }, [popups])

  const plainProps: TriggerProps = {
    ref: trigger,
    'aria-haspopup': kind,
    'aria-expanded': false,
    onClick: (event) => void bring(repeatPress(event)),
    onKeyDown: (event) => {
      if (!isTaken(kind, event)) return
      event.preventDefault()
      void bring(repeatKey(event))
    },
  }
  return { popups, trigger, plainProps }
}

/**
 * A dialog that loses its focused element takes the focus, at once and again in the next frame: a
 * popup that is opened earlier would be closed by it.
 */
function afterDialog(button: HTMLElement, task: () => void): () => void {
  const view = viewOf(button)
  let frame = view.requestAnimationFrame(() => {
    frame = view.requestAnimationFrame(task)
  })
  return () => view.cancelAnimationFrame(frame)
}

/** Whether a key opens a closed popup; Enter and Space click the button anyway. */
function isTaken(kind: PopupKind, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (kind === 'dialog' || ctrlKey || metaKey || altKey) return false
  if (key === 'ArrowDown' || key === 'ArrowUp') return true
  // In a list a letter selects the entry that begins with it.
  return kind === 'listbox' && key.length === 1 && key !== ' '
}

function repeatKey({ key, code }: KeyboardEvent): Repeat {
  return (trigger) => {
    const { KeyboardEvent: Made } = viewOf(trigger)
    trigger.dispatchEvent(new Made('keydown', { key, code, bubbles: true, cancelable: true }))
  }
}

/** The pointer type is repeated too, because it decides where the focus goes. */
function repeatPress({ detail, nativeEvent }: MouseEvent): Repeat {
  if (detail === 0) return (trigger) => trigger.click()
  const pointerType = nativeEvent instanceof PointerEvent ? nativeEvent.pointerType : 'mouse'
  const { clientX, clientY } = nativeEvent
  return (trigger) => {
    const { MouseEvent: Mouse, PointerEvent: Pointer } = viewOf(trigger)
    const press = { bubbles: true, cancelable: true, detail: 1, clientX, clientY }
    const touch = { ...press, pointerType, isPrimary: true, width: 1, height: 1 }
    trigger.dispatchEvent(new Pointer('pointerdown', { ...touch, buttons: 1, pressure: 0.5 }))
    trigger.dispatchEvent(new Mouse('mousedown', { ...press, buttons: 1 }))
    trigger.dispatchEvent(new Pointer('pointerup', touch))
    trigger.dispatchEvent(new Mouse('mouseup', press))
    trigger.dispatchEvent(new Pointer('click', touch))
  }
}

/** A panel may be in its own window. */
function viewOf({ ownerDocument }: HTMLElement): Window & typeof globalThis {
  return ownerDocument.defaultView ?? globalThis.window
}
