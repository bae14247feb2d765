// A field for text: names, passwords, searches; and the appearance shared by all fields.

import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Returns the classes of a field's box. */
export function fieldClasses(state: {
  size: 'sm' | 'md'
  error: string | undefined
  disabled: boolean | undefined
}): string {
  return classNames(
    'flex w-full items-center rounded border bg-field transition-colors duration-100',
    'has-focus-visible:outline-none',
    state.size === 'sm' ? 'h-8 text-xs' : 'h-9 text-sm',
    state.error === undefined
      ? 'border-transparent hover:border-line-strong focus-within:border-accent!'
      : 'border-bad',
    state.disabled === true && 'pointer-events-none opacity-50',
  )
}

/** The line under a field: the error, else the hint. Errors are announced. */
export function FieldMessage(props: {
  id: string
  error?: string | undefined
  hint?: ReactNode | undefined
}) {
  const { id, error, hint } = props
  // A live region must exist before its text, or screen readers would not announce it.
  return (
    <div id={id} aria-live="polite" className={error === undefined ? 'text-muted' : 'text-bad'}>
      {(error !== undefined || hint !== undefined) && (
        <p className="mt-1 text-2xs">{error ?? hint}</p>
      )}
    </div>
  )
}

type OwnTextFieldProps = {
  label: string
  labelHidden?: boolean | undefined
  value: string
  onChange: (text: string) => void
  /** An icon at the left end, e.g. a magnifying glass. */
  icon?: ReactNode | undefined
  error?: string | undefined
  hint?: ReactNode | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

export type TextFieldProps = OwnTextFieldProps &
  Omit<ComponentProps<'input'>, keyof OwnTextFieldProps>

export function TextField(props: TextFieldProps) {
  const { label, labelHidden = false, value, onChange, icon, error, hint, ...rest } = props
  const { size = 'md', className, ...own } = rest
  const ownId = useId()
  const id = own.id ?? ownId
  const messageId = `${id}-message`
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={classNames(labelHidden ? 'sr-only' : 'mb-1 block text-xs text-soft')}
      >
        {label}
      </label>
      <div className={fieldClasses({ size, error, disabled: own.disabled })}>
        {icon !== undefined && (
          <span className="pl-2 text-muted [&_svg]:size-4" aria-hidden>
            {icon}
          </span>
        )}
        <input
          spellCheck={false}
          {...own}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined || hint !== undefined ? messageId : undefined}
          className="h-full w-full min-w-0 bg-transparent px-2 outline-none"
        />
      </div>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  )
}
