// What an order brings beside price and quantity: read from texts, refused by the engine's rules.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { orderFields } from '../../actions/trading.ts'
import { emptyDraft, orderOf, type TicketContext } from './ticket.ts'
import { changedTerms, hasTpsl, termsOf, readTerms, termsProblem } from './ticket-terms.ts'
import { withTpsl, type TicketTerms } from './ticket-terms.ts'

const instrument = {
  symbol: symbolId('BTCUSDT'),
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(9_999_999),
} as Instrument

const context = { instrument, last: priceTicks(600_000) } as TicketContext

const problemOf = (terms: TicketTerms, side: Side, reduceOnly = false) =>
  termsProblem({ ...emptyDraft, terms, reduceOnly }, context, {
    side,
    lots: qtyLots(5),
    limit: priceTicks(590_000),
  })?.name

test('what is picked fills fields, and they are read back as ticks', () => {
  const terms = termsOf({ side: 'Buy', triggerTicks: 610_000, stopLossTicks: 580_000 }, instrument)
  expect(terms).toEqual({ trigger: '61000.0', stopLoss: '58000.0' })
  expect(readTerms(terms, instrument)).toEqual({
    triggerTicks: 610_000,
    tpsl: {
      mode: 'Full',
      stopLoss: { triggerTicks: 580_000, triggerBy: 'LastPrice', orderType: 'Market' },
    },
  })
  expect(changedTerms(terms, 'trigger', undefined)).toEqual({ stopLoss: '58000.0' })
  expect(readTerms(terms, { ...instrument, kind: 'Spot' })).toEqual({})
})

test('a target above and a stop below fit a purchase, not a sale', () => {
  const terms = { takeProfit: '62000.0', stopLoss: '57000.0' }
  expect(problemOf(terms, 'Buy')).toBeUndefined()
  expect(problemOf(terms, 'Sell')).toBeDefined()
})

test('an empty field, a trigger at the last price, a reducing order with a target are refused', () => {
  expect(problemOf({ trigger: '' }, 'Buy')).toBe('priceRequired')
  expect(problemOf({ trigger: '60000.0' }, 'Buy')).toBe('triggerBelowRequired')
  expect(problemOf({ trigger: '61000.0' }, 'Buy')).toBeUndefined()
  expect(problemOf({ takeProfit: '62000.0' }, 'Buy', true)).toBe('tpslOnReduceOnly')
})

test('a price typed with blanks around it is judged and sent like any other', () => {
  expect(problemOf({ stopLoss: ' 61000.0 ' }, 'Buy')).toBe('slPriceTooHigh')
  const draft = { ...emptyDraft, price: '59000.0', terms: { stopLoss: ' 57000.0 ' } }
  const order = orderOf(draft, context, 'Buy', qtyLots(5))
  const request = orderFields({ ...order, positionIdx: 0 }, instrument)
  expect(request).toMatchObject({ stopLoss: '57000.0' })
})

test('TP/SL fields open empty, either may stay so, and close again', () => {
  const open = withTpsl({ trigger: '61000' }, true)
  expect(open).toEqual({ trigger: '61000', takeProfit: '', stopLoss: '' })
  expect(hasTpsl(open)).toBe(true)
  expect(problemOf({ takeProfit: '', stopLoss: '57000.0' }, 'Buy')).toBeUndefined()
  expect(withTpsl(open, false)).toEqual({ trigger: '61000' })
})

test('a trigger is held against the price of its basis', () => {
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
