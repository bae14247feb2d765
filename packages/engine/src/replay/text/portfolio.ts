// Portfolio margin, collateral and market-maker protection as command text: `spot-hedging #1 on`,
// `collateral #1 BTC off`, `mmp #1 BTC window=5000 frozen=10000 qty=3 delta=1`, `mmp-reset #1 BTC`.

import type { AccountId } from '@basis/domain/numbers/brand'
import { untilReset } from '@basis/domain/options/mmp'
import type { Command } from '../../api/commands.ts'
import type { AccountModeChanged, CollateralChanged, MmpChanged } from '../../api/events.ts'
import type { PortfolioCommand, ResetMmp, SetMmp } from '../../api/portfolio-commands.ts'
import { decimal, money, take, words, type Line } from './line.ts'

type MmpCommand = SetMmp | ResetMmp

const isMmpCommand = (command: Pick<Command, 'kind'>): command is MmpCommand =>
  command.kind === 'SetMmp' || command.kind === 'ResetMmp'

const coins = (valueE8: number): string => money(BigInt(valueE8))

const mmpText = (command: MmpCommand): string =>
  command.kind === 'ResetMmp'
    ? `mmp-reset #${command.account} ${command.baseCoin}`
    : words(
        `mmp #${command.account} ${command.baseCoin}`,
        `window=${command.windowMs}`,
        `frozen=${command.frozenMs}`,
        `qty=${coins(command.qtyLimitE8)}`,
        `delta=${coins(command.deltaLimitE8)}`,
        command.vegaLimitE8 !== 0 && `vega=${coins(command.vegaLimitE8)}`,
      )

const isMmpVerb = (verb: string): boolean => verb === 'mmp' || verb === 'mmp-reset'

/** Parses the text of `mmpText` after the verb and the account. */
function takeMmp(verb: string, line: Line, account: AccountId): MmpCommand {
  const baseCoin = take(line, 'coin')
  if (verb === 'mmp-reset') return { kind: 'ResetMmp', account, baseCoin }
  const { flags } = line
  const limit = (name: string): number => Number(decimal(line, flags.get(name) ?? '0', 8))
  return {
    kind: 'SetMmp',
    account,
    baseCoin,
    windowMs: Number(flags.get('window') ?? 0),
    frozenMs: Number(flags.get('frozen') ?? 0),
    qtyLimitE8: limit('qty'),
    deltaLimitE8: limit('delta'),
    vegaLimitE8: limit('vega'),
  }
}

const mmpEventText = ({ account, mmp, cause, limit }: MmpChanged): string =>
  words(
    `#${account} mmp ${mmp.baseCoin} ${cause}`,
    limit,
    mmp.frozenUntilMs === untilReset && 'until reset',
  )

const portfolioKinds: readonly string[] = [
  'SetAccountMode',
  'SetSpotHedging',
  'SetCollateral',
] satisfies PortfolioCommand['kind'][]

export const isPortfolioCommand = (command: Pick<Command, 'kind'>): command is PortfolioCommand =>
  portfolioKinds.includes(command.kind) || isMmpCommand(command)

export function portfolioText(command: PortfolioCommand): string {
  if (isMmpCommand(command)) return mmpText(command)
  const { account } = command
  if (command.kind === 'SetAccountMode') return `account-mode #${account} ${command.mode}`
  const position = command.isOn ? 'on' : 'off'
  return command.kind === 'SetSpotHedging'
    ? `spot-hedging #${account} ${position}`
    : `collateral #${account} ${command.coin} ${position}`
}

export const isPortfolioVerb = (verb: string): boolean =>
  ['account-mode', 'spot-hedging', 'collateral'].includes(verb) || isMmpVerb(verb)

/** Parses the text of `portfolioText` after the verb and the account. */
export function takePortfolio(verb: string, line: Line, account: AccountId): PortfolioCommand {
  if (isMmpVerb(verb)) return takeMmp(verb, line, account)
  if (verb === 'spot-hedging') {
    return { kind: 'SetSpotHedging', account, isOn: take(line, 'on or off') === 'on' }
  }
  if (verb === 'collateral') {
    const coin = take(line, 'coin')
    return { kind: 'SetCollateral', account, coin, isOn: take(line, 'on or off') === 'on' }
  }
  const mode = take(line, 'mode') === 'Portfolio' ? 'Portfolio' : 'Regular'
  return { kind: 'SetAccountMode', account, mode }
}

type PortfolioEvent = AccountModeChanged | CollateralChanged | MmpChanged

export function portfolioEventText(event: PortfolioEvent): string {
  if (event.kind === 'CollateralChanged') {
    return `#${event.account} collateral ${event.coin} ${event.isOn ? 'on' : 'off'}`
  }
  if (event.kind === 'MmpChanged') return mmpEventText(event)
  const { account, mode, hedgesSpot } = event
  return words(`#${account} account mode ${mode}`, hedgesSpot && 'hedges spot')
}
