// The account's balances as last reported.

import { amount, mulDiv, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { AccountFees, FeeRates } from '@basis/domain/instrument/fee-levels'
import { unifiedAccount, type AccountFlags } from '@basis/domain/margin/account-flags'
import type { WireWallet } from '@basis/protocol/account'
import { decodeFees } from '@basis/protocol/fees/fee-level'
import { decodeAmount } from '@basis/protocol/order'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'

export type CoinBalance = {
  readonly coin: string
  readonly balance: Amount
  readonly locked: Amount
  /**
   * Neither locked nor used by isolated positions: available to sell, and to back cross positions.
   */
  readonly free: Amount
  /** Its loans, with unpaid interest. */
  readonly owed: Amount
  /** Unrealised profit of the positions that are settled in the coin. */
  readonly unrealised: Amount
  readonly equity: Amount
  /** The amount that can be spent now. */
  readonly available: Amount
  /** The equity in 1e-8 USD. */
  readonly usdValue: Amount
  /** Whether it counts as margin; absent for a coin that cannot be collateral. */
  readonly collateral?: boolean
}

/** The unified account in USD; amounts in 1e-8. */
export type Wallet = {
  readonly flags: AccountFlags
  /** The highest fees of its fills. */
  readonly fees: AccountFees
  readonly walletBalance: Amount
  readonly unrealisedPnl: Amount
  readonly equity: Amount
  readonly available: Amount
  readonly positionMargin: Amount
  readonly orderMargin: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  readonly initialRateE4: number
  readonly maintenanceRateE4: number
  readonly coins: readonly CoinBalance[]
  /** In portfolio margin only: its units with their stress. */
  readonly portfolio: WireWallet['portfolio']
}

const WHOLE = 'wallet'

const walletStore: StreamStore<typeof WHOLE, Wallet> = createStreamStore()

/** A change in the amount lent to the account, negative for a repayment; without interest. */
export type LoanChange = { readonly coin: string; readonly change: bigint }

const loanListeners = new Set<(changes: readonly LoanChange[]) => void>()
/** The amounts of the last message; undefined before the first. */
let principals: ReadonlyMap<string, bigint> | undefined

/** Reports loans and repayments, whatever caused them; returns the unsubscribe. */
export function onLoans(listener: (changes: readonly LoanChange[]) => void): () => void {
  loanListeners.add(listener)
  return () => void loanListeners.delete(listener)
}

function reportLoans({ coins }: WireWallet): void {
  const before = principals
  const now = new Map(
    coins.map((coin) => [
      coin.coin,
      decodeAmount(coin.spotBorrow) - decodeAmount(coin.accruedInterest),
    ]),
  )
  principals = now
  if (before === undefined) return
  const changes = [...new Set([...before.keys(), ...now.keys()])]
    .map((coin) => ({ coin, change: (now.get(coin) ?? 0n) - (before.get(coin) ?? 0n) }))
    .filter(({ change }) => change !== 0n)
  if (changes.length > 0) for (const listener of loanListeners) listener(changes)
}

/** Applies a message of the wallet topic, which is always complete. */
export function applyWallet(wire: WireWallet): void {
  reportLoans(wire)
  walletStore.set(WHOLE, {
    flags: { isUTA: wire.isUTA, isUTA2: wire.isUTA2 },
    fees: decodeFees(wire.fees),
    walletBalance: decodeAmount(wire.totalWalletBalance),
    unrealisedPnl: decodeAmount(wire.totalUnrealisedPnl),
    equity: decodeAmount(wire.totalEquity),
    available: decodeAmount(wire.totalAvailableBalance),
    positionMargin: decodeAmount(wire.totalPositionIM),
    orderMargin: decodeAmount(wire.totalOrderIM),
    initialMargin: decodeAmount(wire.totalInitialMargin),
    maintenanceMargin: decodeAmount(wire.totalMaintenanceMargin),
    initialRateE4: wire.accountIMRateE4,
    maintenanceRateE4: wire.accountMMRateE4,
    coins: wire.coins.map((coin) => ({
      coin: coin.coin,
      balance: decodeAmount(coin.walletBalance),
      locked: decodeAmount(coin.locked),
      free: decodeAmount(coin.free),
      owed: decodeAmount(coin.spotBorrow),
      unrealised: decodeAmount(coin.unrealisedPnl),
      equity: decodeAmount(coin.equity),
      available: decodeAmount(coin.available),
      usdValue: decodeAmount(coin.usdValue),
      ...(coin.collateralSwitch === undefined ? {} : { collateral: coin.collateralSwitch }),
    })),
    portfolio: wire.portfolio,
  })
}

/** Clears the store after a sign-out. */
export function clearWallet(): void {
  principals = undefined
  walletStore.remove(WHOLE)
}

/** Returns the wallet; undefined until it is known. */
export function useWallet(): Wallet | undefined {
  return useStream(walletStore, WHOLE)
}

/** As `useWallet`, outside React. */
export const walletNow = (): Wallet | undefined => walletStore.current(WHOLE)

/** Returns the account's flags (spec 6); until they are known, those of a unified account. */
export function useAccountFlags(): AccountFlags {
  return useWallet()?.flags ?? unifiedAccount
}

/** Whether the account is in portfolio margin, in which no contract has a leverage (rules 10.1). */
export const useIsPortfolio = (): boolean => useWallet()?.portfolio !== undefined

/**
 * Returns the account's highest fee rates; undefined if each symbol's listed rates apply (rules
 * 3.6).
 */
export function useFeeRates(): FeeRates | undefined {
  return useWallet()?.fees.rates
}

/** Returns a coin's balance; undefined if the account never had any. */
export function coinOf(wallet: Wallet | undefined, coin: string): CoinBalance | undefined {
  return wallet?.coins.find((each) => each.coin === coin)
}

/**
 * Returns the whole account's equity in a coin, 1e-8; undefined while the coin's price is not known
 * from a balance in it.
 */
export function equityIn(wallet: Wallet | undefined, coin: string): Amount | undefined {
  const held = coinOf(wallet, coin)
  if (wallet === undefined || held === undefined || held.usdValue === zero) return undefined
  return amount(mulDiv(wallet.equity, held.equity, held.usdValue, 'down'))
}
