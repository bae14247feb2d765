// The lines over the candles: what is held and what waits, by price (ui.md 4.3); words are the
// trader's.

import type { ChartLine } from '@basis/chart/lines'
import type { Instrument } from '@basis/domain/instrument'
import type { Order } from '@basis/domain/order'

/** Which families of lines are shown. */
export type LineChoice = {
  readonly positions: boolean
  readonly orders: boolean
  readonly liquidation: boolean
  readonly breakEven: boolean
}

/** A position's prices ×1e8 and its words. */
export type PositionLine = {
  readonly key: string
  readonly isLong: boolean
  readonly entryE8: number
  readonly breakEvenE8: number | undefined
  readonly liquidationE8: number | undefined
  readonly quantity: string
  readonly pnl: { readonly text: string; readonly sign: -1 | 0 | 1 } | undefined
}

export type LineWords = {
  readonly long: string
  readonly short: string
  readonly buyLimit: string
  readonly sellLimit: string
  readonly liquidation: string
  readonly breakEven: string
  /** Writes a quantity in lots. */
  readonly quantity: (lots: number) => string
}

const unit = 100_000_000

/** Returns the lines of one symbol, each under an id that stays its own while it lives. */
export function tradeLines(
  shown: { readonly positions: readonly PositionLine[]; readonly orders: readonly Order[] },
  instrument: Instrument,
  choice: LineChoice,
  words: LineWords,
): ChartLine[] {
  const orders = choice.orders
    ? shown.orders.map((order) => orderLine(order, instrument, words))
    : []
  return [...shown.positions.flatMap((line) => positionLines(line, choice, words)), ...orders]
}

function positionLines(line: PositionLine, choice: LineChoice, words: LineWords): ChartLine[] {
  const { key, isLong, entryE8, breakEvenE8, liquidationE8, quantity, pnl } = line
  const lines: ChartLine[] = []
  if (choice.positions) {
    lines.push({
      id: `position:${key}`,
      kind: 'position',
      side: isLong ? 'buy' : 'sell',
      price: entryE8 / unit,
      text: isLong ? words.long : words.short,
      quantity,
      ...(pnl === undefined ? {} : { pnl }),
    })
  }
  if (choice.breakEven && breakEvenE8 !== undefined) {
    lines.push({
      id: `breakEven:${key}`,
      kind: 'breakEven',
      price: breakEvenE8 / unit,
      text: words.breakEven,
    })
  }
  if (choice.liquidation && liquidationE8 !== undefined) {
    lines.push({
      id: `liquidation:${key}`,
      kind: 'liquidation',
      price: liquidationE8 / unit,
      text: words.liquidation,
    })
  }
  return lines
}

function orderLine(order: Order, instrument: Instrument, words: LineWords): ChartLine {
  const isBuy = order.side === 'Buy'
  return {
    id: `order:${order.id}`,
    kind: 'order',
    side: isBuy ? 'buy' : 'sell',
    price: (order.priceTicks * instrument.tickSizeE8) / unit,
    text: isBuy ? words.buyLimit : words.sellLimit,
    quantity: words.quantity(order.leavesLots),
  }
}

/** Returns whether two lists would be painted alike, so that the chart is not asked for nothing. */
export function areAlike(one: readonly ChartLine[], other: readonly ChartLine[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
