// Spread combinations, two legs traded as one instrument: the existing ones, their price grid and
// limits (rules 20.1).

import { symbolId, type Brand, type SymbolId } from '../numbers/brand.ts'
import { qtyLots, type QtyLots } from '../numbers/fixed.ts'
import { reduceOnlyBeforeMs, deliveryWindowMs } from '../instrument/futures-calendar.ts'
import type { Instrument, InstrumentStatus } from '../instrument/instrument.ts'
import type { MarketType } from '../instrument/market.ts'

export const spreadKinds = ['FutureSpread', 'PerpBasis', 'FundingRateArb', 'CarryTrade'] as const
export type SpreadKind = (typeof spreadKinds)[number] & MarketType

/** A spread price in ticks of its combination: a safe integer of either sign. */
export type SpreadTicks = Brand<number, 'SpreadTicks'>
export const spreadTicks = (value: number): SpreadTicks => value as SpreadTicks

/** Two legs as one instrument: far minus near, in equal quantity. */
export type Combination = {
  readonly symbol: SymbolId
  readonly kind: SpreadKind
  readonly baseCoin: string
  readonly quoteCoin: string
  readonly far: SymbolId
  readonly near: SymbolId
  /** The larger step of the two legs, ×1e8. */
  readonly tickSizeE8: number
  readonly lotSizeE8: number
  readonly minQtyLots: QtyLots
  readonly maxQtyLots: QtyLots
  readonly maxMarketQtyLots: QtyLots
  /**
   * When trading ends: half an hour before the first delivery of a leg; absent if none delivers.
   */
  readonly closesMs?: number
}

/** The base coins for which combinations exist. */
const combinedCoins: readonly string[] = ['BTC', 'ETH', 'SOL']

type LegKind = 'Spot' | 'Perpetual' | 'Future'

function legKindOf({ kind, contractType, quoteCoin, baseCoin }: Instrument): LegKind | undefined {
  if (quoteCoin !== 'USDT' || !combinedCoins.includes(baseCoin)) return undefined
  if (kind === 'Spot') return 'Spot'
  if (contractType === 'LinearPerpetual') return 'Perpetual'
  return contractType === 'LinearFutures' ? 'Future' : undefined
}

/** Returns whether combinations of an instrument can exist; not of options, for example. */
export const canBeLeg = (instrument: Instrument): boolean => legKindOf(instrument) !== undefined

/** By far leg and near leg. */
const kindOf: Readonly<Record<string, SpreadKind>> = {
  'Perpetual Spot': 'FundingRateArb',
  'Future Spot': 'CarryTrade',
  'Future Perpetual': 'PerpBasis',
  'Future Future': 'FutureSpread',
}

/** Returns the combination of two legs; undefined if they do not form one (D-S1, D-S2). */
export function combinationOf(far: Instrument, near: Instrument): Combination | undefined {
  const kind = kindOf[`${legKindOf(far)} ${legKindOf(near)}`]
  if (kind === undefined || far.baseCoin !== near.baseCoin) return undefined
  if (kind === 'FutureSpread' && (far.deliveryMs ?? 0) <= (near.deliveryMs ?? 0)) return undefined
  const tickSizeE8 = Math.max(far.tickSizeE8, near.tickSizeE8)
  const lotSizeE8 = Math.max(far.lotSizeE8, near.lotSizeE8)
  const legs = [far, near]
  const fits = legs.every((leg) => tickSizeE8 % leg.tickSizeE8 === 0)
  if (!fits || legs.some((leg) => lotSizeE8 % leg.lotSizeE8 !== 0)) return undefined
  const inLots = (lots: number, leg: Instrument): number => (lots * leg.lotSizeE8) / lotSizeE8
  const least = legs.map((leg) => Math.ceil(inLots(leg.minQtyLots, leg)))
  const most = legs.map((leg) => Math.floor(inLots(leg.maxQtyLots, leg)))
  const atMarket = legs.map((leg) => Math.floor(inLots(leg.maxMarketQtyLots, leg)))
  const delivers = legs.flatMap(({ deliveryMs }) => (deliveryMs === undefined ? [] : [deliveryMs]))
  return {
    symbol: symbolId(`${far.symbol}_${near.symbol}`),
    kind,
    baseCoin: far.baseCoin,
    quoteCoin: far.quoteCoin,
    far: far.symbol,
    near: near.symbol,
    tickSizeE8,
    lotSizeE8,
    minQtyLots: qtyLots(Math.max(1, ...least)),
    maxQtyLots: qtyLots(Math.min(...most)),
    maxMarketQtyLots: qtyLots(Math.min(...atMarket)),
    ...(delivers.length === 0 ? {} : { closesMs: Math.min(...delivers) - closesBeforeMs }),
  }
}

/** Before the window of the delivery price, and long before reduce-only (D-S1). */
const closesBeforeMs = Math.max(deliveryWindowMs, reduceOnlyBeforeMs)

/** The trading states of a combination. */
export const spreadStatuses = ['PreLaunch', 'Trading', 'Paused', 'Settling'] as const
export type SpreadStatus = (typeof spreadStatuses)[number]

/** Returns the state of a combination: it trades while both of its legs do, until it closes. */
export function spreadStatus(
  { closesMs = Infinity }: Pick<Combination, 'closesMs'>,
  legs: readonly [far: InstrumentStatus, near: InstrumentStatus],
  nowMs: number,
): SpreadStatus {
  if (nowMs >= closesMs || legs.includes('Closed')) return 'Settling'
  if (legs.includes('PreLaunch')) return 'PreLaunch'
  return legs.every((status) => status === 'Trading') ? 'Trading' : 'Paused'
}
