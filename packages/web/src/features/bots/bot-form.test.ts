// The form of a grid bot: request, preview and problems, which are those of the exchange.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireBot, WireShownBot } from '@basis/protocol/grid/calls'
import { expect, test } from 'vitest'
import { problemMessage } from '../../client/error-reactions.ts'
import { formatFor } from '../../i18n/format.ts'
import { say } from '../../i18n/i18n.ts'
import {
  addedGridProblem,
  addedProblem,
  advisedRange,
  requestOf,
  fieldOf,
  firstForm,
  formOf,
  fundsOf,
  previewOf,
  stopsProblem,
} from './bot-form.ts'
import { returnedWords } from './bot-figures.ts'
import { plotted } from './grid-plot.ts'
import { shownIn } from './shown-order.ts'

const instrument = {
  symbol: 'BTC/USDT',
  kind: 'Spot',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSizeE8: 1_000_000,
  lotSizeE8: 100,
  minPriceTicks: 1,
  maxPriceTicks: 100_000_000,
  minQtyLots: 10,
  maxQtyLots: 100_000_000,
  minNotional: 500_000_000n,
  makerFeeE8: 100_000,
  takerFeeE8: 100_000,
  minLeverageE2: 100,
  riskTiers: [],
} as unknown as Instrument

const form = { ...firstForm, low: '45000', high: '65000', cells: '5', investment: '20000' }
const at = 5_400_000

test('17.1: the preview has the levels of EX-13.4 and the side of each first order', () => {
  const { preview, problem } = previewOf(form, { instrument, lastTicks: at })
  expect(problem).toBeUndefined()
  expect(preview?.levels.map(({ price, side }) => [price, side])).toEqual([
    ['45000.00', 'Buy'],
    ['49000.00', 'Buy'],
    ['53000.00', 'Buy'],
    ['57000.00', undefined],
    ['61000.00', 'Sell'],
    ['65000.00', 'Sell'],
  ])
  expect([preview?.rateMaxE8, Math.round((preview?.rateMinE8 ?? 0) / 100)]).toEqual([
    8_680_000, 63_508,
  ])
})

test('what the exchange refuses is shown at its field, and empty values are sent as 0', () => {
  const problems = [
    [{ ...form, high: '44000' }, 'gridRangeInvalid', 'high'],
    [{ ...form, cells: '1' }, 'gridOutOfRange', 'cells'],
    [{ ...form, investment: '1' }, 'gridInvestmentTooSmall', 'investment'],
    [{ ...form, stopLoss: '50000' }, 'gridStopInvalid', 'stopLoss'],
    [{ ...form, low: '45000.001' }, 'gridTermsInvalid', 'low'],
  ] as const
  for (const [asked, name, field] of problems) {
    const { problem } = previewOf(asked, { instrument, lastTicks: at })
    expect([problem?.name, problem && fieldOf(problem)]).toEqual([name, field])
  }
  expect(requestOf({ ...form, isTrailing: true, mode: 'Neutral' })).toMatchObject({
    isTrailing: false,
    takeProfitPrice: '0',
    cellNumber: 5,
  })
  expect(previewOf({ ...form, low: '' }, { instrument, lastTicks: at })).toEqual({})
})

/** A spot grid whose range has moved up with the price. */
const movedBot = {
  coin: 'USDT',
  symbol: 'BTC/USDT',
  gridMode: 'Spot',
  gridType: 'Arithmetic',
  minPrice: '45000.00',
  maxPrice: '65000.00',
  lowPrice: '49000.00',
  highPrice: '69000.00',
  cellNumber: 5,
  leverage: '1',
  qtyPerCell: '0.1',
  takeProfitPrice: '0',
  stopLossPrice: '0',
  isTrailing: true,
  startPrice: '54000.00',
  lastPrice: '69500.00',
} as WireBot

test('17.4: money added to a grid must cover a lot in every cell at its own level', () => {
  const bot = { ...movedBot, lowPrice: '45000.00', highPrice: '65000.00' }
  const least = (of: WireBot): string | undefined =>
    addedGridProblem(of, { instrument, lastTicks: at }, 1n)?.params?.['min']
  // A lot is 0.000001: 45,000 + 49,000 + 53,000 + 57,000 + 61,000 for a bitcoin.
  expect(least(bot)).toBe('0.265')
})

