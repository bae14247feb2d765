// The family of each listed contract, for the calls that must send it, and whether it is only
// announced.

// Written by the catalogue, read by the network calls.

import { businessTagOf, type BusinessTag, type ContractType } from '@basis/domain/instrument/market'
import type { CallName } from '@basis/protocol/calls'

export type SymbolFamily = {
  readonly contractType: ContractType
  readonly isComing: boolean
  /** Determines the business tag of an option. */
  readonly settleCoin?: string
}

let families: ReadonlyMap<string, SymbolFamily> = new Map()

/** Replaces the families of all listed contracts. */
export function noteFamilies(known: ReadonlyMap<string, SymbolFamily>): void {
  families = known
}

/**
 * Returns the business tag of a contract (spec 7); for an unknown one, such as one listed a moment
 * ago, by the form of its name.
 */
export function businessOf(symbol: unknown): BusinessTag {
  if (typeof symbol !== 'string') return 'usdt'
  const family = families.get(symbol)
  if (family !== undefined) return businessTagOf(family.contractType, family.settleCoin)
  // `BTCUSD`, `BTCUSD-26FEB27`, `BTCUSDH27`.
  const [name = ''] = symbol.split('-')
  if (/USD(?:[HMUZ]\d\d)?$/.test(name)) return 'inverse'
  // `BTCUSDT`, `BTCUSDT-27NOV26`, `BTC-27NOV26-65000-C-USDT`.
  if (name.endsWith('USDT') || symbol.endsWith('-USDT')) return 'usdt'
  // `BTCPERP`, `BTC-PERP`, `BTC-26FEB27`, `BTC-27NOV26-65000-C`.
  return symbol !== name || name.endsWith('PERP') ? 'usdc' : 'usdt'
}

/** Is it the symbol of a known option? */
export const isOption = (symbol: unknown): boolean =>
  typeof symbol === 'string' && families.get(symbol)?.contractType === 'Option'

/**
 * Calls that have no data for a symbol that has not been traded yet (spec 7: trade list, history,
 * pnl, tpsl-all, risk list and risk limit, which are one call here, twap, transaction history,
 * leader apply-detail).
 */
export const callsOfOpenSymbols: readonly CallName[] = [
  'executions',
  'orderHistory',
  'closedPnl',
  'tpslAll',
  'riskLimits',
  'leaderApplyDetail',
  'transactionLog',
  'strategies',
  'strategyHistory',
]

/** True for a call that is not sent while its symbol is coming soon (spec 7). */
export function isHeldBack(name: CallName, symbol: unknown): boolean {
  if (typeof symbol !== 'string' || !callsOfOpenSymbols.includes(name)) return false
  return families.get(symbol)?.isComing === true
}
