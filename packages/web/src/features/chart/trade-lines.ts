// The trading lines on the chart: positions and open orders by price (docs/screen 3), with texts in
// the trader's language.

import type { ChartLine, LineThickness } from '@basis/chart/lines'
import type { Amount } from '@basis/domain/numbers/fixed'
import { ticksToE8, type Instrument } from '@basis/domain/instrument/instrument'
import {
  isTrailing,
  waitsOnLegs,
  type Order,
  type StopTerms,
  type TriggerBasis,
} from '@basis/domain/orders/order'
import { legNames } from '@basis/domain/orders/tpsl'
import { isWaiting, protectKind } from '../../actions/amending/order-moves.ts'
import { figuresNow, shownLiquidation } from '../../stores/position-figures.ts'
import { isHeld, type PositionRecord } from '../../stores/positions.ts'
import type { PnlBasis } from '../../stores/settings.ts'
import type { Ticker } from '../../stores/tickers.ts'

/** Which kinds of lines are shown. */
export type LineChoice = {
  readonly positions: boolean
  readonly orders: boolean
  readonly liquidation: boolean
  readonly breakEven: boolean
  readonly stops: boolean
  readonly protection: boolean
  readonly executions: boolean
  readonly alerts: boolean
  readonly thickness: LineThickness
}

/** A position's prices ×1e8 and its texts. */
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
  readonly buyStop: string
  readonly sellStop: string
  readonly takeProfit: string
  readonly stopLoss: string
  readonly trailingStop: string
  readonly modify: string
  readonly cancel: string
  readonly close: string
  readonly reverse: string
  /** Returns the name of a trigger's price source. */
  readonly trigger: (basis: TriggerBasis) => string
  /** Formats a quantity given in lots. */
  readonly quantity: (lots: number) => string
  /** The profit of a take-profit or stop-loss at its trigger; absent if it is not known. */
  readonly gain?: (order: Order) => ChartLine['pnl']
}

/** A position's profit in 1e-8 settle coin, and in hundredths of a percent of its margin. */
export type PositionProfit = { readonly pnl: Amount; readonly roiE2: number }

type PositionWords = {
  readonly ticker: Pick<Ticker, 'markE8' | 'lastTicks'> | undefined
  readonly basis: PnlBasis
  readonly quantity: (lots: number) => string
  readonly profitWords: (profit: PositionProfit) => PositionLine['pnl']
}

/**
 * Returns what the chart shows of a position, the same figures as its table row; empty before there
 * is a mark price.
 */
export function positionLine(
  { key, position, liquidationTicks }: PositionRecord,
  instrument: Instrument,
  { ticker, basis, quantity, profitWords }: PositionWords,
): PositionLine[] {
  if (!isHeld(position)) return []
  const figures = figuresNow(position, instrument, ticker, basis)
  if (figures === undefined) return []
  const { entryE8, breakEvenE8, unrealised, roiE2 } = figures
  const liquidation = shownLiquidation(instrument, liquidationTicks)
  return [
    {
      key,
      isLong: position.side === 'Buy',
      entryE8,
      breakEvenE8: breakEvenE8 === 0 ? undefined : breakEvenE8,
      liquidationE8: liquidation === undefined ? undefined : ticksToE8(instrument, liquidation),
      quantity: quantity(position.sizeLots),
      pnl: profitWords({ pnl: unrealised, roiE2 }),
    },
  ]
}

const unit = 100_000_000

/** Returns the lines of one symbol, each with an id that is stable for its lifetime. */
export function tradeLines(
  shown: { readonly positions: readonly PositionLine[]; readonly orders: readonly Order[] },
  instrument: Instrument,
  choice: LineChoice,
  words: LineWords,
): ChartLine[] {
  const orders = shown.orders
    .filter((order) => choice[familyOf(order)])
    .flatMap((order) => orderLine(order, instrument, words))
  const lines = [
    ...shown.positions.flatMap((line) => positionLines(line, choice, words)),
    ...orders,
  ]
  return lines.map((line) => ({ ...line, thickness: choice.thickness }))
}

/** Returns the setting that shows or hides an order's line. */
function familyOf(order: Order): 'orders' | 'stops' | 'protection' {
  if (!isWaiting(order)) return 'orders'
  return protectKind(order) === undefined ? 'stops' : 'protection'
}

