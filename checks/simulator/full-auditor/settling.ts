// Openings, fundings, sessions and deliveries that are due, and their rounding remainders, computed
// by the auditor itself (rules 1.8, 2.7, 8.12, 11.1).

import { ceilDiv, floorDiv, greater, lesser, type AuditedMarket } from './prices.ts'
import type { AuditedState, Resting } from './audited-state.ts'
import { interestOn, nextChargeMs } from './loans.ts'
import type { VenueFunds } from './venue-funds.ts'
import { absolute, one, signOf, trade, unrealised, type Held } from './sums.ts'

const eightHoursMs = 28_800_000
/** On the delivered value; nothing for USDC futures (3.1, D-17). */
const deliveryFeeE8 = (market: AuditedMarket): number => (market.hasSessions ? 0 : 50_000)

/**
 * Opens the markets whose time has come, for their auction or for trading; returns those that trade
 * from now on. If time jumps past a launch, there is no auction (8.12).
 */
export function openDue({ markets }: AuditedState, nowMs: number): readonly string[] {
  return [...markets].flatMap(([symbol, market]) => {
    const { status, launchMs = Infinity, auctionMs = 0 } = market.instrument
    if (!market.isComing || nowMs < launchMs - auctionMs) return []
    const next = nowMs < launchMs ? 'Auction' : 'Trading'
    if (next === status) return []
    market.instrument = { ...market.instrument, status: next }
    if (market.nextFundingMs > 0) market.schedule(nowMs)
    return next === 'Trading' ? [symbol] : []
  })
}

/** The result of an auction: its price, the lots traded at it, and the excess of bids over asks. */
type Auction = { readonly price: bigint; readonly lots: bigint; readonly surplus: bigint }

/**
 * Tries every price from the lowest ask to the highest bid. The most lots decide, then the least
 * surplus, then the highest price if buyers are left over, the lowest if sellers are, else the one
 * nearest to the index, of two the lower (8.12).
 */
export function auctionOf(audited: AuditedState, symbol: string): Auction | undefined {
  const { tick, index } = audited.market(symbol)
  const [bids, asks] = [audited.queue(symbol, 1n), audited.queue(symbol, -1n)]
  const [highest, lowest] = [bids[0]?.price, asks[0]?.price]
  if (highest === undefined || lowest === undefined) return undefined
  const sum = (orders: readonly Resting[]): bigint => orders.reduce((all, o) => all + o.left, 0n)
  let best: Auction[] = []
  for (let price = lowest; price <= highest; price += tick) {
    const wanted = sum(bids.filter((bid) => bid.price >= price))
    const offered = sum(asks.filter((ask) => ask.price <= price))
    const tried = { price, lots: lesser(wanted, offered), surplus: wanted - offered }
    const more = tried.lots - (best[0]?.lots ?? 0n)
    const less = absolute(best[0]?.surplus ?? 0n) - absolute(tried.surplus)
    if (more > 0n || (more === 0n && less > 0n)) best = [tried]
    else if (more === 0n && less === 0n) best.push(tried)
  }
  if (best.every(({ surplus }) => surplus > 0n)) return best.at(-1)
  if (best.every(({ surplus }) => surplus < 0n)) return best[0]
  return best.reduce((a, b) => (absolute(b.price - index) < absolute(a.price - index) ? b : a))
}

/** A trade as it should be emitted: the older order first, in an auction the lower id. */
export type Trade = {
  readonly maker: Resting
  readonly taker: Resting
  readonly price: bigint
  readonly lots: bigint
}

/**
 * The trades of an auction at its end: bids and asks by price and time, all at one price (8.12).
 */
export function auctionTrades(audited: AuditedState, symbol: string): readonly Trade[] {
  const found = auctionOf(audited, symbol)
  if (found === undefined) return []
  const queued = (sign: bigint): { order: Resting; left: bigint }[] =>
    audited.queue(symbol, sign).map((order) => ({ order, left: order.left }))
  const [bids, asks] = [queued(1n), queued(-1n)]
  const trades: Trade[] = []
  for (let left = found.lots; left > 0n;) {
    const [bid, ask] = [bids[0], asks[0]]
    if (bid === undefined || ask === undefined) throw new Error(`${symbol}: an auction without end`)
    const lots = lesser(left, lesser(bid.left, ask.left))
    const [maker, taker] =
      bid.order.id < ask.order.id ? [bid.order, ask.order] : [ask.order, bid.order]
    trades.push({ maker, taker, price: found.price, lots })
    left -= lots
    for (const side of [bids, asks]) {
      const first = side[0]
      if (first === undefined) continue
      first.left -= lots
      if (first.left === 0n) side.shift()
    }
  }
  return trades
}

/** Settles everything that is due at a time, market by market. */
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

/** At minute 5 the newest hour is charged once, at one rate per coin (12.4). */
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

/** All positions in a contract, the fund's last. */
const openIn = (audited: AuditedState, symbol: string): readonly Held[] =>
  audited
    .everybody()
    .flatMap((account) => audited.openOf(account).filter((held) => held.symbol === symbol))

/** Payments round up, receipts round down; a session also pays out the profit so far. */
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
  // The available balance pays first, then the position's own margin (2.7).
  const before = audited.free(held.account, settleCoin) + paid
  const byBalance = lesser(paid, greater(0n, before))
  held.extra -= paid - byBalance
}

/** The profit so far is paid out as it was shown, and the position continues from there (1.8). */
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
