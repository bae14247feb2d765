// Calls of the open API about positions (open API 5).

import * as z from '../schema/deferred.ts'
import { i, momentMs, n, nothing, optional, pageCursor, pageLimit, s, text } from './call.ts'
import type { V5Call, V5Limit } from './call.ts'
import { v5ClosedPnlRow, v5MarginedRow, v5PositionRow } from './position-rows.ts'
import { v5Categories } from './vocabulary.ts'

/** The categories that have positions. */
const category = z.enum(['linear', 'inverse', 'option'])
const some = optional(text)
const ten: V5Limit = { perSecond: 10 }
const fifty: V5Limit = { perSecond: 50 }
const changes = { access: 'signed', permission: 'Position', changes: true } as const
const span = { startTime: optional(momentMs), endTime: optional(momentMs) }

export const v5PositionCalls = {
  positions: {
    method: 'GET',
    path: '/v5/position/list',
    access: 'signed',
    limit: fifty,
    request: z.object({
      category,
      symbol: some,
      baseCoin: some,
      settleCoin: some,
      limit: pageLimit(200),
      cursor: pageCursor,
    }),
    answer: z.object({ category: s, list: z.array(v5PositionRow), nextPageCursor: s }),
  },
  setLeverage: {
    method: 'POST',
    path: '/v5/position/set-leverage',
    ...changes,
    limit: ten,
    request: z.object({ category, symbol: text, buyLeverage: text, sellLeverage: text }),
    answer: nothing,
  },
  switchPositionMode: {
    method: 'POST',
    path: '/v5/position/switch-mode',
    ...changes,
    limit: ten,
    request: z.object({ category, symbol: some, coin: some, mode: text }),
    answer: nothing,
  },
  setTradingStop: {
    method: 'POST',
    path: '/v5/position/trading-stop',
    ...changes,
    limit: ten,
    request: z.object({
      category,
      symbol: text,
      positionIdx: some,
      tpslMode: some,
      takeProfit: some,
      stopLoss: some,
      trailingStop: some,
      activePrice: some,
      tpTriggerBy: some,
      slTriggerBy: some,
      tpSize: some,
      slSize: some,
      tpLimitPrice: some,
      slLimitPrice: some,
      tpOrderType: some,
      slOrderType: some,
    }),
    answer: nothing,
  },
  setAutoAddMargin: {
    method: 'POST',
    path: '/v5/position/set-auto-add-margin',
    ...changes,
    limit: ten,
    request: z.object({ category, symbol: text, autoAddMargin: text, positionIdx: some }),
    answer: nothing,
  },
  addMargin: {
    method: 'POST',
    path: '/v5/position/add-margin',
    ...changes,
    limit: ten,
    request: z.object({ category, symbol: text, margin: text, positionIdx: some }),
    answer: v5MarginedRow,
  },
  confirmPendingMmr: {
    method: 'POST',
    path: '/v5/position/confirm-pending-mmr',
    ...changes,
    limit: ten,
    request: z.object({ category, symbol: text }),
    answer: nothing,
    stands: 'refused',
  },
  closedPnl: {
    method: 'GET',
    path: '/v5/position/closed-pnl',
    access: 'signed',
    limit: fifty,
    request: z.object({
      category: z.enum(v5Categories),
      symbol: some,
      ...span,
      limit: pageLimit(100),
      cursor: pageCursor,
    }),
    answer: z.object({ category: s, list: z.array(v5ClosedPnlRow), nextPageCursor: s }),
  },
  closedOptions: {
    method: 'GET',
    path: '/v5/position/get-closed-positions',
    access: 'signed',
    limit: fifty,
    request: z.object({
      category: z.literal('option'),
      symbol: some,
      ...span,
      limit: pageLimit(100),
      cursor: pageCursor,
    }),
    answer: z.object({
      category: s,
      nextPageCursor: s,
      list: z.array(
        z.object({
          symbol: s,
          side: s,
          totalOpenFee: n,
          deliveryFee: n,
          totalCloseFee: n,
          qty: n,
          closeTime: i,
          avgExitPrice: n,
          deliveryPrice: n,
          openTime: i,
          avgEntryPrice: n,
          totalPnl: n,
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, V5Call>>
