// Cards for choosing one of several trading modes, each with a sentence that explains it.

import { classNames } from '../../ui/class-names.ts'

export type Choice<Value extends string> = {
  readonly value: Value
  readonly title: string
  readonly body: string
}

export function ChoiceCards<Value extends string>(props: {
  /** Names the choice for screen readers. */
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly Choice<Value>[]
}) {
  const { label, value, onChange, choices } = props
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-md border p-3 transition-colors duration-100',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            choice.value === value
              ? 'border-accent bg-accent-tint'
              : 'border-line-strong hover:border-muted',
          )}
        >
          <input
            type="radio"
            name={label}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="mt-0.5 size-3.5 shrink-0 accent-(--color-accent) outline-none"
          />
          <span className="text-sm font-medium">{choice.title}</span>
          <span className="col-start-2 text-xs text-soft">{choice.body}</span>
        </label>
      ))}
    </fieldset>
  )
}
