// A gap of half the price and a cascade that empties the insurance fund: both really happen,
// nothing is lost in any command, and replays from snapshots have the same result (reliability M1,
// L6, L8, L10, L11, L12).

import type { Event } from '@basis/engine/events'
import { describe, expect, test } from 'vitest'
import { StressRun, type StressScenario, type Moment } from './stress-scenarios.ts'
import { replay } from './simulation.ts'

const seed = 24

const having = ({ moments }: StressScenario, kind: Event['kind']): readonly Moment[] =>
  moments.filter(({ events }) => events.some((event) => event.kind === kind))

const counted = (moments: readonly Moment[], kind: Event['kind']): number =>
  moments.flatMap(({ events }) => events).filter((event) => event.kind === kind).length

function expectSameReplay({ moments, stateHash, eventHash }: StressScenario): void {
  const commands = moments.map(({ numbered }) => numbered)
  expect(replay(commands, seed, 12)).toEqual({ stateHash, eventHash })
  expect(replay(commands, seed, 0)).toEqual({ stateHash, eventHash })
}

/** Expects that the fund traded, deleveraged or still holds every position that it took over. */
function expectFundAddsUp({ moments }: StressScenario): void {
  const lots = new Map<string, number>()
  const add = (symbol: string, signed: number): void => {
    lots.set(symbol, (lots.get(symbol) ?? 0) + signed)
  }
  const held = new Map<string, number>()
  for (const event of moments.flatMap(({ events }) => events)) {
    if (event.kind === 'PositionTakenOver') {
      add(event.symbol, event.side === 'Buy' ? event.sizeLots : -event.sizeLots)
    }
    if (event.kind === 'PositionDeleveraged') {
      add(event.symbol, event.side === 'Buy' ? event.closedLots : -event.closedLots)
    }
    if (event.kind === 'OrderFilled' && event.order.account === 0) {
      add(event.order.symbol, (event.order.side === 'Buy' ? 1 : -1) * event.fill.qtyLots)
    }
    if (event.kind === 'PositionChanged' && event.position.account === 0) {
      const { symbol, side, sizeLots } = event.position
      held.set(symbol, side === 'Sell' ? -sizeLots : sizeLots)
    }
    if (event.kind === 'PositionDelivered' && event.account === 0) lots.delete(event.symbol)
  }
  for (const [symbol, size] of held) expect([symbol, lots.get(symbol) ?? 0]).toEqual([symbol, size])
}

describe('a gap of 50 %', () => {
  const gap = new StressRun(seed).crowd(100).calm(200).leveraged(20, 5000n).calm(3)
  const before = gap.length
  const day = gap.prices(0.5, 1).prices(1, 5).crowd(500).over()
  const fall = day.moments[before]

  test('M1, L6: halves the mark in one command that liquidates and takes over', () => {
    const markOf = (moment: Moment | undefined): number =>
      moment?.events
        .flatMap((event) =>
          event.kind === 'PricesChanged' && event.symbol === 'BTCUSDT' ? [event.markE8] : [],
        )
        .at(-1) ?? 0
    const calm = day.moments.slice(0, before).findLast((moment) => markOf(moment) > 0)
    expect(markOf(fall) / markOf(calm)).toBeLessThan(0.52)
    const fell = fall === undefined ? [] : [fall]
    expect(counted(fell, 'LiquidationStarted')).toBeGreaterThanOrEqual(5)
    expect(counted(fell, 'PositionTakenOver')).toBeGreaterThanOrEqual(5)
  })

  test('L11, L12: positions that the fund cannot cover are deleveraged, to the lot', () => {
    expect(having(day, 'PositionDeleveraged').length).toBeGreaterThan(0)
    expectFundAddsUp(day)
  })

  test('R1, D5: has the same result in a replay with restarts and without', () =>
    expectSameReplay(day))
})

describe('a cascade', () => {
  const start = new StressRun(seed).crowd(100).calm(200).leveraged(25, 5000n).calm(3)
  const before = start.length
  const day = start.prices(0.985, 30).prices(1, 5).crowd(500).over()
  const had = day.moments[before - 1]?.poolUsdt ?? 0n
  const after = { ...day, moments: day.moments.slice(before) }

  test('M1, L6: liquidations follow each other over many prices', () => {
    expect(having(after, 'LiquidationStarted').length).toBeGreaterThanOrEqual(3)
    expect(counted(after.moments, 'LiquidationStarted')).toBeGreaterThanOrEqual(6)
    expect(counted(after.moments, 'PositionTakenOver')).toBeGreaterThanOrEqual(6)
  })

  test('L8, L10: empties the insurance fund to exactly zero', () => {
    expect(had).toBeGreaterThan(0n)
    const least = after.moments.reduce(
      (min, { poolUsdt }) => (poolUsdt < min ? poolUsdt : min),
      had,
    )
    expect(least).toBe(0n)
  })

  test('L11: then deleverages the winners, to the lot', () => {
    expect(counted(after.moments, 'PositionDeleveraged')).toBeGreaterThanOrEqual(3)
    expectFundAddsUp(day)
  })

  test('R1, D5: has the same result in a replay with restarts and without', () =>
    expectSameReplay(day))
})
