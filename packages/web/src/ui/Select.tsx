// A choice of one from a list that would be too long for segments.

import type { ReactNode } from 'react'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { POPUP_CLASSES } from './Popover.tsx'
import { usePortalTarget } from './UiProvider.tsx'

type SelectItem<T extends string> = {
  value: T
  label: string
  /** A second line that explains the choice. */
  hint?: ReactNode | undefined
  disabled?: boolean | undefined
}

export type SelectProps<T extends string> = {
  /** What is chosen; spoken. */
  label: string
  value: T
  onChange: (value: T) => void
  items: readonly SelectItem<T>[]
  /** `field` is a box like an input, `plain` a word with a small arrow. */
  look?: 'field' | 'plain' | undefined
  size?: 'sm' | 'md' | undefined
  align?: 'start' | 'end' | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, onChange, items, look = 'field', size = 'md', align = 'start' } = props
  const container = usePortalTarget()
  return (
    <BaseSelect.Root
      items={items}
      value={value}
      disabled={props.disabled === true}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={classNames(
          'inline-flex items-center justify-between gap-1 rounded whitespace-nowrap select-none',
          'transition-colors duration-100 data-disabled:opacity-50',
          size === 'sm' ? 'h-6 text-xs' : 'h-8 text-sm',
          look === 'field'
            ? 'border border-transparent bg-field px-2 hover:border-line-strong data-popup-open:border-accent'
            : 'text-soft hover:text-ink data-popup-open:text-ink',
          props.className,
        )}
      >
        <BaseSelect.Value />
        <BaseSelect.Icon className="text-muted transition-transform data-popup-open:rotate-180">
          <ChevronDown className="size-3.5" aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal container={container}>
        <BaseSelect.Positioner
          alignItemWithTrigger={false}
          align={align}
          sideOffset={4}
          className="z-popup"
        >
          <BaseSelect.Popup
            className={classNames(
              POPUP_CLASSES,
              'max-h-[min(20rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto py-1',
            )}
          >
            {items.map((item) => (
              <SelectRow key={item.value} item={item} />
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

function SelectRow<T extends string>({ item }: { item: SelectItem<T> }) {
  return (
    <BaseSelect.Item
      value={item.value}
      disabled={item.disabled === true}
      className={classNames(
        'grid grid-cols-[1fr_auto] items-center gap-x-4 px-3 py-1.5 text-xs outline-none select-none',
        'data-disabled:opacity-40 data-highlighted:bg-hover data-selected:text-accent',
      )}
    >
      <BaseSelect.ItemText className="whitespace-nowrap">{item.label}</BaseSelect.ItemText>
      <BaseSelect.ItemIndicator>
        <Check className="size-3.5" aria-hidden />
      </BaseSelect.ItemIndicator>
      {item.hint !== undefined && (
        <span className="col-span-2 max-w-56 text-2xs whitespace-normal text-muted">
          {item.hint}
        </span>
      )}
    </BaseSelect.Item>
  )
}
