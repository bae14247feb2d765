// Liquidation in the auditor: the accounts to be liquidated, and the value of a position that is
// taken over at bankruptcy, matched against its other side or deleveraged (rules 5.2 to 5.9, 14.2).

import type { Event } from '@basis/engine/events'
import { filledLater } from '../laws/liquidation.ts'
import { ceilDiv, greater, lesser } from './prices.ts'
import { must, type Books } from './books.ts'
import { endsOf, type End } from './endings.ts'
import type { AuditedState } from './audited-state.ts'
import type { VenueFunds } from './venue-funds.ts'
import {
  absolute,
  bankruptTicks,
  feeOn,
  isUsedUp,
  positionMargin,
  signOf,
  trade,
  unrealised,
  type Held,
} from './sums.ts'

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>
/** To be liquidated: the cross positions of an account, or one isolated position. */
type Due = { readonly account: number; readonly held?: Held }

const fund = 0

export class Liquidations {
  readonly #audited: AuditedState
  readonly #funds: VenueFunds
  /** The ends of an account's cross positions, computed at its first take-over in a command. */
  readonly #ends = new Map<Held, End>()
  #nowMs = 0

  constructor(audited: AuditedState, funds: VenueFunds) {
    this.#audited = audited
    this.#funds = funds
  }

  /** Starts a command at this time. */
  begin(nowMs: number): void {
    this.#nowMs = nowMs
    this.#ends.clear()
  }

  /**
   * All accounts below maintenance with a position that may be closed: stale markets count with
   * their last mark, and do not protect others (5.5, 5.8; docs/rules/liquidation.md).
   */
  #due(): readonly Due[] {
    const found: Due[] = []
    for (const account of this.#audited.accounts) {
      const open = this.#audited.openOf(account)
      const isFresh = ({ symbol }: Held): boolean =>
        this.#audited.market(symbol).isFresh(this.#nowMs)
      for (const held of open) {
        const isFalling = held.isolated && isFresh(held) && this.#isDue(held)
        if (isFalling) found.push({ account, held })
      }
      const cross = open.filter(({ isolated }) => !isolated)
      if (cross.some(isFresh) && this.#audited.isBroken(account)) found.push({ account })
    }
    return found
  }

