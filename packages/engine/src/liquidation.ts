// Who fell below maintenance, and what is done: cancel, reduce in the market, take over at the
// bankruptcy price, and let the fund work off what it took (domain.md 5.8, in its simplest form).

import { orderId } from '@basis/domain/brand'
import { amount, priceE8, qtyLots, type Amount } from '@basis/domain/fixed'
import { feeOf } from '@basis/domain/fees'
import { bandOf } from './admission.ts'
import { accountMaintenance, accountMargin, maintenanceOf, marginCoin } from './margins.ts'
import { isFresh, markE8 } from './market-prices.ts'
import { cancelAll, forceReduce } from './orders.ts'
import { applyFill } from './positions.ts'
import { holdingOf, tickValue, type AccountState, type EngineState, type Holding } from './state.ts'
import { bookEntry, coinOf } from './wallets.ts'

/** Looks at every account with a position and liquidates those below maintenance at fresh marks. */
export function liquidateAll(state: EngineState): void {
  for (const account of state.accounts.values()) {
    const held = positionsOf(account)
    if (held.length === 0 || !held.every((holding) => isFresh(state, holding.market))) continue
    if (isBelowMaintenance(account)) liquidate(state, account)
  }
  workOffFund(state)
}

const positionsOf = (account: AccountState): Holding[] =>
  account.holdings.filter((holding): holding is Holding => (holding?.sign ?? 0) !== 0)

/** The account rate of maintenance has reached 100 % (5.6). */
function isBelowMaintenance(account: AccountState): boolean {
  const maintenance = accountMaintenance(account)
  return maintenance > 0n && accountMargin(account).balance <= maintenance
}

function liquidate(state: EngineState, account: AccountState): void {
  const { balance } = accountMargin(account)
  const maintenance = accountMaintenance(account)
  state.events.push({
    kind: 'LiquidationStarted',
    account: account.id,
    marginBalance: amount(balance),
    maintenanceMargin: amount(maintenance),
  })
  cancelAll(state, account, 'CancelAllBeforeLiq')
  if (!isBelowMaintenance(account)) return
  for (const holding of largestFirst(positionsOf(account))) {
    if (!isBelowMaintenance(account)) break
    reduceInMarket(state, holding)
  }
  if (isBelowMaintenance(account)) takeOver(state, account)
}

/** The position that frees the most maintenance margin goes first; equal ones by market. */
function largestFirst(holdings: Holding[]): Holding[] {
  const weight = (holding: Holding): bigint => maintenanceOf(holding)
  return holdings.sort((a, b) => {
    const difference = weight(b) - weight(a)
    return difference > 0n ? 1 : difference < 0n ? -1 : a.market.index - b.market.index
  })
}

/** Closes what the book takes within the price band, but never worse than the bankruptcy price. */
function reduceInMarket(state: EngineState, holding: Holding): void {
  const band = bandOf(holding.market)
  if (band === undefined) return
  const { account, market, sign, sizeLots } = holding
  const markValue = amount(tickValue(market, market.markTicks, sizeLots))
  const spare = accountMargin(account).balance - feeOf(markValue, market.instrument.takerFeeE8)
  if (spare <= 0n) return
  // Every tick worse than the mark costs this much; the balance may be used up, not overdrawn.
  const tickCost = tickValue(market, 1, sizeLots)
  const bound = market.markTicks - sign * Number(spare / (tickCost + 1n))
  const limit = sign === 1 ? Math.max(band.minSellTicks, bound) : Math.min(band.maxBuyTicks, bound)
  forceReduce(state, holding, sizeLots, limit)
}

/**
 * Hands every position to the fund at its bankruptcy price: the margin balance is spread over the
 * positions by their maintenance margin, so that the account is left with exactly nothing (D-24).
 */
function takeOver(state: EngineState, account: AccountState): void {
  const held = largestFirst(positionsOf(account))
  const { balance } = accountMargin(account)
  const maintenance = accountMaintenance(account)
  let left = balance > 0n ? balance : 0n
  const whole = left
  held.forEach((holding, k) => {
    const last = k === held.length - 1
    const share = last ? left : (whole * maintenanceOf(holding)) / maintenance
    left -= share
    transfer(state, holding, share)
  })
}

/** Moves one position to the fund at mark less `share`: the account loses it, the fund wins it. */
function transfer(state: EngineState, holding: Holding, share: bigint): void {
  const { account, market, sign, sizeLots } = holding
  if (sign === 0) return
  const markValue = tickValue(market, market.markTicks, sizeLots)
  const value = sign === 1 ? markValue - share : markValue + share
  const base = BigInt(sizeLots) * BigInt(market.instrument.lotSizeE8)
  state.events.push({
    kind: 'PositionTakenOver',
    account: account.id,
    symbol: market.instrument.symbol,
    side: sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(sizeLots),
    markE8: markE8(market),
    bankruptcyPriceE8: priceE8(Number((value * 100_000_000n) / base)),
  })
  const common = {
    lots: sizeLots,
    value,
    fee: 0n,
    orderId: orderId(0),
    tradeId: 0,
    cause: 'TakeOver' as const,
  }
  const against: 1 | -1 = sign === 1 ? -1 : 1
  applyFill(state, holding, { ...common, sign: against })
  applyFill(state, holdingOf(state.fund, market), { ...common, sign })
}

/**
 * Pays for every account that ended the command flat and below zero, whether it was liquidated or
 * closed at a loss greater than its means; one with positions left is carried by them (M3).
 */
export function coverOverdrawn(state: EngineState): void {
  for (const account of state.overdrawn) {
    if (account !== state.fund && positionsOf(account).length === 0) coverLoss(state, account)
  }
  state.overdrawn = []
}

/**
 * What an account cannot pay, the fund pays; the fund's balance is told, even below zero (M3, L10).
 */
function coverLoss(state: EngineState, account: AccountState): void {
  const { balance } = coinOf(account, marginCoin)
  if (balance >= 0n) return
  const loss: Amount = amount(-balance)
  bookEntry(state, account, { coin: marginCoin, cause: 'LossCovered', cashFlow: loss })
  bookEntry(state, state.fund, { coin: marginCoin, cause: 'LossCovered', cashFlow: amount(-loss) })
  state.events.push({
    kind: 'LossCovered',
    account: account.id,
    coin: marginCoin,
    amount: loss,
    fundBalance: amount(coinOf(state.fund, marginCoin).balance),
  })
}

/** The fund sells what it took over into the book, within the band, as the book allows. */
function workOffFund(state: EngineState): void {
  for (const holding of positionsOf(state.fund)) {
    const band = bandOf(holding.market)
    if (band === undefined || !isFresh(state, holding.market)) continue
    const long = holding.sign === 1
    const best = holding.market.book.bestPrice(long ? 0 : 1)
    const limit = long ? band.minSellTicks : band.maxBuyTicks
    if (best < 0 || (long ? best < limit : best > limit)) continue
    forceReduce(state, holding, holding.sizeLots, limit)
  }
}
