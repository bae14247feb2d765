// Order commands on behalf of a key: submission, answers, and refusals with the codes of the
// category.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import type { BatchOperation, Command } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import { encodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { findInstrument, listedInstrument } from '../instruments.ts'
import { V5Refused } from '../refused.ts'
import type { Trader } from '../reading/order-fields.ts'
import { refusalOf } from '../reading/wrong.ts'

type Asked = Readonly<Record<string, unknown>>

/** Returns the instrument of an order. Throws V5Refused; an unknown pair has its own code. */
export function orderInstrument(
  { parts }: Pick<Trader, 'parts'>,
  category: V5Category,
  symbol: string,
): Instrument {
  const { views } = parts.exchange
  if (category !== 'spot') return listedInstrument(views, category, symbol)
  const found = findInstrument(views, category, symbol)
  if (found === undefined) throw new V5Refused(170121, 'Invalid symbol.')
  return found
}

/** Returns the refusal of an act; amending an order that is gone has its own message. */
export function operationRefusal(
  problem: Problem,
  { kind }: Pick<Command, 'kind'>,
  category: V5Category,
  asked: Asked,
): V5Refused {
  const refused = refusalOf(problem, category, asked)
  const isChange = kind === 'ReplaceOrder' || kind === 'ReplaceSpread'
  if (!isChange || refused.retCode !== 110001) return refused
  return new V5Refused(110001, 'order not exists or too late to replace')
}

/** Submits a command. Throws its problem as V5Refused. */
export async function submitOperation(
  { parts }: Pick<Trader, 'parts'>,
  command: Command,
  category: V5Category,
  asked: Asked,
): Promise<ApplyResult> {
  const applied = await parts.exchange.submit(command)
  if (applied.problem !== undefined)
    throw operationRefusal(applied.problem, command, category, asked)
  return applied
}

type Outcome = Pick<ApplyResult, 'orderId'>

/**
 * Returns whether an order was not placed because an earlier request, or an earlier row of the
 * batch, placed one with the same link id.
 */
export function isRepeated(
  command: BatchOperation,
  { orderId }: Outcome,
  { events, items = [] }: Pick<ApplyResult, 'events' | 'items'>,
  place = 0,
): boolean {
  if (command.kind !== 'PlaceOrder' || command.linkId === '' || orderId === undefined) return false
  if (items.slice(0, place).some((earlier) => earlier.orderId === orderId)) return true
  return !events.some((event) => event.kind === 'OrderPlaced' && event.order.id === orderId)
}

/** Returns both ids of the order that an act was about. */
export function namesOf(
  { parts, account }: Trader,
  { instrument, command }: { readonly instrument: Instrument; readonly command: BatchOperation },
  outcome: Outcome,
  { events }: Pick<ApplyResult, 'events'>,
): { readonly orderId: string; readonly orderLinkId: string } {
  const id = outcome.orderId
  const isSpot = instrument.kind === 'Spot'
  if (id === undefined) return { orderId: '', orderLinkId: linkOf(command) }
  const last = events.findLast((event) => 'order' in event && event.order.id === id)
  const emitted = last !== undefined && 'order' in last ? last.order : undefined
  const order = emitted ?? parts.exchange.views.openOrder(account, { orderId: id })
  return {
    orderId: encodeV5OrderId(id, isSpot),
    orderLinkId: order?.linkId ?? linkOf(command),
  }
}

const linkOf = (command: BatchOperation): string =>
  command.kind === 'PlaceOrder' ? command.linkId : (command.order.linkId ?? '')

export const duplicateLink = (category: V5Category): V5Refused =>
  refusalOf({ name: 'orderLinkIdDuplicate', field: 'orderLinkId' }, category, {})
