// The library's select list, loaded when one is first used.

import { useState, type ReactElement, type Ref } from 'react'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { classNames } from '../class-names.ts'
import type { SelectItem, SelectProps } from './popup-props.ts'
import { usePortalTarget } from '../UiProvider.tsx'
import { useClosedByBack } from './back-closes.ts'
import { popupClasses } from './popup-classes.ts'

type OpenSelectProps<T extends string> = SelectProps<T> & {
  trigger: ReactElement
  triggerRef: Ref<HTMLButtonElement>
}

export function OpenSelect<T extends string>(props: OpenSelectProps<T>) {
  const { trigger, triggerRef, value, onChange, items, align = 'start' } = props
  const container = usePortalTarget()
  const [isOpen, setIsOpen] = useState(false)
  useClosedByBack(isOpen, () => setIsOpen(false))
  return (
    <BaseSelect.Root
      items={items}
      value={value}
      disabled={props.disabled === true}
      modal={false}
      open={isOpen}
      onOpenChange={setIsOpen}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
    >
      <BaseSelect.Trigger ref={triggerRef} render={trigger} />
      <BaseSelect.Portal container={container}>
        <BaseSelect.Positioner
          alignItemWithTrigger={false}
          align={align}
          sideOffset={4}
          className="z-popup"
        >
          <BaseSelect.Popup
            className={classNames(
              popupClasses,
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
