// Participation (POV) orders by rules 8.9: a child is the participation × the observed volume.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, priceTicks, qtyLots } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { owedAfter, owedAfterChild, povChildLots, povProblem } from './pov.ts'

/** Tick 0.1, lot 0.001, at most 500 BTC per market order, at least 5 USDT. */
const instrument = {
  kind: 'Linear',
  baseCoin: 'BTC',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minQtyLots: 1,
  maxQtyLots: 1_190_000,
  maxMarketQtyLots: 500_000,
  minNotional: amount(500_000_000n),
} as Instrument
const last = priceTicks(600_000)
const terms = { participationE2: 1_000, durationSec: 600, intervalSec: 10 }

test('a child is a tenth of the volume of others, in whole lots; the remainder carries over', () => {
  const owedE4 = owedAfter(0, 1_055, terms)
  const lots = povChildLots(instrument, { owedE4, leftLots: 10_000, priceTicks: last })
  expect(lots).toBe(105)
  expect(owedAfterChild(owedE4, lots)).toBe(5_000)
})

test('no child below the minimum order is sent; a remaining total below it is sent with the last child', () => {
  const leftLots = 10_000
  const few = owedAfter(0, 1, { participationE2: 100 })
  expect(povChildLots(instrument, { owedE4: few, leftLots, priceTicks: last })).toBe(0)
  const much = owedAfter(0, 1_000_000, terms)
  expect(povChildLots(instrument, { owedE4: much, leftLots: 50, priceTicks: last })).toBe(50)
})

test('law: it never sends more than its share plus the last remainder, nor more than its total', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50_000), { maxLength: 60 }),
      fc.integer({ min: 100, max: 5_000 }),
      fc.integer({ min: 100, max: 100_000 }),
      (volumes, participationE2, totalLots) => {
        let owedE4 = 0
        let sent = 0
        let others = 0
        for (const volume of volumes) {
          others += volume
          owedE4 = owedAfter(owedE4, volume, { participationE2 })
          const leftLots = totalLots - sent
          if (leftLots === 0) break
          const lots = povChildLots(instrument, { owedE4, leftLots, priceTicks: last })
          owedE4 = owedAfterChild(owedE4, lots)
          sent += lots
          expect(sent).toBeLessThanOrEqual(totalLots)
          // Only the last child may include a remainder, which is less than a minimum order.
          const share = Math.floor((others * participationE2) / 10_000)
          expect(sent - share).toBeLessThanOrEqual(sent === totalLots ? 100 : 0)
        }
      },
    ),
  )
})

test('invalid terms give their problem and field', () => {
  const asked = { ...terms, totalLots: qtyLots(1_000) }
  expect(povProblem(instrument, asked, last)).toBeUndefined()
  const names = (part: Partial<typeof asked>) => {
    const { name, field } = povProblem(instrument, { ...asked, ...part }, last) ?? {}
    return [name, field]
  }
  expect(names({ participationE2: 99 })).toEqual(['algoParticipationInvalid', 'participation'])
  expect(names({ participationE2: 5_001 })).toEqual(['algoParticipationInvalid', 'participation'])
  expect(names({ intervalSec: 7 })).toEqual(['algoIntervalInvalid', 'interval'])
  expect(names({ durationSec: 299 })).toEqual(['algoDurationInvalid', 'duration'])
  expect(names({ totalLots: qtyLots(0) })).toEqual(['algoQtyTooSmall', 'qty'])
})
