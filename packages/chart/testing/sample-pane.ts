// A price pane for tests: a hundred minutes of bars, ten pixels each, one unit of price per pixel.

import { barPlace } from '../src/model/drawings/coordinates.ts'
import type { DrawPane } from '../src/model/drawings/pane.ts'

const count = 100

/** The top is price 500, the bottom price 0; bar 99 is in the middle of the last ten pixels. */
export function samplePane(): DrawPane {
  const bars = { count, interval: '1', timeMs: (index: number) => index * 60_000 }
  const colors = {
    line: '#11f',
    text: '#eee',
    muted: '#888',
    background: '#000',
    up: '#0f0',
    down: '#f00',
    onSide: '#000',
    tag: '#333',
    onTag: '#fff',
  }
  const texts = {
    target: 'Target',
    stop: 'Stop',
    quantity: 'Qty',
    riskReward: 'Risk/reward',
    barCount: '{count} bars',
    textHint: 'Text',
    price: String,
    difference: String,
    percent: (ratio: number) => `${Math.round(ratio * 1000) / 10}%`,
    amount: String,
  }
  return {
    space: {
      widthPx: 1000,
      heightPx: 500,
      stepPx: 10,
      barMs: 60_000,
      xOf: (point, isExact) => barPlace(point, bars, isExact) * 10 + 5,
      yOf: (price) => 500 - price,
      textWidth: (text, sizePx) => text.length * sizePx * 0.6,
    },
    appearance: { colors, texts },
    bars,
    barAt: (index) =>
      index < 0 || index >= count ? undefined : { open: 200, high: 260, low: 180, close: 240 },
    indexOf: (x) => (x - 5) / 10,
    priceOf: (y) => 500 - y,
    roundedPrice: (price) => Math.round(price * 10) / 10,
  }
}
