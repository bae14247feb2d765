// The appearance of the page: dark or light, and the colours of the two sides; stored in the
// browser.

import { create } from 'zustand'
import { isRecord, oneOf, stored } from '../platform/storage.ts'

export const themes = ['dark', 'light', 'system'] as const
type Theme = (typeof themes)[number]

export const sidesPalettes = ['green-up', 'red-up', 'colour-blind'] as const
type SidesPalette = (typeof sidesPalettes)[number]

export type ThemeChoice = {
  /** The trader's choice. */
  theme: Theme
  sides: SidesPalette
}

/** The effective theme: `system` resolved. */
export type PaintedTheme = 'dark' | 'light'

const DEFAULT_CHOICE: ThemeChoice = { theme: 'dark', sides: 'green-up' }

// public/boot.js reads this record before the first paint; keep key and shape in step.
const record = stored<ThemeChoice>({
  key: 'basis.look',
  version: 1,
  fallback: DEFAULT_CHOICE,
  decode(json) {
    if (!isRecord(json)) return undefined
    const theme = oneOf(themes)(json['theme'])
    const sides = oneOf(sidesPalettes)(json['sides'])
    return theme === undefined || sides === undefined ? undefined : { theme, sides }
  },
})

type ThemeState = ThemeChoice & { painted: PaintedTheme }

const useThemeStore = create<ThemeState>(() => ({ ...DEFAULT_CHOICE, painted: 'dark' }))

/** Documents that show the theme: the page itself and the windows its panels were moved to. */
const dressed = new Set<Document>()

/** Applies the stored choice and follows the system's; called once when the page starts. */
export function startTheme(page: Document): void {
  dressed.add(page)
  const system = page.defaultView?.matchMedia('(prefers-color-scheme: light)')
  const follow = (choice: ThemeChoice): void => {
    const isLight =
      choice.theme === 'light' || (choice.theme === 'system' && system?.matches === true)
    useThemeStore.setState({ ...choice, painted: isLight ? 'light' : 'dark' })
    for (const each of dressed) dress(each)
  }
  refollow = follow
  system?.addEventListener('change', () => follow(themeChoiceOf(useThemeStore.getState())))
  follow(record.read())
}

let refollow: (choice: ThemeChoice) => void = (choice) => useThemeStore.setState(choice)

/** Changes a part of the choice and stores it. */
export function chooseTheme(change: Partial<ThemeChoice>): void {
  const choice = { ...themeChoiceOf(useThemeStore.getState()), ...change }
  record.write(choice)
  refollow(choice)
}

/** Applies the page's theme to the document of another window; returns a function that stops it. */
export function dressDocument(target: Document): () => void {
  dressed.add(target)
  dress(target)
  return () => {
    dressed.delete(target)
  }
}

function dress(target: Document): void {
  const { painted, sides } = useThemeStore.getState()
  target.documentElement.dataset['theme'] = painted
  target.documentElement.dataset['sides'] = sides
  const colour = painted === 'dark' ? '#101014' : '#f1f3f6'
  target.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour)
}

function themeChoiceOf({ theme, sides }: ThemeChoice): ThemeChoice {
  return { theme, sides }
}

/** Returns the trader's choice, for the menu. */
export function useThemeChoice(): ThemeChoice {
  const theme = useThemeStore((state) => state.theme)
  const sides = useThemeStore((state) => state.sides)
  return { theme, sides }
}

/** Returns the effective theme, for components that draw themselves (the chart). */
export function usePaintedTheme(): PaintedTheme {
  return useThemeStore((state) => state.painted)
}
