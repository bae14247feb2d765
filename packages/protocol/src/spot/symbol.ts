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
  auctionStartMs,
  formatPrice,
  formatQty,
  instrumentStatuses,
  valueOf,
} from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import * as z from '../schema/deferred.ts'
import { coinIconPath, symbolLabels } from '../icons/icons.ts'
import { parseMergeTimes } from '../instrument.ts'
import { decodeAmount, encodeAmount } from '../order.ts'
import { decimal, expand, scaled, shorten, timeMs, type ShortKeys } from '../wire.ts'

/** The direction of a leveraged token relative to its coin; empty for other coins. */
export const tokenDirections = ['', 'Long', 'Short'] as const
/** Warning labels of symbols. */
export const spotLabels = ['', 'innovation', 'risk'] as const
export type SpotLabel = (typeof spotLabels)[number]
/** 0 with fees, 1 without fees, 2 without maker fees. */
const mostZeroFee = 2

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
  /** When its call auction begins to collect orders; 0 without one. */
  auctionTime: timeMs,
  /** The maximum leverage for borrowing each coin; 0 if it is not lent (rules 12.2). */
  quoteTokenLeverageRatio: decimal,
  baseTokenLeverageRatio: decimal,
  /** Whether one of its coins is lent. */
  loanEnabled: z.boolean(),
  isTest: z.boolean(),
  isBanBuy: z.boolean(),
  isBanSell: z.boolean(),
  zeroFeeType: z.int().check(z.gte(0), z.lte(mostZeroFee)),
  /** Leveraged tokens: the underlying coin and the direction. */
  ltUnderlying: z.string(),
  ltDirection: z.enum(tokenDirections),
  label: z.enum(spotLabels),
  /** Whether conditional orders may be placed. */
  allowPlan: z.boolean(),
  /** Whether the page shows a notice: about a label, a token, or a banned side. */
  noticeVisible: z.boolean(),
  /** Sectors of the coin, and `leveraged`, `zeroFee`. */
  tags: z.array(z.string()),
  iconUrl: z.string(),
  iconDayUrl: z.string(),
  /** Whether it is newly listed or not open yet. */
  mark: z.enum(['', ...symbolLabels]),
  /** Turnover of the last 24 hours in the quote coin, when the list was created. */
  volume: decimal,
  /** Ours: fields of the domain's instrument that the specification lacks. */
  takerFeeRateE8: scaled,
  makerFeeRateE8: scaled,
  minPrice: decimal,
  maxPrice: decimal,
  maxMarketQuantity: decimal,
})
export type SpotSymbol = z.output<typeof spotSymbol>

/** The short keys of the compressed list (spec 3). */
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
  auctionTime: 'at',
  quoteTokenLeverageRatio: 'ql',
  baseTokenLeverageRatio: 'bl',
  loanEnabled: 'le',
  isTest: 'it',
  isBanBuy: 'bb',
  isBanSell: 'bs',
  zeroFeeType: 'zf',
  ltUnderlying: 'lu',
  ltDirection: 'ld',
  label: 'lb',
  allowPlan: 'ap',
  noticeVisible: 'nv',
  tags: 'tg',
  iconUrl: 'iu',
  iconDayUrl: 'id',
  mark: 'mk',
  volume: 'vo',
  takerFeeRateE8: 'tf',
  makerFeeRateE8: 'mf',
  minPrice: 'np',
  maxPrice: 'xp',
  maxMarketQuantity: 'xm',
}

/** A symbol under its short keys; `expandSpotSymbol` checks the expanded fields. */
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

/** A quote coin without its pairs. */
export const quoteCoin = z.object({
  tokenId: z.string(),
  tokenType: z.enum(['CHAIN_TOKEN', 'REAL_MONEY']),
})
export type QuoteCoin = z.output<typeof quoteCoin>

export const shortenSpotSymbol = (symbol: SpotSymbol): Record<string, unknown> =>
  shorten(spotShortKeys, symbol)

/** Returns the symbol under its long names; undefined if it is invalid. */
export function expandSpotSymbol(short: unknown): SpotSymbol | undefined {
  const result = z.safeParse(spotSymbol, expand(spotShortKeys, short))
  return result.success ? result.data : undefined
}

/** The wire's symbol of a pair: `BTC/USDT` is `BTCUSDT` in spot calls. */
export const spotSymbolIdOf = (symbol: string): string => symbol.replace('/', '')

/** A pair's data from outside its instrument. */
export type SpotFacts = Pick<
  SpotSymbol,
  | 'tokenFullName'
  | 'quotePrecision'
  | 'ltUnderlying'
  | 'ltDirection'
  | 'label'
  | 'tags'
  | 'mark'
  | 'volume'
  | 'quoteTokenLeverageRatio'
  | 'baseTokenLeverageRatio'
  | 'loanEnabled'
>

/** Returns which fees of a pair are zero. */
const zeroFeeOf = ({ takerFeeE8, makerFeeE8 }: Instrument): number =>
  takerFeeE8 === 0 ? 1 : makerFeeE8 === 0 ? 2 : 0

/** Encodes a spot pair; throws for a contract. */
export function encodeSpotSymbol(instrument: Instrument, facts: SpotFacts): SpotSymbol {
  if (instrument.kind !== 'Spot') throw new Error(`${instrument.symbol} is no spot pair`)
  const { baseCoin, quoteCoin, symbol, banned } = instrument
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
    symbolType: 'CHAIN_TOKEN',
    basePrecision: step(instrument.lotSizeE8),
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
    onlineTime: instrument.launchMs ?? 0,
    auctionTime: auctionStartMs(instrument) ?? 0,
    isTest: false,
    isBanBuy: banned === 'Buy',
    isBanSell: banned === 'Sell',
    zeroFeeType: zeroFeeOf(instrument),
    ...facts,
    allowPlan: true,
    noticeVisible: facts.label !== '' || facts.ltDirection !== '' || banned !== undefined,
    iconUrl: coinIconPath(baseCoin, 'dark'),
    iconDayUrl: coinIconPath(baseCoin, 'light'),
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
  // Percentages have six decimals: 3 percent is a rate of 0.03.
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
    ...(wire.isBanBuy && { banned: 'Buy' as const }),
    ...(wire.isBanSell && { banned: 'Sell' as const }),
    ...(wire.onlineTime > 0 && { launchMs: wire.onlineTime }),
    ...(wire.auctionTime > 0 && { auctionMs: wire.onlineTime - wire.auctionTime }),
    status: wire.tradeStatus,
  }
}

/**
 * Decimal places of a spot symbol's quantity, price and amount, and whether its quote is fiat money
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
 * Merges the list of all symbols with the grouped v3 list (spec 4): order and tags are the groups',
 * each symbol is taken from the all-symbols list, else from the group. Malformed symbols are
 * omitted.
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
