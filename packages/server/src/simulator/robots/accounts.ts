// The accounts that robots trade with: opened once, funded once, and funded again when fees and
// fills have eaten half. Robots are numbered below the first trader.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { quotePrice } from '../../instruments/spot/spot-coins.ts'

export const makerAccount: AccountId = accountId(1)
export const takerAccounts: readonly AccountId[] = [2, 3, 4, 5].map(accountId)
/** Whose orders stand far from the price for hours. */
export const farAccount: AccountId = accountId(9)
export const robotAccounts: readonly AccountId[] = [makerAccount, ...takerAccounts, farAccount]

/** Does this account trade for the market? */
export const isRobot = (account: AccountId): boolean => robotAccounts.includes(account)

const quotersLeverage = leverageE2(200)

/** The coins that are worth a dollar and carry the margin of linear contracts. */
const marginCoins: readonly string[] = ['USDT', 'USDC']

/** What each account begins with of each margin coin. */
const initialFunding = (account: AccountId): number => (account === makerAccount ? 500e6 : 300e6)
/** The value of each coin that is traded on a spot market or settles an inverse contract. */
const initialCoinFunding = (account: AccountId): number => (account === makerAccount ? 200e6 : 40e6)

/** Returns the commands that fund every robot anew: none when all have half of their funds. */
export function fundingCommands(views: Views, listings: readonly Listing[]): Command[] {
  return robotAccounts.flatMap((account) => {
    const view = views.account(account)
    const commands: Command[] = []
    if (view === undefined) commands.push({ kind: 'OpenAccount', account, role: 'robot' })
    for (const [coin, wanted] of wantedCoins(account, listings)) {
      const balance = view?.coins.find((each) => each.coin === coin)?.balance ?? 0n
      // What positions have lost is missing too, though no wallet shows it yet.
      const held = coin === 'USDT' ? balance + (view?.unrealisedPnl ?? 0n) : balance
      if (held * 2n > wanted) continue
      commands.push({ kind: 'Deposit', account, coin, amount: amount(wanted - held) })
    }
    if (!takerAccounts.includes(account)) commands.push(...lowLeverage(account, views, listings))
    return commands
  })
}

/** Who quotes much needs the high risk limits of low leverage. */
function lowLeverage(account: AccountId, views: Views, listings: readonly Listing[]): Command[] {
  return listings
    .map(({ instrument }) => instrument)
    .filter(({ kind }) => kind !== 'Spot')
    .filter(({ symbol }) => views.leverage(account, symbol, 0) !== quotersLeverage)
    .map(({ symbol }) => ({ kind: 'SetLeverage', account, symbol, leverageE2: quotersLeverage }))
}

/** Returns what a robot should have of each coin, 1e-8 of it. */
export function wantedCoins(
  account: AccountId,
  listings: readonly Listing[],
): ReadonlyMap<string, bigint> {
  const wanted = new Map<string, bigint>(
    marginCoins.map((coin) => [coin, BigInt(initialFunding(account)) * unitE8]),
  )
  const want = (coin: string, coins: number): void => {
    if (!wanted.has(coin)) wanted.set(coin, BigInt(Math.ceil(coins)) * unitE8)
  }
  for (const { instrument, startPriceTicks, hasRobots } of listings) {
    if (instrument.kind === 'Linear' || !hasRobots) continue
    const { kind, baseCoin, quoteCoin, tickSizeE8 } = instrument
    const price = ((startPriceTicks * tickSizeE8) / 1e8) * quotePrice(quoteCoin)
    want(baseCoin, initialCoinFunding(account) / price)
    if (kind === 'Spot') want(quoteCoin, initialCoinFunding(account) / quotePrice(quoteCoin))
  }
  return wanted
}
