// The calls whose schemas are in the first bundle, since they must not wait for a download: those
// of the page's start, of orders and positions, and of rules, which "stop everything" ends first.

import { accountCalls } from '@basis/protocol/account-calls'
import type { Call } from '@basis/protocol/call'
import type { CallName } from '@basis/protocol/calls'
import { commandCalls } from '@basis/protocol/command-calls'
import { catalogueCalls, marketCalls } from '@basis/protocol/market-calls'
import { marketControlCalls } from '@basis/protocol/operators/market-control'
import { optionCalls } from '@basis/protocol/options/chain'
import { orderCalls, positionCalls, spotOrderCalls } from '@basis/protocol/order-calls'
import { previewCalls } from '@basis/protocol/preview-calls'
import { ruleCalls } from '@basis/protocol/rules/rule'
import { spreadMarketCalls } from '@basis/protocol/spread/market'
import { loadPart } from '../platform/load-part.ts'

const callsAtHand: Readonly<Partial<Record<CallName, Call>>> = {
  ...catalogueCalls,
  ...marketCalls,
  ...optionCalls,
  ...spreadMarketCalls,
  ...accountCalls,
  ...marketControlCalls,
  ...orderCalls,
  ...commandCalls,
  ...previewCalls,
  ...spotOrderCalls,
  ...positionCalls,
  ...ruleCalls,
}

let allCalls: Readonly<Record<CallName, Call>> | undefined
let loading: Promise<Readonly<Record<CallName, Call>>> | undefined

/** Loads the whole table once; the page asks for it as soon as there is an account. */
export async function loadAllCalls(): Promise<Readonly<Record<CallName, Call>>> {
  loading ??= loadPart(async () => (await import('@basis/protocol/calls')).calls)
  allCalls = await loading
  return allCalls
}

/** Returns a call of the table: synchronously if its schema is already loaded. */
export const callNamed = (name: CallName): Call | Promise<Call> =>
  callsAtHand[name] ?? allCalls?.[name] ?? loadAllCalls().then((calls) => calls[name])
