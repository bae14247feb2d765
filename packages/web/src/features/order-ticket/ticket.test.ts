// The ticket by the worked examples of rules 3 and 7, and the changes of its draft.

import { emptyForm } from '../tpsl/form-fields.ts'
import { emptyTrailing } from '../tpsl/trailing-form.ts'
import { describe, expect, test } from 'vitest'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { sizeNotice, sizeRules, sizeTip } from './ticket-size.ts'
import { changeTicket, emptyDraft, orderOf } from './ticket.ts'
import type { TicketContext } from './ticket.ts'
import { orderFields } from '../../actions/order-requests.ts'
import { heldAfter } from '../outcome/question/order-estimates.ts'
import { ticketFigures } from './ticket-figures.ts'
import { draftLines } from './ticket-lines.ts'
import { btcUsdt } from '@basis/domain/testing/instruments'

const atLast = { takeProfit: 'LastPrice', stopLoss: 'LastPrice' } as const

const usdt = (text: number): bigint => BigInt(Math.round(text * 1000)) * 100_000n

const instrument: Instrument = {
  ...btcUsdt,
  maxPriceTicks: priceTicks(9_999_999),
  maxQtyLots: qtyLots(100_000),
  maxMarketQtyLots: qtyLots(50_000),
  bandXE8: rateE8(3_000_000),
  bandYE8: rateE8(5_000_000),
  riskTiers: [
    {
      limit: amount(usdt(2_000_000)),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
      deduction: amount(0n),
    },
  ],
  depthMergeTimes: [1, 2, 4, 10],
}

const at60k = priceTicks(600_000)
const context: TicketContext = {
  instrument,
  leverage: leverageE2(1000),
  last: at60k,
  bid: at60k,
  ask: at60k,
  markE8: priceE8(6_000_000_000_000),
  band: undefined,
  isIsolated: false,
  funds: {
    available: amount(397_030_000_000n),
    base: amount(0n),
    equity: amount(usdt(10_000)),
    maintenance: amount(32_970_000_000n),
  },
  position: { side: 'Buy', sizeLots: qtyLots(1000), entryValue: amount(usdt(60_000)) },
  // The maximums of EX-7.1 and EX-7.2, as the exchange sends them.
  most: { Buy: qtyLots(654), Sell: qtyLots(2647) },
}
const limit = { ...emptyDraft, price: '60000', size: '0.1' }

