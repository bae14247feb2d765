// A creating request whose answer was lost is sent again under the same client order id.

import { afterEach, expect, test, vi } from 'vitest'
import type { UserInfo } from '@basis/protocol/account'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import type { Outcome } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import { onNotice } from '../../shell/notices.ts'
import { create, createUnder } from './repeatable.ts'

type Answer = Outcome<CallAnswer<'createSpread'>>

const lost = { ok: false, isUnknown: true, error: { code: 0, message: '', extMap: {} } } as Answer
const refused = { ...lost, isUnknown: false } as Answer
const placed = { ok: true, value: { orderId: '1', orderLinkId: '', order: {} } } as Answer

const buy: CallRequest<'createSpread'> = {
  symbol: 'BTCUSDT_BTC/USDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.1',
  price: '-3',
}

test('the same request keeps its client order id until it is answered', async () => {
  const outcomes = [lost, lost, placed, refused, placed]
  const ids: (string | undefined)[] = []
  const notices: string[] = []
  const stop = onNotice(({ title }) => notices.push(title.key))
  const send = (_name: string, { orderLinkId }: CallRequest<'createSpread'>): Promise<Answer> => {
    ids.push(orderLinkId)
    return Promise.resolve(outcomes.shift() ?? refused)
  }
  await create('createSpread', buy, send)
  await create('createSpread', buy, send)
  expect(notices).toEqual(['notices.outcomeRepeatable', 'notices.outcomeRepeatable'])
  await create('createSpread', buy, send)
  await create('createSpread', buy, send)
  await create('createSpread', buy, send)
  stop()
  const [first, second, third, fourth, fifth] = ids
  expect(first).toMatch(/^w-/)
  expect([second, third]).toEqual([first, first])
  // Answered: the next is an order of its own, also after a refusal.
  expect(new Set([first, fourth, fifth]).size).toBe(3)
  expect(notices).toHaveLength(2)
})

test('another request has another id while the first is without an answer', async () => {
  const ids: (string | undefined)[] = []
  const send = (_name: string, { orderLinkId }: CallRequest<'createSpread'>): Promise<Answer> => {
    ids.push(orderLinkId)
    return Promise.resolve(lost)
  }
  await create('createSpread', { ...buy, qty: '1' }, send)
  await create('createSpread', { ...buy, qty: '2' }, send)
  await create('createSpread', { ...buy, qty: '1' }, send)
  expect(ids[1]).not.toBe(ids[0])
  expect(ids[2]).toBe(ids[0])
})

afterEach(() => {
  vi.useRealTimers()
  useSession.setState({ user: undefined })
})

/** Sends the request, whose answer is lost, and returns the id it was sent under. */
async function lostId(request: CallRequest<'createSpread'>): Promise<string> {
  let id = ''
  await create('createSpread', request, (_name, { orderLinkId = '' }) => {
    id = orderLinkId
    return Promise.resolve(lost)
  })
  return id
}

test('the same request hours after a lost answer is another one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await lostId({ ...buy, qty: '7' })
  vi.setSystemTime(Date.now() + 5 * 60_000)
  expect(await lostId({ ...buy, qty: '7' })).toBe(first)
  // Counted from the last lost answer: the line may be down for long.
  vi.setSystemTime(Date.now() + 9 * 60_000)
  expect(await lostId({ ...buy, qty: '7' })).toBe(first)
  vi.setSystemTime(Date.now() + 11 * 60_000)
  expect(await lostId({ ...buy, qty: '7' })).not.toBe(first)
})

test('the same request of another account neither has nor ends the id of the first', async () => {
  const signIn = (uid: string) => useSession.setState({ user: { uid } as UserInfo })
  signIn('1')
  const first = await lostId({ ...buy, qty: '8' })
  signIn('2')
  expect(await lostId({ ...buy, qty: '8' })).not.toBe(first)
  await create('createSpread', { ...buy, qty: '8' }, () => Promise.resolve(placed))
  signIn('1')
  expect(await lostId({ ...buy, qty: '8' })).toBe(first)
})

test('several orders of one request keep an id each', async () => {
  const sent: (readonly string[])[] = []
  const outcomes = [lost, placed]
  const send = (idOf: (place?: number) => string): Promise<Answer> => {
    sent.push([idOf(0), idOf(1), idOf(2)])
    return Promise.resolve(outcomes.shift() ?? placed)
  }
  await createUnder('three orders', send)
  await createUnder('three orders', send)
  await createUnder('three orders', send)
  const [first = [], second, third = []] = sent
  expect(new Set(first).size).toBe(3)
  expect(second).toEqual(first)
  expect(new Set([...first, ...third]).size).toBe(6)
})
