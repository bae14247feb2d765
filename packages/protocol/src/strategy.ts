// Algorithmic orders on the wire: their calls and their records (rules 8.9).

import { algoEnds, type AlgoRecord, type AlgoTerms } from '@basis/domain/algo/order'
import { algoStatuses } from '@basis/domain/algo/states'
import { mostScaledChildren, scaledShapes } from '@basis/domain/algo/scaled'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  priceOfValue,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { historyFamilies } from '@basis/domain/instrument/market'
import { sides } from '@basis/domain/orders/order'
import * as z from './schema/deferred.ts'
import type { Call } from './call.ts'
import {
  encodeAmount,
  positionIdx,
  strategyTypeOf,
  strategyTypes,
  type StrategyType,
} from './order.ts'
import {
  decimal,
  linkIdText,
  orderIdText,
  pageOf,
  pageQuery,
  queryInteger,
  requestedScaled,
  signedDecimal,
  symbolName,
  timeMs,
  optionalField,
} from './wire.ts'

export const icebergPrices = ['Fixed', 'Own', 'Offset', 'Taker'] as const

/** The terms of each kind; a rejection names the fields that the kind has. */
const termFields = {
  /** TWAP, POV: seconds; the interval is 5, 10, 15, 30, 60 or 120. */
  duration: optionalField(z.int()),
  interval: optionalField(z.int()),
  /** TWAP: varies the sizes randomly by up to ±20 %. */
  isRandom: optionalField(z.boolean()),
  maxChasePrice: optionalField(decimal),
  /** POV: its share of the volume of others, in percent, two decimals. */
  participation: optionalField(decimal),
  /** Iceberg: the visible quantity, or the number of orders; ladders have the count. */
  subSize: optionalField(decimal),
  orderCount: optionalField(z.int()),
  priceType: optionalField(z.enum(icebergPrices)),
  price: optionalField(decimal),
  /** Offset from the best price of its own side; negative into the spread. */
  offset: optionalField(signedDecimal),
  /** Ladder: the first and the last price. */
  priceFrom: optionalField(decimal),
  priceTo: optionalField(decimal),
  shape: optionalField(z.enum(scaledShapes)),
  /** Custom ladders: each order's share in percent, two decimals, 100 in total. */
  shares: optionalField(z.array(decimal).check(z.maxLength(mostScaledChildren))),
  /** Chase: the maximum distance from the first price. */
  maxDistance: optionalField(decimal),
}

const wireStrategy = z.object({
  strategyId: z.string(),
  orderLinkId: z.string(),
  strategyType: z.enum(strategyTypes),
  symbol: z.string(),
  side: z.enum(sides),
  positionIdx,
  reduceOnly: z.boolean(),
  status: z.enum(algoStatuses),
  /** Absent while it is active. */
  endReason: optionalField(z.enum(algoEnds)),
  /** The problem name of its last rejected order. */
  rejectReason: optionalField(z.string()),
  qty: decimal,
  cumExecQty: decimal,
  cumExecValue: decimal,
  avgPrice: decimal,
  /** Orders sent so far, and how many of them are open. */
  sentOrders: z.int(),
  openOrders: z.int(),
  ...termFields,
  createdAtE3: timeMs,
  updatedAtE3: timeMs,
  updateNo: z.int(),
})
export type WireStrategy = z.output<typeof wireStrategy>
export const strategyMessage = z.array(wireStrategy)

export const strategyCalls = {
  /** Starts an algorithmic order; its first order is placed at once, or it is rejected. */
  createStrategy: {
    method: 'POST',
    path: '/contract/v5/strategy/create',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      side: z.enum(sides),
      strategyType: z.enum(strategyTypes),
      qty: optionalField(decimal),
      qtyX: optionalField(requestedScaled),
      reduceOnly: optionalField(z.boolean()),
      positionIdx: optionalField(positionIdx),
      orderLinkId: optionalField(linkIdText),
      ...termFields,
    }),
    answer: z.object({ strategyId: z.string(), strategy: optionalField(wireStrategy) }),
  },
  /** Cancels it and its open orders. */
  cancelStrategy: {
    method: 'POST',
    path: '/contract/v5/strategy/cancel',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ strategyId: orderIdText }),
    answer: z.object({ strategyId: z.string(), strategy: optionalField(wireStrategy) }),
  },
  /** Pauses it: no order is sent or moved, its open order stays. A ladder cannot be paused. */
  pauseStrategy: {
    method: 'POST',
    path: '/contract/v5/strategy/pause',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ strategyId: orderIdText }),
    answer: z.object({ strategyId: z.string(), strategy: optionalField(wireStrategy) }),
  },
  /** Resumes it; the pause does not count as elapsed time. */
  resumeStrategy: {
    method: 'POST',
    path: '/contract/v5/strategy/resume',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ strategyId: orderIdText }),
    answer: z.object({ strategyId: z.string(), strategy: optionalField(wireStrategy) }),
  },
  strategies: {
    method: 'GET',
    path: '/contract/v5/strategy/list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    answer: z.object({ list: z.array(wireStrategy) }),
  },
  /** Ended ones, newest first. */
  strategyHistory: {
    method: 'GET',
    path: '/contract/v5/strategy/history',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: optionalField(symbolName),
      contractType: optionalField(z.enum(historyFamilies)),
      fromE3: optionalField(queryInteger),
      /** Exclusive. */
      toE3: optionalField(queryInteger),
      ...pageQuery,
    }),
    answer: pageOf(wireStrategy),
  },
} as const satisfies Record<string, Call>

