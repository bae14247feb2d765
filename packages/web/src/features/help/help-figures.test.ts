// The figures of the help pages, worked out by hand for 0.5 BTC long from 60,000 with 10x (EX-1.8)
// at a mark of 61,000 and a fee of 0.055%.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { unifiedAccount } from '@basis/domain/margin/account-flags'
import { amount, priceE8, priceTicks, rateE8 } from '@basis/domain/numbers/fixed'
import { held, instrument } from '../../../testing/held-position.ts'
import { formatFor } from '../../i18n/format.ts'
import type { HeldPosition, PositionRecord } from '../../stores/positions.ts'
import type { Ticker } from '../../stores/tickers.ts'
import type { Wallet } from '../../stores/wallet.ts'
import { examplePosition, topicFigures, type Case, type Formula } from './help-figures.ts'

const ticker: Ticker & { readonly markE8: number } = {
  symbol: 'BTCUSDT',
  lastTicks: 610_000,
  direction: 'flat',
  markE8: 6_100_000_000_000,
  indexE8: 6_100_000_000_000,
  prevTicks: undefined,
  changeE8: 0,
  highTicks: undefined,
  lowTicks: undefined,
  volume: amount(0n),
  turnover: amount(0n),
  bidTicks: 609_999,
  askTicks: 610_001,
  openInterest: undefined,
  fundingRateE8: 10_000,
  nextFundingMs: 3_600_000,
  fundingIntervalMin: 480,
  maxBuyTicks: undefined,
  minSellTicks: undefined,
}

const recordOf = (position: HeldPosition): PositionRecord => ({
  key: 'BTCUSDT:0',
  position,
  liquidationTicks: priceTicks(400_000),
  adlIndicator: 3,
  tpsl: { partial: [], tpFreeLots: position.sizeLots, slFreeLots: position.sizeLots },
  mmrClose: undefined,
})

const caseOf = (position: HeldPosition): Case => ({
  instrument,
  position,
  record: recordOf(position),
  ticker,
  wallet: undefined,
  nowMs: 0,
})
/** The other side of a hedge. */
const store = vi.hoisted(() => ({ other: undefined as unknown }))
vi.mock('../../stores/positions.ts', async (original) => ({
  ...(await original<object>()),
  positionOf: () => store.other,
}))
afterEach(() => {
  store.other = undefined
})

const none = amount(0n)
const walletWith = (fees: Wallet['fees']): Wallet => ({
  flags: unifiedAccount,
  fees,
  walletBalance: none,
  unrealisedPnl: none,
  equity: none,
  available: none,
  positionMargin: none,
  orderMargin: none,
  initialMargin: none,
  maintenanceMargin: none,
  initialRateE4: 0,
  maintenanceRateE4: 0,
  coins: [],
  portfolio: undefined,
})
const format = formatFor('en', 'utc')
const numbersOf = ({ result, sign, terms }: Formula): string =>
  [result, sign?.now ?? '=', ...terms]
    .map((term) => (typeof term === 'string' ? term : term.text))
    .join(' ')
const shown = (topic: Parameters<typeof topicFigures>[0], of = caseOf(held)) => {
  const { formulas, facts, ...rest } = topicFigures(topic, of, format)
  return {
    formulas: formulas.map(numbersOf),
    facts: Object.fromEntries(facts.map(({ label, text }) => [label, text])),
    ...rest,
  }
}
const isolated: HeldPosition = { ...held, isIsolated: true }

