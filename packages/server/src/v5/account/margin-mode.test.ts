// The margin mode of an account over the open API, while contracts close and open.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'

let venue: TestServer
let client: V5TestClient

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'ETHUSDT'] })
  client = await V5TestClient.open(venue)
})
afterAll(() => venue.stop())

async function setStatus(symbol: string, status: Instrument['status']): Promise<void> {
  const { views, submit } = venue.parts.exchange
  const instrument = views.instrument(symbolId(symbol))
  if (instrument === undefined) throw new Error(`${symbol} is not listed`)
  const { problem } = await submit({
    kind: 'ListInstrument',
    instrument: { ...instrument, status },
  })
  expect(problem).toBeUndefined()
}

const marginMode = async (): Promise<unknown> =>
  (await client.get('account/info')).result['marginMode']

test('a closed contract does not decide the margin mode of the account', async () => {
  await setStatus('ETHUSDT', 'Closed')
  expect(await marginMode()).toBe('REGULAR_MARGIN')
  const asked = { setMarginMode: 'ISOLATED_MARGIN' }
  expect(await client.post('account/set-margin-mode', asked)).toMatchObject({ retCode: 0 })
  expect(await marginMode()).toBe('ISOLATED_MARGIN')
  // The contract that was closed meanwhile opens as it was: with shared margin.
  await setStatus('ETHUSDT', 'Trading')
  expect(await marginMode()).toBe('REGULAR_MARGIN')
})
