// The calls whose schemas are in the first bundle: those the page needs at start, and those of
// orders, which must not wait for a download.

import { accountCalls } from '@basis/protocol/account-calls'
import type { Call } from '@basis/protocol/call'
import type { CallName } from '@basis/protocol/calls'
import { commandCalls } from '@basis/protocol/command-calls'
import { catalogueCalls, marketCalls } from '@basis/protocol/market-calls'
import { marketControlCalls } from '@basis/protocol/operators/market-control'
import { optionCalls } from '@basis/protocol/options/chain'
import { orderCalls, positionCalls, spotOrderCalls } from '@basis/protocol/order-calls'
import { previewCalls } from '@basis/protocol/preview-calls'
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
}

let allCalls: Readonly<Record<CallName, Call>> | undefined

/**
 * Loads the whole table, as soon as there is an account: what its rules and algorithmic orders do
 * must not wait for a download either.
 */
export async function loadAllCalls(): Promise<Readonly<Record<CallName, Call>>> {
  allCalls ??= await loadPart(async () => (await import('@basis/protocol/calls')).calls)
  return allCalls
}

/** Returns a call of the table: synchronously if its schema is already loaded. */
export const callNamed = (name: CallName): Call | Promise<Call> =>
  callsAtHand[name] ?? allCalls?.[name] ?? loadAllCalls().then((calls) => calls[name])