describe('figures', () => {
  test('3.3: a market sell is computed with at least the mark price, rounded up to a tick', () => {
    const draft = { ...emptyDraft, orderType: 'Market', size: '0.1' } as const
    const marked = { ...context, markE8: priceE8(6_000_002_000_000) }
    expect(ticketFigures(draft, marked).Sell.priceTicks).toBe(600_001)
  })
  test('EX-7.1, EX-7.2: the maximum of a side is the exchange’s, within the maximum of one order', () => {
    const figures = ticketFigures(limit, context)
    expect([figures.Buy.maxLots, figures.Sell.maxLots]).toEqual([654, 2647])
    const rich = { ...context, most: { Buy: qtyLots(70_000), Sell: qtyLots(0) } }
    const market = ticketFigures({ ...limit, orderType: 'Market' }, rich)
    expect([market.Buy.maxLots, market.Sell.maxLots]).toEqual([50_000, 0])
    // The maximum of a reduce-only order is the position.
    const closing = ticketFigures({ ...limit, reduceOnly: true }, rich)
    expect([closing.Buy.maxLots, closing.Sell.maxLots]).toEqual([0, 1000])
  })

  test('a price or a trigger of 0 is too low also where the size is an amount of money', () => {
    for (const unit of ['qty', 'cost', 'value'] as const) {
      const typed = { ...emptyDraft, size: '500', unit }
      const priced = ticketFigures({ ...typed, price: '0' }, context)
      const waiting = { ...typed, orderType: 'Market', terms: { trigger: '0' } } as const
      const triggered = ticketFigures(waiting, context)
      for (const side of ['Buy', 'Sell'] as const) {
        expect([unit, priced[side].problem]).toMatchObject([unit, { name: 'priceTooLow' }])
        expect([unit, triggered[side].problem]).toMatchObject([unit, { name: 'priceTooLow' }])
      }
    }
  })

  test('a price of 0, typed on the way to 0.5, is too low, and nothing is computed with it', () => {
    const inverse = { ...instrument, kind: 'Inverse', settleCoin: 'BTC', lotSizeE8: 1e8 } as const
    const around = { ...context, instrument: inverse, position: undefined }
    const tpsl = { ...emptyForm('Full', atLast), takeProfit: '0', stopLoss: '59000' }
    const typed = { ...emptyDraft, size: '100' }
    // The stop-loss alone has a line, and is that of a buy below the last price.
    const lines = { symbol: 'BTCUSDT', side: 'Buy', ticks: { stopLoss: 590_000 }, gains: {} }
    for (const unit of ['qty', 'cost', 'value', 'riskCoin'] as const) {
      for (const price of ['0', '0.', '0.0']) {
        const draft = { ...typed, unit, price, terms: { ...emptyDraft.terms, tpsl } }
        const { Buy, Sell } = ticketFigures(draft, around)
        expect([Buy.priceTicks, Buy.cost]).toEqual([undefined, undefined])
        expect([Buy.problem, Sell.problem]).not.toContain(undefined)
        expect(draftLines(draft, around, () => Buy.lots)).toEqual(lines)
      }
      const waits = { ...emptyDraft.terms, trigger: '0', tpsl }
      const conditional = { ...typed, unit, orderType: 'Market', terms: waits } as const
      expect(ticketFigures(conditional, around).Buy.cost).toBeUndefined()
      expect(draftLines(conditional, around, () => qtyLots(1))).toEqual(lines)
    }
    expect(ticketFigures({ ...typed, price: '0' }, around).Buy.problem).toMatchObject({
      name: 'priceTooLow',
      field: 'price',
    })
  })

  test('a reduce-only order is cut to the position: it costs nothing and cannot reverse it', () => {
    const rich = { ...context, markE8: priceE8(60_000 * 1e8) }
    const closing = { ...limit, size: '1.7', reduceOnly: true }
    const { Sell, Buy } = ticketFigures(closing, rich)
    expect([Sell.cost, Sell.liquidationTicks]).toEqual([0n, undefined])
    // On the other side nothing can trade: the position keeps its liquidation price.
    expect(Buy.cost).toBe(0n)
    expect(Buy.liquidationTicks).toBe(
      ticketFigures({ ...limit, size: '' }, rich).Buy.liquidationTicks,
    )
    // Without the flag the same order reverses the position, and its rest needs margin.
    expect(ticketFigures({ ...closing, reduceOnly: false }, rich).Sell.cost).toBeGreaterThan(0n)
  })

  test('a quantity below one lot has the problem with the minimum, not that of a missing quantity', () => {
    const least = { name: 'qtyTooSmall', params: { min: '0.001', coin: 'BTC' } }
    expect(ticketFigures({ ...limit, size: '0.000' }, context).Buy.problem).toMatchObject(least)
    // 0.0 may still become 0.005.
    const begun = ticketFigures({ ...limit, size: '0.0' }, context).Buy.problem
    expect(begun?.name).toBe('qtyRequired')
    const worth = ticketFigures({ ...limit, unit: 'value', size: '10' }, context)
    expect(worth.Buy.problem).toMatchObject(least)
  })

  test('before the maximum is known, a share of it is 0 lots and no quantity is refused', () => {
    const unknown = { ...context, most: undefined }
    const share = ticketFigures({ ...limit, size: '', percent: 50 }, unknown)
    expect([share.Buy.maxLots, share.Buy.lots]).toEqual([undefined, 0])
    expect(ticketFigures({ ...limit, size: '1' }, unknown).Buy.problem).toBeUndefined()
  })

  test('EX-3.2: cost is margin, fee to open and fee to close at bankruptcy', () => {
    const flat = { ...context, position: undefined }
    const one = ticketFigures({ ...limit, price: '50000', size: '1' }, { ...flat, ask: undefined })
    expect(one.Buy.cost).toBe(usdt(5052.25))
    // A sell at 50,000 below a bid of 60,000 is computed at the bid.
    const sell = { ...flat, bid: undefined }
    expect(ticketFigures({ ...limit, price: '50000', size: '1' }, sell).Sell.cost).toBe(
      usdt(5057.75),
    )
  })

  test('10.4: under portfolio margin an order has no cost, and only the exchange’s maximum limits it', () => {
    const margined = { ...context, isPortfolio: true, position: undefined }
    const { Buy } = ticketFigures({ ...limit, size: '0.654' }, margined)
    expect([Buy.cost, Buy.problem]).toEqual([undefined, undefined])
    // There is no missing amount: a cost is computed with the leverage, which does not apply here.
    const { problem } = ticketFigures({ ...limit, size: '0.655' }, margined).Buy
    expect([problem?.name, problem?.params]).toEqual(['insufficientBalance', undefined])
  })
  test('10.1: under portfolio margin no order has a liquidation price, not even before the preview', () => {
    const flat = { ...context, position: undefined }
    const large = { ...limit, size: '5' }
    // Rules 5.7: (300,000 − (10,000 − 165) + 329.70 + 148.50) ÷ (5 × 0.995), up to the tick.
    expect(ticketFigures(large, flat).Buy.liquidationTicks).toBe(584_208)
    const { Buy, Sell } = ticketFigures(large, { ...flat, isPortfolio: true })
    expect([Buy.liquidationTicks, Sell.liquidationTicks]).toEqual([undefined, undefined])
  })
  test('EX-3.4: a typed cost is converted to whole lots on each side, rounded down', () => {
    const draft = { ...limit, price: '50000', unit: 'cost' as const, size: '1000' }
    const flat = { ...context, position: undefined, bid: undefined, ask: undefined }
    const figures = ticketFigures(draft, flat)
    expect([figures.Buy.lots, figures.Sell.lots]).toEqual([197, 197])
  })

  test('a part that closes the position costs nothing', () => {
    expect(ticketFigures({ ...limit, size: '1' }, context).Sell.cost).toBe(0n)
  })

  test('a percentage is a share of each side’s own maximum', () => {
    const figures = ticketFigures({ ...limit, size: '', percent: 50 }, context)
    expect([figures.Buy.lots, figures.Sell.lots]).toEqual([327, 1323])
  })

  test('the liquidation price includes the order, and there is none if the position is closed', () => {
    // Rules 5.7: (66,000 − (10,000 − 3.30) + 32.67) ÷ (1.1 × 0.995), up to the tick.
    expect(ticketFigures(limit, context).Buy.liquidationTicks).toBe(511_978)
    expect(ticketFigures({ ...limit, size: '1' }, context).Sell.liquidationTicks).toBeUndefined()
  })
})

