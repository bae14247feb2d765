// Delivery of a dated contract: its orders are cancelled, its positions are closed at the average
// index of the last half hour, and it stays closed (rules 11.1; reliability L7, L13).

import { assert } from '@basis/domain/numbers/assert'
import { orderId } from '@basis/domain/numbers/brand'
import { contractFee, contractValue } from '@basis/domain/instrument/contract'
import { amount, priceE8, qtyLots, type PriceE8, type RateE8 } from '@basis/domain/numbers/fixed'
import { deliveryFeeRate, deliveryPriceE8 } from '@basis/domain/settlement/delivery'
import { positionsIn } from '../state/positions.ts'
import { applyFill } from '../trading/core/position-updates.ts'
import {
  entryPriceOf,
  type EngineState,
  type PositionState,
  type MarketState,
} from '../state/state.ts'
import { venueCoinOf } from '../trading/core/ledger.ts'
import { optionDelivery } from './option-delivery.ts'
import { cancelOrdersOf, relist } from './relist.ts'
import { countDelivery } from '../state/settlement-schedule.ts'

/**
 * Delivers a market whose delivery time has come, however late: the price is that of its last half
 * hour. Profits round down on both sides; the exchange keeps the rounding difference (D-04).
 */
export function deliverMarket(state: EngineState, market: MarketState): void {
  const { instrument, settlement } = market
  const { deliveryMs = 0, contractType = 'LinearFutures', symbol, settleCoin } = instrument
  countDelivery(market, deliveryMs, market.indexE8)
  const { mean } = settlement
  const price = mean === undefined ? undefined : deliveryPriceE8(mean)
  // A contract that never had an index was never traded: it ends without a price.
  assert(price !== undefined || market.longLots === 0, `${symbol} delivers at a price`)
  const samples = mean?.samples ?? 0
  settlement.mean = undefined
  settlement.nextSessionMs = 0
  settlement.deliveredE8 = price ?? priceE8(0)
  cancelOrdersOf(state, market, 'CancelBySettle')
  relist(state, market, { ...instrument, status: 'Closed' })
  state.events.push(
    { kind: 'InstrumentListed', instrument: market.instrument },
    { kind: 'Delivered', symbol, priceE8: settlement.deliveredE8, samples, atMs: deliveryMs },
  )
  if (price === undefined) return
  const feeRate = deliveryFeeRate(contractType)
  let sum = 0n
  for (const account of [...state.accounts.values(), state.fund]) {
    for (const position of positionsIn(account, market)) {
      sum += deliverPosition(state, position, price, feeRate)
    }
  }
  venueCoinOf(state, settleCoin).rounding -= sum
}

/** Closes the position at the price; returns the rounding difference of its profit (≤ 0). */
function deliverPosition(
  state: EngineState,
  position: PositionState,
  price: PriceE8,
  feeRate: RateE8,
): bigint {
  if (position.sign === 0) return 0n
  const { account, market, sign, sizeLots, entryValue } = position
  const { instrument, valueSign } = market
  const entryPriceE8 = entryPriceOf(position, position.entered)
  const kind = valueSign === 1 ? 'Linear' : 'Inverse'
  const qty = amount(BigInt(sizeLots) * BigInt(instrument.lotSizeE8))
  const { option } = instrument
  const paid =
    option === undefined
      ? {
          value: contractValue(kind, qty, price, sign === valueSign ? 'down' : 'up'),
          fee: contractFee(kind, qty, price, feeRate),
        }
      : optionDelivery(position, option, price)
  const { value } = paid
  // The fund pays no fee: its profit is only the difference to the bankruptcy price (5.8).
  const fee = account === state.fund ? amount(0n) : paid.fee
  const { tradePnl } = applyFill(state, position, {
    sign: sign === 1 ? -1 : 1,
    lots: sizeLots,
    value,
    fee,
    orderId: orderId(0),
    tradeId: 0,
    cause: 'Delivery',
  })
  state.events.push({
    kind: 'PositionDelivered',
    account: account.id,
    symbol: instrument.symbol,
    positionIdx: position.idx,
    side: sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(sizeLots),
    entryValue: amount(entryValue),
    entryPriceE8,
    priceE8: price,
    fee,
    pnl: amount(tradePnl),
  })
  return BigInt(sign * valueSign) * value
}
