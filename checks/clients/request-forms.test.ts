// Every form of ccxt's own static request tests that concerns an account: ccxt sends the expected
// request, and the venue accepts it or refuses it with the listed code.

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
/** The next form begins without orders and positions. */
afterEach(async () => {
  // Two equal requests in one millisecond would count as a repeated one.
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
/** Fields that ccxt generates for each request, and that its tests leave out. */
const madeUp = ['transferId', 'timestamp']

/** Runs `act`, and returns the requests sent meanwhile and the message of a refusal. */
async function sentBy(act: () => Promise<unknown>) {
  const sent: Sent[] = []
  const fetching = x.fetch.bind(x)
  x.fetch = (url, method, headers, body) => {
    const { pathname, searchParams } = new URL(String(url))
    const fields: Record<string, unknown> =
      method === 'POST' ? JSON.parse(String(body)) : Object.fromEntries(searchParams)
    for (const name of madeUp) delete fields[name]
    // Options must have a client order id, which ccxt generates.
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

/** The sent fields, with `*` where the expected ones accept any text. */
function withWildcards(sent: unknown, expected: unknown): unknown {
  if (expected === '*') return typeof sent === 'string' && sent !== '' ? '*' : sent
  if (Array.isArray(sent) && Array.isArray(expected))
    return sent.map((each, at) => withWildcards(each, expected[at]))
  if (typeof sent !== 'object' || sent === null || typeof expected !== 'object') return sent
  const names = Object.entries(sent)
  return Object.fromEntries(
    names.map(([name, each]) => [name, withWildcards(each, Reflect.get(expected ?? {}, name))]),
  )
}

const named = (forms: readonly RequestForm[]) =>
  forms.map((form) => [form.method, form.says, form] as const)

test.each(named([...orderForms, ...queryForms]))(
  'ccxt sends the request of its static test, and the venue answers as listed: %s, %s',
  async (_method, _says, { send, path, fields, refusal, options = {} }) => {
    const before = { ...x.options }
    Object.assign(x.options, options)
    const done = await sentBy(() => send(x, venue.option))
    Object.assign(x.options, before)
    for (const name of Object.keys(options)) if (!(name in before)) delete x.options[name]
    if (refusal === undefined) expect(done.refusal).toBe('')
    else expect(done.refusal).toContain(refusal)
    const found = done.sent
      .filter((each) => each.path === path)
      .map((each) => withWildcards(each.fields, fields))
    const isThere = found.some((each) => isDeepStrictEqual(each, fields))
    expect(isThere ? fields : found).toEqual(fields)
  },
)