describe('problems, in the order of the form’s fields', () => {
  test.each([
    ['a missing price', { price: '', size: '' }, 'priceRequired'],
    ['a price that is not on the tick', { price: '60000.05' }, 'tickSizeFixNumTips'],
    ['a missing quantity', { size: '' }, 'qtyRequired'],
    ['a quantity that is not in whole lots', { size: '0.0001' }, 'lotSizeFixNumTips'],
    ['a quantity of 0', { size: '0' }, 'qtyRequired'],
    ['a quantity above the maximum of one order', { size: '100.001' }, 'orderMaxQtyReplace'],
    ['a cost above the balance', { size: '1' }, 'insufficientBalance'],
  ])('%s', (_name, change, name) => {
    expect(ticketFigures({ ...limit, ...change }, context).Buy.problem?.name).toBe(name)
  })

  test('spec 5: with a tick or lot size above 1 the value must be a multiple of it', () => {
    const coarse = { ...instrument, tickSizeE8: 10 * 1e8, lotSizeE8: 10 * 1e8 }
    const lots = { Buy: qtyLots(654), Sell: qtyLots(0) }
    const problemOf = (change: Partial<typeof limit>) =>
      ticketFigures(
        { ...limit, size: '20', ...change },
        { ...context, instrument: coarse, most: lots },
      ).Buy.problem
    expect(problemOf({ price: '60005' })).toMatchObject({
      name: 'tickSizeFixNumTips',
      params: { step: '10' },
    })
    expect(problemOf({ size: '25' })).toMatchObject({
      name: 'lotSizeFixNumTips',
      params: { step: '10' },
    })
    expect(problemOf({})).toBeUndefined()
  })

  test('a valid order has no problem, a reduce-only one needs a position to reduce', () => {
    expect(ticketFigures(limit, context).Buy.problem).toBeUndefined()
    const closing = ticketFigures({ ...limit, reduceOnly: true }, context)
    expect(closing.Sell.problem).toBeUndefined()
    expect(closing.Buy.problem?.name).toBe('reduceOnlyWithoutPosition')
  })

  test('the missing amount is rounded up to the cent', () => {
    const { problem } = ticketFigures({ ...limit, size: '0.655' }, context).Buy
    expect(problem?.params).toEqual({ missing: '0.77', coin: 'USDT' })
  })

  test('the notice names the maximum quantity of one order', () => {
    expect(sizeNotice({ ...limit, size: '100.001' }, context)?.params).toEqual({
      qty: '100.000',
      coin: 'BTC',
    })
    expect(sizeNotice(limit, context)).toBeUndefined()
  })
})

