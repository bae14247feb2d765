// The alerts of the shown symbol as lines on its chart, which can be dragged and removed with a
// button.

import type { ChartLine } from '@basis/chart/lines'
import { unitOfFigure } from '@basis/domain/alerts/figures'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireAlert } from '@basis/protocol/alerts/alert'

const unit = 100_000_000

const family = 'alert:'

/** Returns a line for each alert on a price of the instrument. */
export function alertLines(
  alerts: readonly WireAlert[],
  instrument: Instrument,
  words: { readonly alert: string; readonly remove: string },
): ChartLine[] {
  const { symbol, tickSizeE8, minPriceTicks, maxPriceTicks } = instrument
  const price = (ticks: number): number => (ticks * tickSizeE8) / unit
  return alerts
    .filter(({ symbols, figure, status }) => {
      return status === 'active' && symbols[0] === symbol && unitOfFigure(figure) === 'price'
    })
    .map(({ alertId, value, note }) => ({
      id: family + alertId,
      kind: 'alert',
      price: Number(value),
      text: note === '' ? words.alert : note,
      isDraggable: true,
      buttons: ['cancel'],
      buttonTips: { cancel: words.remove },
      min: price(minPriceTicks),
      max: price(maxPriceTicks),
      tick: price(1),
    }))
}

/** Returns the id of the alert that a line shows; undefined for other lines. */
export const alertOfLine = (lineId: string): string | undefined =>
  lineId.startsWith(family) ? lineId.slice(family.length) : undefined
