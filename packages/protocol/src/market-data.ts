// Market data on the wire: depth, trades, instrument info (the ticker), candles.

import { resolutions, type Candle } from '@basis/domain/instrument/candle'
import {
  formatTrimmed,
  mulDiv,
  priceTicks,
  qtyLots,
  unitE8,
  type Amount,
  type PriceE8,
  type PriceTicks,
  type QtyLots,
  type RateE8,
} from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { sides, type Side } from '@basis/domain/orders/order'
import * as z from './schema/deferred.ts'
import { decimal, decimalOrEmpty, signedDecimal, timeMs, optionalField } from './wire.ts'

/** One price level: price and absolute size; a size of zero removes the level. */
export const wireLevel = z.tuple([decimal, decimal])
export type WireLevel = z.output<typeof wireLevel>

/**
 * The order book, best first. `u` numbers this topic's messages, `seq` is the last engine command.
 */
export const wireDepth = z.object({
  s: z.string(),
  b: z.array(wireLevel),
  a: z.array(wireLevel),
  u: z.int(),
  seq: z.int(),
})
export type WireDepth = z.output<typeof wireDepth>

export const bookDepths = [50, 200] as const
export type BookDepth = (typeof bookDepths)[number]

/** A public trade; lists are oldest first. */
export const wireTrade = z.object({
  /** The trade ID as text. */
  i: z.string(),
  p: decimal,
  v: decimal,
  /** The taker's side. */
  S: z.enum(sides),
  T: timeMs,
})
export type WireTrade = z.output<typeof wireTrade>

/** The resolutions of the open interest history, which is sampled every five minutes. */
export const openInterestResolutions = [
  '5',
  '15',
  '30',
  '60',
  '240',
  '1D',
] as const satisfies readonly (typeof resolutions)[number][]

/**
 * The open interest of a contract at a time, in the unit of its quantities, and the share of its
 * holders that were long; empty if there were none.
 */
export const wireOpenInterest = z.object({
  timeE3: timeMs,
  openInterest: decimal,
  longRatio: decimalOrEmpty,
})

/** Liquidations of a contract in a time bucket, by the side of the positions. */
export const wireLiquidationSum = z.object({
  startE3: timeMs,
  longQty: decimal,
  shortQty: decimal,
  /** In the quote coin; for inverse contracts in base coin. */
  longValue: decimal,
  shortValue: decimal,
})

/** A public liquidation; `Buy` if a long was liquidated. */
export const wireMarketLiquidation = z.object({
  timeE3: timeMs,
  side: z.enum(sides),
  qty: decimal,
  price: decimal,
})
export type WireMarketLiquidation = z.output<typeof wireMarketLiquidation>
/** The number of liquidations in a snapshot. */
export const newestLiquidations = 50

/** The figures of the symbol bar; empty text if absent (spot has no funding). */
export const wireTicker = z.object({
  symbol: z.string(),
  lastPrice: decimalOrEmpty,
  markPrice: decimalOrEmpty,
  indexPrice: decimalOrEmpty,
  prevPrice24h: decimalOrEmpty,
  /** In 1e-8: 0.0123 is +1.23 %. */
  price24hPcnt: signedDecimal,
  highPrice24h: decimalOrEmpty,
  lowPrice24h: decimalOrEmpty,
  volume24h: decimal,
  turnover24h: decimal,
  bid1Price: decimalOrEmpty,
  ask1Price: decimalOrEmpty,
  openInterest: decimalOrEmpty,
  fundingRate: decimalOrEmpty,
  nextFundingTimeE3: timeMs,
  fundingIntervalMin: z.int(),
  /** The current price band: the highest buy and the lowest sell (rules 8.2). */
  maxBuyPrice: decimalOrEmpty,
  minSellPrice: decimalOrEmpty,
  /**
   * The call auction's current price and quantity, and its surplus, negative if sellers are left.
   */
  auctionPrice: optionalField(decimalOrEmpty),
  auctionQty: optionalField(decimal),
  auctionSurplus: optionalField(signedDecimal),
})
export type WireTicker = z.output<typeof wireTicker>

/** A ticker delta: the symbol and the changed fields. */
export const wireTickerChange = z.extend(z.partial(wireTicker), { symbol: z.string() })
export type WireTickerChange = z.output<typeof wireTickerChange>

export const candleResolution = z.enum(resolutions)

/** [start ms, open, high, low, close, volume, turnover]; volumes are 0 for mark and index. */
export const wireCandle = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal, decimal])
export type WireCandle = z.output<typeof wireCandle>

/** The figures of a book: levels best first, in ticks and lots. */
export type DepthFigures = {
  readonly bids: readonly LevelFigures[]
  readonly asks: readonly LevelFigures[]
}
export type LevelFigures = { readonly priceTicks: PriceTicks; readonly qtyLots: QtyLots }

export const encodeLevel = (instrument: Instrument, level: LevelFigures): WireLevel => [
  formatPrice(instrument, level.priceTicks),
  formatQty(instrument, level.qtyLots),
]

/** Encodes a book as of the command `seq`. */
export function encodeDepth(
  instrument: Instrument,
  depth: DepthFigures,
  mark: { readonly u: number; readonly seq: number },
): WireDepth {
  const level = (figures: LevelFigures): WireLevel => encodeLevel(instrument, figures)
  return { s: instrument.symbol, b: depth.bids.map(level), a: depth.asks.map(level), ...mark }
}

