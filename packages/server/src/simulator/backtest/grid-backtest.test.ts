// A backtest against a later run of the same prices (rules 17.8): a bot in a whole exchange, with
// other markets, traders and other orders in the book, has the same result to the last digit.

import type { GridTerms } from '@basis/domain/grid/terms'
import { usualGrid } from '@basis/domain/testing/grid-terms'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, parseDecimal, priceE8 } from '@basis/domain/numbers/fixed'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { createPrng } from '@basis/domain/numbers/prng'
import type { Side } from '@basis/domain/orders/order'
import type { Command } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import { expect, test } from 'vitest'
import { proofLength } from '../../../../../checks/proof-length.ts'
import { backtestGrid, type BacktestResult } from './grid-backtest.ts'
import { walkOf, type WalkPoint } from './price-walk.ts'

const coins = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const startMs = 1_790_035_200_000
const lines = {
  'BTC/USDT': 'list BTC/USDT Spot BTC/USDT tick=1 lot=0.000001 fees=0.1:0.1 band=90:90',
  BTCUSDT:
    'list BTCUSDT LinearPerpetual BTC/USDT tick=1 lot=0.001 fees=0.055:0.02 band=90:90 qty=1l..100000000l',
} as const
type Name = keyof typeof lines

function instrumentOf(name: Name) {
  const command = parseCommand(lines[name], { instruments: new Map() })
  if (command.kind !== 'ListInstrument') throw new Error('no listing')
  return command.instrument
}

/** A random walk of prices, one each minute. */
function pathOf(seed: number): readonly WalkPoint[] {
  const prng = createPrng(seed)
  let ticks = 54_000
  return Array.from({ length: 120 }, (_, k) => {
    const point = { timeMs: startMs + k * 60_000, ticks, isEnd: true }
    ticks = Math.min(70_000, Math.max(40_000, ticks + prng.nextBelow(6001) - 3000))
    return point
  })
}

/** The same prices later, in a whole exchange whose makers move through each level. */
function laterRun(name: Name, terms: GridTerms, path: readonly WalkPoint[]) {
  const engine = createEngine()
  const [me, maker, taker, other] = [accountId(7), accountId(8), accountId(9), accountId(10)]
  const laterMs = 7 * 86_400_000
  let [seq, timeMs] = [0, startMs + laterMs]
  const give = (command: Command) => {
    seq += 1
    const applied = engine.apply({ seq, timeMs, command })
    if (applied.problem !== undefined) throw new Error(`${command.kind}: ${applied.problem.name}`)
    return applied
  }
  for (const line of Object.values(lines)) give(parseCommand(line, { instruments: new Map() }))
  for (const account of [me, maker, taker, other]) {
    give({ kind: 'OpenAccount', account, role: 'trader' })
    give({ kind: 'Deposit', account, coin: 'USDT', amount: coins('100000000') })
    give({ kind: 'Deposit', account, coin: 'BTC', amount: coins('10000') })
  }
  const symbol = symbolId(name)
  const order = (account: typeof me, side: Side, at: number, lots: number) =>
    give({
      kind: 'PlaceOrder',
      account,
      symbol,
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(at),
      qtyLots: qtyLots(lots),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    })
  const index = (at: number) =>
    give({
      kind: 'UpdatePrices',
      prices: [symbolId('BTC/USDT'), symbolId('BTCUSDT')].map((each) => ({
        symbol: each,
        indexE8: priceE8(at * 1e8),
      })),
    })
  const clear = () => give({ kind: 'CancelAllOrders', account: maker })
  const unit = name === 'BTCUSDT' ? 1 : 1000
  const big = name === 'BTCUSDT' ? 2000 : instrumentOf(name).maxQtyLots
  /** Trades at a price: a taker fills the orders resting there, then the makers trade once. */
  const at = (price: number) => {
    index(price)
    for (const side of ['Buy', 'Sell'] as const) {
      order(taker, side, price, big)
      give({ kind: 'CancelAllOrders', account: taker })
    }
    order(maker, 'Buy', price, unit)
    order(other, 'Sell', price, unit)
    clear()
    index(price)
  }
  const [first = path[0], ...rest] = path
  let last = first?.ticks ?? 0
  at(last)
  order(maker, terms.mode === 'Short' ? 'Buy' : 'Sell', last, big)
  if (terms.mode === 'Neutral') clear()
  const made = give({ kind: 'CreateGrid', account: me, symbol, terms, investment: coins('10000') })
  clear()
  const wallet = made.wallet ?? accountId(0)
  for (const point of rest) {
    timeMs = point.timeMs + laterMs
    give({ kind: 'AdvanceTime' })
    const step = 500
    while (last !== point.ticks) {
      const way = point.ticks - last
      // Levels are whole thousands, so that no step skips one.
      const grid =
        way > 0 ? Math.floor(last / step) * step + step : Math.ceil(last / step) * step - step
      last = way > 0 ? Math.min(grid, point.ticks) : Math.max(grid, point.ticks)
      at(last)
    }
  }
  return engine.views.grids.bot(wallet)
}

