// Terms of a grid bot and their bounds (rules 17.1).

import type { LeverageE2, PriceTicks, RateE8 } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'

/** A spot grid trades coins, the other modes one position of a perpetual. */
export const gridModes = ['Spot', 'Neutral', 'Long', 'Short'] as const
export type GridMode = (typeof gridModes)[number]

/** Equal steps between the levels, or equal ratios. */
export const gridSpacings = ['Arithmetic', 'Geometric'] as const
export type GridSpacing = (typeof gridSpacings)[number]

export type GridTerms = {
  readonly mode: GridMode
  readonly spacing: GridSpacing
  readonly lowTicks: PriceTicks
  readonly highTicks: PriceTicks
  readonly cells: number
  /** ×100; 100 in spot. */
  readonly leverageE2: LeverageE2
  /** The prices at which the bot ends with a profit or a loss; 0 for none. */
  readonly takeProfitTicks: PriceTicks
  readonly stopLossTicks: PriceTicks
  /** Whether the range follows a price that leaves it on the profit side. */
  readonly isTrailing: boolean
}

/** The fee rates of a grid's orders, ×1e8. */
export type GridFees = { readonly makerE8: RateE8; readonly takerE8: RateE8 }

export const leastCells = 2
export const mostCells = 200

/** The coin of the investment and of the profit. */
export const gridCoin = ({ kind, quoteCoin, settleCoin }: Instrument): string =>
  kind === 'Spot' ? quoteCoin : settleCoin

/** Spot pairs and USDT perpetuals can have grids. */
export const mayGrid = ({ kind, contractType, settleCoin, isHidden }: Instrument): boolean =>
  isHidden !== true &&
  (kind === 'Spot' || (contractType === 'LinearPerpetual' && settleCoin === 'USDT'))

/** Whether a mode matches the instrument's kind. */
export const fitsMode = ({ kind }: Instrument, mode: GridMode): boolean =>
  (kind === 'Spot') === (mode === 'Spot')
