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
import { demoMoneyHandlers } from './account/demo-money.ts'
import { disconnectHandlers } from './account/disconnect.ts'
import { greekHandlers } from './account/greeks.ts'
import { ledgerHandlers } from './account/ledger.ts'
import { loanHandlers } from './account/loans.ts'
import { marginModeHandlers } from './account/margin-mode.ts'
import { protectionHandlers } from './account/protection.ts'
import { walletHandlers } from './account/wallet.ts'
import { coinHandlers } from './assets/coins.ts'
import { transferHandlers } from './assets/transfers.ts'
import { settlementHandlers } from './assets/settlement-records.ts'
import { positionQueryHandlers } from './positions/position-queries.ts'
import { positionSettingHandlers } from './positions/position-settings.ts'
import { orderCheckHandlers } from './orders/order-checks.ts'
import { batchHandlers } from './orders/batches.ts'
import { executionHandlers } from './orders/execution-queries.ts'
import { orderQueryHandlers } from './orders/order-queries.ts'
import { placingHandlers } from './orders/place-orders.ts'
import { spreadHandlers } from './spread/spread-calls.ts'
import { subMemberHandlers } from './users/sub-members.ts'
import { v5UserHandlers } from './users/own-key.ts'

/** Exhaustive: a call without a handler does not compile. */
export const v5Handlers: V5Handlers = {
  ...placingHandlers,
  ...batchHandlers,
  ...orderQueryHandlers,
  ...executionHandlers,
  ...orderCheckHandlers,
  ...spreadHandlers,
  ...positionQueryHandlers,
  ...positionSettingHandlers,
  ...walletHandlers,
  ...marginModeHandlers,
  ...ledgerHandlers,
  ...loanHandlers,
  ...greekHandlers,
  ...demoMoneyHandlers,
  ...disconnectHandlers,
  ...protectionHandlers,
  ...coinHandlers,
  ...transferHandlers,
  ...settlementHandlers,
  ...timeHandlers,
  ...instrumentsInfoHandlers,
  ...tickerHandlers,
  ...orderbookHandlers,
  ...tradeHandlers,
  ...candleHandlers,
  ...statisticsHandlers,
  ...systemHandlers,
  ...v5UserHandlers,
  ...subMemberHandlers,
}
