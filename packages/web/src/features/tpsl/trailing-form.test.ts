// The trailing-stop form: a distance or a rate, and an optional activation price (rules 8.6).

import { orderId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { openTrailing, trailingProblem } from '@basis/domain/orders/trailing'
import { decodeInstrument } from '@basis/protocol/instrument'
import { expect, test } from 'vitest'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { encodeTrailingRequest } from '@basis/protocol/tpsl'
import { noTrailing, readTrailing, trailingChange, trailingForm } from './trailing-form.ts'
import { trailingRules } from './trailing-form.ts'

const wire = fallbackContracts().find(({ symbol }) => symbol === 'BTCUSDT')
const instrument = (wire && decodeInstrument(wire)) as Instrument
const at = {
  instrument,
  side: 'Buy' as const,
  lastTicks: priceTicks(Math.round((60_000 * 1e8) / instrument.tickSizeE8)),
}

test('the form of an existing trailing stop has its values', () => {
  const own = { orderId: orderId(7) }
  const [distanceTicks, activationTicks] = [priceTicks(100), priceTicks(122_000)]
  expect(trailingForm(instrument, { ...own, distanceTicks, activationTicks })).toEqual({
    by: 'distance',
    retracement: '50.0',
    activation: '61000.0',
  })
  expect(trailingForm(instrument, undefined)).toMatchObject({ by: 'distance', retracement: '' })
  expect(trailingForm(instrument, { ...own, rateE4: 125 })).toMatchObject({
    by: 'rate',
    retracement: '1.25',
  })
})

test('the form has the problems of the engine, and an empty distance has none', () => {
  const form = { by: 'distance', retracement: '', activation: '' } as const
  expect(readTrailing(form, at)).toEqual({ terms: undefined, problems: new Map() })
  const far = readTrailing({ ...form, retracement: '70000' }, at)
  expect(far.problems.get('trailingStop')?.name).toBe('trailingOutOfRange')
  const whole = readTrailing({ ...form, by: 'rate', retracement: '100' }, at)
  expect(whole.problems.get('trailingStop')?.name).toBe('trailingOutOfRange')
  const fine = readTrailing({ ...form, retracement: '50', activation: '61000' }, at)
  expect(fine.problems.size).toBe(0)
  expect(fine.terms).toEqual({ distanceTicks: 100, activationTicks: 122_000 })
})

test('the request has the validated values, with either a distance or a rate', () => {
  const sent = (by: 'distance' | 'rate', retracement: string, activation: string) => {
    const { terms: asked } = readTrailing({ by, retracement, activation }, at)
    return asked && encodeTrailingRequest(asked, instrument)
  }
  expect(sent('rate', '1.25', '')).toEqual({ trailValuePercentageE4: 125 })
  expect(sent('distance', '50', '61000')).toEqual({
    trailingStop: '50.0',
    activationPrice: '61000.0',
  })
})

test('a distance is typed in ticks, a rate in hundredths of a percent', () => {
  expect(trailingRules(instrument, 'distance')).toEqual({ scale: 1, min: '0', step: '0.5' })
  expect(trailingRules(instrument, 'rate')).toEqual({ scale: 2, min: '0' })
})

test.each([
  ['Buy', 1],
  ['Sell', -1],
] as const)(
  'an activation price that is emptied ends: the stop of a %s is active at once',
  (side, sign) => {
    const standing = {
      orderId: orderId(7),
      distanceTicks: priceTicks(100),
      activationTicks: priceTicks(side === 'Buy' ? 130_000 : 110_000),
    }
    const { terms: asked } = readTrailing({ by: 'distance', retracement: '60', activation: '' }, at)
    if (asked === undefined) throw new Error('the form is valid')
    const change = trailingChange(asked, standing, { instrument, side })
    const retracement = { distanceTicks: priceTicks(120) }
    // Without one in the request the exchange keeps the existing one, which waits.
    const { activationTicks = standing.activationTicks } = change
    const terms = { sign, retracement, activationTicks }
    expect(trailingProblem(instrument, terms, at.lastTicks)).toBeUndefined()
    expect(openTrailing(terms, at.lastTicks).isActive).toBe(true)
    expect(trailingForm(instrument, { ...standing, ...change }).activation).toBe('')
    // A typed price, a first stop and a removal are sent as they are.
    const typed = { ...terms, activationTicks: priceTicks(125_000) }
    expect(trailingChange(typed, standing, { instrument, side })).toEqual(typed)
    expect(trailingChange(asked, undefined, { instrument, side })).toEqual(asked)
    expect(trailingChange(noTrailing, standing, { instrument, side })).toEqual(noTrailing)
  },
)