test('17.4: added money makes a grid no larger than its orders and its leverage allow', () => {
  const bot = { ...movedBot, lowPrice: '45000.00', highPrice: '65000.00', qtyPerCell: '99' }
  const problemOf = (of: WireBot, listed: Instrument, money: bigint) =>
    addedGridProblem(of, { instrument: listed, lastTicks: at }, money * 100_000_000n)
  // An order is at most 100 BTC; one more in each cell costs 265,000.
  expect(problemOf(bot, instrument, 265_000n)).toBeUndefined()
  expect(problemOf(bot, instrument, 300_000n)).toEqual({
    name: 'gridInvestmentTooLarge',
    field: 'investment',
    params: { max: '265000', coin: 'USDT' },
  })
  // At 10x positions are worth at most 2,850,000: 10 BTC in cells sold at 49,000 to 65,000.
  const tier = { initialRateE8: 10_000_000, maintenanceRateE8: 500_000, maxLeverageE2: 1_000 }
  const perpetual = {
    ...instrument,
    kind: 'Linear',
    riskTiers: [{ ...tier, limit: 285_000_000_000_000n, deduction: 0n }],
  } as unknown as Instrument
  const long = { ...bot, gridMode: 'Long', leverage: '10', qtyPerCell: '10' } as const
  expect(problemOf(long, perpetual, 10_000n)).toMatchObject({
    name: 'gridInvestmentTooLarge',
    params: { max: '0' },
  })
  // It is what may be added, not the maximum of the whole investment.
  const large = problemOf(bot, instrument, 300_000n)
  expect(large && say(problemMessage(large))).toBe('At most 265,000 USDT can be invested now')
})

test('an investment above the balance is refused at its field, with its grid still shown', () => {
  const market = { instrument, lastTicks: at }
  expect(
    previewOf(form, { ...market, funds: fundsOf([], { USDT: '20000' }) }).problem,
  ).toBeUndefined()
  const { problem, preview } = previewOf(form, {
    ...market,
    funds: fundsOf([], { USDT: '19999.99' }),
  })
  expect(problem).toEqual({
    name: 'gridBalanceInsufficient',
    field: 'investment',
    params: { available: '19999.99', coin: 'USDT' },
  })
  expect(preview?.levels).toHaveLength(6)
  // Before the balances have arrived nothing is said of them.
  expect(previewOf(form, { ...market, funds: {} }).problem).toBeUndefined()
  // The limit of all bots comes first, and counts those in the coin.
  const running = [
    { coin: 'USDT', investment: '985000' },
    { coin: 'BTC', investment: '7' },
  ]
  const funds = fundsOf(running, { USDT: '10000' })
  expect(previewOf(form, { ...market, funds }).problem).toEqual({
    name: 'gridInvestmentLimit',
    field: 'investment',
    params: { limit: '1000000', coin: 'USDT' },
  })
  const added = (money: string) =>
    addedProblem(money, {
      funds,
      coin: 'USDT',
      problemOf: (each) => addedGridProblem(movedBot, market, each),
    })?.name
  expect(added('10000')).toBeUndefined()
  expect(added('10000.01')).toBe('gridBalanceInsufficient')
  expect(added('15000.01')).toBe('gridInvestmentLimit')
  expect([added('0.01'), added('')]).toEqual(['gridInvestmentTooSmall', undefined])
  // What is too little for the grid is said first.
  const little = previewOf(
    { ...form, investment: '1' },
    {
      ...market,
      funds: fundsOf([], { USDT: '0' }),
    },
  )
  expect(little.problem?.name).toBe('gridInvestmentTooSmall')
})

test('the advised range contains the candles and two percent around the price', () => {
  const span = { highE8: 6_000_000_000_000, lowE8: 5_390_000_000_000 }
  expect(advisedRange(instrument, [span], at)).toEqual({ low: '52920.00', high: '60000.00' })
})

