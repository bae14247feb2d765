// The history before the first start, as the read model needs it: made elsewhere, on demand, from
// the seed.

import type { Candle, Resolution } from '@basis/domain/instrument/candle'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { PriceE8, RateE8 } from '@basis/domain/numbers/fixed'

/** An account of the population, which stands for many people. */
export type PopulationMember = {
  readonly account: AccountId
  readonly kind: 'large' | 'trend' | 'retail' | 'careless' | 'arbitrage' | 'reversion'
  readonly sign: 1 | -1
  /** What it likes to hold, as a share of a day's turnover. */
  readonly share: number
  /** What one of its people holds, in quote units. */
  readonly valuePerHead: number
}

/**
 * Everything that decides a market's past; plain, so that it reaches the thread that asks for it.
 */
export type SeedPlan = {
  readonly seed: number
  readonly coin: string
  readonly symbol: string
  readonly tickSizeE8: number
  readonly lotSizeE8: number
  readonly startPriceTicks: number
  readonly simulationStartMs: number
  readonly kind: InstrumentKind
  readonly quoteCoin: string
  /** Quote units in an ordinary day. */
  readonly dailyTurnover?: number
  /** Of a perpetual: how often it pays funding, and the highest rate. */
  readonly funding?: { readonly intervalMin: number; readonly capE8: number }
  /** Of a dated future: when it delivers, and when it was listed. */
  readonly deliveryMs?: number
  readonly listedMs?: number
  /** Of a contract: who holds its open interest. */
  readonly population?: readonly PopulationMember[]
  /** Do also bitcoin and ether jump alone, as they did in worlds that began earlier? */
  readonly everyCoinJumps?: boolean
}

/** What a lot was worth in quote units at the start; of an inverse contract at any price. */
export function startLotValueOf({
  kind,
  startPriceTicks,
  tickSizeE8,
  lotSizeE8,
}: Pick<SeedPlan, 'kind' | 'startPriceTicks' | 'tickSizeE8' | 'lotSizeE8'>): number {
  const lots = lotSizeE8 / 1e8
  return kind === 'Inverse' ? lots : (lots * startPriceTicks * tickSizeE8) / 1e8
}

export type SeedQuestion = {
  readonly resolution: Resolution
  readonly fromMs?: number
  readonly toMs?: number
  readonly limit?: number
}

/** Last and mark price of a perpetual have a premium over its index in them. */
type SeedCandleQuestion = SeedQuestion & { readonly isIndex?: boolean }

type SeedRate = {
  readonly atMs: number
  readonly rateE8: RateE8
  readonly markE8: PriceE8
}

/** What stood open at the end of a bucket, and the share of its holders that were long. */
export type SeedInterestPoint = {
  readonly timeMs: number
  readonly lots: number
  readonly longE6: number
}

/**
 * What was liquidated in a bucket; values in 1e-4 of the quote coin, of inverse ones of the coin.
 */
export type SeedLiquidations = {
  readonly startMs: number
  readonly longLots: number
  readonly shortLots: number
  readonly longValueE4: number
  readonly shortValueE4: number
}

/** One market's past; the candle that holds the start has only its minutes before it. */
export interface SeedHistory {
  readonly startMs: number
  readonly endMs: number
  /** Ascending; of more than `limit` the newest. */
  readonly candles: (question: SeedCandleQuestion) => readonly Candle[]
  /** Fundings that were before the start, newest first. */
  readonly fundingRates: (question: {
    readonly fromMs: number
    readonly beforeMs: number
    readonly limit: number
  }) => readonly SeedRate[]
  /** Of buckets that ended before the start; ascending, of more than `limit` the newest. */
  readonly openInterest: (question: SeedQuestion) => readonly SeedInterestPoint[]
  readonly liquidations: (question: SeedQuestion) => readonly SeedLiquidations[]
  /** Makes so many days ahead of any question; returns how many are left. */
  readonly prepare: (days: number) => number
}

export type SeedHistoryMaker = (plan: SeedPlan) => SeedHistory

/**
 * Loads the maker from a module that exports `createPricePath`. The read model stands below the
 * market, so it is told where the maker is instead of importing it.
 */
export async function loadSeedHistoryMaker(moduleUrl: string): Promise<SeedHistoryMaker> {
  const loaded = (await import(moduleUrl)) as { readonly createPricePath?: SeedHistoryMaker }
  if (loaded.createPricePath === undefined) {
    throw new Error(`${moduleUrl} does not export createPricePath`)
  }
  return loaded.createPricePath
}
