// Admission of orders: checks rules, price band, risk limit and margin, in that order of
// precedence. Changes nothing: a refusal leaves no trace in the state (reliability R6).

import type { Brand } from '@basis/domain/numbers/brand'
import { formatTrimmed, priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { sideSign, type OrderType, type Side } from '@basis/domain/orders/order'
import { slippageBound, slippageProblem } from '@basis/domain/orders/slippage'
import {
  bandProblem,
  linkIdProblem,
  maxOrderQty,
  orderProblem,
  type PriceBand,
} from '@basis/domain/orders/order-rules'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { closingLots } from '@basis/domain/orders/trigger'
import { mmpOrderProblem, optionOrderProblem } from './option-rules.ts'
import { attachedTpslProblem, trailingMisfit } from './attached-tpsl.ts'
import { auctionProblem, stateProblem } from '@basis/domain/orders/symbol-states'
import { deliveryProblem } from '@basis/domain/settlement/delivery'
import type { PlaceOrder } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { mayBorrow } from '../../risk/loans.ts'
import { fundsProblem } from '../../risk/order-margin.ts'
import { lastingOf, lotsOfAmount, qtyOfAmount, type OrderToCheck } from '../../risk/draft-order.ts'
import { activeOrders, peekPosition } from '../../state/positions.ts'
import { idxProblem } from '../../state/position-mode.ts'
import { nearMarkTicks } from '../../state/mark-value.ts'
import {
  bestTicks,
  type AccountState,
  type EngineState,
  type PositionState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'

/** The maximum of an account's resting orders in a contract, or in all spot markets (rules 8.3). */
const maxActiveOrders = 500
/** The same for all options of one base coin. */
const maxOptionOrders = 50

/** An order that passed all checks; only `admittedOf` makes one. */
export type Admitted = Brand<
  {
    readonly account: AccountState
    readonly market: MarketState
    readonly sign: 1 | -1
    /** The limit, or the protective price of a market order. */
    readonly limitTicks: number
    /** 0 for a spot market buy by amount, which `quoteAmount` bounds. */
    readonly lots: number
    readonly quoteAmount: bigint | undefined
  },
  'Admitted'
>

export const isProblem = (value: object): value is Problem => 'name' in value

/**
 * Returns the prices a buy may not exceed and a sell may not undercut; undefined without a mark.
 */
export const bandOf = (market: MarketState): PriceBand | undefined =>
  market.maxBuyTicks === 0
    ? undefined
    : {
        maxBuyTicks: priceTicks(market.maxBuyTicks),
        minSellTicks: priceTicks(market.minSellTicks),
      }

/** Returns a limit price moved to the bound of the price band, if it is beyond it (8.2). */
export function boundedTicks(market: MarketState, side: Side, ticks: PriceTicks): PriceTicks {
  const band = bandOf(market)
  if (band === undefined) return ticks
  const { maxBuyTicks, minSellTicks } = band
  return priceTicks(side === 'Buy' ? Math.min(ticks, maxBuyTicks) : Math.max(ticks, minSellTicks))
}

/** Shortly before delivery a contract accepts only reducing orders (110042; rules 11.1, D-51). */
function lateProblem(
  { timeMs }: EngineState,
  { instrument: { deliveryMs } }: MarketState,
  reduces: boolean,
): Problem | undefined {
  return deliveryMs === undefined ? undefined : deliveryProblem(timeMs, deliveryMs, reduces)
}

/** Returns the market and the account of an order, or why the market does not accept it now. */
export function placeOf(
  state: EngineState,
  command: PlaceOrder,
): { readonly market: MarketState; readonly account: AccountState } | Problem {
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined) return problem('instrumentUnknown', 'symbol')
  const account = state.accounts.get(command.account)
  if (account === undefined) return problem('accountUnknown', 'account')
  const unnamed = linkIdProblem(command.linkId)
  if (unnamed !== undefined) return unnamed
  const unfit = optionOrderProblem(market, command)
  if (unfit !== undefined) return unfit
  const reduces = command.reduceOnly || (command.trigger !== undefined && command.closeOnTrigger)
  const barred = hoursProblem(state, market, reduces)
  if (barred !== undefined) return barred
  const unlent =
    auctionFault(market, command) ??
    leverageFault(account, market.instrument, command) ??
    mmpOrderProblem(state, account, market, command)
  if (unlent !== undefined) return unlent
  return idxProblem(account, market, command.positionIdx) ?? { market, account }
}

function auctionFault(market: MarketState, command: PlaceOrder): Problem | undefined {
  const { orderType, timeInForce, plan, trigger, tpsl, quoteAmount, isLeverage } = command
  const extra = plan ?? trigger ?? tpsl ?? quoteAmount
  const isPlain = extra === undefined && isLeverage !== true && !command.reduceOnly
  return auctionProblem(market.instrument, { orderType, timeInForce, isPlain })
}

/** Returns why a market accepts no orders now, or no reducing ones (rules 8.1, 11.1). */
export const hoursProblem = (
  state: EngineState,
  market: MarketState,
  reduces: boolean,
): Problem | undefined =>
  stateProblem(market.instrument.status, reduces ? 'reduce' : 'open') ??
  lateProblem(state, market, reduces)

/**
 * Returns the admitted order, or its first problem. The least quantity and value apply to
 * `wholeLots` if the order is what is left of an order of that quantity.
 */
export function admit(
  state: EngineState,
  command: PlaceOrder,
  wholeLots?: number,
): Admitted | Problem {
  const asked = validateOrder(state, command, wholeLots)
  if (isProblem(asked)) return asked
  const short = command.reduceOnly ? undefined : fundsProblem(asked)
  return short ?? admittedOf(asked)
}

/** Returns an order as admitted; its caller has made all checks that apply to it. */
export const admittedOf = ({
  account,
  market,
  sign,
  limitTicks,
  lots,
  quoteAmount,
}: OrderToCheck): Admitted => ({ account, market, sign, limitTicks, lots, quoteAmount }) as Admitted

/** Returns the validated order, or its first problem apart from the account's funds. */
export function validateOrder(
  state: EngineState,
  command: PlaceOrder,
  wholeLots?: number,
): OrderToCheck | Problem {
  const place = placeOf(state, command)
  if (isProblem(place)) return place
  const { market, account } = place
  const { instrument } = market
  const position = peekPosition(account, market, command.positionIdx)
  const size = wantedLots(command, position)
  if (isProblem(size)) return size
  const byAmount = command.quoteAmount !== undefined
  const reference = referencePrice(market, command.side)
  const wrong = byAmount
    ? amountProblem(instrument, command)
    : orderProblem(
        instrument,
        {
          orderType: command.orderType,
          side: command.side,
          priceTicks: command.priceTicks,
          qtyLots: qtyLots(wholeLots ?? size.lots),
          reduceOnly: command.reduceOnly,
        },
        reference === undefined ? undefined : priceTicks(reference),
      )
  if (wrong !== undefined) return wrong
  const misfit =
    (command.tpsl === undefined ? undefined : tpslProblem(market, command, size.lots)) ??
    trailingMisfit(market, command, command.priceTicks)
  if (misfit !== undefined) return misfit
  const loose = slippageFault(command)
  if (loose !== undefined) return loose
  const limit = limitOf(market, command)
  if (typeof limit !== 'number') return limit
  const tooMany = mayRest(command) ? activeOrdersProblem(account, market) : undefined
  if (tooMany !== undefined) return tooMany
  return {
    table: state.table,
    rules: state.rulesVersion,
    account,
    market,
    position,
    sign: sideSign(command.side),
    limitTicks: limit,
    lots: size.lots,
    lasting: lastingOf(command),
    quoteAmount: command.quoteAmount,
    selfTrade: command.selfTrade,
    isLeverage: command.isLeverage,
  }
}

/** Returns the problem if the account has the maximum of active orders (8.3). */
export function activeOrdersProblem(
  account: AccountState,
  market: MarketState,
): Problem | undefined {
  const { kind, option, baseCoin } = market.instrument
  const max = option === undefined ? maxActiveOrders : maxOptionOrders
  if (activeOrders(account, market) < max) return undefined
  const own = option === undefined ? 'this symbol' : `options of ${baseCoin}`
  const scope = kind === 'Spot' ? 'all spot symbols' : own
  return problem('tooManyOrders', 'symbol', { max: String(max), scope })
}

const tpslProblem = (
  market: MarketState,
  { tpsl, side, priceTicks: price, reduceOnly }: PlaceOrder,
  lots: number,
): Problem | undefined =>
  tpsl === undefined
    ? undefined
    : attachedTpslProblem(market, tpsl, {
        side,
        lots,
        priceTicks: price,
        isReducing: reduceOnly,
        isWaiting: false,
      })

/**
 * Returns the price and the quantity with which a triggered order enters the book, or why it may
 * not. A reducing order is cut to the position; a limit outside the band is moved to its bound
 * (rules 6.2, 8.2, 8.3).
 */
export function admitTriggered(
  state: EngineState,
  order: OpenOrder,
  frozen = 0n,
): { readonly limitTicks: number; readonly lots: number } | Problem {
  const { market, account, sign } = order
  const { instrument } = market
  const position = peekPosition(account, market, order.positionIdx)
  const isReducing = order.reduceOnly || order.closeOnTrigger
  const barred = stateProblem(instrument.status, isReducing ? 'reduce' : 'open')
  if (barred !== undefined) return barred
  const late = lateProblem(state, market, isReducing)
  if (late !== undefined) return late
  const band = bandOf(market)
  if (band === undefined && !isReducing) return problem('priceUnavailable', 'symbol')
  const least = band?.minSellTicks ?? instrument.minPriceTicks
  const most = band?.maxBuyTicks ?? instrument.maxPriceTicks
  const bound = sign === 1 ? most : least
  const isOutside = (order.priceTicks - bound) * sign > 0
  const limitTicks = order.orderType === 'Market' || isOutside ? bound : order.priceTicks
  if (isReducing) {
    if (position.sign !== -sign) return problem('reduceOnlyWithoutPosition', 'reduceOnly')
    const whole = qtyLots(position.sizeLots)
    const lots = order.qtyLots === 0 ? whole : closingLots(qtyLots(order.qtyLots), whole)
    return { limitTicks, lots }
  }
  const lasting = lastingOf(order)
  // Before the third rules limit orders that end at once were limited as well.
  const isThird = state.rulesVersion.present >= thirdRules
  const isCounted = isThird ? lasting === 'Rests' : order.orderType === 'Limit'
  const tooMany = isCounted ? activeOrdersProblem(account, market) : undefined
  if (tooMany !== undefined) return tooMany
  const { selfTrade, quoteAmount } = order
  const lots = affordedLots(state, order, limitTicks, frozen)
  if (order.orderType === 'Limit' && lots === 0) return problem('qtyRequired', 'qty')
  const place = { table: state.table, rules: state.rulesVersion, account, market, position }
  const spends = lasting === 'Market' ? { quoteAmount } : {}
  const asked = { ...place, sign, limitTicks, lots, lasting, selfTrade, ...spends }
  return fundsProblem(asked) ?? { limitTicks, lots }
}

/**
 * The quantity of a triggered order: what the amount buys for a spot order by amount, and for a
 * market buy no more than its frozen coins pay for (8.7).
 */
function affordedLots(
  { table, rulesVersion: rules }: EngineState,
  order: OpenOrder,
  limitTicks: number,
  frozen: bigint,
): number {
  const { account, market, sign, selfTrade, orderType, side, quoteAmount } = order
  const most = maxOrderQty(market.instrument, orderType)
  if (orderType === 'Limit') {
    if (quoteAmount === undefined) return order.qtyLots
    const lots = quoteAmount / (BigInt(limitTicks) * market.tickValueE8)
    return lots > BigInt(most) ? most : Number(lots)
  }
  const budget = quoteAmount ?? (side === 'Buy' && frozen > 0n ? frozen : undefined)
  if (budget === undefined) return order.qtyLots
  const asked = { table, rules, account, market, sign, limitTicks, selfTrade }
  if (quoteAmount !== undefined) return Math.min(qtyOfAmount(asked, budget), most)
  return Math.min(lotsOfAmount(asked, budget), order.qtyLots)
}

/** Returns whether the order may rest; others are exempt from the limit of active orders. */
const mayRest = (command: PlaceOrder): boolean => lastingOf(command) === 'Rests'

/** A reduce-only order is limited to the position's size (rules 6.2). */
function wantedLots(command: PlaceOrder, position: PositionState): { lots: number } | Problem {
  if (!command.reduceOnly) return { lots: command.qtyLots }
  if (position.sign !== -sideSign(command.side)) {
    return problem('reduceOnlyWithoutPosition', 'reduceOnly')
  }
  const whole = command.closeOnTrigger && command.qtyLots === 0
  const most = maxOrderQty(position.market.instrument, command.orderType)
  const wanted = whole ? Math.min(position.sizeLots, most) : command.qtyLots
  return { lots: Math.min(wanted, position.sizeLots) }
}

/** The reference price of a market order: the opposite best price, else the mark. */
function referencePrice(market: MarketState, side: Side): number | undefined {
  const best = bestTicks(market, side === 'Buy' ? 'Sell' : 'Buy')
  return best ?? (market.markE8 > 0 ? nearMarkTicks(market) : undefined)
}

function amountProblem(instrument: Instrument, command: PlaceOrder): Problem | undefined {
  const spent = command.quoteAmount ?? 0n
  const fits = instrument.kind === 'Spot' && command.orderType === 'Market'
  if (!fits || command.qtyLots !== 0) return problem('amountInvalid', 'quoteAmount')
  if (spent <= 0n) return problem('amountInvalid', 'quoteAmount')
  if (spent >= instrument.minNotional) return undefined
  return problem('notionalTooSmall', 'quoteAmount', {
    min: formatTrimmed(instrument.minNotional, 8),
    coin: instrument.quoteCoin,
  })
}

function limitOf(market: MarketState, command: PlaceOrder): number | Problem {
  const band = bandOf(market)
  const { instrument } = market
  const buying = command.side === 'Buy'
  if (band === undefined) {
    if (!command.reduceOnly) return problem('priceUnavailable', 'symbol')
    const widest = buying ? instrument.maxPriceTicks : instrument.minPriceTicks
    return command.priceTicks ?? tightened(market, command, widest)
  }
  if (command.priceTicks === undefined) {
    return tightened(market, command, buying ? band.maxBuyTicks : band.minSellTicks)
  }
  return bandProblem(instrument, command.side, command.priceTicks, band) ?? command.priceTicks
}

/** The tighter of the band and the trader's own slippage limit (8.3). */
function tightened(market: MarketState, { side, slippage }: PlaceOrder, edge: number): number {
  if (slippage === undefined) return edge
  const best = bestTicks(market, side === 'Buy' ? 'Sell' : 'Buy')
  if (best === undefined) return edge
  const bound = slippageBound(side, best, slippage)
  return side === 'Buy' ? Math.min(bound, edge) : Math.max(bound, edge)
}

/**
 * Only a plain spot order of an account with spot margin may borrow, for coins in its collateral
 * (12.1).
 */
function leverageFault(
  account: AccountState,
  { kind, baseCoin, quoteCoin }: Instrument,
  { isLeverage, plan, trigger, tpsl }: PlaceOrder,
): Problem | undefined {
  if (isLeverage !== true) return undefined
  const isPlain = kind === 'Spot' && (plan ?? trigger ?? tpsl) === undefined
  if (!isPlain) return problem('spotMarginPlainOnly', 'isLeverage')
  if (!mayBorrow(account)) return problem('spotMarginOff', 'isLeverage')
  const coin = [baseCoin, quoteCoin].find((each) => account.coins.get(each)?.isOff === true)
  return coin === undefined ? undefined : problem('coinNotCollateral', 'isLeverage', { coin })
}

/** Only market orders may have a slippage limit. */
function slippageFault({ slippage, orderType }: PlaceOrder): Problem | undefined {
  if (slippage === undefined) return undefined
  return orderType === 'Market'
    ? slippageProblem(slippage)
    : problem('slippageMarketOnly', 'maxSlippage')
}

/** Returns the problem that an order would have after a replacement. */
export function replacementProblem(
  state: EngineState,
  order: OpenOrder,
  wanted: { readonly priceTicks: number; readonly qtyLots: number },
): Problem | undefined {
  const { market } = order
  const { instrument } = market
  const filled = order.filledLots
  if (wanted.qtyLots <= filled) {
    return problem('qtyNotAboveFilled', 'qty', { filled: formatQty(instrument, qtyLots(filled)) })
  }
  const wrong = orderProblem(instrument, replacementDraft(order, wanted), undefined)
  if (wrong !== undefined) return wrong
  const onlyLess = wanted.priceTicks === order.priceTicks && wanted.qtyLots <= order.qtyLots
  if (onlyLess) return undefined
  const barred = stateProblem(
    instrument.status,
    order.reduceOnly ? 'changeReducing' : 'changeOpening',
  )
  const late = barred ?? lateProblem(state, market, order.reduceOnly)
  if (late !== undefined) return late
  const band = bandOf(market)
  if (band === undefined) {
    return order.reduceOnly ? undefined : problem('priceUnavailable', 'symbol')
  }
  const outside = bandProblem(instrument, order.side, priceTicks(wanted.priceTicks), band)
  if (outside !== undefined || order.reduceOnly) return outside
  return fundsProblem(replacementEntry(state, order, wanted))
}

/** Returns the remainder that an order would have after a replacement. */
export function replacementEntry(
  { table, rulesVersion: rules }: EngineState,
  order: OpenOrder,
  wanted: { readonly priceTicks: number; readonly qtyLots: number },
): OrderToCheck {
  const { market, account, sign, selfTrade, filledLots, isLeverage } = order
  return {
    table,
    rules,
    account,
    market,
    position: peekPosition(account, market, order.positionIdx),
    sign,
    limitTicks: wanted.priceTicks,
    lots: wanted.qtyLots - filledLots,
    lasting: 'Rests',
    selfTrade,
    isLeverage,
    without: order,
  }
}

function replacementDraft(
  order: OpenOrder,
  wanted: { readonly priceTicks: number; readonly qtyLots: number },
): Parameters<typeof orderProblem>[1] {
  const orderType: OrderType = 'Limit'
  return {
    orderType,
    side: order.side,
    priceTicks: priceTicks(wanted.priceTicks),
    qtyLots: qtyLots(wanted.qtyLots),
    reduceOnly: order.reduceOnly,
  }
}
