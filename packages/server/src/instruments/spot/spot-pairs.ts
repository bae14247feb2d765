// The spot pairs of this exchange: which coins in which quote coins, with their fees and
// restrictions. Grids and limits follow from the coins' prices by one rule.

import { symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import { mostPriceTicks } from '@basis/domain/instrument/listing-rules'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { spotPair, type Listing } from '../contracts.ts'
import { percentE8 } from '../risk-tables.ts'
import { spotSheets } from '../sheets.ts'
import { leveragedTokens } from './leveraged-tokens.ts'
import { quotePrice, spotCoin } from './spot-coins.ts'

/** The coins quoted in each quote coin, in listing order. */
export const quoted: Readonly<Record<string, readonly string[]>> = {
  USDT: [
    'SOL XRP BNB DOGE ADA LINK AVAX LTC DOT UNI AAVE SUI TRX BCH NEAR ATOM ARB'.split(' '),
    'TON XLM HBAR ONDO WIF XEM EOS OP USDC USDE'.split(' '),
    leveragedTokens.map(({ coin }) => coin),
  ].flat(),
  USDC: ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LINK', 'SUI', 'AVAX', 'LTC'],
  USDE: ['BTC', 'ETH', 'SOL'],
  BTC: ['ETH', 'SOL', 'XRP', 'LTC', 'DOT', 'LINK', 'AVAX', 'BCH'],
  EUR: ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE', 'USDT', 'USDC'],
  BRL: ['BTC', 'ETH', 'SOL', 'XRP', 'USDT', 'USDC'],
}

/** The minimum value of an order, in 1e-8 of the quote coin. */
const leastValues: Readonly<Record<string, bigint>> = {
  USDT: 5n * unitE8,
  USDC: 5n * unitE8,
  USDE: 5n * unitE8,
  BTC: 10_000n,
  EUR: 5n * unitE8,
  BRL: 25n * unitE8,
}

type Fees = Pick<Instrument, 'takerFeeE8' | 'makerFeeE8'>
const free = percentE8('0')
const usual: Fees = { takerFeeE8: percentE8('0.1'), makerFeeE8: percentE8('0.1') }
const freeOfFees: Fees = { takerFeeE8: free, makerFeeE8: free }
/** Pairs without fees, and one with only the maker fee waived. */
const otherFees: Readonly<Record<string, Fees>> = {
  'USDC/USDT': freeOfFees,
  'USDE/USDT': freeOfFees,
  'USDC/EUR': freeOfFees,
  'BTC/BRL': { ...usual, makerFeeE8: free },
}

/** The side that traders may not take in a pair, so that a coin cannot be bought, or sold. */
const bans: Readonly<Record<string, Side>> = { 'XEM/USDT': 'Buy', 'EOS/USDT': 'Sell' }

/** Pairs whose trading begins later: ms, UTC. */
const launches: Readonly<Record<string, number>> = { 'OP/USDT': Date.UTC(2027, 2, 1, 8) }

/** The duration of the call auction before that, ms. */
export const auctionLongMs = 3_600_000

/** Days of past of a leveraged token. */
const tokenDays = 120

/** Returns the pair of a coin in a quote coin; `launch` is when trading begins, if later. */
export function pair(coin: string, quoteCoin: string, launch?: number): Listing {
  const known = spotCoin(coin)
  if (known === undefined) throw new Error(`${coin} has no price to be listed at`)
  const { name, price } = known
  const symbol = symbolId(`${coin}/${quoteCoin}`)
  const grid = gridOf(price, quoteCoin)
  const launchMs = launch ?? launches[symbol]
  const banned = bans[symbol]
  const isToken = leveragedTokens.some((token) => token.coin === coin)
  return {
    displayName: name,
    coin,
    startPriceTicks: grid.startPriceTicks,
    hasRobots: true,
    ...(isToken && { historyDays: tokenDays }),
    instrument: {
      ...grid.steps,
      symbol,
      kind: 'Spot',
      baseCoin: coin,
      quoteCoin,
      settleCoin: quoteCoin,
      minNotional: amount(leastValues[quoteCoin] ?? 0n),
      ...(otherFees[symbol] ?? usual),
      bandXE8: percentE8('5'),
      bandYE8: percentE8('5'),
      minLeverageE2: leverageE2(100),
      riskTiers: [],
      fundingIntervalMin: 0,
      impactNotional: amount(0n),
      depthMergeTimes: [1, 5, 10, 50, 100],
      ...(banned !== undefined && { banned }),
      ...(launchMs !== undefined && { launchMs, auctionMs: auctionLongMs }),
      status: launchMs === undefined ? 'Trading' : 'PreLaunch',
    },
  }
}

/** The approximate value of a lot in USDT; more in a bitcoin pair, whose steps are coarse. */
const [lotValue, bitcoinLotValue] = [0.1, 2]
/** The largest order, and the largest market order, in USDT at the start. */
const [mostValue, mostMarketValue] = [1_000_000, 300_000]
/** The highest price as a multiple of the initial one. */
const mostTimes = 1_000

/**
 * The tick is the finest power of ten at which a price has at least six digits; the lot is a power
 * of ten such that tick × lot is a whole 1e-8 of the quote coin: together they have at most eight
 * decimals.
 */
function gridOf(coinPrice: number, quoteCoin: string) {
  const price = coinPrice / quotePrice(quoteCoin)
  const value = quoteCoin === 'BTC' ? bitcoinLotValue : lotValue
  const lotDecimals = Math.min(8, Math.max(0, Math.round(Math.log10(coinPrice / value))))
  const wished = 5 - Math.floor(Math.log10(price))
  const priceDecimals = Math.max(0, Math.min(8 - lotDecimals, wished))
  const startPriceTicks = priceTicks(Math.round(price * 10 ** priceDecimals))
  const tickSizeE8 = 10 ** (8 - priceDecimals)
  const lots = (usdt: number) => qtyLots(oneDigit((usdt / coinPrice) * 10 ** lotDecimals))
  // A price, and the product of one order's price and quantity, stay safe integers (M10).
  const { MAX_SAFE_INTEGER } = Number
  const most = Math.min(MAX_SAFE_INTEGER / lots(mostValue), MAX_SAFE_INTEGER / 2 / tickSizeE8)
  return {
    startPriceTicks,
    steps: {
      tickSizeE8,
      lotSizeE8: 10 ** (8 - lotDecimals),
      minPriceTicks: priceTicks(1),
      maxPriceTicks: priceTicks(
        oneDigit(Math.min(startPriceTicks * mostTimes, mostPriceTicks, most)),
      ),
      minQtyLots: qtyLots(1),
      maxQtyLots: lots(mostValue),
      maxMarketQtyLots: lots(mostMarketValue),
    },
  }
}

/** Rounds down to one significant digit. */
function oneDigit(value: number): number {
  const digit = 10 ** Math.floor(Math.log10(value))
  return Math.floor(value / digit) * digit
}

/** All spot pairs in listing order. */
export const spotPairs: readonly Listing[] = [
  ...spotSheets.map(spotPair),
  ...Object.entries(quoted).flatMap(([quote, coins]) => coins.map((coin) => pair(coin, quote))),
]
