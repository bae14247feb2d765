// Filters of the ledger (open API 6.4): what an entry cannot have is an error that names the field,
// what merely no entry has is an empty list.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api } from '../api.ts'

let venue: TestServer
let client: V5TestClient
beforeAll(async () => {
  venue = await startTestServer()
  const onFailure = (error: unknown): never => {
    throw error
  }
  client = await V5TestClient.open(venue, createV5Api(venue.parts, { limitFactor: 0, onFailure }))
})
afterAll(() => venue.stop())

const ask = (filters: Record<string, string>) => client.get('account/transaction-log', filters)
const refused = (field: string) => ({
  retCode: 10001,
  retMsg: field === 'category' ? 'Illegal category' : `params error: ${field} invalid`,
})

test.each([
  ['type', 'TRAED'],
  ['type', 'trade'],
  ['category', 'lineal'],
  ['currency', 'USTD'],
  ['baseCoin', 'BTX'],
  ['transSubType', 'moved'],
])('%s %s is refused by its name', async (field, value) => {
  expect(await ask({ [field]: value })).toMatchObject(refused(field))
})

test('there is one kind of account', async () => {
  expect(await ask({ accountType: 'CONTRACT' })).toMatchObject({
    retCode: 10001,
    retMsg: 'accountType only support UNIFIED.',
  })
})

test.each([
  { type: 'AIRDROP' },
  { type: 'TRANSFER_IN_INS_LOAN' },
  { type: 'FIXED_STAKING_SUBSCRIPTION' },
  { transSubType: 'movePosition' },
  { category: 'option' },
])('%o is known, and nothing has it', async (filters) => {
  expect(await ask(filters)).toMatchObject({ retCode: 0, result: { list: [] } })
})

test('what is known and there is found', async () => {
  const { result } = await ask({ type: 'TRANSFER_IN', currency: 'USDT', accountType: 'UNIFIED' })
  expect(result.list).toMatchObject([{ type: 'TRANSFER_IN', currency: 'USDT', change: '100000' }])
  expect(await ask({ baseCoin: 'BTC' })).toMatchObject({ retCode: 0, result: { list: [] } })
})
