// Option chains on the wire: the contracts of a coin, and their quotes with volatilities and greeks
// (spec 3; rules 9).

import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import * as z from '../schema/deferred.ts'
import type { Call } from '../call.ts'
import { contractSymbol } from '../instrument.ts'
import {
  decimal,
  decimalOrEmpty,
  shortText,
  signedDecimal,
  timeMs,
  optionalField,
} from '../wire.ts'

/** Per base coin, at the mark volatility (rules 9.2); `iv` is a fraction: 0.55 is 55 %. */
export const wireGreeks = z.object({
  delta: signedDecimal,
  gamma: signedDecimal,
  vega: signedDecimal,
  theta: signedDecimal,
  iv: decimal,
})
export type WireGreeks = z.output<typeof wireGreeks>

export const wireOptionQuote = z.object({
  symbol: z.string(),
  bid1Price: decimalOrEmpty,
  bid1Size: decimal,
  /** Empty if no volatility gives the price. */
  bid1Iv: decimalOrEmpty,
  ask1Price: decimalOrEmpty,
  ask1Size: decimal,
  ask1Iv: decimalOrEmpty,
  markPrice: decimalOrEmpty,
  markIv: decimal,
  delta: signedDecimal,
  gamma: signedDecimal,
  vega: signedDecimal,
  theta: signedDecimal,
  /** The forward of its expiry. */
  underlyingPrice: decimal,
  lastPrice: decimalOrEmpty,
  openInterest: decimal,
  volume24h: decimal,
})
export type WireOptionQuote = z.output<typeof wireOptionQuote>

/** The changed fields of a quote, and its symbol. */
export const wireOptionQuoteChange = z.extend(z.partial(wireOptionQuote), { symbol: z.string() })
export type WireOptionQuoteChange = z.output<typeof wireOptionQuoteChange>

/** A pushed chain: all quotes in the snapshot, then the changed ones. */
export const wireOptionNews = z.object({
  baseCoin: z.string(),
  indexPrice: decimalOrEmpty,
  list: z.array(wireOptionQuoteChange),
})
export type WireOptionNews = z.output<typeof wireOptionNews>

const chainAsked = { baseCoin: shortText, settleCoin: z.enum(optionSettleCoins) }

export const optionCalls = {
  /** If the given version is current, the response has that version and an empty list. */
  optionChain: {
    method: 'GET',
    path: '/contract/v5/option/chain',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({
      ...chainAsked,
      version: optionalField(shortText),
      /** Comma-separated symbols: only these, including expired ones. */
      symbols: optionalField(z.string().check(z.maxLength(2_000))),
    }),
    answer: z.object({
      version: z.string(),
      /** Coins that have options, in display order. */
      baseCoins: z.array(z.string()),
      list: z.array(contractSymbol),
    }),
  },
  optionQuotes: {
    method: 'GET',
    path: '/contract/v5/option/quotes',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject(chainAsked),
    answer: z.object({
      indexPrice: decimalOrEmpty,
      timeE3: timeMs,
      list: z.array(wireOptionQuote),
    }),
  },
} as const satisfies Readonly<Record<string, Call>>
