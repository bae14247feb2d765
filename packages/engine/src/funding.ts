// Funding payments of perpetuals: longs pay shorts, or the other way, once an interval (domain.md
// 2.7).

import { amount, qtyLots, type RateE8 } from '@basis/domain/fixed'
import { fundingPayment } from '@basis/domain/prices'
import { accountMargin, freeOfPot } from './margins.ts'
import { markE8, scheduleFunding } from './market-prices.ts'
import { holdingsIn } from './holdings/holdings.ts'
import { tickValue, touch, type EngineState, type Holding, type MarketState } from './state.ts'
import { bookEntry, houseCoin } from './wallets.ts'

/**
 * Pays every funding that has come due, before the command that found it so does anything: a trade
 * at or after the time belongs to the new interval (D-16), and so do its prices. An exchange that
 * was away pays the newest interval once, when it is back, and no older one: the positions of that
 * time are not known to have stood (reliability L13).
 */
export function settleFundings(state: EngineState): void {
  for (const market of state.markets) {
    if (market.nextFundingMs > 0 && state.timeMs >= market.nextFundingMs) {
      settleFunding(state, market)
    }
  }
}

function settleFunding(state: EngineState, market: MarketState): void {
  const rate = market.fundingRateE8
  scheduleFunding(state, market)
  const atMs = market.nextFundingMs - market.instrument.fundingIntervalMin * 60_000
  state.events.push({
    kind: 'FundingSettled',
    symbol: market.instrument.symbol,
    rateE8: rate,
    markE8: markE8(market),
    atMs,
  })
  const funding = { rate, atMs }
  let sum = 0n
  for (const account of state.accounts.values()) {
    for (const holding of holdingsIn(account, market)) sum += payFunding(state, holding, funding)
  }
  for (const holding of holdingsIn(state.fund, market)) sum += payFunding(state, holding, funding)
  // Payers round up and receivers down, so what is over is the house's dust (D-04).
  houseCoin(state, market.instrument.settleCoin).rounding -= sum
  market.lastFundingE8 = rate
  market.premiums = []
}

/** A funding's rate, and the whole interval it is of; a command later may be what finds it due. */
type Funding = { readonly rate: RateE8; readonly atMs: number }

function payFunding(state: EngineState, holding: Holding, { rate, atMs }: Funding): bigint {
  if (holding.sign === 0) return 0n
  const { market, account, sign } = holding
  const { instrument } = market
  const value = amount(tickValue(market, market.markTicks, holding.sizeLots))
  const payment = fundingPayment(sign, value, rate)
  holding.openFunding += payment
  holding.realised += payment
  holding.cumRealised += payment
  holding.updatedMs = state.timeMs
  touch(state, holding)
  bookEntry(state, account, {
    coin: instrument.settleCoin,
    cause: 'Funding',
    cashFlow: 0n,
    funding: payment,
    symbol: instrument.symbol,
  })
  if (holding.isolated && payment < 0n) eatIntoMargin(holding)
  state.events.push({
    kind: 'FundingPaid',
    account: account.id,
    symbol: instrument.symbol,
    positionIdx: holding.idx,
    side: sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(holding.sizeLots),
    markE8: markE8(market),
    rateE8: rate,
    payment,
    atMs,
  })
  return payment
}

/** What the free balance cannot pay, the isolated position's own margin pays (domain.md 2.7). */
function eatIntoMargin(holding: Holding): void {
  accountMargin(holding.account)
  const free = freeOfPot(holding.pot)
  if (free < 0n) holding.extra += free
}
