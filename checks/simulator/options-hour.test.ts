// The options' makers and takers over a simulated hour (six minutes in the short form): an order of
// typical size fills, quotes are wider far from the money, trading is near it, published marks are
// free of arbitrage, inventories stay bounded, and money adds up (rules 9.3, 14.2).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { impliedVolatility } from '@basis/domain/options/black76'
import type { Command, IndexPrice } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import { brokenInvariants } from '@basis/engine/invariants'
import type { SymbolView } from '@basis/engine/views'
import { listingOf } from '@basis/server/instruments/listings'
import { OptionMarks } from '@basis/server/simulator/options/marks'
import { OptionMarket } from '@basis/server/simulator/options/option-market'
import { describe, expect, test } from 'vitest'
import { proofLength } from '../proof-length.ts'

/** A Monday noon. */
const noon = Date.UTC(2026, 10, 23, 12)
const steps = proofLength(14_400, 1_440)
const stepMs = 250
/** The largest order that a taker sends, in lots. */
const typicalLots = 25
const coins = ['BTC', 'ETH', 'SOL'] as const
const first = { BTC: 65_000, ETH: 3_000, SOL: 140 } as const

type Trade = { readonly symbol: string; readonly side: string; readonly lots: number }
/**
 * The strike's distance in standard deviations to the expiry, and the quotes' width in volatility.
 */
type Sample = {
  readonly distance: number
  readonly width: number
  readonly isDeep: boolean
  readonly isMarkedInside: boolean
}

const engine = createEngine()
const trades: Trade[] = []
const samples: Sample[] = []
/** Published marks, each list of one chain and moment. */
const published: (readonly IndexPrice[])[] = []
let largestPosition = 0

function apply(command: Command, timeMs: number): void {
  const { events } = engine.apply({ seq: engine.lastSeq() + 1, timeMs, command })
  for (const event of events) {
    if (event.kind !== 'Traded') continue
    trades.push({ symbol: event.symbol, side: event.takerSide, lots: event.qtyLots })
  }
}

/** The width of an option's quotes in volatility, and whether both sides fill a typical order. */
function sampleOf(view: SymbolView, marks: OptionMarks, nowMs: number): Sample[] {
  const { instrument, bestBidTicks, bestAskTicks } = view
  const [marked] = marks.mark(instrument.baseCoin, [instrument], nowMs)
  if (marked === undefined || bestBidTicks === 0 || bestAskTicks === 0) return []
  const { volatility: _mark, ...inputs } = marked.inputs
  const ivOf = (ticks: number): number | undefined =>
    impliedVolatility((ticks * instrument.tickSizeE8) / 1e8, inputs)
  const [bid, ask] = [ivOf(bestBidTicks), ivOf(bestAskTicks)]
  if (bid === undefined || ask === undefined) return []
  const depth = engine.views.depth(instrument.symbol, 5)
  const lotsOf = (levels: readonly { readonly qtyLots: number }[]): number =>
    levels.reduce((sum, { qtyLots }) => sum + qtyLots, 0)
  const isDeep =
    depth !== undefined && lotsOf(depth.bids) >= typicalLots && lotsOf(depth.asks) >= typicalLots
  const deviation = marked.inputs.volatility * Math.sqrt(inputs.years)
  const isMarkedInside =
    view.markE8 >= bestBidTicks * instrument.tickSizeE8 &&
    view.markE8 <= bestAskTicks * instrument.tickSizeE8
  const distance = Math.abs(Math.log(inputs.forward / inputs.strike)) / deviation
  return [{ distance, width: ask - bid, isDeep, isMarkedInside }]
}

function play(): void {
  for (const coin of coins) {
    const listing = listingOf(`${coin}USDT`)
    if (listing === undefined) throw new Error(coin)
    apply({ kind: 'ListInstrument', instrument: listing.instrument }, noon)
  }
  const market = new OptionMarket(engine.views, { seed: 5, isManned: true })
  const marks = new OptionMarks(engine.views, 5)
  for (let k = 1; k <= steps; k += 1) {
    const timeMs = noon + k * stepMs
    const prices = coins.map((coin, c) => {
      const drift = 0.01 * Math.sin(k / 2_000 + c) + 0.001 * Math.sin(k / 37 + c)
      return {
        symbol: symbolId(`${coin}USDT`),
        indexE8: priceE8(Math.round(first[coin] * (1 + drift) * 100) * 1e6),
      }
    })
    apply({ kind: 'UpdatePrices', prices }, timeMs)
    for (const command of market.step(timeMs)) {
      if (command.kind === 'UpdatePrices' && k % 20 < 4) published.push(command.prices)
      apply(command, timeMs)
    }
    if (k % 240 === 0) {
      for (const symbol of engine.views.symbols()) {
        const view = engine.views.symbol(symbol)
        if (view?.instrument.option !== undefined) samples.push(...sampleOf(view, marks, timeMs))
      }
    }
  }
  for (const account of engine.views.accounts()) {
    for (const { position } of engine.views.positions(account)) {
      const view = engine.views.symbol(position.symbol)
      if (view === undefined) continue
      const value = (position.sizeLots * view.instrument.lotSizeE8 * view.indexE8) / 1e16
      largestPosition = Math.max(largestPosition, value)
    }
  }
}

/** A call of one expiry: its price and its strike, both as shares of the forward. */
type Point = { readonly strike: number; readonly worth: number; readonly dust: number }

