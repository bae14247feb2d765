// The coins of spot pairs: name, price in USDT at the start, kind of money, and what a trader is
// warned of.

import type { SpotLabel } from '@basis/protocol/spot/symbol'
import { leveragedTokens } from './leveraged-tokens.ts'
import { usdtSheets } from '../sheets.ts'

type CoinLabel = Exclude<SpotLabel, ''>

export type SpotCoin = {
  readonly coin: string
  readonly name: string
  /** USDT for one coin when the simulation starts. */
  readonly price: number
  /** Money of a state (spec 3: REAL_MONEY). */
  readonly isFiat?: true
  /** Its price is that of money against money: no walk of its own (simulator/quote-rate.ts). */
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

/** Coins that have a pair and no contract. */
const onlySpot: readonly SpotCoin[] = [
  { coin: 'TON', name: 'Toncoin', price: 5.2 },
  { coin: 'XLM', name: 'Stellar', price: 0.28 },
  { coin: 'HBAR', name: 'Hedera', price: 0.17, label: 'innovation' },
  { coin: 'ONDO', name: 'Ondo', price: 0.9, label: 'innovation' },
  { coin: 'WIF', name: 'dogwifhat', price: 1.8, label: 'risk' },
]

/** Labels of coins that have a contract besides. */
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

/** Returns what is known of a coin of a pair. */
export const spotCoin = (coin: string): SpotCoin | undefined => coins.get(coin)

/** Returns the USDT that one unit of a quote coin is worth at the start; dollars are worth one. */
export const quotePrice = (quoteCoin: string): number => coins.get(quoteCoin)?.price ?? 1

/** Returns whether a coin is money, whose price has no walk of its own. */
export const isMoney = (coin: string): boolean => coins.get(coin)?.isMoney === true
