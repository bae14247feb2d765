// The trailing-stop form: a distance or a rate, and an activation price or none (rules 8.6).

import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { decodeInstrument } from '@basis/protocol/instrument'
import { expect, test } from 'vitest'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { readTrailing, trailingForm, trailingRequest } from './trailing-form.ts'

const wire = fallbackContracts().find(({ symbol }) => symbol === 'BTCUSDT')
const instrument = (wire && decodeInstrument(wire)) as Instrument
const at = {
  instrument,
  side: 'Buy' as const,
  lastTicks: priceTicks(Math.round((60_000 * 1e8) / instrument.tickSizeE8)),
}

test('what stands is shown as it was asked for', () => {
  expect(trailingForm({ trailingStop: '50', activationPrice: '61000' })).toEqual({
    by: 'distance',
    retracement: '50',
    activation: '61000',
  })
  expect(trailingForm({ trailValuePercentageE4: 125 })).toMatchObject({
    by: 'rate',
    retracement: '1.25',
  })
})

test('the engine’s rule speaks, and an empty field only waits', () => {
  const form = { by: 'distance', retracement: '', activation: '' } as const
  expect(readTrailing(form, at)).toEqual({ terms: undefined, problems: new Map() })
  const far = readTrailing({ ...form, retracement: '70000' }, at)
  expect(far.problems.get('trailingStop')?.name).toBe('trailingOutOfRange')
  const whole = readTrailing({ ...form, by: 'rate', retracement: '100' }, at)
  expect(whole.problems.get('trailingStop')?.name).toBe('trailingOutOfRange')
  const fine = readTrailing({ ...form, retracement: '50', activation: '61000' }, at)
  expect(fine.problems.size).toBe(0)
  expect(fine.terms).toMatchObject({ sign: 1 })
})

test('the request names one of both measures', () => {
  expect(trailingRequest({ by: 'rate', retracement: '1.25', activation: '' })).toEqual({
    trailValuePercentageE4: 125,
  })
  expect(trailingRequest({ by: 'distance', retracement: '50', activation: '61000' })).toEqual({
    trailingStop: '50',
    activationPrice: '61000',
  })
})