describe('the figures of a position on each help page', () => {
  test('margin: value ÷ leverage and value × rate, each with the fee to close', () => {
    // The fee to close at bankruptcy: 30,000 × (1 − 1/10) × 0.055%.
    expect(shown('margin').formulas).toEqual([
      '3,064.85 USDT = 30,500.00 USDT ÷ 10x + 14.85 USDT',
      '167.35 USDT = 30,500.00 USDT × 0.5000% + 14.85 USDT',
    ])
  })

  test('margin of an isolated position: from its entry value, with added margin', () => {
    const more = { ...isolated, extraMargin: amount(10_000_000_000n) }
    expect(shown('margin', caseOf(more)).formulas[0]).toBe(
      '3,114.85 USDT = 30,000.00 USDT ÷ 10x + 100.00 USDT + 14.85 USDT',
    )
  })

  test('margin of a hedged position: no formula that its maintenance margin does not follow', () => {
    const long: HeldPosition = { ...held, positionIdx: 1 }
    store.other = { position: { ...held, positionIdx: 2, side: 'Sell' } }
    const { formulas, facts } = shown('margin', caseOf(long))
    expect(formulas).toEqual(['3,064.85 USDT = 30,500.00 USDT ÷ 10x + 14.85 USDT'])
    // The whole size is hedged, so that only the fee to close is left.
    expect(facts['liquidation.maintenanceMargin']).toBe('14.85 USDT')
  })

  test('margin in portfolio margin: no position has a margin of its own', () => {
    const portfolio = {} as NonNullable<Wallet['portfolio']>
    const wallet = { ...walletWith({ level: 'VIP 0' }), portfolio }
    expect(shown('margin', { ...caseOf(held), wallet }).formulas).toEqual([])
    expect(shown('margin', { ...caseOf(held), wallet, record: undefined }).formulas).toHaveLength(2)
  })

  test('leverage: the return on the margin, and other leverages of the same size', () => {
    const { formulas, byLeverage = [] } = shown('leverage')
    expect(formulas).toEqual(['+16.67% = +500.00 USDT × 10x ÷ 30,000.00 USDT'])
    expect(byLeverage.map(({ leverage }) => leverage).slice(0, 3)).toEqual(['1x', '10x', '20x'])
    // 61,000 × (1 − 1/10) ÷ (1 − 0.5%) = 55,175.879…
    expect(byLeverage[1]).toMatchObject({ liquidation: '55,175.9', away: '-9.55%' })
  })

  test('liquidation of an isolated position: remaining margin against maintenance margin', () => {
    const { formulas, facts } = shown('liquidation', caseOf(isolated))
    // 500 of profit and 30,000 ÷ 10; 30,500 × 0.5%.
    expect(formulas).toEqual(['3,500.00 USDT > 152.50 USDT'])
    expect(facts).toMatchObject({
      'liquidation.liquidationPrice': '40,000.0',
      'help.away': '-34.43%',
      'liquidation.bankruptcyPrice': '54,000.0',
    })
  })

  test('funding: a long pays a positive rate on its whole value', () => {
    const { formulas, facts } = shown('funding')
    expect(formulas).toEqual(['-3.05 USDT = − 30,500.00 USDT × 0.0100%'])
    expect(facts['help.nextFunding']).toBe('01:00:00')
  })

  test('ADL: the lights of the exchange, and the score of an isolated position', () => {
    const { formulas, facts } = shown('adl', caseOf(isolated))
    // 500 ÷ 30,000 × 30,500 ÷ (30,500 − 27,000).
    expect(formulas).toEqual(['0.1452 = +500.00 USDT ÷ 30,000.00 USDT × 8.71x'])
    expect(facts['help.adlLights']).toBe('3 / 5')
  })

  test('reverse: two orders of the same side, each with the taker fee', () => {
    const { formulas, facts } = shown('reverse')
    expect(formulas).toEqual(['33.55 USDT = 2 × 30,500.00 USDT × 0.0550%'])
    expect([facts['help.closingOrder'], facts['help.openingOrder']]).toEqual([
      '−0.500 BTC',
      '−0.500 BTC',
    ])
  })

  test('order types: the maker fee at the bid, the taker fee at the ask', () => {
    const { formulas, facts } = shown('order-types')
    expect(formulas).toEqual([
      '6.10 USDT = 30,499.95 USDT × 0.0200%',
      '16.78 USDT = 30,500.05 USDT × 0.0550%',
    ])
    expect(facts['help.spread']).toBe('0.2')
  })

  test('fees are at the rates of the account, where they are lower than the listed ones', () => {
    const side = { takerE8: rateE8(40_000), makerE8: rateE8(10_000) }
    const wallet = walletWith({ level: 'VIP 3', rates: { spot: side, derivatives: side } })
    expect(shown('reverse', { ...caseOf(held), wallet }).formulas).toEqual([
      '24.40 USDT = 2 × 30,500.00 USDT × 0.0400%',
    ])
    expect(shown('order-types', { ...caseOf(held), wallet }).formulas).toEqual([
      '3.05 USDT = 30,499.95 USDT × 0.0100%',
      '12.20 USDT = 30,500.05 USDT × 0.0400%',
    ])
  })

  test('TP/SL after a session: from the price of the session, which profit is computed from', () => {
    const settled: HeldPosition = { ...held, averagePriceE8: priceE8(5_500_000_000_000) }
    expect(shown('tpsl', caseOf(settled)).formulas[0]).toBe(
      '+1,110.00 USDT = 0.500 BTC × ( 62,220.0 − 60,000.0 )',
    )
  })

  test('TP/SL: without any, two per cent from the mark price', () => {
    expect(shown('tpsl').formulas).toEqual([
      '+1,110.00 USDT = 0.500 BTC × ( 62,220.0 − 60,000.0 )',
      '-110.00 USDT = 0.500 BTC × ( 59,780.0 − 60,000.0 )',
    ])
    const short: HeldPosition = { ...held, side: 'Sell' }
    expect(shown('tpsl', caseOf(short)).formulas[0]).toBe(
      '+110.00 USDT = 0.500 BTC × ( 60,000.0 − 59,780.0 )',
    )
  })
})

test('the example is a long worth about 10,000, with a liquidation price by the formula', () => {
  const position = examplePosition(instrument, priceE8(6_100_000_000_000))
  const { facts } = shown('liquidation', { ...caseOf(position), record: undefined })
  expect(position).toMatchObject({ side: 'Buy', isIsolated: true, sizeLots: 163 })
  // 61,000 × 0.98 × (1 − 1/10) ÷ (1 − 0.5%)
  expect(facts['liquidation.liquidationPrice']).toBe('54,072.4')
})
