// Initial balances of the insurance funds, one per settle coin (rules 5.8); with an empty fund the
// first shortfall would cause ADL.

import { amount, unitE8 } from '@basis/domain/numbers/fixed'
import { fundAccount, type Deposit } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from './contracts.ts'

/** Initial balances of dollar coins. */
const dollarPools: Readonly<Record<string, bigint>> = { USDT: 10_000_000n, USDC: 5_000_000n }
/** The initial value of any other coin's fund, in dollars at the start price. */
const coinPool = 2_000_000

/**
 * Returns the initial deposits of the funds: one per settle coin on a new exchange, none for a fund
 * whose balance has ever changed, however little is left of it.
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
