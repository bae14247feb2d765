// What is typed into a TP/SL form and what it stands for (spec 4, 5; rules 8.5).

import { leverageE2, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { TpslContext } from '@basis/domain/orders/tpsl'
import { decodeInstrument } from '@basis/protocol/instrument'
import { expect, test } from 'vitest'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { settledText } from '../../ui/number-text.ts'
import {
  baseOf,
  companionRules,
  companionText,
  emptyForm,
  formOf,
  gainAt,
  isEmptyForm,
  legRequest,
  ofLots,
  readForm,
  scaledQty,
  sortedEntries,
  triggerOf,
  type TpslForm,
  type WireEntry,
} from './tpsl-form.ts'

const wire = fallbackContracts().find(({ symbol }) => symbol === 'BTCUSDT')
const instrument = (wire && decodeInstrument(wire)) as Instrument
const ticksOf = (price: number) => priceTicks(Math.round((price * 1e8) / instrument.tickSizeE8))
const lots = (qty: number) => qtyLots(Math.round((qty * 1e8) / instrument.lotSizeE8))

const long: TpslContext = {
  instrument,
  scene: 'Position',
  side: 'Buy',
  referenceTicks: ticksOf(60_000),
  sizeLots: lots(1),
  isUnified: true,
}
const base = baseOf(instrument, {
  side: 'Buy',
  entry: priceE8(60_000 * 1e8),
  lots: lots(1),
  leverage: leverageE2(1_000),
})
const withPrices = (takeProfit: string, stopLoss: string, form = emptyForm('Full')): TpslForm => ({
  ...form,
  takeProfit: { ...form.takeProfit, trigger: takeProfit },
  stopLoss: { ...form.stopLoss, trigger: stopLoss },
})

test('the form refuses what the engine refuses, under the field that is wrong', () => {
  expect([...readForm(withPrices('61000', '59000'), long).problems]).toEqual([])
  const { problems } = readForm(withPrices('59000', '61000'), long)
  expect(problems.get('takeProfit')?.name).toBe('tpPosPriceTooLow')
  expect(problems.get('stopLoss')?.name).toBe('slPosPriceTooHigh')
  expect(readForm(withPrices('0', ''), long).problems.get('takeProfit')?.name).toBe(
    'takeProfitOver',
  )
})

test('a part needs a quantity, and no more than there is', () => {
  const part = withPrices('61000', '', emptyForm('Partial'))
  expect(readForm(part, long).problems.get('qty')?.name).toBe('slTips1')
  expect(readForm({ ...part, qty: '2' }, long).problems.get('qty')?.name).toBe('tpSlQtyOver')
  const read = readForm({ ...part, qty: '0.25' }, long)
  expect([...read.problems]).toEqual([])
  expect(scaledQty(instrument, read)).toBe('25000000')
})

test('ROI, percent and PnL lead to the trigger, a stop-loss means a loss', () => {
  const at = (name: 'takeProfit' | 'stopLoss', type: 'ROI' | 'Price' | 'PnL', text: string) =>
    triggerOf(base, name, { type, text })
  expect(at('takeProfit', 'ROI', '50')).toBe(ticksOf(63_000))
  expect(at('stopLoss', 'ROI', '-50')).toBe(ticksOf(57_000))
  expect(at('stopLoss', 'ROI', '50')).toBe(ticksOf(57_000))
  expect(at('takeProfit', 'Price', '10')).toBe(ticksOf(66_000))
  expect(at('stopLoss', 'PnL', '300')).toBe(ticksOf(59_700))
  expect(at('takeProfit', 'ROI', '')).toBeUndefined()
})

test('what no price fulfils is refused with the nearest price, and never empties the form', () => {
  const at = (name: 'takeProfit' | 'stopLoss', text: string) =>
    triggerOf(base, name, { type: 'PnL', text })
  expect(at('takeProfit', '999999999')).toBe('above')
  expect(at('stopLoss', '60000')).toBe('below')
  expect(triggerOf({ ...base, sign: -1 }, 'stopLoss', { type: 'PnL', text: '999999999' })).toBe(
    'above',
  )
  const form = emptyForm('Full')
  const asked = { ...form, stopLoss: { ...form.stopLoss, unreachable: 'below' as const } }
  expect(isEmptyForm(asked)).toBe(false)
  const { problems } = readForm(asked, long)
  expect(problems.get('stopLoss')).toMatchObject({ name: 'priceTooLow', params: { min: '1.0' } })
})

test('what may be typed beside a trigger ends at the maxima of the specification', () => {
  const most = (name: 'takeProfit' | 'stopLoss', type: 'ROI' | 'Price' | 'PnL') => {
    const { min, max } = companionRules(name, type)
    return [min, max]
  }
  expect(most('takeProfit', 'Price')).toEqual(['0', '999999999.9'])
  expect(most('takeProfit', 'ROI')).toEqual(['0', '999999999.9'])
  expect(most('stopLoss', 'Price')).toEqual(['0', '99.9'])
  expect(most('stopLoss', 'ROI')).toEqual(['-999999999.9', '999999999.9'])
  expect(most('stopLoss', 'PnL')).toEqual(['-999999999', '999999999'])
  // 150 is shown as what it stands for once the field is left.
  expect(settledText('150', companionRules('stopLoss', 'Price'))).toBe('99.90')
})

test('a trigger is told as ROI, as a distance without a sign, and as PnL of its part', () => {
  const read = readForm(withPrices('', '57000'), long)
  const figures = gainAt(base, read.draft.stopLoss)
  expect(companionText('ROI', figures)).toBe('-50')
  expect(companionText('Price', figures)).toBe('5')
  expect(companionText('PnL', figures)).toBe('-3000')
  const part = { ...withPrices('', '57000', emptyForm('Partial')), qty: '0.5' }
  const half = readForm(part, long).draft
  expect(companionText('PnL', gainAt(ofLots(instrument, base, half), half.stopLoss))).toBe('-1500')
})

const entry = (takeProfit: string | undefined, stopLoss: string, timeMs: number): WireEntry => ({
  ...(takeProfit === undefined ? {} : { takeProfit, tpTriggerBy: 'MarkPrice' }),
  stopLoss,
  slTriggerBy: 'LastPrice',
  qty: '0.5',
  tpSlMode: 'Partial',
  updatedAtE3: timeMs,
})

test('a leg that was emptied is taken away, one that never was is not named', () => {
  const before = entry('61000', '59000', 1)
  const form = formOf(before, 'Partial')
  expect(form.takeProfit.triggerBy).toBe('MarkPrice')
  expect(form.qty).toBe('0.5')
  expect(legRequest(withPrices('', '58000', form), before)).toEqual({
    takeProfit: '0',
    stopLoss: '58000',
    slTriggerBy: 'LastPrice',
    slOrderType: 'Market',
  })
  expect(legRequest(emptyForm('Full'), undefined)).toEqual({})
})

test('a limit leg carries its price, and needs one', () => {
  const form = emptyForm('Partial')
  const limited: TpslForm = {
    ...form,
    qty: '0.5',
    takeProfit: { ...form.takeProfit, trigger: '61000', orderType: 'Limit' },
  }
  expect(readForm(limited, long).problems.get('limitTakeProfit')?.name).toBe('tpLimitPriceEmpty')
  const priced = { ...limited, takeProfit: { ...limited.takeProfit, limit: '61010' } }
  expect(readForm(priced, long).problems.size).toBe(0)
  expect(legRequest(priced, undefined)).toMatchObject({ limitTakeProfit: '61010' })
})

test('the list is sorted by time, TP price or SL price', () => {
  const list = [entry('61000', '50', 1), entry(undefined, '70', 3), entry('62000', '60', 2)]
  const times = (by: 'time' | 'takeProfit' | 'stopLoss') =>
    sortedEntries(list, by).map(({ updatedAtE3 }) => updatedAtE3)
  expect(times('time')).toEqual([3, 2, 1])
  expect(times('takeProfit')).toEqual([2, 1, 3])
  expect(times('stopLoss')).toEqual([3, 2, 1])
})
