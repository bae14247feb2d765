// An instrument's trading terms: scales, ticks, lots, limits, leverage and risk tiers (spec 3;
// rules 4.1, 8.1).

import { assert } from '../numbers/assert.ts'
import type { SymbolId } from '../numbers/brand.ts'
import { contractValue } from './contract.ts'
import {
  amount,
  decimalsOfStepE8,
  divRound,
  formatSteps,
  formatTrimmed,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
  unitE8,
  type Amount,
  type LeverageE2,
  type PriceE8,
  type PriceTicks,
  type QtyLots,
  type RateE8,
} from '../numbers/fixed.ts'
import type { OptionTerms } from './option.ts'
import type { ContractType } from './market.ts'
import { averagePriceE8, inverseAveragePriceE8 } from './pnl.ts'
import { problem, type Problem } from './problems.ts'

/** One row of the risk table: its rates apply to position values up to `limit` (rules 4.1). */
export type RiskTier = {
  readonly limit: Amount
  readonly initialRateE8: RateE8
  readonly maintenanceRateE8: RateE8
  readonly maxLeverageE2: LeverageE2
  readonly deduction: Amount
}

/** What a symbol allows now; see orders/symbol-states.ts (reliability L7). */
export const instrumentStatuses = [
  'PreLaunch',
  'Auction',
  'Trading',
  'ReduceOnly',
  'CancelOnly',
  'Closed',
] as const
export type InstrumentStatus = (typeof instrumentStatuses)[number]

/**
 * How value follows from price and size: linear contracts and spot pairs multiply; inverse
 * contracts divide (their quantity counts contracts of 1 USD, their value is in the base coin;
 * rules 1.2).
 */
export const instrumentKinds = ['Linear', 'Inverse', 'Spot'] as const
export type InstrumentKind = (typeof instrumentKinds)[number]

export type Instrument = {
  readonly symbol: SymbolId
  readonly kind: InstrumentKind
  /** Absent for a spot pair. */
  readonly contractType?: ContractType
  readonly baseCoin: string
  readonly quoteCoin: string
  readonly settleCoin: string
  /** The price step and the quantity step, ×1e8. */
  readonly tickSizeE8: number
  readonly lotSizeE8: number
  readonly minPriceTicks: PriceTicks
  readonly maxPriceTicks: PriceTicks
  readonly minQtyLots: QtyLots
  readonly maxQtyLots: QtyLots
  readonly maxMarketQtyLots: QtyLots
  readonly minNotional: Amount
  readonly takerFeeE8: RateE8
  readonly makerFeeE8: RateE8
  /** Price band ratios X and Y (rules 8.2), ×1e8. */
  readonly bandXE8: RateE8
  readonly bandYE8: RateE8
  readonly minLeverageE2: LeverageE2
  /** Ascending by limit; empty for spot. */
  readonly riskTiers: readonly RiskTier[]
  /** Minutes between fundings; 0 if the instrument has no funding. */
  readonly fundingIntervalMin: number
  /** The notional of the impact prices (rules 2.5), 1e-8 quote; 0 if unused. */
  readonly impactNotional: Amount
  /** Depth merge ratios (spec 9: default 1, 2, 4, 10). */
  readonly depthMergeTimes: readonly number[]
  /** When trading begins; before that the status is PreLaunch. Absent if it has always traded. */
  readonly launchMs?: number
  /** How long before launch its call auction collects orders, ms; spot pairs only (8.12). */
  readonly auctionMs?: number
  /** Delivery time of a dated contract, ms UTC; absent for perpetuals and spot pairs. */
  readonly deliveryMs?: number
  /** Option terms (rules 9.1); an option's price is the premium per base coin. */
  readonly option?: OptionTerms
  /** The side that traders may not take in a spot pair (spec 3: isBanBuy, isBanSell). */
  readonly banned?: 'Buy' | 'Sell'
  /** Not listed: delisted, or not for every user (spec 3: symbolDisplay). */
  readonly isHidden?: true
  readonly status: InstrumentStatus
}

/** Whether trading has not begun yet; a call auction may already collect orders. */
export const isComing = ({ status }: Pick<Instrument, 'status'>): boolean =>
  status === 'PreLaunch' || status === 'Auction'

/** Returns when the call auction of a spot pair begins, ms; undefined if it has none. */
export const auctionStartMs = ({ launchMs = 0, auctionMs }: Instrument): number | undefined =>
  auctionMs === undefined ? undefined : launchMs - auctionMs

/** Spec 9. */
export const defaultDepthMergeTimes: readonly number[] = [1, 2, 4, 10]

/** +1 if a long's value rises with the price; −1 for inverse contracts, whose value falls. */
export const valueSign = (instrument: Instrument): 1 | -1 =>
  instrument.kind === 'Inverse' ? -1 : 1

/**
 * Returns the value of one tick times one lot in 1e-8 quote, a whole number by the listing rules; 0
 * for inverse contracts.
 */
export function valueUnit(instrument: Instrument): bigint {
  if (instrument.kind === 'Inverse') return 0n
  const product = BigInt(instrument.tickSizeE8) * BigInt(instrument.lotSizeE8)
  assert(product % 100_000_000n === 0n, 'tick × lot is a whole number of 1e-8 quote units')
  return product / 100_000_000n
}

/**
 * Returns the value of a quantity at a price in 1e-8 of the settle coin: price × quantity, exact;
 * for inverse contracts quantity ÷ price, half-up (rules 0.3). EX-1.2
 */
