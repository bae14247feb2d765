// Instruments as rows of the open API: contracts, pairs, options (open API 3.2).

import { mayCopy } from '@basis/domain/copy/contracts'
import {
  formatPrice,
  formatQty,
  priceDecimals,
  valueOf,
  valueUnit,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { formatTrimmed, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { fundingCap } from '@basis/domain/pricing/mark-price'
import { deliveryFeeRate } from '@basis/domain/settlement/delivery'
import type { Views } from '@basis/engine/views'
import { encodeAmount } from '@basis/protocol/order'
import { v5Symbol } from '../instruments.ts'

export const rateText = (rateE8: number): string => formatTrimmed(BigInt(rateE8), 8)
const leverageText = (leverageE2: number): string => formatTrimmed(BigInt(leverageE2), 2)

/** The venue has one status for contracts whose positions can only be closed. */
export function v5Status({
  status,
}: Instrument): 'PreLaunch' | 'Trading' | 'Delivering' | 'Closed' {
  if (status === 'Auction') return 'PreLaunch'
  return status === 'ReduceOnly' || status === 'CancelOnly' ? 'Delivering' : status
}

/** The venue counts USDC contracts among the linear ones. */
const contractTypeOf = ({ contractType = 'Option' }: Instrument): string =>
  contractType.replace('Usdc', 'Linear')

const priceFilterOf = (instrument: Instrument) => ({
  minPrice: formatPrice(instrument, instrument.minPriceTicks),
  maxPrice: formatPrice(instrument, instrument.maxPriceTicks),
  tickSize: formatPrice(instrument, priceTicks(1)),
})

const riskParametersOf = ({ bandXE8, bandYE8 }: Instrument) => ({
  priceLimitRatioX: rateText(bandXE8),
  priceLimitRatioY: rateText(bandYE8),
})

/** The funding rate cap in either direction, ×1e-8; undefined without funding. */
export function fundingCapOf({ fundingIntervalMin, riskTiers }: Instrument): number | undefined {
  const [first] = riskTiers
  if (fundingIntervalMin === 0 || first === undefined) return undefined
  return fundingCap(first.initialRateE8, first.maintenanceRateE8)
}

/** The delivery fee rate as text; empty for an instrument without delivery. */
export function deliveryRateOf({ contractType, deliveryMs }: Instrument): string {
  if (contractType === undefined || deliveryMs === undefined) return ''
  return contractType === 'Option' ? '0.00015' : rateText(deliveryFeeRate(contractType))
}

export function contractRow(instrument: Instrument) {
  const { symbol, baseCoin, quoteCoin, settleCoin, launchMs, deliveryMs } = instrument
  const cap = fundingCapOf(instrument) ?? 0
  const qty = (lots: number): string => formatQty(instrument, qtyLots(lots))
  const isComing = instrument.status === 'PreLaunch'
  return {
    symbol,
    contractType: contractTypeOf(instrument),
    status: v5Status(instrument),
    baseCoin,
    quoteCoin,
    settleCoin,
    launchTime: String(launchMs ?? firstLaunchMs),
    deliveryTime: String(deliveryMs ?? 0),
    deliveryFeeRate: deliveryRateOf(instrument),
    priceScale: String(priceDecimals(instrument)),
    leverageFilter: {
      minLeverage: leverageText(instrument.minLeverageE2),
      maxLeverage: leverageText(instrument.riskTiers[0]?.maxLeverageE2 ?? 100),
      leverageStep: '0.01',
    },
    priceFilter: priceFilterOf(instrument),
    lotSizeFilter: {
      minOrderQty: qty(instrument.minQtyLots),
      maxOrderQty: qty(instrument.maxQtyLots),
      qtyStep: qty(1),
      maxMktOrderQty: qty(instrument.maxMarketQtyLots),
      postOnlyMaxOrderQty: qty(instrument.maxQtyLots),
      minNotionalValue: encodeAmount(instrument.minNotional),
    },
    unifiedMarginTrade: true,
    fundingInterval: instrument.fundingIntervalMin,
    upperFundingRate: rateText(cap),
    lowerFundingRate: rateText(-cap),
    copyTrading: mayCopy(instrument) ? 'both' : 'none',
    isPreListing: isComing,
    preListingInfo: isComing ? comingSoon(launchMs ?? 0) : null,
    riskParameters: riskParametersOf(instrument),
    displayName: '',
    symbolType: '',
  }
}

/** 2020-01-01, for instruments listed from the start. */
const firstLaunchMs = 1_577_836_800_000

const comingSoon = (startMs: number) => ({
  curAuctionPhase: 'NotStarted',
  phases: [{ phase: 'NotStarted', startTime: '', endTime: String(startMs) }],
  auctionFeeInfo: { auctionFeeRate: '0', takerFeeRate: '0', makerFeeRate: '0' },
})

export function spotRow(views: Views, instrument: Instrument) {
  const { baseCoin, quoteCoin, maxQtyLots } = instrument
  const qty = (lots: number): string => formatQty(instrument, qtyLots(lots))
  const last = views.symbol(instrument.symbol)?.lastTicks ?? priceTicks(1)
  const mayBorrow = [baseCoin, quoteCoin].some((coin) => views.loan(coin) !== undefined)
  return {
    symbol: v5Symbol(instrument),
    baseCoin,
    quoteCoin,
    innovation: '0',
    status: v5Status(instrument),
    marginTrading: mayBorrow ? 'utaOnly' : 'none',
    stTag: '0',
    lotSizeFilter: {
      basePrecision: qty(1),
      quotePrecision: formatTrimmed(valueUnit(instrument), 8),
      minOrderQty: qty(instrument.minQtyLots),
      maxOrderQty: qty(maxQtyLots),
      minOrderAmt: encodeAmount(instrument.minNotional),
      maxOrderAmt: encodeAmount(valueOf(instrument, last, maxQtyLots)),
      maxLimitOrderQty: qty(maxQtyLots),
      maxMarketOrderQty: qty(instrument.maxMarketQtyLots),
      postOnlyMaxLimitOrderSize: qty(maxQtyLots),
    },
    priceFilter: { tickSize: formatPrice(instrument, priceTicks(1)) },
    riskParameters: riskParametersOf(instrument),
    symbolType: '',
  }
}

export function optionRow(instrument: Instrument) {
  const { symbol, baseCoin, quoteCoin, settleCoin, option, launchMs, deliveryMs } = instrument
  const qty = (lots: number): string => formatQty(instrument, qtyLots(lots))
  return {
    symbol,
    status: v5Status(instrument),
    baseCoin,
    quoteCoin,
    settleCoin,
    optionsType: option?.right ?? 'Call',
    launchTime: String(launchMs ?? firstLaunchMs),
    deliveryTime: String(deliveryMs ?? 0),
    deliveryFeeRate: deliveryRateOf(instrument),
    priceFilter: priceFilterOf(instrument),
    lotSizeFilter: {
      minOrderQty: qty(instrument.minQtyLots),
      maxOrderQty: qty(instrument.maxQtyLots),
      qtyStep: qty(1),
    },
    displayName: '',
  }
}
