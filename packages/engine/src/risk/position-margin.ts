// Margin of one position with its orders, one-way or of a hedged pair: initial and maintenance
// margin, profit at the mark, order loss (rules 4.4, 5.6, 6.3).

// A draft order may be included as if placed, and an open order left out, so that the actual and
// the hypothetical margin are computed by the same code.

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import {
  closeFeeAt,
  initialMarginAt,
  maintenanceMarginAt,
  marginRates,
  orderCostAt,
  tierOf,
} from '@basis/domain/margin/cross-margin'
import { hedgeInitial, hedgeMaintenance, type HedgeSide } from '@basis/domain/margin/hedge'
import { optionMaintenance, optionMarginIf, portfolioOptionIf } from './option-margin.ts'
import { valueAtMark } from '../state/mark-value.ts'
import { noMargin, type PositionMargin } from '../state/margin/margin-parts.ts'
import {
  tickValue,
  type HedgePair,
  type PositionState,
  type MarketState,
  type OpenOrder,
} from '../state/state.ts'

/** A hypothetical order, valued at the prices at which it would be filled or rest. */
export type DraftOrder = {
  readonly sign: 1 | -1
  readonly priceTicks: number
  readonly lots: number
  /** The value that its margin is computed from, 1e-8 settle coin. */
  readonly value: bigint
  /** Its value at the prices that lose the most against the mark. */
  readonly worst: bigint
}

/** A hypothesis: what differs from the actual state. */
export type WhatIf = {
  readonly draft?: DraftOrder | undefined
  readonly without?: OpenOrder | undefined
  /** The value of the draft's side without it, if already known. */
  readonly open?: bigint | undefined
  readonly leverageE2?: PositionState['leverageE2'] | undefined
  readonly isolated?: boolean | undefined
  readonly extra?: bigint | undefined
}

/** Returns the actual margin of one position, from the cache if nothing has changed. */
export function positionMarginOf(position: PositionState): PositionMargin {
  const { market } = position
  if (position.margin !== undefined && position.marginAtMark === market.markNo)
    return position.margin
  position.margin = sideMarginIf(position, asItIs)
  position.marginAtMark = market.markNo
  return position.margin
}

/** The actual state, without a hypothesis. */
export const asItIs: WhatIf = {}

/**
 * Returns the margin of a position under a hypothesis; for a hedged side that of its pair, which is
 * what the account must carry (D-34).
 */
export function marginIf(position: PositionState, what: WhatIf): PositionMargin {
  const { pair, idx } = position
  if (pair === undefined) return sideMarginIf(position, what)
  return idx === 1 ? pairMarginIf(pair, what, asItIs) : pairMarginIf(pair, asItIs, what)
}

/** Returns the margin of a hedged pair, each side under a hypothesis (6.3). */
export function pairMarginIf(pair: HedgePair, ifLong: WhatIf, ifShort: WhatIf): PositionMargin {
  const long = ifLong === asItIs ? positionMarginOf(pair.long) : sideMarginIf(pair.long, ifLong)
  const short =
    ifShort === asItIs ? positionMarginOf(pair.short) : sideMarginIf(pair.short, ifShort)
  const both = {
    position: long.position + short.position,
    initial: long.initial + short.initial,
    unrealised: long.unrealised + short.unrealised,
    orderLoss: long.orderLoss + short.orderLoss,
    optionValue: 0n,
    extra: long.extra + short.extra,
    isolated: ifLong.isolated ?? pair.long.isolated,
  }
  if (both.isolated) return both
  const sides = [hedgeSide(pair.long, ifLong, long), hedgeSide(pair.short, ifShort, short)] as const
  const { initial } = hedgeInitial(...sides)
  const bare = hedgeInitial({ ...sides[0], orderCost: 0n }, { ...sides[1], orderCost: 0n }).initial
  return { ...both, initial, position: bare < initial ? bare : initial }
}

