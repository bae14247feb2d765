// Explanations of refusals, with the numbers that decided: the request against what the rule
// allows, and the inputs of the formula. Read later from history ("explain").

import type { SymbolId } from '@basis/domain/numbers/brand'
import { amount, parseDecimal } from '@basis/domain/numbers/fixed'
import { priceOfValueE8 } from '@basis/domain/margin/bankruptcy'
import { orderCostAt } from '@basis/domain/margin/cross-margin'
import { sideSign, type OrderType, type Side } from '@basis/domain/orders/order'
import { maxOrderQty } from '@basis/domain/orders/order-rules'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { Problem } from '@basis/domain/instrument/problems'
import {
  explainedE8,
  isTrue,
  type ExplainedNumber,
  type ExplainedRule,
  type Explanation,
} from '@basis/domain/margin/explanation'
import type { PlaceOrder } from '../../api/commands.ts'
import { bandOf, validateOrder, isProblem } from './pre-trade-checks.ts'
import { draftOf } from '../../risk/draft-order.ts'
import { positionsIn, peekPosition } from '../../state/positions.ts'
import { accountMargin } from '../../risk/account-margin.ts'
import { isOption } from '../../risk/option-margin.ts'
import { positionMarginOf, openValue, type DraftOrder } from '../../risk/position-margin.ts'
import { valueAtMark } from '../../state/mark-value.ts'
import { type AccountState } from '../../state/state.ts'
import { meanOf } from '../../state/samples.ts'
import type { EngineState, PositionState, MarketState, OpenOrder } from '../../state/state.ts'

/** The request that was refused, as far as it is known. */
export type RefusedRequest = {
  readonly symbol: SymbolId
  readonly side?: Side
  readonly orderType?: OrderType
  readonly priceTicks?: number | undefined
  readonly qtyLots?: number
  readonly positionIdx?: PositionIdx
  /** The order that this one would replace. */
  readonly without?: OpenOrder
  /** The order as it was checked, valued at the prices at which it can trade or rest. */
  readonly judged?: () => Judged | undefined
  /** A change of margin, 1e-8 settle coin; negative for a removal. */
  readonly change?: bigint
}

/** The lots of an order that were checked, and their value, 1e-8 settle coin. */
export type Judged = Pick<DraftOrder, 'lots' | 'value'>

type Numbers = Readonly<Record<string, ExplainedNumber>>
type Facts = {
  readonly account: AccountState
  readonly market: MarketState
  readonly position: PositionState
  readonly asked: RefusedRequest
  readonly why: Problem
}

/** Explains why a new order was refused, like `refusalExplanation`. */
export const orderExplanation = (
  state: EngineState,
  command: PlaceOrder,
  why: Problem,
): Explanation | undefined =>
  refusalExplanation(
    state,
    command.account,
    { ...command, judged: () => judged(state, command) },
    why,
  )

function judged(state: EngineState, command: PlaceOrder): Judged | undefined {
  const entry = validateOrder(state, command)
  return isProblem(entry) ? undefined : draftOf(entry)
}

/**
 * Returns the comparison that refused an order or a change, and its numbers; undefined if there is
 * none, as for an unknown order. The state has not changed since the refusal, so that the numbers
 * are those that decided.
 */
export function refusalExplanation(
  state: EngineState,
  who: number,
  asked: RefusedRequest,
  why: Problem,
): Explanation | undefined {
  const found = comparisonOf(state, who, asked, why)
  // A quantity or price that is not an integer cannot be explained by figures.
  return found !== undefined && isTrue(found) ? found : undefined
}

function comparisonOf(
  state: EngineState,
  who: number,
  asked: RefusedRequest,
  why: Problem,
): Explanation | undefined {
  const account = state.accounts.get(who as AccountState['id'])
  const market = state.bySymbol.get(asked.symbol)
  if (account === undefined || market === undefined || !isWhole(asked)) return undefined
  const position = heldOf(account, market, asked)
  const facts = { account, market, position, asked, why }
  switch (why.name) {
    case 'priceAboveBand':
      return explained('priceAboveBand', ['price', '>', 'maxBuyPrice'], bandNumbers(facts))
    case 'priceBelowBand':
      return explained('priceBelowBand', ['price', '<', 'minSellPrice'], bandNumbers(facts))
    case 'orderMaxQtyReplace':
      return explained('orderMaxQtyReplace', ['qty', '>', 'maxQty'], quantityNumbers(facts))
    case 'reduceOnlyWithoutPosition':
      return explained(
        'reduceOnlyWithoutPosition',
        ['reducible', '<', askedOrLeast(asked)],
        reduceNumbers(facts),
      )
    case 'riskLimitExceeded':
      return explained('riskLimitExceeded', ['value', '>', 'maxValue'], riskNumbers(facts))
    case 'insufficientBalance':
    case 'insufficientCoin':
    case 'leverageInsufficientBalance':
    case 'addMarginInsufficient':
      return explained(why.name, ['needed', '>', 'available'], balanceNumbers(facts))
    case 'leverageRiskLimit':
      return explained('leverageRiskLimit', ['value', '>', 'maxValue'], limitNumbers(facts))
    case 'reverseNotFillable':
      return explained('reverseNotFillable', ['fillable', '<', 'qty'], paramNumbers(facts))
    case 'marginRemovalTooLarge':
      return explained('marginRemovalTooLarge', ['removed', '>', 'max'], removalNumbers(facts))
    default:
      return undefined
  }
}

