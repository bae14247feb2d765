// Orders sized by the risk at their stop-loss (rules 3.5): quantity, problems and figures.

import { expect, test } from 'vitest'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import { ratesOfLevel } from '@basis/domain/instrument/fee-schedule'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { emptyForm } from '../tpsl/form-fields.ts'
import { ticketFigures } from './ticket-figures.ts'
import { riskView, targetTicks } from './ticket-risk.ts'
import { sizeNotice, sizeRules } from './ticket-size.ts'
import { changeTicket, emptyDraft, type TicketContext, type TicketDraft } from './ticket.ts'

const usdt = (value: number) => amount(BigInt(Math.round(value * 1e8)))
const at = (value: number) => priceTicks(value * 10)

/** BTC in ticks of 0.1 and lots of 0.001, taker 0.055 %, maker 0.02 %. */
const tier = {
  limit: usdt(2_000_000),
  initialRateE8: rateE8(1_000_000),
  maintenanceRateE8: rateE8(500_000),
  maxLeverageE2: leverageE2(10_000),
  deduction: amount(0n),
}
const instrument = { ...btcUsdt, riskTiers: [tier] }
const context: TicketContext = {
  instrument,
  leverage: leverageE2(1000),
  last: at(60_000),
  bid: at(59_999.9),
  ask: at(60_000),
  markE8: priceE8(60_000_00000000),
  band: undefined,
  isIsolated: false,
  funds: {
    available: usdt(10_000),
    base: amount(0n),
    equity: usdt(10_000),
    maintenance: amount(0n),
  },
  position: undefined,
  most: { Buy: qtyLots(1_500), Sell: qtyLots(1_500) },
  book: { asks: [600_000, 50, 601_000, 1_000], bids: [599_999, 10_000] },
}

const legs = emptyForm('Full', { takeProfit: 'LastPrice', stopLoss: 'LastPrice' })
const stopped = (stop: string, draft: Partial<TicketDraft> = {}): TicketDraft => ({
  ...emptyDraft,
  price: '60000',
  unit: 'riskCoin',
  size: '100',
  terms: { tpsl: { ...legs, stopLoss: stop } },
  ...draft,
})
const lotsOf = (draft: TicketDraft, around = context) => ticketFigures(draft, around).Buy.lots
const problemOf = (draft: TicketDraft, around = context) => ticketFigures(draft, around).Buy.problem

test('EX-3.7: 100 USDT at risk from 60,000 to 59,000 are 0.093 BTC, and 1 % of 10,000 is the same', () => {
  expect(lotsOf(stopped('59000'))).toBe(93)
  expect(lotsOf(stopped('59000', { unit: 'riskShare', size: '1' }))).toBe(93)
  // A post-only order enters at the maker rate.
  expect(lotsOf(stopped('59000', { timeInForce: 'PostOnly' }))).toBe(95)
})

test('a market order is sized by the levels of the book, up to its slippage limit', () => {
  const market = stopped('59000', { orderType: 'Market' })
  expect(lotsOf(market)).toBe(90)
  const limited = { ...market, slippage: { text: '100', unit: 'TickSize' as const } }
  expect(lotsOf(limited)).toBe(50)
  const view = riskView(limited, context, () => qtyLots(50))
  expect(view).toMatchObject({ isByBook: true, isBookShort: true })
  // Without a book there is no estimate.
  expect(problemOf(market, { ...context, book: undefined })?.name).toBe('priceUnavailable')
})

test('an untriggered order is sized with its trigger price as entry', () => {
  const draft = stopped('60500', { orderType: 'Market' })
  const waiting = { ...draft, terms: { ...draft.terms, trigger: '61500' } }
  // A coin loses 1,000 + 0.00055 × 122,000 = 1,067.1.
  expect(lotsOf(waiting)).toBe(93)
})

test('a missing stop, one on the wrong side and a too small risk are problems of their own', () => {
  expect(problemOf(stopped(''))).toMatchObject({ name: 'priceRequired', field: 'stopLoss' })
  expect(problemOf(stopped('61000'))?.name).toBe('slPriceTooHigh')
  const { Sell } = ticketFigures(stopped('61000'), context)
  expect([Sell.lots, Sell.problem]).toEqual([93, undefined])
  // The smallest order, 0.001 BTC, loses 1.06545.
  const small = stopped('59000', { size: '1' })
  expect(problemOf(small)).toMatchObject({ name: 'qtyTooSmall', params: { min: '0.001' } })
  const view = riskView(small, context, () => qtyLots(0))
  expect(view?.tooSmall).toEqual({ risk: usdt(1), loss: usdt(1.06545) })
  expect(sizeNotice(small, context)).toBeUndefined()
})

test('for an untriggered order a missing trigger is reported before a missing stop', () => {
  const draft = stopped('')
  const waiting = { ...draft, terms: { ...draft.terms, trigger: '' } }
  expect(problemOf(waiting)).toMatchObject({ name: 'priceRequired', field: 'trigger' })
})

