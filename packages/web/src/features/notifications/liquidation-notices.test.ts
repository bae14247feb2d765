// Notices of liquidations: the closed position, its price and P&L, and the reason.

import type { WireLiquidation } from '@basis/protocol/position'
import { expect, test } from 'vitest'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { formatFor } from '../../i18n/format.ts'
import { say } from '../../i18n/i18n.ts'
import { liquidationDetails } from './liquidation-details.ts'
import { liquidationNotices } from './liquidation-notices.ts'

const instrument = listingsOf(fallbackContracts(), [])[0]?.instrument
if (instrument === undefined) throw new Error('BTCUSDT is built in')
const instrumentOf = (symbol: string) => (symbol === 'BTCUSDT' ? instrument : undefined)

const none = { side: 'None', size: '0', markPrice: '', bustPrice: '', timeE3: 5 } as const
const started: WireLiquidation = {
  ...none,
  symbol: 'BTCUSDT',
  step: 'started',
  amount: '0',
  explanation: {
    rule: 'isolatedLiquidation',
    compared: 'markPrice <= liquidationPrice',
    numbers: {
      markPrice: '57000.05 USDT',
      liquidationPrice: '57100 USDT',
      positionMargin: '2900.5 USDT',
      maintenanceRate: '0.005',
      leverage: '10',
    },
  },
}
const closed = (change: Partial<WireLiquidation>): WireLiquidation => ({
  ...none,
  symbol: 'BTCUSDT',
  side: 'Buy',
  step: 'closed',
  positionIdx: 0,
  cause: 'Liquidation',
  size: '0.200',
  avgExitPrice: '57000',
  exitValue: '11400',
  amount: '-600.5',
  ...change,
})
const rest = closed({ cause: 'TakeOver', size: '0.300', exitValue: '17070', amount: '-930' })

const words = (steps: readonly WireLiquidation[]) =>
  liquidationNotices(steps, instrumentOf).map(({ title, body }) => [say(title), body && say(body)])

test('Liquidation: 3, a failure style: side, size, average price and loss in one sentence', () => {
  const notices = liquidationNotices([started, closed({}), rest], instrumentOf)
  expect(notices).toHaveLength(1)
  expect(notices[0]).toMatchObject({
    tone: 'failure',
    assertive: true,
    stays: true,
    link: { dialog: { kind: 'liquidation', timeMs: 5, symbol: 'BTCUSDT' } },
  })
  expect(words([started, closed({}), rest])).toEqual([
    ['Position liquidated', 'Long 0.500 BTCUSDT closed at 56,940.0, P&L -1,530.50 USDT'],
  ])
})

test('a liquidation under portfolio margin has its own title and its margin components as figures', () => {
  const portfolio: WireLiquidation = {
    ...started,
    symbol: '',
    explanation: {
      rule: 'portfolioMaintenance',
      compared: 'marginBalance <= maintenanceMargin',
      numbers: {
        marginBalance: '900 USD',
        maintenanceMargin: '1000 USD',
        maxLoss: '800 USD',
        shortOption: '200 USD',
      },
    },
  }
  expect(words([portfolio, closed({})])).toEqual([
    [
      'Liquidation under portfolio margin',
      'Long 0.200 BTCUSDT closed at 57,000.0, P&L -600.50 USDT',
    ],
  ])
  // Merged notices of several positions also have the title of a portfolio.
  expect(liquidationNotices([portfolio, closed({})], instrumentOf)[0]?.many).toBe(
    'notices.portfolioLiquidation',
  )
  const { why, figures } = liquidationDetails(
    [portfolio, closed({})],
    instrumentOf,
    formatFor('en-US', 'utc'),
  )
  expect(why.map(say)).toEqual([
    'Your margin balance (900.00 USD) fell to the maintenance margin of your portfolio (1,000.00 USD): its positions could lose 800.00 USD together in the worst scenario.',
  ])
  expect(figures.map(({ name, text }) => [say({ key: name }), text])).toContainEqual([
    'Short options',
    '200.00 USD',
  ])
})

test('the details say why a trade was made before others, if there were others', () => {
  const numbers = { freedMargin: '1234 USD', merit: '0.2', nextMerit: '0.1' }
  const chosen = (candidates: string, tradeCost: string): WireLiquidation =>
    closed({
      explanation: {
        rule: 'portfolioReduction',
        compared: 'merit >= nextMerit',
        numbers: { ...numbers, candidates, tradeCost },
      },
    })
  const done = (candidates: string, cost = '56 USD') =>
    liquidationDetails(
      [chosen(candidates, cost)],
      instrumentOf,
      formatFor('en-US', 'utc'),
    ).done.map(say)
  const [why] = done('3')
  expect(why).toBe(
    'BTCUSDT was closed before others: the trade lowered the maintenance margin by 1,234.00 USD and cost 56.00 USD, the most for its value of 3 possible trades.',
  )
  expect(done('3', '-628.5 USD')[0]).toBe(
    'BTCUSDT was closed before others: the trade lowered the maintenance margin by 1,234.00 USD and, fees paid, was 628.50 USD better than the mark price, the most for its value of 3 possible trades.',
  )
  expect(done('3')).toHaveLength(2)
  expect(done('1')).toHaveLength(1)
})

