// The simulated options on a real engine: listed, marked with put-call parity, quoted on both
// sides, and traded, without a broken invariant (rules 9; 14.2.35).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { createEngine } from '@basis/engine/engine'
import { brokenInvariants } from '@basis/engine/invariants'
import type { Command } from '@basis/engine/commands'
import { describe, expect, test } from 'vitest'
import { listingOf } from '../../instruments/listings.ts'
import { optionInputs } from '../../options/forwards.ts'
import { OptionMarket } from './option-market.ts'

/** A Monday noon. */
const noon = Date.UTC(2026, 10, 23, 12)

function optionMarket(isManned: boolean) {
  const engine = createEngine()
  let seq = 0
  const refused = new Set<string>()
  const apply = (command: Command, timeMs: number): void => {
    seq += 1
    const { problem } = engine.apply({ seq, timeMs, command })
    if (problem !== undefined) refused.add(`${command.kind} ${problem.name}`)
  }
  const market = new OptionMarket(engine.views, { seed: 1, isManned })
  for (const symbol of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) {
    const listing = listingOf(symbol)
    if (listing === undefined) throw new Error(symbol)
    apply({ kind: 'ListInstrument', instrument: listing.instrument }, noon)
  }
  let stepsDone = 0
  /** Lets quarters of a second pass, with the indexes at `level` times their first value. */
  const run = (steps: number, level = 1): void => {
    for (let k = 0; k < steps; k += 1) {
      stepsDone += 1
      const timeMs = noon + stepsDone * 250
      const drift = Math.sin(stepsDone / 40)
      const prices = [
        {
          symbol: symbolId('BTCUSDT'),
          indexE8: priceE8(Math.round(level * (6_500_000 + 40_000 * drift)) * 1e6),
        },
        {
          symbol: symbolId('ETHUSDT'),
          indexE8: priceE8(Math.round(level * (300_000 + 3_000 * drift)) * 1e6),
        },
        {
          symbol: symbolId('SOLUSDT'),
          indexE8: priceE8(Math.round(level * (14_000 + 140 * drift)) * 1e6),
        },
      ]
      apply({ kind: 'UpdatePrices', prices }, timeMs)
      for (const command of market.step(timeMs)) apply(command, timeMs)
    }
  }
  const options = () =>
    engine.views.symbols().flatMap((symbol) => {
      const view = engine.views.symbol(symbol)
      return view?.instrument.option === undefined ? [] : [view]
    })
  return { engine, run, options, refused }
}

describe('two minutes of an option market', () => {
  const { engine, run, options, refused } = optionMarket(true)
  run(480)

  test('every expiry has the strikes of each coin and settle coin, each with a mark', () => {
    const chains = Map.groupBy(options(), ({ instrument }) => instrument.deliveryMs)
    expect(chains.size).toBe(4)
    for (const chain of chains.values()) expect(chain.length).toBeGreaterThanOrEqual(2 * 2 * 7 * 2)
    expect(options().every(({ markE8 }) => markE8 > 0)).toBe(true)
  })

  test('puts and calls of a strike keep put-call parity with the forward', () => {
    for (const view of options()) {
      const { option, symbol } = view.instrument
      if (option?.right !== 'Call') continue
      const put = engine.views.symbol(symbolId(symbol.replace('-C', '-P')))
      const inputs = optionInputs(engine.views, view.instrument)
      const parity = (view.markE8 - (put?.markE8 ?? 0)) / 1e8
      const wanted = (inputs?.forward ?? 0) - (inputs?.strike ?? 0)
      // The index has moved for at most three seconds since the mark: by 12 ÷ 40 of a hundredth.
      expect(Math.abs(parity - wanted)).toBeLessThan(0.003 * (inputs?.forward ?? 0))
    }
  })

  test('options are quoted on both sides, those with a premium below a tick only on the ask side', () => {
    const open = options()
    const asked = open.filter(({ bestAskTicks }) => bestAskTicks > 0)
    expect(asked.length).toBe(open.length)
    const bid = open.filter(({ bestBidTicks }) => bestBidTicks > 0)
    expect(bid.length).toBeGreaterThan(0.8 * open.length)
    expect(bid.every((view) => view.bestBidTicks < view.bestAskTicks)).toBe(true)
  })

  test('options are traded, only expected commands are refused, and no invariant is broken', () => {
    expect(options().some(({ openInterestLots }) => openInterestLots > 0)).toBe(true)
    // These refusals are expected: a closing order may find no position, an order may have ended.
    const harmless = ['reduceOnlyWithoutPosition', 'orderNotFound', 'orderUnchanged', 'orderFinal']
    const serious = [...refused].filter((text) => !harmless.some((name) => text.endsWith(name)))
    expect(serious).toEqual([])
    expect(brokenInvariants(engine)).toEqual([])
    for (const { coin, drift } of engine.views.ledger()) expect([coin, drift]).toEqual([coin, 0n])
  })

  test('listed strikes stay when the index moves and new ones are listed', () => {
    const namesOf = () => options().map(({ instrument }) => String(instrument.symbol))
    const highest = () =>
      Math.max(
        ...options().map(({ instrument }) =>
          instrument.baseCoin === 'BTC' ? (instrument.option?.strikeE8 ?? 0) : 0,
        ),
      )
    const [before, highestBefore] = [namesOf(), highest()]
    run(40, 1.2)
    const after = new Set(namesOf())
    expect(before.filter((name) => !after.has(name))).toEqual([])
    expect(after.size).toBeGreaterThan(before.length)
    expect(highest()).toBeGreaterThan(highestBefore)
  })
})

test('without robots options have marks but no quotes', () => {
  const { engine, run, options } = optionMarket(false)
  run(40)
  expect(options().length).toBeGreaterThanOrEqual(4 * 2 * 2 * 7 * 2)
  expect(options().filter(({ markE8 }) => markE8 <= 0)).toEqual([])
  const quoted = options().filter((view) => view.bestAskTicks !== 0 || view.bestBidTicks !== 0)
  expect(quoted).toEqual([])
  expect(engine.views.account(accountId(40))).toBeUndefined()
})
