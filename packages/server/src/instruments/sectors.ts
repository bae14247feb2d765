// The sectors of the listed coins, by which lists are grouped: a coin's purpose as stated by its
// makers.

import type { Sector } from '@basis/protocol/instrument'
import { tokenOf } from './spot/leveraged-tokens.ts'

const sectors: Readonly<Record<string, readonly Sector[]>> = {
  BTC: ['layer1', 'proof-of-work'],
  ETH: ['layer1'],
  SOL: ['layer1'],
  XRP: ['payments'],
  BNB: ['layer1', 'exchange'],
  DOGE: ['meme', 'proof-of-work'],
  ADA: ['layer1'],
  LINK: ['infrastructure'],
  AVAX: ['layer1'],
  LTC: ['payments', 'proof-of-work'],
  DOT: ['layer1'],
  UNI: ['defi'],
  AAVE: ['defi'],
  SUI: ['layer1'],
  TRX: ['layer1'],
  BCH: ['payments', 'proof-of-work'],
  NEAR: ['layer1', 'ai'],
  ATOM: ['layer1'],
  APT: ['layer1'],
  ARB: ['layer2'],
  ETC: ['layer1', 'proof-of-work'],
  FIL: ['infrastructure', 'ai'],
  MATIC: ['layer2'],
  EOS: ['layer1'],
  XTZ: ['layer1'],
  SUSHI: ['defi'],
  XEM: ['payments'],
  SHIB1000: ['meme'],
  BSS: ['exchange'],
  OP: ['layer2'],
  TON: ['layer1'],
  XLM: ['payments'],
  HBAR: ['layer1'],
  ONDO: ['defi'],
  WIF: ['meme'],
  USDT: ['payments'],
  USDC: ['payments'],
  USDE: ['payments', 'defi'],
}

/** Returns the sectors of a coin, for a token those of its coin; empty for an unassigned coin. */
export const sectorsOf = (coin: string): readonly Sector[] =>
  sectors[tokenOf(coin)?.underlying ?? coin] ?? []
