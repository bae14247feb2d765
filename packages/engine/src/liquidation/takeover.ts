// Takeover: transfers a position from a liquidated account to the insurance fund.

import { orderId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots } from '@basis/domain/numbers/fixed'
import { averagePriceE8, inverseAveragePriceE8 } from '@basis/domain/instrument/pnl'
import { takeOverExplanation } from './explanations.ts'
import { recordPnl } from './insurance-fund.ts'
import { applyFill } from '../trading/core/position-updates.ts'
import { positionStateOf } from '../state/positions.ts'
import { type EngineState, type PositionState } from '../state/state.ts'

/**
 * Transfers the whole position to the fund for `value` (its value at the bankruptcy price, 1e-8
 * settle coin); the account pays `fee`, the fund none (rules 5.5 step 4, 5.8 step 6).
 */
export function transferToFund(
  state: EngineState,
  position: PositionState,
  value: bigint,
  fee: bigint,
): void {
  const { account, market, sign, sizeLots } = position
  if (sign === 0) return
  const qty = amount(BigInt(sizeLots) * BigInt(market.instrument.lotSizeE8))
  const average = market.valueSign === 1 ? averagePriceE8 : inverseAveragePriceE8
  const bankruptcy = value > 0n ? average(amount(value), qty) : priceE8(0)
  state.events.push({
    kind: 'PositionTakenOver',
    account: account.id,
    symbol: market.instrument.symbol,
    side: sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(sizeLots),
    markE8: market.markE8,
    bankruptcyPriceE8: bankruptcy,
    explanation: takeOverExplanation(position, bankruptcy, value),
  })
  const common = {
    lots: sizeLots,
    value,
    orderId: orderId(0),
    tradeId: 0,
    cause: 'TakeOver' as const,
  }
  const against: 1 | -1 = sign === 1 ? -1 : 1
  recordPnl(state, positionStateOf(state.fund, market))
  applyFill(state, position, { ...common, fee, sign: against })
  applyFill(state, positionStateOf(state.fund, market), { ...common, fee: 0n, sign })
}