const hedgeSide = (position: PositionState, what: WhatIf, margin: PositionMargin): HedgeSide => ({
  positionMargin: margin.position,
  orderCost: margin.initial - margin.position,
  closeFee: closeFeeAt(position.entryValue, ratesIf(position, position.idx === 1 ? 1 : -1, what)),
})

/** Returns one position's margin under a hypothesis; figures of unaffected sides are cached. */
export function sideMarginIf(position: PositionState, what: WhatIf): PositionMargin {
  const { market, sign, sizeLots } = position
  if (market.instrument.kind === 'Spot') return noMargin
  if (
    sign === 0 &&
    what.draft === undefined &&
    position.buys.length + position.sells.length === 0
  ) {
    return noMargin
  }
  const { option } = market.instrument
  if (position.account.portfolio !== undefined) return portfolioSideIf(position, what)
  if (option !== undefined) return optionMarginIf(position, option, what)
  const isolated = what.isolated ?? position.isolated
  let own = 0n
  let unrealised = 0n
  if (sign !== 0) {
    // Margin of an isolated position is based on its entry value, of a cross one on its mark value
    // (4.4).
    const base = isolated ? position.entryValue : valueAtMark(market, sizeLots)
    own = initialMarginAt(base, position.entryValue, ratesIf(position, sign, what))
    unrealised = unrealisedOf(position)
  }
  const buys = sideCost(position, 1, what)
  const sells = sideCost(position, -1, what)
  const long = sign === 1 ? own + buys : buys
  const short = sign === -1 ? own + sells : sells
  return {
    position: own,
    initial: long > short ? long : short,
    unrealised,
    orderLoss: isolated ? 0n : orderLoss(position, what),
    optionValue: 0n,
    extra: isolated ? (what.extra ?? position.extra) : 0n,
    isolated,
  }
}

/** In portfolio margin the unit has the margin, not the position (10.1). */
function portfolioSideIf(position: PositionState, what: WhatIf): PositionMargin {
  if (position.market.instrument.option !== undefined) return portfolioOptionIf(position, what)
  return {
    ...noMargin,
    unrealised: unrealisedOf(position),
    orderLoss: orderLoss(position, what),
  }
}

/**
 * Returns a position's unrealised PnL at mark, rounded once, toward minus infinity (0.3, 1.4,
 * D-03). EX-1.5
 */
export function unrealisedOf(position: PositionState): bigint {
  const { market, sign, entryValue } = position
  if (sign === 0 || market.markE8 === 0) return 0n
  const earned = earnedValue(position)
  return sign === market.valueSign ? earned - entryValue : entryValue - earned
}

/**
 * Returns a position's value at mark, rounded like its unrealised PnL, which is rounded down (1.4):
 * the balance uses that PnL, so that its shares add up exactly.
 */
export const earnedValue = ({ market, sign, sizeLots }: PositionState): Amount =>
  amount(valueAtMark(market, sizeLots, sign === market.valueSign ? 'down' : 'up'))

/** A side's order cost, from the cache if the hypothesis does not affect it. */
function sideCost(position: PositionState, sign: 1 | -1, what: WhatIf): bigint {
  const asked = what.draft?.sign === sign || what.without?.sign === sign
  if (asked || what.leverageE2 !== undefined) return costOfSide(position, sign, what)
  const side = sign === 1 ? position.buyCost : position.sellCost
  if (side !== undefined) return side
  const cost = costOfSide(position, sign, what)
  if (sign === 1) position.buyCost = cost
  else position.sellCost = cost
  return cost
}

/**
 * Returns the lots of a position that expose the account to the mark: all, but of a cross hedge
 * only those that the other side does not offset (6.3).
 */
export function exposedLots({ pair, idx, isolated, sizeLots }: PositionState): number {
  if (pair === undefined || isolated) return sizeLots
  return Math.max(0, sizeLots - (idx === 1 ? pair.short : pair.long).sizeLots)
}

