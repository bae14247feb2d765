// Checks whether an account has the risk limit, margin and coins for an order, and the margin for
// coins that a waiting one locks (rules 4.2, 4.3, 5.6, 6.3, 7, 12.1; docs/rules/order-margin.md).

import { spotHold } from './spot-hold.ts'
import { amount, qtyLots, zero, type Amount, type QtyLots } from '@basis/domain/numbers/fixed'
import { maxOrderQty } from '@basis/domain/orders/order-rules'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { banProblem } from '@basis/domain/orders/symbol-states'
import { thirdRules } from '../api/rules-version.ts'
import type { Entering, MaxQtyView } from '../api/views.ts'
import { dollarE8, isDollarCoin } from '../state/coin.ts'
import { valueAtWorse } from '../state/invalidation.ts'
import { peekPosition } from '../state/positions.ts'
import { openingIdx } from '../state/position-mode.ts'
import { unlockedBalance, ofUsd, swapOf, type SpotSwap, type SpotWhatIf } from './collateral.ts'
import { accountMargin, marginWithCoin } from './account-margin.ts'
import { isOption } from './option-margin.ts'
import { loanMarginOf, loanProblem, mayBorrow } from './loans.ts'
import { portfolioMarginOf } from './portfolio-margin.ts'
import { marginIf, openValue, type DraftOrder } from './position-margin.ts'
import { isStressed } from '../state/margin/stress.ts'
import { valueAtMark, nearMarkTicks } from '../state/mark-value.ts'
import {
  bestTicks,
  coinOf,
  tickValue,
  type AccountState,
  type EngineState,
  type PositionState,
  type MarketState,
} from '../state/state.ts'
import { draftOf, lastingOf, lotsOfAmount, type OrderToCheck } from './draft-order.ts'
import { riskLimitProblem, shortageOf, shortfallOf } from './shortage.ts'
import { reversalCostOf } from './reversal-cost.ts'

/** Returns the problem of an order for which the account lacks coins, risk limit or margin. */
export function fundsProblem(asked: OrderToCheck): Problem | undefined {
  if (asked.market.instrument.kind === 'Spot') return barredProblem(asked) ?? coinsProblem(asked)
  return contractFundsProblem(asked, draftOf(asked))
}

/** Returns why the account cannot carry a contract's hypothetical order: risk limit or margin. */
export function contractFundsProblem(asked: OrderToCheck, draft: DraftOrder): Problem | undefined {
  const unpriced = portfolioUnpriced(asked)
  if (unpriced !== undefined) return unpriced
  // Both checks need the value of the side's open orders: it is summed up once.
  const open = openValue(asked.position, asked.sign, asked.without)
  const { portfolio } = asked.account
  const beyondRisk = portfolio === undefined ? riskProblem(asked, draft, open) : undefined
  return beyondRisk ?? marginProblem(asked, draft, open)
}

/** An option without a known volatility cannot be stressed (10.2). */
const portfolioUnpriced = ({ account, market }: OrderToCheck): Problem | undefined =>
  account.portfolio !== undefined && isOption(market) && !isStressed(market)
    ? problem('portfolioUnpriced', 'symbol')
    : undefined

/** An order to be checked, without its quantity. */
type Unsized = Omit<OrderToCheck, 'lots' | 'quoteAmount'>

/** A new order of a side: at a limit price or, without one, at market within the band. */
type Newcomer = { readonly sign: 1 | -1; readonly limitTicks?: number | undefined } & Entering

/** Returns a new order to be checked; undefined while the market has no price. */
function newcomer(
  { table, rulesVersion: rules }: EngineState,
  account: AccountState,
  market: MarketState,
  order: Newcomer,
): Unsized | undefined {
  const { sign, timeInForce = 'GoodTillCancel', selfTrade = 'None', isLeverage } = order
  const orderType = order.limitTicks === undefined ? 'Market' : 'Limit'
  const edge = sign === 1 ? market.maxBuyTicks : market.minSellTicks
  if (edge === 0) return undefined
  return {
    table,
    rules,
    account,
    market,
    position: peekPosition(
      account,
      market,
      openingIdx(account, market, sign === 1 ? 'Buy' : 'Sell'),
    ),
    sign,
    limitTicks: order.limitTicks ?? edge,
    lasting: lastingOf({ orderType, timeInForce }),
    selfTrade,
    isLeverage: isLeverage === true && mayBorrow(account),
  }
}

