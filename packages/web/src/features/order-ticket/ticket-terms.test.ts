// Trigger, TP/SL and trailing stop of an order: read from text, validated by the engine's rules.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { orderFields } from '../../actions/order-requests.ts'
import { emptyDraft, orderOf, type TicketContext } from './ticket.ts'
import { emptyForm, inMode, type TpslForm } from '../tpsl/form-fields.ts'
import { intendedSide } from '../tpsl/tpsl-form.ts'
import { readTerms, termsOf, termsProblem, tpslContext } from './ticket-terms.ts'
import { withTpsl, withTrailing, withTrigger, type TicketTerms } from './ticket-terms.ts'

const atLast = { takeProfit: 'LastPrice', stopLoss: 'LastPrice' } as const

const instrument = {
  symbol: symbolId('BTCUSDT'),
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(9_999_999),
} as Instrument

const context = { instrument, last: priceTicks(600_000) } as TicketContext

const legs = (
  takeProfit: string,
  stopLoss: string,
  form = emptyForm('Full', atLast),
): TpslForm => ({ ...form, takeProfit, stopLoss })

const trail = (retracement: string, activation = '') =>
  ({ by: 'distance', retracement, activation }) as const

const problemOf = (terms: TicketTerms, side: Side, reduceOnly = false) =>
  termsProblem({ ...emptyDraft, terms, reduceOnly }, context, {
    side,
    lots: qtyLots(5),
    limit: priceTicks(590_000),
  })?.name

test('prices picked on the chart fill the fields, which are read back as ticks', () => {
  const terms = termsOf({ side: 'Buy', triggerTicks: 610_000, stopLossTicks: 580_000 }, instrument)
  expect(terms).toEqual({ trigger: '61000.0', tpsl: legs('', '58000.0') })
  expect(readTerms(terms, instrument)).toEqual({
    triggerTicks: 610_000,
    tpsl: {
      mode: 'Full',
      stopLoss: { triggerTicks: 580_000, triggerBy: 'LastPrice', orderType: 'Market' },
    },
  })
  expect(withTrigger(terms, undefined)).toEqual({ tpsl: legs('', '58000.0') })
  expect(readTerms(terms, { ...instrument, kind: 'Spot' })).toEqual({})
})

test('a take-profit above and a stop-loss below are valid for a buy, not for a sell', () => {
  const terms = { tpsl: legs('62000.0', '57000.0') }
  expect(problemOf(terms, 'Buy')).toBeUndefined()
  expect(problemOf(terms, 'Sell')).toBe('tpPriceTooHigh')
  expect(problemOf({ tpsl: legs('', '57000.0') }, 'Sell')).toBe('slPriceTooLow')
  expect(problemOf({ tpsl: legs('57000.0', '62000.0') }, 'Sell')).toBeUndefined()
})

test('an empty trigger, one at the last price and a reduce-only order with TP/SL are refused', () => {
  expect(problemOf({ trigger: '' }, 'Buy')).toBe('priceRequired')
  expect(problemOf({ trigger: '60000.0' }, 'Buy')).toBe('triggerBelowRequired')
  expect(problemOf({ trigger: '61000.0' }, 'Buy')).toBeUndefined()
  expect(problemOf({ tpsl: legs('62000.0', '') }, 'Buy', true)).toBe('tpslOnReduceOnly')
})

test('a price typed with blanks around it is validated and sent like any other', () => {
  expect(problemOf({ tpsl: legs('', ' 61000.0 ') }, 'Buy')).toBe('slPriceTooHigh')
  const draft = { ...emptyDraft, price: '59000.0', terms: { tpsl: legs('', ' 57000.0 ') } }
  const order = orderOf(draft, context, 'Buy', qtyLots(5))
  const request = orderFields({ ...order, positionIdx: 0 }, instrument)
  expect(request).toMatchObject({ stopLoss: '57000.0' })
})

test('TP/SL fields are empty when opened, each may stay empty, and they can be closed again', () => {
  const open = withTpsl({ trigger: '61000' }, emptyForm('Full', atLast))
  expect(open).toEqual({ trigger: '61000', tpsl: legs('', '') })
  expect(problemOf({ tpsl: legs('', '57000.0') }, 'Buy')).toBeUndefined()
  expect(withTpsl(open, undefined)).toEqual({ trigger: '61000' })
})

const partial = (limit: string): TpslForm => {
  const form = legs('62000', '57000', emptyForm('Partial', atLast))
  return { ...form, tpTriggerBy: 'MarkPrice', tpOrderType: 'Limit', limitTakeProfit: limit }
}
const sent = (tpsl: TpslForm) => {
  const draft = { ...emptyDraft, price: '59000.0', terms: { tpsl } }
  const order = orderOf(draft, context, 'Buy', qtyLots(5))
  return orderFields({ ...order, positionIdx: 0 }, instrument)
}

