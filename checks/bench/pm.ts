// The bench `pm`: the portfolio margin of an account with two hundred options, against the slow
// model of checks/simulator that prices all of them again in every scenario.

// The rate of computations when all two hundred have new prices goes to stderr.

import { priceE8, rateE8 } from '@basis/domain/numbers/fixed'
import { createPrng } from '@basis/domain/numbers/prng'
import { optionPrice } from '@basis/domain/options/black76'
import {
  stressRow,
  stressTermsOf,
  type StressedOption,
} from '@basis/domain/portfolio-margin/stress'
import { unitMargin, type OptionHolding } from '@basis/domain/portfolio-margin/unit-margin'
import { slowMargin, type SlowHolding } from '../simulator/portfolio/slow-model.ts'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'

const positions = 200
const dayMs = 86_400_000
const nowMs = 20_000 * dayMs
const index = 60_000
const terms = stressTermsOf('BTC')

type Position = { readonly option: StressedOption; readonly lots: number }

/** Calls and puts of five expiries and twenty strikes, long and short. */
function drawn(): readonly Position[] {
  const prng = createPrng(51)
  return Array.from({ length: positions }, (_, k) => {
    const right = k % 2 === 0 ? ('Call' as const) : ('Put' as const)
    const strike = index * (0.8 + 0.02 * (Math.floor(k / 2) % 20))
    const days = [1, 7, 30, 91, 182][Math.floor(k / 40)] ?? 30
    const volatility = 0.4 + prng.nextFloat() / 2
    const years = days / 365
    const mark = optionPrice({ right, forward: index, strike, volatility, years })
    const option = {
      right,
      strikeE8: priceE8(Math.round(strike * 1e8)),
      deliveryMs: nowMs + days * dayMs,
      forwardE8: priceE8(index * 1e8),
      volatilityE8: rateE8(Math.round(volatility * 1e8)),
      markE8: priceE8(Math.max(1, Math.round(mark * 1e8))),
      pricedMs: nowMs,
    }
    return { option, lots: prng.nextBelow(400) - 200 }
  })
}

const holdingOf = ({ option, lots }: Position): OptionHolding => ({
  currency: 'USDT',
  usdE8: 100_000_000n,
  deliveryMs: option.deliveryMs,
  lots,
  lotSizeE8: 1_000_000,
  right: option.right,
  row: stressRow(option, terms),
})

const slowHoldingOf = ({ option, lots }: Position): SlowHolding => ({
  kind: 'option',
  settleCoin: 'USDT',
  deliveryMs: option.deliveryMs,
  size: lots / 100,
  mark: option.markE8 / 1e8,
  coinUsd: index,
  option: {
    right: option.right,
    strike: option.strikeE8 / 1e8,
    forward: option.forwardE8 / 1e8,
    volatility: option.volatilityE8 / 1e8,
    pricedMs: option.pricedMs,
  },
})

/** Processor time of this process so far, in seconds, without that of other processes. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Returns how many calls take at least a fiftieth of a second. */
function timesPerLook(act: () => unknown): number {
  for (let times = 1; ; times *= 2) {
    const from = processorSeconds()
    for (let k = 0; k < times; k += 1) act()
    if (processorSeconds() - from > 0.02) return times
  }
}

/** Returns how often a function runs per second of processor time. */
function ratePerSecond(act: () => unknown): number {
  // Reading the clock is as slow as some calls, so it is read only once in `times` calls.
  const times = timesPerLook(act)
  const from = processorSeconds()
  let done = 0
  for (; processorSeconds() - from < 0.5; done += times) for (let k = 0; k < times; k += 1) act()
  return done / (processorSeconds() - from)
}

export async function bench(): Promise<BenchLine> {
  const held = drawn()
  const unit = { terms, nowMs, indexE8: BigInt(index) * 100_000_000n, spot: 0n, linear: [] }
  const options = held.map(holdingOf)
  const slow = { baseCoin: 'BTC', nowMs, index, spot: 0, holdings: held.map(slowHoldingOf) }
  const exact = Number(unitMargin({ ...unit, options }).maintenance) / 1e8
  if (Math.abs(exact - slowMargin(slow).maintenance) > 0.01) throw new Error('the models differ')
  const rounds = Array.from({ length: 5 }, () => ({
    ours: ratePerSecond(() => unitMargin({ ...unit, options })),
    theirs: ratePerSecond(() => slowMargin(slow)),
  }))
  const ours = median(rounds.slice(1).map((round) => round.ours))
  const theirs = median(rounds.slice(1).map((round) => round.theirs))
  const perSecond = ratePerSecond(() => unitMargin({ ...unit, options: held.map(holdingOf) }))
  console.error(`pm: with new prices of all ${positions}: ${perSecond.toFixed(0)} a second`)
  const peerName = 'the slow model'
  return { name: 'pm', ratio: ours / theirs, ours, peer: theirs, peerName, unit: 'margins/s' }
}
