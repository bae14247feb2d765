// The operations of a socket: a client's requests and the replies to them (spec 7).

import * as z from '../schema/deferred.ts'
import { optionalField, timeMs } from '../wire.ts'
import { maxTopicsPerMessage } from './topic.ts'

const requestId = optionalField(z.string().check(z.maxLength(64)))

/** Client requests. `req_id` is returned with the reply. */
export const socketRequest = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.enum(['subscribe', 'unsubscribe']),
    args: z
      .array(z.string().check(z.maxLength(100)))
      .check(z.minLength(1), z.maxLength(maxTopicsPerMessage)),
    req_id: requestId,
  }),
  /** The one-time token. */
  z.strictObject({ op: z.literal('login'), args: z.tuple([z.string()]), req_id: requestId }),
  z.strictObject({
    op: z.enum(['ping', 'pong']),
    args: optionalField(z.array(z.unknown())),
    req_id: requestId,
  }),
])
export type SocketRequest = z.output<typeof socketRequest>

/** Server messages besides topic messages. */
export const socketReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('login_success'), req_id: requestId }),
  z.object({ type: z.literal('login_fail'), message: z.string(), req_id: requestId }),
  z.object({
    type: z.literal('subscribed'),
    /** The accepted topics, and for each refused one the reason. */
    topics: z.array(z.string()),
    refused: z.array(z.object({ topic: z.string(), message: z.string() })),
    req_id: requestId,
  }),
  z.object({ type: z.literal('unsubscribed'), topics: z.array(z.string()), req_id: requestId }),
  z.object({ type: z.literal('pong'), ts: timeMs, req_id: requestId }),
  z.object({ type: z.literal('ping'), ts: timeMs }),
  z.object({ type: z.literal('error'), code: z.int(), message: z.string(), req_id: requestId }),
])
export type SocketReply = z.output<typeof socketReply>
