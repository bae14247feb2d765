// The handler of each call of the open API.

import type { V5Handlers } from './context.ts'
import { timeHandlers } from './market/time.ts'
import { v5UserHandlers } from './user.ts'

/** Exhaustive: a call without a handler does not compile. */
export const v5Handlers: V5Handlers = {
  ...timeHandlers,
  ...v5UserHandlers,
}
