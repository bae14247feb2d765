// The field for prices, quantities and amounts: its text is always a number or the beginning of
// one.

import { useId } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Minus, Plus } from 'lucide-react'
import { classNames } from './class-names.ts'
import { settledText, steppedText, stepsOf } from './number-text.ts'
import type { NumberRules } from './number-text.ts'
import { useNumberTyping } from './number-typing/use-number-typing.ts'
import { FieldMessage, fieldClasses } from './TextField.tsx'
import { useUiWords } from './UiProvider.tsx'

export type NumberInputProps = {
  /** The field's name: shown at its left, or only for screen readers with `labelHidden`. */
  label: string
  labelHidden?: boolean | undefined
  /** The text in the field; keep it unchanged, never round it. */
  value: string
  /** Called with the new text at each accepted change. */
  onChange: (text: string) => void
  /** Called when the input is complete: on blur, Enter, arrows and the − and + buttons. */
  onSettle?: ((text: string) => void) | undefined
  onFocus?: (() => void) | undefined
  rules: NumberRules
  /** The unit, shown after the number: `USDT`, `%`, or a menu of units. */
  unit?: ReactNode | undefined
  /** Small buttons at the right end, e.g. Last and BBO. */
  actions?: ReactNode | undefined
  /** Shows − and + buttons. */
  steppers?: boolean | undefined
  placeholder?: string | undefined
  /** The error, under the field. */
  error?: string | undefined
  /** A hint under the field, shown when there is no error. */
  hint?: ReactNode | undefined
  disabled?: boolean | undefined
  size?: 'sm' | 'md' | undefined
  id?: string | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
  className?: string | undefined
}

/**
 * A number input after spec 5: only a number can be typed, the fraction is cut while typing; on
 * blur the value is clamped and a price rounded up to its tick; arrows step by the tick or step
 * (Shift × 10, Ctrl or ⌘ × 50, both × 200). The number has the locale's grouping and decimal mark,
 * also while it is typed.
 */
export function NumberInput(props: NumberInputProps) {
  const { label, value, rules, unit, actions, error, hint, disabled, size = 'md' } = props
  const words = useUiWords()
  const ownId = useId()
  const id = props.id ?? ownId
  const messageId = `${id}-message`
  const step = (steps: number): void => {
    const stepped = steppedText(value, rules, steps)
    if (stepped !== value) props.onChange(stepped)
    props.onSettle?.(stepped)
  }
  return (
    <div className={props.className}>
      <div className={classNames(fieldClasses({ size, error, disabled }), 'pl-2')}>
        <label
          htmlFor={id}
          className={classNames(
            'shrink-0 text-xs text-muted select-none',
            props.labelHidden === true && 'sr-only',
          )}
        >
          {label}
        </label>
        <NumberText {...props} id={id} messageId={messageId} step={step} />
        {unit !== undefined && <span className="shrink-0 pr-2 text-xs text-soft">{unit}</span>}
        {actions !== undefined && <span className="flex shrink-0 pr-1">{actions}</span>}
        {props.steppers === true && (
          <span className="flex shrink-0 self-stretch border-l border-line">
            <StepButton label={words.decrease} disabled={disabled} onPress={() => step(-1)}>
              <Minus className="size-3.5" aria-hidden />
            </StepButton>
            <StepButton label={words.increase} disabled={disabled} onPress={() => step(1)}>
              <Plus className="size-3.5" aria-hidden />
            </StepButton>
          </span>
        )}
      </div>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  )
}

type NumberTextProps = NumberInputProps & {
  id: string
  messageId: string
  step: (steps: number) => void
}

function NumberText(props: NumberTextProps) {
  const { inputRef, id, value, rules, onChange, onSettle, error, hint, step } = props
  const { takeKey: takeTypingKey, endRun, ...typing } = useNumberTyping({ value, rules, onChange })

  const settle = (): boolean => {
    endRun()
    const settled = settledText(value, rules)
    if (settled !== value) onChange(settled)
    onSettle?.(settled)
    return settled === value
  }
  const takeKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      // A form must be sent with the values shown: a value changed on completion is shown first.
      if (!settle()) event.preventDefault()
      return
    }
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined || event.altKey) return takeTypingKey(event)
    event.preventDefault()
    step(direction * stepsOf({ shift: event.shiftKey, control: event.ctrlKey || event.metaKey }))
  }

  return (
    <input
      ref={inputRef}
      id={id}
      {...typing}
      disabled={props.disabled}
      placeholder={props.placeholder}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error !== undefined || hint !== undefined ? props.messageId : undefined}
      onKeyDown={takeKey}
      onBlur={settle}
      onFocus={props.onFocus}
      className="h-full w-full min-w-0 flex-1 bg-transparent px-2 text-end font-medium outline-none"
    />
  )
}

function StepButton(props: {
  label: string
  disabled: boolean | undefined
  onPress: () => void
  children: ReactNode
}) {
  // Not in the tab order: the arrow keys do the same.
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onPress}
      className="grid w-7 place-items-center text-muted hover:bg-hover hover:text-ink"
    >
      {props.children}
    </button>
  )
}
