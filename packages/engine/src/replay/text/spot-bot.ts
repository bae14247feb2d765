// DCA and rebalancing bots as command text: `bot #3 1200 {"kind":"Dca",…}`, terms as JSON with
// amounts marked.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { SpotBotTerms } from '@basis/domain/spot-bots/terms'
import type { Command } from '../../api/commands.ts'
import type { SpotBotChanged } from '../../api/events.ts'
import type { SpotBotCommand } from '../../api/spot-bot-commands.ts'
import { decimal, fail, money, take, takeBan, words, type Line } from './line.ts'

export function spotBotText(command: SpotBotCommand): string {
  const { account } = command
  switch (command.kind) {
    case 'CreateSpotBot': {
      const terms = JSON.stringify(command.terms, (_key, value: unknown) =>
        typeof value === 'bigint' ? `~${value}` : value,
      )
      return `bot #${account} ${money(command.investment)} ${terms}`
    }
    case 'PauseSpotBot':
      return `${command.isPaused ? 'pause' : 'resume'}-bot #${account} #${command.wallet}`
    case 'StopSpotBot': {
      const { wallet, keepsCoins, isBan, reason } = command
      const why = reason === undefined ? 'ban' : `ban=${encodeURIComponent(reason)}`
      return words(`stop-bot #${account} #${wallet}`, keepsCoins && 'keep', isBan && why)
    }
    case 'InvestSpotBot':
      return `add-bot #${account} #${command.wallet} ${money(command.amount)}`
  }
}

export const spotBotVerbs: readonly string[] = [
  'bot',
  'pause-bot',
  'resume-bot',
  'stop-bot',
  'add-bot',
]

/** Parses the text of `spotBotText` after the verb and the account. */
export function takeSpotBot(verb: string, line: Line, account: AccountId): Command {
  if (verb === 'bot') {
    const investment = amount(decimal(line, take(line, 'amount'), 8))
    const terms = JSON.parse(take(line, 'terms'), (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith('~') ? BigInt(value.slice(1)) : value,
    ) as SpotBotTerms
    return { kind: 'CreateSpotBot', account, terms, investment }
  }
  const wallet = accountId(Number(take(line, 'wallet').slice(1)))
  if (verb === 'add-bot') {
    const added = amount(decimal(line, take(line, 'amount'), 8))
    return { kind: 'InvestSpotBot', account, wallet, amount: added }
  }
  if (verb !== 'stop-bot') {
    const isPaused = verb === 'pause-bot'
    if (!isPaused && verb !== 'resume-bot') return fail(line, `"${verb}" is no verb`)
    return { kind: 'PauseSpotBot', account, wallet, isPaused }
  }
  const keepsCoins = line.rest.includes('keep')
  return { kind: 'StopSpotBot', account, wallet, keepsCoins, ...takeBan(line) }
}

export function spotBotEventText({ account, bot }: SpotBotChanged): string {
  const { wallet, terms, status, end, done, spent } = bot
  const what = `#${account} bot #${wallet} ${terms.kind} ${status}`
  return words(what, end, `${done} times`, spent > 0n && `spent ${money(spent)}`)
}
