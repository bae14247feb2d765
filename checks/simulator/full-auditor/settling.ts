// Fundings, sessions and deliveries that are due, and their rounding remainders, worked out by the
// auditor itself (rules 1.8, 2.7, 11.1).

import { ceilDiv, floorDiv, greater, lesser, type AuditedMarket } from './prices.ts'
import type { AuditedState } from './audited-state.ts'
import { interestOn, nextChargeMs } from './loans.ts'
import type { VenueFunds } from './venue-funds.ts'
import { absolute, one, signOf, trade, unrealised, type Held } from './sums.ts'

const eightHoursMs = 28_800_000
/** Of the delivered value; nothing for USDC futures (3.1, D-17). */
const deliveryFeeE8 = (market: AuditedMarket): number => (market.hasSessions ? 0 : 50_000)

/** Settles all that is due at a moment, market by market. */
export function settleDue(audited: AuditedState, funds: VenueFunds, nowMs: number): void {
  for (const [symbol, market] of audited.markets) {
    if (market.isDelivered) continue
    if (market.nextFundingMs > 0 && nowMs >= market.nextFundingMs) {
      for (const held of openIn(audited, symbol)) payFunding(audited, funds, held, market.rate)
      market.settled(nowMs)
    }
    const { deliveryMs = Infinity } = market.instrument
    if (nowMs >= deliveryMs) deliver(audited, funds, symbol)
    else if (market.nextSessionMs > 0 && nowMs >= market.nextSessionMs) {
      for (const held of openIn(audited, symbol)) payFunding(audited, funds, held, 0n)
      market.nextSessionMs = (Math.floor(nowMs / eightHoursMs) + 1) * eightHoursMs
    }
  }
}

/** At minute 5 the newest hour is charged once, at one rate for all of a coin (12.4). */
export function chargeDue(audited: AuditedState, nowMs: number): void {
  const { loans } = audited
  if (nowMs < loans.dueMs) return
  loans.dueMs = nextChargeMs(nowMs)
  const rates = [...loans.terms].map(([coin, terms]) => ({
    coin,
    terms,
    rateOf: loans.rates(coin),
  }))
  for (const account of audited.accounts) {
    if (!loans.isOn(account)) continue
    for (const { coin, terms, rateOf } of rates) {
      const owed = audited.borrowed(account, coin)
      const free = lesser(terms.freeOfInterest, audited.borrowedByLosses(account, coin))
      const interest = interestOn(loans.limitOf(account, coin) ?? terms.limit, rateOf(account), {
        owed,
        bearing: owed - free,
      })
      if (interest === 0n) continue
      loans.add(account, coin, { interest })
      audited.repay(account, coin, loans.of(account, coin)?.interest ?? 0n)
    }
  }
}

/** Everybody's positions in a contract, the fund's last. */
const openIn = (audited: AuditedState, symbol: string): readonly Held[] =>
  audited
    .everybody()
    .flatMap((account) => audited.openOf(account).filter((held) => held.symbol === symbol))

/** Payers pay up, receivers receive down; with a session the profit so far is paid out too. */
function payFunding(audited: AuditedState, funds: VenueFunds, held: Held, rate: bigint): void {
  const market = audited.market(held.symbol)
  const { settleCoin } = market.instrument
  const sign = signOf(held.size)
  const value = market.value(market.mark, absolute(held.size))
  const funding = -ceilDiv(sign * value * rate, one)
  const session = market.hasSessions ? paySession(market, held) : 0n
  held.openFunding += funding
  held.realised += funding + session
  audited.pay(held.account, settleCoin, funding + session)
  funds.add(settleCoin, 'rounding', -funding)
  const paid = -(funding + session)
  if (!held.isolated || paid <= 0n) return
  // Of what it pays the available balance pays first, the position's own margin the rest (2.7).
  const before = audited.free(held.account, settleCoin) + paid
  const byBalance = lesser(paid, greater(0n, before))
  held.extra -= paid - byBalance
}

/** What was won so far is paid out as it was shown, and the position goes on from there (1.8). */
function paySession(market: AuditedMarket, held: Held): bigint {
  const won = unrealised(market, held)
  held.entryValue += signOf(held.size) * won
  held.entered = { top: held.entryValue, bottom: absolute(held.size) }
  return won
}

/** Every position is closed at the average index; profits round down on both sides. EX-11.1 */
function deliver(audited: AuditedState, funds: VenueFunds, symbol: string): void {
  const market = audited.market(symbol)
  const { settleCoin, deliveryMs = 0 } = market.instrument
  market.countDelivery(deliveryMs)
  market.isDelivered = true
  market.nextSessionMs = 0
  audited.orders = audited.orders.filter((order) => order.symbol !== symbol)
  const price = market.deliveryPrice()
  if (price === undefined) return
  for (const held of openIn(audited, symbol)) {
    const rises = signOf(held.size) === market.valueSign
    const qty = absolute(held.size) * market.lot
    const [top, bottom] = market.isInverse ? [qty * one, price] : [qty * price, one]
    const value = rises ? floorDiv(top, bottom) : ceilDiv(top, bottom)
    const isFund = held.account === 0
    const fee = isFund ? 0n : (top * BigInt(deliveryFeeE8(market))) / (bottom * one)
    funds.add(settleCoin, 'rounding', rises ? -value : value)
    funds.add(settleCoin, 'fees', fee)
    const pnl = trade(market, held, -held.size, { value, fee })
    audited.pay(held.account, settleCoin, pnl - fee)
  }
}
