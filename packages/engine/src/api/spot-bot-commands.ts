// Commands of bots that buy on a schedule or keep weights (rules 21, 22).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'
import type { SpotBotTerms } from '@basis/domain/spot-bots/terms'

/** Starts a bot in a wallet of its own, with the money that it trades. */
export type CreateSpotBot = {
  readonly kind: 'CreateSpotBot'
  readonly account: AccountId
  readonly terms: SpotBotTerms
  readonly investment: Amount
}

/** Pauses a bot, or resumes it. */
export type PauseSpotBot = {
  readonly kind: 'PauseSpotBot'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly isPaused: boolean
}

/** Ends a bot: its coins are sold or kept, and everything is returned to the owner. */
export type StopSpotBot = {
  readonly kind: 'StopSpotBot'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly keepsCoins: boolean
  /** The exchange bans the owner. */
  readonly isBan?: true
  /** Why, in the operator's words. */
  readonly reason?: string
}

/** Adds money to a bot: for further purchases of a DCA bot, for every coin of a rebalancing one. */
export type InvestSpotBot = {
  readonly kind: 'InvestSpotBot'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly amount: Amount
}

export type SpotBotCommand = CreateSpotBot | PauseSpotBot | StopSpotBot | InvestSpotBot

const kinds: ReadonlySet<string> = new Set<SpotBotCommand['kind']>([
  'CreateSpotBot',
  'PauseSpotBot',
  'StopSpotBot',
  'InvestSpotBot',
])

/** Returns whether a command is one of these bots. */
export const isSpotBotCommand = <Other extends { readonly kind: string }>(
  command: Other | SpotBotCommand,
): command is SpotBotCommand => kinds.has(command.kind)
