// The auditor's judgement of grid bots: who may create, pause, fund and end one (rules 17.1, 17.4,
// 17.5). The limits of sizes and stop prices are taken from the engine.

import type { Command } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

const mostBots = 50

/** These depend on levels, fees and margins, which grids.ts checks by their effects. */
const sizes = [
  'gridProfitTooSmall',
  'gridStopInvalid',
  'gridInvestmentTooSmall',
  'gridInvestmentTooLarge',
  'gridInvestmentLimit',
  'gridBalanceInsufficient',
  'gridStepTooSmall',
  'gridOutOfRange',
  'priceUnavailable',
] as const

export function judgeCreateGrid(world: World, command: Of<'CreateGrid'>, findings: Findings): void {
  const { accounts, markets, grids } = world.audited
  const { account, symbol, terms } = command
  const instrument = markets.get(symbol)?.instrument
  findings.add('accountUnknown', !accounts.has(account))
  findings.add('instrumentUnknown', instrument === undefined)
  if (instrument === undefined || !findings.isClean) return
  const isSpot = instrument.kind === 'Spot'
  const isUsdt = instrument.contractType === 'LinearPerpetual' && instrument.settleCoin === 'USDT'
  findings.add('gridSymbolUnsupported', !isSpot && !isUsdt)
  findings.add('gridSymbolUnsupported', isSpot !== (terms.mode === 'Spot'))
  findings.add('instrumentNotTrading', instrument.status !== 'Trading')
  findings.add('gridOutOfRange', terms.cells < 2 || terms.cells > 200)
  findings.add('gridRangeInvalid', terms.highTicks <= terms.lowTicks)
  findings.add('gridTermsInvalid', terms.isTrailing && terms.mode === 'Neutral')
  findings.add('gridTermsInvalid', isSpot && terms.leverageE2 !== 100)
  const own = [...grids.values()].filter(
    ({ owner, status }) => owner === account && status !== 'Ended',
  )
  findings.add('gridTooManyBots', own.length >= mostBots)
  findings.add('gridSymbolDuplicate', !isSpot && own.some((bot) => bot.symbol === symbol))
  findings.leave(...sizes)
}

type Owned = { readonly account: number; readonly wallet: number }

function judgeOwned(world: World, { account, wallet }: Owned, findings: Findings): void {
  const bot = world.audited.grids.get(wallet)
  const isOwn = bot?.owner === account
  findings.add('gridUnknown', !isOwn)
  findings.add('gridTransferring', isOwn && bot.status === 'Stopping')
  findings.add('gridClosed', isOwn && bot.status === 'Ended')
}

export const judgeOwnGrid = (world: World, command: Of<'PauseGrid'>, findings: Findings): void =>
  judgeOwned(world, command, findings)

export function judgeAddInvestment(
  world: World,
  command: Of<'AddInvestment'>,
  findings: Findings,
): void {
  judgeOwned(world, command, findings)
  findings.leave(...sizes)
}

export function judgeGridStops(
  world: World,
  command: Of<'SetGridStops'>,
  findings: Findings,
): void {
  judgeOwned(world, command, findings)
  findings.leave('gridStopInvalid')
}

export function judgeStopGrid(world: World, command: Of<'StopGrid'>, findings: Findings): void {
  judgeOwned(world, command, findings)
  const symbol = world.audited.grids.get(command.wallet)?.symbol ?? ''
  const kind = world.audited.markets.get(symbol)?.instrument.kind
  findings.add('gridTermsInvalid', command.keepsBase && kind !== undefined && kind !== 'Spot')
}
