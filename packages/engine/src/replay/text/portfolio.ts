// Portfolio margin in a tape's lines, and market-maker protection: `account-mode #1 Portfolio`,
// `spot-hedging #1 on`.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Command } from '../../api/commands.ts'
import type { AccountModeChanged, MmpChanged } from '../../api/events.ts'
import type { PortfolioCommand } from '../../api/portfolio-commands.ts'
import { isMmpCommand, isMmpVerb, mmpEventText, mmpText, takeMmp } from './mmp.ts'
import { take, words, type Line } from './line.ts'

export const isPortfolioCommand = (command: Pick<Command, 'kind'>): command is PortfolioCommand =>
  command.kind === 'SetAccountMode' || command.kind === 'SetSpotHedging' || isMmpCommand(command)

export function portfolioText(command: PortfolioCommand): string {
  if (isMmpCommand(command)) return mmpText(command)
  return command.kind === 'SetAccountMode'
    ? `account-mode #${command.account} ${command.mode}`
    : `spot-hedging #${command.account} ${command.isOn ? 'on' : 'off'}`
}

export const isPortfolioVerb = (verb: string): boolean =>
  verb === 'account-mode' || verb === 'spot-hedging' || isMmpVerb(verb)

/** Reads what `portfolioText` wrote behind the verb and the account. */
export function takePortfolio(verb: string, line: Line, account: AccountId): PortfolioCommand {
  if (isMmpVerb(verb)) return takeMmp(verb, line, account)
  if (verb === 'spot-hedging') {
    return { kind: 'SetSpotHedging', account, isOn: take(line, 'on or off') === 'on' }
  }
  const mode = take(line, 'mode') === 'Portfolio' ? 'Portfolio' : 'Regular'
  return { kind: 'SetAccountMode', account, mode }
}

export function portfolioEventText(event: AccountModeChanged | MmpChanged): string {
  if (event.kind === 'MmpChanged') return mmpEventText(event)
  const { account, mode, hedgesSpot } = event
  return words(`#${account} account mode ${mode}`, hedgesSpot && 'hedges spot')
}
