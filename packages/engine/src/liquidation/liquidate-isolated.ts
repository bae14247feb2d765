// Liquidation of an isolated position whose mark price has reached its liquidation price (rules
// 5.4, 5.5).

// Its orders are cancelled, its margin is replenished if auto-add is on, it is reduced tier by
// tier, and the rest is taken over at the bankruptcy price.

import { feeOf } from '@basis/domain/instrument/fees'
import { amount, divRound, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { isolatedBankruptcyPriceE8, replenishment } from '@basis/domain/margin/isolated-margin'
import { conservativeTicks } from '@basis/domain/margin/bankruptcy'
import { lotsToLowerTier, reductionLimit } from '@basis/domain/margin/reduction'
import { bandOf } from '../trading/core/pre-trade-checks.ts'
import { ofUsd } from '../risk/collateral.ts'
import { marginWithCoin } from '../risk/account-margin.ts'
import { isIsolatedDue, isolatedInput } from '../risk/isolated-margin.ts'
import { positionMarginOf, maintenanceOf } from '../risk/position-margin.ts'
import { isFresh } from '../risk/mark-price.ts'
import { cancelAll } from '../trading/core/order-entry.ts'
import { placeLiquidationOrder } from '../trading/core/match-orders.ts'
import { allPositions } from '../state/positions.ts'
import { markChanged } from '../state/invalidation.ts'
import {
  tickValue,
  type AccountState,
  type EngineState,
  type PositionState,
} from '../state/state.ts'
import { isolatedExplanation } from './explanations.ts'
import { transferToFund } from './takeover.ts'

/** Liquidates the account's isolated positions that are due at fresh marks, market by market. */
export function liquidateIsolated(state: EngineState, account: AccountState): void {
  for (const position of allPositions(account)) {
    if (position === undefined || !position.isolated || position.sign === 0) continue
    if (isFresh(state, position.market) && isIsolatedDue(position)) liquidate(state, position)
  }
}

function liquidate(state: EngineState, position: PositionState): void {
  const { account, market } = position
  const margin = positionMarginOf(position)
  state.events.push({
    kind: 'LiquidationStarted',
    account: account.id,
    symbol: market.instrument.symbol,
    marginBalance: amount(margin.position + margin.extra + margin.unrealised),
    maintenanceMargin: amount(maintenanceOf(position)),
    explanation: isolatedExplanation(position, state.rulesVersion),
  })
  cancelAll(state, account, 'CancelByPrepareLiq', position)
  if (position.autoAdd) replenish(state, position)
  if (isIsolatedDue(position)) reduceByTiers(state, position)
  if (isIsolatedDue(position)) takeOver(state, position)
}

/**
 * Adds margin from the free balance while the position is still due and balance is left (5.4).
 * EX-5.7
 */
function replenish(state: EngineState, position: PositionState): void {
  const { account, coinBalance, entryValue, leverageE2 } = position
  const initial = divRound(entryValue * 100n, BigInt(leverageE2), 'up')
  while (isIsolatedDue(position)) {
    const { margin, free } = marginWithCoin(account, coinBalance)
    const most = ofUsd(coinBalance.coin, margin.available)
    const added = replenishment({
      entryValue: amount(entryValue),
      initial: amount(initial),
      extra: amount(position.extra),
      available: amount(most < free ? most : free),
    })
    if (added === 0n) return
    position.extra += added
    markChanged(state, position)
    state.events.push({
      kind: 'MarginReplenished',
      account: account.id,
      symbol: position.market.instrument.symbol,
      positionIdx: position.idx,
      added,
    })
  }
}

/**
 * Reduces the value to the next lower tier's limit by market orders, while the position is due and
 * the book has liquidity.
 */
function reduceByTiers(state: EngineState, position: PositionState): void {
  const { market } = position
  const { riskTiers, lotSizeE8 } = market.instrument
  const band = bandOf(market)
  if (band === undefined) return
  while (position.sign !== 0 && isIsolatedDue(position)) {
    const before = position.sizeLots
    const lots = lotsToLowerTier({
      kind: market.valueSign === 1 ? 'Linear' : 'Inverse',
      sizeLots: qtyLots(before),
      lotSizeE8,
      mark: market.markE8,
      tiers: riskTiers,
    })
    if (lots === 0) return
    const limit = reductionLimit(position.sign, band, priceTicks(bankruptcyTicks(position)))
    placeLiquidationOrder(state, position, lots, limit)
    if (position.sizeLots === before) return
  }
}

/** The bankruptcy price rounded to the tick that gives the fund no loss. */
function bankruptcyTicks(position: PositionState): number {
  const { tickSizeE8, minPriceTicks, maxPriceTicks } = position.market.instrument
  const price = isolatedBankruptcyPriceE8(isolatedInput(position))
  const sign = position.sign === -1 ? -1 : 1
  if (price === undefined) return sign === 1 ? minPriceTicks : maxPriceTicks
  return conservativeTicks(sign, price, tickSizeE8)
}

/**
 * Transfers the position to the fund so that the account loses exactly its margin: the closing fee
 * at the bankruptcy value is paid from it first, as far as it suffices (5.5 step 4; L12, 14.2.25).
 */
function takeOver(state: EngineState, position: PositionState): void {
  const { market, sizeLots, entryValue, sign } = position
  const margin = positionMarginOf(position)
  const own = margin.position + margin.extra
  const held = own > 0n ? own : 0n
  const bankrupt = tickValue(market, Math.max(1, bankruptcyTicks(position)), sizeLots)
  const closing = feeOf(amount(bankrupt), market.instrument.takerFeeE8)
  const fee = closing < held ? closing : held
  const loss = held - fee
  const value = sign === market.valueSign ? entryValue - loss : entryValue + loss
  transferToFund(state, position, value > 0n ? value : 0n, fee)
}
