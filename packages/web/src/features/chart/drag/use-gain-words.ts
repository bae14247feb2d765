// The gain of a position's take-profit or stop-loss at a price, formatted for the chart.

import { useMemo } from 'react'
import type { ChartLine } from '@basis/chart/lines'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { zero, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { figuresAt } from '@basis/domain/orders/tpsl-input'
import { useFormat } from '../../../i18n/use-format.ts'
import { useInstrumentFormat } from '../../../stores/instrument-format.ts'
import { isHeld, positionOf } from '../../../stores/positions.ts'
import { baseOf } from '../../tpsl/tpsl-figures.ts'

type Gain = NonNullable<ChartLine['pnl']> & { readonly roi: string }
type GainWords = (order: Order, at?: PriceTicks) => Gain | undefined

/**
 * Returns the gain of the order's part of the position when it is closed: at the order's limit if
 * it has one, else at its trigger, or at the given price; the same figure as in the TP/SL dialog.
 * Undefined if the position is not known.
 */
export function useGainWords(instrument: Instrument): GainWords {
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  return useMemo(
    () => (order, at) => {
      const position = positionOf(order.symbol, order.positionIdx)?.position
      if (position === undefined || !isHeld(position) || instrument.kind === 'Spot') {
        return undefined
      }
      const { side, entryPriceE8: entry, leverageE2: leverage } = position
      const base = baseOf(instrument, { side, entry, lots: order.leavesLots, leverage })
      const limit = order.orderType === 'Limit' ? order.priceTicks : undefined
      const ticks = limit ?? at ?? order.stop?.triggerTicks
      if (ticks === undefined || ticks <= 0) return undefined
      const { pnl, roiE2 } = figuresAt(base, ticks)
      const text = `${words.settle(pnl, { signed: true, rounding: 'down' })} ${instrument.settleCoin}`
      const roi = format.percent({ units: roiE2, scale: 2 })
      return { text, roi, sign: pnl > zero ? 1 : pnl < zero ? -1 : 0 }
    },
    [instrument, words, format],
  )
}
