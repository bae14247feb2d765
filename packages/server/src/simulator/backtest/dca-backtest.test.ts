// DCA bots over past prices (rules 21.2, 21.3, 21.6): purchases at the scheduled times
// and the prices then, and the same end as in the exchange.

import type { DcaTerms } from '@basis/domain/spot-bots/terms'
import { amount, parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import { parseCommand } from '@basis/engine/text'
import { expect, test } from 'vitest'
import { backtestDca, type DcaBacktestResult } from './dca-backtest.ts'
import type { WalkPoint } from './price-walk.ts'

const coins = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const startMs = 1_790_035_200_000
const hourMs = 3_600_000
const listing = parseCommand(
  'list BTC/USDT Spot BTC/USDT tick=1 lot=0.000001 fees=0:0 band=90:90',
  { instruments: new Map() },
)
if (listing.kind !== 'ListInstrument') throw new Error('no listing')
const { instrument } = listing

const usual: DcaTerms = {
  kind: 'Dca',
  symbol: instrument.symbol,
  amount: coins('1100'),
  purchases: 3,
  intervalMs: hourMs,
  lowTicks: priceTicks(0),
  highTicks: priceTicks(0),
  takeProfitE4: 0,
}
/** A walk over prices in dollars at hours after the start. */
const way = (...prices: readonly (readonly [hours: number, price: number])[]): WalkPoint[] =>
  prices.map(([hours, ticks]) => ({ timeMs: startMs + hours * hourMs, ticks, isEnd: true }))

async function backtest(terms: Partial<DcaTerms>, walk: WalkPoint[]): Promise<DcaBacktestResult> {
  const result = await backtestDca(
    { instrument, terms: { ...usual, ...terms } },
    walk,
    async () => {},
  )
  if ('name' in result) throw new Error(result.name)
  return result
}

test('EX-21.6: a DCA bot buys at once, then every hour at the price then', async () => {
  const { bot, curve } = await backtest({}, way([0, 50_000], [4, 70_000]))
  expect(bot).toMatchObject({ done: 3, status: 'Ended', end: 'Completed', spent: coins('3299.98') })
  // 1,100 buy 0.022 at 50,000, 0.02 at 55,000 and 0.018333 at 60,000, whole lots of each.
  const bought = bot.log.map(({ base }) => base).toReversed()
  const [first = 0n, second = 0n, third = 0n] = bought
  expect(first).toBe(coins('0.022'))
  expect(second).toBe(coins('0.02'))
  expect(third).toBe(coins('0.018333'))
  expect(curve.at(-1)?.timeMs).toBeLessThan(startMs + 2.01 * hourMs)
})

test('21.2: a purchase outside the price range is skipped and does not count', async () => {
  const walk = way([0, 50_000], [0.5, 52_000], [1.5, 52_000], [1.6, 50_000], [6, 50_000])
  const { bot } = await backtest({ highTicks: priceTicks(51_000) }, walk)
  expect(bot).toMatchObject({ done: 3, end: 'Completed' })
  expect(bot.log.every(({ base }) => base === coins('0.022'))).toBe(true)
})

test('EX-21.2: a take-profit of 10 % sells when the price has risen by 10 %', async () => {
  const { bot, curve, drawdown } = await backtest(
    { purchases: 1, takeProfitE4: 1000 },
    way([0, 50_000], [1, 45_000], [5, 60_000]),
  )
  expect(bot).toMatchObject({ status: 'Ended', end: 'TakeProfit' })
  expect(curve.at(-1)?.ticks).toBeGreaterThanOrEqual(55_000)
  expect(curve.at(-1)?.ticks).toBeLessThan(55_010)
  expect(bot.total).toBeGreaterThanOrEqual(coins('110'))
  // In between it was worth a tenth less.
  expect(drawdown).toBe(coins('110'))
})

test('terms that the exchange refuses are refused with the same problem', async () => {
  const terms = { ...usual, amount: coins('1') }
  const result = await backtestDca({ instrument, terms }, way([0, 50_000]), async () => {})
  expect('name' in result && result.name).toBe('gridInvestmentTooSmall')
})

test('a pair that only takes cancels or reducing orders now has the same past', async () => {
  const walk = way([0, 50_000], [4, 70_000])
  const { bot } = await backtest({}, walk)
  for (const status of ['CancelOnly', 'ReduceOnly'] as const) {
    const asked = { instrument: { ...instrument, status }, terms: usual }
    expect(await backtestDca(asked, walk, async () => {})).toMatchObject({ bot })
  }
})
