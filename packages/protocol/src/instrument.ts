// Derivative symbols on the wire: the specification's config with its E2, E4 and E8 fields, and its
// parsed form.

import { assert } from '@basis/domain/numbers/assert'
import { mayCopy } from '@basis/domain/copy/contracts'
import { symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  formatTrimmed,
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
  unitE8,
} from '@basis/domain/numbers/fixed'
import {
  futuresSymbol,
  legacyInverseSymbol,
  tenorOf,
} from '@basis/domain/instrument/futures-calendar'
import {
  defaultDepthMergeTimes,
  formatPrice,
  formatQty,
  priceDecimals,
  qtyDecimals,
  type Instrument,
  type RiskTier,
  instrumentStatuses,
} from '@basis/domain/instrument/instrument'
import {
  businessTagOf,
  contractTypes,
  isPerpetual,
  type ContractType,
} from '@basis/domain/instrument/market'
import { optionRights } from '@basis/domain/instrument/option'
import * as z from './schema/deferred.ts'
import { coinIconPath, labelIconPath, type SymbolLabel } from './icons/icons.ts'
import { decodeAmount, encodeAmount } from './order.ts'
import { decimal, scaled, timeMs, optionalField } from './wire.ts'

/** A row of the risk table (spec 3); the client divides E8 by 1e8 and E2 by 100. */
export const wireRiskLimit = z.object({
  id: z.int(),
  symbol: z.string(),
  limit: decimal,
  startingMarginE8: scaled,
  maintainMarginE8: scaled,
  isLowestRisk: z.boolean(),
  maxLeverageE2: scaled,
  mmDeduction: decimal,
})
export type WireRiskLimit = z.output<typeof wireRiskLimit>

/** The sectors of coins; contracts carry them among their tags. */
export const sectors = [
  'layer1',
  'layer2',
  'defi',
  'meme',
  'ai',
  'payments',
  'infrastructure',
  'exchange',
  'proof-of-work',
] as const
export type Sector = (typeof sectors)[number]

const identity = {
  symbol: z.string(),
  symbolName: z.string(),
  symbolAlias: z.string(),
  displayName: z.string(),
  baseCurrency: z.string(),
  quoteCurrency: z.string(),
  coin: z.string(),
  coinName: z.string(),
  contractType: z.enum([...contractTypes, 'Option']),
  contractStatus: z.enum(['Trading', 'Closed']),
  symbolStatus: z.enum(instrumentStatuses),
  symbolDisplay: z.enum(['show', 'hide']),
  /** Perpetual or expiry, then the sectors of its coin. */
  symbolTags: z.array(z.string()),
  /** Address of the icon of its label, newly listed or coming soon; empty without one. */
  symbolLabelIcon: z.string(),
  /** Letter and year of a quarterly future, `Z26`; empty for any other contract. */
  quarter: z.string(),
  startTradingTimeE3: timeMs,
  settleTimeE3: timeMs,
  isPopular: z.boolean(),
  isPreListing: z.boolean(),
  /** The expected opening of a coming symbol; 0 if it is open or not announced. */
  expectStartTradingTimeE3: timeMs,
  /** The phase of a pre-listing; null for every other symbol. */
  preListingInfo: z.nullable(z.object({ phase: z.enum(['ComingSoon']), startTimeE3: timeMs })),
  /** Addresses of its coin's icon, for dark and for light pages. */
  darkIcon: z.string(),
  lightIcon: z.string(),
  /** Whether the contract can be copied in copy trading. */
  supportCopyTrade: z.boolean(),
  /** Always true: accounts of this exchange are unified only. */
  utaSupportOnly: z.boolean(),
  /** Contracts with the same tag have the same maker and taker fee rates. */
  feeRateTagId: z.string(),
  indexSort: z.int(),
}
const limits = {
  minPrice: decimal,
  maxPrice: decimal,
  minQty: decimal,
  maxNewOrderQty: decimal,
  maxNewMarketOrderQty: decimal,
  minNotionalValue: decimal,
  tickSize: decimal,
  /** Decimals of a price, of a quantity and of the tick. */
  priceScale: z.int(),
  priceFraction: z.int(),
  tickSizeFraction: z.int(),
  lotSize: decimal,
  lotFraction: z.int(),
  qtyUnit: decimal,
  valueScale: z.int(),
  walletBalanceFraction: z.int(),
  upnlFraction: z.int(),
  /** Comma list of multiples of the tick. */
  obDepthMergeTimes: z.string(),
}
const margins = {
  baseInitialMarginRateE4: scaled,
  stepInitialMarginRateE4: scaled,
  baseMaintenanceMarginRateE4: scaled,
  stepMaintenanceMarginRateE4: scaled,
  baseMaxOrdPzValue: decimal,
  stepMaxOrdPzValue: decimal,
  /** Leverage breakpoints, ascending. */
  section: z.array(decimal),
  minLeverageE2: scaled,
  maxLeverageE2: scaled,
  riskMinLeverageE2: scaled,
  riskMaxLeverageE2: scaled,
  minDesignatedMarginE8: z.string(),
  maxDesignatedMarginE8: z.string(),
}
/** Fields of the domain's instrument that the specification's config lacks. */
const ours = {
  takerFeeRateE8: scaled,
  makerFeeRateE8: scaled,
  bandXE8: scaled,
  bandYE8: scaled,
  fundingIntervalMin: z.int(),
  impactNotional: decimal,
  riskLimits: z.array(wireRiskLimit),
  /** Options only: right and strike price. */
  optionsType: optionalField(z.enum(optionRights)),
  strikePrice: optionalField(decimal),
  /** The delivery price of a delivered contract; it stays its mark. */
  deliveryPrice: optionalField(decimal),
}

