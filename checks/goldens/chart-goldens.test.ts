// The chart looks unchanged: every scene is compared with its golden picture, in one of the four
// looks (two themes at two pixel densities), with PROOFS=long in each. `npm run chart:goldens`
// replaces the golden pictures; differing sheets are in test-results/goldens.

import { expect, it } from 'vitest'
import { requireChromium } from '../chromium.ts'
import { isLong } from '../proof-length.ts'
import { findings, paintSheets } from './chart-goldens.ts'

it('every scene is painted as in its golden picture, without console messages', async () => {
  const found: string[] = []
  const said = await paintSheets(requireChromium('whole') ?? 'no browser', isLong, (sheet) =>
    found.push(...findings(sheet)),
  )
  expect(found).toEqual([])
  expect(said).toEqual([])
})