/**
 * Returns the largest order that an account could place on each side, and for a spot pair what it
 * may pay.
 */
export function maxOrderSizes(
  state: EngineState,
  account: AccountState,
  market: MarketState,
  order: Omit<Newcomer, 'sign'>,
): MaxQtyView {
  const buying = newcomer(state, account, market, { ...order, sign: 1 })
  const selling = newcomer(state, account, market, { ...order, sign: -1 })
  return {
    buyLots: mostLots(buying, order.limitTicks),
    sellLots: mostLots(selling, order.limitTicks),
    ...(market.instrument.kind === 'Spot' && {
      paid: { buy: mostPaid(buying), sell: mostPaid(selling) },
    }),
  }
}

/**
 * Returns the maximum of its own coins that an account may pay with a spot order now, 1e-8 of the
 * coin that the side pays: the unlocked balance or, if that backs margin as collateral, what the
 * largest admissible order pays (12.3). Borrowing and the maximum order quantity are not
 * considered.
 */
function mostPaid(unsized: Unsized | undefined): Amount {
  if (unsized === undefined) return zero
  const asked = { ...unsized, isLeverage: false }
  const { maxQtyLots } = asked.market.instrument
  const most = mostThat((lots) => coinsProblem({ ...asked, lots }) === undefined, maxQtyLots)
  const paid = (lots: number): SpotSwap => swapOf(asked, movedBy({ ...asked, lots }))
  const { out, paid: next } = paid(most + 1)
  const free = unlockedBalance(out)
  if (next <= free && most < maxQtyLots) return amount(paid(most).paid)
  return free > 0n ? amount(free) : zero
}

/**
 * Returns the largest number up to a limit that fits, if every smaller number than a fitting one
 * fits.
 */
function mostThat(fits: (lots: number) => boolean, limit: number): number {
  let most = 0
  let tooMany = limit + 1
  while (tooMany - most > 1) {
    const lots = most + Math.floor((tooMany - most) / 2)
    if (fits(lots)) most = lots
    else tooMany = lots
  }
  return most
}

/**
 * Returns the largest order, in lots, that coins, margin and risk limit admit on a side, at a limit
 * price or, without one, at market within the band; 0 if none (rules 7). At market it is admitted
 * at slightly worse prices as well, so that what the ticket offers is not refused because the book
 * has moved. EX-7.1, EX-7.2
 */
function mostLots(unsized: Unsized | undefined, limitTicks: number | undefined): QtyLots {
  if (unsized === undefined) return qtyLots(0)
  const { market, sign } = unsized
  const { instrument } = market
  const asked = { ...unsized, isOffered: limitTicks === undefined }
  const limit = maxOrderQty(instrument, asked.isOffered ? 'Market' : 'Limit')
  const most = mostThat((lots) => fundsProblem({ ...asked, lots }) === undefined, limit)
  // The reference price of a market order: the opposite best price, else the mark (8.1).
  const best = bestTicks(market, sign === 1 ? 'Sell' : 'Buy') ?? nearMarkTicks(market)
  const enough = tickValue(market, limitTicks ?? best, most) >= instrument.minNotional
  return qtyLots(most >= instrument.minQtyLots && enough ? most : 0)
}

/**
 * Position value plus order value must be within the maximum at the leverage, on either side: for
 * an order that flips a position, the side that it leaves is checked too (4.2, 4.3). EX-4.5
 */
