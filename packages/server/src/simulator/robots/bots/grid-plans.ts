// Grids of simulated people: each with its market, the width of its range around the initial price,
// and its investment.

import type { GridMode, GridSpacing } from '@basis/domain/grid/terms'
import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { leverageE2, type LeverageE2 } from '@basis/domain/numbers/fixed'

export type GridOwnerPlan = {
  readonly owner: AccountId
  readonly symbol: SymbolId
  readonly mode: GridMode
  readonly spacing: GridSpacing
  /** Distance of the range's ends from the price, ×1e-4. */
  readonly widthE4: number
  readonly cells: number
  readonly leverageE2: LeverageE2
  /** The investment, whole USDT. */
  readonly funds: bigint
  readonly isTrailing: boolean
}

const firstOwner = 28

type Row = readonly [
  symbol: string,
  mode: GridMode,
  spacing: GridSpacing,
  widthE4: number,
  cells: number,
  leverage: number,
  funds: bigint,
  isTrailing?: true,
]

// Fees cost 0.2 % of a spot cell and 0.04 % of a contract's; cells are wider than that.
const rows: readonly Row[] = [
  ['BTCUSDT', 'Neutral', 'Arithmetic', 250, 50, 5, 12_000n],
  ['ETHUSDT', 'Neutral', 'Arithmetic', 350, 60, 5, 8_000n],
  ['BTC/USDT', 'Spot', 'Arithmetic', 600, 40, 1, 15_000n],
  ['SOLUSDT', 'Long', 'Geometric', 500, 60, 3, 6_000n],
  ['USDC/USDT', 'Spot', 'Arithmetic', 30, 20, 1, 20_000n],
  ['ETH/USDT', 'Spot', 'Geometric', 800, 50, 1, 9_000n],
  ['XRPUSDT', 'Short', 'Arithmetic', 600, 60, 3, 4_000n],
  ['DOGEUSDT', 'Neutral', 'Geometric', 600, 80, 4, 5_000n],
  ['SOL/USDT', 'Spot', 'Arithmetic', 1000, 50, 1, 5_000n, true],
  ['LINKUSDT', 'Long', 'Arithmetic', 800, 70, 2, 3_000n, true],
  ['AVAXUSDT', 'Neutral', 'Arithmetic', 700, 70, 3, 2_500n],
  ['XRP/USDT', 'Spot', 'Geometric', 1200, 60, 1, 3_000n],
]

export const gridOwnerPlans: readonly GridOwnerPlan[] = rows.map(
  ([symbol, mode, spacing, widthE4, cells, leverage, funds, isTrailing = false], at) => ({
    owner: accountId(firstOwner + at),
    symbol: symbolId(symbol),
    mode,
    spacing,
    widthE4,
    cells,
    leverageE2: leverageE2(leverage * 100),
    funds,
    isTrailing,
  }),
)
