// Parsing of requests by the table of calls: strict schemas, nothing coerced or removed; a refusal
// names the field and its rule (reliability S8).

import { queryOptions, queryOptionNames } from '@basis/protocol/call'
import { calls, type CallName, type CallRequest } from '@basis/protocol/calls'
import * as z from 'zod/mini'
import { invalidField, type Refused } from './refusal.ts'

const maxQueryLength = 4096
const queryOptionsSchema = z.strictObject(queryOptions)
/** Options that every call accepts in its query (spec 7). */
export type QueryOptions = z.output<typeof queryOptionsSchema>

/** A query split into the query options and the fields of the call. */
export type Query = {
  readonly queryOptions: Readonly<Record<string, string>>
  readonly own: Readonly<Record<string, string>>
}

const noQuery: Query = { queryOptions: {}, own: {} }

/** Reads the query of a URL. Throws Refused for a duplicate name or an invalid escape. */
export function readQuery(url: string): Query {
  const start = url.indexOf('?')
  // Most orders have no query: they skip the parsing.
  if (start < 0) return noQuery
  const text = url.slice(start + 1)
  if (text.length > maxQueryLength) {
    throw invalidField('query', `must be at most ${maxQueryLength} characters`)
  }
  const shared = new Map<string, string>()
  const own = new Map<string, string>()
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = unescape(equals < 0 ? part : part.slice(0, equals))
    const value = unescape(equals < 0 ? '' : part.slice(equals + 1))
    const target = queryOptionNames.includes(name) ? shared : own
    if (target.has(name)) throw invalidField(shown(name), 'must be given once')
    target.set(name, value)
  }
  return { queryOptions: Object.fromEntries(shared), own: Object.fromEntries(own) }
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    if (error instanceof URIError) throw invalidField('query', 'must have whole % escapes')
    throw error
  }
}

export function readQueryOptions(values: Readonly<Record<string, string>>): QueryOptions {
  if (values === noQuery.queryOptions) return {}
  const result = z.safeParse(queryOptionsSchema, values)
  if (result.success) return result.data
  throw firstIssue(result.error.issues, values, queryOptionNames)
}

/** Returns the request of a call. Throws Refused for the first invalid field. */
export function readRequest<Name extends CallName>(name: Name, value: unknown): CallRequest<Name> {
  const schema = calls[name].request
  const result = z.safeParse(schema, value)
  // The schema is that of this call, which the compiler cannot infer through the index.
  if (result.success) return result.data as CallRequest<Name>
  throw firstIssue(result.error.issues, value, Object.keys(schema.shape))
}

type Issue = z.core.$ZodIssue

function firstIssue(issues: readonly Issue[], value: unknown, fields: readonly string[]): Refused {
  const [issue] = issues
  if (issue === undefined) return invalidField('body', 'does not fit')
  if (issue.code === 'unrecognized_keys') {
    const inner = issue.path.map(String)
    const name = [...inner, issue.keys[0] ?? ''].join('.')
    const known =
      inner.length > 0 || fields.length === 0 ? '' : `; the fields are ${fields.join(', ')}`
    return invalidField(shown(name), `is not a field of this call${known}`)
  }
  const path = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.')
  return invalidField(shown(path), ruleOf(issue, valueAt(value, issue.path)))
}

/** Truncates a name from outside and escapes control characters. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 60)).slice(1, -1)

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.getOwnPropertyDescriptor(found, key)?.value
  }
  return found
}

const formatRules: Readonly<Record<string, string>> = {
  decimal:
    'must be a decimal text of at most 15 digits before and 18 after the point, ' +
    'without sign, exponent or leading zeros',
  integer: 'must be a whole number of at most 15 digits, without sign or leading zeros',
  signedInteger: 'must be a whole number of at most 19 digits, with no sign but "-"',
  signedDecimal:
    'must be a decimal text of at most 30 digits before and 18 after the point, ' +
    'with no sign but "-"',
  word: 'must be 1 to 40 letters, digits or "_", beginning with a letter',
  coinName: 'must be the name of a coin: 1 to 20 capital letters and digits',
  network: 'must be an address of the internet, or a network of them such as 10.0.0.0/8',
  apiKey: 'must be an API key: 10 to 40 letters and digits',
  symbol: 'must be the name of a symbol, such as BTCUSDT, of at most 40 characters',
  orderId: 'must be an order number: 1 to 15 digits without leading zeros',
  orderLinkId: 'must be 1 to 45 letters, digits, "-" or "_"',
  cursor: 'must be the nextPageCursor of the page before',
  coin: 'must be the name of a coin: 1 to 12 capital letters and digits',
  username:
    'must be 4 to 32 letters, digits, "_", "." or "-", beginning with a letter, or an email address',
}

const typeRules: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  object: 'must be a JSON object',
  array: 'must be a list',
}

function ruleOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return 'is required'
      return typeRules[issue.expected] ?? `must be of type ${issue.expected}`
    case 'invalid_format':
      return formatRules[issue.format] ?? `must have the form ${issue.format}`
    case 'invalid_value':
      if (value === undefined) return 'is required'
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must be at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    case 'too_small':
      if (issue.origin === 'string') return `must be at least ${issue.minimum} characters`
      return `must be ${issue.inclusive === true ? 'at least' : 'above'} ${issue.minimum}`
    case 'invalid_union':
      return ruleOfForms(issue, value)
    case 'custom':
      return 'must be a number of at most 15 digits, without sign'
    default:
      return 'does not fit the rule of this field'
  }
}

/** Returns the rule of the union member that the value most likely means, else of the first. */
function ruleOfForms({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  const firsts = errors.flatMap(([first]) => first ?? [])
  const isText = typeof value !== 'number'
  const meant =
    firsts.find(({ code }) => code !== 'invalid_type') ??
    firsts.find((first) => 'expected' in first && (first.expected === 'string') === isText) ??
    firsts[0]
  return meant === undefined ? 'does not fit the rule of this field' : ruleOf(meant, value)
}
