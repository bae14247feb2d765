// The buttons of a dialog that is a form: cancel, and the one that submits it.

import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './Button.tsx'
import { useUiWords } from './UiProvider.tsx'

type Props = {
  onClose: () => void
  /** The label of the submit button; default: Confirm. */
  children?: ReactNode
  variant?: ButtonVariant | undefined
  pending?: boolean | undefined
  disabled?: boolean | undefined
}

export function DialogFooter({ onClose, children, variant = 'primary', ...state }: Props) {
  const words = useUiWords()
  return (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" variant={variant} {...state}>
        {children ?? words.confirm}
      </Button>
    </>
  )
}
