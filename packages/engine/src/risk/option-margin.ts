// Options of an account: margin of shorts and orders, value of positions (rules 9.5). Premiums are
// booked to the wallet at once, so that no profit at the mark backs margin.

import { qtyLots } from '@basis/domain/numbers/fixed'
import { qtyAmount } from '@basis/domain/instrument/instrument'
import type { OptionTerms } from '@basis/domain/instrument/option'
import {
  optionFactorsOf,
  sellOptionMargin,
  shortOptionInitial,
  shortOptionMaintenance,
  type ShortOption,
} from '@basis/domain/options/margin'
import { tradeFee } from './trade-fee.ts'
import { noMargin } from '../state/margin/margin-parts.ts'
import { shownPositions } from '../state/positions.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { PositionMargin } from '../state/margin/margin-parts.ts'
import {
  tickValue,
  type AccountState,
  type CoinBalance,
  type MarketState,
  type OpenOrder,
  type PositionState,
} from '../state/state.ts'

export const isOption = ({ instrument }: MarketState): boolean => instrument.option !== undefined

/** Returns lots of an option as a short position. */
export function shortOf(market: MarketState, terms: OptionTerms, lots: number): ShortOption {
  const { instrument, indexE8, markE8 } = market
  return {
    terms,
    factors: optionFactorsOf(instrument.baseCoin),
    qty: qtyAmount(instrument, qtyLots(lots)),
    index: indexE8,
    mark: markE8,
  }
}

/** Returns the maintenance margin of an option position: a long has none (9.5). */
export function optionMaintenance({ market, sign, sizeLots }: PositionState): bigint {
  const { option } = market.instrument
  if (option === undefined || sign !== -1) return 0n
  return shortOptionMaintenance(shortOf(market, option, sizeLots))
}

/** A hypothesis about its orders: an additional one, and one left out. */
type SupposedOrders = {
  readonly draft?:
    | {
        readonly sign: 1 | -1
        readonly priceTicks: number
        readonly lots: number
        readonly worst: bigint
      }
    | undefined
  readonly without?: OpenOrder | undefined
}

/**
 * Returns the margin of an option with its orders under a hypothesis: of a short by 9.5, of a buy
 * order its premium and fee, of a sell order the margin of the short less the premium received.
 * Nothing is netted: all are added.
 */
export function optionMarginIf(
  position: PositionState,
  option: OptionTerms,
  what: SupposedOrders,
): PositionMargin {
  const { market, sign, sizeLots, entryValue } = position
  const own = sign === -1 ? shortOptionInitial(shortOf(market, option, sizeLots), entryValue) : 0n
  const initial =
    own +
    ordersNeed(position, option, { ...what, side: 1 }) +
    ordersNeed(position, option, { ...what, side: -1 })
  return { ...noMargin, position: own, initial }
}

/**
 * Returns what an option counts for in portfolio margin: its value, and the premium of opening buy
 * orders; closing and sell orders count only their loss against the mark (10.4). The unit has the
 * margin.
 */
export function portfolioOptionIf(position: PositionState, what: SupposedOrders): PositionMargin {
  const loss =
    ordersLose(position, { ...what, side: 1 }) + ordersLose(position, { ...what, side: -1 })
  return { ...noMargin, orderLoss: -loss, optionValue: optionValueOf(position) }
}

/** What a side's orders would deduct from the balance at once. */
function ordersLose(
  position: PositionState,
  what: SupposedOrders & { readonly side: 1 | -1 },
): bigint {
  const { market } = position
  const { side } = what
  let free = side === 1 && position.sign === -1 ? position.sizeLots : 0
  let lost = 0n
  for (const { lots, value } of standingOf(position, what)) {
    const opening = side === 1 ? lots - Math.min(free, lots) : 0
    free -= lots - opening
    const premium = (value * BigInt(opening)) / BigInt(lots)
    const fair = valueAtMark(market, lots - opening)
    const against = side === 1 ? value - premium - fair : fair - value
    lost += premium + (against > 0n ? against : 0n)
  }
  return lost
}

type Standing = { readonly priceTicks: number; readonly lots: number; readonly value: bigint }

/** The margin of a side's orders; closing ones, best price first, need at most their fee. */
function ordersNeed(
  position: PositionState,
  option: OptionTerms,
  what: SupposedOrders & { readonly side: 1 | -1 },
): bigint {
  const { market } = position
  const { side } = what
  let free = position.sign === -side ? position.sizeLots : 0
  let needed = 0n
  for (const { lots, value } of standingOf(position, what)) {
    const closing = Math.min(free, lots)
    free -= closing
    const opening = lots - closing
    const premium = opening === lots ? value : (value * BigInt(opening)) / BigInt(lots)
    const fee = tradeFee(market, market.instrument.takerFeeE8, { lots, value })
    if (side === -1) needed += fee
    if (opening === 0) continue
    if (side === 1) needed += premium + fee
    else needed += sellOptionMargin(shortOf(market, option, opening), premium)
  }
  return needed
}

/** A side's opening orders, best price first, including the draft. */
function standingOf(
  position: PositionState,
  { side, draft, without }: SupposedOrders & { readonly side: 1 | -1 },
): readonly Standing[] {
  const { market } = position
  const orders: Standing[] = []
  for (const order of side === 1 ? position.buys : position.sells) {
    if (order.reduceOnly || order === without) continue
    const { priceTicks, leavesLots: lots } = order
    orders.push({ priceTicks, lots, value: tickValue(market, priceTicks, lots) })
  }
  if (draft?.sign === side) orders.push({ ...draft, value: draft.worst })
  if (orders.length > 1) orders.sort((a, b) => (b.priceTicks - a.priceTicks) * side)
  return orders
}

/** Returns an option position's value at mark, negative for a short. */
export function optionValueOf({ market, sign, sizeLots }: PositionState): bigint {
  if (sign === 0 || !isOption(market)) return 0n
  return BigInt(sign) * valueAtMark(market, sizeLots, sign === 1 ? 'down' : 'up')
}

/** Returns the value of an account's options settled in a coin. */
export function optionValueIn(account: AccountState, coinBalance: CoinBalance): bigint {
  let value = 0n
  for (const position of shownPositions(account)) {
    if (position === undefined || position.sign === 0 || !isOption(position.market)) continue
    if (account.coins.get(position.market.instrument.settleCoin) !== coinBalance) continue
    value += optionValueOf(position)
  }
  return value
}

/**
 * Returns whether an account has options or orders for them, whose margin depends on more than
 * their marks.
 */
export const hasOptions = (account: AccountState): boolean =>
  shownPositions(account).some(
    (held) =>
      held !== undefined &&
      isOption(held.market) &&
      (held.sign !== 0 || held.buys.length + held.sells.length > 0),
  )
