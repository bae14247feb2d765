// Parsing of client messages: an operation, its arguments, and the id that the answer repeats.

export type V5Message = {
  readonly op: string
  readonly args: readonly unknown[]
  /** The id under its own name, `req_id` or `reqId`; empty if there is none. */
  readonly id: object
  readonly header: Readonly<Record<string, unknown>>
}

/** Returns the message; undefined unless it is a JSON object. */
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

/** Ids are numbers or texts of any length, and repeated unchanged. */
const isId = (id: unknown): id is string | number =>
  typeof id === 'number' || typeof id === 'string'
