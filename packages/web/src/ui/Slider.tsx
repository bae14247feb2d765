// A slider with marks, for percentages and leverage.

import { Slider as BaseSlider } from '@base-ui/react/slider'
import { classNames } from './class-names.ts'

export type SliderProps = {
  /** The slider's name; for screen readers. */
  label: string
  value: number
  onChange: (value: number) => void
  /** Called when the handle is released. */
  onCommit?: ((value: number) => void) | undefined
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  /** Positions of the dots; a click on a dot jumps there. */
  marks?: readonly number[] | undefined
  /** Shows the marks' values under the track. */
  markLabels?: boolean | undefined
  /** A value as text, for the screen and for screen readers, e.g. `25%`. */
  textOf?: ((value: number) => string) | undefined
  tone?: 'accent' | 'up' | 'down' | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

const quarters: readonly number[] = [0, 25, 50, 75, 100]

const fills = { accent: 'bg-accent', up: 'bg-up-solid', down: 'bg-down-solid' } as const
const rings = { accent: 'border-accent', up: 'border-up', down: 'border-down' } as const

export function Slider(props: SliderProps) {
  const { label, value, onChange, min = 0, max = 100, step = 1, marks = quarters } = props
  const { textOf = (each: number) => `${each}%`, tone = 'accent', disabled = false } = props
  return (
    <div className={classNames('px-1.5', props.className)}>
      <BaseSlider.Root
        value={value}
        min={min}
        max={max}
        step={step}
        largeStep={Math.max(step, (max - min) / 20)}
        disabled={disabled}
        thumbAlignment="center"
        onValueChange={(next) => onChange(next)}
        onValueCommitted={(next) => props.onCommit?.(next)}
      >
        <BaseSlider.Control className="flex h-6 w-full touch-none items-center select-none data-disabled:opacity-50">
          <BaseSlider.Track className="relative h-1 w-full rounded-full bg-line-strong">
            <BaseSlider.Indicator className={classNames('rounded-full', fills[tone])} />
            {marks.map((mark) => (
              <span
                key={mark}
                aria-hidden
                style={{ left: `${portion(mark, min, max)}%` }}
                className={classNames(
                  'absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rotate-45 rounded-sm border',
                  mark <= value
                    ? classNames(fills[tone], 'border-panel')
                    : 'border-line-strong bg-panel',
                )}
              />
            ))}
            <BaseSlider.Thumb
              aria-label={label}
              getAriaValueText={(_text, each) => textOf(each)}
              className={classNames(
                'size-3.5 rounded-full border-2 bg-panel transition-transform duration-100',
                'hover:scale-115 data-dragging:scale-115',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
                rings[tone],
              )}
            />
          </BaseSlider.Track>
        </BaseSlider.Control>
      </BaseSlider.Root>
      {props.markLabels === true && (
        <div className="relative h-4">
          {marks.map((mark, at) => (
            <button
              key={mark}
              type="button"
              tabIndex={-1}
              disabled={disabled}
              onClick={() => {
                onChange(mark)
                props.onCommit?.(mark)
              }}
              style={{ left: `${portion(mark, min, max)}%` }}
              className={classNames(
                'absolute -translate-x-1/2 text-2xs text-muted hover:text-ink',
                'first:-translate-x-1.5 last:-translate-x-[calc(100%-0.375rem)]',
                // With many marks every second label is hidden on a phone, never the first or the
                // last.
                marks.length > 7 && at > 0 && (marks.length - at) % 2 === 0 && 'max-md:hidden',
              )}
            >
              {textOf(mark)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function portion(value: number, min: number, max: number): number {
  return max === min ? 0 : ((value - min) / (max - min)) * 100
}
