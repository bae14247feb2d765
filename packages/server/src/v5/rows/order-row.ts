// Orders as rows of the open API (reference 4.6), for queries, history and sockets.

import {
  formatPrice,
  formatQty,
  priceOfValue,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { AlgoKind } from '@basis/domain/algo/order'
import type { ProblemName } from '@basis/domain/instrument/problems'
import type { OrderId } from '@basis/domain/numbers/brand'
import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import { isFinal, isTrailing, type Order, type TpslLeg } from '@basis/domain/orders/order'
import { encodeAmount } from '@basis/protocol/order'
import { encodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5OrderRow } from '@basis/protocol/v5/order-rows'
import type { OrderRecord } from '../../read-model/read-model.ts'
import { categoryOf, v5Symbol } from '../instruments.ts'
import {
  createTypeWord,
  endingWords,
  orderStatusWord,
  stopOrderTypeWord,
  timesInForceWords,
} from './row-words.ts'

/** Returns the fee coin of an order: the coin that a spot order receives, else the settle coin. */
export const feeCoinOf = ({ side }: Pick<Order, 'side'>, instrument: Instrument): string => {
  if (instrument.kind !== 'Spot') return instrument.settleCoin
  return side === 'Buy' ? instrument.baseCoin : instrument.quoteCoin
}

/** An open or ended order, or the record of an ended one. */
export type KnownOrder = Pick<OrderRecord, 'order' | 'lastTicks' | 'metId' | 'problem'> & {
  readonly algoKind?: AlgoKind | undefined
}

/** Figures of an order that are not part of it. */
export type OrderRowContext = {
  /** The implied volatility of the price of an option order. */
  readonly iv?: string | undefined
  /** The activation price of a trailing stop. */
  readonly activationTicks?: number | undefined
  /** The last price when it was placed. */
  readonly lastTicks?: number | undefined
  /** The account's other order that triggered self-match prevention. */
  readonly metId?: OrderId | undefined
  /** The problem at its trigger. */
  readonly met?: ProblemName | undefined
  /** The kind of its algorithmic parent order. */
  readonly algoKind?: AlgoKind | undefined
}

/** Encodes an order as a row. */
export function encodeV5Order(
  order: Order,
  instrument: Instrument,
  context: OrderRowContext = {},
): V5OrderRow {
  const category = categoryOf(instrument)
  const isSpot = category === 'spot'
  const { lastTicks, metId } = context
  const lastPrice = lastTicks === undefined ? '' : formatPrice(instrument, priceTicks(lastTicks))
  return {
    orderId: encodeV5OrderId(order.id, isSpot),
    orderLinkId: order.linkId,
    parentOrderLinkId: '',
    blockTradeId: '',
    symbol: v5Symbol(instrument),
    side: order.side,
    ...amountFields(order, instrument),
    isLeverage: isSpot ? (order.isLeverage === true ? '1' : '0') : '',
    positionIdx: order.positionIdx,
    orderStatus: orderStatusWord(order, category),
    ...(isSpot ? {} : { createType: createTypeWord(order, context.algoKind) }),
    ...endingWords(order, category, context.met),
    timeInForce: order.orderType === 'Market' ? 'IOC' : timesInForceWords[order.timeInForce],
    orderType: order.orderType,
    stopOrderType: stopOrderTypeWord(order),
    orderIv: context.iv ?? '',
    ...triggerFields(order, instrument, context),
    ...tpslFields(order, instrument),
    ...(isSpot
      ? { basePrice: lastPrice }
      : { tpslMode: order.stop?.tpslMode ?? '', lastPriceOnCreated: lastPrice }),
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    placeType: category === 'option' ? 'price' : '',
    smpType: order.selfTrade ?? 'None',
    smpGroup: 0,
    smpOrderId: metId === undefined ? '' : encodeV5OrderId(metId, isSpot),
    slippageToleranceType: order.slippage?.unit ?? 'UNKNOWN',
    slippageTolerance: slippageText(order),
    ocoTriggerBy: ocoWords[order.stop?.fired ?? 'none'],
    extraFees: '',
    createdTime: String(order.createdMs),
    updatedTime: String(order.updatedMs),
  }
}

const ocoWords = {
  none: '',
  takeProfit: 'OcoTriggerByTp',
  stopLoss: 'OcoTriggerBySl',
} as const

/** A percentage has two decimals, ticks are whole. */
const slippageText = ({ slippage }: Order): string =>
  slippage === undefined
    ? ''
    : formatTrimmed(BigInt(slippage.most), slippage.unit === 'Percent' ? 2 : 0)

function amountFields(order: Order, instrument: Instrument) {
  const { filledLots, filledValue, fee, quoteAmount, status } = order
  const leaves = isFinal(status) ? 0 : order.leavesLots
  const isByAmount = quoteAmount !== undefined
  const avgE8 = priceOfValue(instrument, filledValue, qtyAmount(instrument, filledLots))
  const isPriced = order.priceTicks > 0
  const isSpotMarket = instrument.kind === 'Spot' && order.orderType === 'Market'
  return {
    price: isPriced ? formatPrice(instrument, order.priceTicks) : '0',
    qty: isByAmount ? encodeAmount(quoteAmount) : formatQty(instrument, order.qtyLots),
    marketUnit: isSpotMarket ? (isByAmount ? 'quoteCoin' : 'baseCoin') : '',
    avgPrice: filledLots === 0 ? '' : formatTrimmed(BigInt(avgE8), 8),
    leavesQty: leaves === 0 ? '0' : formatQty(instrument, order.leavesLots),
    leavesValue:
      leaves === 0 || !isPriced
        ? '0'
        : encodeAmount(valueOf(instrument, order.priceTicks, order.leavesLots)),
    cumExecQty: filledLots === 0 ? '0' : formatQty(instrument, filledLots),
    cumExecValue: encodeAmount(filledValue),
    cumExecFee: encodeAmount(fee),
    cumFeeDetail: filledLots === 0 ? {} : { [feeCoinOf(order, instrument)]: encodeAmount(fee) },
  }
}

function triggerFields(
  { stop }: Order,
  instrument: Instrument,
  { activationTicks = 0 }: OrderRowContext,
) {
  const hasTrigger = stop !== undefined && stop.stopType !== 'Order'
  const begins = stop?.trailing?.activationTicks ?? activationTicks
  const ticks = isTrailing(stop) && begins > 0 ? begins : (stop?.triggerTicks ?? 0)
  return {
    triggerPrice: hasTrigger && ticks > 0 ? formatPrice(instrument, priceTicks(ticks)) : '',
    triggerBy: hasTrigger ? stop.triggerBy : '',
    triggerDirection: hasTrigger ? stop.triggerDirection : 0,
  }
}

function tpslFields({ stop }: Order, instrument: Instrument) {
  const takeProfit = legTexts(stop?.takeProfit, instrument)
  const stopLoss = legTexts(stop?.stopLoss, instrument)
  return {
    takeProfit: takeProfit.trigger,
    stopLoss: stopLoss.trigger,
    tpLimitPrice: takeProfit.limit,
    slLimitPrice: stopLoss.limit,
    tpTriggerBy: takeProfit.triggerBy,
    slTriggerBy: stopLoss.triggerBy,
  }
}

function legTexts(leg: TpslLeg | undefined, instrument: Instrument) {
  if (leg === undefined) return { trigger: '', limit: '', triggerBy: '' }
  const { triggerTicks, limitTicks, triggerBy } = leg
  return {
    trigger: formatPrice(instrument, triggerTicks),
    limit: limitTicks === undefined ? '' : formatPrice(instrument, limitTicks),
    triggerBy,
  }
}
