// Terms that an order request states and that must hold: the leverage of the position (reliability
// O6) and the margin designated for the order (spec 3).

import { valueSide } from '@basis/domain/instrument/contract'
import { type Instrument, valueOf } from '@basis/domain/instrument/instrument'
import { orderCost } from '@basis/domain/margin/cross-margin'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount, type Amount, type LeverageE2, parseDecimal } from '@basis/domain/numbers/fixed'
import { sideSign } from '@basis/domain/orders/order'
import type { PlaceOrder } from '@basis/engine/commands'
import type { CallRequest } from '@basis/protocol/calls'
import { parseLeverageE2 } from '@basis/protocol/instrument'
import { encodeAmount } from '@basis/protocol/order'
import type { Parts, SessionContext } from '../call-context.ts'
import { invalidField } from '../guards/refusal.ts'

/** The request's leverage must be the position's: an order does not change it (reliability O6). */
export function assertLeverageAgrees(
  { parts, account }: SessionContext,
  instrument: Instrument,
  request: Pick<CallRequest<'createOrder'>, 'leverage' | 'leverageE2' | 'positionIdx'>,
): void {
  const { leverage, leverageE2 } = request
  if (leverage === undefined && leverageE2 === undefined) return
  const held: LeverageE2 | undefined = parts.exchange.views.leverage(
    account,
    symbolId(instrument.symbol),
    request.positionIdx,
  )
  if (held === undefined) return
  if (leverage !== undefined && parseLeverageE2(leverage) !== held) {
    throw invalidField('leverage', `must be what the position has, ${held / 100}`)
  }
  if (leverageE2 !== undefined && leverageE2 !== held) {
    throw invalidField('leverageE2', `must be what the position has, ${held}`)
  }
}

/**
 * Throws Refused if an order costs more than the margin designated for it (spec 3): its margin and
 * both fees at its limit, at market at current prices (rules 3.2).
 */
export function assertDesignated(
  { parts, account }: SessionContext,
  { instrument, command }: { readonly instrument: Instrument; readonly command: PlaceOrder },
  request: Pick<CallRequest<'createOrder'>, 'designatedMargin' | 'designatedMarginE8'>,
): void {
  const most = designatedOf(request)
  const { kind, settleCoin, riskTiers } = instrument
  if (most === undefined || command.reduceOnly || kind === 'Spot') return
  const [tier] = riskTiers
  if (tier !== undefined && most > tier.limit) {
    const max = `${encodeAmount(tier.limit)} ${settleCoin}`
    throw invalidField('designatedMargin', `must be at most ${max}`)
  }
  const { views } = parts.exchange
  const leverage = views.leverage(account, instrument.symbol, command.positionIdx)
  if (leverage === undefined) return
  const sign = valueSide(kind, sideSign(command.side))
  const value = valueOfOrder(parts, instrument, command)
  const cost = orderCost(sign, value, leverage, instrument.takerFeeE8)
  if (cost <= most) return
  const words = `${encodeAmount(cost)} ${settleCoin}`
  throw invalidField('designatedMargin', `must be at least what the order costs, ${words}`)
}

function designatedOf({
  designatedMargin: text,
  designatedMarginE8: scaled,
}: Pick<CallRequest<'createOrder'>, 'designatedMargin' | 'designatedMarginE8'>) {
  const plain = text === undefined ? undefined : parseDecimal(text, 8)
  if (text !== undefined && plain === undefined) {
    throw invalidField('designatedMargin', 'must have at most 8 decimals')
  }
  if (scaled === undefined) return plain
  if (plain !== undefined && plain !== BigInt(scaled)) {
    throw invalidField('designatedMarginE8', `must be designatedMargin × 100000000, ${plain}`)
  }
  return BigInt(scaled)
}

/** Returns the value of an order at its limit; of a market order that of its fills now. */
function valueOfOrder(parts: Parts, instrument: Instrument, command: PlaceOrder): Amount {
  const { priceTicks, qtyLots: lots, account } = command
  if (priceTicks !== undefined) return valueOf(instrument, priceTicks, lots)
  let value = 0n
  for (const { order, fill } of parts.exchange.preview(command).fills) {
    if (order.account === account && order.side === command.side) value += fill.value
  }
  return amount(value)
}
