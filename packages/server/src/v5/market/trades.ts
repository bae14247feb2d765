// Public trades over REST, newest first (open API 3.5).

import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { PublicTrade } from '../../read-model/read-model.ts'
import type { V5Handlers, V5Parts } from '../context.ts'
import { instrumentsOf, listedInstrument, v5Symbol } from '../instruments.ts'
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
        ? instrumentsOf(views, category).filter(
            ({ baseCoin: coin, option }) =>
              coin === (baseCoin ?? 'BTC') &&
              (optionType === undefined || option?.right === optionType),
          )
        : [listedInstrument(views, category, symbol)]
    const rows = asked.flatMap((instrument) =>
      parts.readModel
        .recentTrades(instrument.symbol, most)
        .map((trade) => ({ tradeId: trade.tradeId, row: tradeRow(parts, instrument, trade) })),
    )
    const list = rows
      .toSorted((a, b) => b.tradeId - a.tradeId)
      .slice(0, most)
      .map(({ row }) => row)
    return { result: { category, list } }
  },
}

function tradeRow(parts: V5Parts, instrument: Instrument, trade: PublicTrade) {
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
    ...(instrument.option === undefined ? {} : optionFigures(parts, instrument)),
  }
}

/** Current option figures: those at the time of the trade are not kept. */
function optionFigures(parts: V5Parts, instrument: Instrument) {
  const { markPrice, indexPrice, markIv } = optionTicker(parts, instrument)
  return { mP: markPrice || '0', iP: indexPrice || '0', mIv: markIv, iv: markIv }
}