test('a liquidation with size 0 uses a zero variant', () => {
  expect(words([{ ...started, symbol: '' }])).toEqual([
    ['Margin call', expect.stringContaining('no position was closed')],
  ])
  expect(words([started])[0]?.[1]).toContain('the position was not closed')
})

test('added margin that avoids a liquidation, ADL and a covered loss have their own texts', () => {
  expect(
    words([started, { ...none, symbol: 'BTCUSDT', step: 'replenished', amount: '400' }]),
  ).toEqual([['Margin added automatically', 'BTCUSDT: 400.00 USDT added to avoid liquidation']])
  const adl = closed({ side: 'Sell', cause: 'Adl', amount: '930' })
  expect(words([{ ...none, symbol: 'BTCUSDT', step: 'deleveraged', amount: '1' }, adl])).toEqual([
    ['Auto-deleveraged (ADL)', 'Short 0.200 BTCUSDT closed at 57,000.0, P&L +930.00 USDT'],
  ])
  const covered = {
    ...none,
    symbol: '',
    step: 'lossCovered',
    amount: '12.5',
    coin: 'USDC',
  } as const
  expect(words([covered])[0]?.[1]).toBe('The insurance fund covered 12.50 USDC of your loss')
})

test('coins sold to repay a loan are reported with the repaid amount and the reason', () => {
  const of = (cause: 'Rate' | 'Limit') => {
    const conversion = { cause, soldCoin: 'BTC', sold: '0.0051', fee: '0.0001', rate: '0.8501' }
    return { ...none, symbol: '', step: 'converted', coin: 'USDC', amount: '160.25', conversion }
  }
  expect(words([{ ...of('Rate'), step: 'converted' }])).toEqual([
    [
      'Loan repaid automatically',
      '0.0051 BTC sold to repay 160.25 USDC: your maintenance margin rate had reached 85.01%',
    ],
  ])
  expect(words([{ ...of('Limit'), step: 'converted' }])[0]?.[1]).toBe(
    '0.0051 BTC sold to repay 160.25 USDC: your loan exceeded its limit',
  )
})

test('the details have the reason, the steps in order and the deciding figures', () => {
  const format = formatFor('en', 'utc')
  const { why, done, figures } = liquidationDetails(
    [started, closed({}), rest],
    instrumentOf,
    format,
  )
  expect(why.map((reason) => say(reason))).toEqual([
    'The mark price (57,000.1) reached the liquidation price (57,100.0) of your isolated BTCUSDT position.',
  ])
  expect(done.map((step) => say(step))).toEqual([
    'Any open orders were cancelled first to free margin.',
    'Long 0.200 BTCUSDT closed in the market at 57,000.0: -600.50 USDT',
    'Long 0.300 BTCUSDT taken over by the insurance fund at the bankruptcy price of 56,900.0: -930.00 USDT',
  ])
  expect(figures).toEqual([
    { name: 'liquidation.markPrice', text: '57,000.1' },
    { name: 'liquidation.liquidationPrice', text: '57,100.0' },
    { name: 'liquidation.leverage', text: '10x' },
    { name: 'liquidation.positionMargin', text: '2,900.50 USDT' },
    { name: 'liquidation.maintenanceRate', text: '0.50%' },
  ])
})

test('the figures of a cross account are all components of its margin balance', () => {
  const explanation = {
    rule: 'crossMaintenance',
    compared: 'marginBalance <= maintenanceMargin',
    numbers: {
      marginBalance: '80 USD',
      maintenanceMargin: '90 USD',
      collateral: '200 USD',
      haircutLoss: '50 USD',
      orderLoss: '-70 USD',
      isolatedMargin: '300 USD',
      walletBalance: '600 USD',
      unrealisedPnl: '-100 USD',
    },
  } as const
  const step = { ...started, symbol: '', explanation }
  const { figures } = liquidationDetails([step], instrumentOf, formatFor('en', 'utc'))
  expect(figures.map(({ name, text }) => [say({ key: name }), text])).toEqual([
    ['Wallet balance', '600.00 USD'],
    ['Unrealised P&L', '-100.00 USD'],
    ['Held by isolated positions', '300.00 USD'],
    ['Collateral', '200.00 USD'],
    ['Haircut of spot orders', '50.00 USD'],
    ['Immediate loss of open orders', '-70.00 USD'],
    ['Margin balance', '80.00 USD'],
    ['Maintenance margin', '90.00 USD'],
  ])
})

test('without a liquidation price the reason of an isolated liquidation is the remaining margin', () => {
  const explanation = {
    rule: 'isolatedLiquidation',
    compared: 'marginLeft <= maintenanceNeeded',
    numbers: { markPrice: '57000 USDT', marginLeft: '-12.5 USDT', maintenanceNeeded: '28.5 USDT' },
  } as const
  const { why } = liquidationDetails(
    [{ ...started, explanation }],
    instrumentOf,
    formatFor('en', 'utc'),
  )
  expect(why.map((reason) => say(reason))).toEqual([
    'The margin of your isolated BTCUSDT position was down to -12.50 USDT; maintenance required 28.50 USDT.',
  ])
})
