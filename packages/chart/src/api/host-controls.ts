// Host elements in the frame: header buttons, dropdowns and context menu entries.

import type { ChartController } from '../controller/chart-controller.ts'
import { element, setText } from '../ui/toolkit/elements.ts'
import { type Menu, menuButton } from '../ui/toolkit/menu.ts'
import { safely } from '../primitives/events.ts'
import type { Align } from '../ui/header/host-buttons.ts'

type DropdownItem = { readonly title: string; onSelect(): void }

export type DropdownOptions = {
  readonly title: string
  readonly items: readonly DropdownItem[]
  readonly tooltip?: string
  readonly align?: Align
}

export type Dropdown = {
  applyOptions(options: Partial<DropdownOptions>): void
  remove(): void
}

/** Returns an element in the header whose content is the host's. */
export function makeHostButton(controller: ChartController, align: Align): HTMLElement {
  const page = controller.chartView?.page ?? controller.view.document
  const made = element(page, 'div', { class: 'control host-button' })
  controller.hostButtons.add(made, align)
  return made
}

export function makeDropdown(controller: ChartController, first: DropdownOptions): Dropdown {
  const page = controller.chartView?.page ?? controller.view.document
  let options = first
  const label = element(page, 'span', {}, [first.title])
  const menu: Menu = menuButton(page, {
    label: first.tooltip ?? first.title,
    face: [label],
    groups: () => [
      {
        items: options.items.map(({ title }, at) => ({
          id: String(at),
          label: title,
          isChosen: false,
          kind: 'radio' as const,
        })),
      },
    ],
    choose: (id) => {
      const item = options.items[Number(id)]
      if (item !== undefined) safely(() => item.onSelect())
    },
  })
  controller.hostButtons.add(menu.button, first.align ?? 'left')
  return {
    applyOptions: (change) => {
      options = { ...options, ...change }
      setText(label, options.title)
      menu.button.title = options.tooltip ?? options.title
      menu.button.setAttribute('aria-label', options.tooltip ?? options.title)
    },
    remove: () => {
      menu.close()
      controller.hostButtons.remove(menu.button)
    },
  }
}
