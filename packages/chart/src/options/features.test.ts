// Features switched by name: parents, children and unknown names.

import { expect, it } from 'vitest'
import { chosenFeatures } from './features.ts'

it('features that are not named keep their defaults', () => {
  const features = chosenFeatures()
  expect(features.has('header_widget')).toBe(true)
  expect(features.has('header_resolutions')).toBe(true)
  expect(features.has('snapshot_trading_drawings')).toBe(false)
})

it('a disabled parent disables its children, even if they are enabled by name', () => {
  const features = chosenFeatures(['header_resolutions'], ['header_widget'])
  expect(features.has('header_resolutions')).toBe(false)
  expect(features.has('timeframes_toolbar')).toBe(true)
})

it('unknown names are accepted', () => {
  expect(chosenFeatures(['study_templates'], ['left_toolbar']).has('study_templates')).toBe(true)
  expect(chosenFeatures([], ['left_toolbar']).has('left_toolbar')).toBe(false)
  expect(chosenFeatures([], []).has('constructor')).toBe(false)
})
