// The calls whose schemas are in the first bundle: those the page needs at start, and those of
// orders, which must not wait for a download. The whole table is loaded with the first other call.

import { accountCalls } from '@basis/protocol/account-calls'
import { alertCalls } from '@basis/protocol/alerts/alert'
import type { Call } from '@basis/protocol/call'
import type { CallName } from '@basis/protocol/calls'
import { commandCalls } from '@basis/protocol/command-calls'
import { catalogueCalls, marketCalls } from '@basis/protocol/market-calls'
import { marketControlCalls } from '@basis/protocol/operators/market-control'
import { optionCalls } from '@basis/protocol/options/chain'
import {
  historyCalls,
  orderCalls,
  positionCalls,
  spotOrderCalls,
} from '@basis/protocol/order-calls'
import { previewCalls } from '@basis/protocol/preview-calls'
import { ruleCalls } from '@basis/protocol/rules/rule'
import { spreadMarketCalls } from '@basis/protocol/spread/market'
import { spreadOrderCalls } from '@basis/protocol/spread/order'
import { strategyCalls } from '@basis/protocol/strategy'
import { loadPart } from '../platform/load-part.ts'

const callsAtHand: Readonly<Partial<Record<CallName, Call>>> = {
  ...catalogueCalls,
  ...marketCalls,
  ...optionCalls,
  ...spreadMarketCalls,
  ...accountCalls,
  ...marketControlCalls,
  ...alertCalls,
  ...orderCalls,
  ...commandCalls,
  ...previewCalls,
  ...spotOrderCalls,
  ...spreadOrderCalls,
  ...strategyCalls,
  ...ruleCalls,
  ...positionCalls,
  ...historyCalls,
}

/** Returns a call of the table: synchronously if its schema is already loaded. */
export const callNamed = (name: CallName): Call | Promise<Call> =>
  callsAtHand[name] ?? loadPart(async () => (await import('@basis/protocol/calls')).calls[name])
