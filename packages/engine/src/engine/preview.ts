// Previews a command exactly: applies it to a fork of the state and returns the outcome. If nothing
// else happens first, the command itself then has the same outcome, to the last digit.

import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { mayAttachLegs } from '@basis/domain/orders/tpsl'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Command, NumberedCommand } from '../api/commands.ts'
import type { Event, Fill } from '../api/events.ts'
import type { AccountView, PositionView, Views } from '../api/views.ts'
import { isLeft } from './preview-fills.ts'

/** The commands that can be previewed: all commands of an account. */
export type AccountCommand = Extract<Command, { readonly account: AccountId }>

/** An account's figures and its positions in the command's symbol (without one, all of them). */
export type PreviewedAccount = {
  readonly account: AccountView
  readonly positions: readonly PositionView[]
}

/** The outcome that a command would have now; amounts have the units of its events. */
export type Preview = {
  /** The last applied command and its time, which is the time of the preview. */
  readonly seq: number
  readonly timeMs: number
  /** Why it would be refused; `before` and `after` are then equal. */
  readonly problem?: Problem
  /** The lots of a split order that could not be placed. */
  readonly failedLots?: number
  /** The account's orders that it would change, each in its final state. */
  readonly orders: readonly Order[]
  /** The account's own fills, in their order. */
  readonly fills: readonly PreviewFill[]
  /** All events, of all accounts. */
  readonly events: readonly Event[]
  /** Absent if the account is unknown. */
  readonly before?: PreviewedAccount
  readonly after?: PreviewedAccount
  /** If a new or changed order would rest or wait: the account once it is filled at its price. */
  readonly filled?: PreviewedAccount
  /** The fees of these fills, in the settle coin; absent if none has a price yet. */
  readonly filledFee?: Amount
  /**
   * If the account has other orders in the symbol's book: the account after these too are filled
   * completely at their prices, in the order of their ids. Waiting orders are left out.
   */
  readonly allFilled?: PreviewedAccount
}

export type PreviewFill = { readonly order: Order; readonly fill: Fill }

/** A fork of the engine, discarded after the preview. */
type Fork = {
  readonly apply: (numbered: NumberedCommand) => {
    readonly events: readonly Event[]
    readonly problem?: Problem | undefined
    readonly failedLots?: number | undefined
  }
  readonly views: Views
  readonly lastSeq: () => number
  readonly lastTimeMs: () => number
}

/**
 * Returns what a command would do at the engine's current time; the fork must be discarded
 * afterwards. `fillLeft` fills the open remainder of an order of the fork. A command to apply
 * `first`, such as a change of margin, is part of `before`; if it is refused, so is the preview.
 */
export function previewOf(
  fork: Fork,
  asked: { readonly command: AccountCommand; readonly first?: AccountCommand | undefined },
  fillLeft: (order: Order) => Amount | undefined,
): Preview {
  const { views } = fork
  const { command, first } = asked
  const seq = fork.lastSeq()
  const timeMs = fork.lastTimeMs()
  const symbol = symbolOf(command, views)
  const begun = first && fork.apply({ seq: seq + 1, timeMs, command: first })
  const before = standingOf(views, command.account, symbol)
  const applied =
    begun?.problem === undefined
      ? fork.apply({ seq: fork.lastSeq() + 1, timeMs, command })
      : { ...begun, events: [] }
  const { problem, failedLots } = applied
  // Copied, because filling the orders below appends to the fork's list of events.
  const events = [...applied.events]
  const after = standingOf(views, command.account, symbol)
  const outcome = ownOutcome(events, command.account)
  const placed = askedFor(command, events)
  const left = outcome.orders.filter((order) => placed.includes(order.id) && isLeft(order))
  const fees = left.flatMap((order) => fillLeft(order) ?? [])
  const filled = left.length === 0 ? undefined : standingOf(views, command.account, symbol)
  const isAllFilled = problem === undefined && fillResting(views, command.account, symbol, fillLeft)
  const allFilled = isAllFilled ? standingOf(views, command.account, symbol) : undefined
  return {
    seq,
    timeMs,
    ...(problem === undefined ? {} : { problem }),
    ...(failedLots === undefined ? {} : { failedLots }),
    ...outcome,
    events,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(filled === undefined ? {} : { filled }),
    ...(fees.length === 0 ? {} : { filledFee: amount(fees.reduce((sum, fee) => sum + fee, 0n)) }),
    ...(allFilled === undefined ? {} : { allFilled }),
  }
}

/**
 * Ids of the orders that the command itself replaces or places: of a split order all parts, of a
 * batch all orders.
 */
function askedFor({ kind, account }: AccountCommand, events: readonly Event[]): readonly OrderId[] {
  if (kind === 'ReplaceOrder') {
    const replaced = events.find((event) => event.kind === 'OrderReplaced')
    return replaced === undefined ? [] : [replaced.order.id]
  }
  if (kind !== 'PlaceOrder' && kind !== 'OrderBatch') return []
  return events.flatMap((event) => {
    if (event.kind !== 'OrderPlaced') return []
    const { order } = event
    return order.account === account && isRequested(order) ? [order.id] : []
  })
}

/** Whether it is neither a child of a parent order nor a stop that another order has attached. */
function isRequested({ algoId, stop }: Order): boolean {
  if (algoId !== undefined) return false
  if (stop === undefined) return true
  const isPlan = stop.planType !== undefined && stop.parentId === undefined
  return isPlan || mayAttachLegs({ stop })
}

/**
 * Fills the account's resting orders in a symbol, oldest first; a fill may cancel or shrink
 * reduce-only orders. Returns whether there was any.
 */
function fillResting(
  views: Views,
  account: AccountId,
  symbol: SymbolId | undefined,
  fillLeft: (order: Order) => unknown,
): boolean {
  const isResting = (order: Order): boolean =>
    order.symbol === symbol && (order.status === 'New' || order.status === 'PartiallyFilled')
  const ids = views
    .openOrders(account)
    .filter(isResting)
    .map((order) => order.id)
    .toSorted((one, other) => one - other)
  for (const orderId of ids) {
    const order = views.openOrder(account, { orderId })
    if (order !== undefined && isResting(order)) fillLeft(order)
  }
  return ids.length > 0
}

function standingOf(
  views: Views,
  account: AccountId,
  symbol: SymbolId | undefined,
): PreviewedAccount | undefined {
  const figures = views.account(account)
  if (figures === undefined) return undefined
  const positions = views
    .positions(account)
    .filter(({ position }) => symbol === undefined || position.symbol === symbol)
  return { account: figures, positions }
}

function symbolOf(command: AccountCommand, views: Views): SymbolId | undefined {
  if ('symbol' in command) return command.symbol
  if (!('order' in command)) return undefined
  return views.openOrder(command.account, command.order)?.symbol
}

function ownOutcome(
  events: readonly Event[],
  account: AccountId,
): Pick<Preview, 'orders' | 'fills'> {
  const orders = new Map<number, Order>()
  const fills: PreviewFill[] = []
  for (const event of events) {
    if (!('order' in event) || event.order.account !== account) continue
    orders.set(event.order.id, event.order)
    if (event.kind === 'OrderFilled') fills.push({ order: event.order, fill: event.fill })
  }
  return { orders: [...orders.values()], fills }
}