describe('an untriggered order is checked when its trigger is reached', () => {
  const band = { maxBuyTicks: priceTicks(606_000), minSellTicks: priceTicks(594_000) }
  const banded = { ...context, band }
  const far = { ...limit, price: '65000' }
  const waits = { ...far, terms: { trigger: '64000' } }

  test('its limit price may be outside the current price band', () => {
    expect(ticketFigures(far, banded).Buy.problem?.name).toBe('priceAboveBand')
    expect(ticketFigures(waits, banded).Buy.problem).toBeUndefined()
  })

  test('it needs no funds and no position when placed', () => {
    const now = { ...waits, terms: {}, size: '5', orderType: 'Limit', price: '60000' } as const
    expect(ticketFigures(now, banded).Buy.problem?.name).toBe('insufficientBalance')
    expect(ticketFigures({ ...waits, size: '5' }, banded).Buy.problem).toBeUndefined()
    const closing = { ...waits, reduceOnly: true }
    expect(ticketFigures(closing, banded).Buy.problem).toBeUndefined()
  })

  test('its trigger direction is sent, except for the index price, which only the exchange knows', () => {
    const order = (trigger: string, triggerBy: 'LastPrice' | 'IndexPrice') =>
      orderOf({ ...waits, triggerBy, terms: { trigger } }, banded, 'Buy', qtyLots(1))
    expect(order('64000', 'LastPrice').triggerDirection).toBe(1)
    expect(order('56000', 'LastPrice').triggerDirection).toBe(2)
    expect(order('64000', 'IndexPrice')).not.toHaveProperty('triggerDirection')
    expect(orderOf(far, banded, 'Buy', qtyLots(1))).not.toHaveProperty('triggerDirection')
  })

  test('an invalid trigger price is reported first, since the order has no value without it', () => {
    const market = { ...waits, orderType: 'Market', terms: { trigger: '0' } } as const
    expect(ticketFigures(market, banded).Buy.problem).toMatchObject({
      name: 'priceTooLow',
      field: 'triggerPrice',
    })
  })

  test('a quantity above the maximum of one order is accepted with a tip that it will be split', () => {
    const huge = { ...waits, size: '150' }
    expect(ticketFigures(huge, banded).Buy.problem).toBeUndefined()
    expect(sizeNotice(huge, banded)).toBeUndefined()
    expect(sizeTip(huge, banded)?.name).toBe('maxQtySplitOrderTip')
    expect(sizeTip(waits, banded)).toBeUndefined()
  })

  test('its cost is computed at its limit, or better as if the book were at the trigger', () => {
    const flat = { ...banded, position: undefined }
    const one = { ...waits, size: '1' }
    // 64,000 / 10 + 64,000 × 0.055 % + 57,600 × 0.055 %.
    expect(ticketFigures(one, flat).Buy.cost).toBe(usdt(6466.88))
    // 65,000 / 10 + 65,000 × 0.055 % + 71,500 × 0.055 %.
    expect(ticketFigures(one, flat).Sell.cost).toBe(usdt(6575.075))
  })
})