async function tested(name: Name, terms: GridTerms, path: readonly WalkPoint[]) {
  const asked = { instrument: instrumentOf(name), terms, investment: coins('10000') }
  const result = await backtestGrid(asked, path, () => Promise.resolve())
  if ('name' in result) throw new Error(result.name)
  return result satisfies BacktestResult
}

const kinds: readonly (readonly [Name, Partial<GridTerms>])[] = [
  ['BTC/USDT', {}],
  ['BTC/USDT', { spacing: 'Arithmetic', cells: 20 }],
  ['BTCUSDT', { mode: 'Neutral', leverageE2: leverageE2(300) }],
  ['BTCUSDT', { mode: 'Long', leverageE2: leverageE2(200) }],
  ['BTCUSDT', { mode: 'Short', leverageE2: leverageE2(200) }],
]

test.each(kinds)(
  '17.8: the backtest of %s %o equals a later run of the same prices in a whole exchange',
  async (name, change) => {
    const terms = { ...usualGrid, ...change }
    for (let seed = 1; seed <= proofLength(5, 2); seed += 1) {
      const path = pathOf(seed)
      const { bot } = await tested(name, terms, path)
      const later = laterRun(name, terms, path)
      const figures = (of: typeof bot | undefined) =>
        of && {
          lots: of.lots,
          completed: of.completed,
          profit: of.profit,
          total: of.total,
          worth: of.worth,
          status: of.status,
          end: of.end,
          problem: of.problem,
          cells: of.cells.map(({ orderId: _id, ...cell }) => cell),
          log: of.log.map(({ timeMs: _at, ...cell }) => cell),
        }
      expect(figures(bot)).toEqual(figures(later))
      expect(bot.completed).toBeGreaterThan(0)
    }
  },
)

test('17.8: EX-13.4: one way down to 53,000 and up to 57,000 brings 341.81292098', async () => {
  const path = [54_000, 52_999, 57_000].map((ticks, k) => {
    return { timeMs: startMs + k * 60_000, ticks, isEnd: true }
  })
  // The cells of the example have 0.08795882 BTC, in lots of the eighth decimal. Three buys, and
  // the entry of two cells at 54,270 with its fee, cost 22,476.9969; one lot more costs 0.0026.
  const fine = `${lines['BTC/USDT'].replace('lot=0.000001', 'lot=0.00000001')} qty=1l..100000000l`
  const listed = parseCommand(fine, { instruments: new Map() })
  if (listed.kind !== 'ListInstrument') throw new Error('no listing')
  const { instrument } = listed
  const asked = { instrument, terms: usualGrid, investment: coins('22476.998') }
  const result = await backtestGrid(asked, path, () => Promise.resolve())
  if ('name' in result) throw new Error(result.name)
  const { completed, profit, lots, cells, log } = result.bot
  expect([lots, completed, profit]).toEqual([8_795_882, 1, coins('341.81292098')])
  expect(log).toMatchObject([{ buyTicks: 53_000, sellTicks: 57_000, profit }])
  // The cells above the gap sell what their buys brought net of the fee.
  expect(cells.map((cell) => [cell.side, cell.lots])).toEqual([
    ...Array<unknown>(3).fill(['Buy', 8_795_882]),
    ...Array<unknown>(2).fill(['Sell', 8_787_086]),
  ])
})

test('17.8: a backtest goes by the version of the rules of the exchange', async () => {
  const terms = { ...usualGrid, mode: 'Neutral', leverageE2: leverageE2(10_000) } as const
  // More than 2,000,000 at 100x.
  const asked = { instrument: instrumentOf('BTCUSDT'), terms, investment: coins('900000') }
  const by = async (rules: number) => {
    const result = await backtestGrid({ ...asked, rules }, pathOf(1), () => Promise.resolve())
    return 'name' in result ? result.name : result.bot.end
  }
  expect([await by(2), await by(3)]).toEqual(['OrderRefused', 'gridInvestmentTooLarge'])
})

test('17.8: a stop-loss ends the bot at its price, and the equity curve ends there', async () => {
  const path = [54_000, 50_000, 43_000, 60_000].map((ticks, k) => {
    return { timeMs: startMs + k * 60_000, ticks, isEnd: true }
  })
  const { bot, curve, drawdown } = await tested(
    'BTC/USDT',
    { ...usualGrid, stopLossTicks: priceTicks(44_000) },
    path,
  )
  expect(bot).toMatchObject({ status: 'Ended', end: 'StopLoss', endTicks: 44_000 })
  expect(curve.at(-1)?.worth).toBe(bot.worth)
  expect(drawdown).toBeGreaterThan(0n)
})

test('17.8: a rising candle is walked from its low to its high, a falling one from high to low', () => {
  const candle = { startMs, open: 10, high: 14, low: 8, close: 12, volumeLots: 0, turnover: 0n }
  const walk = walkOf([candle, { ...candle, startMs: startMs + 60_000, close: 9 }], 60_000)
  expect(walk.map(({ ticks }) => ticks)).toEqual([10, 8, 14, 12, 10, 14, 8, 9])
  expect(walk.filter(({ isEnd }) => isEnd).map(({ ticks }) => ticks)).toEqual([12, 9])
})
