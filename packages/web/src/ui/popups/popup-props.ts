// Props of everything that opens beside its trigger, for the buttons and the library's components.

import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode, Ref } from 'react'

/** The props that a trigger must accept. */
export type TriggerProps = {
  ref?: Ref<HTMLButtonElement>
  onClick?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
  'aria-haspopup'?: PopupKind
  'aria-expanded'?: boolean
}

export type PopupKind = 'menu' | 'dialog' | 'listbox'

export type MenuEntry =
  | {
      kind: 'act'
      id: string
      label: ReactNode
      onSelect: () => void
      icon?: ReactNode
      shortcut?: string
      dangerous?: boolean
      disabled?: boolean
    }
  | {
      kind: 'choose'
      id: string
      label: ReactNode
      value: string
      options: readonly { value: string; label: ReactNode }[]
      onChange: (value: string) => void
      /** Choosing this entry closes the menu. */
      closes?: boolean
    }
  | {
      kind: 'switch'
      id: string
      label: ReactNode
      checked: boolean
      onChange: (checked: boolean) => void
    }
  | { kind: 'line'; id: string }

export type MenuProps = {
  /** The button that opens the menu: one element without handlers, e.g. a `Button`. */
  trigger: ReactElement<TriggerProps>
  entries: readonly MenuEntry[]
  /** Shown above the entries, e.g. the user's name. */
  header?: ReactNode | undefined
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
}

export type PopoverProps = {
  /** The button that opens the popover: one element without handlers, e.g. a `Button`. */
  trigger: ReactElement<TriggerProps>
  children: ReactNode
  /** Heading of the popover; without one pass a label. */
  title?: ReactNode | undefined
  label?: string | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  className?: string | undefined
}

export type SelectItem<T extends string> = {
  value: T
  label: string
  /** A second line that explains the choice. */
  hint?: ReactNode | undefined
  disabled?: boolean | undefined
}

export type SelectProps<T extends string> = {
  /** The name of the choice; for screen readers. */
  label: string
  value: T
  onChange: (value: T) => void
  items: readonly SelectItem<T>[]
  /** `field` is a box like an input, `plain` a text with a small arrow. */
  variant?: 'field' | 'plain' | undefined
  size?: 'sm' | 'md' | undefined
  align?: 'start' | 'end' | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}