test('with a position, its total loss at the stop is shown, or the lots that the order closes first', () => {
  const held = { side: 'Buy', sizeLots: qtyLots(100), entryValue: usdt(6_100) } as const
  const around = { ...context, position: held }
  const view = riskView(stopped('59000'), around, () => qtyLots(93))
  // 0.1 bought at 61,000 and sold at 59,000 lose 200 and 3.245 of fee, the order 99.08685 more.
  expect([view?.wholeAtStop, view?.closingLots]).toEqual([usdt(-302.33185), 0])
  // Of a risk of 100 nothing is left after that; of 300 there are 96.755 (EX-3.13).
  expect(view?.taken).toBe(usdt(-203.245))
  expect(problemOf(stopped('59000'), around)?.name).toBe('qtyTooSmall')
  expect(lotsOf(stopped('59000', { size: '300' }), around)).toBe(90)
  // In a hedge the position of the order's own side counts.
  const sides = {
    Buy: { held, leverage: context.leverage },
    Sell: { held: undefined, leverage: context.leverage },
  }
  expect(lotsOf(stopped('59000', { size: '300' }), { ...context, sides })).toBe(90)
  const partial = stopped('59000', {
    terms: { tpsl: { ...legs, tpSlMode: 'Partial', stopLoss: '59000' } },
  })
  expect(riskView(partial, around, () => qtyLots(93))?.wholeAtStop).toBeUndefined()
  expect(lotsOf(partial, around)).toBe(93)
  const short = { ...held, side: 'Sell' } as const
  const closing = riskView(stopped('59000'), { ...context, position: short }, () => qtyLots(93))
  expect([closing?.wholeAtStop, closing?.closingLots]).toEqual([undefined, 93])
  // A closing order has no stop; of one that reverses the position only the rest is protected.
  expect(closing?.bracket).toBeUndefined()
  const turning = { ...context, position: { ...short, sizeLots: qtyLots(30) } }
  const beyond = riskView(stopped('59000'), turning, () => qtyLots(93))
  expect([beyond?.closingLots, beyond?.bracket?.lots]).toEqual([30, 63])
  // 63 of 93 lots, of which 93 lose 99.08685.
  expect(beyond?.bracket?.atStop).toBe(usdt(-67.12335))
})

test('an order above the available funds is refused with the missing amount', () => {
  const draft = stopped('59990', { size: '500' })
  // A coin loses 75.9945, so 6.579 are bought: margin of 39,474, fees of 217.107 and 195.3963.
  expect(problemOf(draft)).toMatchObject({
    name: 'insufficientBalance',
    params: { missing: '29886.51' },
  })
})

test('EX-3.9: the target at twice the risk, and the results at stop and target', () => {
  const draft = stopped('59000')
  const lots = () => qtyLots(93)
  const target = targetTicks(draft, context, { times: 2, lotsOf: lots })
  expect(target).toBe(621_982)
  const tpsl = { ...draft.terms.tpsl, takeProfit: '62198.2' }
  const aimed = { ...draft, terms: { tpsl: { ...legs, ...tpsl } } }
  const view = riskView(aimed, context, lots)
  expect(view).toMatchObject({ side: 'Buy', isByBook: false })
  expect(view?.bracket).toMatchObject({ atStop: usdt(-99.08685), rewardE2: 200n })
  expect(view?.bracket?.atTarget).toBeGreaterThan(usdt(198.1737))
})

test('the risk of an inverse contract is in coins, in dollars or a share of the equity, at the stop', () => {
  const inverse: TicketContext = {
    ...context,
    instrument: {
      ...instrument,
      kind: 'Inverse',
      quoteCoin: 'USD',
      settleCoin: 'BTC',
      lotSizeE8: 100_000_000,
      minQtyLots: qtyLots(1),
      maxQtyLots: qtyLots(1_000_000),
    },
    funds: {
      available: usdt(1),
      base: amount(0n),
      equity: usdt(0.8),
      equityUsd: usdt(49_000),
      maintenance: amount(0n),
    },
    most: undefined,
  }
  const draft = stopped('49000', { price: '50000', size: '0.01' })
  const near = { ...inverse, last: at(50_000), ask: at(50_000), bid: at(50_000) }
  // EX-3.8; 490 dollars are 0.01 BTC at 49,000, and 1 % of 49,000.
  const sizes = [draft, { ...draft, unit: 'riskUsd' as const, size: '490' }]
  const share = { ...draft, unit: 'riskShare' as const, size: '1' }
  expect([...sizes, share].map((each) => lotsOf(each, near))).toEqual([23_234, 23_234, 23_234])
})

test('a reduce-only order is sized by quantity, and a typed risk is cleared, not read as a quantity', () => {
  const risky = stopped('59000')
  const reducing = changeTicket(risky, { kind: 'reduceOnly', reduceOnly: true })
  expect(reducing).toMatchObject({ unit: 'riskCoin', size: '' })
  expect(sizeRules(reducing, btcUsdt)).toMatchObject({ step: '0.001' })
  const typed = changeTicket(reducing, { kind: 'size', size: '0.5' })
  expect(changeTicket(typed, { kind: 'reduceOnly', reduceOnly: false }).size).toBe('')
  expect(sizeRules({ ...risky, unit: 'riskShare' }, btcUsdt)).toMatchObject({
    max: '100',
    scale: 2,
  })
})

test('with the lower fees of a fee level the same risk gives a larger quantity (rules 3.6)', () => {
  const [atBase, atLevel] = [context, { ...context, feeRates: ratesOfLevel('PRO 6') }]
  const tight = stopped('59900', { orderType: 'Limit' })
  // Each BTC loses 100, and 0.055 % or 0.025 % of 60,000 and of 59,900.
  expect(lotsOf(tight, atBase)).toBe(602)
  expect(lotsOf(tight, atLevel)).toBe(769)
})