/** Writes a public trade. */
export function encodeMarketLiquidation(
  instrument: Instrument,
  liquidation: {
    readonly timeMs: number
    readonly side: Side
    readonly qtyLots: QtyLots
    readonly priceE8: PriceE8
  },
): WireMarketLiquidation {
  return {
    timeE3: liquidation.timeMs,
    side: liquidation.side,
    qty: formatQty(instrument, liquidation.qtyLots),
    price: formatTrimmed(BigInt(liquidation.priceE8), 8),
  }
}

export function encodeTrade(
  instrument: Instrument,
  trade: {
    readonly tradeId: number
    readonly priceTicks: PriceTicks
    readonly qtyLots: QtyLots
    readonly takerSide: Side
    readonly timeMs: number
  },
): WireTrade {
  return {
    i: String(trade.tradeId),
    p: formatPrice(instrument, trade.priceTicks),
    v: formatQty(instrument, trade.qtyLots),
    S: trade.takerSide,
    T: trade.timeMs,
  }
}

/** Writes a candle; its turnover is in quote coin. */
export function encodeCandle(instrument: Instrument, candle: Candle): WireCandle {
  const price = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
  return [
    candle.startMs,
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    formatQty(instrument, qtyLots(candle.volumeLots)),
    formatTrimmed(candle.turnover, 8),
  ]
}

/** The figures of a symbol: current ones, and those of the last 24 hours. */
export type TickerFigures = {
  readonly instrument: Instrument
  readonly indexE8: PriceE8
  readonly markE8: PriceE8
  readonly lastTicks: PriceTicks
  readonly bestBidTicks: PriceTicks
  readonly bestAskTicks: PriceTicks
  readonly fundingRateE8: RateE8
  readonly nextFundingMs: number
  readonly openInterestLots: QtyLots
  readonly maxBuyTicks?: PriceTicks
  readonly minSellTicks?: PriceTicks
  readonly auction?: {
    readonly priceTicks: PriceTicks
    readonly qtyLots: QtyLots
    readonly surplusLots: number
  }
}
export type DayFigures = {
  readonly openTicks: PriceTicks
  readonly highTicks: PriceTicks
  readonly lowTicks: PriceTicks
  readonly lastTicks: PriceTicks
  readonly volumeLots: number
  readonly turnover: Amount
}

/** Returns the change from `open` to `last` as a share with eight decimals; 0 if open is 0. */
export function changeE8(open: number, last: number): bigint {
  if (open === 0) return 0n
  return mulDiv(BigInt(last - open), unitE8, BigInt(open), 'nearest')
}

function encodeAuction(
  instrument: Instrument,
  { priceTicks: ticks, qtyLots: lots, surplusLots }: NonNullable<TickerFigures['auction']>,
): Pick<WireTicker, 'auctionPrice' | 'auctionQty' | 'auctionSurplus'> {
  const surplus = formatQty(instrument, qtyLots(Math.abs(surplusLots)))
  return {
    auctionPrice: ticks === 0 ? '' : formatPrice(instrument, ticks),
    auctionQty: formatQty(instrument, lots),
    auctionSurplus: surplusLots < 0 ? `-${surplus}` : surplus,
  }
}

/** Encodes a ticker; a price of zero means none yet and becomes empty text. */
export function encodeTicker(figures: TickerFigures, day: DayFigures | undefined): WireTicker {
  const { instrument } = figures
  const isFunded = instrument.fundingIntervalMin > 0
  const isContract = instrument.kind !== 'Spot'
  const price = (ticks: number | undefined): string =>
    ticks === undefined || ticks === 0 ? '' : formatPrice(instrument, priceTicks(ticks))
  const exact = (e8: number): string => (e8 === 0 ? '' : formatTrimmed(BigInt(e8), 8))
  const last = figures.lastTicks === 0 ? (day?.lastTicks ?? 0) : figures.lastTicks
  return {
    symbol: instrument.symbol,
    lastPrice: price(last),
    markPrice: exact(figures.markE8),
    indexPrice: exact(figures.indexE8),
    prevPrice24h: price(day?.openTicks),
    price24hPcnt: formatTrimmed(changeE8(day?.openTicks ?? 0, last), 8),
    highPrice24h: price(day?.highTicks),
    lowPrice24h: price(day?.lowTicks),
    volume24h: formatQty(instrument, qtyLots(day?.volumeLots ?? 0)),
    turnover24h: formatTrimmed(day?.turnover ?? 0n, 8),
    bid1Price: price(figures.bestBidTicks),
    ask1Price: price(figures.bestAskTicks),
    openInterest: isContract ? formatQty(instrument, figures.openInterestLots) : '',
    // Dated futures and options have no funding rate: empty, not 0.
    fundingRate: isFunded ? formatTrimmed(BigInt(figures.fundingRateE8), 8) : '',
    nextFundingTimeE3: figures.nextFundingMs,
    fundingIntervalMin: instrument.fundingIntervalMin,
    maxBuyPrice: price(figures.maxBuyTicks),
    minSellPrice: price(figures.minSellTicks),
    ...(figures.auction === undefined ? {} : encodeAuction(instrument, figures.auction)),
  }
}
