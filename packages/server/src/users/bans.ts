// The orders of a banned account: what could open or enlarge a position leaves the book. Positions
// stay, and with them every order that can only close them.

import { isRuleOver } from '@basis/domain/algo/rule'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Command } from '@basis/engine/commands'
import type { Exchange } from '../exchange/exchange.ts'
import type { Sessions } from './sessions.ts'

const checkEveryMs = 250

export type BanWatch = { readonly stop: () => void }

/**
 * Looks for bans, those that were made while the server was down first, and takes the banned
 * accounts out of the book. `onFailure` is told what went wrong; the next ban is tried all the
 * same.
 */
export function watchBans(
  { exchange, sessions }: { readonly exchange: Exchange; readonly sessions: Sessions },
  onFailure: (error: unknown) => void,
): BanWatch {
  let seen: ReadonlySet<number> = new Set()
  const check = (): void => {
    const banned = sessions.banned()
    for (const number of banned) {
      if (seen.has(number)) continue
      withdraw(exchange, accountId(number)).catch(onFailure)
    }
    seen = banned
  }
  check()
  const timer = setInterval(check, checkEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Cancels every rule, and every algorithmic and plain order that is not reduce-only. */
async function withdraw({ views, submit }: Exchange, account: AccountId): Promise<void> {
  const algos = views.algos(account).filter(({ reduceOnly }) => !reduceOnly)
  const orders = views.openOrders(account).filter(({ reduceOnly }) => !reduceOnly)
  const rules = views.rules(account).filter((rule) => !isRuleOver(rule))
  const commands: readonly Command[] = [
    ...rules.map(({ id }) => {
      return { kind: 'SetRuleState', account, ruleId: id, state: 'Cancelled' } as const
    }),
    ...algos.map(({ id }) => ({ kind: 'CancelAlgo', account, algoId: id }) as const),
    ...orders.map(({ id }) => ({ kind: 'CancelOrder', account, order: { orderId: id } }) as const),
  ]
  // Some are gone when their turn comes, filled or cancelled with their parent: that is no failure.
  await Promise.all(commands.map((command) => submit(command)))
}
