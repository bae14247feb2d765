// The messages of all topics.

import type * as z from '../schema/deferred.ts'
import { privateMessages } from './private-messages.ts'
import { publicMessages } from './public-messages.ts'

export const topicMessages = { ...privateMessages, ...publicMessages } as const

export type TopicMessage<Kind extends keyof typeof topicMessages> = z.output<
  (typeof topicMessages)[Kind]
>
