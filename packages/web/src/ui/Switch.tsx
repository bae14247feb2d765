// Two on/off controls: a switch takes effect at once, a checkbox when the form is sent.

import type { ReactNode } from 'react'
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Check } from 'lucide-react'
import { classNames } from './class-names.ts'

export type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The label; with `labelHidden` it is only for screen readers. */
  label: ReactNode
  labelHidden?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

const LABEL = 'inline-flex items-center gap-2 text-xs text-soft select-none'

export function Switch(props: SwitchProps) {
  const { checked, onChange, label, labelHidden = false, disabled = false } = props
  return (
    <label className={classNames(LABEL, disabled && 'opacity-50', props.className)}>
      <BaseSwitch.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={classNames(
          'inline-flex h-4 w-7 shrink-0 touch-target rounded-full bg-line-strong p-0.5',
          'transition-colors duration-150 data-checked:bg-accent',
        )}
      >
        <BaseSwitch.Thumb className="size-3 rounded-full bg-white transition-transform duration-150 data-checked:translate-x-3" />
      </BaseSwitch.Root>
      <span className={labelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}

export function Checkbox(props: SwitchProps) {
  const { checked, onChange, label, labelHidden = false, disabled = false } = props
  return (
    <label className={classNames(LABEL, 'min-h-6', disabled && 'opacity-50', props.className)}>
      <BaseCheckbox.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className={classNames(
          'grid size-3.5 shrink-0 touch-target place-items-center rounded-sm border border-muted',
          'transition-colors duration-100 hover:border-ink',
          'data-checked:border-accent data-checked:bg-accent data-checked:text-on-accent',
        )}
      >
        <BaseCheckbox.Indicator>
          <Check className="size-3" strokeWidth={3} aria-hidden />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <span className={labelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}
