// Gains of coins as the asset panel tells them.

import { expect, test } from 'vitest'
import { costDigits, directionOfGain, gainOf } from './coin-costs.ts'

const held = {
  coin: 'BTC',
  qty: '1',
  cost: '60000',
  averageCost: '60000',
  realisedPnl: '0',
  unrealisedPnl: '-12.5',
}

test('a coin that is held tells its gain, one that was sold what that came to', () => {
  expect(gainOf(held)).toEqual({ unrealised: '-12.5', realised: '0' })
  const sold = { ...held, qty: '0', cost: '0', averageCost: '', unrealisedPnl: '' }
  expect(gainOf({ ...sold, realisedPnl: '40' })).toEqual({ unrealised: '', realised: '40' })
  expect(gainOf(sold)).toBeUndefined()
  expect(gainOf(undefined)).toBeUndefined()
})

test('a gain points up, a loss down', () => {
  expect(['0.01', '-0.01', '0', ''].map(directionOfGain)).toEqual(['up', 'down', 'flat', 'flat'])
})

test('a cost is told to the cent, a small one as far as it needs', () => {
  expect(costDigits('65057.25108')).toEqual({ scale: 2 })
  expect(costDigits('0.00001234')).toEqual({ scale: 8, trimTo: 2 })
})
