// The AsyncAPI document of the terminal's sockets, generated from the table of topics.

import { topicMessages } from '@basis/protocol/topics/messages'
import { socketReply, socketRequest } from '@basis/protocol/topics/operations'
import {
  isPrivateTopic,
  privateSocketPath,
  privateSocketVersion,
  publicSocketPath,
  topicNames,
  topicValues,
  type TopicKind,
} from '@basis/protocol/topics/topic'
import { schemaOf } from './schema-of.ts'
import { channelsDocument, type Channel } from './topic-channels.ts'

const privateSocket = `${privateSocketPath}?v=${privateSocketVersion}`
const bothSockets = [publicSocketPath, privateSocket]

/** Returns the AsyncAPI document of the terminal's topics. */
export const topicsDocument = (version: string): object =>
  channelsDocument({
    title: 'Basis, the sockets of the terminal',
    version,
    description:
      'Topics are subscribed to by {"op":"subscribe","args":[…]}; first comes a snapshot. The ' +
      'private socket first takes {"op":"login","args":[a one-time token of the session]}.',
    sent: [
      ...(Object.keys(topicMessages) as TopicKind[]).flatMap((kind) =>
        topicNames(kind).map((name) => [name, topicChannel(kind, name)] as const),
      ),
      ['reply', socketChannel('reply', schemaOf(socketReply, 'output'))],
    ],
    taken: [['request', socketChannel('request', schemaOf(socketRequest, 'input'))]],
  })

const topicChannel = (kind: TopicKind, address: string): Channel => ({
  address,
  values: topicValues,
  payload: schemaOf(topicMessages[kind], 'output'),
  sockets: [isPrivateTopic(kind) ? privateSocket : publicSocketPath],
})

const socketChannel = (address: string, payload: object): Channel => ({
  address,
  payload,
  sockets: bothSockets,
})
