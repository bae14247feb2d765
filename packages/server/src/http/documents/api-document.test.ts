// The API documents describe all calls and topics.

import { readFileSync, readdirSync } from 'node:fs'
import { buildRelease, callNames, calls } from '@basis/protocol/calls'
import { topicMessages } from '@basis/protocol/topics/messages'
import { topicNames, type TopicKind } from '@basis/protocol/topics/topic'
import { v5Topics, v5TradeOperations } from '@basis/protocol/v5/topics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

test('the API document names every call with its fields', async () => {
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
})

type Sockets = {
  readonly channels: Readonly<Record<string, { readonly address: string }>>
  readonly operations: Readonly<Record<string, { readonly channel: { readonly $ref: string } }>>
}

test.each([
  ['asyncapi', (Object.keys(topicMessages) as TopicKind[]).flatMap((kind) => topicNames(kind))],
  ['v5-asyncapi', [...v5Topics.map(({ name }) => name), ...Object.keys(v5TradeOperations)]],
])('the document %s names every topic of its sockets', async (name, wanted) => {
  const document: Sockets = (await venue.app.inject(`/api/${name}.json`)).json()
  const addresses = new Set(Object.values(document.channels).map(({ address }) => address))
  expect(wanted.filter((address) => !addresses.has(address))).toEqual([])
  for (const { channel } of Object.values(document.operations)) {
    const id = channel.$ref.replace('#/channels/', '').replaceAll('~1', '/')
    expect(document.channels).toHaveProperty([id])
  }
})

test('all packages have one version, which the API document and the venue status have too', async () => {
  const folder = new URL('../../../../../', import.meta.url)
  const packages = ['.', ...readdirSync(new URL('packages', folder)).map((of) => `packages/${of}`)]
  const versions = packages.map((path) => {
    const text = readFileSync(new URL(`${path}/package.json`, folder), 'utf8')
    return (JSON.parse(text) as { version: string }).version
  })
  expect(new Set(versions).size).toBe(1)
  const document = (await venue.app.inject('/api/openapi.json')).json()
  const { result } = (await venue.app.inject(calls.venueStatus.path)).json()
  expect(document.info.version).toBe(result.version)
  expect(result.buildRelease).toBe(buildRelease)
})
