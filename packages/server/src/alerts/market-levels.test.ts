// Alerts found by their levels: the same ones are told as when every alert is looked at each time.

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

test('law: over random levels, prices, rests and changes nobody is missed', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const prng = createPrng(seed)
    const below = (bound: number): number => prng.nextBelow(bound)
    const watch = new AlertWatch()
    const alerts = new Map<number, StoredAlert>()
    const stood = new Map<number, { side: LevelSide; toldMs: number }>()
    let value = 100
    for (let k = 0; k < 400; k += 1) {
      const nowMs = 1000 * k
      const roll = below(12)
      if (roll === 0 || k < 8) {
        const id = k + 1
        const operator = operators[below(3)] ?? 'above'
        const level = 90 + below(20)
        const rest = below(2) === 0 ? {} : { coolDownSec: 1 + below(30) }
        const alert = alertOf(id, { operator, level, ...rest })
        alerts.set(id, alert)
        watch.add(alert)
      } else if (roll === 1) {
        const id = [...alerts.keys()][below(alerts.size)] ?? 0
        alerts.delete(id)
        stood.delete(id)
        watch.remove(id)
      }
      value += below(7) - 3
      const expected: number[] = []
      for (const [id, { terms }] of alerts) {
        const before = stood.get(id)
        const side = sideOfLevel(value, terms.level)
        const rests =
          before !== undefined && nowMs < before.toldMs + (terms.coolDownSec ?? 0) * 1000
        const tells = isTriggered(terms.operator, before?.side, side) && !rests
        stood.set(id, { side, toldMs: tells ? nowMs : (before?.toldMs ?? 0) })
        if (tells) expected.push(id)
      }
      const told = watch.look({ figure: 'last', symbol }, value, nowMs).map(({ alert }) => alert.id)
      expect([seed, k, ...told]).toEqual([seed, k, ...expected])
    }
  }
})

test('a move looks at what it passes, ends included, and at nothing else', () => {
  const levels = new MarketLevels()
  for (let id = 1; id <= 5; id += 1) levels.add(10 * id, id)
  expect(levels.reached(5)).toEqual([1, 2, 3, 4, 5])
  expect(levels.reached(6)).toEqual([])
  expect(levels.reached(30)).toEqual([1, 2, 3])
  expect(levels.reached(30)).toEqual([3])
  levels.remove(30, 3)
  expect(levels.reached(19)).toEqual([2])
  levels.lookAgain(5)
  expect(levels.reached(19)).toEqual([5])
})

test('what could not be written is written by the next save', () => {
  const watch = new AlertWatch()
  watch.add(alertOf(1, { level: 100 }))
  watch.look({ figure: 'last', symbol }, 90, 0)
  const first = watch.changed()
  expect(first).toHaveLength(1)
  // The disk did not take them; meanwhile one has moved on.
  expect(watch.changed()).toEqual(first)
  watch.look({ figure: 'last', symbol }, 110, 1)
  watch.saved(first)
  expect(watch.changed()).toMatchObject([{ alertId: 1, side: 1 }])
  watch.saved(watch.changed())
  expect(watch.changed()).toEqual([])
})
