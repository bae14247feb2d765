// The market's history before the first start, as the read model needs it: generated on demand from
// the seed, by another module.

import type { Candle, Resolution } from '@basis/domain/instrument/candle'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { PriceE8, RateE8 } from '@basis/domain/numbers/fixed'
import type { CandleColumns } from '../ended-minutes.ts'

/** An account of the simulated population, which stands for many people. */
export type PopulationMember = {
  readonly account: AccountId
  readonly kind: 'large' | 'trend' | 'retail' | 'careless' | 'arbitrage' | 'reversion'
  readonly sign: 1 | -1
  /** Its target position, as a share of a day's turnover. */
  readonly share: number
  /** The position value of one of its people, in quote units. */
  readonly valuePerHead: number
}

/** Everything that decides a market's past; plain data, to be sent to the history's thread. */
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
  /** On an ordinary day, in quote units. */
  readonly dailyTurnover?: number
  /** Of a perpetual: its funding interval and highest rate. */
  readonly funding?: { readonly intervalMin: number; readonly capE8: number }
  /** Of a dated future: its delivery time and listing time. */
  readonly deliveryMs?: number
  readonly listedMs?: number
  /** Of a contract: the holders of its open interest. */
  readonly population?: readonly PopulationMember[]
  /** Whether bitcoin and ether also have jumps of their own; true in older simulations. */
  readonly everyCoinJumps?: boolean
}

/** The value of a lot at the start, in quote units; fixed for an inverse contract. */
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

/** Last and mark prices of a perpetual include a premium over its index. */
type SeedCandleQuestion = SeedQuestion & { readonly isIndex?: boolean }

type SeedRate = {
  readonly atMs: number
  readonly rateE8: RateE8
  readonly markE8: PriceE8
}

/** The open interest at the end of a bucket, and the share of its holders that were long. */
export type SeedInterestPoint = {
  readonly timeMs: number
  readonly lots: number
  readonly longE6: number
}

/**
 * Liquidations in a bucket; values in 1e-4 of the quote coin, for inverse contracts of the coin.
 */
export type SeedLiquidations = {
  readonly startMs: number
  readonly longLots: number
  readonly shortLots: number
  readonly longValueE4: number
  readonly shortValueE4: number
}

/** One market's past; the candle that contains the start covers only the time before it. */
export interface SeedHistory {
  readonly startMs: number
  readonly endMs: number
  /** Ascending; the newest `limit` at most. */
  readonly candles: (question: SeedCandleQuestion) => readonly Candle[]
  /** The minutes that begin at a time or later, in columns: much faster than `candles`. */
  readonly minutesFrom: (fromMs: number) => CandleColumns
  /** Funding rates from before the start, newest first. */
  readonly fundingRates: (question: {
    readonly fromMs: number
    readonly beforeMs: number
    readonly limit: number
  }) => readonly SeedRate[]
  /** Buckets that ended before the start; ascending, the newest `limit` at most. */
  readonly openInterest: (question: SeedQuestion) => readonly SeedInterestPoint[]
  readonly liquidations: (question: SeedQuestion) => readonly SeedLiquidations[]
  /** Generates so many days in advance; returns how many are left. */
  readonly prepare: (days: number) => number
}

export type SeedHistoryMaker = (plan: SeedPlan) => SeedHistory

/**
 * Loads the generator from a module that exports `createPricePath`. The read model is a layer below
 * the simulator, so it takes the module's address instead of importing it.
 */
export async function loadSeedHistoryMaker(moduleUrl: string): Promise<SeedHistoryMaker> {
  const loaded = (await import(moduleUrl)) as { readonly createPricePath?: SeedHistoryMaker }
  if (loaded.createPricePath === undefined) {
    throw new Error(`${moduleUrl} does not export createPricePath`)
  }
  return loaded.createPricePath
}