test('in an isolated hedge the cost of each side is computed with its own leverage', () => {
  const sides = {
    Buy: { held: undefined, leverage: leverageE2(1500) },
    Sell: { held: undefined, leverage: leverageE2(2500) },
  }
  const hedged = { ...context, position: undefined, leverage: leverageE2(1500), sides }
  const figures = ticketFigures({ ...limit, size: '1' }, hedged)
  // 60,000 / 15 + 33 + 56,000 × 0.055 %; 60,000 / 25 + 33 + 62,400 × 0.055 %.
  expect([figures.Buy.cost, figures.Sell.cost]).toEqual([usdt(4063.8), usdt(2467.32)])
})

test('spec 5: cost and value are limited by the maximum value of an order, quantities are not', () => {
  const limited = { ...instrument, maxPriceTicks: priceTicks(9_999_999) }
  // 100 or 50 BTC at 999,999.9.
  const cost = { ...emptyDraft, unit: 'cost' } as const
  expect(sizeRules(cost, limited)).toMatchObject({ scale: 8, max: '99999990', step: '1' })
  expect(sizeRules({ ...cost, unit: 'value', orderType: 'Market' }, limited).max).toBe('49999995')
  const qty = sizeRules(emptyDraft, limited)
  expect(qty).toEqual({ scale: 3, min: '0', step: '0.001' })
})

test('EX-3.5: the cost of an inverse order is converted to contracts and rounded once', () => {
  const inverse = { ...instrument, kind: 'Inverse' as const, lotSizeE8: 100_000_000 }
  const tiers = inverse.riskTiers.map((tier) => ({ ...tier, limit: amount(usdt(1_000)) }))
  const flat = { ...context, position: undefined, instrument: { ...inverse, riskTiers: tiers } }
  const draft = { ...limit, unit: 'cost' as const, size: '0.01' }
  const { Buy, Sell } = ticketFigures(draft, flat)
  expect([Buy.lots, Sell.lots]).toEqual([5931, 5937])
  const worth = ticketFigures({ ...draft, unit: 'value' }, flat)
  expect([worth.Buy.lots, worth.Sell.lots]).toEqual([600, 600])
})

test('the limits and problems of an inverse order are in dollars, not in coins', () => {
  const inverse = { ...instrument, kind: 'Inverse' as const, quoteCoin: 'USD', settleCoin: 'BTC' }
  const whole = { ...inverse, lotSizeE8: 100_000_000 }
  const asked = { ...limit, size: '100001' }
  expect(sizeNotice(asked, { ...context, instrument: whole })?.params).toEqual({
    qty: '100000',
    coin: 'USD',
  })
  const { problem } = ticketFigures(asked, { ...context, instrument: whole }).Buy
  expect(problem?.params?.['coin']).toBe('USD')
})

