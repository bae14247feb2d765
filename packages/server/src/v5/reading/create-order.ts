// Parsing of new orders of the open API into commands; the engine decides what is accepted
// (reference 4.1, 8).

import {
  amount,
  parseDecimal,
  priceTicks,
  qtyLots,
  type Amount,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import type { Order, Side } from '@basis/domain/orders/order'
import { legDirection } from '@basis/domain/orders/spot-plans'
import type { PositionIdx } from '@basis/domain/orders/position'
import { legNames, type TpslRequest, type TpslLegRequest } from '@basis/domain/orders/tpsl'
import { directionFrom } from '@basis/domain/orders/trigger'
import type { PlaceOrder, TriggerRequest } from '@basis/engine/commands'
import { optionInputs, ticksOfVolatility } from '../../options/forwards.ts'
import { readAttachedLegs, readSpotLegs } from './legs.ts'
import {
  readFlag,
  readLinkId,
  readOrderType,
  readPositionIdx,
  readPriceField,
  readTriggerBy,
  readQty,
  readSelfTrade,
  readSide,
  readSlippage,
  readTimeInForce,
  type Fields,
  type LegFieldName,
  type Trader,
} from './order-fields.ts'
import { TraderProblem, wrongParameter } from './wrong.ts'

export type CreateFields = Fields<
  | LegFieldName
  | 'symbol'
  | 'side'
  | 'orderType'
  | 'qty'
  | 'marketUnit'
  | 'price'
  | 'timeInForce'
  | 'orderLinkId'
  | 'positionIdx'
  | 'reduceOnly'
  | 'closeOnTrigger'
  | 'triggerPrice'
  | 'triggerDirection'
  | 'triggerBy'
  | 'orderFilter'
  | 'isLeverage'
  | 'smpType'
  | 'slippageToleranceType'
  | 'slippageTolerance'
  | 'bboSideType'
  | 'bboLevel'
  | 'orderIv'
  | 'mmp'
>

/** Reads a new order. Throws the first error. */
export function readCreation(
  trader: Trader,
  instrument: Instrument,
  fields: CreateFields,
): PlaceOrder {
  const isSpot = instrument.kind === 'Spot'
  const side = readSide(fields.side, isSpot)
  const orderType = readOrderType(fields.orderType, isSpot)
  const timeInForce = readTimeInForce(fields.timeInForce, orderType, isSpot)
  const common = {
    kind: 'PlaceOrder',
    account: trader.account,
    symbol: instrument.symbol,
    side,
    orderType,
    timeInForce,
  } as const
  const rest = isSpot
    ? readSpotTerms(trader, instrument, { ...fields, side, orderType })
    : readContractTerms(trader, instrument, { ...fields, side, orderType })
  const slippage = readSlippage(fields)
  return {
    ...common,
    ...rest,
    selfTrade: readSelfTrade(fields.smpType),
    ...(slippage === undefined ? {} : { slippage }),
  }
}

type Known = CreateFields & { readonly side: Side; readonly orderType: Order['orderType'] }
type Terms = Omit<
  PlaceOrder,
  'kind' | 'account' | 'symbol' | 'side' | 'orderType' | 'timeInForce' | 'selfTrade' | 'slippage'
>

function readContractTerms(trader: Trader, instrument: Instrument, fields: Known): Terms {
  const reduceOnly = readFlag(fields.reduceOnly, 'reduceOnly')
  const closeOnTrigger = readFlag(fields.closeOnTrigger, 'closeOnTrigger')
  const isWhole = reduceOnly && closeOnTrigger && Number(fields.qty) === 0
  const lots = isWhole ? qtyLots(0) : readQty(instrument, fields.qty)
  const price = readLimit(trader, instrument, fields)
  const positionIdx = readPositionIdx(fields.positionIdx)
  const linkId = readLinkId(fields.orderLinkId, instrument.option !== undefined)
  return {
    qtyLots: lots,
    ...(price === undefined ? {} : { priceTicks: price }),
    positionIdx,
    // An order against a side in hedge mode closes it, with or without reduceOnly.
    reduceOnly: reduceOnly || closesHedge(fields.side, positionIdx),
    closeOnTrigger,
    linkId,
    ...(readFlag(fields.mmp, 'mmp') ? { mmp: true as const } : {}),
    ...readContractTrigger(instrument, fields),
    ...readAttachedLegs(instrument, fields),
  }
}

const closesHedge = (side: Side, idx: PositionIdx): boolean =>
  (idx === 1 && side === 'Sell') || (idx === 2 && side === 'Buy')

/** Returns the limit price: as given, from a volatility, or from a book level. */
function readLimit(trader: Trader, instrument: Instrument, fields: Known): PriceTicks | undefined {
  const { orderIv, bboSideType, price } = fields
  if (fields.orderType === 'Market') return undefined
  if (orderIv !== undefined) return readVolatility(trader, instrument, orderIv)
  if (bboSideType !== undefined) return readBookPrice(trader, instrument, fields)
  if (price === undefined) throw new TraderProblem(problem('priceRequired', 'price'))
  return readPriceField(instrument, price)
}

/** Returns the tick nearest to the price of a volatility. */
export function readVolatility(
  { parts }: Trader,
  instrument: Instrument,
  text: string,
): PriceTicks {
  const inputs = optionInputs(parts.exchange.views, instrument)
  const ticks = inputs && ticksOfVolatility(instrument, inputs, Number(text))
  if (ticks === undefined) throw wrongParameter('orderIv')
  return ticks
}

/** Returns the price of a level, 1 to 5, of the own side (`Queue`) or the opposite one. */
function readBookPrice(
  { parts }: Trader,
  instrument: Instrument,
  { bboSideType, bboLevel = '1', side }: Known,
): PriceTicks {
  if (bboSideType !== 'Queue' && bboSideType !== 'Counterparty') throw wrongParameter('bboSideType')
  if (!/^[1-5]$/.test(bboLevel)) throw wrongParameter('bboLevel')
  const level = Number(bboLevel)
  const depth = parts.exchange.views.depth(instrument.symbol, level)
  const isBids = (side === 'Buy') === (bboSideType === 'Queue')
  const found = (isBids ? depth?.bids : depth?.asks)?.[level - 1]
  if (found !== undefined) return found.priceTicks
  throw new TraderProblem(problem('priceUnavailable', 'bboLevel'))
}

/** Reads the trigger of a contract order, which must name a direction. */
function readContractTrigger(
  instrument: Instrument,
  { triggerPrice, triggerDirection, triggerBy }: Known,
): Pick<PlaceOrder, 'trigger'> {
  if (triggerPrice === undefined) return {}
  if (triggerDirection !== '1' && triggerDirection !== '2') throw wrongParameter('triggerDirection')
  return {
    trigger: {
      priceTicks: readPriceField(instrument, triggerPrice, 'triggerPrice'),
      basis: readTriggerBy(triggerBy, 'triggerBy'),
      direction: triggerDirection === '1' ? 1 : 2,
    },
  }
}

/** A spot trigger is on the last price, in the direction from it. */
function readSpotTrigger(
  trader: Trader,
  instrument: Instrument,
  triggerPrice: string,
): { readonly trigger: TriggerRequest } {
  const price = readPriceField(instrument, triggerPrice, 'triggerPrice')
  const last = lastTicksOf(trader, instrument)
  return {
    trigger: { priceTicks: price, basis: 'LastPrice', direction: directionFrom(last, price) },
  }
}

const lastTicksOf = ({ parts }: Trader, { symbol }: Instrument): PriceTicks =>
  parts.exchange.views.symbol(symbol)?.lastTicks ?? priceTicks(0)

const spotFilters = ['Order', 'StopOrder', 'tpslOrder'] as const

function readSpotTerms(trader: Trader, instrument: Instrument, fields: Known): Terms {
  const { orderType, price, triggerPrice, orderFilter } = fields
  if (orderFilter !== undefined && !spotFilters.some((known) => known === orderFilter)) {
    throw wrongParameter('orderFilter', { code: 170201, message: 'Invalid orderFilter.' })
  }
  const waits = triggerPrice !== undefined
  if (!waits && orderFilter !== undefined && orderFilter !== 'Order') {
    throw wrongParameter('triggerPrice', { code: 170202, message: 'Invalid triggerPrice.' })
  }
  const size = readSpotSize(instrument, fields)
  if (orderType === 'Limit' && price === undefined) {
    throw new TraderProblem(problem('priceRequired', 'price'))
  }
  const limit = orderType === 'Limit' && price !== undefined ? readPriceField(instrument, price) : 0
  const plain = {
    ...size,
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0 as const,
    linkId: readLinkId(fields.orderLinkId, false),
  }
  const priced = limit === 0 ? {} : { priceTicks: priceTicks(limit) }
  if (!waits) {
    const mayLend = readFlag(fields.isLeverage, 'isLeverage')
    const lending = mayLend ? { isLeverage: true as const } : {}
    return { ...plain, ...priced, ...lending, ...readSpotLegs(instrument, fields) }
  }
  if (orderFilter === 'tpslOrder') {
    const trigger = readPriceField(instrument, triggerPrice, 'triggerPrice')
    return { ...plain, plan: 11, tpsl: planLegs(trader, instrument, { ...fields, trigger, limit }) }
  }
  return { ...plain, ...priced, ...readSpotTrigger(trader, instrument, triggerPrice), plan: 1 }
}

/** Returns the leg of a TP/SL order: which one follows from its trigger and the last price. */
function planLegs(
  trader: Trader,
  instrument: Instrument,
  asked: Pick<Known, 'side' | 'orderType'> & {
    readonly trigger: PriceTicks
    readonly limit: number
  },
): TpslRequest {
  const { side, orderType, trigger, limit } = asked
  const direction = directionFrom(lastTicksOf(trader, instrument), trigger)
  const leg: TpslLegRequest = {
    triggerTicks: trigger,
    triggerBy: 'LastPrice',
    orderType,
    ...(limit === 0 ? {} : { limitTicks: priceTicks(limit) }),
  }
  const name = legNames.find((each) => legDirection(side, each) === direction) ?? 'stopLoss'
  return { mode: 'Partial', [name]: leg }
}

/**
 * Reads the size. Without `marketUnit` a market buy is in quote coin, a market sell in base coin.
 */
function readSpotSize(
  instrument: Instrument,
  { orderType, side, qty, marketUnit }: Known,
): Pick<PlaceOrder, 'qtyLots' | 'quoteAmount'> {
  if (marketUnit !== undefined && marketUnit !== 'baseCoin' && marketUnit !== 'quoteCoin') {
    throw wrongParameter('marketUnit')
  }
  const unit = marketUnit ?? (side === 'Buy' ? 'quoteCoin' : 'baseCoin')
  if (orderType === 'Limit' || unit === 'baseCoin') return { qtyLots: readQty(instrument, qty) }
  return { qtyLots: qtyLots(0), quoteAmount: readQuote(qty) }
}

function readQuote(text: string | undefined): Amount {
  const isNumber = text !== undefined && /^\d{1,20}(\.\d+)?$/.test(text)
  if (!isNumber) throw new TraderProblem(problem('qtyInvalid', 'qty'))
  const spent = parseDecimal(text, 8)
  if (spent !== undefined) return amount(spent)
  const message = 'Market order amount has too many decimals.'
  throw wrongParameter('qty', { code: 170148, message })
}
