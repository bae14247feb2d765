// The handler of each call of the open API.

import type { V5Handlers } from './context.ts'
import { candleHandlers } from './market/candles.ts'
import { instrumentsInfoHandlers } from './market/instruments-info.ts'
import { orderbookHandlers } from './market/orderbook.ts'
import { statisticsHandlers } from './market/statistics.ts'
import { systemHandlers } from './market/system.ts'
import { tickerHandlers } from './market/tickers.ts'
import { timeHandlers } from './market/time.ts'
import { tradeHandlers } from './market/trades.ts'
import { v5UserHandlers } from './user.ts'

/** Exhaustive: a call without a handler does not compile. */
export const v5Handlers: V5Handlers = {
  ...timeHandlers,
  ...instrumentsInfoHandlers,
  ...tickerHandlers,
  ...orderbookHandlers,
  ...tradeHandlers,
  ...candleHandlers,
  ...statisticsHandlers,
  ...systemHandlers,
  ...v5UserHandlers,
}
