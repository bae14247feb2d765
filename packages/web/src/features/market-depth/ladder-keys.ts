// Keys of the ladder: arrows move a row cursor, letters act at its price.

import type { KeyboardEvent } from 'react'
import type { Side } from '@basis/domain/orders/order'
import { tickerStore } from '../../stores/tickers.ts'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { rowOf, ticksAt, type LadderWindow, type OwnOrders } from './ladder-rows.ts'

export type LadderHandlers = {
  readonly instrument: Instrument
  readonly window: LadderWindow
  readonly isStopMode: boolean
  /** The price of the cursor's row, in ticks. */
  readonly cursor: number | undefined
  readonly setCursor: (ticks: number) => void
  readonly own: ReadonlyMap<number, readonly OwnOrders[]>
  readonly onPlace: (side: Side, ticks: number, isStop: boolean) => void
  readonly onCancel: (own: readonly OwnOrders[]) => void
  readonly onCentre: () => void
  readonly onScroll: (rows: number) => void
  readonly onPreset: (at: number) => void
}

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
}

/** Returns the key handler of the focused ladder. */
export function ladderKey(handlers: LadderHandlers): (event: KeyboardEvent) => void {
  return (event) => {
    // A held key must not send orders repeatedly.
    if (event.ctrlKey || event.metaKey || (event.repeat && !(event.key in steps))) return
    const act = actOf(handlers, event)
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

function actOf(handlers: LadderHandlers, event: KeyboardEvent): (() => void) | undefined {
  const { key, shiftKey, altKey, code } = event
  const step = steps[key]
  if (step !== undefined) return () => moveCursor(handlers, step)
  if (key.toLowerCase() === 'c') return handlers.onCentre
  const digit = /^Digit([1-4])$/.exec(code)?.[1]
  if (digit !== undefined) return () => handlers.onPreset(Number(digit) - 1)
  const { cursor } = handlers
  if (cursor === undefined) return undefined
  if (key === 'Delete' || key === 'Backspace') {
    return () => handlers.onCancel(handlers.own.get(cursor) ?? [])
  }
  const isStop = handlers.isStopMode !== (shiftKey || altKey)
  const side = sideOfKey(key, cursor, { handlers, isStop })
  return side === undefined ? undefined : () => handlers.onPlace(side, cursor, isStop)
}

/** Returns a key's side; for Enter the side on which the order would rest, or wait as a stop. */
function sideOfKey(
  key: string,
  ticks: number,
  { handlers, isStop }: { readonly handlers: LadderHandlers; readonly isStop: boolean },
): Side | undefined {
  if (key.toLowerCase() === 'b') return 'Buy'
  if (key.toLowerCase() === 's') return 'Sell'
  const last = tickerStore.current(handlers.instrument.symbol)?.lastTicks
  if (key !== 'Enter' || last === undefined || last === ticks) return undefined
  return ticks < last === isStop ? 'Sell' : 'Buy'
}

function moveCursor(handlers: LadderHandlers, step: number): void {
  const { window, cursor, instrument } = handlers
  const row = cursor === undefined ? -1 : rowOf(window, cursor)
  if (row < 0 || cursor === undefined) {
    const last = tickerStore.current(instrument.symbol)?.lastTicks ?? ticksAt(window, 0)
    const near = rowOf(window, last)
    handlers.setCursor(ticksAt(window, near < 0 ? Math.floor(window.count / 2) : near))
    return
  }
  const next = cursor - step * window.stepTicks
  if (next <= 0) return
  handlers.setCursor(next)
  const nextRow = row + step
  // The panel's edge may cut off the last row, so the cursor stays above it.
  if (nextRow < 0) handlers.onScroll(-nextRow)
  else if (nextRow > window.count - 2) handlers.onScroll(window.count - 2 - nextRow)
}
