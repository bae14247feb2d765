import { expect, test } from 'vitest'
import { inputsOf } from './use-tpsl-inputs.ts'

test('portfolio margin has no ROI and falls back to the price', () => {
  expect(inputsOf('ROI', true)).toEqual({ type: 'Price', types: ['Price', 'PnL'] })
  expect(inputsOf('PnL', true)).toEqual({ type: 'PnL', types: ['Price', 'PnL'] })
  expect(inputsOf('ROI', false)).toEqual({ type: 'ROI', types: ['ROI', 'Price', 'PnL'] })
})
