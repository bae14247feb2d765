// A popup beside a control or at a position: closed by Escape, an outside press or a choice.
// Arrow keys move between its controls.
import { button, element, icon } from './elements.ts'
import type { Pixel } from '../../primitives/pointer.ts'

export type PopupOptions = {
  readonly label: string
  readonly role: 'menu' | 'dialog'
  /** Beside this control, or at this position in the page. */
  readonly anchor: HTMLElement | Pixel
  readonly side: 'right' | 'below'
  readonly className?: string
  /** Adds the content; called once. */
  fill(root: HTMLElement, close: () => void): void
  closed?(): void
}

export type Popup = { readonly root: HTMLElement; close(): void }

const firstChoice = '[aria-checked="true"], button:not([disabled]), input'
const edgePx = 8
const gapPx = 4

export function openPopup(page: Document, options: PopupOptions): Popup {
  const { label, role, anchor, className = '' } = options
  const root = element(page, 'div', {
    class: `menu popup ${className}`.trim(),
    role,
    'aria-label': label,
    tabindex: '-1',
  })
  const stop = new AbortController()
  const { signal } = stop
  const opener = isElement(anchor) ? anchor : undefined
  const close = (): void => {
    if (signal.aborted) return
    stop.abort()
    root.remove()
    opener?.setAttribute('aria-expanded', 'false')
    options.closed?.()
  }
  options.fill(root, close)
  page.body.append(root)
  opener?.setAttribute('aria-expanded', 'true')
  place(root, anchor, options.side)
  root.addEventListener(
    'keydown',
    (event) =>
      moveByKey(event, root, () => {
        close()
        opener?.focus()
      }),
    { signal },
  )
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      const isInside = isElement(target) && (root.contains(target) || opener?.contains(target))
      if (isInside !== true) close()
    },
    { signal, capture: true },
  )
  page.defaultView?.addEventListener('blur', close, { signal })
  page.defaultView?.addEventListener('resize', close, { signal })
  const first = root.querySelector<HTMLElement>(firstChoice)
  ;(first ?? root).focus()
  return { root, close }
}

function isElement(target: unknown): target is HTMLElement {
  return typeof target === 'object' && target !== null && 'closest' in target
}

function moveByKey(event: KeyboardEvent, root: HTMLElement, leave: () => void): void {
  event.stopPropagation()
  if (event.key === 'Escape') {
    event.preventDefault()
    return leave()
  }
  const target = isElement(event.target) ? event.target : undefined
  if (target?.tagName === 'INPUT') return
  const items = [...root.querySelectorAll<HTMLElement>('button:not([disabled]), input')]
  const at = items.findIndex((one) => one === target)
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  const edge = { Home: items[0], End: items.at(-1) }[event.key]
  const next = step === undefined ? edge : items[(at + step + items.length) % items.length]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function place(root: HTMLElement, anchor: HTMLElement | Pixel, side: 'right' | 'below'): void {
  const page = root.ownerDocument.documentElement
  const { width, height } = root.getBoundingClientRect()
  const box = isElement(anchor) ? anchor.getBoundingClientRect() : undefined
  const at = isElement(anchor) ? { x: 0, y: 0 } : anchor
  const wanted =
    box === undefined
      ? at
      : side === 'right'
        ? { x: box.right + gapPx, y: box.top }
        : { x: box.left, y: box.bottom + gapPx }
  const within = (value: number, most: number) => Math.max(edgePx, Math.min(value, most - edgePx))
  root.style.left = `${Math.round(within(wanted.x, page.clientWidth - width))}px`
  root.style.top = `${Math.round(within(wanted.y, page.clientHeight - height))}px`
}

export type PopupItem = {
  readonly label: string
  readonly hint?: string
  readonly leading?: Element
  readonly isChosen?: boolean
  readonly isDisabled?: boolean
  /** Separated from the rows before it. */
  readonly isApart?: boolean
  /** A second control in the row, which does not close the menu. */
  readonly star?: { readonly isOn: boolean; readonly label: string; toggle(): boolean }
  run(): void
}

/** Fills a menu with rows; each closes it and runs its action. */
export function menuRows(
  page: Document,
  root: HTMLElement,
  items: readonly PopupItem[],
  close: () => void,
): void {
  let group = element(page, 'div', { class: 'menu-group', role: 'none' })
  root.append(group)
  for (const item of items) {
    if (item.isApart === true && group.childElementCount > 0) {
      group = element(page, 'div', { class: 'menu-group', role: 'none' })
      root.append(group)
    }
    const isRadio = item.isChosen !== undefined
    const row = element(
      page,
      'button',
      {
        type: 'button',
        class: 'menu-item',
        role: isRadio ? 'menuitemradio' : 'menuitem',
        'aria-checked': isRadio ? String(item.isChosen) : undefined,
        disabled: item.isDisabled === true,
        tabindex: '-1',
      },
      [
        ...(item.leading === undefined ? [] : [item.leading]),
        element(page, 'span', { class: 'menu-label' }, [item.label]),
        ...(item.hint === undefined
          ? []
          : [element(page, 'span', { class: 'menu-hint' }, [item.hint])]),
      ],
    )
    row.addEventListener('click', () => {
      close()
      item.run()
    })
    group.append(item.star === undefined ? row : starred(page, row, item.star))
  }
}

function starred(
  page: Document,
  row: HTMLElement,
  { isOn, label, toggle }: NonNullable<PopupItem['star']>,
): HTMLElement {
  const star = button(
    page,
    {
      class: 'menu-star',
      label,
      role: 'menuitemcheckbox',
      'aria-checked': String(isOn),
      tabindex: '-1',
    },
    [icon(page, 'star')],
  )
  star.addEventListener('click', () => star.setAttribute('aria-checked', String(toggle())))
  return element(page, 'div', { class: 'menu-row', role: 'none' }, [row, star])
}
