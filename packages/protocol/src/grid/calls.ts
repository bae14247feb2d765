// Grid bots on the wire: their calls (create, pause, add funds, close), figures, levels and
// completed cells (spec 8; rules 17).

import { gridEnds, gridStatuses } from '@basis/domain/grid/record'
import { gridModes, gridSpacings } from '@basis/domain/grid/terms'
import { sides } from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import { nothing, type Call } from '../call.ts'
import { decimal, orderIdText, signedDecimal, symbolName, timeMs, optionalField } from '../wire.ts'

const root = '/s1/bot/grid/v1'

/** A price of 0 means none. */
const terms = {
  gridMode: z.enum(gridModes),
  gridType: z.enum(gridSpacings),
  minPrice: decimal,
  maxPrice: decimal,
  cellNumber: z.int(),
  leverage: optionalField(decimal),
  takeProfitPrice: optionalField(decimal),
  stopLossPrice: optionalField(decimal),
  isTrailing: optionalField(z.boolean()),
}
const gridRequest = z.strictObject({ symbol: symbolName, ...terms, investment: decimal })
export type GridRequest = z.output<typeof gridRequest>

const wireBot = z.object({
  botId: z.string(),
  symbol: z.string(),
  gridMode: z.enum(gridModes),
  gridType: z.enum(gridSpacings),
  minPrice: decimal,
  maxPrice: decimal,
  cellNumber: z.int(),
  leverage: decimal,
  takeProfitPrice: decimal,
  stopLossPrice: decimal,
  isTrailing: z.boolean(),
  /** The current range, including its moves. */
  lowPrice: decimal,
  highPrice: decimal,
  status: z.enum(gridStatuses),
  /** Empty while it is active. */
  closeReason: z.union([z.enum(gridEnds), z.literal('')]),
  /** Why its last order was rejected; empty if it was not. */
  problem: z.string(),
  /** Why the exchange has banned the owner, if that ended the bot. */
  banReason: z.optional(z.string()),
  coin: z.string(),
  investment: decimal,
  qtyPerCell: decimal,
  startPrice: decimal,
  lastPrice: decimal,
  gridProfit: signedDecimal,
  unrealised: signedDecimal,
  totalPnl: signedDecimal,
  worth: signedDecimal,
  /** A fraction: 0.01 is 1 % a year. */
  annualised: signedDecimal,
  arbitrages: z.int(),
  /** Per cell after fees: in coin, and as fractions of the buy price. */
  cellProfitMin: signedDecimal,
  cellProfitMax: signedDecimal,
  cellRateMin: signedDecimal,
  cellRateMax: signedDecimal,
  /** Estimated liquidation prices; empty if there is none. */
  liqPriceBelow: z.string(),
  liqPriceAbove: z.string(),
  returned: decimal,
  returnedBase: decimal,
  createdAtE3: timeMs,
  endedAtE3: timeMs,
})
export type WireBot = z.output<typeof wireBot>

const wireCell = z.object({
  buyPrice: decimal,
  sellPrice: decimal,
  side: z.enum(sides),
  qty: decimal,
  /** The ID of the cell's open order; empty if it has none. */
  orderId: z.string(),
  /** Whether the first order of a pair is filled and this one completes it. */
  isOpen: z.boolean(),
})

const wireCompletion = z.object({
  timeE3: timeMs,
  buyPrice: decimal,
  sellPrice: decimal,
  qty: decimal,
  profit: signedDecimal,
})

/** Backtest periods in days. */
export const backtestPeriods = ['1', '7', '30', '90'] as const
export type BacktestPeriod = (typeof backtestPeriods)[number]

/** The common results of a backtest of any bot. */
export const backtestFields = {
  symbol: z.string(),
  coin: z.string(),
  startE3: timeMs,
  endE3: timeMs,
  startPrice: decimal,
  endPrice: decimal,
  investment: decimal,
  totalPnl: signedDecimal,
  /** The largest fall of the bot's value from an earlier maximum. */
  drawdown: decimal,
  /** The PnL of holding the coins instead, from the start to the end. */
  heldPnl: signedDecimal,
  /** One point per candle. */
  curve: z.array(z.object({ timeE3: timeMs, price: decimal, worth: signedDecimal })),
}

const backtest = z.object({
  ...backtestFields,
  qtyPerCell: decimal,
  gridProfit: signedDecimal,
  unrealised: signedDecimal,
  /** A fraction: 0.01 is 1 % a year. */
  annualised: signedDecimal,
  arbitrages: z.int(),
  status: z.enum(gridStatuses),
  closeReason: z.union([z.enum(gridEnds), z.literal('')]),
  /** The last ones. */
  completions: z.array(wireCompletion),
})
export type WireBacktest = z.output<typeof backtest>

/** A public bot, and the backtest of its terms over the last seven days. */
const shownBot = z.object({
  ...wireBot.shape,
  /** Null until it is computed, or if it cannot be. */
  pastWeek: z.nullable(
    z.object({
      /** A fraction of the investment. */
      return: signedDecimal,
      drawdown: decimal,
      arbitrages: z.int(),
      /** The bot's value, from the first candle to the last. */
      curve: z.array(signedDecimal),
    }),
  ),
})
export type WireShownBot = z.output<typeof shownBot>

const receipt = z.object({ botId: z.string() })
const session = { access: 'session', ours: true } as const
const change = { ...session, method: 'POST', changes: true } as const
const query = { ...session, method: 'GET', changes: false } as const
const botAsked = z.strictObject({ botId: orderIdText })

export const gridCalls = {
  bots: {
    ...query,
    path: `${root}/list`,
    request: nothing,
    /** Newest first; and the funds available for a bot, by coin. */
    answer: z.object({
      list: z.array(wireBot),
      available: z.record(z.string(), decimal),
    }),
  },
  /** The bots of simulated traders. */
  shownBots: {
    method: 'GET',
    path: `${root}/public-list`,
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({ list: z.array(shownBot) }),
  },
  bot: {
    ...query,
    path: `${root}/detail`,
    request: botAsked,
    answer: z.object({
      bot: wireBot,
      /** The unfilled quantity of the entry; 0 without one. */
      entryQty: decimal,
      cells: z.array(wireCell),
      completions: z.array(wireCompletion),
    }),
  },
  /** The backtest of a bot of these terms over this many days (rules 17.8). */
  backtestBot: {
    ...change,
    path: `${root}/backtest`,
    request: z.strictObject({
      symbol: symbolName,
      ...terms,
      investment: decimal,
      days: z.enum(backtestPeriods),
    }),
    answer: backtest,
  },
  createBot: { ...change, path: `${root}/create`, request: gridRequest, answer: receipt },
  pauseBot: {
    ...change,
    path: `${root}/pause`,
    request: z.strictObject({ botId: orderIdText, isPaused: z.boolean() }),
    answer: receipt,
  },
  addBotInvestment: {
    ...change,
    path: `${root}/add-investment`,
    request: z.strictObject({ botId: orderIdText, investment: decimal }),
    answer: receipt,
  },
  modifyBotStops: {
    ...change,
    path: `${root}/modify-stops`,
    request: z.strictObject({
      botId: orderIdText,
      takeProfitPrice: decimal,
      stopLossPrice: decimal,
    }),
    answer: receipt,
  },
  closeBot: {
    ...change,
    path: `${root}/close`,
    request: z.strictObject({ botId: orderIdText, keepsBase: optionalField(z.boolean()) }),
    answer: receipt,
  },
} as const satisfies Record<string, Call>
