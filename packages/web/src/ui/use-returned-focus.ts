// The keyboard focus of a button that a field replaces while its value is edited.

import { useCallback, useEffect, useRef, type RefCallback, type RefObject } from 'react'

/**
 * A field that is removed leaves the focus nowhere, so that the next Tab would begin at the top of
 * the page. Returns the button's ref, and what asks for the focus when a key closes the field:
 * after a press elsewhere it is there already.
 */
export function useReturnedFocus(): readonly [RefCallback<HTMLElement>, () => void] {
  const isAsked = useRef(false)
  const button = useCallback((element: HTMLElement | null) => {
    if (element === null || !isAsked.current) return
    isAsked.current = false
    const page = element.ownerDocument
    // While a change is being sent, the trader may have gone elsewhere.
    if (page.activeElement === null || page.activeElement === page.body) element.focus()
  }, [])
  const ask = useCallback(() => {
    isAsked.current = true
  }, [])
  return [button, ask]
}

/**
 * A field that is disabled while its change is sent loses its focus; enabled again, because the
 * change was refused, it takes the focus back. The ref is for an element around the field.
 */
export function useFocusAfterSending(isSending: boolean): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = frame.current?.querySelector('input')
    const page = input?.ownerDocument
    if (!isSending && page?.activeElement === page?.body) input?.focus()
  }, [isSending])
  return frame
}
