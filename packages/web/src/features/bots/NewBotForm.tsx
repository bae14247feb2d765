// The form of a new bot: its fields, what is wrong with it as a whole, and the button that sends it
// once at a time.

import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

export function NewBotForm(props: {
  label?: string
  className: string
  /** What is wrong and belongs to none of the fields. */
  fault: string | undefined
  /** The words of the button. */
  submit: string
  mayCreate: boolean
  /** Returns what the exchange made; undefined where it refused, which is told. */
  create: () => Promise<object | undefined>
  onDone: () => void
  children: ReactNode
}) {
  const [isSending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    if (isSending || !props.mayCreate) return
    setSending(true)
    const made = await props.create()
    setSending(false)
    if (made !== undefined) props.onDone()
  }
  return (
    <form
      aria-label={props.label}
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {props.children}
      {props.fault !== undefined && (
        <p role="alert" className="text-down">
          {props.fault}
        </p>
      )}
      <Button type="submit" variant="primary" pending={isSending} disabled={!props.mayCreate}>
        {props.submit}
      </Button>
    </form>
  )
}