/** Returns the position's maintenance margin at mark, for a hedged one its share; 0 when flat. */
export function maintenanceOf(position: PositionState): bigint {
  const { market, sign, sizeLots } = position
  if (sign === 0 || market.instrument.kind === 'Spot') return 0n
  if (market.instrument.option !== undefined) return optionMaintenance(position)
  const rates = sign === 1 ? position.longRates : position.shortRates
  if (position.pair !== undefined && !position.isolated) {
    const net = amount(valueAtMark(market, exposedLots(position)))
    const reserve = closeFeeAt(position.entryValue, rates)
    return hedgeMaintenance(reserve, net, market.instrument.riskTiers)
  }
  const value = amount(valueAtMark(market, sizeLots))
  const tier = tierOf(market.instrument.riskTiers, value)
  return maintenanceMarginAt(value, position.entryValue, rates, tier)
}

export function ratesIf(
  position: PositionState,
  sign: 1 | -1,
  what: WhatIf,
): PositionState['longRates'] {
  if (what.leverageE2 !== undefined) {
    const { valueSign, instrument } = position.market
    return marginRates(sign === valueSign ? 1 : -1, what.leverageE2, instrument.takerFeeE8)
  }
  return sign === 1 ? position.longRates : position.shortRates
}

/** The cost of one side's orders; closing lots, best price first, are free (6.3). EX-6.2 */
function costOfSide(position: PositionState, sign: 1 | -1, what: WhatIf): bigint {
  const orders = sign === 1 ? position.buys : position.sells
  const draft = what.draft?.sign === sign ? what.draft : undefined
  if (orders.length === 0 && draft === undefined) return 0n
  const freeLots = position.sign === -sign ? position.sizeLots : 0
  let value: bigint
  if (freeLots === 0) {
    value = (draft && what.open) ?? openValue(position, sign, what.without)
    if (draft !== undefined) value += draft.value
  } else {
    let lots = draft?.lots ?? 0
    for (const order of orders) {
      if (!order.reduceOnly && order !== what.without) lots += order.leavesLots
    }
    if (lots <= freeLots) return 0n
    value = valueBeyond(position, sign, what, freeLots)
  }
  return value === 0n ? 0n : orderCostAt(value, ratesIf(position, sign, what))
}

/** Returns the value of a side's opening orders, at their own prices. */
export function openValue(position: PositionState, sign: 1 | -1, without?: OpenOrder): bigint {
  const value = valueOfSide(position, sign)
  const isCounted = without?.sign === sign && without.slot >= 0 && !without.reduceOnly
  if (!isCounted) return value
  return value - tickValue(position.market, without.priceTicks, without.leavesLots)
}

function valueOfSide(position: PositionState, sign: 1 | -1): bigint {
  const known = sign === 1 ? position.buyValue : position.sellValue
  if (known !== undefined) return known
  const value = addedValue(position, sign)
  if (sign === 1) position.buyValue = value
  else position.sellValue = value
  return value
}

/** Like `openValue`, summed up order by order. */
export function addedValue(position: PositionState, sign: 1 | -1): bigint {
  const orders = sign === 1 ? position.buys : position.sells
  if (position.market.valueSign === 1) {
    let product = 0
    for (const order of orders) {
      if (!order.reduceOnly) product += order.priceTicks * order.leavesLots
    }
    if (product <= Number.MAX_SAFE_INTEGER) return BigInt(product) * position.market.tickValueE8
  }
  // Inverse values are rounded one by one; products beyond the safe integers are computed exactly.
  let value = 0n
  for (const order of orders) {
    if (order.reduceOnly) continue
    value += tickValue(position.market, order.priceTicks, order.leavesLots)
  }
  return value
}