  #isDue(held: Held): boolean {
    const market = this.#audited.market(held.symbol)
    return isUsedUp(market, held, market.mark)
  }

  /** The price is on a tick, long up and short down: within that tick both answers are accepted. */
  #mayBeDue(held: Held): boolean {
    const market = this.#audited.market(held.symbol)
    const price = market.mark - signOf(held.size) * market.tick
    return this.#isDue(held) || price <= 0n || isUsedUp(market, held, price)
  }

  /**
   * After new prices no account stays below maintenance margin, whether it was below it before or
   * because of the exchange's own trades (14.2.24). Triggers, algorithms and rules run last:
   * accounts that they filled are checked at the next prices.
   */
  checkDone(events: readonly Event[]): void {
    const later = filledLater(events)
    for (const { account, held } of this.#due()) {
      const about = `account ${account} ${held?.symbol ?? ''}`
      must(later.has(account), `14.2.24: ${about} stays below maintenance`, 'kept', 'closed')
    }
  }

  follow(event: Event, books: Books): void {
    if (event.kind === 'PnlClosed') this.#checkFresh(event)
    switch (event.kind) {
      case 'LiquidationStarted':
        books.settle()
        return this.#checkStart(event)
      case 'MarginReplenished':
        return this.#replenish(event)
      case 'PositionTakenOver':
        books.settle()
        return this.#takeOver(event)
      case 'PositionDeleveraged':
        books.settle()
        return this.#deleverage(event)
      case 'PnlClosed':
        if (event.cause === 'Liquidation' && event.orderId === 0) this.#match(event, books)
        return
      default:
    }
  }

  /** L2: nobody is liquidated, taken over or deleveraged in a market with stale prices. */
  #checkFresh({ account, symbol, cause }: EventOf<'PnlClosed'>): void {
    if (cause === 'Trade' || cause === 'Delivery') return
    const isFresh = this.#audited.market(symbol).isFresh(this.#nowMs)
    must(isFresh, `L2: ${cause} of ${account} in silent ${symbol}`, 'closed', 'kept')
  }

  #checkStart({ account, symbol, ...reported }: EventOf<'LiquidationStarted'>): void {
    const about = `account ${account} ${symbol ?? ''} falls:`
    if (symbol === undefined) {
      const { balance } = this.#audited.totals(account)
      const needed = this.#audited.maintenance(account)
      must(reported.marginBalance === balance, `${about} balance`, reported.marginBalance, balance)
      must(
        reported.maintenanceMargin === needed,
        `${about} needs`,
        reported.maintenanceMargin,
        needed,
      )
      return must(balance <= needed, `${about} of maintenance`, balance, needed)
    }
    const market = this.#audited.market(symbol)
    const falling = this.#audited
      .openOf(account)
      .filter((held) => held.symbol === symbol && held.isolated && this.#mayBeDue(held))
    const balances = falling.map(
      (held) => positionMargin(market, held) + held.extra + unrealised(market, held),
    )
    const fits = balances.includes(reported.marginBalance)
    must(fits, `${about} margin`, reported.marginBalance, balances.join())
  }

  /** min(IM₀, the free amount, the margin missing to 1×) (5.4). EX-5.7 */
  #replenish({ account, symbol, positionIdx, added }: EventOf<'MarginReplenished'>): void {
    const held = this.#audited.held(account, symbol, positionIdx)
    const { settleCoin } = this.#audited.market(symbol).instrument
    const { balance, initial } = this.#audited.totals(account)
    const first = ceilDiv(held.entryValue * 100n, held.leverageE2)
    const spare = this.#audited.inCoin(settleCoin, balance - initial)
    const free = lesser(spare, this.#audited.free(account, settleCoin))
    const wanted = lesser(lesser(first, held.entryValue - first - held.extra), free)
    must(added === wanted, `account ${account} ${symbol} is replenished`, added, wanted)
    held.extra += wanted
  }

  #takeOver({ account, symbol, side }: EventOf<'PositionTakenOver'>): void {
    const market = this.#audited.market(symbol)
    const sign = side === 'Buy' ? 1n : -1n
    const held = this.#audited
      .openOf(account)
      .find((one) => one.symbol === symbol && signOf(one.size) === sign)
    if (held === undefined) throw new Error(`account ${account} has no ${symbol} to take over`)
    const { value, fee } = held.isolated ? this.#isolatedEnd(held) : this.#crossEnd(held)
    const lots = held.size
    const { settleCoin } = market.instrument
    const pnl = trade(market, held, -lots, { value, fee })
    this.#audited.pay(account, settleCoin, pnl - fee)
    this.#funds.add(settleCoin, 'fees', fee)
    this.#toFund(symbol, lots, value)
  }

  #toFund(symbol: string, lots: bigint, value: bigint): void {
    const market = this.#audited.market(symbol)
    const held = this.#audited.held(fund, symbol)
    const pnl = trade(market, held, lots, { value, fee: 0n })
    this.#audited.pay(fund, market.instrument.settleCoin, pnl)
  }

  /** The margin is used up completely, closing fee first (5.5 step 4, 14.2.25). */
  #isolatedEnd(held: Held): { value: bigint; fee: bigint } {
    const market = this.#audited.market(held.symbol)
    const margin = greater(0n, positionMargin(market, held) + held.extra)
    const price = bankruptTicks(market, held) * market.tick
    const closing = feeOn(market.value(price, absolute(held.size)), market.instrument.takerFeeE8)
    const fee = lesser(margin, closing)
    const value = held.entryValue - signOf(held.size) * market.valueSign * (margin - fee)
    return { value: value > 0n ? value : 0n, fee }
  }

  /** Each cross position bears its share of the balance by maintenance margin (D-24). */
  #crossEnd(held: Held): { value: bigint; fee: bigint } {
    if (!this.#ends.has(held)) {
      for (const [one, end] of endsOf(this.#audited, held.account)) this.#ends.set(one, end)
    }
    const end = this.#ends.get(held)
    if (end === undefined) throw new Error(`${held.symbol} of ${held.account} has no end`)
    must(end.rest.size === held.size, 'a hedge is matched first', held.size, end.rest.size)
    return { value: end.value, fee: 0n }
  }

  /** At the fund's price, or at mark if that is more than 5 % away (D-31; 14.2.27). */
  #deleverage(event: EventOf<'PositionDeleveraged'>): void {
    const { account, symbol, positionIdx, closedLots, value: reported } = event
    const market = this.#audited.market(symbol)
    const taken = this.#audited.held(fund, symbol)
    const held = this.#audited.held(account, symbol, positionIdx)
    const lots = BigInt(closedLots)
    const size = absolute(taken.size)
    must(lots <= size, `ADL of ${account}, of what the fund has`, lots, size)
    const share = lots === size ? taken.entryValue : (taken.entryValue * lots) / size
    const atMark = market.value(market.mark, lots)
    const price = market.priceOf(taken.entryValue, size)
    const isFar = absolute(price - market.mark) * 20n > market.mark
    must(
      reported === share || (isFar && reported === atMark),
      `ADL of ${account} at`,
      reported,
      share,
    )
    const isLosing = unrealised(market, held) < 0n
    const winners = [...this.#audited.accounts]
      .flatMap((one) => this.#audited.openOf(one))
      .filter((one) => one.symbol === symbol && signOf(one.size) === signOf(held.size))
      .filter((one) => unrealised(market, one) > 0n)
    must(!isLosing || winners.length === 0, `14.2.27: ADL of ${account}, who loses`, '', symbol)
    const sign = signOf(held.size)
    const pnl = trade(market, held, -sign * lots, { value: reported, fee: 0n })
    this.#audited.pay(account, market.instrument.settleCoin, pnl)
    this.#toFund(symbol, sign * lots, reported)
  }

  /** The part that a hedge's sides cancel out closes at the mark without a fee (5.8 step 3). */
  #match({ account, symbol, positionIdx, closedLots }: EventOf<'PnlClosed'>, books: Books): void {
    books.settle()
    const market = this.#audited.market(symbol)
    const held = this.#audited.held(account, symbol, positionIdx)
    const value = market.value(market.mark, BigInt(closedLots))
    const pnl = trade(market, held, -signOf(held.size) * BigInt(closedLots), { value, fee: 0n })
    this.#audited.pay(account, market.instrument.settleCoin, pnl)
  }
}