describe('the draft', () => {
  test('sending clears the quantity or percentage and the trailing stop, and nothing else', () => {
    const terms = { trigger: '61000', tpsl: emptyForm('Partial', atLast) }
    const trailing = { ...emptyTrailing, retracement: '100' }
    const whole = { ...limit, terms, timeInForce: 'PostOnly' as const, reduceOnly: true }
    const left = { ...whole, size: '', isSent: true as const }
    expect(changeTicket(whole, { kind: 'sent' })).toEqual(left)
    const followed = { ...whole, terms: { ...terms, trailing } }
    expect(changeTicket(followed, { kind: 'sent' })).toEqual(left)
    expect(changeTicket(left, { kind: 'size', size: '2' })).not.toHaveProperty('isSent')
    const slid = { ...whole, size: '', percent: 25 }
    const slidSent = { ...slid, percent: undefined, isSent: true }
    expect(changeTicket(slid, { kind: 'sent' })).toEqual(slidSent)
  })

  test('the answer to an order does not clear a quantity that was typed since it was sent', () => {
    const sent = { kind: 'sent', draft: limit } as const
    const retyped = changeTicket(limit, { kind: 'size', size: '3' })
    expect(changeTicket(retyped, sent)).toEqual(retyped)
    const slid = changeTicket(limit, { kind: 'percent', percent: 25 })
    expect(changeTicket(slid, sent)).toEqual(slid)
    const repriced = changeTicket(limit, { kind: 'price', price: '61000' })
    expect(changeTicket(repriced, sent)).toMatchObject({ price: '61000', size: '', isSent: true })
  })

  test('a quantity typed after using the slider clears the percentage', () => {
    const slid = changeTicket(limit, { kind: 'percent', percent: 25 })
    expect(slid).toMatchObject({ size: '', percent: 25 })
    expect(changeTicket(slid, { kind: 'size', size: '1' })).toMatchObject({ percent: undefined })
  })

  test('a market order has no price and is immediate-or-cancel', () => {
    const order = orderOf({ ...limit, orderType: 'Market' }, context, 'Buy', qtyLots(5))
    expect(order).toMatchObject({ priceTicks: undefined, timeInForce: 'ImmediateOrCancel' })
  })
})

test('a fill opens, adds to, reduces, closes or reverses a position', () => {
  // 0.010 BTC from 60,000; fills are at 61,000.
  const held = { side: 'Buy' as const, sizeLots: qtyLots(10), entryValue: amount(usdt(600)) }
  const fill = (side: 'Buy' | 'Sell', lots: number) =>
    ({ side, price: priceTicks(610_000), lots: qtyLots(lots) }) as const
  const opened = { side: 'Sell', sizeLots: 4, entryValue: usdt(244) }
  expect(heldAfter(instrument, undefined, fill('Sell', 4))).toEqual(opened)
  const after = (side: 'Buy' | 'Sell', lots: number) =>
    heldAfter(instrument, held, fill(side, lots))
  expect(after('Buy', 4)).toEqual({ side: 'Buy', sizeLots: 14, entryValue: usdt(844) })
  expect(after('Sell', 4)).toEqual({ side: 'Buy', sizeLots: 6, entryValue: usdt(360) })
  // What a part takes is truncated; the rest keeps the remainder.
  const odd = { ...held, sizeLots: qtyLots(3), entryValue: amount(1_001n) }
  expect(heldAfter(instrument, odd, fill('Sell', 1))?.entryValue).toBe(668n)
  expect(after('Sell', 10)).toBeUndefined()
  expect(after('Sell', 12)).toEqual({ side: 'Sell', sizeLots: 2, entryValue: usdt(122) })
})