/** The lots that a leg of a reversal needs, and those that it would find (6.4). */
function paramNumbers({ why }: Facts): Numbers {
  const coin = why.params?.['coin']
  return {
    qty: explainedE8(paramOf(why, 'qty') ?? 0n, coin),
    fillable: explainedE8(paramOf(why, 'fillable') ?? 0n, coin),
  }
}

/** The value of a side's position and orders, and the maximum at a leverage (4.5). */
function limitNumbers({ market, why }: Facts): Numbers {
  const { settleCoin, quoteCoin } = market.instrument
  return {
    value: explainedE8(paramOf(why, 'value') ?? 0n, settleCoin),
    maxValue: explainedE8(paramOf(why, 'max') ?? 0n, settleCoin),
    leverage: explainedE8(paramOf(why, 'leverage') ?? 0n),
    markPrice: explainedE8(market.markE8, quoteCoin),
  }
}

/** The maximum removal is the manually added margin less the position's present loss (5.3). */
function removalNumbers({ position, asked, why }: Facts): Numbers {
  const coin = why.params?.['coin']
  const { unrealised } = positionMarginOf(position)
  return {
    removed: explainedE8(-(asked.change ?? 0n), coin),
    max: explainedE8(paramOf(why, 'max') ?? 0n, coin),
    extraMargin: explainedE8(position.extra, coin),
    unrealisedPnl: explainedE8(unrealised, coin),
  }
}

/** Figures can be computed only from integer lots and ticks. */
const isWhole = ({ qtyLots = 0, priceTicks = 0 }: RefusedRequest): boolean =>
  Number.isSafeInteger(qtyLots) && Number.isSafeInteger(priceTicks)

const explained = (
  rule: ExplainedRule,
  compared: Explanation['compared'],
  numbers: Numbers,
): Explanation => ({ rule, compared, numbers })

/** The position of the request; in hedge mode without an index, the open side. */
function heldOf(
  account: AccountState,
  market: MarketState,
  { positionIdx }: RefusedRequest,
): PositionState {
  const open = positionsIn(account, market).find(({ sign }) => sign !== 0)
  if (positionIdx !== undefined || open === undefined) {
    return peekPosition(account, market, positionIdx ?? 0)
  }
  return open
}

const price = ({ instrument }: MarketState, ticks: number): ExplainedNumber =>
  explainedE8(ticks * instrument.tickSizeE8, instrument.quoteCoin)

const size = ({ instrument }: MarketState, lots: number): ExplainedNumber => {
  const unit = instrument.kind === 'Inverse' ? instrument.quoteCoin : instrument.baseCoin
  return explainedE8(BigInt(lots) * BigInt(instrument.lotSizeE8), unit)
}

/**
 * The price band and its inputs: M, I, the mean of (mid − M), X and Y (8.2); of an option only M
 * and I (9.1).
 */
function bandNumbers({ market, asked }: Facts): Numbers {
  const { instrument } = market
  const band = bandOf(market)
  return {
    price: price(market, asked.priceTicks ?? 0),
    maxBuyPrice: price(market, band?.maxBuyTicks ?? 0),
    minSellPrice: price(market, band?.minSellTicks ?? 0),
    markPrice: explainedE8(market.markE8, instrument.quoteCoin),
    indexPrice: explainedE8(market.indexE8, instrument.quoteCoin),
    ...(isOption(market) ? {} : driftNumbers(market)),
  }
}

const driftNumbers = ({ instrument, drift }: MarketState): Numbers => ({
  averageDrift: explainedE8(meanOf(drift), instrument.quoteCoin),
  bandX: explainedE8(instrument.bandXE8),
  bandY: explainedE8(instrument.bandYE8),
})

function quantityNumbers({ market, asked }: Facts): Numbers {
  const most = maxOrderQty(market.instrument, asked.orderType ?? 'Limit')
  return { qty: size(market, asked.qtyLots ?? 0), maxQty: size(market, most) }
}

/** A request to close everything has no quantity: what is reducible is compared with a lot. */
const askedOrLeast = ({ qtyLots = 0 }: RefusedRequest): string => (qtyLots > 0 ? 'qty' : 'lotSize')

/** The position that the order could reduce; 0 if it is on the same side (6.2). */
function reduceNumbers({ market, position, asked }: Facts): Numbers {
  const isAgainst = asked.side !== undefined && position.sign === -sideSign(asked.side)
  return {
    qty: size(market, asked.qtyLots ?? 0),
    lotSize: size(market, 1),
    reducible: size(market, isAgainst ? position.sizeLots : 0),
    position: size(market, position.sign * position.sizeLots),
  }
}

