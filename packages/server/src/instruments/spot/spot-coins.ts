// The coins of spot pairs: name, initial price in USDT, whether fiat, and the risk label for
// traders.

import type { SpotLabel } from '@basis/protocol/spot/symbol'
import { leveragedTokens } from './leveraged-tokens.ts'
import { usdtSheets } from '../sheets.ts'

type CoinLabel = Exclude<SpotLabel, ''>

export type SpotCoin = {
  readonly coin: string
  readonly name: string
  /** The price in USDT when the simulation starts. */
  readonly price: number
  /** Fiat money (spec 3: REAL_MONEY). */
  readonly isFiat?: true
  /** A currency: its price is a rate without a random walk (simulator/quote-rate.ts). */
  readonly isMoney?: true
  readonly label?: CoinLabel
}

const monies: readonly SpotCoin[] = [
  { coin: 'USDT', name: 'Tether USD', price: 1, isMoney: true },
  { coin: 'USDC', name: 'USD Coin', price: 1, isMoney: true },
  { coin: 'USDE', name: 'Ethena USDe', price: 1, isMoney: true },
  { coin: 'EUR', name: 'Euro', price: 1.08, isMoney: true, isFiat: true },
  { coin: 'BRL', name: 'Brazilian real', price: 0.18, isMoney: true, isFiat: true },
]

/** Coins that have a spot pair but no contract. */
const onlySpot: readonly SpotCoin[] = [
  { coin: 'TON', name: 'Toncoin', price: 5.2 },
  { coin: 'XLM', name: 'Stellar', price: 0.28 },
  { coin: 'HBAR', name: 'Hedera', price: 0.17, label: 'innovation' },
  { coin: 'ONDO', name: 'Ondo', price: 0.9, label: 'innovation' },
  { coin: 'WIF', name: 'dogwifhat', price: 1.8, label: 'risk' },
]

/** Labels of coins that also have a contract. */
const labelled: Readonly<Record<string, CoinLabel>> = {
  SUI: 'innovation',
  ARB: 'innovation',
  XEM: 'risk',
  EOS: 'risk',
}

const ofContracts: readonly SpotCoin[] = usdtSheets.map(({ coin, name, price }) => {
  const label = labelled[coin]
  return { coin, name, price: Number(price), ...(label !== undefined && { label }) }
})

const tokens: readonly SpotCoin[] = leveragedTokens.map(({ coin, name }) => {
  return { coin, name, price: 10, label: 'risk' as const }
})

const coins: ReadonlyMap<string, SpotCoin> = new Map(
  [...monies, ...ofContracts, ...onlySpot, ...tokens].map((each) => [each.coin, each]),
)

/** Returns the data of a pair's coin. */
export const spotCoin = (coin: string): SpotCoin | undefined => coins.get(coin)

/** Returns a quote coin's initial price in USDT; 1 for dollar coins. */
export const quotePrice = (quoteCoin: string): number => coins.get(quoteCoin)?.price ?? 1

/** Returns whether a coin is a currency, whose price has no random walk of its own. */
export const isMoney = (coin: string): boolean => coins.get(coin)?.isMoney === true