describe('slippage limit (rules 8.3)', () => {
  const market = { ...emptyDraft, orderType: 'Market' as const, size: '0.1' }
  const within = (text: string, unit: 'Percent' | 'TickSize' = 'Percent') => ({
    ...market,
    slippage: { text, unit },
  })
  const sentOf = (draft: typeof market) =>
    orderFields({ ...orderOf(draft, context, 'Buy', qtyLots(100)), positionIdx: 0 }, instrument)
  const problemOf = (draft: typeof market) => ticketFigures(draft, context).Buy.problem?.name

  test('a market order is sent with the typed slippage limit, if there is one', () => {
    expect(sentOf(within('0.5'))).toMatchObject({ maxSlippage: '0.5', maxSlippageType: 'Percent' })
    const ticks = { maxSlippage: '20', maxSlippageType: 'TickSize' }
    expect(sentOf(within('20', 'TickSize'))).toMatchObject(ticks)
    expect(sentOf(market)).not.toHaveProperty('maxSlippage')
  })

  test('limit orders and untriggered market orders have no slippage limit', () => {
    const limit = { ...within('0.5'), orderType: 'Limit' as const, price: '60000' }
    expect(sentOf(limit as never)).not.toHaveProperty('maxSlippageType')
    const waiting = { ...within('0.5'), terms: { trigger: '61000' } }
    expect(sentOf(waiting)).not.toHaveProperty('maxSlippage')
  })

  test('0.01 to 10 percent and 1 to 10,000 ticks are allowed', () => {
    const wrong = [problemOf(within('0')), problemOf(within('10.01'))]
    expect(wrong).toEqual(['slippageTooLow', 'slippageTooHigh'])
    expect(problemOf(within('10001', 'TickSize'))).toBe('slippageTooHigh')
    const right = [within('0.01'), within('10'), within('1', 'TickSize')].map(problemOf)
    expect(new Set(right)).toEqual(new Set([problemOf(market)]))
  })
})

describe('a spot pair', () => {
  const pair: Instrument = { ...btcUsdt, kind: 'Spot', takerFeeE8: rateE8(100_000), riskTiers: [] }
  const draft = { ...emptyDraft, price: '60000', size: '0.1' }
  const figuresOf = (instrument: Instrument) => {
    const { position: _held, ...around } = context
    const base = { ...context.funds, base: amount(usdt(1)) } as NonNullable<TicketContext['funds']>
    return ticketFigures(draft, { ...around, position: undefined, instrument, funds: base })
  }

  test('takes its fee from what is received: base coin of a buy, quote coin of a sell', () => {
    const { Buy, Sell } = figuresOf(pair)
    expect(Buy.fee).toEqual({ amount: 10_000n, coin: 'BTC' })
    expect(Sell.fee).toEqual({ amount: usdt(6), coin: 'USDT' })
    expect(ticketFigures(draft, context).Buy.fee).toBeUndefined()
  })

  test('with a banned side has a problem on that side only', () => {
    const { Buy, Sell } = figuresOf({ ...pair, banned: 'Buy' })
    expect([Buy.problem?.name, Sell.problem?.name]).toEqual(['buyBanned', undefined])
    expect(figuresOf({ ...pair, banned: 'Sell' }).Sell.problem?.name).toBe('sellBanned')
  })
})

