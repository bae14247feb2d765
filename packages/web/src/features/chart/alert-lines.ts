// The alerts of the shown symbol as lines on its chart: to be dragged, and taken away by a button.

import type { ChartLine } from '@basis/chart/lines'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { type PriceAlert } from '../../stores/alerts.ts'
import { isWaitingAlert } from '../../stores/alert-rules.ts'

const unit = 100_000_000

const family = 'alert:'

/** Returns a line for each alert that waits. */
export function alertLines(
  alerts: readonly PriceAlert[],
  instrument: Instrument,
  words: { readonly alert: string; readonly remove: string },
): ChartLine[] {
  const { symbol, tickSizeE8, minPriceTicks, maxPriceTicks } = instrument
  const price = (ticks: number): number => (ticks * tickSizeE8) / unit
  return alerts
    .filter((alert) => alert.symbol === symbol && isWaitingAlert(alert))
    .map(({ id, priceTicks }) => ({
      id: family + id,
      kind: 'alert',
      price: price(priceTicks),
      text: words.alert,
      isDraggable: true,
      buttons: ['cancel'],
      buttonTips: { cancel: words.remove },
      min: price(minPriceTicks),
      max: price(maxPriceTicks),
      tick: price(1),
    }))
}

/** Returns the alert that a line stands for; undefined for other lines. */
export const alertOfLine = (lineId: string): string | undefined =>
  lineId.startsWith(family) ? lineId.slice(family.length) : undefined