export const contractSymbol = z.object({ ...identity, ...limits, ...margins, ...ours })
/** The derivative symbol config of spec 3. */
export type ContractSymbol = z.output<typeof contractSymbol>

/**
 * Returns the contract's config; throws for an instrument without a contract type (a spot pair).
 */
export function encodeInstrument(
  instrument: Instrument,
  rank = 0,
  known: KnownOfSymbol = {},
): ContractSymbol {
  const { contractType } = instrument
  if (contractType === undefined) throw new Error(`${instrument.symbol} is no contract`)
  return {
    ...encodeIdentity(instrument, contractType, rank),
    ...encodeDisplay(instrument, contractType, known),
    ...encodeLimits(instrument),
    ...encodeMargins(instrument),
    takerFeeRateE8: instrument.takerFeeE8,
    makerFeeRateE8: instrument.makerFeeE8,
    bandXE8: instrument.bandXE8,
    bandYE8: instrument.bandYE8,
    fundingIntervalMin: instrument.fundingIntervalMin,
    impactNotional: encodeAmount(instrument.impactNotional),
    riskLimits: encodeRiskLimits(instrument),
    ...encodeOption(instrument),
  }
}

const encodeOption = ({ option }: Instrument) =>
  option === undefined
    ? {}
    : {
        optionsType: option.right,
        strikePrice: formatTrimmed(BigInt(option.strikeE8), 8),
      }

function encodeIdentity(instrument: Instrument, contractType: ContractType, rank: number) {
  const { baseCoin, quoteCoin, settleCoin, symbol, status } = instrument
  const { deliveryMs, isHidden, launchMs = 0 } = instrument
  const isComing = status === 'PreLaunch'
  return {
    symbol,
    symbolName: symbol,
    symbolAlias: aliasOf(instrument),
    displayName: displayNameOf(instrument),
    baseCurrency: baseCoin,
    quoteCurrency: quoteCoin,
    coin: settleCoin,
    coinName: settleCoin,
    contractType,
    contractStatus: status === 'Closed' ? ('Closed' as const) : ('Trading' as const),
    symbolStatus: status,
    // A delisted symbol is omitted from lists and searches; it can still be requested by name.
    symbolDisplay: isHidden === true || status === 'Closed' ? ('hide' as const) : ('show' as const),
    quarter: quarterOf(instrument),
    startTradingTimeE3: launchMs,
    settleTimeE3: deliveryMs ?? 0,
    isPopular: rank < 3,
    isPreListing: isComing,
    expectStartTradingTimeE3: isComing ? launchMs : 0,
    preListingInfo: isComing ? { phase: 'ComingSoon' as const, startTimeE3: launchMs } : null,
    indexSort: rank,
  }
}

/** A symbol's data from outside its instrument. */
export type KnownOfSymbol = {
  readonly sectors?: readonly Sector[]
  readonly label?: SymbolLabel | undefined
}

function encodeDisplay(
  instrument: Instrument,
  contractType: ContractType,
  { sectors: own = [], label }: KnownOfSymbol,
) {
  const { baseCoin, makerFeeE8, takerFeeE8 } = instrument
  const feeRates = [makerFeeE8, takerFeeE8].map((rate) => formatTrimmed(BigInt(rate), 8))
  return {
    symbolTags: [isPerpetual(contractType) ? 'perpetual' : 'expiry', ...own],
    symbolLabelIcon: labelIconPath(label),
    darkIcon: coinIconPath(baseCoin, 'dark'),
    lightIcon: coinIconPath(baseCoin, 'light'),
    supportCopyTrade: mayCopy(instrument),
    utaSupportOnly: true,
    feeRateTagId: feeRates.join('/'),
  }
}

/**
 * The older name of an inverse future, the displayed name of a USDC perpetual; else the symbol
 * (11.2).
 */
