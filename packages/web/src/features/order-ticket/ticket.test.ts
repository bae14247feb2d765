// The ticket against the worked examples of domain.md §3 and §7, and its draft's own habits.

import { describe, expect, test } from 'vitest'
import { symbolId } from '@basis/domain/brand'
import { amount, leverageE2, priceE8, priceTicks, qtyLots, rateE8 } from '@basis/domain/fixed'
import type { Instrument } from '@basis/domain/instrument'
import { changeTicket, emptyDraft, orderOf, sizeNotice, type TicketContext } from './ticket.ts'
import { heldAfter, ticketFigures } from './ticket-figures.ts'

const usdt = (text: number): bigint => BigInt(Math.round(text * 100)) * 1_000_000n

const instrument: Instrument = {
  symbol: symbolId('BTCUSDT'),
  kind: 'Linear',
  contractType: 'LinearPerpetual',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(9_999_999),
  minQtyLots: qtyLots(1),
  maxQtyLots: qtyLots(100_000),
  maxMarketQtyLots: qtyLots(50_000),
  minNotional: amount(usdt(5)),
  takerFeeE8: rateE8(55_000),
  makerFeeE8: rateE8(20_000),
  bandXE8: rateE8(3_000_000),
  bandYE8: rateE8(5_000_000),
  minLeverageE2: leverageE2(100),
  riskTiers: [
    {
      limit: amount(usdt(2_000_000)),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
      deduction: amount(0n),
    },
  ],
  fundingIntervalMin: 480,
  impactNotional: amount(0n),
  depthMergeTimes: [1, 2, 4, 10],
  status: 'Trading',
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
}
const limit = { ...emptyDraft, price: '60000', size: '0.1' }

describe('figures', () => {
  test('EX-7.1 and EX-7.2: the most a side can ask for', () => {
    const figures = ticketFigures(limit, context)
    expect(figures.Buy.maxLots).toBe(654)
    expect(figures.Sell.maxLots).toBe(2647)
  })

  test('EX-3.2: cost is margin, fee to open and fee to close at bankruptcy', () => {
    const flat = { ...context, position: undefined }
    const one = ticketFigures({ ...limit, price: '50000', size: '1' }, { ...flat, ask: undefined })
    expect(one.Buy.cost).toBe(usdt(5052.25))
    // A sell at 50,000 under a bid of 60,000 is reckoned at the bid.
    const sell = { ...flat, bid: undefined }
    expect(ticketFigures({ ...limit, price: '50000', size: '1' }, sell).Sell.cost).toBe(
      usdt(5057.75),
    )
  })

  test('EX-3.4: a cost is floored to the lot on each side', () => {
    const draft = { ...limit, price: '50000', unit: 'cost' as const, size: '1000' }
    const flat = { ...context, position: undefined, bid: undefined, ask: undefined }
    const figures = ticketFigures(draft, flat)
    expect([figures.Buy.lots, figures.Sell.lots]).toEqual([197, 197])
  })

  test('a part that closes the position costs nothing', () => {
    expect(ticketFigures({ ...limit, size: '1' }, context).Sell.cost).toBe(0n)
  })

  test('a percentage is a part of each side’s own maximum', () => {
    const figures = ticketFigures({ ...limit, size: '', percent: 50 }, context)
    expect([figures.Buy.lots, figures.Sell.lots]).toEqual([327, 1323])
  })

  test('the liquidation price moves with the order and goes with the position', () => {
    const more = ticketFigures(limit, context)
    expect(more.Buy.liquidationTicks).toBeGreaterThan(500_000)
    expect(more.Buy.liquidationTicks).toBeLessThan(600_000)
    expect(ticketFigures({ ...limit, size: '1' }, context).Sell.liquidationTicks).toBeUndefined()
  })
})

describe('problems, in the order of the form', () => {
  test.each([
    ['no price', { price: '', size: '' }, 'priceRequired'],
    ['off the tick', { price: '60000.05' }, 'tickSizeFixNumTips'],
    ['no quantity', { size: '' }, 'qtyRequired'],
    ['off the lot', { size: '0.0001' }, 'lotSizeFixNumTips'],
    ['too little', { size: '0' }, 'qtyRequired'],
    ['too much', { size: '100.001' }, 'orderMaxQtyReplace'],
    ['beyond the balance', { size: '1' }, 'insufficientBalance'],
  ])('%s', (_name, change, name) => {
    expect(ticketFigures({ ...limit, ...change }, context).Buy.problem?.name).toBe(name)
  })

  test('a good order has none, a reduce-only one needs a position to reduce', () => {
    expect(ticketFigures(limit, context).Buy.problem).toBeUndefined()
    const closing = ticketFigures({ ...limit, reduceOnly: true }, context)
    expect(closing.Sell.problem).toBeUndefined()
    expect(closing.Buy.problem?.name).toBe('reduceOnlyWithoutPosition')
  })

  test('the missing amount is rounded up to the cent', () => {
    const { problem } = ticketFigures({ ...limit, size: '0.655' }, context).Buy
    expect(problem?.params).toEqual({ missing: '0.77', coin: 'USDT' })
  })

  test('the notice names the most one order may ask for', () => {
    expect(sizeNotice({ ...limit, size: '100.001' }, context)?.params).toEqual({
      qty: '100.000',
      coin: 'BTC',
    })
    expect(sizeNotice(limit, context)).toBeUndefined()
  })
})

describe('the draft', () => {
  test('sending keeps the price and clears the quantity', () => {
    expect(changeTicket(limit, { kind: 'sent' })).toEqual({ ...limit, size: '' })
  })

  test('typing after sliding forgets the percentage', () => {
    const slid = changeTicket(limit, { kind: 'percent', percent: 25 })
    expect(slid).toMatchObject({ size: '', percent: 25 })
    expect(changeTicket(slid, { kind: 'size', size: '1' })).toMatchObject({ percent: undefined })
  })

  test('a market order has no price and never rests', () => {
    const order = orderOf({ ...limit, orderType: 'Market' }, context, 'Buy', qtyLots(5))
    expect(order).toMatchObject({ priceTicks: undefined, timeInForce: 'ImmediateOrCancel' })
  })
})

test('a fill adds, reduces or turns what is held', () => {
  const held = { side: 'Buy' as const, sizeLots: qtyLots(10), entryValue: amount(1000n) }
  const sell = { side: 'Sell' as const, price: priceTicks(2) }
  expect(heldAfter(instrument, held, { ...sell, lots: qtyLots(4) })?.entryValue).toBe(600n)
  expect(heldAfter(instrument, held, { ...sell, lots: qtyLots(10) })).toBeUndefined()
  expect(heldAfter(instrument, held, { ...sell, lots: qtyLots(12) })).toMatchObject({
    side: 'Sell',
    sizeLots: 2,
  })
})
