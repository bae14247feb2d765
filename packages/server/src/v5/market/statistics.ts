// Statistics of derivatives: funding, open interest, risk tiers, price limits, insurance funds,
// deliveries, volatility (open API 3.7).

import { defaultAdlSettings } from '@basis/domain/margin/adl'
import {
  bucketStart,
  dayMs,
  minuteMs,
  resolutionMs,
  type Candle,
} from '@basis/domain/instrument/candle'
import type { SymbolId } from '@basis/domain/numbers/brand'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed, mulDiv, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import { encodeAmount } from '@basis/protocol/order'
import { encodeRiskLimits } from '@basis/protocol/instrument'
import type { V5Request } from '@basis/protocol/v5/calls'
import type { V5Handlers, V5Parts } from '../context.ts'
import {
  categoryOf,
  instrumentsOf,
  openInstrumentsOf,
  listedInstrument,
  v5Symbol,
} from '../instruments.ts'
import { behindAmong, historyCursor, listPage, v5Cursor } from '../paging.ts'
import { invalidParameter, wrongParameter } from '../refused.ts'
import { roundedText } from '../../options/forwards.ts'
import { fundPeaksOf } from './fund-peaks.ts'
import { rateText } from './instrument-rows.ts'

const pageOfSymbols = 15

export const statisticsHandlers: V5Handlers<
  | 'fundingHistory'
  | 'openInterest'
  | 'accountRatio'
  | 'riskLimit'
  | 'priceLimit'
  | 'insurance'
  | 'adlAlert'
  | 'deliveryPrice'
  | 'newDeliveryPrice'
  | 'historicalVolatility'
> = {
  fundingHistory: async ({ parts }, { category, symbol, startTime, endTime, limit = 200 }) => {
    if (startTime !== undefined && endTime === undefined) throw invalidParameter('endTime')
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const { rows } = await parts.readModel.fundingRates({
      symbol: instrument.symbol,
      limit,
      ...windowOf({ startTime, endTime }),
    })
    const list = rows.map(({ rateE8, atMs }) => ({
      symbol,
      fundingRate: rateText(rateE8),
      fundingRateTimestamp: String(atMs),
    }))
    return { result: { category, list } }
  },

  openInterest: async ({ parts }, request) => {
    const { category, symbol, intervalTime, limit = 50 } = request
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const page = await pastPoints(parts, instrument, { ...request, interval: intervalTime, limit })
    const list = page.rows.map(({ timestamp, lots }) => {
      const openInterest = formatQty(instrument, qtyLots(lots))
      return { openInterest, singleOpenInterest: openInterest, timestamp }
    })
    return { result: { category, symbol, list, nextPageCursor: page.nextPageCursor } }
  },

  accountRatio: async ({ parts }, request) => {
    const { category, symbol, period, limit = 50 } = request
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const page = await pastPoints(parts, instrument, { ...request, interval: period, limit })
    const list = page.rows.flatMap(({ timestamp, longE6 }) => {
      if (longE6 === undefined) return []
      const buyRatio = formatTrimmed(BigInt(longE6), 6)
      const sellRatio = formatTrimmed(BigInt(1_000_000 - longE6), 6)
      return [{ symbol, buyRatio, sellRatio, timestamp }]
    })
    return { result: { list, nextPageCursor: page.nextPageCursor } }
  },

  riskLimit: ({ parts }, { category, symbol, cursor }) => {
    const { views } = parts.exchange
    if (symbol !== undefined) {
      const list = riskRows(listedInstrument(views, category, symbol))
      return { result: { category, list, nextPageCursor: '' } }
    }
    const all = instrumentsOf(views, category)
    const trading = all.filter(({ status }) => status === 'Trading')
    const limit = category === 'linear' ? pageOfSymbols : all.length
    // A contract may be delivered or closed between two pages.
    const behind = behindAmong(all.map(v5Symbol), v5Symbol)
    const { list, nextPageCursor } = listPage(trading, { cursor, limit }, v5Symbol, behind)
    return { result: { category, list: list.flatMap(riskRows), nextPageCursor } }
  },

  priceLimit: ({ parts }, { category, symbol }) => {
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const limits = priceLimitsOf(parts, instrument)
    return { result: { symbol, ...limits, ts: String(parts.clock.nowMs()) } }
  },

  insurance: ({ parts }, { coin }) => {
    const list = insuranceRows(parts).filter((row) => coin === undefined || row.coin === coin)
    return { result: { updatedTime: String(parts.exchange.lastTimeMs()), list } }
  },

  adlAlert: ({ parts }, { symbol }) => {
    const list = adlRows(parts).filter((row) => symbol === undefined || row.symbol === symbol)
    return { result: { updateTime: String(parts.exchange.lastTimeMs()), list } }
  },

  deliveryPrice: async ({ parts }, request) => {
    const { category, symbol, baseCoin, settleCoin, limit = 50 } = request
    const { views } = parts.exchange
    const isAsked = (instrument: Instrument): boolean =>
      (baseCoin === undefined || instrument.baseCoin === baseCoin) &&
      (settleCoin === undefined || instrument.settleCoin === settleCoin)
    const asked =
      symbol === undefined
        ? instrumentsOf(views, category).filter(isAsked)
        : [listedInstrument(views, category, symbol)]
    const { rows, next } = await parts.readModel.settlements({
      kind: 'Delivered',
      symbols: asked.map((each) => each.symbol),
      limit,
      ...historyCursor(request.cursor),
    })
    const list = rows.map(({ symbol: name, event }) => ({
      symbol: name,
      deliveryPrice: formatTrimmed(BigInt(event.priceE8), 8),
      deliveryTime: String(event.atMs),
    }))
    return { result: { category, list, nextPageCursor: v5Cursor(next) } }
  },

  newDeliveryPrice: async ({ parts }, { category, baseCoin, settleCoin }) => {
    const asked = instrumentsOf(parts.exchange.views, category).filter(
      (each) => each.baseCoin === baseCoin && each.settleCoin === settleCoin,
    )
    const { rows } = await parts.readModel.settlements({
      kind: 'Delivered',
      symbols: asked.map((each) => each.symbol),
      limit: 200,
    })
    const byTime = new Map(
      rows.map(({ event }) => [event.atMs, formatTrimmed(BigInt(event.priceE8), 8)] as const),
    )
    const list = [...byTime].map(([atMs, deliveryPrice]) => ({
      deliveryPrice,
      deliveryTime: String(atMs),
    }))
    return { result: { category, list } }
  },

  historicalVolatility: async ({ parts }, request) => ({
    result: await volatilityOf(parts, request),
  }),
}

