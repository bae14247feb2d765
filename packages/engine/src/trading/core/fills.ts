// Applies a trade to both sides: fees, positions, wallets and the orders' filled figures.

import { feeOf } from '@basis/domain/instrument/fees'
import { amount, priceTicks, qtyLots, rateE8, type RateE8 } from '@basis/domain/numbers/fixed'
import { qtyAmount } from '@basis/domain/instrument/instrument'
import { optionLiquidationFee } from '@basis/domain/options/margin'
import type { AttachedTpsl, FilledTpsl } from '@basis/domain/orders/tpsl-entries'
import { applyFill } from './position-updates.ts'
import { accountFeeRate, positionOf } from '../../state/positions.ts'
import {
  coinOf,
  orderRecord,
  tickValue,
  type AccountState,
  type EngineState,
  type OpenOrder,
} from '../../state/state.ts'
import { shortOf } from '../../risk/option-margin.ts'
import { tradeFee } from '../../risk/trade-fee.ts'
import { recordTrade } from '../../state/price-moves.ts'
import { bookEntry, borrow, collectFee } from './ledger.ts'
import { ownBalance } from '../../risk/collateral.ts'
import { hold } from '../../risk/spot-hold.ts'
import { countMmpFill } from './mmp.ts'
import { recordGridPrice } from './grid-hooks.ts'

type Trade = {
  readonly tradeId: number
  readonly priceTicks: number
  readonly lots: number
  readonly value: bigint
}

/** The resting and the incoming order; in an auction the earlier and the later. */
type Pair = {
  readonly maker: OpenOrder
  readonly taker: OpenOrder
  readonly auctionTicks?: number
}

/**
 * Trades `lots` between a resting order and an incoming one at the resting order's price; in an
 * auction, in which both rest, at the auction price.
 */
export function fill(state: EngineState, { maker, taker, auctionTicks }: Pair, lots: number): void {
  const { market } = taker
  const ticks = auctionTicks ?? maker.priceTicks
  const trade: Trade = {
    tradeId: state.nextTradeId,
    priceTicks: ticks,
    lots,
    value: tickValue(market, ticks, lots),
  }
  state.nextTradeId += 1
  if (market.triggerIndex.size > 0) recordTrade(state, market, ticks)
  market.lastTicks = ticks
  if (market.gridIndex.size > 0) recordGridPrice(state, market, ticks)
  market.tradedLots += lots
  state.events.push({
    kind: 'Traded',
    symbol: market.instrument.symbol,
    tradeId: trade.tradeId,
    priceTicks: priceTicks(ticks),
    qtyLots: qtyLots(lots),
    takerSide: taker.side,
  })
  if (market.instrument.kind === 'Spot') {
    spotSide(state, maker, trade, true)
    spotSide(state, taker, trade, auctionTicks !== undefined)
  } else {
    contractSide(state, maker, trade, true)
    contractSide(state, taker, trade, false)
  }
}

/**
 * The insurance fund pays no fee: the closing fee was paid at the takeover, and the fund's result
 * is only the difference to the bankruptcy price (5.5 step 4, 5.8). EX-5.12
 */
function rateOf({ fund }: EngineState, { account, market }: OpenOrder, isMaker: boolean): RateE8 {
  return account === fund ? rateE8(0) : accountFeeRate(account, market, isMaker)
}

function contractSide(state: EngineState, order: OpenOrder, trade: Trade, isMaker: boolean): void {
  const { market } = order
  const { instrument } = market
  const rate = rateOf(state, order, isMaker)
  const fee = tradeFee(market, rate, trade)
  takeFromOrder(state, order, trade, fee)
  const result = applyFill(state, positionOf(order), {
    sign: order.sign,
    lots: trade.lots,
    value: trade.value,
    fee,
    orderId: order.id,
    tradeId: trade.tradeId,
    cause: order.isLiquidation ? 'Liquidation' : 'Trade',
    attachedTpsl:
      order.plan?.attachedTpsl === undefined
        ? undefined
        : filledTpslOf(order.plan.attachedTpsl, order),
    attachedTrailing:
      order.plan?.attachedTrailing === undefined
        ? undefined
        : { ...order.plan.attachedTrailing, orderId: order.id },
  })
  order.closedPnl += result.tradePnl
  if (isMaker && order.isMmp) countMmpFill(state, order, trade.lots)
  if (order.isLiquidation && order.account !== state.fund) payForLiquidation(state, order, trade)
  emitFill(state, order, trade, { fee, rate, coin: instrument.settleCoin, isMaker, ...result })
}

