// Published marks over simulated hours and one delivery: put-call parity with the forward,
// order and convexity of strikes, and higher values of later expiries (rules 9.3; 14.2.35).

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { impliedVolatility, optionPrice, yearsLeft } from '@basis/domain/options/black76'
import {
  totalVariance,
  smileAt,
  smileVolatility,
  type Surface,
} from '@basis/domain/options/surface'
import { createEngine } from '@basis/engine/engine'
import { describe, expect, test } from 'vitest'
import { proofSeeds } from '../../../../../checks/proof-length.ts'
import { listingOf } from '../../instruments/listings.ts'
import { optionCoins, optionsAt } from '../../instruments/options.ts'
import { OptionMarks, type MarkedOption } from './marks.ts'
import { surfaceAt } from './surfaces.ts'

const surfaceVolatility = (
  surface: Surface,
  at: { readonly forward: number; readonly strike: number; readonly years: number },
): number => smileVolatility(smileAt(surface, at.years), at)

/** From Friday, five o'clock, over the delivery at eight, to noon. */
const startMs = Date.UTC(2026, 10, 27, 5)
const endMs = Date.UTC(2026, 10, 27, 12)
const stepMs = 10 * 60_000
const first: Readonly<Record<string, number>> = { BTC: 65_000, ETH: 3_000, SOL: 140 }

type Published = { readonly nowMs: number; readonly coin: string; readonly marked: MarkedOption[] }

/** Returns all marks while the indices move. */
function published(seed: number): readonly Published[] {
  const engine = createEngine()
  const apply = (timeMs: number, command: Parameters<typeof engine.apply>[0]['command']): void =>
    void engine.apply({ seq: engine.lastSeq() + 1, timeMs, command })
  for (const coin of optionCoins) {
    const listing = listingOf(`${coin}USDT`)
    if (listing === undefined) throw new Error(coin)
    apply(startMs, { kind: 'ListInstrument', instrument: listing.instrument })
  }
  const marks = new OptionMarks(engine.views, seed)
  const listed = new Map<string, Instrument>()
  const all: Published[] = []
  for (let nowMs = startMs; nowMs <= endMs; nowMs += stepMs) {
    const index = (coin: string): number =>
      (first[coin] ?? 1) * (1 + 0.02 * Math.sin(nowMs / 3_000_000 + coin.length))
    const prices = optionCoins.map((coin) => ({
      symbol: symbolId(`${coin}USDT`),
      indexE8: priceE8(Math.round(index(coin) * 1e4) * 10_000),
    }))
    apply(nowMs, { kind: 'UpdatePrices', prices })
    for (const option of optionsAt(nowMs, (coin) => priceE8(Math.round(index(coin) * 1e8)))) {
      listed.set(option.symbol, option)
    }
    for (const coin of optionCoins) {
      const own = [...listed.values()].filter(({ baseCoin }) => baseCoin === coin)
      all.push({ nowMs, coin, marked: [...marks.mark(coin, own, nowMs)] })
    }
  }
  return all
}

const chainsOf = ({ marked }: Published) =>
  Map.groupBy(
    marked,
    ({ instrument }) => `${instrument.settleCoin} ${instrument.deliveryMs}`,
  ).values()

const strikeOf = ({ instrument }: MarkedOption): number => instrument.option?.strikeE8 ?? 0
const rightOf = ({ instrument }: MarkedOption) => instrument.option?.right
const markOf = ({ price }: MarkedOption): number => price.markE8

describe.each(proofSeeds([1, 2, 3], 1))('seed %i', (seed) => {
  const all = published(seed)

  test('call − put = forward − strike, up to the rounding of both marks', () => {
    let pairs = 0
    for (const chain of all.flatMap((each) => [...chainsOf(each)])) {
      for (const call of chain.filter((each) => rightOf(each) === 'Call')) {
        const put = chain.find(
          (each) => rightOf(each) === 'Put' && strikeOf(each) === strikeOf(call),
        )
        if (put === undefined) throw new Error(`${call.instrument.symbol} has no put`)
        const wanted = (call.price.forwardE8 ?? 0) - strikeOf(call)
        // Each mark is rounded and at least 1e-8, the forward is rounded once.
        expect(Math.abs(markOf(call) - markOf(put) - wanted)).toBeLessThanOrEqual(4)
        pairs += 1
      }
    }
    expect(pairs).toBeGreaterThan(5_000)
  })

  test('calls fall and puts rise with the strike, both convex', () => {
    for (const chain of all.flatMap((each) => [...chainsOf(each)])) {
      for (const right of ['Call', 'Put'] as const) {
        const row = chain
          .filter((each) => rightOf(each) === right)
          .toSorted((a, b) => strikeOf(a) - strikeOf(b))
        const slopes = row.slice(1).map((each, k) => {
          const before = row[k]
          if (before === undefined) throw new Error('no neighbour')
          const apart = strikeOf(each) - strikeOf(before)
          // Both marks are rounded to 1e-8 and have 1e-8 at least.
          return { slope: (markOf(each) - markOf(before)) / apart, dust: 3 / apart }
        })
        for (const [k, { slope, dust }] of slopes.entries()) {
          const [low, high] = right === 'Call' ? [-1, 0] : [0, 1]
          expect(slope).toBeGreaterThanOrEqual(low - dust)
          expect(slope).toBeLessThanOrEqual(high + dust)
          const next = slopes[k + 1]
          if (next !== undefined) {
            expect(next.slope).toBeGreaterThanOrEqual(slope - dust - next.dust)
          }
        }
      }
    }
  })

  test('for the same moneyness a later expiry has at least the value, relative to its forward', () => {
    for (const { nowMs, coin, marked } of all) {
      const ends = [...new Set(marked.map(({ instrument }) => instrument.deliveryMs ?? 0))]
      const years = ends.toSorted((a, b) => a - b).map((end) => yearsLeft(end, nowMs))
      const surface = surfaceAt(seed, coin, nowMs)
      for (const x of [-0.4, -0.2, -0.1, -0.03, 0, 0.03, 0.1, 0.2, 0.4]) {
        const totals = years.map((each) => totalVariance(surface, x, each))
        const worths = years.map((each) => {
          const strike = Math.exp(x)
          const volatility = surfaceVolatility(surface, { forward: 1, strike, years: each })
          return optionPrice({ right: 'Call', forward: 1, strike, volatility, years: each })
        })
        for (let k = 1; k < years.length; k += 1) {
          expect(totals[k]).toBeGreaterThanOrEqual(totals[k - 1] ?? 0)
          expect(worths[k]).toBeGreaterThanOrEqual((worths[k - 1] ?? 0) - 1e-12)
        }
      }
    }
  })

  test('the implied volatility of a mark is the volatility it was computed from', () => {
    let compared = 0
    for (const { marked } of all) {
      for (const { price, inputs } of marked) {
        const { volatility, ...rest } = inputs
        // A mark only a few 1e-8 above its value at expiry is mostly rounding.
        const worth = Math.abs(inputs.forward - inputs.strike)
        if (Math.min(inputs.years * 365, price.markE8 / 1e8 - worth) < 0.5) continue
        const found = impliedVolatility(price.markE8 / 1e8, rest)
        expect(Math.abs((found ?? 0) - volatility)).toBeLessThan(1e-6)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(1_000)
  })
})
