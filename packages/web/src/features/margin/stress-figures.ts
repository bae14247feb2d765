// The stress of a risk unit as a heat map: rows by price move, columns by volatility, the binding
// scenario, and each cell's colour step (rules 10.2).

import type { Amount } from '@basis/domain/numbers/fixed'
import type { WireWallet } from '@basis/protocol/account'
import { decodeAmount } from '@basis/protocol/order'
import type { WireUnit } from '@basis/protocol/margin/portfolio'

export type HeatCell = {
  readonly profit: Amount
  readonly isBinding: boolean
  /** The size relative to the map's largest profit or loss, in steps of 0 to 4. */
  readonly heat: number
}
export type HeatRow = { readonly move: string; readonly cells: readonly HeatCell[] }

const heats = 4

/** Returns the rows of a unit's map, from the lowest price up. */
export function heatRows(unit: WireUnit): readonly HeatRow[] {
  const profits = unit.pnl.map(decodeAmount)
  const sizes = profits.map(sizeOf)
  const most = sizes.reduce((a, b) => (a > b ? a : b), 0n)
  const columns = unit.ivShocks.length
  return unit.priceMoves.map((move, row) => ({
    move,
    cells: unit.ivShocks.map((shock, column) => {
      const profit = profits[row * columns + column] ?? (0n as Amount)
      const isBinding =
        profit < 0n && move === unit.maxLossPriceMove && shock === unit.maxLossIvShock
      return { profit, isBinding, heat: heatOf(sizeOf(profit), most) }
    }),
  }))
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)
/** Amounts displayed as 0.00 get no colour. */
const leastSize = 500_000n
const heatOf = (size: bigint, most: bigint): number =>
  size < leastSize ? 0 : Number((size * BigInt(heats) + most - 1n) / most)

/** Returns a unit's vega for one point of volatility, as a position's is displayed. */
export const vegaOfPoint = (unit: WireUnit): Amount => (decodeAmount(unit.vega) / 100n) as Amount

/** The parts of a unit's maintenance margin, in the order in which they are added. */
export const marginParts = [
  'maxLoss',
  'shortOption',
  'vegaSpread',
  'deltaSpread',
  'stablecoinSpread',
  'perpFutures',
] as const
export type MarginPart = (typeof marginParts)[number]

/** Returns a unit's maintenance margin as a share of the margin balance, four decimals. */
export function gaugeE4(unit: WireUnit, carried: Amount): number {
  const maintenance = decodeAmount(unit.maintenanceMargin)
  return carried > 0n ? Number((maintenance * 10_000n) / carried) : 0
}

/** Returns the margin balance: available balance plus initial margin. */
export const carriedOf = (wallet: {
  readonly available: Amount
  readonly initialMargin: Amount
}): Amount => (wallet.available + wallet.initialMargin) as Amount

/** Returns the margin balance of a wallet as sent on the wire. */
export const carriedIn = (
  wallet: Pick<WireWallet, 'totalAvailableBalance' | 'totalInitialMargin'>,
): Amount =>
  carriedOf({
    available: decodeAmount(wallet.totalAvailableBalance),
    initialMargin: decodeAmount(wallet.totalInitialMargin),
  })
