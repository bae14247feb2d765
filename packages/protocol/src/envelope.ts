// Response envelopes: writing and reading both forms, ret_code and retCode (spec 7, 8).

import { formatDecimal } from '@basis/domain/numbers/fixed'
import * as z from './schema/deferred.ts'

/** `snake`: ret_code, ret_msg, ext_map, time_now. `hump`: retCode, retMsg, retExtInfo, time. */
export const envelopeForms = ['snake', 'hump'] as const
export type EnvelopeForm = (typeof envelopeForms)[number]

/** A response before it is written in one of the forms. */
export type Answer = {
  readonly code: number
  readonly message: string
  readonly result: unknown
  readonly extMap?: Readonly<Record<string, unknown>>
  /** The anti-forgery token of a new session; the terminal stores it in a cookie. */
  readonly token?: string
  readonly timeMs: number
}

/** Returns the body of an answer; the message is URI-encoded as the terminal expects it. */
export function writeEnvelope(answer: Answer, form: EnvelopeForm): Record<string, unknown> {
  const message = encodeURI(answer.message.toWellFormed())
  const token = answer.token === undefined ? {} : { token: answer.token }
  const extMap = answer.extMap ?? {}
  if (form === 'hump') {
    return {
      retCode: answer.code,
      retMsg: message,
      result: answer.result,
      retExtInfo: extMap,
      ...token,
      time: answer.timeMs,
    }
  }
  return {
    ret_code: answer.code,
    ret_msg: message,
    result: answer.result,
    ext_code: '',
    ext_map: extMap,
    ...token,
    // Seconds with a fraction, as text: the older time format.
    time_now: formatDecimal(BigInt(answer.timeMs), 3),
  }
}

/** A failed call: the code, the message, its figures, and the error flag of the specification. */
export type CallFailure = {
  readonly code: number
  readonly message: string
  readonly extMap: Readonly<Record<string, unknown>>
  /** The result of a failed call, e.g. `create_order_failed_qty_x`. */
  readonly result?: unknown
  /** The code of a failed check, as in the response (spec 7). */
  readonly checkCode?: number
  readonly hasError: true
}
export type CallOutcome<Value> =
  | {
      readonly ok: true
      readonly value: Value
      readonly extMap: Readonly<Record<string, unknown>>
      readonly token?: string
      readonly timeMs?: number
    }
  | { readonly ok: false; readonly error: CallFailure }

/** The messages for a response that is missing, malformed or without a message (spec 8). */
export const failureTexts = {
  missing: 'Non Response!',
  failed: 'Request failed. Please try again later.',
  access: 'Access error, please try again later',
} as const

/** Returns the text with its escapes decoded, or unchanged if an escape is invalid. */
export function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

type Body = Readonly<Record<string, unknown>>

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a failure in the form of all failed calls (spec 7). */
export const failure = (
  code: number,
  message: string,
  extMap: Body = {},
  result?: unknown,
): { readonly ok: false; readonly error: CallFailure } => ({
  ok: false,
  error: {
    code,
    message,
    extMap,
    hasError: true,
    ...(result === undefined ? {} : { result }),
    ...checkCodeIn(result),
  },
})

function checkCodeIn(result: unknown): { readonly checkCode?: number } {
  const checkCode = isBody(result) ? numberOf(result['check_code']) : undefined
  return checkCode === undefined || checkCode === 0 ? {} : { checkCode }
}

/**
 * Reads a response. `status` is the HTTP status, `body` the parsed JSON, undefined if nothing came.
 * A body that is not an envelope gives ext_code, else the status, else 500 (spec 8). The result is
 * checked by its schema; an invalid one is a failure too.
 */
export function readAnswer<Schema extends z.ZodMiniType>(
  status: number | undefined,
  body: unknown,
  schema: Schema,
): CallOutcome<z.output<Schema>> {
  if (status === undefined && body === undefined) return failure(500, failureTexts.missing)
  if (!isBody(body)) return failure(status ?? 500, failureTexts.failed)
  const code = numberOf(body['ret_code'] ?? body['retCode'])
  if (code === undefined) {
    const message = textOf(body['message']) ?? textOf(body['ret_msg']) ?? failureTexts.failed
    return failure(numberOf(body['ext_code']) ?? status ?? 500, decodeMessage(message))
  }
  const result = body['result']
  const statusCode = isBody(result) ? numberOf(result['status_code']) : undefined
  const extMap = bodyOf(body['ext_map']) ?? bodyOf(body['retExtInfo']) ?? {}
  if (code !== 0 || !(statusCode === undefined || statusCode === 0 || statusCode === 200)) {
    const message = textOf(body['ret_msg']) ?? textOf(body['retMsg']) ?? failureTexts.access
    const named = code === 0 ? (statusCode ?? code) : code
    return failure(named, decodeMessage(message), extMap, result)
  }
  const parsed = z.safeParse(schema, result)
  if (!parsed.success) return failure(9000000, failureTexts.failed, extMap)
  const token = textOf(body['token'])
  const timeMs = timeOf(body)
  return {
    ok: true,
    value: parsed.data,
    extMap,
    ...(token === undefined ? {} : { token }),
    ...(timeMs === undefined ? {} : { timeMs }),
  }
}

const bodyOf = (value: unknown): Body | undefined => (isBody(value) ? value : undefined)
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  return undefined
}

function timeOf(body: Body): number | undefined {
  const time = numberOf(body['time'])
  if (time !== undefined) return time
  const match = /^(\d{1,11})\.(\d{3})$/.exec(textOf(body['time_now']) ?? '')
  return match === null ? undefined : Number(`${match[1]}${match[2]}`)
}
