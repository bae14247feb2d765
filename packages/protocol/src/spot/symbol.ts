// Spot symbols and quote-token groups on the wire: short keys, and the merge of the two lists (spec
// 3, 4).

import { symbolId } from '@basis/domain/numbers/brand'
import {
  decimalsOfStepE8,
  formatTrimmed,
  leverageE2,
  priceTicks,
  qtyLots,
  rateE8,
  zero,
} from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  instrumentStatuses,
  valueOf,
} from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import * as z from 'zod/mini'
import { parseMergeTimes } from '../instrument.ts'
import { decodeAmount, encodeAmount } from '../order.ts'
import { decimal, expand, scaled, shorten, timeMs, type ShortKeys } from '../wire.ts'

export const spotSymbol = z.object({
  symbolId: z.string(),
  symbolName: z.string(),
  baseTokenId: z.string(),
  baseTokenName: z.string(),
  quoteTokenId: z.string(),
  quoteTokenName: z.string(),
  tokenFullName: z.string(),
  symbolType: z.enum(['CHAIN_TOKEN', 'REAL_MONEY']),
  basePrecision: decimal,
  quotePrecision: decimal,
  minTradeQuantity: decimal,
  minTradeAmount: decimal,
  minPricePrecision: decimal,
  maxTradeQuantity: decimal,
  maxTradeAmount: decimal,
  /** Comma list of depth merge steps, as ratios to the price step. */
  digitMerge: z.string(),
  /** Percent, e.g. `3`. */
  limitOrderPriceLimitPercentage: decimal,
  marketOrderPriceLimitPercentage: decimal,
  showStatus: z.boolean(),
  tradeStatus: z.enum(instrumentStatuses),
  onlineTime: timeMs,
  quoteTokenLeverageRatio: decimal,
  baseTokenLeverageRatio: decimal,
  loanEnabled: z.boolean(),
  isTest: z.boolean(),
  isBanBuy: z.boolean(),
  isBanSell: z.boolean(),
  zeroFeeType: z.int(),
  /** Ours: what the domain's instrument has besides. */
  takerFeeRateE8: scaled,
  makerFeeRateE8: scaled,
  minPrice: decimal,
  maxPrice: decimal,
  maxMarketQuantity: decimal,
})
export type SpotSymbol = z.output<typeof spotSymbol>

/** The list arrives compressed to these keys (spec 3). */
export const spotShortKeys: ShortKeys<SpotSymbol> = {
  symbolId: 'si',
  symbolName: 'sn',
  baseTokenId: 'bi',
  baseTokenName: 'bn',
  quoteTokenId: 'qi',
  quoteTokenName: 'qn',
  tokenFullName: 'fn',
  symbolType: 'st',
  basePrecision: 'bp',
  quotePrecision: 'qp',
  minTradeQuantity: 'mq',
  minTradeAmount: 'ma',
  minPricePrecision: 'pp',
  maxTradeQuantity: 'xq',
  maxTradeAmount: 'xa',
  digitMerge: 'dm',
  limitOrderPriceLimitPercentage: 'lp',
  marketOrderPriceLimitPercentage: 'mp',
  showStatus: 'ss',
  tradeStatus: 'ts',
  onlineTime: 'ot',
  quoteTokenLeverageRatio: 'ql',
  baseTokenLeverageRatio: 'bl',
  loanEnabled: 'le',
  isTest: 'it',
  isBanBuy: 'bb',
  isBanSell: 'bs',
  zeroFeeType: 'zf',
  takerFeeRateE8: 'tf',
  makerFeeRateE8: 'mf',
  minPrice: 'np',
  maxPrice: 'xp',
  maxMarketQuantity: 'xm',
}

/** A symbol under its short keys; what it expands to is checked by `expandSpotSymbol`. */
export const shortSpotSymbol = z.record(z.string(), z.unknown())

export const quoteTokenGroup = z.object({
  tokenId: z.string(),
  tokenName: z.string(),
  tokenFullName: z.string(),
  tokenType: z.enum(['CHAIN_TOKEN', 'REAL_MONEY']),
  zeroFeeType: z.int(),
  quoteTags: z.array(z.string()),
  quoteTokenSymbols: z.array(shortSpotSymbol),
})
export type QuoteTokenGroup = z.output<typeof quoteTokenGroup>

export const shortenSpotSymbol = (symbol: SpotSymbol): Record<string, unknown> =>
  shorten(spotShortKeys, symbol)

/** Returns the symbol under its long names, or undefined when it is none. */
export function expandSpotSymbol(short: unknown): SpotSymbol | undefined {
  const result = z.safeParse(spotSymbol, expand(spotShortKeys, short))
  return result.success ? result.data : undefined
}

/** The wire's name of a pair: `BTC/USDT` is asked for as `BTCUSDT` in spot calls. */
export const spotSymbolIdOf = (symbol: string): string => symbol.replace('/', '')