/** The value of a side's lots beyond the first `freeLots`, best price first, the draft last. */
function valueBeyond(
  position: PositionState,
  sign: 1 | -1,
  what: WhatIf,
  freeLots: number,
): bigint {
  const { market } = position
  const orders = openingOrders(position, sign, what.without)
  let waiting = what.draft?.sign === sign ? what.draft : undefined
  let free = freeLots
  let value = 0n
  // Linear values are summed up as products of safe integers and converted once, at the end.
  let product = 0
  for (const { priceTicks, leavesLots } of orders) {
    if (waiting !== undefined && (waiting.priceTicks - priceTicks) * sign > 0) {
      const covered = Math.min(free, waiting.lots)
      value += draftBeyond(waiting, covered)
      free -= covered
      waiting = undefined
    }
    const covered = Math.min(free, leavesLots)
    free -= covered
    const beyond = leavesLots - covered
    if (beyond === 0) continue
    const sum = product + priceTicks * beyond
    if (market.valueSign === 1 && sum <= Number.MAX_SAFE_INTEGER) product = sum
    else value += tickValue(market, priceTicks, beyond)
  }
  if (waiting !== undefined) value += draftBeyond(waiting, Math.min(free, waiting.lots))
  return product === 0 ? value : value + BigInt(product) * market.tickValueE8
}

const dearestFirst = (a: OpenOrder, b: OpenOrder): number => b.priceTicks - a.priceTicks
const cheapestFirst = (a: OpenOrder, b: OpenOrder): number => a.priceTicks - b.priceTicks

/** A side's opening orders, best price first; most accounts have few, none of them reduce-only. */
function openingOrders(
  position: PositionState,
  sign: 1 | -1,
  without?: OpenOrder,
): readonly OpenOrder[] {
  const all = sign === 1 ? position.buys : position.sells
  const isWhole = position.reduceOnlyOrders === 0 && without === undefined
  if (isWhole && all.length < 2) return all
  const orders = isWhole
    ? all.slice()
    : all.filter((order) => !order.reduceOnly && order !== without)
  return orders.sort(sign === 1 ? dearestFirst : cheapestFirst)
}

/** The value of a draft less its share of covered lots. */
function draftBeyond({ value, lots }: DraftOrder, covered: number): bigint {
  if (covered === lots) return 0n
  return covered === 0 ? value : value - (value * BigInt(covered)) / BigInt(lots)
}

/** Σ min(0, s (M − P) q) over the opening orders (5.6). EX-5.9 */
function orderLoss(position: PositionState, what: WhatIf): bigint {
  const { market } = position
  const { markE8 } = market
  const { tickSizeE8 } = market.instrument
  let loss = 0n
  for (const order of position.buys) {
    if (order.priceTicks * tickSizeE8 <= markE8) continue
    if (order.reduceOnly || order === what.without) continue
    loss -= lossAtMark(market, 1, order.leavesLots, tickValueOf(order))
  }
  for (const order of position.sells) {
    if (order.priceTicks * tickSizeE8 >= markE8) continue
    if (order.reduceOnly || order === what.without) continue
    loss -= lossAtMark(market, -1, order.leavesLots, tickValueOf(order))
  }
  // A draft whose limit is no worse than the mark cannot lose at any price that it trades at.
  if (what.draft !== undefined) {
    const { sign, lots, worst, priceTicks } = what.draft
    if ((priceTicks * tickSizeE8 - markE8) * sign > 0) loss -= lossAtMark(market, sign, lots, worst)
  }
  return loss
}

const tickValueOf = ({ market, priceTicks, leavesLots }: OpenOrder): bigint =>
  tickValue(market, priceTicks, leavesLots)

/** The immediate loss of trading lots at a value instead of at the mark; never negative. */
function lossAtMark(market: MarketState, sign: 1 | -1, lots: number, value: bigint): bigint {
  const fair = valueAtMark(market, lots)
  const loss = sign === market.valueSign ? value - fair : fair - value
  return loss > 0n ? loss : 0n
}
