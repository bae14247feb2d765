// Every form of ccxt's own static request tests that is about an account: ccxt sends what they say,
// and the venue takes it, or refuses it by name.

import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CcxtExchange } from './ccxt-methods.ts'
import { startCcxtVenue, type CcxtVenue } from './ccxt-venue.ts'
import { orderForms } from './order-forms.ts'
import { queryForms } from './query-forms.ts'
import { inverse, spot, swap, type RequestForm } from './request-forms.ts'

let venue: CcxtVenue
let x: CcxtExchange

beforeAll(async () => {
  venue = await startCcxtVenue()
  x = venue.exchange
})
/** The next form begins without an order and without a position. */
afterEach(async () => {
  // Two equal requests of one millisecond would be one that was sent twice.
  await delay(2)
  for (const symbol of [swap, inverse, venue.option]) await x.cancelAllOrders(symbol)
  for (const params of [{}, { trigger: true }, { orderFilter: 'tpslOrder' }])
    await x.cancelAllOrders(spot, params)
  for (const symbol of [swap, inverse]) {
    const { contracts = 0 } = await x.fetchPosition(symbol)
    const reduceOnly = { reduceOnly: true }
    if (contracts) await x.createOrder(symbol, 'market', 'sell', contracts, undefined, reduceOnly)
  }
})
afterAll(async () => {
  await x.close()
  await venue.live.stop()
  expect(venue.live.failures).toEqual([])
})

type Sent = { readonly path: string; readonly fields: Readonly<Record<string, unknown>> }
/** Names that ccxt makes up for each request, and its tests leave out. */
const madeUp = ['transferId', 'timestamp']

/** Does something, and returns what was sent meanwhile and what it was refused with. */
async function sentBy(act: () => Promise<unknown>) {
  const sent: Sent[] = []
  const fetching = x.fetch.bind(x)
  x.fetch = (url, method, headers, body) => {
    const { pathname, searchParams } = new URL(String(url))
    const fields: Record<string, unknown> =
      method === 'POST' ? JSON.parse(String(body)) : Object.fromEntries(searchParams)
    for (const name of madeUp) delete fields[name]
    // Options must have an id of the client, which ccxt makes up.
    if (fields['category'] === 'option') delete fields['orderLinkId']
    sent.push({ path: pathname, fields })
    return fetching(url, method, headers, body)
  }
  try {
    await act()
    return { sent, refusal: '' }
  } catch (error) {
    return { sent, refusal: (error as Error).message }
  } finally {
    x.fetch = fetching
  }
}

/** What was sent, with `*` wherever any text will do. */
function likened(told: unknown, meant: unknown): unknown {
  if (meant === '*') return typeof told === 'string' && told !== '' ? '*' : told
  if (Array.isArray(told) && Array.isArray(meant))
    return told.map((each, at) => likened(each, meant[at]))
  if (typeof told !== 'object' || told === null || typeof meant !== 'object') return told
  const names = Object.entries(told)
  return Object.fromEntries(
    names.map(([name, each]) => [name, likened(each, Reflect.get(meant ?? {}, name))]),
  )
}

const named = (forms: readonly RequestForm[]) =>
  forms.map((form) => [form.method, form.says, form] as const)

test.each(named([...orderForms, ...queryForms]))(
  'the form of ccxt’s static request tests: %s, %s',
  async (_method, _says, { send, path, fields, refusal, options = {} }) => {
    const before = { ...x.options }
    Object.assign(x.options, options)
    const done = await sentBy(() => send(x, venue.option))
    Object.assign(x.options, before)
    for (const name of Object.keys(options)) if (!(name in before)) delete x.options[name]
    if (refusal === undefined) expect(done.refusal).toBe('')
    else expect(done.refusal).toContain(refusal)
    const told = done.sent
      .filter((each) => each.path === path)
      .map((each) => likened(each.fields, fields))
    const isThere = told.some((each) => isDeepStrictEqual(each, fields))
    expect(isThere ? fields : told).toEqual(fields)
  },
)
