// Grid bots as command text: `grid #3 BTCUSDT 500 {"mode":"Long",…}`, terms as JSON.

import type { GridTerms } from '@basis/domain/grid/terms'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import type { Command } from '../../api/commands.ts'
import { isGridCommand, type GridCommand } from '../../api/grid-commands.ts'
import { copyEventText, copyText, takeCopy } from './copy.ts'
import type { FundsTransferred, GridChanged, SpotBotChanged } from '../../api/events.ts'
import { isSpotBotCommand, type SpotBotCommand } from '../../api/spot-bot-commands.ts'
import { spotBotEventText, spotBotText, spotBotVerbs, takeSpotBot } from './spot-bot.ts'
import { isTransferCommand, type TransferCommand } from '../../api/transfer-commands.ts'
import { takeTransfer, transferEventText, transferText, transferVerbs } from './loan.ts'
import { decimal, fail, money, take, takeBan, words, type Line } from './line.ts'

function gridText(command: GridCommand): string {
  const { account } = command
  switch (command.kind) {
    case 'CreateGrid': {
      const { symbol, investment, terms } = command
      return `grid #${account} ${symbol} ${money(investment)} ${JSON.stringify(terms)}`
    }
    case 'PauseGrid':
      return `${command.isPaused ? 'pause' : 'resume'}-grid #${account} #${command.wallet}`
    case 'AddInvestment':
      return `add-grid #${account} #${command.wallet} ${money(command.amount)}`
    case 'SetGridStops': {
      const { wallet, takeProfitTicks, stopLossTicks } = command
      return `grid-stops #${account} #${wallet} ${takeProfitTicks}t ${stopLossTicks}t`
    }
    case 'StopGrid': {
      const { wallet, keepsBase, isBan, reason } = command
      const why = reason === undefined ? 'ban' : `ban=${encodeURIComponent(reason)}`
      return words(`stop-grid #${account} #${wallet}`, keepsBase && 'keep', isBan && why)
    }
  }
}

const gridVerbs: ReadonlySet<string> = new Set([
  'grid',
  'pause-grid',
  'resume-grid',
  'add-grid',
  'grid-stops',
  'stop-grid',
])

/** Parses the text of `gridText` after the verb and the account. */
function takeGrid(verb: string, line: Line, account: AccountId): Command {
  const sum = () => amount(decimal(line, take(line, 'amount'), 8))
  if (verb === 'grid') {
    const symbol = symbolId(take(line, 'symbol'))
    const investment = sum()
    const terms = JSON.parse(take(line, 'terms')) as GridTerms
    return { kind: 'CreateGrid', account, symbol, investment, terms }
  }
  const wallet = accountId(Number(take(line, 'wallet').slice(1)))
  const ticks = () => priceTicks(Number(take(line, 'price').replace('t', '')))
  switch (verb) {
    case 'pause-grid':
    case 'resume-grid':
      return { kind: 'PauseGrid', account, wallet, isPaused: verb === 'pause-grid' }
    case 'add-grid':
      return { kind: 'AddInvestment', account, wallet, amount: sum() }
    case 'grid-stops': {
      const takeProfitTicks = ticks()
      const stopLossTicks = ticks()
      return { kind: 'SetGridStops', account, wallet, takeProfitTicks, stopLossTicks }
    }
    case 'stop-grid': {
      const keepsBase = line.rest.includes('keep')
      return { kind: 'StopGrid', account, wallet, keepsBase, ...takeBan(line) }
    }
    default:
      return fail(line, `"${verb}" is no verb`)
  }
}

function gridEventText({ account, grid }: GridChanged): string {
  const { wallet, status, end, completed, profit } = grid
  const what = `#${account} grid #${wallet} ${status}`
  return words(what, end, `${completed} cells`, `profit ${money(profit)}`)
}

type CopyCommand = Parameters<typeof copyText>[0]
type CopyEvent = Parameters<typeof copyEventText>[0]

/** Commands of wallets, of bots and of copy trading, as lines. */
export function walletText(
  command: GridCommand | SpotBotCommand | CopyCommand | TransferCommand,
): string {
  if (isTransferCommand(command)) return transferText(command)
  if (isSpotBotCommand(command)) return spotBotText(command)
  return isGridCommand(command) ? gridText(command) : copyText(command)
}

export function takeOfWallet(verb: string, line: Line, account: AccountId): Command {
  if (transferVerbs.includes(verb)) return takeTransfer(verb, line, account)
  if (spotBotVerbs.includes(verb)) return takeSpotBot(verb, line, account)
  return gridVerbs.has(verb) ? takeGrid(verb, line, account) : takeCopy(verb, line, account)
}

type WalletEvent = GridChanged | SpotBotChanged | FundsTransferred | CopyEvent

export function walletEventText(event: WalletEvent): string {
  if (event.kind === 'FundsTransferred') return transferEventText(event)
  if (event.kind === 'SpotBotChanged') return spotBotEventText(event)
  return event.kind === 'GridChanged' ? gridEventText(event) : copyEventText(event)
}
