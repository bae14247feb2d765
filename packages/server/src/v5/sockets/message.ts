// Messages of clients: an operation, its arguments, and the id that its answer repeats as it came.

export type V5Message = {
  readonly op: string
  readonly args: readonly unknown[]
  /** The id under its own name, `req_id` or `reqId`; empty where none came. */
  readonly id: object
  readonly header: Readonly<Record<string, unknown>>
}

/** Returns the message; undefined for what is no JSON object. */
export function readMessage(text: string): V5Message | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { op, args, req_id: reqId, reqId: tradeId, header } = value as Record<string, unknown>
  return {
    op: typeof op === 'string' ? op : '',
    args: Array.isArray(args) ? args : [],
    id: {
      ...(isId(reqId) ? { req_id: reqId } : {}),
      ...(isId(tradeId) ? { reqId: tradeId } : {}),
    },
    header: typeof header === 'object' && header !== null ? { ...header } : {},
  }
}

/** A number stays a number, a text a text, however long. */
const isId = (id: unknown): id is string | number =>
  typeof id === 'number' || typeof id === 'string'