/**
 * Position at mark, the other orders of the side and this one, against the maximum at the leverage
 * (4.3); or the side that the order would leave, to which it adds no value (4.2).
 */
function riskNumbers({ market, position, asked, why }: Facts): Numbers {
  const { settleCoin, quoteCoin } = market.instrument
  const sign = asked.side === 'Sell' ? -1 : 1
  const value = paramOf(why, 'value') ?? 0n
  const own = sideValues(position, sign, asked.without)
  const { pair } = position
  const far = pair === undefined ? position : position.idx === 1 ? pair.short : pair.long
  const against = sideValues(far, sign === 1 ? -1 : 1)
  const isFar = against.held + against.orders === value && own.held + own.orders < value
  const isAgainst = isFar && value > far.maxValue
  const [side, of] = isAgainst ? [against, far] : [own, position]
  return {
    value: explainedE8(value, settleCoin),
    maxValue: explainedE8(of.maxValue, settleCoin),
    leverage: { value: BigInt(of.leverageE2), scale: 2 },
    positionValue: explainedE8(side.held, settleCoin),
    openOrderValue: explainedE8(side.orders, settleCoin),
    orderValue: explainedE8(value - side.held - side.orders, settleCoin),
    markPrice: explainedE8(market.markE8, quoteCoin),
  }
}

/** A side's position value at mark, and the value of its orders. */
function sideValues(
  position: PositionState,
  sign: 1 | -1,
  without?: OpenOrder,
): { readonly held: bigint; readonly orders: bigint } {
  const { market, sizeLots } = position
  const held = position.sign === sign ? valueAtMark(market, sizeLots) : 0n
  return { held, orders: openValue(position, sign, without) }
}

/**
 * The needed and available amounts of the refusal, with their inputs. Needed is the added margin,
 * the immediate loss of the orders and the lost collateral (5.6). The order's cost is value × (1/L
 * + f + (1 ∓ 1/L) f) at the prices at which it was judged (3.2, 3.3), and no more margin is added
 * than the larger side of the symbol grows by (6.3).
 */
function balanceNumbers({ account, market, position, asked, why }: Facts): Numbers {
  const { instrument } = market
  const coin = why.params?.['coin'] ?? instrument.settleCoin
  const needed = paramOf(why, 'needed') ?? 0n
  const common = {
    needed: explainedE8(needed, coin),
    available: explainedE8(paramOf(why, 'available') ?? 0n, coin),
  }
  if (instrument.kind === 'Spot') return common
  // A change of leverage in cross margin is checked against the whole margin, not the increase
  // (4.5).
  const isWhole = why.name === 'leverageInsufficientBalance' && !position.isolated
  if (isWhole) return { ...common, leverage: { value: BigInt(position.leverageE2), scale: 2 } }
  const margin = accountMargin(account)
  const [orderLoss, lost] = [paramOf(why, 'orderLoss') ?? 0n, paramOf(why, 'lostCollateral') ?? 0n]
  const whole = {
    ...common,
    addedMargin: explainedE8(needed - orderLoss - lost, coin),
    orderLoss: explainedE8(orderLoss, coin),
    lostCollateral: explainedE8(lost, coin),
    walletBalance: explainedE8(margin.wallet, 'USD'),
    unrealisedPnl: explainedE8(margin.unrealised, 'USD'),
    marginBalance: explainedE8(margin.balance, 'USD'),
    initialMargin: explainedE8(margin.initial, 'USD'),
    leverage: { value: BigInt(position.leverageE2), scale: 2 },
    takerFee: explainedE8(instrument.takerFeeE8),
  }
  const { side, priceTicks: ticks } = asked
  const order = asked.judged?.()
  if (side === undefined || order === undefined) return whole
  const { lots, value } = order
  const rates = side === 'Buy' ? position.longRates : position.shortRates
  return {
    ...whole,
    qty: size(market, lots),
    price: ticks === undefined ? meanPrice(market, order) : price(market, ticks),
    orderValue: explainedE8(value, instrument.settleCoin),
    orderCost: explainedE8(orderCostAt(value, rates), instrument.settleCoin),
  }
}

/** The mean price of a market order: the price at which its lots have its value. */
function meanPrice(market: MarketState, { lots, value }: Judged): ExplainedNumber {
  const { kind, lotSizeE8, quoteCoin } = market.instrument
  const qty = amount(BigInt(lots) * BigInt(lotSizeE8))
  const mean = priceOfValueE8(kind === 'Inverse' ? 'Inverse' : 'Linear', qty, amount(value))
  return explainedE8(mean ?? market.markE8, quoteCoin)
}

/** A figure from the problem's parameters, 1e-8. */
function paramOf({ params }: Problem, name: string): bigint | undefined {
  const text = params?.[name]
  return text === undefined ? undefined : parseDecimal(text, 8)
}
