// Refusals that the random traders seldom meet: the smallest case of each rule as a scenario,
// before an auditor that throws where it would have answered otherwise than the engine.

import { runScenario } from '@basis/engine/testing/scenario'
import { expect, test } from 'vitest'
import { FullAuditor } from '../auditor.ts'

/** Returns the text as it came true, or fails where the auditor disagrees with the engine. */
function judged(text: string): string {
  const auditor = new FullAuditor()
  return runScenario(text, (numbered, applied) => auditor.step(numbered, applied))
}

const lines = (count: number, line: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => `\n  ${line(k)}`).join('')

test('8.3: the sides of a hedge share the 500 orders and the 10 conditional ones of a contract', () => {
  const resting = lines(
    250,
    (k) => `place alice Buy BTCUSDT 0.001 @ ${50_000 + k} idx=1
    → placed ${2 * k + 1}
  place alice Sell BTCUSDT 0.001 @ ${70_000 - k} idx=2
    → placed ${2 * k + 2}`,
  )
  const waiting = lines(
    5,
    (k) => `place alice Buy BTCUSDT 0.1 market when=rise:${66_000 + k}:MarkPrice idx=1
    → placed ${501 + 2 * k} Stop ${66_000 + k}
  place alice Sell BTCUSDT 0.1 market when=fall:${54_000 - k}:MarkPrice idx=2
    → placed ${502 + 2 * k} Stop ${54_000 - k}`,
  )
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 100000 USDT
  hedge alice BTCUSDT on
    → BTCUSDT hedged${resting}
  place alice Buy BTCUSDT 0.001 @ 50000 idx=1
    → rejected tooManyOrders
  place alice Sell BTCUSDT 0.001 @ 70000 idx=2
    → rejected tooManyOrders${waiting}
  place alice Buy BTCUSDT 0.1 market when=rise:67000:MarkPrice idx=1
    → rejected tooManyStopOrders
  place alice Sell BTCUSDT 0.1 market when=fall:53000:MarkPrice idx=2
    → rejected tooManyStopOrders`
  expect(judged(story)).toBe(story)
})

test('8.3: all spot symbols share 500 orders', () => {
  const resting = lines(
    250,
    (k) => `place alice Buy BTC/USDT 0.001 @ ${50_000 + k}
    → placed ${2 * k + 1}
  place alice Buy ETH/USDT 0.01 @ ${2500 + k}
    → placed ${2 * k + 2}`,
  )
  const story = `
  list BTC/USDT Spot
  list ETH/USDT Spot
  index BTC/USDT 60000
  index ETH/USDT 3000
  deposit alice 100000 USDT${resting}
  place alice Buy BTC/USDT 0.001 @ 50000
    → rejected tooManyOrders
  place alice Buy ETH/USDT 0.01 @ 2500
    → rejected tooManyOrders`
  expect(judged(story)).toBe(story)
})

test('8.3: a conditional order with a slippage limit is refused, at market and with a limit', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 100000 USDT
  place alice Buy BTCUSDT 0.1 market when=rise:66000:MarkPrice slip=5
    → rejected slippageWithTrigger
  place alice Buy BTCUSDT 0.1 @ 60000 when=rise:66000:MarkPrice slip=0.5%
    → rejected slippageWithTrigger`
  expect(judged(story)).toBe(story)
})