const openInterestResolution = {
  '5min': '5',
  '15min': '15',
  '30min': '30',
  '1h': '60',
  '4h': '240',
  '1d': '1D',
} as const

type PointsQuestion = Window & {
  readonly interval: keyof typeof openInterestResolution
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * Returns the values at the ends of completed intervals, newest first. If no interval has completed
 * yet, the current value is returned at the start of the present one.
 */
async function pastPoints(parts: V5Parts, { symbol }: Instrument, question: PointsQuestion) {
  const { startTime, endTime, limit, cursor, interval } = question
  const resolution = openInterestResolution[interval]
  const lengthMs = resolutionMs(resolution) ?? dayMs
  const nowMs = parts.clock.nowMs()
  const latest = Math.min(beforeCursor(cursor) ?? nowMs + 1, (endTime ?? nowMs) + 1)
  const points = await parts.readModel.openInterest({
    symbol,
    resolution,
    ...(startTime === undefined ? {} : { fromMs: startTime - lengthMs }),
    toMs: Math.max(0, latest - lengthMs),
    limit: limit + 1,
  })
  const isFirst = points.length === 0 && cursor === undefined
  const present = isFirst
    ? await parts.readModel.openInterest({ symbol, resolution, limit: 1 })
    : []
  const rows = [...points.toReversed(), ...present].map(({ timeMs, ...point }) => {
    return { ...point, timestamp: String(bucketStart(resolution, timeMs)) }
  })
  const page = rows.slice(0, limit)
  const nextPageCursor = rows.length > limit ? (page.at(-1)?.timestamp ?? '') : ''
  return { rows: page, nextPageCursor }
}

type Window = { readonly startTime?: number | undefined; readonly endTime?: number | undefined }

/** The end time of a request is inclusive. */
const windowOf = ({ startTime, endTime }: Window) => ({
  ...(startTime === undefined ? {} : { fromMs: startTime }),
  ...(endTime === undefined ? {} : { toMs: endTime + 1 }),
})

function beforeCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw invalidParameter('cursor')
  return Number(cursor)
}

const riskRows = (instrument: Instrument) =>
  encodeRiskLimits(instrument).map((tier) => ({
    id: tier.id,
    symbol: tier.symbol,
    riskLimitValue: tier.limit,
    maintenanceMargin: rateText(tier.maintainMarginE8),
    initialMargin: rateText(tier.startingMarginE8),
    isLowestRisk: tier.isLowestRisk ? 1 : 0,
    maxLeverage: formatTrimmed(BigInt(tier.maxLeverageE2), 2),
    mmDeduction: tier.mmDeduction,
  }))

