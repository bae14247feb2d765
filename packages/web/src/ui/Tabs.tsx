// Tabs that change the content, and segments that select one of a few values; arrows move between
// both.

import type { ReactNode } from 'react'
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { classNames } from './class-names.ts'

type TabItem<T extends string> = {
  value: T
  label: ReactNode
  /** The number of entries behind the tab, e.g. open orders. */
  count?: number | undefined
  disabled?: boolean | undefined
}

export type TabsProps<T extends string> = {
  value: T
  onChange: (value: T) => void
  items: readonly TabItem<T>[]
  /** Names the row of tabs. */
  label: string
  /** The content of the selected tab. */
  children?: ReactNode
  /** Controls at the right end of the row. */
  actions?: ReactNode | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
  panelClassName?: string | undefined
}

export function Tabs<T extends string>(props: TabsProps<T>) {
  const { value, onChange, items, label, children, actions, size = 'md' } = props
  const choose = (next: unknown): void => {
    const item = items.find((each) => each.value === next)
    if (item !== undefined) onChange(item.value)
  }
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={choose}
      className={classNames('flex min-h-0 flex-col', props.className)}
    >
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-3">
        <BaseTabs.List
          aria-label={label}
          className="relative flex min-w-0 flex-1 no-scrollbar gap-4 overflow-x-auto"
        >
          {items.map((item) => (
            <BaseTabs.Tab
              key={item.value}
              value={item.value}
              disabled={item.disabled}
              className={classNames(
                'relative flex shrink-0 items-center gap-1 font-medium whitespace-nowrap text-muted',
                'border-b-2 border-transparent transition-colors duration-100 hover:text-ink',
                'data-active:border-accent data-active:text-ink focus-visible:-outline-offset-2',
                size === 'sm' ? 'h-8 text-xs' : 'h-10 text-sm',
              )}
            >
              {item.label}
              {item.count !== undefined && item.count > 0 && <span>({item.count})</span>}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {actions}
      </div>
      {children !== undefined && (
        <BaseTabs.Panel
          value={value}
          className={classNames('min-h-0 flex-1 outline-none', props.panelClassName)}
        >
          {children}
        </BaseTabs.Panel>
      )}
    </BaseTabs.Root>
  )
}

export type SegmentsProps<T extends string> = {
  value: T
  onChange: (value: T) => void
  items: readonly {
    value: T
    label: ReactNode
    /** The name for screen readers, if the label is an icon. */
    name?: string | undefined
    disabled?: boolean | undefined
  }[]
  label: string
  size?: 'sm' | 'md' | undefined
  wide?: boolean | undefined
  className?: string | undefined
}

/** One of a few values, side by side; unlike tabs it sets a value rather than showing content. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { value, onChange, items, label, size = 'sm', wide = false } = props
  const choose = (next: readonly unknown[]): void => {
    const item = items.find((each) => each.value === next[0])
    if (item !== undefined) onChange(item.value)
  }
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={choose}
      className={classNames(
        'inline-flex rounded bg-field p-0.5',
        wide && 'flex w-full *:flex-1',
        props.className,
      )}
    >
      {items.map((item) => (
        <Toggle
          key={item.value}
          value={item.value}
          disabled={item.disabled === true}
          aria-label={item.name}
          className={classNames(
            'inline-flex touch-target items-center justify-center gap-1 rounded-sm px-2 font-medium',
            'whitespace-nowrap text-muted transition-colors duration-100 hover:text-ink',
            'data-pressed:bg-selected data-pressed:text-ink data-pressed:shadow-[0_0_0_1px_var(--color-line)]',
            '[&_svg]:size-4',
            size === 'sm' ? 'h-6 text-xs' : 'h-8 text-sm',
          )}
        >
          {item.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
