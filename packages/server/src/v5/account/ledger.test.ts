// Filters of the ledger (open API 6.4): a value that no entry can have is refused with the name of
// the field, a valid value without entries is answered with an empty list.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'

let venue: TestServer
let client: V5TestClient
beforeAll(async () => {
  venue = await startTestServer()
  client = await V5TestClient.open(venue)
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
])('the filter %s=%s is refused with the field name', async (field, value) => {
  expect(await ask({ [field]: value })).toMatchObject(refused(field))
})

test('an account type other than UNIFIED is refused', async () => {
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
])('the valid filter %o without entries answers an empty list', async (filters) => {
  expect(await ask(filters)).toMatchObject({ retCode: 0, result: { list: [] } })
})

test('filters return the matching entries', async () => {
  const { result } = await ask({ type: 'TRANSFER_IN', currency: 'USDT', accountType: 'UNIFIED' })
  expect(result.list).toMatchObject([{ type: 'TRANSFER_IN', currency: 'USDT', change: '100000' }])
  expect(await ask({ baseCoin: 'BTC' })).toMatchObject({ retCode: 0, result: { list: [] } })
})
