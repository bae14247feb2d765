// The form of a grid bot: the texts of its fields, its request, and its preview by the exchange's
// own rules (rules 17).

import { botFundsProblem, type BotFunds } from '@basis/domain/grid/bot-funds'
import {
  addedTooLarge,
  gridProblem,
  investmentProblem,
  stopProblem,
  tooSmall,
} from '@basis/domain/grid/grid-rules'
import { gridLevels } from '@basis/domain/grid/levels'
import { cellProfits, cellRates } from '@basis/domain/grid/profit'
import {
  addedPrice,
  gridLiquidation,
  gridLots,
  gridNeed,
  gridPlan,
  investmentBounds,
  mostGridLots,
  type GridMarket,
} from '@basis/domain/grid/sizing'
import {
  gridCoin,
  mayGrid,
  type GridMode,
  type GridSpacing,
  type GridTerms,
} from '@basis/domain/grid/terms'
import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import {
  formatPrice,
  parsePrice,
  parseQty,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  amount,
  formatTrimmed,
  leverageE2,
  parseDecimal,
  priceTicks,
  qtyLots,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import type { GridRequest, WireBot } from '@basis/protocol/grid/calls'
import { isInCents } from '../../i18n/format.ts'
import { isSet } from './bot-figures.ts'

export type BotForm = {
  readonly symbol: string
  readonly mode: GridMode
  readonly spacing: GridSpacing
  readonly low: string
  readonly high: string
  readonly cells: string
  readonly leverage: string
  readonly investment: string
  readonly takeProfit: string
  readonly stopLoss: string
  readonly isTrailing: boolean
}
export type BotField = Exclude<keyof BotForm, 'symbol' | 'mode' | 'spacing' | 'isTrailing'>

export const firstForm: BotForm = {
  symbol: 'BTC/USDT',
  mode: 'Spot',
  spacing: 'Arithmetic',
  low: '',
  high: '',
  cells: '10',
  leverage: '3',
  investment: '1000',
  takeProfit: '',
  stopLoss: '',
  isTrailing: false,
}

/** Returns a form with a bot's current settings, and the default investment. */
export const formOf = (bot: WireBot): BotForm => ({
  ...firstForm,
  symbol: bot.symbol,
  mode: bot.gridMode,
  spacing: bot.gridType,
  low: bot.lowPrice,
  high: bot.highPrice,
  cells: String(bot.cellNumber),
  leverage: bot.leverage,
  takeProfit: isSet(bot.takeProfitPrice) ? bot.takeProfitPrice : '',
  stopLoss: isSet(bot.stopLossPrice) ? bot.stopLossPrice : '',
  isTrailing: bot.isTrailing,
})

const priceFields = ['low', 'high', 'takeProfit', 'stopLoss'] as const

/** Returns the markets of a kind that support grids. */
export const gridMarkets = (
  order: readonly { readonly instrument: Instrument }[],
  isSpot: boolean,
): readonly Instrument[] =>
  order
    .map(({ instrument }) => instrument)
    .filter((each) => mayGrid(each) && (each.kind === 'Spot') === isSpot)

/** The decimals of a typed amount of a coin: as many as its amounts are shown with. */
export const amountScale = (coin: string): number => (isInCents(coin) ? 2 : 8)

/** An empty field is 0 in a request. */
export const orNone = (text: string): string => (text === '' ? '0' : text)

/** Returns the form's request. */
export const requestOf = (form: BotForm): GridRequest => ({
  symbol: form.symbol,
  gridMode: form.mode,
  gridType: form.spacing,
  minPrice: orNone(form.low),
  maxPrice: orNone(form.high),
  cellNumber: Number(orNone(form.cells)),
  leverage: form.mode === 'Spot' ? '1' : orNone(form.leverage),
  takeProfitPrice: orNone(form.takeProfit),
  stopLossPrice: orNone(form.stopLoss),
  isTrailing: form.isTrailing && form.mode !== 'Neutral',
  investment: orNone(form.investment),
})

function ticksOf(instrument: Instrument, text: string): PriceTicks | undefined {
  if (text === '') return priceTicks(0)
  const ticks = parsePrice(instrument, text)
  return typeof ticks === 'number' ? ticks : undefined
}

/** Returns the terms of the form, or the first field that is not a valid number. */
function termsOf(form: BotForm, instrument: Instrument): GridTerms | BotField {
  const prices = priceFields.map((field) => [field, ticksOf(instrument, form[field])] as const)
  const wrong = prices.find(([, ticks]) => ticks === undefined)
  if (wrong !== undefined) return wrong[0]
  const ticks = (field: (typeof priceFields)[number]): PriceTicks =>
    prices.find(([name]) => name === field)?.[1] ?? priceTicks(0)
  const leverage = parseDecimal(orNone(form.leverage), 2)
  if (leverage === undefined) return 'leverage'
  return {
    mode: form.mode,
    spacing: form.spacing,
    lowTicks: ticks('low'),
    highTicks: ticks('high'),
    cells: Number(orNone(form.cells)),
    leverageE2: leverageE2(form.mode === 'Spot' ? 100 : Number(leverage)),
    takeProfitTicks: ticks('takeProfit'),
    stopLossTicks: ticks('stopLoss'),
    isTrailing: form.isTrailing && form.mode !== 'Neutral',
  }
}

/** A line of the plot: a level and the side of its initial order, if it has one. */
export type PlotLevel = {
  readonly price: string
  readonly ticks: number
  readonly side: 'Buy' | 'Sell' | undefined
}

/** The grid of the form; amounts as decimal texts. */
export type GridPreview = {
  readonly coin: string
  readonly qty: string
  readonly least: string
  readonly profitMin: string
  readonly profitMax: string
  /** Relative to the buy price, ×1e8. */
  readonly rateMinE8: number
  readonly rateMaxE8: number
  readonly levels: readonly PlotLevel[]
  readonly below: string
  readonly above: string
}

export type Previewed = { readonly problem?: Problem; readonly preview?: GridPreview }

const text = (value: bigint): string => formatTrimmed(value, 8)
const units = (decimal: string): bigint => parseDecimal(decimal, 8) ?? 0n

/** The market of the grid, and the owner's fee rates; undefined for a visitor. */
export type FormMarket = {
  readonly instrument: Instrument
  readonly lastTicks: number
  readonly feeRates?: FeeRates | undefined
  readonly funds?: OwnerFunds | undefined
}

const feesOf = (instrument: Instrument, rates: FeeRates | undefined): GridMarket['fees'] => ({
  makerE8: feeRateOf(instrument, true, rates),
  takerE8: feeRateOf(instrument, false, rates),
})

/** Returns the grid of the form at a price, and what the exchange would reject. */
export function previewOf(form: BotForm, around: FormMarket): Previewed {
  const { instrument, lastTicks, feeRates, funds } = around
  if (form.low === '' || form.high === '') return {}
  const terms = termsOf(form, instrument)
  if (typeof terms === 'string') return { problem: problem('gridTermsInvalid', terms) }
  const fees = feesOf(instrument, feeRates)
  const market: GridMarket = { instrument, fees, price: priceTicks(lastTicks) }
  const wrong = gridProblem(instrument, terms, { fees, priceTicks: market.price })
  if (wrong !== undefined) return { problem: wrong }
  const coin = gridCoin(instrument)
  const investment = amount(units(orNone(form.investment)))
  const { least } = investmentBounds(market, terms)
  const preview = { ...previewed(market, terms, investment), coin, least: text(least) }
  const short =
    investmentProblem(market, terms, investment) ?? fundsProblem(investment, funds, coin)
  return short === undefined ? { preview } : { problem: short, preview }
}

/** By coin, 1e-8: what running bots hold of it, and what may be invested. */
export type OwnerFunds = Readonly<Record<string, Pick<BotFunds, 'invested' | 'free'>>>

/** Returns the funds of the owner of these running bots. */
export function fundsOf(
  bots: readonly { readonly coin: string; readonly investment: string }[],
  available: Readonly<Record<string, string>>,
): OwnerFunds {
  const funds = Object.entries(available).map(([coin, free]) => {
    const own = bots.filter((bot) => bot.coin === coin)
    const invested = own.reduce((sum, { investment }) => sum + units(investment), 0n)
    return [coin, { invested, free: units(free) }] as const
  })
  return Object.fromEntries(funds)
}

/** Returns the problem of an investment above balance or limit; none if they are unknown. */
export function fundsProblem(
  investment: bigint,
  funds: OwnerFunds | undefined,
  coin: string,
): Problem | undefined {
  const own = funds?.[coin]
  return own && botFundsProblem(investment, { coin, ...own })
}

type AddedTo = {
  readonly funds: OwnerFunds
  readonly coin: string
  /** Why the bot itself does not take the amount. */
  readonly problemOf: (added: bigint) => Problem | undefined
}

/** Returns what the exchange would reject in an amount that is added to a bot; none if it is 0. */
export function addedProblem(
  investment: string,
  { funds, coin, problemOf }: AddedTo,
): Problem | undefined {
  const added = units(orNone(investment))
  return added === 0n ? undefined : (problemOf(added) ?? fundsProblem(added, funds, coin))
}

/**
 * Returns the problem of an amount too small for a lot in every cell of a grid, or larger than its
 * orders and its leverage allow.
 */
export function addedGridProblem(
  bot: WireBot,
  { instrument, lastTicks, feeRates }: FormMarket,
  added: bigint,
): Problem | undefined {
  const terms = termsOf(formOf(bot), instrument)
  if (typeof terms === 'string' || lastTicks === 0) return undefined
  const levels = gridLevels(terms)
  const start = ticksOf(instrument, bot.startPrice) ?? priceTicks(lastTicks)
  const price = addedPrice(terms, { levels, start })
  const market = { instrument, fees: feesOf(instrument, feeRates), price }
  const least = gridNeed(market, terms, qtyLots(1))
  if (added < least) return tooSmall(least, bot.coin)
  const lots = parseQty(instrument, bot.qtyPerCell)
  if (typeof lots !== 'number') return undefined
  const more = gridLots(market, terms, amount(added))
  return addedTooLarge(market, terms, { lots, more, mostLots: mostGridLots(market, terms) })
}

/** The balance of a coin as a decimal text. */
export const freeText = (funds: OwnerFunds, coin: string): string => text(funds[coin]?.free ?? 0n)

/**
 * Returns what the exchange would reject in new TP/SL prices of a bot: by its current range, which
 * may have moved, and its last price.
 */
export function stopsProblem(
  bot: WireBot,
  instrument: Instrument,
  stops: Pick<BotForm, 'takeProfit' | 'stopLoss'>,
): Problem | undefined {
  const terms = termsOf({ ...formOf(bot), ...stops }, instrument)
  if (typeof terms === 'string') return problem('gridTermsInvalid', terms)
  return stopProblem(instrument, terms, ticksOf(instrument, bot.lastPrice) ?? priceTicks(0))
}

function previewed(
  market: GridMarket,
  terms: GridTerms,
  investment: ReturnType<typeof amount>,
): Omit<GridPreview, 'coin' | 'least'> {
  const { instrument, fees } = market
  const lots = gridLots(market, terms, investment)
  const { levels, cells } = gridPlan(market, terms, lots)
  const profits = cellProfits(instrument, levels, { lots, makerE8: fees.makerE8 })
  const rates = cellRates(levels, fees.makerE8)
  const { below, above } = gridLiquidation(market, terms, { lots, investment })
  const sideAt = (k: number): PlotLevel['side'] => {
    if (cells[k]?.side === 'Buy') return 'Buy'
    return cells[k - 1]?.side === 'Sell' ? 'Sell' : undefined
  }
  const price = (ticks: PriceTicks | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  return {
    qty: text(BigInt(lots) * BigInt(instrument.lotSizeE8)),
    profitMin: text(profits.min),
    profitMax: text(profits.max),
    rateMinE8: rates.min,
    rateMaxE8: rates.max,
    levels: levels.map((ticks, k) => ({
      ticks,
      price: formatPrice(instrument, ticks),
      side: sideAt(k),
    })),
    below: price(below),
    above: price(above),
  }
}

/** Returns the field that a problem concerns. */
export const fieldOf = ({ field }: Problem): BotField | undefined =>
  (['low', 'high', 'cells', 'leverage', 'investment', 'takeProfit', 'stopLoss'] as const).find(
    (name) => name === field,
  )

/** The price range of a candle, 1e-8. */
type Span = { readonly highE8: number; readonly lowE8: number }

/**
 * Returns the advised range: from the lowest to the highest recent price, and at least two percent
 * on each side of the last price, in whole ticks.
 */
export function advisedRange(
  instrument: Instrument,
  spans: readonly Span[],
  lastTicks: number,
): Pick<BotForm, 'low' | 'high'> {
  const last = lastTicks * instrument.tickSizeE8
  const lowest = Math.min(last * 0.98, ...spans.map(({ lowE8 }) => lowE8))
  const highest = Math.max(last * 1.02, ...spans.map(({ highE8 }) => highE8))
  const price = (valueE8: number): string =>
    formatPrice(instrument, priceTicks(Math.max(1, Math.round(valueE8 / instrument.tickSizeE8))))
  return { low: price(lowest), high: price(highest) }
}
