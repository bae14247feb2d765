// Initial balances of the insurance funds, one for each settle coin (rules 5.8); with empty
// ones the first gap would be answered with deleveraging.

import { amount, unitE8 } from '@basis/domain/numbers/fixed'
import { fundAccount, type Deposit } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from './contracts.ts'

/** Coins that are worth a dollar have so many of it. */
const dollarPools: Readonly<Record<string, bigint>> = { USDT: 10_000_000n, USDC: 5_000_000n }
/** What the pool of any other coin is worth at the start price, in dollars. */
const coinPool = 2_000_000

/**
 * Returns the deposits that fill the pools which have never had anything: one for each settle coin
 * on a fresh exchange, none for a pool whose money has moved before, however little is left of it.
 */
export function poolCommands(views: Views, listings: readonly Listing[]): Deposit[] {
  const commands = new Map<string, Deposit>()
  for (const { instrument, startPriceTicks } of listings) {
    const { kind, settleCoin: coin, tickSizeE8 } = instrument
    if (kind === 'Spot' || commands.has(coin) || views.insurance(coin) !== undefined) continue
    const price = (startPriceTicks * tickSizeE8) / 1e8
    const coins = dollarPools[coin] ?? BigInt(Math.ceil(coinPool / price))
    const value = amount(coins * unitE8)
    commands.set(coin, { kind: 'Deposit', account: fundAccount, coin, amount: value })
  }
  return [...commands.values()]
}
