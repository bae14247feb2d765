// A host's own theme (`custom_themes`): seven colours in nineteen shades each, white and black,
// as TradingView's library takes them. Invalid entries keep the theme's own colour.

import type { CustomThemes, ThemeName } from '../options/options.ts'
import type { Palette } from './theme.ts'

/** The index of the shade that represents a colour. */
const middle = 9

type Shade = readonly [name: string, shade: number]

/** The colours' numbers: 1 blue, 2 grey, 3 red, 4 green. */
const shades: Readonly<Record<ThemeName, Partial<Record<keyof Palette, Shade>>>> = {
  dark: {
    background: ['color2', 18],
    raised: ['color2', 16],
    border: ['color2', 14],
    grid: ['color2', 15],
    text: ['color2', 3],
    secondary: ['color2', 6],
    muted: ['color2', 8],
    tag: ['color2', 13],
    accent: ['color1', middle],
    line: ['color1', middle],
    up: ['color4', middle],
    down: ['color3', middle],
  },
  light: {
    border: ['color2', 3],
    grid: ['color2', 1],
    text: ['color2', 18],
    secondary: ['color2', 12],
    muted: ['color2', 12],
    tag: ['color2', 16],
    accent: ['color1', middle],
    line: ['color1', middle],
    up: ['color4', middle],
    down: ['color3', middle],
  },
}

/** Returns the palette colours that the host's theme defines. */
export function customPalette(
  theme: ThemeName,
  themes: CustomThemes | undefined,
): Partial<Palette> {
  const given = themes?.[theme]
  if (given === undefined || given === null || typeof given !== 'object') return {}
  const made: [string, string][] = []
  for (const [key, [name, at]] of Object.entries(shades[theme])) {
    const list: unknown = Reflect.get(given, name)
    const color: unknown = Array.isArray(list) ? list[at] : undefined
    if (typeof color === 'string' && color !== '') made.push([key, color])
  }
  const { white } = given
  if (theme === 'light' && typeof white === 'string') {
    made.push(['background', white], ['raised', white])
  }
  return Object.fromEntries(made)
}