function aliasOf({ symbol, contractType, baseCoin, deliveryMs }: Instrument): string {
  if (contractType === 'UsdcPerpetual') return `${baseCoin}-PERP`
  if (contractType !== 'InverseFutures' || deliveryMs === undefined) return symbol
  return legacyInverseSymbol(baseCoin, deliveryMs)
}

/** The symbol of a dated contract, the coins of a perpetual, the alias of a USDC perpetual. */
function displayNameOf(instrument: Instrument): string {
  const { symbol, baseCoin, quoteCoin, contractType, deliveryMs } = instrument
  if (deliveryMs !== undefined) return symbol
  return contractType === 'UsdcPerpetual' ? aliasOf(instrument) : `${baseCoin}/${quoteCoin}`
}

/** The quarter of a quarterly future, as its letter and year: `Z26`; else empty (spec 3). */
function quarterOf({ deliveryMs, symbol, baseCoin, option }: Instrument): string {
  if (deliveryMs === undefined || option !== undefined) return ''
  if (tenorOf(deliveryMs) !== 'Quarterly') return ''
  const inverse = futuresSymbol('Inverse', baseCoin, deliveryMs)
  assert(inverse.startsWith(`${baseCoin}USD`), `${symbol} is quarterly`)
  return inverse.slice(`${baseCoin}USD`.length)
}

function encodeLimits(instrument: Instrument) {
  const price = priceDecimals(instrument)
  const lot = qtyDecimals(instrument)
  return {
    minPrice: formatPrice(instrument, instrument.minPriceTicks),
    maxPrice: formatPrice(instrument, instrument.maxPriceTicks),
    minQty: formatQty(instrument, instrument.minQtyLots),
    maxNewOrderQty: formatQty(instrument, instrument.maxQtyLots),
    maxNewMarketOrderQty: formatQty(instrument, instrument.maxMarketQtyLots),
    minNotionalValue: encodeAmount(instrument.minNotional),
    tickSize: formatPrice(instrument, priceTicks(1)),
    priceScale: price,
    priceFraction: price,
    tickSizeFraction: price,
    lotSize: formatQty(instrument, qtyLots(1)),
    lotFraction: lot,
    qtyUnit: formatQty(instrument, qtyLots(1)),
    valueScale: 8,
    walletBalanceFraction: 8,
    upnlFraction: 8,
    obDepthMergeTimes: instrument.depthMergeTimes.join(','),
  }
}

function encodeMargins(instrument: Instrument) {
  const [first, second] = instrument.riskTiers
  if (first === undefined) throw new Error(`${instrument.symbol} has no risk tiers`)
  const next = second ?? first
  const max = first.maxLeverageE2
  // Wire rates are in hundredths of a percent; the domain's tiers have eight decimals.
  const rateE4 = (rate: number): number => Math.round(rate / 10_000)
  return {
    baseInitialMarginRateE4: rateE4(first.initialRateE8),
    stepInitialMarginRateE4: rateE4(next.initialRateE8 - first.initialRateE8),
    baseMaintenanceMarginRateE4: rateE4(first.maintenanceRateE8),
    stepMaintenanceMarginRateE4: rateE4(next.maintenanceRateE8 - first.maintenanceRateE8),
    baseMaxOrdPzValue: encodeAmount(first.limit),
    stepMaxOrdPzValue: encodeAmount(amount(next.limit - first.limit)),
    section: leverageSections(instrument.minLeverageE2, max),
    minLeverageE2: instrument.minLeverageE2,
    maxLeverageE2: max,
    riskMinLeverageE2: instrument.minLeverageE2,
    riskMaxLeverageE2: max,
    minDesignatedMarginE8: '0',
    maxDesignatedMarginE8: encodeE8(first.limit),
  }
}

const encodeE8 = (value: bigint): string => value.toString()

/**
 * Returns the leverage breakpoints of a dialog: the minimum, quarters of the maximum, the maximum.
 */
function leverageSections(minE2: number, maxE2: number): string[] {
  const quarters = [1, 2, 3].map((part) => Math.floor((maxE2 * part) / 400) * 100)
  const all = [minE2, ...quarters, maxE2].filter((value) => value >= minE2)
  return [...new Set(all)].map((value) => formatTrimmed(BigInt(value), 2))
}

/** Returns the risk table as spec 3's risk limit items. */
export function encodeRiskLimits(instrument: Instrument): WireRiskLimit[] {
  return instrument.riskTiers.map((tier, index) => ({
    id: index + 1,
    symbol: instrument.symbol,
    limit: encodeAmount(tier.limit),
    startingMarginE8: tier.initialRateE8,
    maintainMarginE8: tier.maintenanceRateE8,
    isLowestRisk: index === 0,
    maxLeverageE2: tier.maxLeverageE2,
    mmDeduction: encodeAmount(tier.deduction),
  }))
}

