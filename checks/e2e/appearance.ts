// Languages, windows and themes in which pages and dialogs are checked, the messages of a language
// by key, and detection of hidden or cut elements.

import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { en } from '../../packages/web/src/i18n/messages/en.ts'
import { eachNth, isLong } from '../proof-length.ts'
import { desktop, phone } from './journey.ts'

/** Only screenshots for goldens are wanted; the tests do the accessibility checks. */
export const isForGoldens = process.env['GOLDENS'] !== undefined
/** Screenshots of everything are taken, for review or for comparison with goldens. */
export const isPictured = isLong || isForGoldens
/** The single combination to run, if one is given: `de-DE light`. */
const only = process.env['LOOK']?.split(' ')
export const allLanguages = isLong ? ['en', 'de-DE', 'zh-CN', 'th-TH'] : ['de-DE']
export const languages = only === undefined ? allLanguages : [only[0] ?? '']
/** The pages or dialogs that this run checks: each n-th one in the short form. */
export const lookedAt = <Each>(all: readonly Each[], n: number): readonly Each[] =>
  isPictured ? all : eachNth(all, n)
const wide = { width: 1920, height: 1080 }
export const windows = isLong ? [desktop, wide, phone] : [desktop, phone]
export const allThemes = isLong ? ['dark', 'light'] : ['light']
export const themes = only === undefined ? allThemes : [only[1] ?? '']

type Texts = { readonly [key: string]: string | Texts }
export type Say = (key: string, params?: Readonly<Record<string, string>>) => RegExp

/** Returns the messages of a language, by key; a missing parameter matches any text. */
export function wordsOf(language: string): Say {
  const file = new URL(`../../packages/web/public/locales/${language}.json`, import.meta.url)
  const texts =
    language === 'en' ? (en as Texts) : (JSON.parse(readFileSync(file, 'utf8')) as Texts)
  const plain = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return (key, params = {}) => {
    const found = key.split('.').reduce<string | Texts>((at, name) => {
      const next = typeof at === 'string' ? undefined : at[name]
      if (next === undefined) throw new Error(`${language} has no ${key}`)
      return next
    }, texts)
    if (typeof found !== 'string') throw new Error(`${key} is no text`)
    const filled = plain(found).replace(/\{\{(\w+)\}\}/g, (_all, name: string) =>
      params[name] === undefined ? '.*' : plain(params[name]),
    )
    return new RegExp(`^${filled}`)
  }
}

export function dress(theme: string): void {
  document.documentElement.dataset['theme'] = theme
}

/** Returns the hidden parts of a dialog, and the cut texts; runs inside the page. */
export function dialogFaults(dialog: Element): string[] {
  const found: string[] = []
  const box = dialog.getBoundingClientRect()
  if (box.left < -1 || box.right > Math.min(innerWidth, screen.width) + 1)
    found.push('it is wider than the window')
  if (box.top < -1 || box.bottom > innerHeight + 1) found.push('it is higher than the window')
  if (dialog.scrollWidth > dialog.clientWidth + 1) found.push('it scrolls sideways')
  for (const icon of dialog.querySelectorAll('button svg')) {
    if (icon.getBoundingClientRect().right > box.right - 8) {
      found.push(`the icon of “${icon.closest('button')?.ariaLabel}” leaves its place`)
    }
  }
  for (const element of dialog.querySelectorAll<HTMLElement>('*')) {
    const isOwn = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
    // Texts for screen readers only are a pixel wide.
    if (!isOwn || element.clientWidth <= 1) continue
    const { overflowX } = getComputedStyle(element)
    const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    if (isCut) found.push(`“${element.textContent}” is cut`)
    const button = element.closest('button')
    const over =
      button && element.getBoundingClientRect().right - button.getBoundingClientRect().right
    if (over !== null && over > 1) found.push(`“${element.textContent}” leaves its button`)
  }
  return found
}

/** Faults that last for seconds; an element that is moving into place may briefly be outside. */
export async function lasting(
  root: Locator,
  faults: (element: Element) => string[],
): Promise<string[]> {
  let found = await root.evaluate(faults)
  for (let wait = 0; wait < 20 && found.length > 0; wait += 1) {
    await root.page().waitForTimeout(200)
    found = await root.evaluate(faults)
  }
  return found
}
