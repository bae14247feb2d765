// A menu button: radio or check items under headings, by mouse, touch and keyboard.

import { button, element, icon, setAttribute } from './elements.ts'

type MenuItem = {
  readonly id: string
  readonly label: string
  /** Secondary text at the right end. */
  readonly hint?: string
  readonly isChosen: boolean
  readonly kind: 'radio' | 'check'
  readonly leading?: Element
  /** A second control in the row: a star. */
  readonly star?: { readonly isOn: boolean; readonly label: string }
}

export type MenuGroup = { readonly heading?: string; readonly items: readonly MenuItem[] }

export type MenuOptions = {
  readonly label: string
  /** The content of the button. */
  readonly face: readonly (Node | string)[]
  readonly className?: string
  /** Called each time the menu opens and after a choice. */
  groups(): readonly MenuGroup[]
  choose(id: string): void
  star?(id: string): void
  /** Opens above its button, for a bar at the bottom. */
  readonly opensUp?: boolean
}

const edgePx = 8

export type Menu = {
  readonly button: HTMLButtonElement
  close(): void
  setFace(face: readonly (Node | string)[]): void
}

/** Returns the button; the menu is created when it opens and removed when it closes. */
export function menuButton(page: Document, options: MenuOptions): Menu {
  const opener = button(
    page,
    {
      label: options.label,
      class: `control ${options.className ?? ''}`.trim(),
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
    },
    options.face,
  )
  let opened: OpenMenu | undefined
  const close = () => {
    opened?.dispose()
    opened = undefined
    setAttribute(opener, 'aria-expanded', 'false')
  }
  const open = () => {
    setAttribute(opener, 'aria-expanded', 'true')
    opened = openMenu(page, options, { opener, close })
  }
  opener.addEventListener('click', () => (opened === undefined ? open() : close()))
  opener.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    event.stopPropagation()
    if (opened === undefined) open()
  })
  return { button: opener, close, setFace: (face) => opener.replaceChildren(...face) }
}

type OpenMenu = { dispose(): void }

type Opening = { readonly opener: HTMLButtonElement; close(): void }

function openMenu(page: Document, options: MenuOptions, { opener, close }: Opening): OpenMenu {
  const popup = element(page, 'div', { class: 'menu', role: 'menu', 'aria-label': options.label })
  const stop = new AbortController()
  const fill = () => popup.replaceChildren(...options.groups().map((group) => groupOf(page, group)))
  const pressed = (target: EventTarget | null) => {
    const row = isElement(target) ? target.closest('[data-id]') : null
    const id = row?.getAttribute('data-id')
    if (row === null || id === null || id === undefined) return
    const isStar = row.hasAttribute('data-star')
    if (isStar) options.star?.(id)
    else options.choose(id)
    if (row.getAttribute('role') === 'menuitemradio') {
      close()
      return opener.focus()
    }
    fill()
    popup.querySelector<HTMLElement>(`[data-id="${id}"]${isStar ? '[data-star]' : ''}`)?.focus()
  }
  fill()
  page.body.append(popup)
  position(popup, opener, options.opensUp === true)
  const { signal } = stop
  popup.addEventListener('click', ({ target }) => pressed(target), { signal })
  popup.addEventListener('keydown', (event) => moveByKey(event, popup, { opener, close }), {
    signal,
  })
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      const isInside = isElement(target) && (popup.contains(target) || opener.contains(target))
      if (!isInside) close()
    },
    { signal, capture: true },
  )
  page.defaultView?.addEventListener('blur', () => close(), { signal })
  page.defaultView?.addEventListener('resize', () => close(), { signal })
  const chosen = popup.querySelector<HTMLElement>('[aria-checked="true"]:not([data-star])')
  ;(chosen ?? popup.querySelector<HTMLElement>('[data-id]'))?.focus()
  return {
    dispose: () => {
      stop.abort()
      popup.remove()
    },
  }
}

/** `instanceof` fails for elements of another window, such as the frame's. */
function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target
}

function groupOf(page: Document, { heading, items }: MenuGroup): HTMLElement {
  const rows = items.map((item) => rowOf(page, item))
  const title =
    heading === undefined
      ? []
      : [element(page, 'div', { class: 'menu-heading', 'aria-hidden': 'true' }, [heading])]
  return element(page, 'div', { class: 'menu-group', role: 'group', 'aria-label': heading }, [
    ...title,
    ...rows,
  ])
}

function rowOf(page: Document, item: MenuItem): HTMLElement {
  const role = item.kind === 'radio' ? 'menuitemradio' : 'menuitemcheckbox'
  const main = element(
    page,
    'button',
    {
      type: 'button',
      class: 'menu-item',
      role,
      'aria-checked': String(item.isChosen),
      'data-id': item.id,
      tabindex: '-1',
    },
    [
      ...(item.leading === undefined ? [] : [item.leading]),
      element(page, 'span', { class: 'menu-label' }, [item.label]),
      ...(item.hint === undefined
        ? []
        : [element(page, 'span', { class: 'menu-hint' }, [item.hint])]),
      ...(item.kind === 'check' ? [icon(page, 'check')] : []),
    ],
  )
  const { star } = item
  if (star === undefined) return main
  const starButton = button(
    page,
    {
      label: star.label,
      class: 'menu-star',
      role: 'menuitemcheckbox',
      'aria-checked': String(star.isOn),
      'data-id': item.id,
      'data-star': true,
      tabindex: '-1',
    },
    [icon(page, 'star')],
  )
  return element(page, 'div', { class: 'menu-row', role: 'none' }, [main, starButton])
}

function moveByKey(event: KeyboardEvent, popup: HTMLElement, { opener, close }: Opening): void {
  const items = [...popup.querySelectorAll<HTMLElement>('[data-id]')]
  const rows = items.filter((item) => !item.hasAttribute('data-star'))
  const here = items.find((item) => item === event.target)
  const row = rows.findIndex((item) => item.dataset['id'] === here?.dataset['id'])
  const isStar = here?.hasAttribute('data-star') === true
  const beside = items.find(
    (item) =>
      item.dataset['id'] === here?.dataset['id'] && item.hasAttribute('data-star') !== isStar,
  )
  const next: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: rows[(row + 1) % rows.length],
    ArrowUp: rows[(row - 1 + rows.length) % rows.length],
    Home: rows[0],
    End: rows.at(-1),
    ArrowRight: isStar ? undefined : beside,
    ArrowLeft: isStar ? beside : undefined,
  }
  if (event.key === 'Tab') return close()
  event.stopPropagation()
  if (event.key === 'Escape') {
    close()
    return opener.focus()
  }
  const target = Object.hasOwn(next, event.key) ? next[event.key] : undefined
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}

function position(popup: HTMLElement, opener: HTMLElement, opensUp: boolean): void {
  const page = popup.ownerDocument.documentElement
  const anchor = opener.getBoundingClientRect()
  const { width, height } = popup.getBoundingClientRect()
  const left = Math.max(edgePx, Math.min(anchor.left, page.clientWidth - width - edgePx))
  const wantedTop = opensUp ? anchor.top - height - 4 : anchor.bottom + 4
  const top = Math.max(edgePx, Math.min(wantedTop, page.clientHeight - height - edgePx))
  popup.style.left = `${Math.round(left)}px`
  popup.style.top = `${Math.round(top)}px`
}
