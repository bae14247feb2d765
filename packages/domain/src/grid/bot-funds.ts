// Limits of an account's bots: number, investment in a coin, balance (rules 17.4, 21.1).

// Grids count by themselves, DCA and rebalancing bots together.

import { problem, type Problem } from '../instrument/problems.ts'
import { formatTrimmed } from '../numbers/fixed.ts'

/** The maximum of an account's running bots. */
const mostBots = 50
/** The maximum investment of all running bots of an account in a coin, 1e-8. */
const investmentLimit = 1_000_000_00000000n

/** Returns why an account may not start another bot, if so. */
export const botCountProblem = (running: number): Problem | undefined =>
  running < mostBots ? undefined : problem('gridTooManyBots', 'account', { max: String(mostBots) })

/** Amounts of a coin, 1e-8. */
export type BotFunds = {
  readonly coin: string
  /** In the account's running bots. */
  readonly invested: bigint
  /** May be invested. */
  readonly free: bigint
}

/** Returns why an amount, 1e-8, may not be invested: first the limit, then the balance. */
export function botFundsProblem(
  investment: bigint,
  { coin, invested, free }: BotFunds,
): Problem | undefined {
  if (invested + investment > investmentLimit) {
    const limit = formatTrimmed(investmentLimit, 8)
    return problem('gridInvestmentLimit', 'investment', { limit, coin })
  }
  if (investment <= free) return undefined
  return problem('gridBalanceInsufficient', 'investment', {
    available: formatTrimmed(free, 8),
    coin,
  })
}
