// The bench `surface`: one index tick of a full chain of a thousand quoted options, fitted and
// marked as in the server, against a plain loop of Black-76 over the same contracts.

// The time of a tick goes to stderr.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { optionPrice } from '@basis/domain/options/black76'
import { fitSurface } from '@basis/domain/options/fit-surface'
import { createEngine } from '@basis/engine/engine'
import { listingOf } from '@basis/server/instruments/listings'
import { optionsAt } from '@basis/server/instruments/options'
import { OptionMarks } from '@basis/server/simulator/options/marks'
import { surfaceAt } from '@basis/server/simulator/options/surfaces'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const contracts = 1_000
const nowMs = Date.UTC(2026, 10, 23, 12)
const index = 65_000

/** Options around many forwards, until the chain is full. */
function fullChain(): readonly Instrument[] {
  const found = new Map<string, Instrument>()
  for (let k = 0; found.size < contracts; k += 1) {
    const forward = priceE8(Math.round(index * (0.7 + 0.01 * (k % 60))) * 1e8)
    for (const option of optionsAt(nowMs + Math.floor(k / 60) * 86_400_000, () => forward)) {
      if (option.baseCoin === 'BTC') found.set(option.symbol, option)
    }
  }
  return [...found.values()].slice(0, contracts)
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Returns how often a function runs per second of processor time. */
function ratePerSecond(act: () => unknown): number {
  const from = processorSeconds()
  let done = 0
  for (; processorSeconds() - from < 0.5; done += 5) for (let k = 0; k < 5; k += 1) act()
  return done / (processorSeconds() - from)
}

export async function bench(): Promise<BenchLine> {
  const engine = createEngine()
  const listing = listingOf('BTCUSDT')
  if (listing === undefined) throw new Error('BTCUSDT is listed')
  const { instrument } = listing
  engine.apply({ seq: 1, timeMs: nowMs, command: { kind: 'ListInstrument', instrument } })
  const prices = [{ symbol: symbolId('BTCUSDT'), indexE8: priceE8(index * 1e8) }]
  engine.apply({ seq: 2, timeMs: nowMs, command: { kind: 'UpdatePrices', prices } })
  const marks = new OptionMarks(engine.views, 1)
  const chain = fullChain()
  const marked = marks.mark('BTC', chain, nowMs)
  if (marked.length !== contracts) throw new Error(`${marked.length} of ${contracts} are marked`)
  const inputs = marked.map((each) => each.inputs)
  const quotes = inputs.map(({ right: _right, ...quote }, k) => {
    const noise = 0.01 * Math.sin(k)
    return { ...quote, volatility: quote.volatility + noise }
  })
  const surface = surfaceAt(1, 'BTC', nowMs)
  const tick = (): void => {
    fitSurface(quotes, surface)
    marks.mark('BTC', chain, nowMs)
  }
  const rounds = Array.from({ length: 5 }, () => ({
    ours: ratePerSecond(tick),
    theirs: ratePerSecond(() => inputs.reduce((sum, each) => sum + optionPrice(each), 0)),
  }))
  const ours = median(rounds.slice(1).map((round) => round.ours))
  const theirs = median(rounds.slice(1).map((round) => round.theirs))
  console.error(`surface: a tick of ${contracts} options takes ${(1000 / ours).toFixed(2)} ms`)
  const peerName = 'a loop of Black-76'
  return { name: 'surface', ratio: ours / theirs, ours, peer: theirs, peerName, unit: 'ticks/s' }
}
