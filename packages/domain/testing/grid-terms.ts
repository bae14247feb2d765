// The grid bot of tests: five cells from 45,000 to 65,000 on a pair.

import { leverageE2, priceTicks } from '../src/numbers/fixed.ts'
import type { GridTerms } from '../src/grid/terms.ts'

export const usualGrid: GridTerms = {
  mode: 'Spot',
  spacing: 'Arithmetic',
  lowTicks: priceTicks(45_000),
  highTicks: priceTicks(65_000),
  cells: 5,
  leverageE2: leverageE2(100),
  takeProfitTicks: priceTicks(0),
  stopLossTicks: priceTicks(0),
  isTrailing: false,
}