export function valueOf(instrument: Instrument, price: PriceTicks, qty: QtyLots): Amount {
  if (instrument.kind === 'Inverse') {
    const contracts = BigInt(qty) * BigInt(instrument.lotSizeE8) * unitE8
    return amount(divRound(contracts, BigInt(price) * BigInt(instrument.tickSizeE8), 'nearest'))
  }
  return amount(BigInt(price) * BigInt(qty) * valueUnit(instrument))
}

/** As `valueOf`, for a quantity in 1e-8 units and a price that may lie between ticks. */
export const valueAtE8 = (instrument: Instrument, qty: Amount, price: PriceE8): Amount =>
  contractValue(instrument.kind === 'Inverse' ? 'Inverse' : 'Linear', qty, price)

/**
 * Returns the price at which a quantity in 1e-8 units has a value, 8 decimals half-up: value ÷
 * quantity, for inverse contracts quantity ÷ value (EX-1.1, EX-1.2).
 */
export const priceOfValue = (instrument: Instrument, value: Amount, qty: Amount): PriceE8 =>
  instrument.kind === 'Inverse' ? inverseAveragePriceE8(value, qty) : averagePriceE8(value, qty)

/** The coin that quantities are in: the base coin; for inverse contracts the quote coin (USD). */
export const qtyCoin = ({ kind, baseCoin, quoteCoin }: Instrument): string =>
  kind === 'Inverse' ? quoteCoin : baseCoin

/** The coin that values are shown in: the quote coin, for inverse contracts the settle coin. */
export const valueCoin = ({ kind, quoteCoin, settleCoin }: Instrument): string =>
  kind === 'Inverse' ? settleCoin : quoteCoin

/** Returns a quantity in 1e-8 base coin, exact. */
export const qtyAmount = (instrument: Instrument, qty: QtyLots): Amount =>
  amount(BigInt(qty) * BigInt(instrument.lotSizeE8))

export const ticksToE8 = (instrument: Instrument, price: PriceTicks): PriceE8 =>
  priceE8(price * instrument.tickSizeE8)

/** Returns the nearest tick to a price (half up). */
export const ticksNearE8 = (instrument: Instrument, price: PriceE8): PriceTicks =>
  priceTicks(Math.floor((price + instrument.tickSizeE8 / 2) / instrument.tickSizeE8))

/**
 * Returns the ticks around a price that may lie between them (mark, index): `floor` is the highest
 * tick at or below it, `roof` the lowest at or above it; equal if the price is on a tick.
 */
export function ticksAroundE8(
  { tickSizeE8 }: Instrument,
  price: PriceE8,
): { readonly floor: PriceTicks; readonly roof: PriceTicks } {
  const ticks = price / tickSizeE8
  return { floor: priceTicks(Math.floor(ticks)), roof: priceTicks(Math.ceil(ticks)) }
}

/**
 * Returns the tick at which an order without a price is estimated: of the two around the mark the
 * one with the larger order value, so that the maximum offered is never too large.
 */
export function ticksForMark(instrument: Instrument, mark: PriceE8): PriceTicks {
  const { floor, roof } = ticksAroundE8(instrument, mark)
  return priceTicks(Math.max(1, instrument.kind === 'Inverse' ? floor : roof))
}

export const priceDecimals = (instrument: Instrument): number =>
  decimalsOfStepE8(instrument.tickSizeE8)
export const qtyDecimals = (instrument: Instrument): number =>
  decimalsOfStepE8(instrument.lotSizeE8)

/** Writes a price with exactly the instrument's decimals. */
export const formatPrice = ({ tickSizeE8 }: Instrument, price: PriceTicks): string =>
  formatSteps(price, tickSizeE8)

/** Writes a quantity with exactly the instrument's decimals. */
export const formatQty = ({ lotSizeE8 }: Instrument, qty: QtyLots): string =>
  formatSteps(qty, lotSizeE8)

/**
 * Parses a price text into ticks. Returns priceInvalid if it is not a plain decimal, and
 * tickSizeFixNumTips if it is not a multiple of the tick (spec 5); order-rules.ts checks the
 * limits.
 */
export function parsePrice(instrument: Instrument, text: string): PriceTicks | Problem {
  const value = stepsOf(text, instrument.tickSizeE8)
  if (value === 'malformed') return problem('priceInvalid', 'price', { value: text.slice(0, 40) })
  if (value === 'offStep') {
    const step = formatTrimmed(BigInt(instrument.tickSizeE8), 8)
    return problem('tickSizeFixNumTips', 'price', { step })
  }
  return priceTicks(value)
}

/** Parses a quantity text into lots; problems qtyInvalid and lotSizeFixNumTips. */
export function parseQty(instrument: Instrument, text: string): QtyLots | Problem {
  const value = stepsOf(text, instrument.lotSizeE8)
  if (value === 'malformed') return problem('qtyInvalid', 'qty', { value: text.slice(0, 40) })
  if (value === 'offStep') {
    const step = formatTrimmed(BigInt(instrument.lotSizeE8), 8)
    return problem('lotSizeFixNumTips', 'qty', { step })
  }
  return qtyLots(value)
}

function stepsOf(text: string, stepE8: number): number | 'malformed' | 'offStep' {
  if (text.length > 40 || !/^\d+(\.\d+)?$/.test(text)) return 'malformed'
  const value = parseDecimal(text, 8)
  if (value === undefined) return 'offStep'
  const step = BigInt(stepE8)
  if (value % step !== 0n) return 'offStep'
  const steps = value / step
  return steps <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(steps) : 'malformed'
}

/** Returns the price steps of the grouped book: merge ratios times the tick (spec 3), ×1e8. */
export const depthStepsE8 = (instrument: Instrument): readonly number[] =>
  instrument.depthMergeTimes.map((ratio) => ratio * instrument.tickSizeE8)
