// The alert form: typed values become a request in the exchange's units, or a problem of a field.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireTicker } from '@basis/protocol/market-data'
import { expect, test } from 'vitest'
import { alertDistance } from './alert-distance.ts'
import { figuresOf, firstTyped, readAlert, typedOf, type AlertTyped } from './alert-form.ts'

const bitcoin = {
  symbol: 'BTCUSDT',
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  minPriceTicks: 1,
  maxPriceTicks: 9_999_999,
} as Instrument
const ether = { ...bitcoin, symbol: 'ETHUSDT' } as Instrument
const nowMs = 1_000

const read = (typed: Partial<AlertTyped>, instruments: readonly Instrument[] = [bitcoin]) => {
  const symbols = instruments.map(({ symbol }) => symbol)
  return readAlert({ ...firstTyped({ symbols }), ...typed }, instruments, { nowMs })
}

test('a price is sent as typed, a rate typed in percent as a fraction', () => {
  expect(read({ value: '70000.5' })).toEqual({
    symbols: ['BTCUSDT'],
    figure: 'last',
    operator: 'crosses',
    value: '70000.5',
    coolDown: 0,
    expiresAtE3: 0,
    note: '',
  })
  const rate = { figure: 'change1h', operator: 'below', value: '-2.5' } as const
  const often = { isRepeated: true, coolDown: '60', expiry: '7', note: ' why ' } as const
  expect(read({ ...rate, ...often }, [bitcoin, ether])).toMatchObject({
    symbols: ['BTCUSDT', 'ETHUSDT'],
    value: '-0.025',
    coolDown: 60,
    expiresAtE3: nowMs + 7 * 86_400_000,
    note: 'why',
  })
})

test.each([
  [{ value: '' }, 'value', 'alertLevelInvalid'],
  [{ value: '70000.55' }, 'value', 'tickSizeFixNumTips'],
  [{ figure: 'correlation', value: '1.5' }, 'value', 'alertLevelOutOfRange'],
  [{ value: '1', isRepeated: true, coolDown: '' }, 'coolDown', 'alertCoolDownInvalid'],
  [{ value: '1', note: 'x'.repeat(141) }, 'note', 'alertNoteTooLong'],
] as const)('%j is refused with a problem of field %s: %s', (typed, field, name) => {
  expect(read(typed)).toMatchObject({ field, name })
})

test('the limits of a rate are given in percent', () => {
  expect(read({ figure: 'funding', value: '101' })).toMatchObject({
    params: { min: '-100', max: '100' },
  })
})

test('the form of an existing alert has its values, and keeps its expiry', () => {
  const typed = typedOf({
    symbols: ['BTCUSDT'],
    figure: 'funding',
    operator: 'above',
    value: '0.0005',
    coolDown: 60,
    expiresAtE3: 5_000,
    note: 'x',
  } as never)
  expect(typed).toMatchObject({ value: '0.05', isRepeated: true, coolDown: '60', expiry: 'keep' })
  expect(readAlert(typed, [bitcoin], { nowMs, expiresAtE3: 5_000 })).toMatchObject({
    value: '0.0005',
    expiresAtE3: 5_000,
  })
})

test('several markets cannot have an alert on a price, nor can a spot pair on funding', () => {
  expect(figuresOf([bitcoin])).toContain('last')
  expect(figuresOf([bitcoin, ether])).not.toContain('last')
  expect(figuresOf([bitcoin, ether])).toContain('funding')
  const pair = { ...bitcoin, kind: 'Spot' } as Instrument
  expect(figuresOf([bitcoin, pair])).not.toContain('funding')
})

test('the distance is that of the nearest market: in percent for a price, the difference for a rate', () => {
  const ticker = (symbol: string, lastPrice: string, fundingRate: string) =>
    ({ symbol, lastPrice, fundingRate }) as WireTicker
  const tickers = [ticker('BTCUSDT', '50000', '0.0001'), ticker('ETHUSDT', '2500', '0.0004')]
  const factsOf = (symbol: string) => ({
    kind: 'Linear' as const,
    ticker: tickers.find((each) => each.symbol === symbol),
    statistics: undefined,
  })
  const price = { symbols: ['BTCUSDT'], figure: 'last' as const, value: '51000' }
  expect(alertDistance(price, factsOf)).toEqual({ symbol: 'BTCUSDT', value: '50000', away: '2' })
  const funding = { symbols: ['BTCUSDT', 'ETHUSDT'], figure: 'funding' as const, value: '0.0005' }
  expect(alertDistance(funding, factsOf)).toEqual({
    symbol: 'ETHUSDT',
    value: '0.0004',
    away: '0.0001',
  })
  expect(alertDistance({ ...price, symbols: ['NOPE'] }, factsOf)).toBeUndefined()
})
