// States of a symbol and what each allows (reliability L7).

import type { Instrument, InstrumentStatus } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import type { Side } from './order.ts'

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

/** Returns why traders may not take a side of an instrument; undefined where they may. */
export function banProblem({ banned, symbol }: Instrument, side: Side): Problem | undefined {
  if (banned !== side) return undefined
  return problem(side === 'Buy' ? 'buyBanned' : 'sellBanned', 'side', { symbol })
}