function riskProblem(asked: OrderToCheck, draft: DraftOrder, open: bigint): Problem | undefined {
  const { position, sign } = asked
  const value = draft.value + open + valueOnSide(position, sign)
  if (value > position.maxValue) {
    return onlyCloses(asked, draft) ? undefined : riskLimitProblem(position, value)
  }
  const { pair } = position
  const other = pair === undefined ? position : position.idx === 1 ? pair.short : pair.long
  const against = openValue(other, sign === 1 ? -1 : 1) + valueOnSide(other, sign === 1 ? -1 : 1)
  if (against <= other.maxValue || onlyCloses(asked, draft)) return undefined
  return riskLimitProblem(other, against)
}

/** The position's value at mark if it is on this side. */
const valueOnSide = ({ market, sign, sizeLots }: PositionState, side: 1 | -1): bigint =>
  sign === side ? valueAtMark(market, sizeLots) : 0n

/** Returns whether the order, with the others of its side, can only close the position. */
function onlyCloses({ position, sign, without }: OrderToCheck, draft: DraftOrder): boolean {
  if (position.sign !== -sign) return false
  let lots = draft.lots
  for (const order of sign === 1 ? position.buys : position.sells) {
    if (order !== without && !order.reduceOnly) lots += order.leavesLots
  }
  return lots <= position.sizeLots
}

/**
 * Returns whether the order is within a well-margined account's spare value; then no margin is
 * computed.
 */
function isWithinSpareValue(
  { account, market, coinBalance, isolated }: PositionState,
  draft: DraftOrder,
): boolean {
  const { isWellMargined, spareValue } = account.risk
  if (!isWellMargined || isolated || isOption(market) || coinBalance.coin.usdE8 !== dollarE8)
    return false
  return draft.value <= spareValue && valueAtWorse(market, 0, draft.lots) <= spareValue
}

/** Returns whether an order can at most close its position; before the third rules each counted. */
const isClosing = ({ rules, position, sign, lots }: OrderToCheck): boolean =>
  rules.present < thirdRules || (position.sign === -sign && lots <= position.sizeLots)

/** Returns why an order may not turn an isolated position round: it leaves too little margin. */
function reversalProblem(asked: OrderToCheck, draft: DraftOrder): Problem | undefined {
  const { account, position, market } = asked
  if (!position.isolated) return undefined
  const { coinBalance } = position
  const before = marginWithCoin(account, coinBalance)
  const cost = reversalCostOf(asked, draft)
  if (cost === undefined || cost.free <= 0n) return undefined
  const available = amount(before.margin.available - cost.balance)
  if (before.free >= cost.free && available >= 0n) return undefined
  const { settleCoin } = market.instrument
  const then = { margin: { ...before.margin, available }, free: before.free - cost.free }
  const facts = { coinBalance, settleCoin, isolated: true }
  return problem('insufficientBalance', 'qty', shortageOf(facts, before, then))
}

function marginProblem(asked: OrderToCheck, draft: DraftOrder, open: bigint): Problem | undefined {
  const { account, position, without } = asked
  if (isWithinSpareValue(position, draft)) return undefined
  const reversal = reversalProblem(asked, draft)
  if (reversal !== undefined) return reversal
  const supposed = marginIf(position, { draft, without, open })
  const { coinBalance, isolated } = position
  const what = { position, margin: supposed, orders: { draft, without } }
  const after = marginWithCoin(account, coinBalance, what)
  // An isolated order is backed only by its own coin, not by other collateral.
  if (after.margin.available >= 0n && (!isolated || after.free >= 0n)) return undefined
  const before = marginWithCoin(account, coinBalance)
  // A closing order that needs no more margin than before is always admitted, to allow risk
  // reduction; another one may lose nothing of what is available.
  const losesNone = isClosing(asked) || after.margin.available >= before.margin.available
  const needsNone = after.margin.initial <= before.margin.initial && after.free >= before.free
  if (losesNone && needsNone) return undefined
  const { settleCoin } = asked.market.instrument
  const facts = { coinBalance, settleCoin, isolated }
  return problem('insufficientBalance', 'qty', shortageOf(facts, before, after))
}

