// The figures that a rule reads and the effect of each of its actions, compared with the views
// (rules 8.10), and how many ended rules and firings are kept.

import type { RuleAction, RuleCondition, RuleSeries, RuleTerms } from '@basis/domain/algo/rule'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { beforeEach, expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { parseCommand } from '../../replay/text/format.ts'

const symbol = symbolId('BTCUSDT')
const alice = accountId(2)
const listing = parseCommand('list BTCUSDT LinearPerpetual', { instruments: new Map() })
if (listing.kind !== 'ListInstrument') throw new Error('no listing')
const instruments = new Map([['BTCUSDT', listing.instrument]])

let [engine, seq, nowMs]: [Engine, number, number] = [createEngine(), 0, 0]

const apply = (command: Command) => {
  seq += 1
  return engine.apply({ seq, timeMs: nowMs, command })
}
const say = (...lines: readonly string[]): void => {
  for (const text of lines) {
    expect([text, apply(parseCommand(text, { instruments })).problem]).toEqual([text, undefined])
  }
}
const price = (dollars: number): void => {
  nowMs += 1000
  say(`index BTCUSDT ${dollars}`)
}
const rules = () => engine.views.rules(alice)

/** A maker quotes above the index; alice holds 1 BTC that she bought from it at 60,100. */
beforeEach(() => {
  ;[engine, seq, nowMs] = [createEngine(), 0, 1_000_000_020_000]
  say('open #1 trader', 'deposit #1 10000000 USDT', 'open #2 trader', 'deposit #2 100000 USDT')
  apply(listing)
  price(60_000)
  say('place #1 Sell BTCUSDT 5 @ 60100', 'place #1 Buy BTCUSDT 5 @ 60080')
  say('place #2 Buy BTCUSDT 1 @ 60100')
})

const number = (valueE8: number) => ({ of: 'Number', valueE8 }) as const
const isAbove = (of: Exclude<RuleSeries['of'], 'Change' | 'Sma' | 'Ema'>, valueE8: number) =>
  ({ left: { of }, is: 'Above', right: number(valueE8) }) as const satisfies RuleCondition

const begin = (terms: Partial<RuleTerms>, seeds?: readonly (readonly number[])[]) =>
  apply({
    kind: 'PlaceRule',
    account: alice,
    symbol,
    positionIdx: 0,
    linkId: '',
    terms: {
      join: 'And',
      conditions: [isAbove('Mark', 1)],
      action: { do: 'CancelOrders' },
      most: 100,
      coolDownSec: 0,
      expiresMs: nowMs + 86_400_000,
      ...terms,
    },
    ...(seeds === undefined ? {} : { seeds }),
  })

test('every series reads its own figure', () => {
  say('open #3 trader', 'deposit #3 100000 USDT', 'place #3 Sell BTCUSDT 0.1 @ 60080')
  const all = ['Last', 'Mark', 'Index', 'Funding', 'Equity', 'MarginRate', 'Pnl', 'Roi'] as const
  const value = Object.fromEntries(
    all.map((of) => {
      const { ruleId } = begin({ conditions: [isAbove(of, 8_000_000_000_000_000)] })
      return [of, () => rules().find(({ id }) => id === ruleId)?.values[0]?.leftE8 ?? Number.NaN]
    }),
  ) as Record<(typeof all)[number], () => number>
  price(60_020)
  const view = engine.views.symbol(symbol)
  const markE8 = view?.markE8 ?? 0
  expect(markE8).not.toBe(view?.indexE8)
  expect([value.Last(), value.Mark(), value.Index()]).toEqual([60_080 * 1e8, markE8, 60_020 * 1e8])
  expect([value.Funding(), value.Funding() === 0]).toEqual([view?.fundingRateE8, false])
  const pnl = markE8 - 60_100 * 1e8
  expect([value.Pnl(), pnl < 0]).toEqual([pnl, true])
  const [held] = engine.views.positions(alice)
  const account = engine.views.account(alice)
  if (held === undefined || account === undefined) throw new Error('no position')
  expect(value.Equity()).toBe(Number(account.walletBalance) + pnl)
  const [margin, needed] = [Number(held.initialMargin), Number(account.maintenanceMargin)]
  expect(value.Roi()).toBeCloseTo(Math.trunc((pnl / margin) * 1e8), -1)
  expect(value.MarginRate()).toBeCloseTo((needed / Number(account.marginBalance)) * 1e8, -1)
  expect([value.Roi() < 0, value.MarginRate() > 0]).toEqual([true, true])
})

test('without a position PnL and ROI have no value, and no condition on them holds', () => {
  say('place #2 Sell BTCUSDT 1 market')
  begin({ conditions: [isAbove('Pnl', -1e15)], most: 1 })
  begin({ conditions: [isAbove('Roi', -1e15)], most: 1 })
  price(60_020)
  expect(rules().map(({ fired, values }) => [fired, values[0]?.leftE8])).toEqual([
    [0, undefined],
    [0, undefined],
  ])
})

/** Begins a rule that holds at once, lets it fire and returns the problem of its action. */
const fire = (action: RuleAction): string | undefined => {
  const { ruleId } = begin({ action, most: 1 })
  price(60_020)
  const rule = rules().find(({ id }) => id === ruleId)
  expect(rule?.fired).toBe(1)
  return rule?.firings[0]?.problem?.name
}
const sizeOf = (): number => engine.views.positions(alice)[0]?.position.sizeLots ?? 0
const openOrders = (): number => (engine.views.account(alice)?.orderMargin === 0n ? 0 : 1)

test('the action Order sends a market or a limit order, reduce-only if it says so', () => {
  const order = { do: 'Order', side: 'Sell', qtyLots: qtyLots(250), reduceOnly: false } as const
  expect(fire(order)).toBeUndefined()
  expect(sizeOf()).toBe(750)
  expect(fire({ ...order, qtyLots: qtyLots(900), reduceOnly: true })).toBeUndefined()
  expect(sizeOf()).toBe(0)
  expect(fire({ ...order, reduceOnly: true })).toBe('reduceOnlyWithoutPosition')
  const limit = { ...order, side: 'Buy', priceTicks: priceTicks(590_000) } as const
  expect([fire(limit), openOrders(), sizeOf()]).toEqual([undefined, 1, 0])
  expect([fire({ do: 'CancelOrders' }), openOrders()]).toEqual([undefined, 0])
})

test('CancelOrders cancels orders and keeps positions; CloseAll closes positions and keeps orders', () => {
  say('place #2 Buy BTCUSDT 1 @ 59000')
  expect(fire({ do: 'CancelOrders' })).toBeUndefined()
  expect([openOrders(), sizeOf()]).toEqual([0, 1000])
  say('place #2 Buy BTCUSDT 1 @ 59000')
  expect(fire({ do: 'CloseAll' })).toBeUndefined()
  expect([openOrders(), sizeOf()]).toEqual([1, 0])
})

test('TakeProfit and StopLoss are set for the whole position, triggered by the mark', () => {
  expect(fire({ do: 'TakeProfit', triggerTicks: priceTicks(650_000) })).toBeUndefined()
  expect(fire({ do: 'StopLoss', triggerTicks: priceTicks(550_000) })).toBeUndefined()
  expect(engine.views.positions(alice)[0]?.tpsl.full).toMatchObject({
    takeProfit: { triggerTicks: 650_000, triggerBy: 'MarkPrice' },
    stopLoss: { triggerTicks: 550_000, triggerBy: 'MarkPrice' },
  })
  // The stop-loss of a long must be below the mark; the one before stays.
  expect(fire({ do: 'StopLoss', triggerTicks: priceTicks(650_000) })).toBe('slPosPriceTooHigh')
  expect(engine.views.positions(alice)[0]?.tpsl.full?.stopLoss?.triggerTicks).toBe(550_000)
})

test('a resumed rule is evaluated as if new: what holds fires again, a crossing during the pause does not', () => {
  const conditions = [{ ...isAbove('Index', 60_000 * 1e8), is: 'CrossesAbove' as const }]
  const crossing = begin({ conditions }).ruleId ?? 0
  price(59_990)
  const holding = begin({}).ruleId ?? 0
  price(59_990)
  const fired = () =>
    [crossing, holding].map((ruleId) => rules().find(({ id }) => id === ruleId)?.fired)
  expect(fired()).toEqual([0, 1])
  for (const state of ['Paused', 'Running'] as const) {
    for (const ruleId of [crossing, holding]) {
      apply({ kind: 'SetRuleState', account: alice, ruleId, state })
    }
    if (state === 'Paused') price(60_010)
  }
  price(60_010)
  expect(fired()).toEqual([0, 2])
})

test('an account keeps ten ended rules, and each rule its ten newest firings', () => {
  const { ruleId } = begin({ conditions: [isAbove('Index', 60_000 * 1e8)] })
  for (let swing = 0; swing < 12; swing += 1) [59_990, 60_010].forEach(price)
  const [rule] = rules()
  expect([rule?.fired, rule?.firings.length, rule?.firings.at(-1)?.timeMs]).toEqual([12, 10, nowMs])
  for (let ended = 0; ended < 12; ended += 1) fire({ do: 'CancelOrders' })
  const ids = rules().map(({ id }) => id - (ruleId ?? 0))
  expect(ids).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('closes sent with a rule must be valid prices, at most a thousand, for its own series only', () => {
  const conditions: RuleCondition[] = [
    { left: { of: 'Sma', price: 'Mark', bars: 3, minutes: 1 }, is: 'Above', right: number(1) },
  ]
  const refused = (seeds: readonly (readonly number[])[]) =>
    begin({ conditions }, seeds).problem?.field
  expect(refused([[0]])).toBe('seeds')
  expect(refused([[1.5]])).toBe('seeds')
  expect(refused([Array.from({ length: 1001 }, () => 1)])).toBe('seeds')
  expect(refused([[1], [1]])).toBe('seeds')
  expect(refused([[1, 2]])).toBeUndefined()
})
