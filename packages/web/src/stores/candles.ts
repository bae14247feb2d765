// Candles for the chart's datafeed: older ones requested in pages, live ones by topic.

import type { CandleSource, Resolution } from '@basis/domain/instrument/candle'
import { maxCandles } from '@basis/protocol/market-calls'
import { formatTopic } from '@basis/protocol/topics/topic'
import { readCandle, type LiveCandle } from '../feed/market.ts'
import type { CandleSnapshot } from '../feed/messages.ts'
import { ask, type Outcome } from '../client/http.ts'
import { watch } from '../feed/push.ts'

export type { LiveCandle } from '../feed/market.ts'

export type CandleSeries = {
  readonly symbol: string
  readonly resolution: Resolution
  readonly source: CandleSource
}

/**
 * Returns the candles before `endMs`, at most `count`, ascending; without `endMs` the latest ones,
 * whatever the local clock says.
 */
export async function askCandles(
  series: CandleSeries,
  { endMs, count }: { readonly endMs?: number; readonly count: number },
): Promise<Outcome<readonly LiveCandle[]>> {
  const outcome = await ask('candles', {
    ...series,
    ...(endMs !== undefined && { endMs: Math.max(0, Math.floor(endMs)) }),
    limit: Math.min(maxCandles, Math.max(1, Math.ceil(count))),
  })
  if (!outcome.ok) return outcome
  return { ok: true, value: outcome.value.list.map(readCandle) }
}

type Listener = (candles: readonly LiveCandle[], isSnapshot: boolean) => void

const listeners = new Map<string, Set<Listener>>()

/** Calls the listeners of a topic with its new candles. */
export function applyCandles(shot: CandleSnapshot): void {
  for (const listener of listeners.get(shot.topic) ?? []) listener(shot.candles, shot.isSnapshot)
}

/** Listens to a series' live candles; returns the unsubscribe. */
export function listenToCandles(series: CandleSeries, listener: Listener): () => void {
  const topic = formatTopic({ kind: 'candle', ...series })
  const ofTopic = listeners.get(topic) ?? new Set()
  listeners.set(topic, ofTopic.add(listener))
  const unwatch = watch(topic)
  return () => {
    ofTopic.delete(listener)
    unwatch()
  }
}
