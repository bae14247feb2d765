// Commands that create, pause, fund and end DCA and rebalancing bots: each is checked completely
// before anything changes (rules 21.1, 22.1).

import { botCountProblem } from '@basis/domain/grid/bot-funds'
import { assertNever } from '@basis/domain/numbers/assert'
import type { AccountId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, zero } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  addedInvestmentProblem,
  leastInvestment,
  spotBotProblem,
} from '@basis/domain/spot-bots/rules'
import { symbolsOf } from '@basis/domain/spot-bots/terms'
import { byField } from '../../api/field-order.ts'
import type {
  CreateSpotBot,
  InvestSpotBot,
  PauseSpotBot,
  SpotBotCommand,
  StopSpotBot,
} from '../../api/spot-bot-commands.ts'
import { spotBotOf, type SpotBot } from '../../state/bots/spot-bot.ts'
import type { AccountState, EngineState, MarketState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { openWallet } from '../grid/grid-commands.ts'
import { accountOf, gridPrice, moveFunds } from '../grid/grid-money.ts'
import { investingProblem, ownBotOf, ownedBy } from '../grid/own-bots.ts'
import { endSpotBot } from './end-spot-bot.ts'
import { inspectBot } from './run-spot-bots.ts'

export function spotBotCommand(state: EngineState, command: SpotBotCommand): CommandResult {
  switch (command.kind) {
    case 'CreateSpotBot':
      return createSpotBot(state, command)
    case 'PauseSpotBot':
      return pauseSpotBot(state, command)
    case 'StopSpotBot':
      return stopSpotBot(state, command)
    case 'InvestSpotBot':
      return investInSpotBot(state, command)
    default:
      return assertNever(command)
  }
}

const text = (money: bigint): string => formatTrimmed(money, 8)

function createSpotBot(state: EngineState, command: CreateSpotBot): CommandResult {
  const owner = state.accounts.get(command.account)
  if (owner === undefined) return { problem: problem('accountUnknown', 'account') }
  const symbols = symbolsOf(command.terms)
  const markets = symbols.flatMap((symbol) => state.bySymbol.get(symbol) ?? [])
  const [first] = markets
  if (first === undefined || markets.length < symbols.length) {
    return { problem: problem('instrumentUnknown', 'symbol') }
  }
  const wrong = termsProblem(command, markets) ?? moneyProblem(state, command, { owner, markets })
  if (wrong !== undefined) return { problem: wrong }
  const { quoteCoin: coin } = first.instrument
  const bot = newBot(state, command, { owner, coin })
  moveFunds(state, { from: owner.id, to: bot.wallet, coin }, command.investment)
  inspectBot(state, bot)
  return { wallet: bot.wallet }
}

function termsProblem(
  { terms }: CreateSpotBot,
  markets: readonly MarketState[],
): Problem | undefined {
  const wrong = spotBotProblem(
    terms,
    markets.map(({ instrument }) => instrument),
  )
  if (wrong !== undefined) return wrong
  const closed = markets.find(({ instrument }) => instrument.status !== 'Trading')
  if (closed !== undefined) {
    return problem('instrumentNotTrading', 'symbol', { status: closed.instrument.status })
  }
  return markets.every((market) => gridPrice(market) > 0)
    ? undefined
    : problem('priceUnavailable', 'symbol')
}

type Asked = { readonly owner: AccountState; readonly markets: readonly MarketState[] }

function moneyProblem(
  state: EngineState,
  { terms, investment }: CreateSpotBot,
  { owner, markets }: Asked,
): Problem | undefined {
  const coin = markets[0]?.instrument.quoteCoin ?? ''
  const own = ownedBy(state.spotBots.running, owner.id)
  const full = botCountProblem(own.length)
  if (full !== undefined) return full
  const instruments = markets.map(({ instrument }) => instrument)
  const least = leastInvestment(terms, instruments)
  // The terms of a DCA bot determine its investment.
  if (investment < least || (terms.kind === 'Dca' && investment !== least)) {
    return problem('gridInvestmentTooSmall', 'investment', { min: text(least), coin })
  }
  return fundingProblem(state, owner, { coin, investment })
}

function fundingProblem(
  state: EngineState,
  owner: AccountState,
  money: { readonly coin: string; readonly investment: bigint },
): Problem | undefined {
  const own = ownedBy(state.spotBots.running, owner.id)
  return investingProblem(
    state,
    owner,
    money,
    own.filter((bot) => bot.quoteCoin === money.coin),
  )
}

type Place = { readonly owner: AccountState; readonly coin: string }

function newBot(
  state: EngineState,
  { terms, investment }: CreateSpotBot,
  { owner, coin }: Place,
): SpotBot {
  const { timeMs, spotBots } = state
  const bot: SpotBot = {
    wallet: openWallet(state, owner),
    owner: owner.id,
    terms: byField(terms),
    quoteCoin: coin,
    investment,
    status: 'Running',
    end: undefined,
    problem: undefined,
    // The first purchase is made at once; a rebalancing bot buys its weights at once in any case.
    dueMs: firstDue(terms, timeMs),
    done: 0,
    spent: zero,
    bought: zero,
    log: [],
    returned: [],
    endWorth: zero,
    createdMs: timeMs,
    endedMs: 0,
    updatedMs: timeMs,
    keepsCoins: false,
    isUnfinished: false,
  }
  spotBots.running.set(bot.wallet, bot)
  spotBots.changed.add(bot.wallet)
  return bot
}

function firstDue(terms: CreateSpotBot['terms'], timeMs: number): number {
  if (terms.kind === 'Dca') return timeMs
  return terms.intervalMs === 0 ? 0 : timeMs + terms.intervalMs
}

const ownBot = (
  state: EngineState,
  { account, wallet }: { readonly account: AccountId; readonly wallet: AccountId },
): SpotBot | Problem => ownBotOf(spotBotOf(state.spotBots, wallet), account)

function pauseSpotBot(state: EngineState, command: PauseSpotBot): CommandResult {
  const bot = ownBot(state, command)
  if ('name' in bot) return { problem: bot }
  const { wallet } = bot
  if (command.isPaused === (bot.status === 'Paused')) return { wallet }
  bot.status = command.isPaused ? 'Paused' : 'Running'
  state.spotBots.changed.add(wallet)
  if (!command.isPaused) inspectBot(state, bot)
  return { wallet }
}

function stopSpotBot(state: EngineState, command: StopSpotBot): CommandResult {
  const bot = ownBot(state, command)
  if ('name' in bot) return { problem: bot }
  const { keepsCoins, isBan, reason = '' } = command
  const because = problem('gridAccountBanned', 'account', { reason })
  if (isBan === true) endSpotBot(state, bot, { why: 'Banned', keepsCoins, because })
  else endSpotBot(state, bot, { why: 'ByOwner', keepsCoins })
  return { wallet: bot.wallet }
}

/**
 * Adds money: a DCA bot gets additional whole purchases, the next one at once if all were made; a
 * rebalancing bot distributes it over its weights at once (rules 21.1, 22.1).
 */
function investInSpotBot(state: EngineState, command: InvestSpotBot): CommandResult {
  const bot = ownBot(state, command)
  if ('name' in bot) return { problem: bot }
  const { amount: money } = command
  const owner = accountOf(state, bot.owner)
  const coin = bot.quoteCoin
  const wrong =
    addedInvestmentProblem(bot.terms, coin, money) ??
    fundingProblem(state, owner, { coin, investment: money })
  if (wrong !== undefined) return { problem: wrong }
  const { terms, wallet } = bot
  moveFunds(state, { from: owner.id, to: wallet, coin }, money)
  bot.investment = amount(bot.investment + money)
  if (terms.kind === 'Dca') {
    const purchases = terms.purchases + Number(money / terms.amount)
    bot.terms = byField({ ...terms, purchases })
    if (bot.dueMs === 0) bot.dueMs = state.timeMs
  } else if (bot.done > 0) bot.isUnfinished = true
  state.spotBots.changed.add(wallet)
  inspectBot(state, bot)
  return { wallet }
}
