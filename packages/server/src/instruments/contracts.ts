// Builds listings from the sheets, with all that the instruments of a family have in common (rules
// 1.1, 3.1, 8.1).

import { symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  mulDiv,
  priceTicks,
  qtyLots,
  unitE8,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { defaultTakerFeeE8 } from '@basis/domain/instrument/fees'
import { decimal, percentE8, riskTiers } from './risk-tables.ts'
import type { PerpetualSheet, Sheet, SpotSheet } from './sheets.ts'

/** An instrument and the exchange's additional data about it. */
export type Listing = {
  readonly instrument: Instrument
  /** The asset's full name. */
  readonly displayName: string
  /** The coin whose price path it follows, shared by all instruments of the coin. */
  readonly coin: string
  /** The price at which the seed's history ends and trading begins. */
  readonly startPriceTicks: PriceTicks
  /** Whether our makers and takers trade here; if not, only people do. */
  readonly hasRobots: boolean
  /** How many days its past goes back, if that is less than three years. */
  readonly historyDays?: number
  /** When it is delisted; in its last hour orders can only be cancelled. */
  readonly closesMs?: number
}

type Family = Pick<
  Instrument,
  'kind' | 'contractType' | 'quoteCoin' | 'settleCoin' | 'minNotional' | 'symbol'
>

/** Returns a perpetual in USDT, e.g. BTCUSDT. */
export const usdtPerpetual = (sheet: PerpetualSheet): Listing =>
  perpetual(sheet, {
    symbol: symbolId(`${sheet.coin}USDT`),
    kind: 'Linear',
    contractType: 'LinearPerpetual',
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    minNotional: amount(5n * unitE8),
  })

/** Returns a perpetual in USDC, e.g. BTCPERP. */
export const usdcPerpetual = (sheet: PerpetualSheet): Listing =>
  perpetual(sheet, {
    symbol: symbolId(`${sheet.coin}PERP`),
    kind: 'Linear',
    contractType: 'UsdcPerpetual',
    quoteCoin: 'USDC',
    settleCoin: 'USDC',
    minNotional: amount(5n * unitE8),
  })

/** Returns a coin-margined perpetual with contracts of 1 USD, e.g. BTCUSD. */
export const inversePerpetual = (sheet: PerpetualSheet): Listing =>
  perpetual(sheet, {
    symbol: symbolId(`${sheet.coin}USD`),
    kind: 'Inverse',
    contractType: 'InversePerpetual',
    quoteCoin: 'USD',
    settleCoin: sheet.coin,
    // One contract is one dollar: the minimum quantity is also the minimum value.
    minNotional: amount(0n),
  })

function perpetual(sheet: PerpetualSheet, family: Family): Listing {
  const tiers = riskTiers(sheet.tiers)
  const firstRate = BigInt(tiers[0]?.initialRateE8 ?? 0)
  const impact =
    sheet.impactNotional === undefined
      ? mulDiv(200n * unitE8, unitE8, firstRate, 'nearest')
      : BigInt(sheet.impactNotional) * unitE8
  return {
    ...around(sheet),
    hasRobots: sheet.hasRobots ?? true,
    instrument: {
      ...steps(sheet),
      ...family,
      minQtyLots: qtyLots(1),
      takerFeeE8: defaultTakerFeeE8,
      makerFeeE8: percentE8('0.02'),
      minLeverageE2: leverageE2(100),
      riskTiers: tiers,
      fundingIntervalMin: 480,
      impactNotional: amount(impact),
      ...(sheet.launchMs !== undefined && { launchMs: sheet.launchMs }),
      status: sheet.launchMs === undefined ? 'Trading' : 'PreLaunch',
    },
  }
}

/** Returns a spot pair in USDT, e.g. BTC/USDT. */
export function spotPair(sheet: SpotSheet): Listing {
  return {
    ...around(sheet),
    hasRobots: true,
    instrument: {
      ...steps(sheet),
      symbol: symbolId(`${sheet.coin}/USDT`),
      kind: 'Spot',
      quoteCoin: 'USDT',
      settleCoin: 'USDT',
      minNotional: amount(5n * unitE8),
      minQtyLots: qtyLots(sheet.minQtyLots),
      takerFeeE8: percentE8('0.1'),
      makerFeeE8: percentE8('0.1'),
      minLeverageE2: leverageE2(100),
      riskTiers: [],
      fundingIntervalMin: 0,
      impactNotional: amount(0n),
      status: 'Trading',
    },
  }
}

function around({ coin, name, price, tick }: Sheet) {
  const startPriceTicks = priceTicks(Number(decimal(price, 8) / decimal(tick, 8)))
  return { displayName: name, coin, startPriceTicks }
}

/** Fields that every instrument takes from its sheet; the lowest price is one tick. */
function steps(sheet: Sheet) {
  const tick = decimal(sheet.tick, 8)
  const lot = decimal(sheet.lot, 8)
  const lots = (text: string) => qtyLots(Number(decimal(text, 8) / lot))
  return {
    baseCoin: sheet.coin,
    tickSizeE8: Number(tick),
    lotSizeE8: Number(lot),
    minPriceTicks: priceTicks(1),
    maxPriceTicks: priceTicks(Number(decimal(sheet.maxPrice, 8) / tick)),
    maxQtyLots: lots(sheet.maxQty),
    maxMarketQtyLots: lots(sheet.maxMarketQty),
    bandXE8: percentE8(sheet.band[0]),
    bandYE8: percentE8(sheet.band[1]),
    depthMergeTimes: sheet.depthMergeTimes,
  }
}
