// A choice of one from a list that is too long for segments.

import { ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import type { SelectProps } from './popups/popup-props.ts'
import { usePopupsOnUse } from './popups/popups-on-use.ts'

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, items, variant = 'field', size = 'md', disabled = false } = props
  const { popups, trigger, plainProps } = usePopupsOnUse('listbox')
  const button = (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      data-disabled={disabled ? '' : undefined}
      className={classNames(
        'inline-flex items-center justify-between gap-1 rounded whitespace-nowrap select-none',
        'transition-colors duration-100 data-disabled:opacity-50',
        size === 'sm' ? 'h-6 text-xs' : 'h-8 text-sm',
        variant === 'field'
          ? 'border border-transparent bg-field px-2 hover:border-line-strong data-popup-open:border-accent'
          : 'text-soft hover:text-ink data-popup-open:text-ink',
        'group',
        props.className,
      )}
      {...(popups === undefined ? { role: 'combobox', ...plainProps } : {})}
    >
      <span>{items.find((item) => item.value === value)?.label}</span>
      <ChevronDown
        className="size-3.5 text-muted transition-transform group-data-popup-open:rotate-180"
        aria-hidden
      />
    </button>
  )
  if (popups === undefined) return button
  return <popups.OpenSelect {...props} trigger={button} triggerRef={trigger} />
}
