// The TP/SL form: typed values, their triggers, problems and requests (spec 4, 5; rules 8.5).

import { orderId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { unifiedAccount, type AccountFlags } from '@basis/domain/margin/account-flags'
import type { TpslContext } from '@basis/domain/orders/tpsl'
import { figuresAt, type TpslBase } from '@basis/domain/orders/tpsl-input'
import type { ExistingEntry, ExistingLeg } from '@basis/domain/orders/tpsl-entries'
import { tpslRequest } from '../../actions/tpsl-request.ts'
import { decodeInstrument } from '@basis/protocol/instrument'
import { expect, test } from 'vitest'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { settledText } from '../../ui/number-text.ts'
import {
  baseOf,
  companionRules,
  companionText,
  gainAt,
  gainAtExit,
  ofForm,
  qtyOfShare,
  qtySlider,
  requestSlider,
  requestText,
  resized,
  rewardE2,
  signedText,
  triggerOf,
} from './tpsl-figures.ts'
import { emptyForm, followed, formOf, opened, withLeverage, withQty } from './form-fields.ts'
import { withInputs, withTriggerOf, type TpslForm } from './form-fields.ts'
import { positionContext, readForm, sortedEntries } from './tpsl-form.ts'

const atLast = { takeProfit: 'LastPrice', stopLoss: 'LastPrice' } as const

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
const withPrices = (
  takeProfit: string,
  stopLoss: string,
  form = emptyForm('Full', atLast),
): TpslForm => ({ ...form, takeProfit, stopLoss })

test('spec 3: the form has the nineteen fields of the specification, and no other', () => {
  const names =
    'takeProfit takeProfitP tpTriggerBy stopLoss stopLossP slTriggerBy tpSize slSize ' +
    'tpStopOrderId slStopOrderId leverage tpInputType tpOrderType limitTakeProfit slInputType ' +
    'slOrderType limitStopLoss qty tpSlMode'
  const inputs = { takeProfit: 'PnL', stopLoss: 'Price' } as const
  const form = emptyForm('Partial', atLast, inputs)
  for (const shape of [
    form,
    formOf(instrument, entry(61_000, 59_000), { mode: 'Partial', bases: atLast, inputs }),
    withQty(withLeverage(withTriggerOf(form, 'stopLoss', '59000'), leverageE2(1_250)), '0.5'),
  ]) {
    expect(Object.keys(shape).toSorted()).toEqual(names.split(' ').toSorted())
    expect(shape).toMatchObject({ tpInputType: 'PnL', slInputType: 'Price' })
  }
})

test('a quantity applies to both legs; if it is missing, that of a leg is used', () => {
  const form = withQty(withPrices('61000', '', emptyForm('Partial', atLast)), '0.25')
  expect(form).toMatchObject({ qty: '0.25', tpSize: '0.25', slSize: '0.25' })
  expect(readForm({ ...form, qty: '', slSize: '' }, long).terms.qtyLots).toBe(lots(0.25))
})

test('the typed ROI, distance or PnL is cleared when the trigger or the input type changes', () => {
  const typed = { ...emptyForm('Full', atLast), takeProfit: '63000', takeProfitP: '50' }
  expect(withTriggerOf(typed, 'takeProfit', '64000')).toMatchObject({
    takeProfit: '64000',
    takeProfitP: '',
  })
  expect(opened(typed, { takeProfit: 'PnL', stopLoss: 'ROI' })).toMatchObject({
    takeProfit: '63000',
    takeProfitP: '',
    tpInputType: 'PnL',
  })
})

test('another input type clears the value typed in the previous one, the same type keeps it', () => {
  const typed = { ...emptyForm('Full', atLast), takeProfitP: '50', stopLossP: '-10' }
  expect(withInputs(typed, { takeProfit: 'ROI', stopLoss: 'PnL' })).toMatchObject({
    takeProfitP: '50',
    tpInputType: 'ROI',
    stopLossP: '',
    slInputType: 'PnL',
  })
})

test('the form has the problems of the engine, each at its field', () => {
  expect([...readForm(withPrices('61000', '59000'), long).problems]).toEqual([])
  const { problems } = readForm(withPrices('59000', '61000'), long)
  expect(problems.get('takeProfit')?.name).toBe('tpPosPriceTooLow')
  expect(problems.get('stopLoss')?.name).toBe('slPosPriceTooHigh')
  expect(readForm(withPrices('0', ''), long).problems.get('takeProfit')?.name).toBe(
    'takeProfitOver',
  )
})

test('a partial TP/SL needs a quantity, at most that of the position', () => {
  const part = withPrices('61000', '', emptyForm('Partial', atLast))
  expect(readForm(part, long).problems.get('qty')?.name).toBe('slTips1')
  expect(readForm({ ...part, qty: '2' }, long).problems.get('qty')?.name).toBe('tpSlQtyOver')
  const read = readForm({ ...part, qty: '0.25' }, long)
  expect([...read.problems]).toEqual([])
  expect(read.terms.qtyLots).toBe(lots(0.25))
})

test('spec 5: with a tick or lot size above 1 prices and the quantity must be multiples of it', () => {
  const coarse = { ...instrument, tickSizeE8: 10 * 1e8, lotSizeE8: 10 * 1e8 }
  const context = {
    ...long,
    instrument: coarse,
    referenceTicks: priceTicks(6_000),
    sizeLots: qtyLots(50),
  }
  const part = { ...withPrices('61005', '59000', emptyForm('Partial', atLast)), qty: '15' }
  const { problems } = readForm(part, context)
  expect(problems.get('takeProfit')).toMatchObject({
    name: 'priceErrorTickTip',
    params: { step: '10' },
  })
  expect(problems.get('qty')).toMatchObject({ name: 'qtyErrorTickTip', params: { step: '10' } })
  const right = readForm({ ...withPrices('61010', '59000', part), qty: '20' }, context)
  expect([...right.problems.keys()]).toEqual([])
})

test('ROI, percent and PnL are converted to the trigger price; of a stop-loss they mean a loss', () => {
  const at = (name: 'takeProfit' | 'stopLoss', type: 'ROI' | 'Price' | 'PnL', text: string) =>
    triggerOf(base, name, { type, text })
  expect(at('takeProfit', 'ROI', '50')).toBe(ticksOf(63_000))
  expect(at('stopLoss', 'ROI', '-50')).toBe(ticksOf(57_000))
  expect(at('stopLoss', 'ROI', '50')).toBe(ticksOf(57_000))
  expect(at('takeProfit', 'Price', '10')).toBe(ticksOf(66_000))
  expect(at('stopLoss', 'PnL', '300')).toBe(ticksOf(59_700))
  expect(at('takeProfit', 'ROI', '')).toBeUndefined()
})

test('typed profit and loss are kept when the quantity changes, and their trigger prices follow', () => {
  const part = { ...emptyForm('Partial', atLast), tpInputType: 'PnL', slInputType: 'PnL' } as const
  const typed = { ...part, takeProfitP: '200', takeProfit: '60200.0', slSize: '' }
  const fifth = resized(instrument, {
    base,
    form: { ...typed, stopLossP: '-300', stopLoss: '59700.0' },
    qty: '0.2',
  })
  // 200 on 0.2 BTC are 1,000 on a whole one, and a loss of 300 is one of 1,500.
  expect(fifth).toMatchObject({ qty: '0.2', takeProfitP: '200', takeProfit: '61000.0' })
  expect(fifth).toMatchObject({ stopLossP: '-300', stopLoss: '58500.0' })
  // As long as there is no quantity, they apply to the whole position.
  expect(resized(instrument, { base, form: fifth, qty: '' })).toMatchObject({
    takeProfit: '60200.0',
    stopLoss: '59700.0',
  })
  // A typed trigger price is kept.
  const priced = { ...part, takeProfit: '65000.0' }
  expect(resized(instrument, { base, form: priced, qty: '0.2' }).takeProfit).toBe('65000.0')
})

test('a leg changed elsewhere is updated in the form unless it was edited there', () => {
  const was = withPrices('70000.0', '66000.0')
  const now = withPrices('70000.0', '66900.0')
  const touched = withTriggerOf(was, 'takeProfit', '69500.0')
  expect(followed(touched, was, now)).toMatchObject({
    takeProfit: '69500.0',
    stopLoss: '66900.0',
  })
  // An edited leg keeps its typed value, and the request is for the current order.
  const moved = { ...now, stopLoss: '', slStopOrderId: '' }
  const typed = withTriggerOf({ ...was, slStopOrderId: '7' }, 'stopLoss', '66100.0')
  expect(followed(typed, { ...was, slStopOrderId: '7' }, moved)).toMatchObject({
    stopLoss: '66100.0',
    slStopOrderId: '',
  })
})

test('a profit or loss that no price gives is refused with the nearest valid price', () => {
  const at = (name: 'takeProfit' | 'stopLoss', text: string) =>
    triggerOf(base, name, { type: 'PnL', text })
  expect(at('takeProfit', '999999999')).toBe('above')
  expect(at('stopLoss', '60000')).toBe('below')
  expect(triggerOf({ ...base, sign: -1 }, 'stopLoss', { type: 'PnL', text: '999999999' })).toBe(
    'above',
  )
  // For a loss that no price gives the trigger is empty, and the typed value is kept.
  const terms = { ...emptyForm('Full', atLast), stopLossP: '-60000' }
  const { problems, isReady } = readForm(terms, long)
  expect(isReady).toBe(false)
  expect(problems.get('stopLoss')).toMatchObject({ name: 'priceTooLow', params: { min: '1.0' } })
  expect(readForm(terms, { ...long, side: 'Sell' }).problems.get('stopLoss')?.name).toBe(
    'priceTooHigh',
  )
  for (const nothing of ['', '-', '0', '0.0']) {
    expect([...readForm({ ...terms, stopLossP: nothing }, long).problems]).toEqual([])
  }
})

test('ROI, percent and PnL inputs have the maxima of the specification', () => {
  const most = (name: 'takeProfit' | 'stopLoss', type: 'ROI' | 'Price' | 'PnL') => {
    const { min, max } = companionRules(name, type, 'USDT')
    return [min, max]
  }
  expect(most('takeProfit', 'Price')).toEqual(['0', '999999999.9'])
  expect(most('takeProfit', 'ROI')).toEqual(['0', '999999999.9'])
  expect(most('stopLoss', 'Price')).toEqual(['0', '99.9'])
  expect(most('stopLoss', 'ROI')).toEqual(['-999999999.9', '999999999.9'])
  expect(most('stopLoss', 'PnL')).toEqual(['-999999999', '999999999'])
  // 150 is clamped on blur.
  expect(settledText('150', companionRules('stopLoss', 'Price', 'USDT'))).toBe('99.90')
})

test('spec 5: ROI and PnL typed for a stop-loss become negative, a percentage of the price does not', () => {
  expect(signedText('stopLoss', 'ROI', '25')).toBe('-25')
  expect(signedText('stopLoss', 'PnL', '0.5')).toBe('-0.5')
  expect(signedText('stopLoss', 'ROI', '-25')).toBe('-25')
  // An incomplete value is not changed.
  expect(['', '-', '0', '0.'].map((text) => signedText('stopLoss', 'ROI', text))).toEqual([
    '',
    '-',
    '0',
    '0.',
  ])
  expect(signedText('stopLoss', 'Price', '5')).toBe('5')
  expect(signedText('takeProfit', 'ROI', '25')).toBe('25')
})

test('the reward is given in multiples of the risk, if there is a risk', () => {
  const reward = (takeProfit: string, stopLoss: string, of = base) => {
    const { terms } = readForm(withPrices(takeProfit, stopLoss), long)
    return rewardE2(gainAt(of, terms.takeProfit), gainAt(of, terms.stopLoss))
  }
  expect(reward('66000', '58000')).toBe(300n)
  expect(reward('61000', '57000')).toBe(33n)
  expect(reward('66000', '58000', { ...base, qty: amount(0n) })).toBe(300n)
  expect(reward('66000', '')).toBeUndefined()
  // A stop-loss that secures a profit has no risk.
  expect(reward('66000', '61000')).toBeUndefined()
})

test('the TP/SL of an order without a quantity are checked by their prices only', () => {
  const order: TpslContext = { ...long, scene: 'Order', sizeLots: lots(0) }
  const part = withPrices('61000', '', emptyForm('Partial', atLast))
  expect([...readForm(part, order).problems]).toEqual([])
  const sized = readForm(part, { ...order, sizeLots: lots(0.5) })
  expect(sized.terms.qtyLots).toBe(lots(0.5))
})

test('a trigger price is shown as ROI, as distance without a sign, and as PnL of its quantity', () => {
  const read = readForm(withPrices('', '57000'), long)
  const figures = gainAt(base, read.terms.stopLoss)
  expect(companionText('ROI', figures, 'USDT')).toBe('-50')
  expect(companionText('Price', figures, 'USDT')).toBe('5')
  expect(companionText('PnL', figures, 'USDT')).toBe('-3000')
  const part = { ...withPrices('', '57000', emptyForm('Partial', atLast)), qty: '0.5' }
  const half = readForm(part, long).terms
  const ofHalf = ofForm(instrument, { base, form: part, terms: half })
  expect(companionText('PnL', gainAt(ofHalf, half.stopLoss), 'USDT')).toBe('-1500')
  // ROI uses the leverage of the form: 5 % of the price at 20x are the whole margin.
  const at20 = withLeverage(part, leverageE2(2_000))
  const leveraged = gainAt(ofForm(instrument, { base, form: at20, terms: half }), half.stopLoss)
  expect(companionText('ROI', leveraged, 'USDT')).toBe('-100')
})

test('spec 9: the profit shown for a trigger has two decimals in a dollar coin, up to 8 in another', () => {
  const most = (coin: string) => companionRules('takeProfit', 'PnL', coin).scale
  expect(['USDT', 'USDC', 'BTC', 'XRP'].map(most)).toEqual([2, 2, 8, 8])
  // 500 contracts of a dollar from 50,000 gain 500 × (1/50,000 − 1/50,500) at 50,500.
  const coins: TpslBase = {
    kind: 'Inverse',
    sign: 1,
    entry: priceE8(50_000 * 1e8),
    qty: amount(500n * 100_000_000n),
    leverage: leverageE2(1_000),
    tickSizeE8: 50_000_000,
  }
  const figures = figuresAt(coins, priceTicks(101_000))
  expect(companionText('PnL', figures, 'BTC')).toBe('0.000099')
  // Typing the shown profit gives the same price.
  const text = companionText('PnL', figures, 'BTC')
  expect(triggerOf(coins, 'takeProfit', { type: 'PnL', text })).toBe(priceTicks(101_000))
  // 0.333 from 60,000 gain 41.0922 at 60,123.4 and lose 41.0922 at 59,876.6, rounded down.
  const third = { ...base, qty: amount(33_300_000n), tickSizeE8: 10_000_000 }
  expect(companionText('PnL', figuresAt(third, priceTicks(601_234)), 'USDT')).toBe('41.09')
  expect(companionText('PnL', figuresAt(third, priceTicks(598_766)), 'USDT')).toBe('-41.1')
})

const tpLeg = (trigger: number): ExistingLeg => ({
  orderId: orderId(8),
  triggerTicks: ticksOf(trigger),
  triggerBy: 'MarkPrice',
  orderType: 'Market',
})
const entry = (
  takeProfit: number | undefined,
  stopLoss: number,
  change: Partial<ExistingEntry> = {},
): ExistingEntry => ({
  ...(takeProfit === undefined ? {} : { takeProfit: tpLeg(takeProfit) }),
  stopLoss: {
    orderId: orderId(9),
    triggerTicks: ticksOf(stopLoss),
    triggerBy: 'LastPrice',
    orderType: 'Market',
  },
  qtyLots: lots(0.5),
  updatedMs: 1,
  ...change,
})
const target = { symbol: instrument.symbol, positionIdx: 0 } as const
const sent = (form: TpslForm, before: ExistingEntry | undefined) =>
  tpslRequest(target, instrument, { terms: readForm(form, long).terms, before })

test('the gain of a limit leg is that at its limit price, the gain at its trigger is separate', () => {
  const leg = { triggerBy: 'LastPrice', orderType: 'Limit', triggerTicks: ticksOf(61_000) } as const
  const limited = { ...leg, limitTicks: ticksOf(62_000) }
  expect(gainAt(base, limited)?.pnl).toBe(amount(1_000n * 100_000_000n))
  expect(gainAtExit(base, limited)?.pnl).toBe(amount(2_000n * 100_000_000n))
  // Without a limit price the gain is unknown.
  expect(gainAtExit(base, leg)).toBeUndefined()
  const market = { ...leg, orderType: 'Market' } as const
  expect(gainAtExit(base, market)).toEqual(gainAt(base, market))
})

test('an emptied leg is removed by the request, a leg that never existed is not in it', () => {
  const before = entry(61_000, 59_000)
  const form = formOf(instrument, before, { mode: 'Partial', bases: atLast })
  expect(form).toMatchObject({
    takeProfit: '61000.0',
    tpTriggerBy: 'MarkPrice',
    tpSize: '0.500',
    tpStopOrderId: '8',
    slStopOrderId: '9',
    qty: '0.500',
    tpSlMode: 'Partial',
  })
  expect(sent(withPrices('', '58000', form), before)).toEqual({
    ...target,
    tpSlMode: 'Partial',
    takeProfit: '0',
    stopLoss: '58000.0',
    slTriggerBy: 'LastPrice',
    slOrderType: 'Market',
    qtyX: '50000000',
    tpStopOrderId: '8',
    slStopOrderId: '9',
  })
  expect(readForm(emptyForm('Full', atLast), long).isReady).toBe(false)
  expect(sent(emptyForm('Full', atLast), undefined)).toEqual({ ...target, tpSlMode: 'Full' })
})

test('a full TP/SL is sent as validated, without order ids', () => {
  const before = entry(61_000, 59_000)
  expect(sent(withPrices('61500', ' 58000'), before)).toEqual({
    ...target,
    tpSlMode: 'Full',
    takeProfit: '61500.0',
    tpTriggerBy: 'LastPrice',
    tpOrderType: 'Market',
    stopLoss: '58000.0',
    slTriggerBy: 'LastPrice',
    slOrderType: 'Market',
  })
})

test('an emptied limit leg is removed without checking its former limit price', () => {
  const limited = { orderType: 'Limit', limitTicks: ticksOf(61_010) } as const
  const plain = entry(61_000, 59_000)
  const before = { ...plain, takeProfit: { ...tpLeg(61_000), ...limited } }
  const form = formOf(instrument, before, { mode: 'Partial', bases: atLast })
  const read = readForm(withPrices('', '59000', form), long)
  expect([...read.problems]).toEqual([])
  expect(read.isReady).toBe(true)
  expect(sent(withPrices('', '59000', form), before)).toMatchObject({ takeProfit: '0' })
})

test('an entry whose legs are both removed needs no valid quantity', () => {
  const before = entry(61_000, 59_000)
  const standing = formOf(instrument, before, { mode: 'Partial', bases: atLast })
  const form = withQty(withPrices('', '', standing), '0.0001')
  expect(readForm(form, long).isReady).toBe(true)
  expect(sent(form, before)).toEqual({
    ...target,
    tpSlMode: 'Partial',
    takeProfit: '0',
    stopLoss: '0',
    tpStopOrderId: '8',
    slStopOrderId: '9',
  })
})

test('a limit leg needs a limit price and is sent with it', () => {
  const form = emptyForm('Partial', atLast)
  const limited: TpslForm = {
    ...form,
    qty: '0.5',
    takeProfit: '61000',
    tpOrderType: 'Limit',
  }
  expect(readForm(limited, long).problems.get('limitTakeProfit')?.name).toBe('tpLimitPriceEmpty')
  const priced = { ...limited, limitTakeProfit: '61010' }
  expect(readForm(priced, long).problems.size).toBe(0)
  expect(sent(priced, undefined)).toMatchObject({ limitTakeProfit: '61010.0' })
})

test('the list is sorted by time, TP price or SL price', () => {
  const list = [
    entry(61_000, 50, { updatedMs: 1 }),
    entry(undefined, 70, { updatedMs: 3 }),
    entry(62_000, 60, { updatedMs: 2 }),
  ]
  const times = (by: 'time' | 'takeProfit' | 'stopLoss') =>
    sortedEntries(list, by).map(({ updatedMs }) => updatedMs)
  expect(times('time')).toEqual([3, 2, 1])
  expect(times('takeProfit')).toEqual([2, 1, 3])
  expect(times('stopLoss')).toEqual([3, 2, 1])
})

test('the quantity of an entry is limited by what the other entries leave free', () => {
  const [own, other] = [entry(61_000, 59_000), entry(undefined, 58_000, { qtyLots: lots(0.2) })]
  const tpsl = { partial: [own, other], tpFreeLots: lots(0.5), slFreeLots: lots(0.3) }
  const at = { instrument, referenceTicks: 600_000, flags: unifiedAccount }
  const held = { side: 'Buy', sizeLots: lots(1) } as const
  const record = { tpsl, liquidationTicks: undefined }
  expect(positionContext(record, held, { ...at, edited: own })).toMatchObject({
    scene: 'Position',
    referenceTicks: 600_000,
    tpFreeLots: lots(1),
    slFreeLots: lots(0.8),
    tpEntries: 0,
    slEntries: 1,
  })
  expect(positionContext(record, held, { ...at, edited: undefined })).toMatchObject({
    tpFreeLots: lots(0.5),
    slFreeLots: lots(0.3),
  })
})

test('spec 6: the flags of the account decide if a stop-loss beyond the liquidation is refused', () => {
  const record = {
    tpsl: { partial: [], tpFreeLots: lots(1), slFreeLots: lots(1) },
    liquidationTicks: ticksOf(55_000),
  }
  const verdict = (flags: AccountFlags, kind: 'Linear' | 'Inverse') => {
    const at = { instrument: { ...instrument, kind }, edited: undefined, referenceTicks: 600_000 }
    const held = { side: 'Buy', sizeLots: lots(1) } as const
    const read = readForm(withPrices('', '54000'), positionContext(record, held, { ...at, flags }))
    return [read.problems.get('stopLoss')?.name, ...read.tips.map(({ name }) => name)]
  }
  const refused = ['buySlPriceUpLiqPrice']
  const tip = [undefined, 'slBeyondLiquidation']
  expect(verdict({ isUTA: false, isUTA2: false }, 'Linear')).toEqual(refused)
  expect(verdict({ isUTA: true, isUTA2: false }, 'Linear')).toEqual(tip)
  expect(verdict({ isUTA: true, isUTA2: false }, 'Inverse')).toEqual(refused)
  expect(verdict({ isUTA: true, isUTA2: true }, 'Inverse')).toEqual(tip)
})

test('sliders show the typed value within their range', () => {
  const read = readForm(withPrices('', '57000'), long)
  const figures = gainAt(base, read.terms.stopLoss)
  expect(requestSlider('stopLoss', 'Price', figures)).toMatchObject({ value: 5, max: 10, step: 1 })
  expect(requestSlider('stopLoss', 'ROI', figures)).toMatchObject({ value: 50, max: 75, step: 0.1 })
  expect(requestSlider('takeProfit', 'ROI', undefined).value).toBe(0)
  // A stop-loss at 63,000 secures 50 %, which its slider cannot show.
  const secured = gainAt(base, readForm(withPrices('', '63000'), long).terms.stopLoss)
  expect(requestSlider('stopLoss', 'ROI', secured).value).toBe(0)
  expect(requestSlider('stopLoss', 'Price', secured).value).toBe(0)
  expect(requestSlider('takeProfit', 'ROI', secured).value).toBe(50)
  expect([requestText('stopLoss', 'ROI', 20), requestText('stopLoss', 'Price', 5)]).toEqual([
    '-20',
    '5',
  ])
  expect(qtySlider(lots(1), lots(0.25)).value).toBe(25)
  expect(qtySlider(lots(1), lots(2)).value).toBe(100)
  expect([25, 0].map((share) => qtyOfShare(instrument, lots(1), share))).toEqual(['0.250', ''])
})
