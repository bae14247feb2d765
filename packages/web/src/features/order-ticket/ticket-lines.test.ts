// Lines of the draft order on the chart: when they exist, and the changes that a drag makes.

import { expect, test } from 'vitest'
import { amount, leverageE2, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { emptyForm } from '../tpsl/form-fields.ts'
import { draftLines, draggedChange } from './ticket-lines.ts'
import { changeTicket, emptyDraft, type TicketContext, type TicketDraft } from './ticket.ts'

const at = (value: number) => priceTicks(value * 10)
const context: TicketContext = {
  instrument: btcUsdt,
  leverage: leverageE2(1000),
  last: at(60_000),
  bid: at(59_999.9),
  ask: at(60_000),
  markE8: priceE8(60_000_00000000),
  band: undefined,
  isIsolated: false,
  funds: undefined,
  position: undefined,
}
const form = emptyForm('Full', { takeProfit: 'LastPrice', stopLoss: 'LastPrice' })
const typed = (takeProfit: string, stopLoss: string, more: Partial<TicketDraft> = {}) => ({
  ...emptyDraft,
  price: '60000',
  terms: {
    tpsl: {
      ...form,
      takeProfit,
      stopLoss,
    },
  },
  ...more,
})
const lots = () => qtyLots(100)

test('the legs have lines with the order’s price line, and the gain or loss of each', () => {
  const lines = draftLines(typed('61000', '59000'), context, lots)
  expect(lines).toMatchObject({
    symbol: 'BTCUSDT',
    side: 'Buy',
    ticks: { price: 600_000, takeProfit: 610_000, stopLoss: 590_000 },
  })
  // 0.1 × 1,000 less 0.055 % of 6,000 and of 5,900.
  expect(lines?.gains.stopLoss).toBe(amount(-10_654_500_000n))
})

test('a stop-loss above the price makes a sell; an untriggered order has a line at its trigger', () => {
  expect(draftLines(typed('', '61000'), context, lots)?.side).toBe('Sell')
  const { terms } = typed('', '59000')
  const waiting = typed('', '', { orderType: 'Market', terms: { ...terms, trigger: '60500' } })
  expect(draftLines(waiting, context, lots)?.ticks).toEqual({ trigger: 605_000, stopLoss: 590_000 })
})

test('there are no lines without a leg, for a reduce-only order, or after it is sent until a change', () => {
  expect(draftLines(typed('', ''), context, lots)).toBeUndefined()
  expect(draftLines({ ...emptyDraft, price: '60000' }, context, lots)).toBeUndefined()
  expect(draftLines(typed('', '59000', { reduceOnly: true }), context, lots)).toBeUndefined()
  const sent = changeTicket(typed('', '59000'), { kind: 'sent' })
  expect(draftLines(sent, context, lots)).toBeUndefined()
  const again = changeTicket(sent, { kind: 'size', size: '1' })
  expect(draftLines(again, context, lots)).toMatchObject({
    side: 'Buy',
    ticks: { price: 600_000, stopLoss: 590_000 },
  })
})

test('a price or trigger of 0, typed on the way to 0.5, has no line and does not turn the side', () => {
  const atZero = draftLines(typed('', '59000', { price: '0' }), context, lots)
  expect(atZero).toMatchObject({ side: 'Buy', ticks: { stopLoss: 590_000 } })
  expect(atZero?.ticks).not.toHaveProperty('price')
  const { terms } = typed('', '59000')
  const waiting = typed('', '', { orderType: 'Market', terms: { ...terms, trigger: '0.0' } })
  const begun = draftLines(waiting, context, lots)
  expect([begun?.side, begun?.ticks]).toEqual(['Buy', { stopLoss: 590_000 }])
})

test('a drag changes the field; removing a line empties a leg, but not the price', () => {
  const draft = typed('61000', '59000')
  const after = (part: 'price' | 'stopLoss', ticks: number | undefined): TicketDraft => {
    const change = draggedChange(draft, context, part, ticks)
    return change === undefined ? draft : changeTicket(draft, change)
  }
  expect(after('price', 600_500).price).toBe('60050.0')
  expect(after('stopLoss', 595_005).terms.tpsl?.stopLoss).toBe('59500.5')
  expect(after('stopLoss', 595_005).terms.tpsl?.takeProfit).toBe('61000')
  expect(after('stopLoss', undefined).terms.tpsl?.stopLoss).toBe('')
  expect(after('price', undefined)).toBe(draft)
})