/** Writes a spot pair; throws for a contract. */
export function encodeSpotSymbol(instrument: Instrument): SpotSymbol {
  if (instrument.kind !== 'Spot') throw new Error(`${instrument.symbol} is no spot pair`)
  const { baseCoin, quoteCoin, symbol } = instrument
  const step = (e8: number): string => formatTrimmed(BigInt(e8), 8)
  const maxAmount = valueOf(instrument, instrument.maxPriceTicks, instrument.maxQtyLots)
  const percent = formatTrimmed(BigInt(instrument.bandXE8), 6)
  return {
    symbolId: spotSymbolIdOf(symbol),
    symbolName: symbol,
    baseTokenId: baseCoin,
    baseTokenName: baseCoin,
    quoteTokenId: quoteCoin,
    quoteTokenName: quoteCoin,
    tokenFullName: baseCoin,
    symbolType: 'CHAIN_TOKEN',
    basePrecision: step(instrument.lotSizeE8),
    quotePrecision: '0.00000001',
    minTradeQuantity: formatQty(instrument, instrument.minQtyLots),
    minTradeAmount: encodeAmount(instrument.minNotional),
    minPricePrecision: step(instrument.tickSizeE8),
    maxTradeQuantity: formatQty(instrument, instrument.maxQtyLots),
    maxTradeAmount: encodeAmount(maxAmount),
    digitMerge: instrument.depthMergeTimes.join(','),
    limitOrderPriceLimitPercentage: percent,
    marketOrderPriceLimitPercentage: formatTrimmed(BigInt(instrument.bandYE8), 6),
    showStatus: instrument.status !== 'Closed',
    tradeStatus: instrument.status,
    onlineTime: 0,
    quoteTokenLeverageRatio: '0',
    baseTokenLeverageRatio: '0',
    loanEnabled: false,
    isTest: false,
    isBanBuy: false,
    isBanSell: false,
    zeroFeeType: 0,
    takerFeeRateE8: instrument.takerFeeE8,
    makerFeeRateE8: instrument.makerFeeE8,
    minPrice: formatPrice(instrument, instrument.minPriceTicks),
    maxPrice: formatPrice(instrument, instrument.maxPriceTicks),
    maxMarketQuantity: formatQty(instrument, instrument.maxMarketQtyLots),
  }
}

/** Returns the domain's instrument of a spot symbol: the inverse of `encodeSpotSymbol`. */
export function decodeSpotSymbol(wire: SpotSymbol): Instrument {
  const tick = Number(decodeAmount(wire.minPricePrecision))
  const lot = Number(decodeAmount(wire.basePrecision))
  const steps = (text: string, step: number): number => Number(decodeAmount(text) / BigInt(step))
  // Percentages have six decimals of their own: 3 percent is a rate of 0.03.
  const rate = (percent: string) => rateE8(Number(decodeAmount(percent) / 100n))
  return {
    symbol: symbolId(wire.symbolName),
    kind: 'Spot',
    baseCoin: wire.baseTokenId,
    quoteCoin: wire.quoteTokenId,
    settleCoin: wire.quoteTokenId,
    tickSizeE8: tick,
    lotSizeE8: lot,
    minPriceTicks: priceTicks(steps(wire.minPrice, tick)),
    maxPriceTicks: priceTicks(steps(wire.maxPrice, tick)),
    minQtyLots: qtyLots(steps(wire.minTradeQuantity, lot)),
    maxQtyLots: qtyLots(steps(wire.maxTradeQuantity, lot)),
    maxMarketQtyLots: qtyLots(steps(wire.maxMarketQuantity, lot)),
    minNotional: decodeAmount(wire.minTradeAmount),
    takerFeeE8: rateE8(wire.takerFeeRateE8),
    makerFeeE8: rateE8(wire.makerFeeRateE8),
    bandXE8: rate(wire.limitOrderPriceLimitPercentage),
    bandYE8: rate(wire.marketOrderPriceLimitPercentage),
    minLeverageE2: leverageE2(100),
    riskTiers: [],
    fundingIntervalMin: 0,
    impactNotional: zero,
    depthMergeTimes: parseMergeTimes(wire.digitMerge),
    status: wire.tradeStatus,
  }
}

/**
 * Decimal places of a spot symbol's quantity, price and amount, and whether its quote is real money
 * (spec 3).
 */
export function spotPrecisions(symbol: SpotSymbol, group?: Pick<QuoteTokenGroup, 'tokenType'>) {
  const places = (step: string): number => decimalsOfStepE8(Number(decodeAmount(step)))
  return {
    quantityPrecision: places(symbol.basePrecision),
    pricePrecision: places(symbol.minPricePrecision),
    amountPrecision: places(symbol.quotePrecision),
    isFiat: group?.tokenType === 'REAL_MONEY',
  }
}

/**
 * Merges the list of all symbols with the grouped v3 list (spec 4): the groups' order and tags,
 * each symbol as the all-symbols list has it, else as the group has it. Symbols that are malformed
 * are left out.
 */
export function mergeSpotLists(
  all: readonly unknown[],
  groups: readonly QuoteTokenGroup[],
): readonly SpotSymbol[] {
  const merged = new Map<string, SpotSymbol>()
  const grouped = groups.flatMap((group) => group.quoteTokenSymbols)
  for (const short of [...grouped, ...all]) {
    const symbol = expandSpotSymbol(short)
    if (symbol !== undefined) merged.set(symbol.symbolId, symbol)
  }
  return [...merged.values()]
}
