// The API document says what the doors do.

import { callNames, calls } from '@basis/protocol/calls'
import { expect, test } from 'vitest'
import { startTrialVenue } from './trial-venue.ts'

test('the API document names every call with its fields', async () => {
  const venue = await startTrialVenue()
  try {
    const document = (await venue.app.inject('/api/openapi.json')).json()
    for (const name of callNames) {
      const { path, method } = calls[name]
      expect(document.paths[path][method.toLowerCase()].operationId).toBe(name)
    }
    const create = document.paths[calls.createOrder.path].post
    const { schema } = create.requestBody.content['application/json']
    expect(schema.required).toEqual(['symbol', 'side', 'orderType'])
    expect(schema.additionalProperties).toBe(false)
    expect(create.security).toEqual([{ session: [], userToken: [] }])
  } finally {
    await venue.stop()
  }
})