describe('a market order of a spot pair by quote amount', () => {
  const spot: TicketContext = {
    ...context,
    instrument: { ...instrument, kind: 'Spot', takerFeeE8: rateE8(100_000), riskTiers: [] },
    markE8: undefined,
    position: undefined,
    most: { Buy: qtyLots(66), Sell: qtyLots(2_000) },
  }
  const total = { ...emptyDraft, orderType: 'Market', unit: 'value', size: '1234.56' } as const
  const cents = 1_000_000n

  test('8.7: the amount is sent as typed, on both sides', () => {
    for (const side of ['Buy', 'Sell'] as const) {
      const { lots } = ticketFigures(total, spot)[side]
      expect(orderOf(total, spot, side, lots)).toMatchObject({ quoteAmount: 123_456n * cents })
    }
    const limited = { ...total, orderType: 'Limit', price: '60000' } as const
    const byShare = { ...total, size: '', percent: 50 } as const
    for (const draft of [limited, byShare, { ...total, unit: 'qty', size: '0.1' } as const]) {
      expect(orderOf(draft, spot, 'Buy', qtyLots(10))).not.toHaveProperty('quoteAmount')
    }
    expect(orderOf(total, context, 'Buy', qtyLots(10))).not.toHaveProperty('quoteAmount')
  })

  test('3.1: its cost is that of whole lots, and its fee is a part of what is received', () => {
    const { Buy, Sell } = ticketFigures(total, spot)
    // 0.020 BTC of 1,234.56 USDT, bought at 60,030 and sold at 60,000, of which 1.20 is the fee.
    expect([Buy.cost, Sell.cost]).toEqual([120_060n * cents, 119_880n * cents])
    // 0.020 BTC at a tenth of a percent; 1,200.00 USDT at the same.
    expect([Buy.fee, Sell.fee]).toEqual([
      { amount: 2_000n, coin: 'BTC' },
      { amount: 120_000_000n, coin: 'USDT' },
    ])
  })

  test('an order that the exchange accepts never shows a cost above the available balance (D-18)', () => {
    // 66 lots at 60,000 are 3,960 of the 3,970.30; at the estimated 60,030 they are 3,961.98.
    const all = { ...total, unit: 'qty', size: '0.066' } as const
    const funds = spot.funds && { ...spot.funds, available: amount(396_100n * cents) }
    expect(ticketFigures(all, { ...spot, funds }).Buy.cost).toBe(396_100n * cents)
    expect(ticketFigures(all, spot).Buy.cost).toBe(396_198n * cents)
    // If the page knows of a smaller balance than the exchange, the estimate is shown.
    const less = spot.funds && { ...spot.funds, available: amount(300_000n * cents) }
    expect(ticketFigures(all, { ...spot, funds: less }).Buy.cost).toBe(396_198n * cents)
  })

  test('the whole available balance can be typed as an amount, whatever the maximum quantity is', () => {
    // An amount buys what the book offers; the maximum quantity assumes worse prices.
    const most = { Buy: qtyLots(60), Sell: qtyLots(0) }
    const all = { ...total, size: '3970.30' }
    expect(ticketFigures(all, { ...spot, most }).Buy.problem).toBeUndefined()
    expect(ticketFigures({ ...all, size: '3970.31' }, { ...spot, most }).Buy.problem?.name).toBe(
      'insufficientBalance',
    )
  })

  test('an amount above the balance of the quote coin is refused with the missing amount', () => {
    const { Buy } = ticketFigures({ ...total, size: '3971.30' }, spot)
    expect(Buy.problem).toMatchObject({ name: 'insufficientBalance', params: { missing: '1' } })
  })
})

describe('8.12: in a call auction the ticket refuses what the exchange would refuse', () => {
  const pair = { ...instrument, kind: 'Spot', status: 'Auction' } as const
  const funds = { available: amount(usdt(10_000)), base: amount(0n), equity: amount(usdt(10_000)) }
  const collecting = { ...context, instrument: pair, funds: { ...context.funds, ...funds } }
  const limit = { ...emptyDraft, price: '60000', size: '0.01' }
  const problemOf = (draft: typeof limit): string | undefined =>
    ticketFigures(draft, collecting as TicketContext).Buy.problem?.name

  test('a plain limit order is accepted', () => {
    expect(problemOf(limit)).toBeUndefined()
  })

  test.each([
    ['a market order', { orderType: 'Market' }],
    ['a fill-or-kill order', { timeInForce: 'FillOrKill' }],
    ['a post-only order', { timeInForce: 'PostOnly' }],
    ['a borrowing order', { isLeverage: true }],
  ] as const)('%s is refused', (_name, change) => {
    expect(problemOf({ ...limit, ...change } as typeof limit)).toBe('auctionLimitOnly')
  })
})
