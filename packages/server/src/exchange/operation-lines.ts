// The acts of a batch in the journal: flat lists of values, without what the command already says.
// Robots quote in batches, so most of a journal consists of these.

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

/** The mark before each act's values. `quoteOf` names the symbol of the quotes that follow. */
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
 * Returns the acts as a flat list of strings and numbers; undefined if an act has a field that the
 * list cannot hold: the acts are then written as they are.
 */
export function compactOperations({ account, acts }: OrderBatch, table: FieldTable): unknown {
  const values: (string | number)[] = []
  let symbol: string | undefined
  for (const act of acts) {
    if (act.account !== account || !hasOnly(act, table)) return undefined
    if (act.kind === 'PlaceOrder') {
      if (!isQuote(act) || act.priceTicks === undefined) return undefined
      if (act.symbol !== symbol) values.push(marks.quoteOf, act.symbol)
      symbol = act.symbol
      const mark = markOf(act)
      if (mark === undefined) return undefined
      values.push(mark, act.priceTicks, act.qtyLots)
      continue
    }
    const { orderId } = act.order
    if (orderId === undefined) return undefined
    if (act.kind === 'CancelOrder') values.push(marks.cancel, orderId)
    else if (act.qtyLots === undefined) return undefined
    else if (act.priceTicks === undefined) values.push(marks.resize, orderId, act.qtyLots)
    else values.push(marks.replace, orderId, act.priceTicks, act.qtyLots)
  }
  return values
}

/** Returns the acts of a line in either form. */
export function plainOperations(acts: unknown, account: unknown, table: FieldTable): unknown {
  if (!Array.isArray(acts) || typeof acts[0] !== 'string') return acts
  const found: Record<string, unknown>[] = []
  let symbol: unknown
  for (let i = 0; i < acts.length;) {
    const [mark, a, b, c] = acts.slice(i, i + 4) as readonly unknown[]
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
        throw new Error(`A batch in the journal has an act ${String(mark)} unknown to this build`)
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
  act: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const ordered: Record<string, unknown> = { kind: act['kind'] }
  for (const field of fields) if (act[field] !== undefined) ordered[field] = act[field]
  return ordered
}

/** Whether the act has no fields other than those that its mark implies. */
function hasOnly(act: BatchOperation, table: FieldTable): boolean {
  const record: Readonly<Record<string, unknown>> = act
  return table[act.kind].every((field) => {
    if (record[field] === undefined) return true
    return act.kind === 'PlaceOrder' ? quoteFields.has(field) : changeFields.has(field)
  })
}

function isQuote(act: BatchOperation): boolean {
  const record: Readonly<Record<string, unknown>> = act
  return Object.entries(quote).every(([field, value]) => record[field] === value)
}
