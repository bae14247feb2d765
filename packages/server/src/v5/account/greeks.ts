// Greeks of the account by base coin (open API 6.6).

import { sideSign } from '@basis/domain/orders/order'
import { markFigures, optionInputs, roundedText } from '../../options/forwards.ts'
import type { V5Handlers } from '../context.ts'
import type { Trader } from '../reading/order-fields.ts'

export const greekHandlers: V5Handlers<'coinGreeks'> = {
  coinGreeks: (context, { baseCoin }) => ({
    result: {
      list: greeksOf(context).filter((row) => baseCoin === undefined || row.baseCoin === baseCoin),
    },
  }),
}

type Sums = { delta: number; gamma: number; vega: number; theta: number }

/** Returns the total greeks of all options of each coin, at their mark prices. */
export function greeksOf({ parts, account }: Trader) {
  const { views } = parts.exchange
  const byCoin = new Map<string, Sums>()
  for (const { position, markPriceE8: markE8 } of views.positions(account)) {
    const instrument = views.instrument(position.symbol)
    const inputs = instrument && optionInputs(views, instrument)
    if (instrument === undefined || inputs === undefined || position.side === 'None') continue
    const figures = markFigures(inputs, { markE8 })
    const held = (sideSign(position.side) * position.sizeLots * instrument.lotSizeE8) / 1e8
    const sums = byCoin.get(instrument.baseCoin) ?? { delta: 0, gamma: 0, vega: 0, theta: 0 }
    for (const name of ['delta', 'gamma', 'vega', 'theta'] as const) {
      sums[name] += figures[name] * held
    }
    byCoin.set(instrument.baseCoin, sums)
  }
  return [...byCoin].map(([baseCoin, sums]) => ({
    baseCoin,
    totalDelta: roundedText(sums.delta, 8),
    totalGamma: roundedText(sums.gamma, 8),
    totalVega: roundedText(sums.vega, 8),
    totalTheta: roundedText(sums.theta, 8),
  }))
}