/** The calls of a chain by expiry, the nearest first; puts are converted to calls by parity. */
function callsOf(prices: readonly IndexPrice[]): readonly (readonly Point[])[] {
  const ends = Map.groupBy(
    prices.flatMap((price) => {
      const instrument = engine.views.instrument(price.symbol)
      return instrument?.option === undefined ? [] : [{ ...price, instrument }]
    }),
    ({ instrument }) => `${instrument.settleCoin} ${instrument.deliveryMs}`,
  )
  return [...ends.values()]
    .toSorted((a, b) => (a[0]?.instrument.deliveryMs ?? 0) - (b[0]?.instrument.deliveryMs ?? 0))
    .map((end) =>
      end
        .map(({ instrument, markE8 = 0, forwardE8 = 1 }) => {
          const { right, strikeE8 } = instrument.option ?? { right: 'Call', strikeE8: 0 }
          const call = right === 'Call' ? markE8 : markE8 + forwardE8 - strikeE8
          // Mark and forward are rounded to 1e-8, and a mark is at least 1e-8.
          return { strike: strikeE8 / forwardE8, worth: call / forwardE8, dust: 4 / forwardE8 }
        })
        .toSorted((a, b) => a.strike - b.strike),
    )
}

/** The price of a mixture of two neighbouring calls, at a strike between them. */
function mixedAt(row: readonly Point[], strike: number): number | undefined {
  const above = row.findIndex((point) => point.strike >= strike)
  const [low, high] = [row[above - 1], row[above]]
  if (low === undefined || high === undefined) return undefined
  const share = (strike - low.strike) / (high.strike - low.strike || 1)
  return low.worth + (high.worth - low.worth) * share + low.dust
}

describe('makers and takers of options', () => {
  play()
  const near = samples.filter(({ distance }) => distance < 0.5)
  const far = samples.filter(({ distance }) => distance > 1.2)
  const mean = (of: readonly Sample[]): number =>
    of.reduce((sum, { width }) => sum + width, 0) / of.length

  test('an order of typical size fills on both sides of the quotes', () => {
    expect(samples.length).toBeGreaterThan(500)
    const deep = samples.filter(({ isDeep }) => isDeep).length
    expect(deep / samples.length).toBeGreaterThan(0.97)
  })

  test('near the money quotes are a few volatility points wide, far from it wider', () => {
    expect(near.length).toBeGreaterThan(50)
    expect(far.length).toBeGreaterThan(30)
    expect(mean(near)).toBeGreaterThan(0.005)
    expect(mean(near)).toBeLessThan(0.06)
    expect(mean(far)).toBeGreaterThan(1.3 * mean(near))
  })

  test('marks are fitted to the quotes: they are between bid and ask', () => {
    const inside = samples.filter(({ isMarkedInside }) => isMarkedInside).length
    expect(inside / samples.length).toBeGreaterThan(0.9)
  })

  test('in every published surface no spread, butterfly or calendar has a negative price', () => {
    let calendars = 0
    for (const rows of published.map(callsOf)) {
      for (const [place, row] of rows.entries()) {
        for (const [k, { strike, worth, dust }] of row.entries()) {
          const [before, after] = [row[k - 1], row[k + 1]]
          expect(worth).toBeGreaterThanOrEqual(Math.max(0, 1 - strike) - dust)
          if (before !== undefined) expect(worth).toBeLessThanOrEqual(before.worth + dust)
          if (before !== undefined && after !== undefined && after.strike > before.strike) {
            const mixed = mixedAt([before, after], strike) ?? worth
            expect(worth).toBeLessThanOrEqual(mixed + dust)
          }
          // At the same moneyness a later expiry costs at least as much (no calendar arbitrage).
          const later = mixedAt(rows[place + 1] ?? [], strike)
          if (later === undefined) continue
          expect(worth).toBeLessThanOrEqual(later + dust)
          calendars += 1
        }
      }
    }
    expect(published.length).toBeGreaterThan(100)
    expect(calendars).toBeGreaterThan(1_000)
  })

  test('takers buy and sell calls and puts, several times a minute in each chain', () => {
    const minutes = (steps * stepMs) / 60_000
    const perMinute = trades.length / minutes / 6
    expect(perMinute).toBeGreaterThan(2)
    expect(perMinute).toBeLessThan(20)
    for (const part of ['-C', '-P']) {
      for (const side of ['Buy', 'Sell']) {
        const some = trades.filter((each) => each.symbol.includes(part) && each.side === side)
        expect(some.length).toBeGreaterThan(trades.length * 0.05)
      }
    }
    expect(new Set(trades.map(({ symbol }) => symbol)).size).toBeGreaterThan(30)
  })

  test('positions stay within a full maker’s, accounts keep their margin, and money adds up', () => {
    // A maker is full at twelve levels of 60,000, and quotes three more beyond them.
    expect(largestPosition).toBeLessThan(15 * 60_000 * 1.1)
    expect(brokenInvariants(engine)).toEqual([])
    for (const { coin, drift } of engine.views.ledger()) expect([coin, drift]).toEqual([coin, 0n])
    for (let id = 40; id < 52; id += 1) {
      const view = engine.views.account(accountId(id))
      expect((view?.maintenanceRateE4 ?? 0) < 5_000).toBe(true)
    }
  })
})
