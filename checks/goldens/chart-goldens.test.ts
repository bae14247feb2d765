// The chart looks unchanged: every scene in both themes at both pixel densities, compared with its
// golden picture. `npm run chart:goldens` replaces the golden pictures; differing sheets are in
// test-results/goldens.

import { expect, it } from 'vitest'
import { requireChromium } from '../chromium.ts'
import { findings, paintSheets } from './chart-goldens.ts'

it('every scene is painted as in its golden picture, without console messages', async () => {
  const found: string[] = []
  const said = await paintSheets(requireChromium('whole') ?? 'no browser', (sheet) =>
    found.push(...findings(sheet)),
  )
  expect(found).toEqual([])
  expect(said).toEqual([])
})