type WireTerms = { [Name in keyof typeof termFields]?: z.output<(typeof termFields)[Name]> }

/** Encodes the terms of a kind as in a request; a TWAP's seed is omitted. */
export function encodeStrategyTerms(
  terms: AlgoTerms,
  instrument: Instrument,
): WireTerms & { readonly strategyType: StrategyType } {
  return { strategyType: strategyTypeOf[terms.kind], ...encodeTerms(terms, instrument) }
}

function encodeTerms(terms: AlgoTerms, instrument: Instrument): WireTerms {
  const price = (ticks: number): string =>
    formatTrimmed(BigInt(ticks) * BigInt(instrument.tickSizeE8), 8)
  switch (terms.kind) {
    case 'Twap':
      return {
        duration: terms.durationSec,
        interval: terms.intervalSec,
        isRandom: terms.seed !== undefined,
        ...(terms.maxChaseTicks === undefined ? {} : { maxChasePrice: price(terms.maxChaseTicks) }),
      }
    case 'Pov':
      return {
        participation: formatTrimmed(BigInt(terms.participationE2), 2),
        duration: terms.durationSec,
        interval: terms.intervalSec,
        ...(terms.maxChaseTicks === undefined ? {} : { maxChasePrice: price(terms.maxChaseTicks) }),
      }
    case 'Iceberg': {
      const { slice, pricing } = terms
      return {
        ...('subLots' in slice
          ? { subSize: formatQty(instrument, slice.subLots) }
          : { orderCount: slice.orderCount }),
        priceType: pricing.at,
        ...(pricing.at === 'Fixed' ? { price: formatPrice(instrument, pricing.priceTicks) } : {}),
        ...(pricing.at === 'Offset' ? { offset: price(pricing.offsetTicks) } : {}),
      }
    }
    case 'Scaled':
      return {
        priceFrom: formatPrice(instrument, terms.fromTicks),
        priceTo: formatPrice(instrument, terms.toTicks),
        orderCount: terms.children,
        shape: terms.shape,
        ...(terms.sharesE2 === undefined
          ? {}
          : { shares: terms.sharesE2.map((share) => formatTrimmed(BigInt(share), 2)) }),
      }
    case 'Chase':
      return terms.maxDistanceTicks === undefined
        ? {}
        : { maxDistance: price(terms.maxDistanceTicks) }
  }
}

/** Encodes a parent order in the instrument's own decimals. */
export function encodeStrategy(algo: AlgoRecord, instrument: Instrument): WireStrategy {
  const filled = qtyAmount(instrument, algo.filledLots)
  return {
    strategyId: String(algo.id),
    orderLinkId: algo.linkId,
    symbol: algo.symbol,
    side: algo.side,
    positionIdx: algo.positionIdx,
    reduceOnly: algo.reduceOnly,
    status: algo.status,
    ...(algo.end === undefined ? {} : { endReason: algo.end }),
    ...(algo.problem === undefined ? {} : { rejectReason: algo.problem.name }),
    qty: formatQty(instrument, algo.totalLots),
    cumExecQty: formatQty(instrument, algo.filledLots),
    cumExecValue: encodeAmount(algo.filledValue),
    avgPrice: formatTrimmed(BigInt(priceOfValue(instrument, algo.filledValue, filled)), 8),
    sentOrders: algo.sent,
    openOrders: algo.open,
    ...encodeStrategyTerms(algo.terms, instrument),
    createdAtE3: algo.createdMs,
    updatedAtE3: algo.updatedMs,
    updateNo: algo.updateNo,
  }
}