test('spec 4, 5: a partial TP/SL of an order has its quantity, trigger basis and limit price', () => {
  expect(problemOf({ tpsl: partial('62100') }, 'Buy')).toBeUndefined()
  expect(sent(partial('62100'))).toMatchObject({
    qty: '0.005',
    tpSlMode: 'Partial',
    takeProfit: '62000.0',
    tpTriggerBy: 'MarkPrice',
    tpOrderType: 'Limit',
    limitTakeProfit: '62100.0',
    stopLoss: '57000.0',
    slTriggerBy: 'LastPrice',
    slOrderType: 'Market',
  })
})

test('spec 5: a limit leg needs its limit price and its trigger', () => {
  expect(problemOf({ tpsl: partial('') }, 'Buy')).toBe('tpLimitPriceEmpty')
  const form = partial('62100')
  const untriggered = { ...form, takeProfit: '' }
  expect(problemOf({ tpsl: untriggered }, 'Buy')).toBe('tpLimitPriceEmpty')
})

test('spec 4: partial to full resets the order types to market and clears the limits', () => {
  const full = inMode(partial('62100'), 'Full')
  expect(problemOf({ tpsl: full }, 'Buy')).toBeUndefined()
  const request = sent(full)
  expect(request).toMatchObject({
    tpSlMode: 'Full',
    tpOrderType: 'Market',
    tpTriggerBy: 'MarkPrice',
  })
  expect(request).not.toHaveProperty('limitTakeProfit')
})

test('the side that is meant is inferred from the TP/SL prices', () => {
  const order = { side: 'Buy', lots: qtyLots(0), limit: priceTicks(590_000) } as const
  const judged = tpslContext({ terms: {}, reduceOnly: false }, context, order)
  expect(intendedSide(legs('62000', ''), judged)).toBe('Buy')
  expect(intendedSide(legs('57000', ''), judged)).toBe('Sell')
  expect(intendedSide(legs('', '57000'), judged)).toBe('Buy')
  expect(intendedSide(legs('', '62000'), judged)).toBe('Sell')
  expect(intendedSide(legs('', ''), judged)).toBe('Buy')
})

test('a trigger price is compared with the price of its basis', () => {
  const marked = { ...context, markE8: priceE8(61_500 * 1e8) } as TicketContext
  const order = { side: 'Buy', lots: qtyLots(5), limit: undefined } as const
  const draft = { ...emptyDraft, terms: { trigger: '61500.0' } }
  const judged = (triggerBy: 'LastPrice' | 'MarkPrice' | 'IndexPrice') =>
    termsProblem({ ...draft, triggerBy }, marked, order)?.name
  expect(judged('LastPrice')).toBeUndefined()
  expect(judged('MarkPrice')).toBe('triggerBelowRequired')
  expect(judged('IndexPrice')).toBeUndefined()
})

test('8.3: a trigger on either side of a mark between ticks has not been reached', () => {
  const marked = { ...context, markE8: priceE8(6_000_006_000_000) }
  const order = { side: 'Buy', lots: qtyLots(5), limit: undefined } as const
  const judged = (trigger: string) =>
    termsProblem({ ...emptyDraft, triggerBy: 'MarkPrice', terms: { trigger } }, marked, order)?.name
  expect(['60000.0', '60000.1'].map(judged)).toEqual([undefined, undefined])
})

test('a trailing stop is read, validated by the engine’s rule at the order’s price, and sent', () => {
  const terms = withTrailing({ tpsl: legs('', '') }, trail('500.0', '61000.0'))
  expect(readTerms(terms, instrument)).toEqual({
    trailing: { distanceTicks: 5000, activationTicks: 610_000 },
  })
  expect(problemOf(terms, 'Buy')).toBeUndefined()
  // The limit is 59,000.0: a long may trail by less than that.
  expect(problemOf(withTrailing(terms, trail('58999.9')), 'Buy')).toBeUndefined()
  expect(problemOf(withTrailing(terms, trail('59000.0')), 'Buy')).toBe('trailingOutOfRange')
  expect(problemOf(withTrailing(terms, trail('59000.0')), 'Sell')).toBeUndefined()
  expect(problemOf(terms, 'Buy', true)).toBe('tpslOnReduceOnly')
  expect(
    orderFields(orderOf({ ...emptyDraft, terms }, context, 'Buy', qtyLots(5)), instrument),
  ).toMatchObject({
    trailingStop: '500.0',
    activationPrice: '61000.0',
  })
  // An empty distance removes it, and removing the TP/SL removes it too.
  expect(withTrailing(terms, trail(''))).toEqual({ tpsl: legs('', '') })
  expect(withTpsl(terms, undefined)).toEqual({})
  expect(withTrigger(terms, '60000')).toMatchObject({
    trigger: '60000',
    trailing: trail('500.0', '61000.0'),
  })
})
