// Grid bot calls over HTTP: a request becomes a command of the bot's owner; failures have the bots'
// own codes (spec 8; rules 17).

import type { GridTerms } from '@basis/domain/grid/terms'
import { gridCoin } from '@basis/domain/grid/terms'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { leverageE2, parseDecimal } from '@basis/domain/numbers/fixed'
import type { GridRequest } from '@basis/protocol/grid/calls'
import {
  instrumentsWithoutOptions,
  type Handlers,
  type Parts,
  type SessionContext,
} from '../call-context.ts'
import { problemRefusal } from '../guards/refusal.ts'
import { backtestOf } from './backtest.ts'
import { readBotAmount, readBotPrice, submitBotCommand } from './bot-requests.ts'
import { encodeBot, encodeCells, moneyText } from './encode.ts'
import { shownBotsOf } from './shown-bots.ts'

export const gridHandlers: Handlers<
  | 'bots'
  | 'shownBots'
  | 'bot'
  | 'backtestBot'
  | 'createBot'
  | 'pauseBot'
  | 'addBotInvestment'
  | 'modifyBotStops'
  | 'closeBot'
> = {
  bots: ({ parts, account }) => {
    const { grids } = parts.exchange.views
    const list = grids.bots(account).flatMap((bot) => encodeBot(parts, bot))
    const coins = new Set(instrumentsWithoutOptions(parts).map(gridCoin))
    const available = Object.fromEntries(
      [...coins].map((coin) => [coin, moneyText(grids.free(account, coin))]),
    )
    return { value: { list, available } }
  },

  shownBots: ({ parts }) => ({ value: { list: shownBotsOf(parts) } }),

  bot: (context, { botId }) => {
    const { bot, instrument } = ownBot(context, botId)
    const [encoded] = encodeBot(context.parts, bot)
    if (encoded === undefined) throw problemRefusal(problem('gridUnknown', 'botId'))
    return { value: { bot: encoded, ...encodeCells(instrument, bot) } }
  },

  backtestBot: async (context, { symbol, investment, days, ...asked }) => {
    const instrument = listed(context.parts, symbol)
    const terms = readTerms(instrument, asked)
    const past = { instrument, terms, investment: readBotAmount('investment', investment), days }
    return { value: await backtestOf(context, past) }
  },

  createBot: (context, { symbol, investment, ...asked }) => {
    // The owner must be final before funds move into the wallet of a bot (spec 8, 416).
    if (context.parts.sessions.isBeingNamed(context.account)) {
      throw problemRefusal(problem('gridAccountUpgrading', 'account'))
    }
    const instrument = listed(context.parts, symbol)
    return submitBotCommand(context, {
      kind: 'CreateGrid',
      account: context.account,
      symbol: instrument.symbol,
      terms: readTerms(instrument, asked),
      investment: readBotAmount('investment', investment),
    })
  },

  pauseBot: (context, { botId, isPaused }) =>
    submitBotCommand(context, { kind: 'PauseGrid', ...walletOf(context, botId), isPaused }),

  addBotInvestment: (context, { botId, investment }) => {
    const of = walletOf(context, botId)
    return submitBotCommand(context, {
      kind: 'AddInvestment',
      ...of,
      amount: readBotAmount('investment', investment),
    })
  },

  modifyBotStops: (context, { botId, takeProfitPrice, stopLossPrice }) => {
    const { instrument } = ownBot(context, botId)
    return submitBotCommand(context, {
      kind: 'SetGridStops',
      ...walletOf(context, botId),
      takeProfitTicks: readBotPrice(instrument, 'takeProfitPrice', takeProfitPrice),
      stopLossTicks: readBotPrice(instrument, 'stopLossPrice', stopLossPrice),
    })
  },

  closeBot: (context, { botId, keepsBase = false }) =>
    submitBotCommand(context, { kind: 'StopGrid', ...walletOf(context, botId), keepsBase }),
}

const walletOf = ({ account }: SessionContext, botId: string) => ({
  account,
  wallet: accountId(Number(botId)),
})

/** Returns the caller's own bot; foreign and unknown ones get the same message (O5). */
function ownBot({ parts, account }: SessionContext, botId: string) {
  const { grids, symbol } = parts.exchange.views
  const bot = grids.bot(accountId(Number(botId)))
  const instrument = bot && symbol(bot.symbol)?.instrument
  if (bot === undefined || instrument === undefined || bot.owner !== account) {
    throw problemRefusal(problem('gridUnknown', 'botId'))
  }
  return { bot, instrument }
}

function listed({ exchange }: Parts, symbol: string): Instrument {
  const instrument = exchange.views.instrument(symbolId(symbol))
  if (instrument === undefined) throw problemRefusal(problem('gridSymbolUnsupported', 'symbol'))
  return instrument
}

type TermsAsked = Omit<GridRequest, 'symbol' | 'investment'>

function readTerms(instrument: Instrument, asked: TermsAsked): GridTerms {
  const leverage = parseDecimal(asked.leverage ?? '1', 2)
  if (leverage === undefined || leverage > 1_000_000n) {
    throw problemRefusal(problem('gridTermsInvalid', 'leverage'))
  }
  return {
    mode: asked.gridMode,
    spacing: asked.gridType,
    lowTicks: readBotPrice(instrument, 'minPrice', asked.minPrice),
    highTicks: readBotPrice(instrument, 'maxPrice', asked.maxPrice),
    cells: asked.cellNumber,
    leverageE2: leverageE2(Number(leverage)),
    takeProfitTicks: readBotPrice(instrument, 'takeProfitPrice', asked.takeProfitPrice),
    stopLossTicks: readBotPrice(instrument, 'stopLossPrice', asked.stopLossPrice),
    isTrailing: asked.isTrailing ?? false,
  }
}
