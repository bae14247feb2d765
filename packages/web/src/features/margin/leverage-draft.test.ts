// The leverage draft (spec 3: singleLvg, longLvg, shortLvg, mode; spec 4: its flag; spec 5: its
// cap).

import { expect, test } from 'vitest'
import { leverageE2, rateE8, amount } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { TradingMode } from '../../stores/positions.ts'
import { changesOf, isEmpty, isModeChanged, isSplit, leverageDraftOf } from './leverage-draft.ts'
import { readDraft, withMode } from './leverage-draft.ts'

const instrument = {
  minLeverageE2: leverageE2(100),
  riskTiers: [
    {
      limit: amount(1000n),
      initialRateE8: rateE8(0),
      maintenanceRateE8: rateE8(0),
      maxLeverageE2: leverageE2(10_000),
      deduction: amount(0n),
    },
  ],
} as unknown as Instrument
const modeOf = (over: Partial<TradingMode> = {}): TradingMode => ({
  mode: 'MergedSingle',
  isIsolated: false,
  leverageE2: leverageE2(5000),
  sellLeverageE2: leverageE2(5000),
  ...over,
})
const isolatedHedge = modeOf({
  mode: 'BothSide',
  isIsolated: true,
  leverageE2: leverageE2(2000),
  sellLeverageE2: leverageE2(550),
})

test('a new draft has the current settings and contains no change', () => {
  const draft = leverageDraftOf(isolatedHedge)
  expect(draft).toEqual({ singleLvg: '20', longLvg: '20', shortLvg: '5.5', mode: 'Isolate' })
  expect(isSplit(draft, isolatedHedge)).toBe(true)
  expect(changesOf(draft, isolatedHedge, instrument)).toEqual({})
  expect(isEmpty({})).toBe(true)
})

test('a flag is set if the chosen mode differs from the current one', () => {
  const now = modeOf()
  expect(isModeChanged(leverageDraftOf(now), now)).toBe(false)
  expect(isModeChanged(withMode('Isolate', now), now)).toBe(true)
  expect(isModeChanged(withMode('Cross', now), now)).toBe(false)
})

test('a change of mode caps the leverage at 10; changing back restores the current one', () => {
  const now = modeOf()
  const changed = withMode('Isolate', now)
  expect(changed).toEqual({ singleLvg: '10', longLvg: '10', shortLvg: '10', mode: 'Isolate' })
  expect(changesOf(changed, now, instrument)).toEqual({
    isIsolated: true,
    leverage: { long: 1000 },
  })
  expect(withMode('Cross', now)).toEqual(leverageDraftOf(now))
  const low = modeOf({ leverageE2: leverageE2(325), sellLeverageE2: leverageE2(325) })
  expect(withMode('Isolate', low).singleLvg).toBe('3.25')
  expect(changesOf(withMode('Isolate', low), low, instrument)).toEqual({ isIsolated: true })
})

test('sides with different leverage get the lower one when the mode changes to cross', () => {
  const cross = withMode('Cross', isolatedHedge)
  expect(isSplit(cross, isolatedHedge)).toBe(false)
  expect(readDraft(cross, isolatedHedge, instrument)).toEqual({ long: 550, short: undefined })
})

test('a draft with an invalid leverage gives no request', () => {
  const draft = { ...leverageDraftOf(isolatedHedge), shortLvg: '100.01' }
  expect(changesOf(draft, isolatedHedge, instrument)).toBeUndefined()
  expect(changesOf({ ...draft, shortLvg: '12.25' }, isolatedHedge, instrument)).toEqual({
    leverage: { long: 2000, short: 1225 },
  })
})
