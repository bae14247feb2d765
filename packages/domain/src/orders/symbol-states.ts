// States of a symbol and what each allows (reliability L7).

import { isComing, type Instrument, type InstrumentStatus } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import type { OrderType, Side, TimeInForce } from './order.ts'

/**
 * What a trader can do to an order: enter one that opens or one that only reduces, change price or
 * quantity upwards of either, take quantity off, take it out.
 */
export const orderActs = [
  'open',
  'reduce',
  'changeOpening',
  'changeReducing',
  'lessen',
  'cancel',
] as const
export type OrderAct = (typeof orderActs)[number]

const allowed: Readonly<Record<InstrumentStatus, readonly OrderAct[]>> = {
  PreLaunch: ['lessen', 'cancel'],
  Auction: ['open', 'changeOpening', 'lessen', 'cancel'],
  Trading: orderActs,
  ReduceOnly: ['reduce', 'changeReducing', 'lessen', 'cancel'],
  CancelOnly: ['lessen', 'cancel'],
  Closed: ['lessen', 'cancel'],
}

/**
 * Returns why a symbol in this state does not allow the act; undefined when it does. A symbol that
 * only reduces says so by a name of its own (code 110023).
 */
export function stateProblem(status: InstrumentStatus, act: OrderAct): Problem | undefined {
  if (allowed[status].includes(act)) return undefined
  if (status === 'ReduceOnly') return problem('symbolReduceOnly', 'symbol')
  return problem('instrumentNotTrading', 'symbol', { status })
}

/** An order as a call auction judges it. */
export type AuctionTerms = {
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** Without a trigger, a plan, TP/SL and a loan, and not to reduce alone. */
  readonly isPlain: boolean
}

/** Returns why a call auction does not collect an order: it takes plain limits that stay (8.12). */
export function auctionProblem(
  instrument: Pick<Instrument, 'status'>,
  { orderType, timeInForce, isPlain }: AuctionTerms,
): Problem | undefined {
  if (!isComing(instrument)) return undefined
  const stays = orderType === 'Limit' && timeInForce === 'GoodTillCancel'
  return isPlain && stays ? undefined : problem('auctionLimitOnly', stays ? 'symbol' : 'orderType')
}

/** Returns why traders may not take a side of an instrument; undefined where they may. */
export function banProblem({ banned, symbol }: Instrument, side: Side): Problem | undefined {
  if (banned !== side) return undefined
  return problem(side === 'Buy' ? 'buyBanned' : 'sellBanned', 'side', { symbol })
}