/** Charges the liquidation fee of a short option, paid to the insurance fund (5.8 step 5). */
function payForLiquidation(state: EngineState, order: OpenOrder, trade: Trade): void {
  const { market, account } = order
  const { option, symbol, settleCoin: coin } = market.instrument
  if (option === undefined || order.sign === -1) return
  const fee = optionLiquidationFee(shortOf(market, option, trade.lots))
  const entry = { coin, cause: 'LiquidationFee' as const, symbol, orderId: order.id }
  bookEntry(state, account, { ...entry, cashFlow: -fee })
  bookEntry(state, state.fund, { ...entry, cashFlow: fee })
}

/** The id of a partial entry is the id of the order that it is attached to. */
const filledTpslOf = ({ mode, legs }: AttachedTpsl, { id }: OpenOrder): FilledTpsl => ({
  orderId: id,
  entryId: id,
  mode,
  legs,
})

/** Each side pays its fee in the coin that it receives (rules 3.1, positive rates). */
function spotSide(state: EngineState, order: OpenOrder, trade: Trade, isMaker: boolean): void {
  const { instrument } = order.market
  const rate = rateOf(state, order, isMaker)
  const base = qtyAmount(instrument, qtyLots(trade.lots))
  const buying = order.side === 'Buy'
  const received = buying ? base : amount(trade.value)
  const fee = feeOf(received, rate)
  const [into, outOf] = buying
    ? [instrument.baseCoin, instrument.quoteCoin]
    : [instrument.quoteCoin, instrument.baseCoin]
  const paid = buying ? trade.value : base
  // A resting buy releases what it locked at its own price; a taker pays the maker's price.
  const locked = buying ? tickValue(order.market, order.priceTicks, trade.lots) : base
  if (order.slot >= 0) hold(order, -locked)
  const before = receivedOf(order)
  takeFromOrder(state, order, trade, fee)
  if (order.plan?.attachedTpsl !== undefined && order.plan.spot === undefined) {
    bringPair(state, order, before)
  }
  positionOf(order).haircut = undefined
  const entry = {
    cause: 'SpotTrade' as const,
    symbol: instrument.symbol,
    orderId: order.id,
    tradeId: trade.tradeId,
  }
  if (order.isLeverage) borrowFor(state, order.account, outOf, paid)
  bookEntry(state, order.account, { ...entry, coin: outOf, cashFlow: -paid })
  bookEntry(state, order.account, { ...entry, coin: into, cashFlow: received, fee })
  collectFee(state, into, fee)
  emitFill(state, order, trade, { fee, rate, coin: into, isMaker, closedLots: 0 })
}

/** Borrows what an account lacks for a trade (rules 12.1). */
function borrowFor(state: EngineState, account: AccountState, coin: string, paid: bigint): void {
  const own = ownBalance(coinOf(account, coin))
  if (paid > own) borrow(state, account, coin, paid - own)
}

/** What a spot order has received so far, net of fees: whole lots of base coin, or quote coin. */
function receivedOf({ side, market, filledLots, filledValue, fee }: OpenOrder) {
  if (side === 'Sell') return { lots: 0, quote: filledValue - fee }
  const lotSize = BigInt(market.instrument.lotSizeE8)
  return { lots: Number((BigInt(filledLots) * lotSize - fee) / lotSize), quote: 0n }
}

/** Places or grows the attached TP/SL of a spot order by what the fill received (rules 8.7). */
function bringPair(
  { triggers }: EngineState,
  parent: OpenOrder,
  before: ReturnType<typeof receivedOf>,
): void {
  const { lots, quote } = receivedOf(parent)
  triggers.pairs.push({ parent, lots: lots - before.lots, quote: quote - before.quote })
}

function takeFromOrder(state: EngineState, order: OpenOrder, trade: Trade, fee: bigint): void {
  order.leavesLots -= trade.lots
  order.filledLots += trade.lots
  order.filledValue += trade.value
  order.fee += fee
  order.status = order.leavesLots === 0 ? 'Filled' : 'PartiallyFilled'
  order.updatedMs = state.timeMs
  order.updateNo += 1
}

type FillFigures = {
  readonly fee: bigint
  readonly rate: RateE8
  readonly coin: string
  readonly isMaker: boolean
  readonly closedLots: number
}

function emitFill(state: EngineState, order: OpenOrder, trade: Trade, figures: FillFigures): void {
  state.events.push({
    kind: 'OrderFilled',
    order: orderRecord(order),
    fill: {
      tradeId: trade.tradeId,
      priceTicks: priceTicks(trade.priceTicks),
      qtyLots: qtyLots(trade.lots),
      value: amount(trade.value),
      fee: amount(figures.fee),
      feeCoin: figures.coin,
      feeRateE8: figures.rate,
      isMaker: figures.isMaker,
      closedLots: qtyLots(figures.closedLots),
    },
  })
}
