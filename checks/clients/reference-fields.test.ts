// Every field that the reference lists is in the answer of its call with its type, and no other
// field is: schemas of the open API against tables generated from the reference (open API 3–7).

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { v5CallNames, v5Calls } from '@basis/protocol/v5/calls'
import type { V5Call } from '@basis/protocol/v5/call'
import {
  v5ContractRow,
  v5ContractTicker,
  v5OptionRow,
  v5OptionTicker,
  v5SpotRow,
  v5SpotTicker,
} from '@basis/protocol/v5/market-calls'
import { expect, test } from 'vitest'
import {
  readReferenceFields,
  referenceText,
  type Mark,
  type ReferenceFields,
} from './reference-fields.ts'

const folder = import.meta.dirname
const generated = JSON.parse(
  readFileSync(resolve(folder, 'reference-fields.json'), 'utf8'),
) as ReferenceFields

test('the tables are those of the reference, if it is beside the repository', () => {
  const text = referenceText()
  expect(text === undefined ? generated : readReferenceFields(text)).toEqual(generated)
})

const answers = new Map<string, Schema>(
  v5CallNames.map((name) => {
    const { method, path, answer }: V5Call = v5Calls[name]
    return [`${method} ${path}`, answer]
  }),
)
const rows: readonly (readonly [string, Schema])[] = [
  ['linear row of GET /v5/market/instruments-info', v5ContractRow],
  ['spot row of GET /v5/market/instruments-info', v5SpotRow],
  ['option row of GET /v5/market/instruments-info', v5OptionRow],
  ['linear row of GET /v5/market/tickers', v5ContractTicker],
  ['spot row of GET /v5/market/tickers', v5SpotTicker],
  ['option row of GET /v5/market/tickers', v5OptionTicker],
]

/** The schema of an answer in the table of calls. */
type Schema = V5Call['answer']

type Def = {
  readonly type: string
  readonly format?: string
  readonly innerType?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
}

/** The marks of the reference that a schema's type fits. */
const marksOf: Readonly<Record<string, readonly Mark[]>> = {
  decimal: ['n', 'n?', 's', 'text'],
  signedDecimal: ['n', 'n?', 's', 'text'],
  decimalOrEmpty: ['n?', 's', 'text'],
  milliseconds: ['ms', 's', 'text'],
  string: ['s', 'text'],
  literal: ['s', 'text'],
  enum: ['s', 'text'],
  number: ['i'],
  boolean: ['b'],
  array: ['a'],
  record: ['o'],
  object: ['o'],
}

/** All names in a schema, at any depth, with the marks that they may have. */
function namesIn(schema: Schema, names = new Map<string, Set<Mark>>()) {
  const def = schema.def as Def
  for (const inner of [def.innerType, def.element, ...(def.options ?? [])]) {
    if (inner !== undefined) namesIn(inner, names)
  }
  for (const [name, field] of Object.entries(def.shape ?? {})) {
    const known = names.get(name) ?? new Set<Mark>()
    for (const mark of marksOfField(field)) known.add(mark)
    names.set(name, known)
    namesIn(field, names)
  }
  return names
}

function marksOfField(schema: Schema): readonly Mark[] {
  const { type, format, innerType, options = [] } = schema.def as Def
  if (innerType !== undefined) return marksOfField(innerType)
  if (options.length > 0) return options.flatMap(marksOfField)
  return marksOf[format ?? type] ?? marksOf[type] ?? []
}

/** Fields that may be missing: optional ones, values of `placeType`, and parts of a null. */
const mayBeMissing = [
  /^GET \/v5\/order\/(realtime|history) (rpiTakerAccess|rpiMatchedQty|iv)$/,
  /^linear row of GET \/v5\/market\/instruments-info symbolId$/,
  // Contracts have no auction before trading here, so `preListingInfo` is null.
  /instruments-info (phases?|startTime|endTime|(auction|taker|maker)FeeRate|auctionFeeInfo)$/,
  // Lists that are always empty, and maps whose keys are wallets.
  /^GET \/v5\/asset\/(deposit\/query-record|withdraw\/(query-record|withdrawable-amount)) /,
]
/** Additional fields: as the original venue answers them, or around described ones. */
const additional = new Set([
  'GET /v5/market/adlAlert maxBalance',
  'GET /v5/account/mmp-state result',
  ...'title description type key tags url dateTimestamp startDateTimestamp endDateTimestamp'
    .split(' ')
    .map((field) => `GET /v5/announcements/index ${field}`),
])

