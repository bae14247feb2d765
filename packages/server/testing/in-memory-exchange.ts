// An in-memory exchange with a manual clock, for tests of the simulated market without disk, timers
// or waiting. Commands are applied at once, in order.

import { createEngine, type Engine } from '@basis/engine/engine'
import type { Command } from '@basis/engine/commands'
import type { Exchange } from '../src/exchange/exchange.ts'
import type { ExchangeListener } from '../src/exchange/replica.ts'
import type { Listing } from '../src/instruments/listings.ts'
import { beatMs, quoteBeats, type SimulatedMarket } from '../src/simulator/robots.ts'

export type InMemoryExchange = {
  readonly exchange: Exchange
  readonly engine: Engine
  readonly setTime: (timeMs: number) => void
  readonly nowMs: () => number
}

/** Returns an exchange that only lists these instruments. */
export function createInMemoryExchange(
  listings: readonly Listing[],
  startMs: number,
  engine: Engine = createEngine(),
): InMemoryExchange {
  const listeners = new Set<ExchangeListener>()
  let nowMs = startMs
  const submit = (command: Command) => {
    const applied = engine.apply({ seq: engine.lastSeq() + 1, timeMs: nowMs, command })
    for (const listener of listeners) listener(applied)
    return Promise.resolve(applied)
  }
  const exchange: Exchange = {
    submit,
    preview: engine.preview,
    views: engine.views,
    lastSeq: engine.lastSeq,
    lastTimeMs: engine.lastTimeMs,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    status: () => ({
      mode: 'running',
      lastSeq: engine.lastSeq(),
      lastTimeMs: engine.lastTimeMs(),
      queued: 0,
      inFlight: 0,
      snapshotSeq: 0,
      snapshotFault: undefined,
      lastCommitMs: 0,
    }),
    stateHash: () => ({ seq: engine.lastSeq(), hash: '' }),
    stop: () => Promise.resolve(),
  }
  for (const { instrument } of listings) {
    const command: Command = { kind: 'ListInstrument', instrument }
    const { problem } = engine.apply({ seq: engine.lastSeq() + 1, timeMs: nowMs, command })
    if (problem !== undefined) throw new Error(`${instrument.symbol} is refused: ${problem.name}`)
  }
  return {
    exchange,
    engine,
    nowMs: () => nowMs,
    setTime: (timeMs) => {
      nowMs = timeMs
    },
  }
}

/** Runs the market for a duration, beat by beat; calls `observe` after each. */
export async function play(
  venue: InMemoryExchange,
  market: SimulatedMarket,
  options: { readonly durationMs: number; readonly observe?: (timeMs: number) => void },
): Promise<void> {
  const endMs = venue.nowMs() + options.durationMs
  const firstBeat = Math.floor(venue.nowMs() / beatMs) + 1
  for (let beat = firstBeat; beat * beatMs <= endMs; beat += 1) {
    const timeMs = beat * beatMs + market.offsetOf(beat)
    venue.setTime(timeMs)
    await (beat % quoteBeats === 0 ? market.quote(timeMs) : market.take(timeMs))
    options.observe?.(timeMs)
  }
  venue.setTime(Math.max(endMs, venue.nowMs()))
}
