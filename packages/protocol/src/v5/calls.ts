// The table of all open API calls. The server's routes, the OpenAPI document and the compatibility
// matrix are generated from it.

import type * as z from '../schema/deferred.ts'
import { v5AccountCalls } from './account-calls.ts'
import { v5AssetCalls } from './asset-calls.ts'
import type { V5Call } from './call.ts'
import { v5MarketCalls } from './market-calls.ts'
import { v5SystemCalls } from './system-calls.ts'
import { v5OrderCalls } from './order-calls.ts'
import { v5PositionCalls } from './position-calls.ts'
import { v5SpreadCalls } from './spread-calls.ts'
import { v5SubMemberCalls } from './sub-member-calls.ts'
import { v5TransferCalls } from './transfer-calls.ts'
import { v5UserCalls } from './user-calls.ts'

export const v5Calls = {
  ...v5MarketCalls,
  ...v5SystemCalls,
  ...v5UserCalls,
  ...v5SubMemberCalls,
  ...v5OrderCalls,
  ...v5SpreadCalls,
  ...v5PositionCalls,
  ...v5AccountCalls,
  ...v5AssetCalls,
  ...v5TransferCalls,
} as const satisfies Readonly<Record<string, V5Call>>

export type V5CallName = keyof typeof v5Calls
export const v5CallNames = Object.keys(v5Calls) as V5CallName[]

/** The parsed parameters for a handler, and the result that it returns. */
export type V5Request<Name extends V5CallName> = z.output<(typeof v5Calls)[Name]['request']>
export type V5Answer<Name extends V5CallName> = z.input<(typeof v5Calls)[Name]['answer']>