function positionLines(line: PositionLine, choice: LineChoice, words: LineWords): ChartLine[] {
  const { key, isLong, entryE8, breakEvenE8, liquidationE8, quantity, pnl } = line
  const lines: ChartLine[] = []
  if (choice.positions) {
    lines.push({
      id: `pos:${key}:entry`,
      kind: 'position',
      side: isLong ? 'buy' : 'sell',
      price: entryE8 / unit,
      text: isLong ? words.long : words.short,
      quantity,
      buttons: ['reverse', 'close'],
      buttonTips: { close: words.close, reverse: words.reverse },
      ...(pnl === undefined ? {} : { pnl }),
    })
  }
  if (choice.breakEven && breakEvenE8 !== undefined) {
    lines.push({
      id: `pos:${key}:be`,
      kind: 'breakEven',
      price: breakEvenE8 / unit,
      text: words.breakEven,
    })
  }
  if (choice.liquidation && liquidationE8 !== undefined) {
    lines.push({
      id: `pos:${key}:liq`,
      kind: 'liquidation',
      price: liquidationE8 / unit,
      text: words.liquidation,
    })
  }
  return lines
}

/** The legs of a spot OCO or TP/SL order, each a line at its trigger. */
function legLines(order: Order, instrument: Instrument, words: LineWords): ChartLine[] {
  return legNames.flatMap((name): ChartLine[] => {
    const leg = order.stop?.[name]
    if (leg === undefined) return []
    return [
      {
        id: `tpsl:${order.id}:${name}`,
        kind: name,
        side: order.side === 'Buy' ? 'buy' : 'sell',
        price: (leg.triggerTicks * instrument.tickSizeE8) / unit,
        text: words[name],
        quantity: words.quantity(order.leavesLots),
        isDraggable: false,
        buttons: [],
        rev: order.updateNo,
        tooltip: words.trigger(leg.triggerBy),
      },
    ]
  })
}

function orderLine(order: Order, instrument: Instrument, words: LineWords): ChartLine[] {
  if (waitsOnLegs(order)) return legLines(order, instrument, words)
  const isBuy = order.side === 'Buy'
  const isAtTrigger = isWaiting(order)
  const ticks = isAtTrigger ? (order.stop?.triggerTicks ?? 0) : order.priceTicks
  // A market order that is being filled has no price to draw a line at.
  if (ticks <= 0 || (!isAtTrigger && order.orderType === 'Market')) return []
  const kind = isAtTrigger ? (protectKind(order) ?? 'order') : 'order'
  const isPlain = kind === 'order'
  const pnl = isPlain ? undefined : words.gain?.(order)
  return [
    {
      id: `${isPlain ? 'order' : 'tpsl'}:${order.id}`,
      kind,
      side: isBuy ? 'buy' : 'sell',
      price: (ticks * instrument.tickSizeE8) / unit,
      text: orderText(order, isAtTrigger ? order.stop : undefined, words),
      quantity: words.quantity(order.leavesLots),
      isDraggable: !isTrailing(order.stop),
      buttons: isPlain && !isAtTrigger ? ['modify', 'cancel'] : ['cancel'],
      buttonTips: { modify: words.modify, cancel: words.cancel },
      min: (instrument.minPriceTicks * instrument.tickSizeE8) / unit,
      max: (instrument.maxPriceTicks * instrument.tickSizeE8) / unit,
      tick: instrument.tickSizeE8 / unit,
      rev: order.updateNo,
      ...(pnl === undefined ? {} : { pnl }),
      ...(isAtTrigger && order.stop !== undefined
        ? { tooltip: words.trigger(order.stop.triggerBy) }
        : {}),
    },
  ]
}

function orderText(order: Order, stop: StopTerms | undefined, words: LineWords): string {
  const isBuy = order.side === 'Buy'
  if (stop === undefined) return isBuy ? words.buyLimit : words.sellLimit
  if (isTrailing(stop)) return words.trailingStop
  const kind = protectKind({ stop })
  if (kind !== undefined) return words[kind]
  return isBuy ? words.buyStop : words.sellStop
}

/** Returns whether two lists draw the same, so that the chart is not updated needlessly. */
export function areAlike(one: readonly ChartLine[], other: readonly ChartLine[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
