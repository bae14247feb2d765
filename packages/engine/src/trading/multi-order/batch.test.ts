// A batch: acts in one command, each answered on its own (rules 8.3; reliability O8).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

test('O8: acts follow one another, and one that is refused does not stop the next', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  batch alice ; place alice Buy BTCUSDT 0.01 @ 64000 link=a ; place alice Buy BTCUSDT 0.02 @ 1
    → placed 1
    → rejected notionalTooSmall
  batch alice ; cancel alice link=a ; cancel alice 77 ; place alice Buy BTCUSDT 0.02 @ 64000
    → cancelled 1 CancelByUser
    → rejected orderNotFound
    → placed 2
  batch alice ; replace alice 2 BTCUSDT 0.01
    → replaced 2: 0.01 @ 64000
  orders alice
    → 2 Buy BTCUSDT 0.01 @ 64000 New`
  expect(runScenario(story)).toBe(story)
})

test('no acts, or those of somebody else, are refused', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  batch alice
    → rejected commandRefused
  place alice Buy BTCUSDT 0.01 @ 64000
    → placed 1
  batch alice ; cancel maker 1
    → rejected commandRefused
  orders alice
    → 1 Buy BTCUSDT 0.01 @ 64000 New`
  expect(runScenario(story)).toBe(story)
})
