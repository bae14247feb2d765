// Accounts, contracts, sides and trading hours that a command names (rules 6.1, 6.2, 11.1;
// reliability L7).

import type { PlaceOrder } from '@basis/engine/commands'
import type { AuditedMarket } from '../prices.ts'
import type { AuditedState } from '../audited-state.ts'
import { absolute } from '../sums.ts'
import type { Findings } from './findings.ts'
import type { Registry } from './registry.ts'
import type { SpreadBooks } from '../spread-books.ts'

/** The auditor's state when a command arrives. */
export type World = {
  readonly audited: AuditedState
  readonly registry: Registry
  readonly spreads: SpreadBooks
  readonly nowMs: number
}

/** In the last minutes before a delivery only reducing is allowed (11.1, D-51). */
const closingMs = 600_000

export type Place = {
  readonly account: number
  readonly symbol: string
  readonly positionIdx: number
}

/** A contract of an account; undefined if a name is wrong, which is added to the findings. */
export function contractOf(
  { audited }: World,
  { account, symbol, positionIdx }: Place,
  findings: Findings,
): AuditedMarket | undefined {
  const market = audited.markets.get(symbol)
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('instrumentUnknown', market === undefined || market.isSpot)
  if (!findings.isClean) return undefined
  findings.add('positionIdxMismatch', isOfOtherMode(audited, { account, symbol, positionIdx }))
  return findings.isClean ? market : undefined
}

/** One-way positions have index 0, the sides of a hedge 1 and 2 (6.1). */
export const isOfOtherMode = (
  audited: AuditedState,
  { account, symbol, positionIdx }: Place,
): boolean => audited.isHedged(account, symbol) !== (positionIdx !== 0)

/** May orders enter now, or at least reducing ones? */
export function judgeHours(
  { nowMs }: World,
  market: AuditedMarket,
  reduces: boolean,
  findings: Findings,
): void {
  const { status, deliveryMs = Infinity } = market.instrument
  // An auction collects opening orders; there is nothing to reduce yet (8.12).
  const isOpen = status === 'Trading' || (status === 'Auction' && !reduces)
  const isOver = market.isDelivered || nowMs >= deliveryMs
  if (status === 'ReduceOnly') findings.add('symbolReduceOnly', !reduces)
  else findings.add('instrumentNotTrading', !isOpen)
  findings.add('instrumentNotTrading', isOver)
  findings.add('preDeliveryReduceOnly', !isOver && nowMs >= deliveryMs - closingMs && !reduces)
}

/** An order that closes a side of a hedge is reduce-only, whether marked so or not (D-32). */
export function withImpliedReduceOnly<
  Asked extends Pick<PlaceOrder, 'positionIdx' | 'side' | 'reduceOnly'>,
>(asked: Asked): Asked {
  const closes = asked.positionIdx !== 0 && (asked.side === 'Buy') !== (asked.positionIdx === 1)
  return closes ? { ...asked, reduceOnly: true } : asked
}

/** The lots that an order with this sign could reduce. */
export function reducible(
  audited: AuditedState,
  { account, symbol, positionIdx }: Place,
  sign: bigint,
): bigint {
  const { size } = audited.seen(account, symbol, positionIdx)
  return size * sign < 0n ? absolute(size) : 0n
}

/** Has the account resting or waiting orders, or a running algorithm, in a contract? */
export function hasOrders({ open, algos }: Registry, account: number, symbol: string): boolean {
  const isHere = (one: { readonly account: number; readonly symbol: string }): boolean =>
    one.account === account && one.symbol === symbol
  return [...open.values(), ...algos.values()].some(isHere)
}
