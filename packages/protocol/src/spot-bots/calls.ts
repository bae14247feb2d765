// DCA and rebalancing bots on the wire: their calls (create, pause, close), figures, holdings and
// last trades (rules 21, 22).

import { spotBotEnds, spotBotStatuses } from '@basis/domain/spot-bots/record'
import { sides } from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import { nothing, type Call } from '../call.ts'
import { backtestFields, backtestPeriods } from '../grid/calls.ts'
import { decimal, orderIdText, signedDecimal, symbolName, timeMs, optionalField } from '../wire.ts'

const dcaRoot = '/s1/bot/dca/v1'
const rebalanceRoot = '/s1/bot/rebalance/v1'

/** Percentages: 5 is 5 %; a price or percentage of 0 means none. */
const dcaTerms = {
  symbol: symbolName,
  amount: decimal,
  purchases: z.int(),
  intervalMin: z.int(),
  minPrice: optionalField(decimal),
  maxPrice: optionalField(decimal),
  takeProfit: optionalField(decimal),
}
const dcaRequest = z.strictObject(dcaTerms)
export type DcaRequest = z.output<typeof dcaRequest>

const weight = z.strictObject({ symbol: symbolName, weight: decimal })
const rebalanceRequest = z.strictObject({
  /** The rest of 100 percent stays in the quote coin. */
  weights: z.array(weight),
  investment: decimal,
  threshold: optionalField(decimal),
  intervalMin: optionalField(z.int()),
  takeProfit: optionalField(decimal),
  stopLoss: optionalField(decimal),
})
export type RebalanceRequest = z.output<typeof rebalanceRequest>

const figures = {
  botId: z.string(),
  status: z.enum(spotBotStatuses),
  /** Empty while it is active. */
  closeReason: z.union([z.enum(spotBotEnds), z.literal('')]),
  /** Why its last order was rejected; empty if it was not. */
  problem: z.string(),
  /** Why the exchange has banned the owner, if that ended the bot. */
  banReason: z.optional(z.string()),
  coin: z.string(),
  investment: decimal,
  /** The part of the investment still in the quote coin. */
  unspent: decimal,
  worth: decimal,
  totalPnl: signedDecimal,
  holdings: z.array(
    z.object({
      symbol: z.string(),
      coin: z.string(),
      balance: decimal,
      lastPrice: decimal,
      value: decimal,
      /** Percent of the total. */
      share: decimal,
    }),
  ),
  /** The time of its next scheduled trade; 0 for never. */
  nextAtE3: timeMs,
  trades: z.array(
    z.object({
      timeE3: timeMs,
      symbol: z.string(),
      side: z.enum(sides),
      qty: decimal,
      value: decimal,
    }),
  ),
  returned: z.array(z.object({ coin: z.string(), amount: decimal })),
  createdAtE3: timeMs,
  endedAtE3: timeMs,
}

const wireDcaBot = z.object({
  ...figures,
  symbol: z.string(),
  amount: decimal,
  purchases: z.int(),
  intervalMin: z.int(),
  minPrice: decimal,
  maxPrice: decimal,
  takeProfit: decimal,
  done: z.int(),
  spent: decimal,
  bought: decimal,
  /** Of the coins bought; empty before the first purchase. */
  averagePrice: z.string(),
})
export type WireDcaBot = z.output<typeof wireDcaBot>

const wireDcaBacktest = z.object({
  ...backtestFields,
  done: z.int(),
  spent: decimal,
  averagePrice: z.string(),
  /** Empty if it would still be active. */
  closeReason: z.union([z.enum(spotBotEnds), z.literal('')]),
})
export type WireDcaBacktest = z.output<typeof wireDcaBacktest>

const wireRebalanceBot = z.object({
  ...figures,
  weights: z.array(z.object({ symbol: z.string(), weight: decimal })),
  threshold: decimal,
  intervalMin: z.int(),
  takeProfit: decimal,
  stopLoss: decimal,
  /** The number of rebalancings, and the deviation of its weights, in percentage points. */
  done: z.int(),
  strayed: decimal,
})
export type WireRebalanceBot = z.output<typeof wireRebalanceBot>

const receipt = z.object({ botId: z.string() })
const session = { access: 'session', ours: true } as const
const change = { ...session, method: 'POST', changes: true, answer: receipt } as const
const query = { ...session, method: 'GET', changes: false, request: nothing } as const
const adding = z.strictObject({ botId: orderIdText, investment: decimal })
const pausing = z.strictObject({ botId: orderIdText, isPaused: z.boolean() })
const closing = z.strictObject({ botId: orderIdText, keepsCoins: optionalField(z.boolean()) })

export const spotBotCalls = {
  /** Newest first. */
  dcaBots: {
    ...query,
    path: `${dcaRoot}/list`,
    answer: z.object({ list: z.array(wireDcaBot) }),
  },
  createDcaBot: { ...change, path: `${dcaRoot}/create`, request: dcaRequest },
  /** The backtest of a bot of these terms over this many days (rules 21.6). */
  backtestDcaBot: {
    ...change,
    path: `${dcaRoot}/backtest`,
    request: z.strictObject({ ...dcaTerms, days: z.enum(backtestPeriods) }),
    answer: wireDcaBacktest,
  },
  pauseDcaBot: { ...change, path: `${dcaRoot}/pause`, request: pausing },
  closeDcaBot: { ...change, path: `${dcaRoot}/close`, request: closing },
  investDcaBot: { ...change, path: `${dcaRoot}/add-investment`, request: adding },
  rebalanceBots: {
    ...query,
    path: `${rebalanceRoot}/list`,
    answer: z.object({ list: z.array(wireRebalanceBot) }),
  },
  createRebalanceBot: { ...change, path: `${rebalanceRoot}/create`, request: rebalanceRequest },
  pauseRebalanceBot: { ...change, path: `${rebalanceRoot}/pause`, request: pausing },
  investRebalanceBot: { ...change, path: `${rebalanceRoot}/add-investment`, request: adding },
  closeRebalanceBot: { ...change, path: `${rebalanceRoot}/close`, request: closing },
} as const satisfies Record<string, Call>
