// The widths at which the page changes its shape.

import { expect, test } from 'vitest'
import { viewportOf } from './viewport.ts'

test.each([
  [390, 'phone'],
  [767.5, 'phone'],
  [768, 'tablet'],
  [1024, 'narrow'],
  [1279, 'narrow'],
  [1280, 'desk'],
  [1440, 'desk'],
  [1600, 'wide'],
  [3840, 'wide'],
] as const)('%d px is %s', (widthPx, viewport) => {
  expect(viewportOf(widthPx)).toBe(viewport)
})