/** Fields without a mark in the reference that are not texts. */
const unmarked = new Set([
  'GET /v5/market/orderbook a',
  'POST /v5/position/add-margin positionIdx',
  'POST /v5/position/add-margin riskId',
  'POST /v5/position/add-margin autoAddMargin',
  'POST /v5/asset/withdraw/cancel status',
  'GET /v5/system/status serviceTypes',
  'GET /v5/system/status product',
  'GET /v5/system/status uidSuffix',
])
/** Numbers of the reference that may be empty by a sentence there, or without a value. */
const mayBeEmpty =
  /position\/(list|closed-pnl) (leverage|riskLimitValue)$|price-limit (buy|sell)Lmt$/
/** Every result may name its category, and a paged one its next page (open API 1.8, 3). */
const everywhere = ['category', 'list', 'nextPageCursor']

function faultsOf(call: string, schema: Schema): string[] {
  const table = generated[call] ?? {}
  const wanted = new Map<string, Mark[]>()
  for (const [mark, names] of Object.entries(table) as [Mark, string][]) {
    for (const name of names.split(' ')) wanted.set(name, [...(wanted.get(name) ?? []), mark])
  }
  const has = namesIn(schema)
  const missing = [...wanted].flatMap(([name, marks]) => {
    const at = `${call} ${name}`
    const known = has.get(name)
    if (known === undefined) {
      return mayBeMissing.some((pattern) => pattern.test(at)) ? [] : [`${at} is missing`]
    }
    const isEmpty = mayBeEmpty.test(at) && known.has('n?')
    const fits = unmarked.has(at) || isEmpty || marks.some((mark) => known.has(mark))
    return fits ? [] : [`${at} is no ${marks.join(' or ')}: ${[...known].join(' ')}`]
  })
  const more = [...has.keys()].filter(
    (name) => !wanted.has(name) && !everywhere.includes(name) && !additional.has(`${call} ${name}`),
  )
  return [...missing, ...more.map((name) => `${call} ${name} is in no table`)]
}

const described = Object.keys(generated).filter((call) => !call.includes(' row of '))

test.each(described)('%s', (call) => {
  const schema = answers.get(call)
  expect(schema === undefined ? [`${call} is no call`] : faultsOf(call, schema)).toEqual([])
})

test.each(rows)('%s', (row, schema) => {
  expect(faultsOf(row, schema)).toEqual([])
})

/** Described by category above; as another call; or named by the reference without an answer. */
const undescribed = [
  /^GET \/v5\/(market|account)\/instruments-info$|^GET \/v5\/market\/tickers$/,
  /^POST \/v5\/order\/(amend|cancel)-batch$/,
  /\/user\/|universal-transfer|query-sub-member/,
  // The reference is about instruments; combinations have a separate page without types.
  /\/v5\/spread\//,
]

test('every call whose answer has fields is in the tables or excluded by name', () => {
  const open = [...answers].filter(([call, schema]) => {
    const isKnown = call in generated || undescribed.some((pattern) => pattern.test(call))
    return !isKnown && namesIn(schema).size > 0
  })
  expect(open.map(([call]) => call)).toEqual([])
})

test('a field that is missing, has another type or is unknown is found', () => {
  const call = 'GET /v5/account/smp-group'
  const other = answers.get('GET /v5/asset/transfer/query-transfer-coin-list')
  const unlike = answers.get('GET /v5/market/price-limit')
  expect(other && faultsOf(call, other)).toEqual([`${call} smpGroup is missing`])
  expect(unlike && faultsOf('GET /v5/account/fee-rate', unlike)).toEqual(
    expect.arrayContaining([
      'GET /v5/account/fee-rate takerFeeRate is missing',
      'GET /v5/account/fee-rate buyLmt is in no table',
    ]),
  )
  // A time is an integer in one of them, and a text in the other.
  const record = answers.get('GET /v5/asset/settlement-record')
  expect(record && faultsOf('GET /v5/account/borrow-history', record)).toContain(
    'GET /v5/account/borrow-history createdTime is no i: ms s text',
  )
})
