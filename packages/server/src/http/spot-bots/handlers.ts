// DCA and rebalancing bot calls over HTTP: a request becomes a command of the bot's owner; failures
// have the bots' own codes (rules 21, 22).

import { minuteMs } from '@basis/domain/instrument/candle'
import { problem } from '@basis/domain/instrument/problems'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import type { DcaTerms, RebalanceTerms, SpotBotTerms } from '@basis/domain/spot-bots/terms'
import type { DcaRequest, RebalanceRequest } from '@basis/protocol/spot-bots/calls'
import type { Handlers, Parts, SessionContext } from '../call-context.ts'
import { readBotAmount, readBotPrice, submitBotCommand } from '../grid/bot-requests.ts'
import { problemRefusal } from '../guards/refusal.ts'
import { dcaBacktestOf } from './backtest.ts'
import { encodeDcaBot, encodeRebalanceBot } from './encode.ts'

export const spotBotHandlers: Handlers<
  | 'dcaBots'
  | 'backtestDcaBot'
  | 'createDcaBot'
  | 'pauseDcaBot'
  | 'closeDcaBot'
  | 'investDcaBot'
  | 'rebalanceBots'
  | 'createRebalanceBot'
  | 'pauseRebalanceBot'
  | 'closeRebalanceBot'
  | 'investRebalanceBot'
> = {
  dcaBots: ({ parts, account }) => {
    const { views } = parts.exchange
    const list = views.spotBots.bots(account).flatMap((bot) => encodeDcaBot(views, bot))
    return { value: { list } }
  },

  backtestDcaBot: async (context, { days, ...asked }) => {
    const terms = readDca(context.parts, asked)
    const instrument = context.parts.exchange.views.instrument(terms.symbol)
    if (instrument === undefined) throw problemRefusal(problem('botPairUnsupported', 'symbol'))
    return { value: await dcaBacktestOf(context, { instrument, terms, days }) }
  },

  createDcaBot: (context, asked) => {
    const terms = readDca(context.parts, asked)
    return create(context, terms, amount(terms.amount * BigInt(Math.max(0, terms.purchases))))
  },

  pauseDcaBot: (context, { botId, isPaused }) =>
    submitBotCommand(context, { kind: 'PauseSpotBot', ...ownBot(context, botId, 'Dca'), isPaused }),

  closeDcaBot: (context, { botId, keepsCoins = false }) =>
    submitBotCommand(context, {
      kind: 'StopSpotBot',
      ...ownBot(context, botId, 'Dca'),
      keepsCoins,
    }),

  investDcaBot: (context, { botId, investment }) =>
    submitBotCommand(context, { ...invested(investment), ...ownBot(context, botId, 'Dca') }),

  rebalanceBots: ({ parts, account }) => {
    const { views } = parts.exchange
    const list = views.spotBots.bots(account).flatMap((bot) => encodeRebalanceBot(views, bot))
    return { value: { list } }
  },

  createRebalanceBot: (context, { investment, ...asked }) =>
    create(context, readRebalance(asked), readBotAmount('investment', investment)),

  pauseRebalanceBot: (context, { botId, isPaused }) =>
    submitBotCommand(context, {
      kind: 'PauseSpotBot',
      ...ownBot(context, botId, 'Rebalance'),
      isPaused,
    }),

  closeRebalanceBot: (context, { botId, keepsCoins = false }) =>
    submitBotCommand(context, {
      kind: 'StopSpotBot',
      ...ownBot(context, botId, 'Rebalance'),
      keepsCoins,
    }),

  investRebalanceBot: (context, { botId, investment }) =>
    submitBotCommand(context, { ...invested(investment), ...ownBot(context, botId, 'Rebalance') }),
}

const invested = (investment: string) =>
  ({ kind: 'InvestSpotBot', amount: readBotAmount('investment', investment) }) as const

const create = (context: SessionContext, terms: SpotBotTerms, investment: Amount) =>
  submitBotCommand(context, { kind: 'CreateSpotBot', account: context.account, terms, investment })

/**
 * Returns the name of the caller's own bot of a kind; foreign and unknown ones get the same message
 * (O5).
 */
function ownBot({ parts, account }: SessionContext, botId: string, kind: SpotBotTerms['kind']) {
  const wallet = accountId(Number(botId))
  const bot = parts.exchange.views.spotBots.bot(wallet)
  if (bot === undefined || bot.owner !== account || bot.terms.kind !== kind) {
    throw problemRefusal(problem('gridUnknown', 'botId'))
  }
  return { account, wallet }
}

function readDca({ exchange }: Parts, asked: DcaRequest): DcaTerms {
  const instrument = exchange.views.instrument(symbolId(asked.symbol))
  if (instrument === undefined) throw problemRefusal(problem('botPairUnsupported', 'symbol'))
  return {
    kind: 'Dca',
    symbol: instrument.symbol,
    amount: readBotAmount('amount', asked.amount),
    purchases: asked.purchases,
    intervalMs: asked.intervalMin * minuteMs,
    lowTicks: readBotPrice(instrument, 'minPrice', asked.minPrice),
    highTicks: readBotPrice(instrument, 'maxPrice', asked.maxPrice),
    takeProfitE4: readPercent('takeProfit', asked.takeProfit),
  }
}

const readRebalance = (asked: Omit<RebalanceRequest, 'investment'>): RebalanceTerms => ({
  kind: 'Rebalance',
  weights: asked.weights.map(({ symbol, weight }) => ({
    symbol: symbolId(symbol),
    weightE4: readPercent('weights', weight),
  })),
  thresholdE4: readPercent('threshold', asked.threshold),
  intervalMs: (asked.intervalMin ?? 0) * minuteMs,
  takeProfitE4: readPercent('takeProfit', asked.takeProfit),
  stopLossE4: readPercent('stopLoss', asked.stopLoss),
})

/** Reads a percentage with two decimals as a fraction in 1e-4. */
function readPercent(field: string, text = '0'): number {
  const value = parseDecimal(text, 2)
  if (value !== undefined && value <= 1_000_000_000n) return Number(value)
  throw problemRefusal(problem('gridTermsInvalid', field))
}