test('the plot has every level, the highest on top, and labels that do not touch', () => {
  const { preview } = previewOf(
    { ...form, cells: '100', investment: '200000' },
    { instrument, lastTicks: at },
  )
  const { lines, price, height } = plotted(preview?.levels ?? [], at)
  expect(lines).toHaveLength(101)
  expect(lines.map(({ y }) => y)).toEqual(lines.map(({ y }) => y).toSorted((a, b) => b - a))
  const labelled = lines.filter(({ label }) => label !== '').map(({ y }) => y)
  // A hundred cells are 2.1 high each, and a label takes 13: every seventh level has one.
  expect(labelled).toHaveLength(15)
  expect(labelled.every((y, k) => k === 0 || (labelled[k - 1] ?? 0) - y >= 13)).toBe(true)
  expect(price).toBeGreaterThan(0)
  expect(price).toBeLessThan(height)
})

test('the request to copy a bot has its terms and its current range', () => {
  const bot = {
    symbol: 'SOL/USDT',
    gridMode: 'Spot',
    gridType: 'Geometric',
    minPrice: '130',
    maxPrice: '170',
    lowPrice: '135',
    highPrice: '175',
    cellNumber: 50,
    leverage: '1',
    takeProfitPrice: '0',
    stopLossPrice: '120',
    isTrailing: true,
  } as WireBot
  expect(requestOf(formOf(bot))).toMatchObject({
    symbol: 'SOL/USDT',
    gridMode: 'Spot',
    gridType: 'Geometric',
    minPrice: '135',
    maxPrice: '175',
    cellNumber: 50,
    takeProfitPrice: '0',
    stopLossPrice: '120',
    isTrailing: true,
  })
})

test('17.1: new stops of a bot lie beyond its moved range and its last price', () => {
  const wrong = (takeProfit: string, stopLoss: string, of = movedBot) =>
    stopsProblem(of, instrument, { takeProfit, stopLoss })
  for (const [takeProfit, stopLoss] of [
    ['', ''],
    ['69500.01', '48999.99'],
    ['', '0'],
  ] as const) {
    expect(wrong(takeProfit, stopLoss)).toBeUndefined()
  }
  expect(wrong('69500', '')).toMatchObject({ name: 'gridStopInvalid', field: 'takeProfit' })
  expect(wrong('', '49000')).toMatchObject({ name: 'gridStopInvalid', field: 'stopLoss' })
  expect(wrong('', '48999.995')).toMatchObject({ name: 'gridTermsInvalid', field: 'stopLoss' })
  // Below the range the stop-loss must lie below the price, and a short grid is the reverse.
  const below = { ...movedBot, lastPrice: '48000.00' }
  expect(wrong('', '48500', below)).toMatchObject({ field: 'stopLoss' })
  const short = { ...movedBot, gridMode: 'Short' as const }
  expect(wrong('48999.99', '69500.01', short)).toBeUndefined()
  expect(wrong('69500.01', '', short)).toMatchObject({ field: 'takeProfit' })
})

test('the marketplace is sorted by the highest return, bots without one last', () => {
  const bot = (botId: string, week: string | undefined, totalPnl: string, gridMode = 'Spot') =>
    ({
      botId,
      gridMode,
      totalPnl,
      investment: '1000',
      pastWeek: week === undefined ? null : { return: week },
    }) as WireShownBot
  const list = [bot('1', undefined, '9'), bot('2', '-0.01', '-5', 'Long'), bot('3', '0.02', '1')]
  const ids = (...how: ['all' | 'spot' | 'futures', 'pastWeek' | 'total']) =>
    shownIn(list, ...how).map(({ botId }) => botId)
  expect(ids('all', 'pastWeek')).toEqual(['3', '2', '1'])
  expect(ids('all', 'total')).toEqual(['1', '3', '2'])
  expect(ids('futures', 'total')).toEqual(['2'])
})

test('an ended bot shows what was returned: its quote coin and the coins that were kept', () => {
  const ended = { symbol: 'BTC/USDT', coin: 'USDT', returned: '2400.5', returnedBase: '0.03995' }
  const format = formatFor('en-US', 'utc')
  expect(returnedWords(format, ended as WireBot)).toBe('2,400.50 USDT + 0.03995 BTC')
  expect(returnedWords(format, { ...ended, returnedBase: '0' } as WireBot)).toBe('2,400.50 USDT')
})
