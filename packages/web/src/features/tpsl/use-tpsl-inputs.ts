// Input types of TP/SL: the stored one of each leg, but no ROI in portfolio margin, where no
// contract has a leverage (spec 4).

import { tpslInputTypes, type TpslInputType } from '@basis/domain/orders/tpsl-input'
import { useIsPortfolio } from '../../stores/wallet.ts'

type Inputs = {
  readonly type: TpslInputType
  readonly types: readonly TpslInputType[]
}

/** Returns a leg's input type by the stored one, and the types to choose from. */
export const useTpslInputs = (remembered: TpslInputType): Inputs =>
  inputsOf(remembered, useIsPortfolio())

export function inputsOf(remembered: TpslInputType, isPortfolio: boolean): Inputs {
  if (!isPortfolio) return { type: remembered, types: tpslInputTypes }
  const types = tpslInputTypes.filter((type) => type !== 'ROI')
  return { type: remembered === 'ROI' ? 'Price' : remembered, types }
}