const decodeRiskLimit = (row: WireRiskLimit): RiskTier => ({
  limit: decodeAmount(row.limit),
  initialRateE8: rateE8(row.startingMarginE8),
  maintenanceRateE8: rateE8(row.maintainMarginE8),
  maxLeverageE2: leverageE2(row.maxLeverageE2),
  deduction: decodeAmount(row.mmDeduction),
})

/** An exact rate in percent. */
type Percent = { readonly units: number; readonly scale: 2 }

/** A contract's margin rates in percent: at its lowest risk limit, and the increment per limit. */
export type MarginPercents = {
  readonly initial: Percent
  readonly initialStep: Percent
  readonly maintenance: Percent
  readonly maintenanceStep: Percent
}

/** Decodes the margin rates of a config: the wire's divided by 100 (spec 3, "Parsed form"). */
export function decodeMarginPercents(wire: ContractSymbol): MarginPercents {
  const percent = (units: number): Percent => ({ units, scale: 2 })
  return {
    initial: percent(wire.baseInitialMarginRateE4),
    initialStep: percent(wire.stepInitialMarginRateE4),
    maintenance: percent(wire.baseMaintenanceMarginRateE4),
    maintenanceStep: percent(wire.stepMaintenanceMarginRateE4),
  }
}

/** Returns a decimal text as a number ×1e8; throws if it has more than eight decimals. */
const stepE8 = (text: string): number => Number(decodeAmount(text))

/** Returns a decimal text ÷ a step. */
function stepsOf(text: string, step: number): number {
  return Number(decodeAmount(text) / BigInt(step))
}

/** Returns the domain's instrument of a contract's config: the inverse of `encodeInstrument`. */
export function decodeInstrument(wire: ContractSymbol): Instrument {
  const tick = stepE8(wire.tickSize)
  const lot = stepE8(wire.lotSize)
  const maxQty = stepsOf(wire.maxNewOrderQty, lot)
  return {
    symbol: symbolId(wire.symbol),
    kind: businessTagOf(wire.contractType) === 'inverse' ? 'Inverse' : 'Linear',
    contractType: wire.contractType,
    baseCoin: wire.baseCurrency,
    quoteCoin: wire.quoteCurrency,
    settleCoin: wire.coin,
    tickSizeE8: tick,
    lotSizeE8: lot,
    minPriceTicks: priceTicks(stepsOf(wire.minPrice, tick)),
    maxPriceTicks: priceTicks(stepsOf(wire.maxPrice, tick)),
    minQtyLots: qtyLots(stepsOf(wire.minQty, lot)),
    maxQtyLots: qtyLots(maxQty),
    // Spec 3: the market maximum falls back to the maximum when absent or zero.
    maxMarketQtyLots: qtyLots(stepsOf(wire.maxNewMarketOrderQty, lot) || maxQty),
    minNotional: decodeAmount(wire.minNotionalValue),
    takerFeeE8: rateE8(wire.takerFeeRateE8),
    makerFeeE8: rateE8(wire.makerFeeRateE8),
    bandXE8: rateE8(wire.bandXE8),
    bandYE8: rateE8(wire.bandYE8),
    minLeverageE2: leverageE2(wire.minLeverageE2),
    riskTiers: wire.riskLimits.map(decodeRiskLimit),
    fundingIntervalMin: wire.fundingIntervalMin,
    impactNotional: decodeAmount(wire.impactNotional),
    depthMergeTimes: parseMergeTimes(wire.obDepthMergeTimes),
    ...(wire.startTradingTimeE3 > 0 && { launchMs: wire.startTradingTimeE3 }),
    ...(wire.settleTimeE3 > 0 && { deliveryMs: wire.settleTimeE3 }),
    ...decodeOption(wire),
    status: wire.symbolStatus,
  }
}

function decodeOption({ optionsType, strikePrice }: ContractSymbol): Pick<Instrument, 'option'> {
  if (optionsType === undefined || strikePrice === undefined) return {}
  return { option: { right: optionsType, strikeE8: priceE8(stepE8(strikePrice)) } }
}

/** Parses the comma list of merge ratios; spec 9's default if it is empty or invalid. */
export function parseMergeTimes(text: string): readonly number[] {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => /^[1-9]\d{0,8}$/.test(part))) return defaultDepthMergeTimes
  return parts.map((part) => Number(parseDecimal(part, 0)))
}

/** Parses a leverage step as E2; undefined if it has more than two decimals. */
export function parseLeverageE2(text: string): number | undefined {
  const value = parseDecimal(text, 2)
  return value === undefined || value > unitE8 ? undefined : Number(value)
}
