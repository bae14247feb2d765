// The library's menu, loaded when a menu is first used.

import { useState, type Ref } from 'react'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { classNames } from '../class-names.ts'
import type { MenuEntry, MenuProps } from './popup-props.ts'
import { usePortalTarget } from '../UiProvider.tsx'
import { useClosedByBack } from './back-closes.ts'
import { popupClasses } from './popup-classes.ts'

export function OpenMenu(props: MenuProps & { triggerRef: Ref<HTMLButtonElement> }) {
  const { trigger, triggerRef, entries, header, align = 'end', side = 'bottom' } = props
  const container = usePortalTarget()
  const [isOpen, setIsOpen] = useState(false)
  useClosedByBack(isOpen, () => setIsOpen(false))
  return (
    <BaseMenu.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <BaseMenu.Trigger ref={triggerRef} render={trigger} />
      <BaseMenu.Portal container={container}>
        <BaseMenu.Positioner side={side} align={align} sideOffset={4} className="z-popup">
          <BaseMenu.Popup
            className={classNames(
              popupClasses,
              'max-h-(--available-height) min-w-44 overflow-y-auto py-1',
            )}
          >
            {header !== undefined && (
              <div className="border-b border-line px-3 pt-2 pb-2.5">{header}</div>
            )}
            {entries.map((entry) => (
              <MenuRow key={entry.id} entry={entry} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

const ROW =
  'flex min-h-8 items-center gap-2 px-3 py-1 text-xs outline-none select-none ' +
  'data-disabled:opacity-40 data-highlighted:bg-hover'

function MenuRow({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <BaseMenu.Separator className="my-1 h-px bg-line" />
    case 'act':
      return (
        <BaseMenu.Item
          onClick={entry.onSelect}
          disabled={entry.disabled === true}
          className={classNames(ROW, entry.dangerous === true && 'text-bad')}
        >
          {entry.icon !== undefined && (
            <span className="text-muted [&_svg]:size-4">{entry.icon}</span>
          )}
          <span className="flex-1">{entry.label}</span>
          {entry.shortcut !== undefined && (
            <kbd className="font-sans text-2xs text-muted">{entry.shortcut}</kbd>
          )}
        </BaseMenu.Item>
      )
    case 'switch':
      return (
        <BaseMenu.CheckboxItem
          checked={entry.checked}
          onCheckedChange={(checked) => entry.onChange(checked)}
          className={ROW}
        >
          <span className="flex-1">{entry.label}</span>
          <BaseMenu.CheckboxItemIndicator className="text-accent">
            <Check className="size-3.5" aria-hidden />
          </BaseMenu.CheckboxItemIndicator>
        </BaseMenu.CheckboxItem>
      )
    case 'choose':
      return (
        <BaseMenu.Group>
          <BaseMenu.GroupLabel className="px-3 pt-2 pb-1 text-2xs text-muted">
            {entry.label}
          </BaseMenu.GroupLabel>
          <BaseMenu.RadioGroup
            value={entry.value}
            onValueChange={(next: unknown) => {
              const option = entry.options.find((each) => each.value === next)
              if (option !== undefined) entry.onChange(option.value)
            }}
          >
            {entry.options.map((option) => (
              <BaseMenu.RadioItem
                key={option.value}
                value={option.value}
                closeOnClick={entry.closes === true}
                className={ROW}
              >
                <span className="flex-1">{option.label}</span>
                <BaseMenu.RadioItemIndicator className="text-accent">
                  <Check className="size-3.5" aria-hidden />
                </BaseMenu.RadioItemIndicator>
              </BaseMenu.RadioItem>
            ))}
          </BaseMenu.RadioGroup>
        </BaseMenu.Group>
      )
  }
}
