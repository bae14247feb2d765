// Orders find their tab by market, plan type and stop order type (spec 4).

import { expect, test } from 'vitest'
import { orderTab } from './order-tabs.ts'

test.each([
  [{}, 'activity'],
  [{ stopOrderType: 'Order' }, 'activity'],
  [{ stopOrderType: 'Stop' }, 'condition'],
  [{ stopOrderType: 'PartialStopLoss' }, 'tpSl'],
  [{ stopOrderType: 'TrailingProfit' }, 'trailingStop'],
  [{ stopOrderType: 'MmRateClose' }, 'mmr'],
  [{ stopOrderType: 'TakeProfitStopLossOCO' }, 'oco'],
  [{ planType: 10 }, 'oco'],
  [{ planType: 8 }, 'condition'],
  [{ planType: 0 }, 'activity'],
  [{ marketType: 'FutureSpread' }, 'futureSpread'],
])('%j is %s', (order, tab) => {
  expect(orderTab(order)).toBe(tab)
})
