// The auditor's judgement of DCA and rebalancing bots: who may create, pause and end one (rules
// 21.1, 22.1). The limits of terms and money are taken from the engine.

import type { Command } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

const mostBots = 50

export function judgeCreateSpotBot(
  world: World,
  { account, terms }: Of<'CreateSpotBot'>,
  findings: Findings,
): void {
  const { accounts, markets, spotBots } = world.audited
  findings.add('accountUnknown', !accounts.has(account))
  const symbols = terms.kind === 'Dca' ? [terms.symbol] : terms.weights.map(({ symbol }) => symbol)
  const found = symbols.flatMap((symbol) => markets.get(symbol)?.instrument ?? [])
  findings.add('instrumentUnknown', found.length < symbols.length || found.length === 0)
  if (!findings.isClean) return
  const [first] = found
  const isPair = found.every(
    ({ kind, quoteCoin }) => kind === 'Spot' && quoteCoin === first?.quoteCoin,
  )
  findings.add('botPairUnsupported', !isPair)
  findings.add(
    'instrumentNotTrading',
    found.some(({ status }) => status !== 'Trading'),
  )
  const own = [...spotBots.values()].filter(
    ({ owner, status }) => owner === account && status !== 'Ended',
  )
  findings.add('gridTooManyBots', own.length >= mostBots)
  findings.leave(
    'botPairUnsupported',
    'botWeightsInvalid',
    'botTriggerMissing',
    'gridOutOfRange',
    'gridRangeInvalid',
    'gridInvestmentTooSmall',
    'gridInvestmentLimit',
    'gridBalanceInsufficient',
    'priceUnavailable',
  )
}

export function judgeOwnSpotBot(
  world: World,
  { account, wallet }: Of<'PauseSpotBot' | 'StopSpotBot' | 'InvestSpotBot'>,
  findings: Findings,
): void {
  const bot = world.audited.spotBots.get(wallet)
  const isOwn = bot?.owner === account
  findings.add('gridUnknown', !isOwn)
  findings.add('gridTransferring', isOwn && bot.status === 'Stopping')
  findings.add('gridClosed', isOwn && bot.status === 'Ended')
}

/** Added money must be whole purchases of a DCA bot; the owner's free amount is not judged. */
export function judgeInvestSpotBot(
  world: World,
  command: Of<'InvestSpotBot'>,
  findings: Findings,
): void {
  judgeOwnSpotBot(world, command, findings)
  const terms = world.audited.spotBots.get(command.wallet)?.terms
  if (!findings.isClean || terms === undefined) return
  const { amount } = command
  const least = terms.kind === 'Dca' ? terms.amount : 1n
  findings.add('gridInvestmentTooSmall', amount < least)
  const isUneven = terms.kind === 'Dca' && amount >= least && amount % least !== 0n
  findings.add('botInvestmentUneven', isUneven)
  findings.leave('gridInvestmentTooLarge', 'gridInvestmentLimit', 'gridBalanceInsufficient')
}
