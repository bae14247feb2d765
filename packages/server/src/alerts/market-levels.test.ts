// Alerts found by their levels: the same ones fire as when every alert is checked at each price.

import { isTriggered, sideOfLevel, type LevelSide } from '@basis/domain/alerts/alert'
import { accountId } from '@basis/domain/numbers/brand'
import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import type { StoredAlert } from './alert-store.ts'
import { AlertWatch } from './alert-watch.ts'
import { MarketLevels } from './market-levels.ts'

const symbol = 'BTCUSDT'
const operators = ['above', 'below', 'crosses'] as const
const alertOf = (id: number, terms: Partial<StoredAlert['terms']>): StoredAlert => ({
  id,
  account: accountId(1001),
  linkId: '',
  terms: { symbols: [symbol], figure: 'last', operator: 'above', level: 0, note: '', ...terms },
  state: 'active',
  fired: 0,
  lastFiredMs: 0,
  createdMs: 0,
  updatedMs: 0,
  updateNo: 1,
})

test('law: over random levels, prices, cool-downs and changes the same alerts fire as in a full check', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const prng = createPrng(seed)
    const below = (bound: number): number => prng.nextBelow(bound)
    const watch = new AlertWatch()
    const alerts = new Map<number, StoredAlert>()
    const levelStates = new Map<number, { side: LevelSide; firedMs: number }>()
    let value = 100
    for (let k = 0; k < 400; k += 1) {
      const nowMs = 1000 * k
      const roll = below(12)
      if (roll === 0 || k < 8) {
        const id = k + 1
        const operator = operators[below(3)] ?? 'above'
        const level = 90 + below(20)
        const coolDown = below(2) === 0 ? {} : { coolDownSec: 1 + below(30) }
        const alert = alertOf(id, { operator, level, ...coolDown })
        alerts.set(id, alert)
        watch.add(alert)
      } else if (roll === 1) {
        const id = [...alerts.keys()][below(alerts.size)] ?? 0
        alerts.delete(id)
        levelStates.delete(id)
        watch.remove(id)
      }
      value += below(7) - 3
      const expected: number[] = []
      for (const [id, { terms }] of alerts) {
        const before = levelStates.get(id)
        const side = sideOfLevel(value, terms.level)
        const isCoolingDown =
          before !== undefined && nowMs < before.firedMs + (terms.coolDownSec ?? 0) * 1000
        const fires = isTriggered(terms.operator, before?.side, side) && !isCoolingDown
        levelStates.set(id, { side, firedMs: fires ? nowMs : (before?.firedMs ?? 0) })
        if (fires) expected.push(id)
      }
      const fired = watch
        .check({ figure: 'last', symbol }, value, nowMs)
        .map(({ alert }) => alert.id)
      expect([seed, k, ...fired]).toEqual([seed, k, ...expected])
    }
  }
})

test('a price move returns the levels it passes, both ends included, and no others', () => {
  const levels = new MarketLevels()
  for (let id = 1; id <= 5; id += 1) levels.add(10 * id, id)
  expect(levels.reached(5)).toEqual([1, 2, 3, 4, 5])
  expect(levels.reached(6)).toEqual([])
  expect(levels.reached(30)).toEqual([1, 2, 3])
  expect(levels.reached(30)).toEqual([3])
  levels.remove(30, 3)
  expect(levels.reached(19)).toEqual([2])
  levels.checkAgain(5)
  expect(levels.reached(19)).toEqual([5])
})

test('changes that were not saved are returned again, with later changes', () => {
  const watch = new AlertWatch()
  watch.add(alertOf(1, { level: 100 }))
  watch.check({ figure: 'last', symbol }, 90, 0)
  const first = watch.changed()
  expect(first).toHaveLength(1)
  // They could not be saved; meanwhile the alert has changed again.
  expect(watch.changed()).toEqual(first)
  watch.check({ figure: 'last', symbol }, 110, 1)
  watch.saved(first)
  expect(watch.changed()).toMatchObject([{ alertId: 1, side: 1 }])
  watch.saved(watch.changed())
  expect(watch.changed()).toEqual([])
})
