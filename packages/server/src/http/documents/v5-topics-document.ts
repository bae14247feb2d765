// AsyncAPI of the open API's sockets, made from the tables of topics and operations.

import { v5Calls } from '@basis/protocol/v5/calls'
import { v5Topics, v5TradeOperations, type V5Topic } from '@basis/protocol/v5/topics'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

const v5TopicsPath = '/api/v5-asyncapi.json'

/** Adds the document's route. It is made once, when it is first asked for. */
export function addV5TopicsDocument(app: FastifyInstance, version: string): void {
  let text: string | undefined
  app.get(v5TopicsPath, (_, reply) => {
    text ??= JSON.stringify(v5TopicsDocument(version))
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

function v5TopicsDocument(version: string): object {
  const topics = v5Topics.map((topic) => [nameOf(topic), channelOf(topic)] as const)
  const entries = Object.entries(v5TradeOperations).map(
    ([op, call]) => [op, entryOf(op, call)] as const,
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Basis, the sockets of the open API',
      version,
      description:
        'Topics are subscribed to by {"op":"subscribe","args":[…]}. The private and the trade ' +
        'socket first take {"op":"auth","args":[key, expires, HMAC of "GET/realtime" + expires]}.',
    },
    channels: Object.fromEntries([...topics, ...entries]),
    operations: Object.fromEntries([
      ...topics.map(([name]) => [`read ${name}`, { action: 'send', channel: refTo(name) }]),
      ...entries.map(([name]) => [name, { action: 'receive', channel: refTo(name) }]),
    ]),
  }
}

/** A topic that options have in a form of their own stands twice. */
const nameOf = ({ name, categories }: V5Topic): string =>
  categories?.length === 1 ? `${name} ${categories[0]}` : name

const refTo = (name: string) => ({
  $ref: `#/channels/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
})

function channelOf({ name, categories, values = {}, data }: V5Topic): object {
  const parameters = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => {
    const few = values[parameter]
    return [parameter, few === undefined ? {} : { enum: few }] as const
  })
  const frame = {
    type: 'object',
    required: ['topic', 'data'],
    properties: { topic: { type: 'string' }, data: schemaOf(data) },
  }
  return {
    address: name,
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
    messages: { frame: { contentType: 'application/json', payload: frame } },
    'x-sockets': categories?.map((category) => `/v5/public/${category}`) ?? ['/v5/private'],
  }
}

function entryOf(op: string, call: (typeof v5TradeOperations)[keyof typeof v5TradeOperations]) {
  const { request } = v5Calls[call]
  const payload = {
    type: 'object',
    required: ['op', 'header', 'args'],
    properties: {
      reqId: { type: 'string', maxLength: 36 },
      header: { type: 'object', required: ['X-BAPI-TIMESTAMP'] },
      op: { const: op },
      args: { type: 'array', minItems: 1, maxItems: 1, items: schemaOf(request) },
    },
  }
  return {
    address: op,
    messages: { request: { contentType: 'application/json', payload } },
    'x-sockets': ['/v5/trade'],
  }
}

function schemaOf(schema: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
