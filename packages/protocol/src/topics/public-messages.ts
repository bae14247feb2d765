// The messages of the public topics (spec 7).

import {
  wireCandle,
  wireDepth,
  wireMarketLiquidation,
  wireTicker,
  wireTickerChange,
  wireTrade,
} from '../market-data.ts'
import { wireOptionNews } from '../options/chain.ts'
import * as z from '../schema/deferred.ts'
import { wireSpreadMarket } from '../spread/market.ts'
import { decimal, decimalOrEmpty, signedDecimal } from '../wire.ts'
import { head } from './message-head.ts'
import type { PrivateKind, TopicKind } from './topic.ts'

/**
 * One symbol in the symbol picker: [symbol, last, 24 h price change, 24 h turnover, funding rate].
 */
const pickerLine = z.tuple([z.string(), decimalOrEmpty, signedDecimal, decimal, decimalOrEmpty])
export type PickerLine = z.output<typeof pickerLine>

const notice = z.object({
  /** `delivery`: a dated contract delivers in a day or in an hour; its text is the time, UTC ms. */
  kind: z.enum(['stopping', 'mode', 'instrument', 'delivery']),
  symbol: z.string(),
  text: z.string(),
})
export type WireNotice = z.output<typeof notice>

const publicMessage = <Data extends z.ZodMiniType>(data: Data) => z.object({ ...head, data })

export type PublicKind = Exclude<TopicKind, PrivateKind>

export const publicMessages = {
  /** Snapshot: all quotes of a chain. Delta: the changed fields of changed quotes. */
  optionQuotes: publicMessage(wireOptionNews),
  /** A combination, complete each time. */
  spread: publicMessage(wireSpreadMarket),
  /** Snapshot: all fields. Delta: the symbol and the changed fields. */
  instrumentInfo: z.discriminatedUnion('type', [
    z.object({ ...head, type: z.literal('snapshot'), data: wireTicker }),
    z.object({ ...head, type: z.literal('delta'), data: wireTickerChange }),
  ]),
  /** `u` 1 means restart; each delta has `u` + 1; sizes are absolute, 0 removes the level. */
  orderBook: publicMessage(wireDepth),
  /** Oldest first. */
  trade: publicMessage(z.array(wireTrade)),
  /** Liquidations of a contract, oldest first. Snapshot: the last ones. */
  liquidation: publicMessage(z.array(wireMarketLiquidation)),
  /** The candles that changed; the last one is still open. */
  candle: publicMessage(z.array(wireCandle)),
  /** Complete picker lines once a second; after the snapshot only changed symbols. */
  tickers: publicMessage(z.array(pickerLine)),
  notice: publicMessage(z.array(notice)),
} as const satisfies Record<PublicKind, z.ZodMiniType>
