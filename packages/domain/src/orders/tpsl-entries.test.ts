// The effect of position changes on TP/SL (rules 8.5): the examples, and law 14.2.30.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import type { TpslLeg, TpslLegs, TriggerBasis } from './order.ts'
import {
  fillEffect,
  freeSizes,
  freeEntries,
  noTpsl,
  tpslAfterFill,
  trimmedEntries,
  type FilledTpsl,
  type PartialEntry,
  type PositionTpsl,
} from './tpsl-entries.ts'

const leg = (price: number, triggerBy: TriggerBasis = 'LastPrice'): TpslLeg => ({
  triggerTicks: priceTicks(price),
  triggerBy,
  orderType: 'Market',
})
const both = (tp: number, sl: number): TpslLegs => ({ takeProfit: leg(tp), stopLoss: leg(sl) })
const entry = (id: number, lots: number, legs = both(61, 59)): PartialEntry => ({
  id,
  qtyLots: qtyLots(lots),
  legs,
})
const attached = (change: Partial<FilledTpsl> = {}): FilledTpsl => ({
  orderId: 7,
  entryId: 70,
  mode: 'Full',
  legs: both(47_000, 50_000),
  ...change,
})

test('free sizes and numbers of entries are counted for take-profits and stop-losses separately', () => {
  const lone = entry(2, 3, { stopLoss: leg(59) } as TpslLegs)
  expect(freeEntries([entry(1, 4), lone], 10)).toEqual({
    tpFreeLots: 6,
    slFreeLots: 3,
    tpEntries: 1,
    slEntries: 2,
  })
  expect(freeEntries([], 10)).toEqual({
    tpFreeLots: 10,
    slFreeLots: 10,
    tpEntries: 0,
    slEntries: 0,
  })
})

describe('full TP/SL', () => {
  const standing: PositionTpsl = { full: both(50_000, 48_000), partial: [] }
  test('EX-8.3: a sale of 3 out of 5 keeps TP 50,000 / SL 48,000', () => {
    const effect = fillEffect(5, -3)
    expect(effect).toEqual({ afterLots: 2, closedLots: 3, openedLots: 0, ends: false })
    expect(tpslAfterFill(standing, effect, attached())).toEqual(standing)
  })
  test('EX-8.3: a sale of 6 with a long of 5 leaves a short of 1 with TP 47,000 / SL 50,000', () => {
    const effect = fillEffect(5, -6)
    expect(effect).toEqual({ afterLots: -1, closedLots: 5, openedLots: 1, ends: true })
    expect(tpslAfterFill(standing, effect, attached()).full).toEqual(both(47_000, 50_000))
    expect(tpslAfterFill(standing, effect)).toEqual(noTpsl)
  })
  test('an opening order replaces the legs that it has; the other leg stays', () => {
    const legs = { takeProfit: leg(52_000) }
    const after = tpslAfterFill(standing, fillEffect(5, 1), attached({ legs }))
    expect(after.full).toEqual({ takeProfit: leg(52_000), stopLoss: leg(48_000) })
  })
  test('closing the position removes all of its TP/SL', () => {
    const all = { full: both(2, 1), partial: [entry(1, 5)] }
    expect(tpslAfterFill(all, fillEffect(5, -5))).toEqual(noTpsl)
  })
})

describe('partial entries', () => {
  test('EX-8.4: long 10 with entries A of 4 and B of 5: after a sale of 3, A is 4 and B 3', () => {
    const partial = [entry(1, 4), entry(2, 5)]
    expect(freeSizes(partial, 10)).toEqual({ tpFreeLots: 1, slFreeLots: 1 })
    const after = tpslAfterFill({ partial }, fillEffect(10, -3))
    expect(after.partial.map(({ qtyLots: lots }) => lots)).toEqual([4, 3])
    expect(freeSizes(after.partial, 7)).toEqual({ tpFreeLots: 0, slFreeLots: 0 })
  })
  test('an entry that is cut to 0 is removed', () => {
    const kept = trimmedEntries([entry(1, 4), entry(2, 5)], 3)
    expect(kept).toEqual([entry(1, 3)])
  })
  test('take-profits and stop-losses are counted separately', () => {
    const partial = [
      entry(1, 5, { takeProfit: leg(61) }),
      entry(2, 5, { stopLoss: leg(59) }),
      entry(3, 2, { takeProfit: leg(62) }),
    ]
    expect(freeSizes(partial, 8)).toEqual({ tpFreeLots: 1, slFreeLots: 3 })
    expect(trimmedEntries(partial, 7)).toEqual(partial)
    expect(trimmedEntries(partial, 6).map(({ qtyLots: lots }) => lots)).toEqual([5, 5, 1])
  })
  test('an attached partial TP/SL grows with the fills of its order', () => {
    const own = attached({ mode: 'Partial' })
    const first = tpslAfterFill(noTpsl, fillEffect(0, 2), own)
    expect(first.partial).toMatchObject([{ id: 70, qtyLots: 2, parentId: 7 }])
    const second = tpslAfterFill(first, fillEffect(2, 3), own)
    expect(second.partial).toMatchObject([{ id: 70, qtyLots: 5, parentId: 7 }])
  })
  test('14.2.30: after any fill the entries fit the position, and none is left without a position', () => {
    const anyLegs = fc.constantFrom<TpslLegs>(
      both(61, 59),
      { takeProfit: leg(61) },
      { stopLoss: leg(59) },
    )
    const anyFill = fc.record({
      lots: fc.integer({ min: -50, max: 50 }).filter((lots) => lots !== 0),
      order: fc.integer({ min: 1, max: 5 }),
      mode: fc.constantFrom('Full' as const, 'Partial' as const, undefined),
      legs: anyLegs,
    })
    fc.assert(
      fc.property(fc.array(anyFill, { maxLength: 30 }), (fills) => {
        let lots = 0
        let tpsl = noTpsl
        fills.forEach((fill, k) => {
          const effect = fillEffect(lots, fill.lots)
          const { mode, legs, order } = fill
          const own = mode && { orderId: order, entryId: 100 + k, mode, legs }
          tpsl = tpslAfterFill(tpsl, effect, own)
          lots = effect.afterLots
          const size = Math.abs(lots)
          for (const name of ['takeProfit', 'stopLoss'] as const) {
            const held = tpsl.partial.filter((each) => each.legs[name] !== undefined)
            expect(held.reduce((sum, each) => sum + each.qtyLots, 0)).toBeLessThanOrEqual(size)
          }
          expect(tpsl.partial.every((each) => each.qtyLots > 0)).toBe(true)
          if (lots === 0) expect(tpsl).toEqual(noTpsl)
        })
      }),
    )
  })
})
