// Contexts and results of open API handlers; a map of handlers must cover every call it names.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { v5Calls, V5Answer, V5CallName, V5Request } from '@basis/protocol/v5/calls'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import type { IndexUpdate } from '../simulator/prices.ts'
import type { MarketCalendar } from '../simulator/week/market-calendar.ts'
import type { ApiKey } from '../users/api-keys.ts'
import type { Sessions } from '../users/sessions.ts'

/** The parts of the server that the open API uses. */
export type V5Parts = {
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly sessions: Sessions
  readonly clock: Clock
  readonly calendar: MarketCalendar
  /**
   * The last index inputs of outside venues by coin; absent if this process does not receive them.
   */
  readonly lastIndexUpdates?: ReadonlyMap<string, IndexUpdate> | undefined
}

export type V5PublicContext = { readonly parts: V5Parts }
export type V5SignedContext = V5PublicContext & {
  readonly key: ApiKey
  readonly account: AccountId
  /**
   * Counts rows of a batch against its limit and returns how many may pass, from the first; only
   * for calls that count rows.
   */
  readonly takeRows: (count: number) => number
}

type ContextOf<Name extends V5CallName> = (typeof v5Calls)[Name]['access'] extends 'signed'
  ? V5SignedContext
  : V5PublicContext

export type V5Made<Result> = {
  readonly result: Result
  /** Codes of the rows of a batch. */
  readonly extInfo?: object
}

export type V5Handler<Name extends V5CallName> = (
  context: ContextOf<Name>,
  request: V5Request<Name>,
) => V5Made<V5Answer<Name>> | Promise<V5Made<V5Answer<Name>>>

/** A map with a handler for each of the names; a missing one does not compile. */
export type V5Handlers<Names extends V5CallName = V5CallName> = {
  readonly [Name in Names]: V5Handler<Name>
}
