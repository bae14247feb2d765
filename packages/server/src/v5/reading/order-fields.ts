// Parsing of the order fields of the open API (reference 4.1, 13).

import { orderId, type OrderId } from '@basis/domain/numbers/brand'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { parsePrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import type {
  Order,
  SelfTradeMode,
  Side,
  TimeInForce,
  TriggerBasis,
} from '@basis/domain/orders/order'
import type { Slippage } from '@basis/domain/orders/slippage'
import { triggerBasisOf } from '@basis/domain/orders/trigger'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { OrderName } from '@basis/engine/commands'
import { decodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5SignedContext } from '../context.ts'
import { TraderProblem, wrongParameter } from './wrong.ts'

/** The account of the key and its server. */
export type Trader = Pick<V5SignedContext, 'parts' | 'account'>

/** Parameters by name, as text; absent or empty ones are undefined. */
export type Fields<Name extends string> = { readonly [Each in Name]?: string | undefined }

export type LegFieldName =
  | 'takeProfit'
  | 'stopLoss'
  | 'tpTriggerBy'
  | 'slTriggerBy'
  | 'tpslMode'
  | 'tpOrderType'
  | 'slOrderType'
  | 'tpLimitPrice'
  | 'slLimitPrice'

/** A map, because an object also has inherited keys such as `__proto__`. */
const timesInForce: ReadonlyMap<string, TimeInForce> = new Map([
  ['GTC', 'GoodTillCancel'],
  ['IOC', 'ImmediateOrCancel'],
  ['FOK', 'FillOrKill'],
  ['PostOnly', 'PostOnly'],
  // RPI orders have no separate book here: they are post-only.
  ['RPI', 'PostOnly'],
])

/**
 * Reads the trigger basis, by default the last price. Throws for an unknown value, as for all other
 * fields; the terminal's calls take it as the last price (spec 4).
 */
export function readTriggerBy(text: string | undefined, field: string): TriggerBasis {
  const basis = triggerBasisOf(text)
  if (text === undefined || text === basis) return basis
  throw wrongParameter(field)
}

export function readSide(text: string | undefined, isSpot: boolean): Side {
  if (text === 'Buy' || text === 'Sell') return text
  throw wrongParameter('side', isSpot ? { code: 170117, message: 'Invalid side.' } : undefined)
}

export function readOrderType(text: string | undefined, isSpot: boolean): Order['orderType'] {
  if (text === 'Limit' || text === 'Market') return text
  const spot = { code: 170116, message: 'Invalid orderType.' }
  throw wrongParameter('orderType', isSpot ? spot : undefined)
}

export function readTimeInForce(
  text: string | undefined,
  orderType: Order['orderType'],
  isSpot: boolean,
): TimeInForce {
  if (orderType === 'Market') return 'ImmediateOrCancel'
  const found = timesInForce.get(text ?? 'GTC')
  if (found !== undefined) return found
  const spot = { code: 170115, message: 'Invalid timeInForce.' }
  throw wrongParameter('timeInForce', isSpot ? spot : undefined)
}

/** Reads a quantity. Throws the problem of a missing or invalid one. */
export function readQty(instrument: Instrument, text: string | undefined, field = 'qty'): QtyLots {
  if (text === undefined) throw new TraderProblem(problem('qtyRequired', field))
  const parsed = parseQty(instrument, text)
  if (typeof parsed !== 'number') throw new TraderProblem({ ...parsed, field })
  return parsed
}

/** Reads a price. Throws its problem under the name of the field. */
export function readPriceField(instrument: Instrument, text: string, field = 'price'): PriceTicks {
  const parsed = parsePrice(instrument, text)
  if (typeof parsed !== 'number') throw new TraderProblem({ ...parsed, field })
  return parsed
}

export function readPositionIdx(text: string | undefined): PositionIdx {
  if (text === undefined || text === '0') return 0
  if (text === '1') return 1
  if (text === '2') return 2
  throw wrongParameter('positionIdx', {
    code: 10001,
    message: 'position idx not match position mode',
  })
}

export function readFlag(text: string | undefined, field: string): boolean {
  if (text === undefined || text === 'false' || text === '0') return false
  if (text === 'true' || text === '1') return true
  throw wrongParameter(field)
}

export function readSelfTrade(text: string | undefined): SelfTradeMode {
  if (text === undefined || text === 'None') return 'None'
  if (text === 'CancelMaker' || text === 'CancelTaker' || text === 'CancelBoth') return text
  throw wrongParameter('smpType')
}

/** At most 36 characters, though the exchange accepts longer ones. */
export function readLinkId(text: string | undefined, isRequired: boolean): string {
  if (text === undefined) {
    if (!isRequired) return ''
    throw wrongParameter('orderLinkId', { code: 10001, message: 'OrderLinkId is required' })
  }
  if (/^[A-Za-z0-9_-]{1,36}$/.test(text)) return text
  throw wrongParameter('orderLinkId')
}

/**
 * Reads the slippage tolerance of a market order from the best price: whole ticks, or percent with
 * two decimals.
 */
export function readSlippage(
  fields: Fields<'slippageToleranceType' | 'slippageTolerance'>,
): Slippage | undefined {
  const { slippageToleranceType: unit, slippageTolerance: text } = fields
  if (unit === undefined && text === undefined) return undefined
  if (unit !== 'TickSize' && unit !== 'Percent') throw wrongParameter('slippageToleranceType')
  const most = text === undefined ? undefined : parseDecimal(text, unit === 'Percent' ? 2 : 0)
  if (most === undefined) throw wrongParameter('slippageTolerance')
  return { unit, most: Number(most) }
}

/**
 * Returns the name by which the engine finds an order of this market; the order id takes precedence
 * over the link id. An order of another market or account does not exist here.
 */
export function readOrderName(
  { parts, account }: Trader,
  instrument: Instrument,
  fields: Fields<'orderId' | 'orderLinkId'>,
): OrderName {
  const { orderId: idText, orderLinkId } = fields
  if (idText === undefined && orderLinkId === undefined) {
    const message = 'params error: OrderId or orderLinkId is required'
    throw wrongParameter('orderId', { code: 10001, message })
  }
  const name: OrderName =
    idText === undefined ? { linkId: orderLinkId ?? '' } : { orderId: decodeV5OrderId(idText) }
  const order = parts.exchange.views.openOrder(account, name)
  if (order !== undefined && order.symbol !== instrument.symbol) return noOrder
  return name
}

const noOrder: { readonly orderId: OrderId } = { orderId: orderId(0) }
