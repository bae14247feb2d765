// States of a symbol and the order actions that each allows (reliability L7).

import { isComing, type Instrument, type InstrumentStatus } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import type { OrderType, Side, TimeInForce } from './order.ts'

/**
 * A trader's actions on an order: place an opening or a reducing one, change the price or raise the
 * quantity of either, lower the quantity, cancel.
 */
export const orderActions = [
  'open',
  'reduce',
  'changeOpening',
  'changeReducing',
  'lessen',
  'cancel',
] as const
export type OrderAction = (typeof orderActions)[number]

const allowed: Readonly<Record<InstrumentStatus, readonly OrderAction[]>> = {
  PreLaunch: ['lessen', 'cancel'],
  Auction: ['open', 'changeOpening', 'lessen', 'cancel'],
  Trading: orderActions,
  ReduceOnly: ['reduce', 'changeReducing', 'lessen', 'cancel'],
  CancelOnly: ['lessen', 'cancel'],
  Closed: ['lessen', 'cancel'],
}

/**
 * Returns why a symbol in this state does not allow the action; undefined if it does. A reduce-only
 * symbol has a problem name of its own (code 110023).
 */
export function stateProblem(status: InstrumentStatus, act: OrderAction): Problem | undefined {
  if (allowed[status].includes(act)) return undefined
  if (status === 'ReduceOnly') return problem('symbolReduceOnly', 'symbol')
  return problem('instrumentNotTrading', 'symbol', { status })
}

/** The fields of an order that a call auction checks. */
export type AuctionTerms = {
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** No trigger, plan, TP/SL or loan, and not reduce-only. */
  readonly isPlain: boolean
}

/**
 * Returns why a call auction rejects an order: it takes only plain, resting limit orders (8.12).
 */
export function auctionProblem(
  instrument: Pick<Instrument, 'status'>,
  { orderType, timeInForce, isPlain }: AuctionTerms,
): Problem | undefined {
  if (!isComing(instrument)) return undefined
  const stays = orderType === 'Limit' && timeInForce === 'GoodTillCancel'
  return isPlain && stays ? undefined : problem('auctionLimitOnly', stays ? 'symbol' : 'orderType')
}

/** Returns why traders may not take a side of an instrument; undefined if they may. */
export function banProblem({ banned, symbol }: Instrument, side: Side): Problem | undefined {
  if (banned !== side) return undefined
  return problem(side === 'Buy' ? 'buyBanned' : 'sellBanned', 'side', { symbol })
}
