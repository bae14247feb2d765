// Market data as the terminal stores them: prices in ticks or ×1e8, quantities in lots, money in
// 1e-8.

import { amount, parseDecimal } from '@basis/domain/numbers/fixed'
import type { Amount } from '@basis/domain/numbers/fixed'
import type {
  WireCandle,
  WireDepth,
  WireTickerChange,
  WireTrade,
} from '@basis/protocol/market-data'

/** The steps (×1e8) by which a symbol's decimal texts are parsed. */
export type Grid = {
  readonly symbol: string
  readonly tickSizeE8: number
  readonly lotSizeE8: number
}

/** The figures of the symbol bar; one that does not exist or has not arrived is undefined. */
export type Ticker = {
  readonly symbol: string
  readonly lastTicks: number | undefined
  /** Direction of the last change of the last price. */
  readonly direction: 'up' | 'down' | 'flat'
  readonly markE8: number | undefined
  readonly indexE8: number | undefined
  readonly prevTicks: number | undefined
  /** 0.0123 is 1_230_000. */
  readonly changeE8: number
  readonly highTicks: number | undefined
  readonly lowTicks: number | undefined
  readonly volume: Amount
  readonly turnover: Amount
  readonly bidTicks: number | undefined
  readonly askTicks: number | undefined
  readonly openInterest: Amount | undefined
  readonly fundingRateE8: number | undefined
  readonly nextFundingMs: number
  readonly fundingIntervalMin: number
  readonly maxBuyTicks: number | undefined
  readonly minSellTicks: number | undefined
  /** Call auction: the price at which most would trade now, that quantity, and the surplus. */
  readonly auctionTicks?: number | undefined
  readonly auctionLots?: number
  readonly auctionSurplusLots?: number
}

export type Trade = {
  readonly id: string
  readonly ticks: number
  readonly lots: number
  readonly side: 'Buy' | 'Sell'
  readonly timeMs: number
}

/** One candle; prices ×1e8, because mark and index prices lie between ticks. */
export type LiveCandle = {
  readonly startMs: number
  readonly openE8: number
  readonly highE8: number
  readonly lowE8: number
  readonly closeE8: number
  readonly volume: Amount
  readonly turnover: Amount
}

/**
 * Parses a decimal text as an integer ×1e8; 0 if it is not one (the schema has rejected such
 * texts).
 */
export function readE8(text: string): bigint {
  return parseDecimal(text, 8) ?? 0n
}

/** Parses a price as whole ticks, rounded to the nearest. */
export function readTicks(text: string, grid: Grid): number {
  return Math.round(Number(readE8(text)) / grid.tickSizeE8)
}

/** Parses a quantity as whole lots. */
function readLots(text: string, grid: Grid): number {
  return Math.round(Number(readE8(text)) / grid.lotSizeE8)
}

/** Returns the levels as a flat list of ticks and lots. */
export function readLevels(levels: WireDepth['b'], grid: Grid): number[] {
  return levels.flatMap(([price, qty]) => [readTicks(price, grid), readLots(qty, grid)])
}

export function readTrade(wire: WireTrade, grid: Grid): Trade {
  return {
    id: wire.i,
    ticks: readTicks(wire.p, grid),
    lots: readLots(wire.v, grid),
    side: wire.S,
    timeMs: wire.T,
  }
}

export function readCandle(wire: WireCandle): LiveCandle {
  const [startMs, open, high, low, close, volume, turnover] = wire
  return {
    startMs,
    openE8: Number(readE8(open)),
    highE8: Number(readE8(high)),
    lowE8: Number(readE8(low)),
    closeE8: Number(readE8(close)),
    volume: amount(readE8(volume)),
    turnover: amount(readE8(turnover)),
  }
}

export function emptyTicker(symbol: string): Ticker {
  return {
    symbol,
    lastTicks: undefined,
    direction: 'flat',
    markE8: undefined,
    indexE8: undefined,
    prevTicks: undefined,
    changeE8: 0,
    highTicks: undefined,
    lowTicks: undefined,
    volume: amount(0n),
    turnover: amount(0n),
    bidTicks: undefined,
    askTicks: undefined,
    openInterest: undefined,
    fundingRateE8: undefined,
    nextFundingMs: 0,
    fundingIntervalMin: 0,
    maxBuyTicks: undefined,
    minSellTicks: undefined,
  }
}

/**
 * Returns the ticker with a change applied; an empty text removes a figure, an absent one keeps it.
 */
export function foldTicker(before: Ticker, wire: WireTickerChange, grid: Grid): Ticker {
  const ticks = (text: string | undefined, kept: number | undefined): number | undefined =>
    text === undefined ? kept : text === '' ? undefined : readTicks(text, grid)
  const e8 = (text: string | undefined, kept: number | undefined): number | undefined =>
    text === undefined ? kept : text === '' ? undefined : Number(readE8(text))
  const money = (text: string | undefined, kept: Amount): Amount =>
    text === undefined ? kept : amount(readE8(text))
  const lots = (text: string | undefined, kept = 0): number =>
    text === undefined ? kept : readLots(text, grid)
  const lastTicks = ticks(wire.lastPrice, before.lastTicks)
  return {
    symbol: before.symbol,
    lastTicks,
    direction: directionOf(before, lastTicks),
    markE8: e8(wire.markPrice, before.markE8),
    indexE8: e8(wire.indexPrice, before.indexE8),
    prevTicks: ticks(wire.prevPrice24h, before.prevTicks),
    changeE8: e8(wire.price24hPcnt, before.changeE8) ?? 0,
    highTicks: ticks(wire.highPrice24h, before.highTicks),
    lowTicks: ticks(wire.lowPrice24h, before.lowTicks),
    volume: money(wire.volume24h, before.volume),
    turnover: money(wire.turnover24h, before.turnover),
    bidTicks: ticks(wire.bid1Price, before.bidTicks),
    askTicks: ticks(wire.ask1Price, before.askTicks),
    openInterest:
      wire.openInterest === undefined
        ? before.openInterest
        : wire.openInterest === ''
          ? undefined
          : amount(readE8(wire.openInterest)),
    fundingRateE8: e8(wire.fundingRate, before.fundingRateE8),
    nextFundingMs: wire.nextFundingTimeE3 ?? before.nextFundingMs,
    fundingIntervalMin: wire.fundingIntervalMin ?? before.fundingIntervalMin,
    maxBuyTicks: ticks(wire.maxBuyPrice, before.maxBuyTicks),
    minSellTicks: ticks(wire.minSellPrice, before.minSellTicks),
    auctionTicks: ticks(wire.auctionPrice, before.auctionTicks),
    auctionLots: lots(wire.auctionQty, before.auctionLots),
    auctionSurplusLots: lots(wire.auctionSurplus, before.auctionSurplusLots),
  }
}

function directionOf(before: Ticker, lastTicks: number | undefined): Ticker['direction'] {
  if (lastTicks === undefined || before.lastTicks === undefined) return before.direction
  if (lastTicks === before.lastTicks) return before.direction
  return lastTicks > before.lastTicks ? 'up' : 'down'
}
