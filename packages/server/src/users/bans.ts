// Enforces bans: cancels what could open or increase a position, ends the account's bots, and what
// it leads and copies. Positions and reduce-only orders stay.

import { isRuleOver } from '@basis/domain/algo/states'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Command } from '@basis/engine/commands'
import { cameTooLate, type Exchange } from '../exchange/exchange.ts'
import type { Sessions } from './sessions.ts'

const checkEveryMs = 250

export type BanWatch = { readonly stop: () => void }

/**
 * Checks for bans, at first for those made while the server was down, and enforces them.
 * `onFailure` is called once per account that failed; it is retried at each check, so that a full
 * queue or a missing leader does not let it keep trading.
 */
export function watchBans(
  { exchange, sessions }: { readonly exchange: Exchange; readonly sessions: Sessions },
  onFailure: (error: unknown) => void,
): BanWatch {
  let seen = new Set<number>()
  let failed = new Set<number>()
  const check = (): void => {
    const banned = sessions.banned()
    seen = seen.intersection(banned)
    failed = failed.intersection(banned)
    for (const number of banned.keys()) {
      if (seen.has(number)) continue
      seen.add(number)
      const account = accountId(number)
      enforceBan(exchange, account, sessions.banReason(account)).then(
        () => failed.delete(number),
        (error: unknown) => {
          seen.delete(number)
          if (failed.has(number)) return
          failed.add(number)
          onFailure(error)
        },
      )
    }
  }
  check()
  const timer = setInterval(check, checkEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/**
 * Cancels all rules and combination orders, and all algorithms and orders that are not reduce-only,
 * also those of the wallet that it leads with; ends its bots, and its leading and copying (rules
 * 16.6, 17.6).
 */
async function enforceBan(exchange: Exchange, account: AccountId, reason: string): Promise<void> {
  const { views, submit } = exchange
  const isBan = true as const
  const algos = views.algos(account).filter(({ reduceOnly }) => !reduceOnly)
  const leader = views.copy.leads(account)
  const wallets = leader === undefined ? [account] : [account, leader.wallet]
  const bots = views.grids.bots(account).filter(({ status }) => status !== 'Ended')
  const spotBots = views.spotBots.bots(account).filter(({ status }) => status !== 'Ended')
  const follows = views.copy.follows(account).filter(({ state }) => state === 'Following')
  const rules = views.rules(account).filter((rule) => !isRuleOver(rule))
  const commands: readonly Command[] = [
    ...rules.map(({ id }) => {
      return { kind: 'SetRuleState', account, ruleId: id, state: 'Cancelled' } as const
    }),
    ...algos.map(({ id }) => ({ kind: 'CancelAlgo', account, algoId: id }) as const),
    ...wallets.flatMap((of) => entriesOf(exchange, of)),
    ...(views.spreads.openOrders(account).length > 0
      ? [{ kind: 'CancelAllSpreads', account } as const]
      : []),
    ...bots.map(({ wallet }) => {
      return { kind: 'StopGrid', account, wallet, keepsBase: false, isBan, reason } as const
    }),
    ...spotBots.map(({ wallet }) => {
      return { kind: 'StopSpotBot', account, wallet, keepsCoins: false, isBan, reason } as const
    }),
    ...follows.map(({ wallet }) => ({ kind: 'StopFollow', account, wallet, isBan }) as const),
    ...(leader?.isOpen === true ? [{ kind: 'EndLeader', account, isBan } as const] : []),
  ]
  // An order that was filled or cancelled in the meantime is not a failure.
  const applied = await Promise.all(commands.map((command) => submit(command)))
  if (applied.some(cameTooLate)) throw new Error('the exchange did not take the commands in time')
}

const entriesOf = ({ views }: Exchange, account: AccountId): readonly Command[] =>
  views
    .openOrders(account)
    .filter(({ reduceOnly }) => !reduceOnly)
    .map(({ id }) => ({ kind: 'CancelOrder', account, order: { orderId: id } }) as const)
