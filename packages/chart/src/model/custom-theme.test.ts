// A host's own theme gives the palette its colours; missing ones stay the theme's.

import { expect, it } from 'vitest'
import { customPalette } from './custom-theme.ts'
import { appearanceOf } from './appearance.ts'

const list = (name: string) => Array.from({ length: 19 }, (_, at) => `#${name}${at}`)

it('a custom theme gives the palette its shades, by theme', () => {
  const themes = {
    dark: { color1: list('b'), color2: list('g'), color3: list('r'), color4: list('u') },
    light: { color4: list('v'), white: '#fffffe' },
  }
  expect(customPalette('dark', themes)).toMatchObject({
    background: '#g18',
    text: '#g3',
    accent: '#b9',
    down: '#r9',
    up: '#u9',
  })
  expect(customPalette('light', themes)).toEqual({
    up: '#v9',
    background: '#fffffe',
    raised: '#fffffe',
  })
})

it('invalid colours of a custom theme are left out, and overrides take precedence', () => {
  expect(customPalette('dark', undefined)).toEqual({})
  expect(customPalette('dark', { dark: { color2: ['#1'], color4: 5 } } as object)).toEqual({})
  const themes = { dark: { color4: list('u'), color2: list('g') } }
  const overrides = { 'paneProperties.background': '#123456' }
  const { palette } = appearanceOf('dark', overrides, themes)
  expect(palette.background).toBe('#123456')
  expect(palette.up).toBe('#u9')
  expect(palette.down).toBe(appearanceOf('dark').palette.down)
})
