// Gains of coins as the asset panel shows them.

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

test('a held coin has its unrealised gain, a sold one only the realised', () => {
  expect(gainOf(held)).toEqual({ unrealised: '-12.5', realised: '0' })
  const sold = { ...held, qty: '0', cost: '0', averageCost: '', unrealisedPnl: '' }
  expect(gainOf({ ...sold, realisedPnl: '40' })).toEqual({ unrealised: '', realised: '40' })
  expect(gainOf(sold)).toBeUndefined()
  expect(gainOf(undefined)).toBeUndefined()
})

test('the direction of a gain is up, that of a loss down', () => {
  expect(['0.01', '-0.01', '0', ''].map(directionOfGain)).toEqual(['up', 'down', 'flat', 'flat'])
})

test('a cost has two decimals, a small one as many as it needs', () => {
  expect(costDigits('65057.25108')).toEqual({ scale: 2 })
  expect(costDigits('0.00001234')).toEqual({ scale: 8, trimTo: 2 })
})