/** A pair's ban applies to traders; robots keep quoting, so that holdings can be sold. */
const barredProblem = ({ account, market, sign }: OrderToCheck): Problem | undefined =>
  account.role === 'trader' ? banProblem(market.instrument, sign === 1 ? 'Buy' : 'Sell') : undefined

/**
 * Returns whether a well-margined account can pay for a spot order; then collateral is not
 * computed.
 */
function isPaidFromSpare({ risk }: AccountState, { out, paid }: SpotSwap, freed: bigint): boolean {
  if (!risk.isWellMargined || paid > unlockedBalance(out) + freed) return false
  return !isDollarCoin(out.coin) || paid <= risk.spareValue
}

/**
 * Returns the problem if the account lacks the coins, or the margin for the collateral that it
 * would lose.
 */
function coinsProblem(asked: OrderToCheck): Problem | undefined {
  const { account, market, sign, without } = asked
  const { quoteCoin } = market.instrument
  const swap = swapOf(asked, movedBy(asked))
  const freed = without === undefined ? 0n : spotHold(without)
  if (isPaidFromSpare(account, swap, freed)) return undefined
  const { margin: after, free } = marginWithCoin(account, swap.out, { draft: swap, without })
  const there = free + freed
  const name = sign === 1 ? 'insufficientBalance' : 'insufficientCoin'
  const isLent = swap.paid > there && asked.isLeverage === true
  const unlent = isLent ? loanProblem(account, swap, { freed, after }) : undefined
  if (unlent !== undefined) return unlent
  if (swap.paid > there && !isLent) {
    const short = sign === 1 ? quoteCoin : market.instrument.baseCoin
    return problem(name, 'qty', shortfallOf(swap.paid, there, short))
  }
  if (after.available >= 0n) return undefined
  const before = accountMargin(account)
  // An order that loses no collateral, borrows nothing and takes no coins that hedge is always
  // admitted (5.6, 10.2). Before the third rules coins that hedge were not considered.
  const isThird = asked.rules.present >= thirdRules
  const needsNone = isThird ? after.initial <= before.initial : after.loans <= before.loans
  if (after.haircut <= before.haircut && needsNone) return undefined
  const { coin } = coinOf(account, quoteCoin)
  const needed = ofUsd(coin, before.available - after.available)
  const available = ofUsd(coin, before.available)
  return problem('insufficientBalance', 'qty', shortfallOf(needed, available, quoteCoin))
}

/**
 * Returns why an account may not lock more of a coin for a waiting order: it would need more margin
 * than it has, for loans that replace the coins (rules 12.1) or in a portfolio that they no longer
 * hedge (10.2). The order needs margin `besides`, which it has.
 */
export function lockProblem(
  account: AccountState,
  coin: string,
  { more, besides = 0n }: { readonly more: bigint; readonly besides?: bigint },
): Problem | undefined {
  const out = coinOf(account, coin)
  const { available } = accountMargin(account)
  const margin = (what: SpotWhatIf): bigint =>
    loanMarginOf(account, what).initial + portfolioMarginOf(account, what).initial
  // Only what is paid counts: locked coins are still collateral.
  const added = margin({ draft: { out, paid: more, into: out, got: 0n } }) - margin({})
  const whole = added + besides
  if (added <= 0n || whole <= available) return undefined
  const [needed, there] = [-ofUsd(out.coin, -whole), ofUsd(out.coin, available)]
  return problem('insufficientBalance', 'qty', shortfallOf(needed, there, coin))
}

/** The coins that a spot order would move; for an order by amount, what the amount buys now. */
function movedBy(asked: OrderToCheck): { readonly base: bigint; readonly quote: bigint } {
  const { market, lots, quoteAmount } = asked
  const lotSize = BigInt(market.instrument.lotSizeE8)
  if (quoteAmount === undefined) {
    return { base: BigInt(lots) * lotSize, quote: draftOf(asked).value }
  }
  return { base: BigInt(lotsOfAmount(asked, quoteAmount)) * lotSize, quote: quoteAmount }
}
