// Public trades over REST, newest first (open API 3.5).

import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { PublicTrade } from '../../read-model/read-model.ts'
import type { V5Handlers, V5Parts } from '../context.ts'
import { openInstrumentsOf, listedInstrument, v5Symbol } from '../instruments.ts'
import { invalidParameter } from '../refused.ts'
import { optionTicker } from './ticker-rows.ts'

/** The public id of a trade, which its executions have too. */
export const v5TradeId = ({ tradeId }: Pick<PublicTrade, 'tradeId'>): string => String(tradeId)

const defaults = { spot: 60, other: 500 } as const

export const tradeHandlers: V5Handlers<'recentTrade'> = {
  recentTrade: ({ parts }, { category, symbol, baseCoin, optionType, limit }) => {
    const { views } = parts.exchange
    const most = Math.min(limit ?? defaults.other, category === 'spot' ? defaults.spot : 1000)
    if (symbol === undefined && category !== 'option') throw invalidParameter('symbol')
    const asked =
      symbol === undefined
        ? openInstrumentsOf(views, category).filter(
            ({ baseCoin: coin, option }) =>
              coin === (baseCoin ?? 'BTC') &&
              (optionType === undefined || option?.right === optionType),
          )
        : [listedInstrument(views, category, symbol)]
    const lists = asked.map((instrument) => ({
      instrument,
      trades: parts.readModel.recentTrades(instrument.symbol, most),
    }))
    // Volatilities are costly, and a coin has many options and trades.
    const figures = new Map<Instrument, OptionFigures>()
    const list = newestOf(lists, most).map(({ instrument, trade }) => {
      const row = tradeRow(instrument, trade)
      if (instrument.option === undefined) return row
      const own = figures.get(instrument) ?? optionFigures(parts, instrument)
      figures.set(instrument, own)
      return { ...row, ...own }
    })
    return { result: { category, list } }
  },
}

type Trades = { readonly instrument: Instrument; readonly trades: readonly PublicTrade[] }

/**
 * Returns the newest trades of several instruments, newest first, as their own lists are. Sorting
 * all trades of a coin's options would cost a hundred times as much as the answer.
 */
function newestOf(lists: readonly Trades[], most: number) {
  const next = ({ instrument, trades }: Trades, at: number) => {
    const trade = trades[at]
    return trade && { instrument, trades, at, trade, id: trade.tradeId }
  }
  // The next trade of each list, the newest last.
  const heads = lists
    .flatMap((list) => next(list, 0) ?? [])
    .toSorted(({ id: a }, { id: b }) => a - b)
  const newest: { readonly instrument: Instrument; readonly trade: PublicTrade }[] = []
  for (let head = heads.pop(); head !== undefined && newest.length < most; head = heads.pop()) {
    newest.push(head)
    const following = next(head, head.at + 1)
    if (following === undefined) continue
    const { id } = following
    const place = heads.findLastIndex((other) => other.id < id)
    heads.splice(place + 1, 0, following)
  }
  return newest
}

function tradeRow(instrument: Instrument, trade: PublicTrade) {
  return {
    execId: v5TradeId(trade),
    symbol: v5Symbol(instrument),
    price: formatPrice(instrument, trade.priceTicks),
    size: formatQty(instrument, trade.qtyLots),
    side: trade.takerSide,
    time: String(trade.timeMs),
    isBlockTrade: false,
    isRPITrade: false,
    seq: String(trade.seq),
  }
}

type OptionFigures = ReturnType<typeof optionFigures>

/**
 * The option figures of a trade, over REST and by socket: the present ones, as those at the time of
 * the trade are not kept; 0 if there is none.
 */
export function optionFigures(parts: V5Parts, instrument: Instrument) {
  const { markPrice, indexPrice, markIv } = optionTicker(parts, instrument)
  return { mP: markPrice || '0', iP: indexPrice || '0', mIv: markIv, iv: markIv }
}
