// The ticket as the trader sees it while pressing one of its buttons.

// It is recorded inside the page, at pointer down (before the field loses the focus) and again at
// the click.

import type { Page } from '@playwright/test'

/** The lines under a button, by their labels: Qty, Cost, Max and so on. */
export type Lines = Readonly<Record<string, string>>
export type Pressed = { readonly down: Lines | undefined; readonly click: Lines | undefined }

/** Records every press of the page from now on; call before the page is opened. */
export async function notePresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const linesOf = (event: Event): Record<string, string> | undefined => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      const list = button?.parentElement?.querySelector(':scope > dl')
      if (list === null || list === undefined) return undefined
      const rows = [...list.children].map((row) => {
        const [label, value] = [row.querySelector('dt'), row.querySelector('dd')]
        return [label?.textContent ?? '', value?.textContent ?? ''] as const
      })
      return Object.fromEntries(rows)
    }
    const note = (name: string) => (event: Event) => {
      const lines = linesOf(event)
      if (lines === undefined) return
      const before = (Reflect.get(globalThis, 'basisPressed') ?? {}) as object
      Reflect.set(globalThis, 'basisPressed', { ...before, [name]: lines })
    }
    document.addEventListener('pointerdown', note('down'), true)
    document.addEventListener('click', note('click'), true)
  })
}

/** Returns the last press and clears it. */
export function takePress(page: Page): Promise<Pressed> {
  return page.evaluate(() => {
    const pressed = Reflect.get(globalThis, 'basisPressed') as Pressed | undefined
    Reflect.deleteProperty(globalThis, 'basisPressed')
    return pressed ?? { down: undefined, click: undefined }
  })
}
