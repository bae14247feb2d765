// Exact what-if: a command is applied to a fork of the state, and its outcome is returned. When
// nothing else trades, the same command later has the same outcome, to the last digit.

import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import type { Order } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Command, NumberedCommand } from '../api/commands.ts'
import type { Event, Fill } from '../api/events.ts'
import type { AccountView, PositionView, Views } from '../api/views.ts'
import { isLeft } from './preview-fills.ts'

/** What can be previewed: everything that an account asks for. */
export type AccountCommand = Extract<Command, { readonly account: AccountId }>

/** An account's figures and its positions in the symbol that is asked about (else in all). */
export type Standing = {
  readonly account: AccountView
  readonly positions: readonly PositionView[]
}

/** The outcome that a command would have now; amounts as in its events. */
export type Preview = {
  /** The last command that the state has seen, and its time, which the preview takes for now. */
  readonly seq: number
  readonly timeMs: number
  /** Why it would be refused; before and after are then the same. */
  readonly problem?: Problem
  /** What of an order that is split could not be placed. */
  readonly failedLots?: number
  /** The account's orders that it would change, each as it would stand at the end. */
  readonly orders: readonly Order[]
  /** The account's own fills, in their order. */
  readonly fills: readonly PreviewFill[]
  /** Everything that would happen, whomever it concerns. */
  readonly events: readonly Event[]
  /** Absent where the account is not known. */
  readonly before?: Standing
  readonly after?: Standing
  /**
   * Where a new or changed order would rest or wait: the account once it is filled whole at its
   * own price.
   */
  readonly filled?: Standing
  /**
   * Where the account has other orders in the book of the symbol: once all of them are filled whole
   * at their prices as well, in the order of their numbers. Orders that wait are left out.
   */
  readonly allFilled?: Standing
}

export type PreviewFill = { readonly order: Order; readonly fill: Fill }

/** The fork of an engine, to be used up. */
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
 * Returns what a command would come to at the engine's own time; the fork is used up for it.
 * `fillLeft` has an order of the fork filled where it is left open. What is to be done `first`,
 * such as a change of the account's margin, belongs to what was before; where it is refused, so is
 * all.
 */
export function previewOf(
  fork: Fork,
  asked: { readonly command: AccountCommand; readonly first?: AccountCommand | undefined },
  fillLeft: (order: Order) => void,
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
  // The fork goes on to write into the list of its command while an order is filled.
  const events = [...applied.events]
  const after = standingOf(views, command.account, symbol)
  const deeds = ownDeeds(events, command.account)
  const placed = askedFor(command, events)
  const left = deeds.orders.filter((order) => placed.includes(order.id) && isLeft(order))
  for (const order of left) fillLeft(order)
  const filled = left.length === 0 ? undefined : standingOf(views, command.account, symbol)
  const isAllFilled = problem === undefined && fillResting(views, command.account, symbol, fillLeft)
  const allFilled = isAllFilled ? standingOf(views, command.account, symbol) : undefined
  return {
    seq,
    timeMs,
    ...(problem === undefined ? {} : { problem }),
    ...(failedLots === undefined ? {} : { failedLots }),
    ...deeds,
    events,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(filled === undefined ? {} : { filled }),
    ...(allFilled === undefined ? {} : { allFilled }),
  }
}

/**
 * The orders that were asked for: a single one is placed or replaced first, those of a batch are
 * all that it places. What else is touched is not: the stops that they bring or whose size follows
 * the position, and resting orders that they meet.
 */
function askedFor({ kind, account }: AccountCommand, events: readonly Event[]): readonly OrderId[] {
  const first = { PlaceOrder: 'OrderPlaced', ReplaceOrder: 'OrderReplaced' } as const
  if (kind === 'OrderBatch') {
    return events.flatMap((event) => {
      if (event.kind !== 'OrderPlaced') return []
      const { order } = event
      return order.account === account && order.stop === undefined ? [order.id] : []
    })
  }
  if (kind !== 'PlaceOrder' && kind !== 'ReplaceOrder') return []
  for (const event of events) if (event.kind === first[kind]) return [event.order.id]
  return []
}

/**
 * Fills what the account has in the book of a symbol, oldest first; a fill may end or cut orders
 * that only reduce. Returns whether there was anything.
 */
function fillResting(
  views: Views,
  account: AccountId,
  symbol: SymbolId | undefined,
  fillLeft: (order: Order) => void,
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
): Standing | undefined {
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

function ownDeeds(events: readonly Event[], account: AccountId): Pick<Preview, 'orders' | 'fills'> {
  const orders = new Map<number, Order>()
  const fills: PreviewFill[] = []
  for (const event of events) {
    if (!('order' in event) || event.order.account !== account) continue
    orders.set(event.order.id, event.order)
    if (event.kind === 'OrderFilled') fills.push({ order: event.order, fill: event.fill })
  }
  return { orders: [...orders.values()], fills }
}
