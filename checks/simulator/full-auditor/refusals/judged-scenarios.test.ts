// Refusals that random traders rarely get: the smallest case of each rule as a scenario, with an
// auditor that throws if it would have answered differently from the engine.

import { runScenario } from '@basis/engine/testing/scenario'
import { expect, test } from 'vitest'
import { FullAuditor } from '../auditor.ts'

/** Runs a scenario and returns its actual text; throws if the auditor disagrees with the engine. */
function audited(text: string): string {
  const auditor = new FullAuditor()
  return runScenario(text, (numbered, applied) => auditor.step(numbered, applied))
}

/**
 * The given number of prices, one a second; after 150 the mark no longer follows the last trade
 * (2.2).
 */
const prices = (text: string, times: number): string =>
  Array.from({ length: times }, () => `  index ${text}\n  +1s`).join('\n')

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
  expect(audited(story)).toBe(story)
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
  expect(audited(story)).toBe(story)
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
  expect(audited(story)).toBe(story)
})

test('4.5: a cross leverage that leaves the initial margin rate above 100 % is refused', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  list ETHUSDT LinearPerpetual
  index BTCUSDT 60000
  index ETHUSDT 3000
  deposit bob 1000000 USDT
  deposit alice 6600 USDT
  place bob Sell BTCUSDT 1 @ 60000
    → placed 1
  place alice Buy BTCUSDT 1 @ 60000
    → bob filled 1: 1 @ 60000 fee 12 USDT
    → filled 2: 1 @ 60000 fee 33 USDT
${prices('BTCUSDT 60000 ETHUSDT 3000', 151)}
  index BTCUSDT 57000 ETHUSDT 3000
  show alice
    → 6567 USDT; available 0
    → long 1 BTCUSDT @ 60000 upl -3000 liq 53731.4
  leverage alice BTCUSDT 10.5
    → rejected leverageInsufficientBalance
  leverage alice ETHUSDT 20
    → rejected leverageInsufficientBalance
  // On its own margin a contract asks the account for what it takes more: here nothing.
  mode alice ETHUSDT Isolated
  leverage alice ETHUSDT 25
    → ETHUSDT at 25x
  mode alice ETHUSDT Cross
  leverage alice BTCUSDT 50
    → BTCUSDT at 50x
  leverage alice ETHUSDT 20
    → ETHUSDT at 20x`
  expect(audited(story)).toBe(story)
})

test('4.5: the leverage of one side of a hedge can change even if the unchanged side lacks margin', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 60000
  deposit bob 10000000 USDT
  deposit alice 25000 USDT
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  mode alice BTCUSDT Isolated
  place bob Buy BTCUSDT 1 @ 60000
    → placed 1
  place alice Sell BTCUSDT 1 market idx=2
    → bob filled 1: 1 @ 60000 fee 0 USDT
    → filled 2: 1 @ 60000 fee 0 USDT
  place bob Sell BTCUSDT 1 @ 60000
    → placed 3
  place alice Buy BTCUSDT 1 market idx=1
    → bob closed 1 BTCUSDT: 0 = 0 + 0 + 0 + 0
    → bob filled 3: 1 @ 60000 fee 0 USDT
    → filled 4: 1 @ 60000 fee 0 USDT
${prices('BTCUSDT 60000', 151)}
  +11s
  // The first price after a silence liquidates nobody: the long is past its own price.
  index BTCUSDT 50000
  leverage alice BTCUSDT 10 20
    → BTCUSDT at 20x short`
  expect(audited(story)).toBe(story)
})

