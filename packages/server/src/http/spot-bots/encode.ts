// Encoding of DCA bots and rebalancing bots (rules 21.4, 22.4).

import { minuteMs } from '@basis/domain/instrument/candle'
import { formatPrice, type Instrument } from '@basis/domain/instrument/instrument'
import {
  decimalsOfStepE8,
  divRound,
  formatDecimal,
  formatTrimmed,
  priceTicks,
} from '@basis/domain/numbers/fixed'
import type { SymbolId } from '@basis/domain/numbers/brand'
import type { WireDcaBot, WireRebalanceBot } from '@basis/protocol/spot-bots/calls'
import type { Parts } from '../call-context.ts'

type Views = Parts['exchange']['views']
type SpotBotView = NonNullable<ReturnType<Views['spotBots']['bot']>>

const money = (value: bigint): string => formatTrimmed(value, 8)
const percent = (partE4: number): string => formatTrimmed(BigInt(partE4), 2)

function price(views: Views, symbol: SymbolId, ticks: number): string {
  const instrument = views.instrument(symbol)
  return ticks === 0 || instrument === undefined ? '0' : formatPrice(instrument, priceTicks(ticks))
}

const figuresOf = (views: Views, bot: SpotBotView) => ({
  botId: String(bot.wallet),
  status: bot.status,
  closeReason: bot.end ?? ('' as const),
  problem: bot.problem?.name ?? '',
  ...(bot.end === 'Banned' && { banReason: bot.problem?.params?.['reason'] ?? '' }),
  coin: bot.quoteCoin,
  investment: money(bot.investment),
  unspent: money(bot.quote),
  worth: money(bot.worth),
  totalPnl: money(bot.total),
  holdings: bot.holdings.map(({ symbol, coin, balance, lastTicks, value, shareE4 }) => ({
    symbol,
    coin,
    balance: money(balance),
    lastPrice: price(views, symbol, lastTicks),
    value: money(value),
    share: percent(shareE4),
  })),
  nextAtE3: bot.dueMs,
  trades: bot.log.map(({ timeMs, symbol, side, base, quote }) => ({
    timeE3: timeMs,
    symbol,
    side,
    qty: money(base),
    value: money(quote),
  })),
  returned: bot.returned.map(([coin, sum]) => ({ coin, amount: money(sum) })),
  createdAtE3: bot.createdMs,
  endedAtE3: bot.endedMs,
})

/**
 * Returns the average purchase price, with the decimals of the pair; empty before the first
 * purchase.
 */
export function averagePriceOf(
  { spent, bought }: Pick<SpotBotView, 'spent' | 'bought'>,
  { tickSizeE8 }: Pick<Instrument, 'tickSizeE8'>,
): string {
  if (bought === 0n) return ''
  const decimals = decimalsOfStepE8(tickSizeE8)
  const unit = 10n ** BigInt(8 - decimals)
  return formatDecimal(divRound(spent * 100_000_000n, BigInt(bought) * unit, 'nearest'), decimals)
}

export function encodeDcaBot(views: Views, bot: SpotBotView): WireDcaBot[] {
  const { terms, spent, bought, done } = bot
  if (terms.kind !== 'Dca') return []
  const instrument = views.instrument(terms.symbol)
  if (instrument === undefined) return []
  return [
    {
      ...figuresOf(views, bot),
      symbol: terms.symbol,
      amount: money(terms.amount),
      purchases: terms.purchases,
      intervalMin: terms.intervalMs / minuteMs,
      minPrice: price(views, terms.symbol, terms.lowTicks),
      maxPrice: price(views, terms.symbol, terms.highTicks),
      takeProfit: percent(terms.takeProfitE4),
      done,
      spent: money(spent),
      bought: money(bought),
      averagePrice: averagePriceOf(bot, instrument),
    },
  ]
}

export function encodeRebalanceBot(views: Views, bot: SpotBotView): WireRebalanceBot[] {
  const { terms, done, strayedE4 } = bot
  if (terms.kind !== 'Rebalance') return []
  return [
    {
      ...figuresOf(views, bot),
      weights: terms.weights.map(({ symbol, weightE4 }) => ({ symbol, weight: percent(weightE4) })),
      threshold: percent(terms.thresholdE4),
      intervalMin: terms.intervalMs / minuteMs,
      takeProfit: percent(terms.takeProfitE4),
      stopLoss: percent(terms.stopLossE4),
      done,
      strayed: percent(strayedE4),
    },
  ]
}
