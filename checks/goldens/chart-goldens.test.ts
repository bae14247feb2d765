// The chart looks as it did: every scene in both themes at both densities of the screen, compared
// with its golden picture. `npm run chart:goldens` writes them anew; what was painted instead lies
// in test-results/goldens.

import { expect, it } from 'vitest'
import { requireChromium } from '../chromium.ts'
import { findings, paintSheets } from './chart-goldens.ts'

it('every scene is painted as in its golden picture, and the console is silent', async () => {
  const found: string[] = []
  const said = await paintSheets(requireChromium('whole') ?? 'no browser', (sheet) =>
    found.push(...findings(sheet)),
  )
  expect(found).toEqual([])
  expect(said).toEqual([])
}, 240_000)
