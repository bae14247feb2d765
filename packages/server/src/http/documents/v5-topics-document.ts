// The AsyncAPI document of the open API's sockets, generated from the tables of topics and
// operations.

import { v5Calls } from '@basis/protocol/v5/calls'
import { v5Topics, v5TradeOperations, type V5Topic } from '@basis/protocol/v5/topics'
import { schemaOf } from './schema-of.ts'
import { channelsDocument, type Channel } from './topic-channels.ts'

/** Returns the AsyncAPI document of the open API's topics. */
export const v5TopicsDocument = (version: string): object =>
  channelsDocument({
    title: 'Basis, the sockets of the open API',
    version,
    description:
      'Topics are subscribed to by {"op":"subscribe","args":[…]}. The private and the trade ' +
      'socket first take {"op":"auth","args":[key, expires, HMAC of "GET/realtime" + expires]}.',
    sent: v5Topics.map((topic) => [nameOf(topic), topicChannel(topic)]),
    taken: Object.entries(v5TradeOperations).map(([op, call]) => [op, entryChannel(op, call)]),
  })

/** A topic with a form of its own for options has an entry for each. */
const nameOf = ({ name, categories }: V5Topic): string =>
  categories?.length === 1 ? `${name} ${categories[0]}` : name

const topicChannel = ({ name, categories, values, data }: V5Topic): Channel => ({
  address: name,
  values,
  payload: {
    type: 'object',
    required: ['topic', 'data'],
    properties: { topic: { type: 'string' }, data: schemaOf(data, 'input') },
  },
  sockets: categories?.map((category) => `/v5/public/${category}`) ?? ['/v5/private'],
})

function entryChannel(
  op: string,
  call: (typeof v5TradeOperations)[keyof typeof v5TradeOperations],
): Channel {
  const args = schemaOf(v5Calls[call].request, 'input')
  const payload = {
    type: 'object',
    required: ['op', 'header', 'args'],
    properties: {
      reqId: { type: 'string', maxLength: 36 },
      header: { type: 'object', required: ['X-BAPI-TIMESTAMP'] },
      op: { const: op },
      args: { type: 'array', minItems: 1, maxItems: 1, items: args },
    },
  }
  return { address: op, payload, sockets: ['/v5/trade'] }
}
