// A value that is edited in its place, such as the price in an order's row: Enter sends it, Escape
// and leaving the field discard it.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode, RefCallback, RefObject } from 'react'
import { focusIfLost } from './popups/lost-focus.ts'
import { NumberInput, type NumberInputProps } from './NumberInput.tsx'

/** A key closes the field, or the focus leaves it. */
export type Closing = 'key' | 'leaving'

type EditedProps = {
  /** The name of the button that opens the field. */
  name: string
  disabled?: boolean | undefined
  /** The value as shown while it is not edited. */
  children: ReactNode
  /** Renders an `InPlaceField` with this callback as its `onClose`. */
  field: (onClose: (how: Closing) => void) => ReactNode
}

/** The value as a button, in whose place the field stands while it is edited. */
export function EditedInPlace({ name, disabled, children, field }: EditedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [button, askFocus] = useReturnedFocus()
  const close = (how: Closing): void => {
    if (how === 'key') askFocus()
    setIsOpen(false)
  }
  if (isOpen && disabled !== true) return field(close)
  return (
    <button
      ref={button}
      type="button"
      aria-label={name}
      disabled={disabled}
      onClick={() => setIsOpen(true)}
      className="rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-accent"
    >
      {children}
    </button>
  )
}

type FieldProps = Pick<
  NumberInputProps,
  'label' | 'value' | 'onChange' | 'rules' | 'error' | 'hint'
> & {
  isSending: boolean
  onSend: () => void
  onClose: (how: Closing) => void
}

export function InPlaceField({ isSending, onSend, onClose, ...input }: FieldProps) {
  const { error, hint } = input
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose('key')
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      onSend()
    }
  }
  const leave = (event: FocusEvent): void => {
    if (!isSending && !event.currentTarget.contains(event.relatedTarget)) onClose('leaving')
  }
  const frame = useFocusAfterSending(isSending)
  // The field is higher than its row and has a message below: all of it must be visible.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [frame, error, hint])
  return (
    // Keys belong to the field; the group handles those it does not use.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={frame}
      role="group"
      className="inline-block w-36 text-start"
      onKeyDown={key}
      onBlur={leave}
    >
      <NumberInput {...input} labelHidden size="sm" inputRef={takeFocus} disabled={isSending} />
    </div>
  )
}

/** Focuses the new field and selects its text, which typing then replaces. */
function takeFocus(input: HTMLInputElement | null): void {
  input?.select()
}

/**
 * A field that is removed leaves the focus nowhere, so that the next Tab would begin at the top of
 * the page. Returns the button's ref, and what asks for the focus when a key closes the field:
 * after a press elsewhere it is there already.
 */
function useReturnedFocus(): readonly [RefCallback<HTMLElement>, () => void] {
  const isAsked = useRef(false)
  const button = useCallback((element: HTMLElement | null) => {
    if (element === null || !isAsked.current) return
    isAsked.current = false
    // While a change is being sent, the trader may have gone elsewhere.
    focusIfLost(element)
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
function useFocusAfterSending(isSending: boolean): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isSending) focusIfLost(frame.current?.querySelector('input'))
  }, [isSending])
  return frame
}
