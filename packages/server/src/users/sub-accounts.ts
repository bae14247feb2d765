// Sub-accounts for the terminal and the open API: a user of its own, then an account under its main
// account (rules 23.1).

import { problem, type Problem } from '@basis/domain/instrument/problems'
import { mostSubAccounts } from '@basis/domain/instrument/purse'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Exchange } from '../exchange/exchange.ts'
import type { Sessions, SubAccountTerms } from './sessions.ts'

/** The ban reason of a sub-account that its main account has closed, as stored and shown. */
export const closedReason = 'closed by the main account'

export const isClosed = (sessions: Pick<Sessions, 'banReason'>, account: AccountId): boolean =>
  sessions.banReason(account) === closedReason

/** Returns the sub-accounts of a main account without the closed ones. */
export const openSubAccounts = (
  { exchange, sessions }: { readonly exchange: Exchange; readonly sessions: Sessions },
  main: AccountId,
): readonly AccountId[] =>
  exchange.views.ownership.subs(main).filter((sub) => !isClosed(sessions, sub))

type Opened = { readonly sub: AccountId; readonly seq: number } | { readonly problem: Problem }

/** Opens a sub-account of a main account. Throws UserNameTaken. */
export async function openSubAccount(
  { exchange, sessions }: { readonly exchange: Exchange; readonly sessions: Sessions },
  account: AccountId,
  terms: SubAccountTerms = {},
): Promise<Opened> {
  const { ownership, highestAccount } = exchange.views
  // Checked first, so that a refusal leaves no user behind.
  if (ownership.main(account) !== undefined) {
    return { problem: problem('subAccountOfSub', 'account') }
  }
  if (ownership.subs(account).length >= mostSubAccounts) {
    const max = String(mostSubAccounts)
    return { problem: problem('subAccountsTooMany', 'account', { max }) }
  }
  const sub = accountId(await sessions.addUser(highestAccount() + 1, terms))
  const made = await exchange.submit({ kind: 'OpenSubAccount', account, sub })
  return made.problem === undefined ? { sub, seq: made.seq } : { problem: made.problem }
}

/** Whether an account has neither coins nor orders, also not with its bots and copies. */
export function isEmpty({ views }: Exchange, account: AccountId): boolean {
  const { ownership, grids, spotBots, copy, spreads } = views
  const coins = [...ownership.unified(account), ...ownership.funding(account)]
  const bots = [...grids.bots(account), ...spotBots.bots(account)]
  const follows = copy.follows(account)
  return (
    coins.every(({ balance }) => balance === 0n) &&
    views.positions(account).length === 0 &&
    views.openOrders(account).length === 0 &&
    views.algos(account).length === 0 &&
    spreads.openOrders(account).length === 0 &&
    bots.every(({ status }) => status === 'Ended') &&
    follows.every(({ state, equity }) => state === 'Stopped' && equity === 0n) &&
    (copy.leads(account)?.equity ?? 0n) === 0n
  )
}
