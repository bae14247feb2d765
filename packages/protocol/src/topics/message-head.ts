// The fields that the messages of all topics have.

import * as z from '../schema/deferred.ts'
import { timeMs } from '../wire.ts'

/** The first message after subscribing is a snapshot, the following ones are deltas. */
const messageType = z.enum(['snapshot', 'delta'])
/** `seq`: the last engine command that the message includes. `ts`: when it was created. */
export const head = { topic: z.string(), type: messageType, seq: z.int(), ts: timeMs }
