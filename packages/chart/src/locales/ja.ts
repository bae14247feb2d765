// The chart's words; this language's own ones follow.

import type { ChartMessages } from '../messages.ts'
import { englishMessages } from '../messages.ts'

export const messages: ChartMessages = englishMessages
