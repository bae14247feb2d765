// Tickers as rows of the open API, for REST and sockets (open API 3.3, 10.3).

import {
  formatPrice,
  formatQty,
  qtyAmount,
  valueAtE8,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { formatTrimmed, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { SymbolView } from '@basis/engine/views'
import { changeE8 } from '@basis/protocol/market-data'
import { encodeAmount } from '@basis/protocol/order'
import {
  encodeGreeks,
  indexOf,
  markFigures,
  optionInputs,
  roundedText,
  volatilityText,
} from '../../options/forwards.ts'
import type { V5Parts } from '../context.ts'
import { v5Symbol } from '../instruments.ts'
import { deliveryRateOf, fundingCapOf, rateText } from './instrument-rows.ts'

const yearMs = 365 * 86_400_000

export function viewOf(parts: V5Parts, { symbol }: Instrument): SymbolView {
  const view = parts.exchange.views.symbol(symbol)
  if (view === undefined) throw new Error(`${symbol} is listed no more`)
  return view
}

const e8Text = (e8: number): string => (e8 === 0 ? '' : formatTrimmed(BigInt(e8), 8))
const priceText = (instrument: Instrument, ticks: number): string =>
  ticks === 0 ? '' : formatPrice(instrument, priceTicks(ticks))

/** Returns the last 24 hours; without a trade all prices are the last. */
export function dayOf(parts: V5Parts, { instrument, lastTicks }: SymbolView) {
  const day = parts.readModel.ticker(instrument.symbol)
  const last = lastTicks === 0 ? (day?.lastTicks ?? 0) : lastTicks
  const price = (ticks: number | undefined): string => priceText(instrument, ticks ?? last)
  const among = [day?.highTicks ?? last, day?.lowTicks ?? last, last]
  return {
    lastPrice: price(last),
    prevPrice24h: price(day?.openTicks),
    price24hPcnt: formatTrimmed(changeE8(day?.openTicks ?? last, last), 8),
    highPrice24h: price(Math.max(...among)),
    lowPrice24h: price(Math.min(...among)),
    turnover24h: formatTrimmed(day?.turnover ?? 0n, 8),
    volume24h: formatQty(instrument, qtyLots(day?.volumeLots ?? 0)),
  }
}

/** Returns best bid and ask. */
export function bestOf(parts: V5Parts, { instrument, bestBidTicks, bestAskTicks }: SymbolView) {
  const depth = parts.exchange.views.depth(instrument.symbol, 1)
  return {
    bid1Price: priceText(instrument, bestBidTicks),
    bid1Size: formatQty(instrument, qtyLots(depth?.bids[0]?.qtyLots ?? 0)),
    ask1Price: priceText(instrument, bestAskTicks),
    ask1Size: formatQty(instrument, qtyLots(depth?.asks[0]?.qtyLots ?? 0)),
  }
}

export function contractTicker(parts: V5Parts, instrument: Instrument) {
  const view = viewOf(parts, instrument)
  const { markE8, openInterestLots } = view
  const { deliveryMs, fundingIntervalMin } = instrument
  const hourAgo = parts.readModel.ticker(instrument.symbol)?.hourAgoTicks ?? view.lastTicks
  const open = formatQty(instrument, openInterestLots)
  const value = encodeAmount(valueAtE8(instrument, qtyAmount(instrument, openInterestLots), markE8))
  const cap = fundingCapOf(instrument)
  return {
    symbol: instrument.symbol,
    ...dayOf(parts, view),
    indexPrice: e8Text(view.indexE8),
    markPrice: e8Text(markE8),
    prevPrice1h: priceText(instrument, hourAgo),
    openInterest: open,
    openInterestValue: markE8 === 0 ? '0' : value,
    singleOpenInterest: open,
    singleOpenInterestValue: markE8 === 0 ? '0' : value,
    fundingRate: cap === undefined ? '' : rateText(view.fundingRateE8),
    nextFundingTime: cap === undefined ? '0' : String(view.nextFundingMs),
    predictedDeliveryPrice: '',
    ...basisOf(parts, view),
    deliveryFeeRate: deliveryRateOf(instrument),
    deliveryTime: String(deliveryMs ?? 0),
    ...bestOf(parts, view),
    preOpenPrice: '',
    preQty: '',
    curPreListingPhase: '',
    fundingIntervalHour:
      cap === undefined ? '' : formatTrimmed(BigInt(fundingIntervalMin * 100) / 60n, 2),
    fundingCap: cap === undefined ? '' : rateText(cap),
  }
}

/** Returns the basis of a dated contract: as a price, a fraction of the index, and annualised. */
function basisOf(parts: V5Parts, { instrument, lastTicks, indexE8 }: SymbolView) {
  const { deliveryMs, tickSizeE8 } = instrument
  const leftMs = (deliveryMs ?? 0) - parts.exchange.views.timeMs()
  if (deliveryMs === undefined || indexE8 === 0 || lastTicks === 0 || leftMs <= 0) {
    return { basisRate: '', basisRateYear: '', basis: '' }
  }
  const rate = changeE8(indexE8, lastTicks * tickSizeE8)
  return {
    basisRate: formatTrimmed(rate, 8),
    basisRateYear: formatTrimmed((rate * BigInt(yearMs)) / BigInt(leftMs), 8),
    basis: formatTrimmed(BigInt(lastTicks * tickSizeE8 - indexE8), 8),
  }
}

export function spotTicker(parts: V5Parts, instrument: Instrument) {
  const view = viewOf(parts, instrument)
  const usd = parts.exchange.views.collateral(instrument.baseCoin)?.usdE8 ?? view.indexE8
  return {
    symbol: v5Symbol(instrument),
    ...dayOf(parts, view),
    ...bestOf(parts, view),
    usdIndexPrice: e8Text(usd),
  }
}

export function optionTicker(parts: V5Parts, instrument: Instrument) {
  const view = viewOf(parts, instrument)
  const inputs = optionInputs(parts.exchange.views, instrument)
  const { price24hPcnt, prevPrice24h: _, ...day } = dayOf(parts, view)
  const { iv: markIv, ...greeks } =
    inputs === undefined
      ? { iv: '0', delta: '0', gamma: '0', vega: '0', theta: '0' }
      : encodeGreeks(markFigures(inputs, view))
  const ivOf = (ticks: number): string =>
    (ticks === 0 || inputs === undefined ? undefined : volatilityText(instrument, inputs, ticks)) ??
    '0'
  return {
    symbol: instrument.symbol,
    ...bestOf(parts, view),
    bid1Iv: ivOf(view.bestBidTicks),
    ask1Iv: ivOf(view.bestAskTicks),
    ...day,
    markPrice: e8Text(view.markE8),
    indexPrice: e8Text(indexOf(parts.exchange.views, instrument.baseCoin) ?? 0),
    markIv,
    underlyingPrice: inputs === undefined ? '' : roundedText(inputs.forward, 2),
    openInterest: formatQty(instrument, view.openInterestLots),
    totalVolume: day.volume24h,
    totalTurnover: day.turnover24h,
    ...greeks,
    predictedDeliveryPrice: '',
    change24h: price24hPcnt,
  }
}
