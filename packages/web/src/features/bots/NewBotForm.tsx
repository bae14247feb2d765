// The form of a new bot: its fields, problems of the form as a whole, and a submit button that
// sends once at a time.

import { type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { usePending } from '../../platform/use-pending.ts'

export function NewBotForm(props: {
  label?: string
  className: string
  /** A problem that belongs to none of the fields. */
  fault: string | undefined
  /** The label of the submit button. */
  submit: string
  mayCreate: boolean
  /** Creates the bot; false if the exchange rejected it, which is reported. */
  create: () => Promise<boolean>
  onDone: () => void
  children: ReactNode
}) {
  const [isSending, during] = usePending()
  const send = async (): Promise<void> => {
    if (isSending || !props.mayCreate) return
    if (await during(props.create())) props.onDone()
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
