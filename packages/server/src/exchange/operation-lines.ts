// The operations of a batch in the journal: flat lists of values, without what the command already
// says. Robots quote in batches, so most of a journal consists of these.

import type { BatchOperation, OrderBatch, PlaceOrder } from '@basis/engine/commands'

type FieldTable = Readonly<Record<BatchOperation['kind'], readonly string[]>>

/** The fixed fields of a robot's quote; only symbol, side, price and quantity are written. */
const quote = {
  orderType: 'Limit',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'CancelTaker',
} as const
const quoteFields: ReadonlySet<string> = new Set([
  'kind',
  'account',
  'symbol',
  'side',
  'priceTicks',
  'qtyLots',
  'timeInForce',
  ...Object.keys(quote),
])

const changeFields: ReadonlySet<string> = new Set(['account', 'order', 'qtyLots', 'priceTicks'])

/**
 * The mark before each operation's values. `quoteOf` names the symbol of the quotes that follow.
 */
const marks = {
  quoteOf: 'q',
  Buy: { PostOnly: 'b', ImmediateOrCancel: 'B' },
  Sell: { PostOnly: 's', ImmediateOrCancel: 'S' },
  replace: 'r',
  resize: 'z',
  cancel: 'c',
} as const

const placedBy = new Map<unknown, { readonly side: string; readonly timeInForce: string }>(
  (['Buy', 'Sell'] as const).flatMap((side) =>
    Object.entries(marks[side]).map(([timeInForce, mark]) => [mark, { side, timeInForce }]),
  ),
)

const markOf = ({ side, timeInForce }: PlaceOrder): string | undefined =>
  timeInForce === 'PostOnly' || timeInForce === 'ImmediateOrCancel'
    ? marks[side][timeInForce]
    : undefined

/**
 * Returns the operations as a flat list of strings and numbers; undefined if an operation has a
 * field that the list cannot hold: the operations are then written as they are.
 */
export function compactOperations({ account, operations }: OrderBatch, table: FieldTable): unknown {
  const values: (string | number)[] = []
  let symbol: string | undefined
  for (const operation of operations) {
    if (operation.account !== account || !hasOnly(operation, table)) return undefined
    if (operation.kind === 'PlaceOrder') {
      if (!isQuote(operation) || operation.priceTicks === undefined) return undefined
      if (operation.symbol !== symbol) values.push(marks.quoteOf, operation.symbol)
      symbol = operation.symbol
      const mark = markOf(operation)
      if (mark === undefined) return undefined
      values.push(mark, operation.priceTicks, operation.qtyLots)
      continue
    }
    const { orderId } = operation.order
    if (orderId === undefined) return undefined
    if (operation.kind === 'CancelOrder') values.push(marks.cancel, orderId)
    else if (operation.qtyLots === undefined) return undefined
    else if (operation.priceTicks === undefined)
      values.push(marks.resize, orderId, operation.qtyLots)
    else values.push(marks.replace, orderId, operation.priceTicks, operation.qtyLots)
  }
  return values
}

/** Returns the operations of a line in either form. */
export function plainOperations(operations: unknown, account: unknown, table: FieldTable): unknown {
  if (!Array.isArray(operations) || typeof operations[0] !== 'string') return operations
  const found: Record<string, unknown>[] = []
  let symbol: unknown
  for (let i = 0; i < operations.length;) {
    const [mark, a, b, c] = operations.slice(i, i + 4) as readonly unknown[]
    switch (mark) {
      case marks.quoteOf:
        symbol = a
        i += 2
        break
      case marks.replace:
        found.push({ ...named('ReplaceOrder', account, a), qtyLots: c, priceTicks: b })
        i += 4
        break
      case marks.resize:
        found.push({ ...named('ReplaceOrder', account, a), qtyLots: b })
        i += 3
        break
      case marks.cancel:
        found.push(named('CancelOrder', account, a))
        i += 2
        break
      default: {
        const placed = placedBy.get(mark)
        if (placed !== undefined) {
          const own = { kind: 'PlaceOrder', account, symbol, priceTicks: a, qtyLots: b }
          found.push(inOrder({ ...own, ...quote, ...placed }, table.PlaceOrder))
          i += 3
          break
        }
        throw new Error(
          `A batch in the journal has an operation ${String(mark)} unknown to this build`,
        )
      }
    }
  }
  return found
}

const named = (kind: string, account: unknown, orderId: unknown): Record<string, unknown> => ({
  kind,
  account,
  order: { orderId },
})

function inOrder(
  operation: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const ordered: Record<string, unknown> = { kind: operation['kind'] }
  for (const field of fields) if (operation[field] !== undefined) ordered[field] = operation[field]
  return ordered
}

/** Whether the operation has no fields other than those that its mark implies. */
function hasOnly(operation: BatchOperation, table: FieldTable): boolean {
  const record: Readonly<Record<string, unknown>> = operation
  return table[operation.kind].every((field) => {
    if (record[field] === undefined) return true
    return operation.kind === 'PlaceOrder' ? quoteFields.has(field) : changeFields.has(field)
  })
}

function isQuote(operation: BatchOperation): boolean {
  const record: Readonly<Record<string, unknown>> = operation
  return Object.entries(quote).every(([field, value]) => record[field] === value)
}
