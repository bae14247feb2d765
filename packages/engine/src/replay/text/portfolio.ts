// Portfolio margin in a tape's lines: `account-mode #1 Portfolio`, `spot-hedging #1 on`.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Command, SetAccountMode, SetSpotHedging } from '../../api/commands.ts'
import type { AccountModeChanged } from '../../api/events.ts'
import { take, words, type Line } from './line.ts'

type PortfolioCommand = SetAccountMode | SetSpotHedging

export const isPortfolioCommand = (command: Pick<Command, 'kind'>): command is PortfolioCommand =>
  command.kind === 'SetAccountMode' || command.kind === 'SetSpotHedging'

export const portfolioText = (command: PortfolioCommand): string =>
  command.kind === 'SetAccountMode'
    ? `account-mode #${command.account} ${command.mode}`
    : `spot-hedging #${command.account} ${command.isOn ? 'on' : 'off'}`

export const isPortfolioVerb = (verb: string): boolean =>
  verb === 'account-mode' || verb === 'spot-hedging'

/** Reads what `portfolioText` wrote behind the verb and the account. */
export function takePortfolio(verb: string, line: Line, account: AccountId): PortfolioCommand {
  if (verb === 'spot-hedging') {
    return { kind: 'SetSpotHedging', account, isOn: take(line, 'on or off') === 'on' }
  }
  const mode = take(line, 'mode') === 'Portfolio' ? 'Portfolio' : 'Regular'
  return { kind: 'SetAccountMode', account, mode }
}

export const portfolioEventText = ({ account, mode, hedgesSpot }: AccountModeChanged): string =>
  words(`#${account} account mode ${mode}`, hedgesSpot && 'hedges spot')
