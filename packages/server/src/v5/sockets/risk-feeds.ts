// Feeds of the risk topics: liquidations, price limits, insurance, deleveraging (open API 10.5).

import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { v5FundGroups } from '@basis/protocol/v5/topics'
import { liquidationsIn } from '../../read-model/positioning/liquidations.ts'
import type { V5Parts } from '../context.ts'
import { v5Symbol } from '../instruments.ts'
import { adlRows, insuranceRows, priceLimitsOf } from '../market/statistics.ts'
import type { TopicFeed } from './topic.ts'

export function liquidationFeed(parts: V5Parts, instrument: Instrument): TopicFeed {
  let gathered: object[] = []
  return {
    everyMs: 500,
    hasSnapshot: false,
    snapshot: () => undefined,
    start: () =>
      parts.exchange.subscribe((batch) => {
        const own = (symbol: string): Instrument | undefined =>
          symbol === instrument.symbol ? instrument : undefined
        for (const { timeMs, symbol, side, qtyLots, priceE8 } of liquidationsIn(batch, own)) {
          if (symbol !== instrument.symbol) continue
          const price = formatTrimmed(BigInt(priceE8), 8)
          const named = { T: timeMs, s: v5Symbol(instrument), S: side }
          gathered.push({ ...named, v: formatQty(instrument, qtyLots), p: price })
        }
      }),
    poll(emit) {
      if (gathered.length === 0) return
      emit({ type: 'snapshot', ts: parts.clock.nowMs(), data: gathered })
      gathered = []
    },
  }
}

/** Returns a feed that sends the whole data of `read` whenever it changes. */
function changingFeed<Data>(
  parts: V5Parts,
  everyMs: number,
  { read, frame }: { readonly read: () => Data; readonly frame: (data: Data) => object },
): TopicFeed {
  let emitted = ''
  return {
    everyMs,
    hasSnapshot: true,
    snapshot: () => {
      const data = read()
      // Only the first snapshot counts as sent: later changes must still reach earlier subscribers.
      emitted ||= JSON.stringify(data)
      return { ts: parts.clock.nowMs(), ...frame(data) }
    },
    poll(emit) {
      const data = read()
      const text = JSON.stringify(data)
      if (text === emitted) return
      emitted = text
      emit({ ts: parts.clock.nowMs(), ...frame(data) })
    },
  }
}

export const priceLimitFeed = (parts: V5Parts, instrument: Instrument): TopicFeed =>
  changingFeed(parts, 300, {
    read: () => ({ symbol: v5Symbol(instrument), ...priceLimitsOf(parts, instrument) }),
    frame: (data) => ({ data }),
  })

type FundGroup = (typeof v5FundGroups)[number]

const isIn = (group: FundGroup, coin: string): boolean =>
  group === 'inverse' ? coin !== 'USDT' && coin !== 'USDC' : coin === group

export const insuranceFeed = (parts: V5Parts, group: FundGroup): TopicFeed =>
  changingFeed(parts, 1000, {
    read: () => insuranceRows(parts).filter(({ coin }) => isIn(group, coin)),
    frame: (rows) => ({
      type: 'snapshot',
      data: rows.map(({ coin, symbols, balance }) => ({
        coin,
        symbols,
        balance,
        updateTime: String(parts.exchange.lastTimeMs()),
      })),
    }),
  })

export const adlFeed = (parts: V5Parts, group: FundGroup): TopicFeed =>
  changingFeed(parts, 1000, {
    read: () => adlRows(parts).filter(({ coin }) => isIn(group, coin)),
    frame: (rows) => ({
      type: 'snapshot',
      data: rows.map((row) => ({
        c: row.coin,
        s: row.symbol,
        b: Number(row.balance),
        mb: Number(row.maxBalance),
        i_pr: Number(row.insurancePnlRatio),
        pr: Number(row.pnlRatio),
        adl_tt: Number(row.adlTriggerThreshold),
        adl_sr: Number(row.adlStopRatio),
      })),
    }),
  })