test('L2: without price updates a reduce-only order can be replaced and cancelled', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 60000
  deposit bob 100000 USDT
  deposit alice 100000 USDT
  place bob Sell BTCUSDT 1 @ 60000
    → placed 1
  place alice Buy BTCUSDT 1 @ 60000
    → bob filled 1: 1 @ 60000 fee 0 USDT
    → filled 2: 1 @ 60000 fee 0 USDT
  place alice Sell BTCUSDT 1 @ 60100 reduce
    → placed 3
  +1h
  replace alice 3 @ 600500t
    → replaced 3: 1 @ 60050
  cancel alice 3
    → cancelled 3 CancelByUser`
  expect(audited(story)).toBe(story)
})

test('6.2, L7: conditional orders that close are accepted in a reduce-only contract, others are not', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 60000
  deposit bob 1000000 USDT
  deposit alice 100000 USDT
  place bob Sell BTCUSDT 1 @ 60000
    → placed 1
  place alice Buy BTCUSDT 1 @ 60000
    → bob filled 1: 1 @ 60000 fee 0 USDT
    → filled 2: 1 @ 60000 fee 0 USDT
${prices('BTCUSDT 60000', 10)}
  place bob Buy BTCUSDT 2 @ 59900
    → placed 3
  status BTCUSDT ReduceOnly
  place alice Sell BTCUSDT 0.4 market when=fall:59950:IndexPrice
    → rejected symbolReduceOnly
  place alice Sell BTCUSDT 0.4 market when=fall:59950:IndexPrice close
    → placed 4 Stop 59950
  tpsl alice BTCUSDT Full sl=59940,IndexPrice
    → placed 5 StopLoss 59940
  index BTCUSDT 59950
    → alice triggered 4
    → bob closed 0.4 BTCUSDT: 40 = 40 + 0 + 0 + 0
    → bob filled 3: 0.4 @ 59900 fee 0 USDT left 1.6
    → alice closed 0.4 BTCUSDT: -40 = - 40 + 0 + 0 + 0
    → alice filled 4: 0.4 @ 59900 fee 0 USDT
    → alice replaced 5: 0.6 StopLoss 59940
  index BTCUSDT 59940
    → alice triggered 5
    → bob closed 0.6 BTCUSDT: 60 = 60 + 0 + 0 + 0
    → bob filled 3: 0.6 @ 59900 fee 0 USDT left 1
    → alice closed 0.6 BTCUSDT: -60 = - 60 + 0 + 0 + 0
    → alice filled 5: 0.6 @ 59900 fee 0 USDT`
  expect(audited(story)).toBe(story)
})

test('12.3: a coin can be switched off as collateral if the margin allows it', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  coin BTC 9800
  coin ETH 9500
  index BTCUSDT 60000 coins BTC 60000
  deposit alice 1000 USDT
  deposit alice 1 BTC
  deposit bob 100000 USDT
  collateral alice USDT off
    → rejected collateralAlwaysOn
  collateral alice SOL off
    → rejected coinUnknown
  collateral alice BTC off
    → collateral BTC off
  collateral alice BTC on
    → collateral BTC on
  place alice Buy BTCUSDT 0.5 @ 60000
    → placed 1
  collateral alice BTC off
    → rejected collateralNeeded
  collateral alice ETH off
    → collateral ETH off`
  expect(audited(story)).toBe(story)
})

test('10.1, 9.6: the conditions of portfolio margin and of market-maker protection', () => {
  const option =
    'list BTC-25SEP26-60000-C Option BTC/USDC/USDC tick=1 lot=0.01 least=0 fees=0:0 market=500 ' +
    `tiers=50000000:100:3:1 right=Call strike=60000 delivery=${1_790_035_200_000 + 80 * 3_600_000}`
  const story = `
  list BTCUSDT LinearPerpetual
  ${option}
  index BTCUSDT 60000
  deposit alice 999 USDT
  account-mode alice Portfolio
    → rejected portfolioNeedsEquity
  account-mode alice Regular
    → rejected accountModeUnchanged
  spot-hedging alice on
    → rejected spotHedgingNeedsPortfolio
  deposit alice 1 USDT
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  account-mode alice Portfolio
    → rejected portfolioNeedsOneWay
  hedge alice BTCUSDT off
    → BTCUSDT one-way
  mode alice BTCUSDT Isolated
  account-mode alice Portfolio
    → rejected portfolioNeedsCross
  mode alice BTCUSDT Cross
  account-mode alice Portfolio
    → account mode Portfolio
  account-mode alice Portfolio
    → rejected accountModeUnchanged
  spot-hedging alice on
    → account mode Portfolio hedges spot
  mmp-reset alice BTC
    → rejected mmpNotSet
  mmp alice SOL window=1000 frozen=0 qty=1 delta=1
    → rejected instrumentUnknown
  mmp alice BTC window=1000 frozen=90000000 qty=1 delta=1
    → rejected mmpTimeOutOfRange
  mmp alice BTC window=1000 frozen=0 qty=1 delta=0
    → rejected mmpInvalid
  mmp alice BTC window=1000 frozen=0 qty=1 delta=1
    → mmp BTC Set
  mmp-reset alice BTC
    → mmp BTC Reset
  account-mode alice Regular
    → account mode Regular`
  expect(audited(story)).toBe(story)
})
