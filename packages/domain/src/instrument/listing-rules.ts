// Listing rules of an instrument: bounds of its scales, limits, rates and tiers that keep every
// order within the safe integers and on the book's grid (reliability M10, D9).

import type { Instrument, RiskTier } from './instrument.ts'
import { isPerpetual } from './market.ts'
import { optionSettleCoins, optionSymbol } from './option-naming.ts'

/** Prices in a book are below 2^30 ticks, so that they and all links fit 32 bits (engine). */
export const mostPriceTicks = 2 ** 30 - 1

/** A symbol: at most forty letters, digits, slashes, dots, underscores and dashes. */
export const symbolPattern = /^[A-Za-z0-9][A-Za-z0-9/_.-]{0,39}$/
const coinPattern = /^[A-Za-z0-9]{1,20}$/
const wholeE8 = 100_000_000
/** The latest time that a Date can represent, ms. */
const mostMs = 8_640_000_000_000_000

/** Whether this is a valid coin name: letters and digits, at most twenty. */
export const isCoinName = (coin: string): boolean => coinPattern.test(coin)

const isCount = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most

/** Returns the first field that makes an instrument untradable; undefined if it is valid. */
export function listingFault(instrument: Instrument): keyof Instrument | undefined {
  if (!symbolPattern.test(instrument.symbol)) return 'symbol'
  for (const field of ['baseCoin', 'quoteCoin', 'settleCoin'] as const) {
    if (!isCoinName(instrument[field])) return field
  }
  const fault = gridFault(instrument) ?? rateFault(instrument) ?? tierFault(instrument)
  return fault ?? familyFault(instrument) ?? timeFault(instrument)
}

/** Kind and settle coin must be those of the contract type (rules 1.1). */
function familyFault(instrument: Instrument): keyof Instrument | undefined {
  const { contractType, kind, baseCoin, settleCoin } = instrument
  if (contractType === undefined) return kind === 'Spot' ? undefined : 'contractType'
  if (instrument.banned !== undefined) return 'banned'
  if (contractType === 'Option') return optionFault(instrument)
  if (instrument.option !== undefined) return 'option'
  const isInverse = contractType.startsWith('Inverse')
  if (kind !== (isInverse ? 'Inverse' : 'Linear')) return 'contractType'
  const wanted = isInverse ? baseCoin : contractType.startsWith('Usdc') ? 'USDC' : 'USDT'
  return settleCoin === wanted ? undefined : 'settleCoin'
}

/** An option's symbol must state its coin, day, strike and right (rules 9.1). */
function optionFault(instrument: Instrument): keyof Instrument | undefined {
  const { kind, baseCoin, option, deliveryMs = 0, symbol } = instrument
  const settleCoin = optionSettleCoins.find((coin) => coin === instrument.settleCoin)
  if (kind !== 'Linear') return 'contractType'
  if (settleCoin === undefined) return 'settleCoin'
  if (option === undefined || !isCount(option.strikeE8, 1, Number.MAX_SAFE_INTEGER)) return 'option'
  if (!isCount(deliveryMs, 1, mostMs)) return 'deliveryMs'
  return optionSymbol({ baseCoin, settleCoin, deliveryMs, ...option }) === symbol
    ? undefined
    : 'symbol'
}

/** Only dated contracts deliver, after their launch; they have no funding (11.1). */
function timeFault(instrument: Instrument): keyof Instrument | undefined {
  const { kind, contractType, deliveryMs, launchMs = 0, auctionMs, fundingIntervalMin } = instrument
  const isDated = contractType !== undefined && !isPerpetual(contractType)
  if (!isCount(launchMs, 0, mostMs)) return 'launchMs'
  if (auctionMs !== undefined && (kind !== 'Spot' || !isCount(auctionMs, 1, launchMs))) {
    return 'auctionMs'
  }
  if (!isDated) return deliveryMs === undefined ? undefined : 'deliveryMs'
  if (deliveryMs === undefined || !isCount(deliveryMs, launchMs + 1, mostMs)) return 'deliveryMs'
  return fundingIntervalMin === 0 ? undefined : 'fundingIntervalMin'
}

function gridFault(instrument: Instrument): keyof Instrument | undefined {
  const { tickSizeE8, lotSizeE8, minPriceTicks, maxPriceTicks } = instrument
  const { minQtyLots, maxQtyLots, maxMarketQtyLots } = instrument
  const most = Number.MAX_SAFE_INTEGER
  if (!isCount(tickSizeE8, 1, most)) return 'tickSizeE8'
  if (!isCount(lotSizeE8, 1, most)) return 'lotSizeE8'
  // The value of one tick times one lot is a whole number of 1e-8 quote; inverse values divide.
  const divides = instrument.kind === 'Inverse'
  if (!divides && (BigInt(tickSizeE8) * BigInt(lotSizeE8)) % BigInt(wholeE8) !== 0n) {
    return 'lotSizeE8'
  }
  if (!isCount(maxPriceTicks, 1, mostPriceTicks)) return 'maxPriceTicks'
  // Twice a price ×1e8 is a safe integer: the mid price is computed from bid + ask.
  if (!Number.isSafeInteger(2 * maxPriceTicks * tickSizeE8)) return 'maxPriceTicks'
  if (!isCount(minPriceTicks, 1, maxPriceTicks)) return 'minPriceTicks'
  if (!isCount(maxQtyLots, 1, most)) return 'maxQtyLots'
  if (!isCount(minQtyLots, 1, maxQtyLots)) return 'minQtyLots'
  if (!isCount(maxMarketQtyLots, 0, most)) return 'maxMarketQtyLots'
  // The product of one order's price and quantity is a safe integer.
  if (!Number.isSafeInteger(maxPriceTicks * maxQtyLots)) return 'maxQtyLots'
  if (!Number.isSafeInteger(maxPriceTicks * maxMarketQtyLots)) return 'maxMarketQtyLots'
  return undefined
}

function rateFault(instrument: Instrument): keyof Instrument | undefined {
  const { takerFeeE8, makerFeeE8, bandXE8, bandYE8, fundingIntervalMin } = instrument
  if (!isCount(takerFeeE8, 0, wholeE8 - 1)) return 'takerFeeE8'
  // Order margin uses the taker rate, so the maker rate is never higher; rebates are not paid.
  if (!isCount(makerFeeE8, 0, takerFeeE8)) return 'makerFeeE8'
  if (!isCount(bandYE8, 0, wholeE8 - 1)) return 'bandYE8'
  if (!isCount(bandXE8, 0, bandYE8)) return 'bandXE8'
  if (!isCount(fundingIntervalMin, 0, 10_080)) return 'fundingIntervalMin'
  if (instrument.minNotional < 0n) return 'minNotional'
  return instrument.impactNotional < 0n ? 'impactNotional' : undefined
}

function tierFault({ riskTiers, minLeverageE2 }: Instrument): keyof Instrument | undefined {
  if (!isCount(minLeverageE2, 100, 100_000)) return 'minLeverageE2'
  let before: RiskTier | undefined
  for (const tier of riskTiers) {
    const rises = before === undefined || tier.limit > before.limit
    const fits =
      tier.limit > 0n &&
      isCount(tier.maintenanceRateE8, 1, tier.initialRateE8) &&
      isCount(tier.initialRateE8, 1, wholeE8) &&
      isCount(tier.maxLeverageE2, minLeverageE2, 100_000)
    if (!rises || !fits) return 'riskTiers'
    before = tier
  }
  return undefined
}