/** Returns the price band for orders now; empty before the first price. */
export function priceLimitsOf(parts: V5Parts, instrument: Instrument) {
  const view = parts.exchange.views.symbol(instrument.symbol)
  const price = (ticks: Instrument['minPriceTicks'] | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  return { buyLmt: price(view?.maxBuyTicks), sellLmt: price(view?.minSellTicks) }
}

/** Returns the insurance funds: one per settle coin, with the contracts that it covers. */
export function insuranceRows(parts: V5Parts) {
  const { views } = parts.exchange
  return views.coins().flatMap((coin) => {
    const balance = views.insurance(coin)
    if (balance === undefined) return []
    const usdE8 = views.collateral(coin)?.usdE8 ?? 0
    const value = mulDiv(balance, BigInt(usdE8), unitE8, 'down')
    const symbols = contractsIn(parts, coin).map(({ symbol }) => symbol)
    return [
      {
        coin,
        symbols: symbols.join(','),
        balance: encodeAmount(balance),
        value: formatTrimmed(value, 8),
      },
    ]
  })
}

const contractsIn = ({ exchange }: V5Parts, coin: string): readonly Instrument[] =>
  [
    ...openInstrumentsOf(exchange.views, 'linear'),
    ...openInstrumentsOf(exchange.views, 'inverse'),
  ].filter(({ settleCoin, status }) => settleCoin === coin && status === 'Trading')

/** A ratio of the triggers of deleveraging (rules 5.9). */
const ratioText = (ratioE4: number): string => formatTrimmed(BigInt(ratioE4), 4)

/**
 * Returns the trigger state of deleveraging: the loss of each fund against its peak of eight hours.
 */
export function adlRows(parts: V5Parts) {
  const { views } = parts.exchange
  const { triggerRatioE4, stopRatioE4, thresholdBalance } = defaultAdlSettings
  const peaks = fundPeaksOf(parts.exchange)
  return views.coins().flatMap((coin) => {
    const balance = views.insurance(coin)
    if (balance === undefined) return []
    const peak = peaks.of(coin)
    const lost = peak === 0n ? 0 : -Number(mulDiv(peak - balance, unitE8, peak, 'down')) / 1e8
    return contractsIn(parts, coin).map(({ symbol }) => ({
      coin,
      symbol,
      balance: encodeAmount(balance),
      maxBalance: encodeAmount(amount(peak)),
      insurancePnlRatio: ratioText(triggerRatioE4),
      pnlRatio: roundedText(lost, 8),
      adlTriggerThreshold: encodeAmount(thresholdBalance),
      adlStopRatio: ratioText(stopRatioE4),
    }))
  })
}

const hourMs = 60 * minuteMs
const longestWindowMs = 30 * 24 * hourMs

/** Returns the annualised volatility of hourly index returns, a point per hour, newest first. */
async function volatilityOf(
  parts: V5Parts,
  { baseCoin, period, startTime, endTime }: V5Request<'historicalVolatility'>,
) {
  if ((startTime === undefined) !== (endTime === undefined)) {
    throw wrongParameter('params error: startTime and endTime must be given together')
  }
  const toMs = endTime ?? parts.clock.nowMs()
  const fromMs = startTime ?? toMs - hourMs
  if (toMs - fromMs > longestWindowMs) throw invalidParameter('startTime')
  const { views } = parts.exchange
  const instrument = instrumentsOf(views, 'linear').find(
    (each) => each.symbol === `${baseCoin}USDT` && categoryOf(each) === 'linear',
  )
  if (instrument === undefined) return []
  const hours = Number(period) * 24
  const count = hours + 1 + Math.ceil((toMs - fromMs) / hourMs)
  const candles = await hourlyIndex(parts.readModel, instrument.symbol, { toMs, count })
  const changes = candles
    .slice(1)
    .map((candle, k) => Math.log(candle.close / (candles[k]?.close ?? candle.close)))
  const list: { period: number; value: string; time: string }[] = []
  for (let k = candles.length - 1; k >= 1; k -= 1) {
    const { startMs = 0 } = candles[k] ?? {}
    if (startMs < fromMs - hourMs || (list.length > 0 && startMs < fromMs)) break
    const value = annualised(changes.slice(Math.max(0, k - hours), k))
    list.push({ period: Number(period), value: roundedText(value, 8), time: String(startMs) })
  }
  return list
}

/** The most candles of one question to the history. */
const mostPerQuestion = 1000

/** Returns the last hourly candles of an index up to `toMs`, oldest first; fewer at its begin. */
async function hourlyIndex(
  readModel: V5Parts['readModel'],
  symbol: SymbolId,
  { toMs, count }: { readonly toMs: number; readonly count: number },
): Promise<readonly Candle[]> {
  const limit = Math.min(count, mostPerQuestion)
  const asked = { symbol, source: 'index', resolution: '60', toMs, limit } as const
  const last = await readModel.candles(asked)
  const [oldest] = last
  if (oldest === undefined || last.length < limit || count === limit) return last
  const rest = { toMs: oldest.startMs, count: count - last.length }
  return [...(await hourlyIndex(readModel, symbol, rest)), ...last]
}

function annualised(changes: readonly number[]): number {
  if (changes.length < 2) return 0
  const mean = changes.reduce((sum, each) => sum + each, 0) / changes.length
  const squares = changes.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return Math.sqrt((squares / (changes.length - 1)) * 365 * 24)
}
