// The context menu: the chart's entries, the host's, and removal of entries by a leading minus.

import type { MenuEntry } from '../../options/options.ts'
import { element } from '../toolkit/elements.ts'

export type BuiltInEntry = { readonly text: string; run(): void }

/**
 * Returns the entries of a menu: the host's on top, the chart's own, the host's at the bottom. A
 * text `-Reset view` removes that built-in entry, `-` alone is a separator.
 */
export function mergedEntries(
  own: readonly BuiltInEntry[],
  given: readonly MenuEntry[],
): MenuEntry[] {
  const removed = new Set(
    given.flatMap(({ text }) => (text.length > 1 && text.startsWith('-') ? [text.slice(1)] : [])),
  )
  const added = given.filter(({ text }) => text === '-' || !text.startsWith('-'))
  const kept = own
    .filter(({ text }) => !removed.has(text))
    .map(({ text, run }): MenuEntry => ({ position: 'top', text, click: run }))
  return [
    ...added.filter(({ position }) => position !== 'bottom'),
    ...kept,
    ...added.filter(({ position }) => position === 'bottom'),
  ]
}

export type PlacedMenu = { close(): void }

/** Opens a menu at a point of the frame. */
export function openContextMenu(
  page: Document,
  entries: readonly MenuEntry[],
  at: { readonly x: number; readonly y: number; readonly label: string },
): PlacedMenu {
  const before = page.activeElement
  const stop = new AbortController()
  const { signal } = stop
  const root = element(page, 'div', { class: 'menu', role: 'menu', 'aria-label': at.label })
  const close = () => {
    stop.abort()
    root.remove()
  }
  const rows = entries.map((entry) => {
    if (entry.text === '-') return element(page, 'div', { class: 'menu-line', role: 'separator' })
    const row = element(
      page,
      'button',
      { type: 'button', class: 'menu-item', role: 'menuitem', tabindex: '-1' },
      [element(page, 'span', { class: 'menu-label' }, [entry.text])],
    )
    row.addEventListener('click', () => {
      close()
      if (before !== null && 'focus' in before) (before as HTMLElement).focus()
      entry.click()
    })
    return row
  })
  root.append(...rows)
  page.body.append(root)
  const { clientWidth, clientHeight } = page.documentElement
  const { width, height } = root.getBoundingClientRect()
  root.style.left = `${Math.max(4, Math.min(at.x, clientWidth - width - 4))}px`
  root.style.top = `${Math.max(4, Math.min(at.y, clientHeight - height - 4))}px`
  root.addEventListener('keydown', (event) => walk(event, root, close), { signal })
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!root.contains(target as Node | null)) close()
    },
    { signal, capture: true },
  )
  page.defaultView?.addEventListener('blur', close, { signal })
  page.defaultView?.addEventListener('resize', close, { signal })
  root.querySelector<HTMLElement>('.menu-item')?.focus()
  return { close }
}

function walk(event: KeyboardEvent, root: HTMLElement, close: () => void): void {
  event.stopPropagation()
  if (event.key === 'Escape' || event.key === 'Tab') return close()
  const rows = [...root.querySelectorAll<HTMLElement>('.menu-item')]
  const at = rows.findIndex((row) => row === event.target)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  rows[(next + rows.length) % rows.length]?.focus()
}
