// The bracket on a chart: its current result, its three lines, and the press that draws it.

import { useEffect, useMemo } from 'react'
import type { ChartLine } from '@basis/chart/lines'
import type { ChartWidget } from '@basis/chart/widget'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { oppositeSide, type Side } from '@basis/domain/orders/order'
import { useInstrumentFormat } from '../../../stores/instrument-format.ts'
import { isHeld, usePositionsIn, useTradingMode } from '../../../stores/positions.ts'
import { useSettings } from '../../../stores/settings.ts'
import { useTicker } from '../../../stores/tickers.ts'
import { useWallet } from '../../../stores/wallet.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { openDialogs } from '../../../shell/dialogs.ts'
import { onPageRequest } from '../../../shell/page-requests.ts'
import { ticksOf } from '../line-actions.ts'
import { readBracket, type ReadBracket } from './bracket.ts'
import {
  beginBracket,
  bracketLineId,
  bracketPartOf,
  drawBracket,
  endBracket,
  useBracket,
} from './bracket-store.ts'

const unit = 100_000_000

/** Returns the result of an instrument's bracket, or its problem; undefined without a bracket. */
export function useReadBracket(instrument: Instrument): ReturnType<typeof readBracket> {
  const bracket = useBracket((state) => state.bracket)
  const setting = useSettings((settings) => settings.bracket)
  const last = useTicker(instrument.symbol)?.lastTicks as PriceTicks | undefined
  const wallet = useWallet()
  const positions = usePositionsIn(instrument.symbol)
  const isHedged = useTradingMode(instrument.symbol).mode === 'BothSide'
  if (bracket?.symbol !== instrument.symbol) return undefined
  const heldOn = (side: Side) =>
    positions.map(({ position }) => position).find((each) => isHeld(each) && each.side === side)
  const closedFirst = (side: Side): QtyLots =>
    isHedged ? qtyLots(0) : qtyLots(heldOn(oppositeSide(side))?.sizeLots ?? 0)
  const account = { equityUsd: wallet?.equity, feeRates: wallet?.fees.rates, heldOn, closedFirst }
  return readBracket(bracket.draft, setting, { instrument, last, ...account })
}

/** Returns a function that names the entry of a bracket. */
export function useEntryWord(): (read: ReadBracket) => string {
  const t = useT()
  return ({ side, isStopEntry }) => {
    const keys = {
      Buy: isStopEntry ? 'chart.buyStop' : 'chart.buyLimit',
      Sell: isStopEntry ? 'chart.sellStop' : 'chart.sellLimit',
    } as const
    return t(keys[side])
  }
}

/** Returns the lines of the bracket, each of which can be dragged. */
export function useBracketLines(instrument: Instrument): readonly ChartLine[] {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const read = useReadBracket(instrument)
  const entryWord = useEntryWord()
  if (read === undefined || 'name' in read) return []
  const { side, lots, outcome } = read
  const won = (value: Amount): string =>
    `${words.settle(value, { signed: true, rounding: 'down' })} ${instrument.settleCoin}`
  const line = (part: 'entry' | 'stop' | 'target', ticks: PriceTicks, text: string) => ({
    id: bracketLineId(part),
    side: side === 'Buy' ? ('buy' as const) : ('sell' as const),
    price: (ticks * instrument.tickSizeE8) / unit,
    text,
    isDraggable: true,
    dash: 'dashed' as const,
    min: (instrument.minPriceTicks * instrument.tickSizeE8) / unit,
    max: (instrument.maxPriceTicks * instrument.tickSizeE8) / unit,
    tick: instrument.tickSizeE8 / unit,
  })
  const lines: ChartLine[] = [
    {
      ...line('entry', read.entryTicks, entryWord(read)),
      kind: 'order',
      ...(lots > 0 && { quantity: `${words.qty(lots)} ${qtyCoin(instrument)}` }),
      buttons: ['cancel'],
      buttonTips: { cancel: t('chart.bracketEnd') },
    },
    {
      ...line('stop', read.stopTicks, t('chart.stopLoss')),
      kind: 'stopLoss',
      ...(outcome !== undefined && { pnl: { text: won(outcome.atStop), sign: -1 } }),
    },
  ]
  if (read.targetTicks === undefined) return lines
  const { atTarget, rewardE2 } = outcome ?? {}
  const times =
    rewardE2 === undefined
      ? ''
      : ` · ${format.decimal({ units: rewardE2, scale: 2 }, { scale: 2 })}R`
  return [
    ...lines,
    {
      ...line('target', read.targetTicks, t('chart.takeProfit')),
      kind: 'takeProfit',
      ...(atTarget !== undefined && { pnl: { text: `${won(atTarget)}${times}`, sign: 1 } }),
    },
  ]
}

/** Lets a bracket be drawn on a chart; leaving the symbol or the page ends it. */
export function useBracketDrawing(
  widget: ChartWidget | undefined,
  instrument: Instrument,
  isOffered: boolean,
): void {
  const { symbol } = instrument
  const isArmed = useBracket(({ bracket }) => bracket?.symbol === symbol && bracket.isArmed)
  useEffect(() => {
    if (!isOffered) return undefined
    const stop = onPageRequest((request) => {
      if (request === 'bracket') beginBracket(symbol)
    })
    return () => {
      stop()
      endBracket()
    }
  }, [symbol, isOffered])
  const handlers = useMemo(() => {
    const draw = (isOver: boolean) => (first: number, second: number) => {
      const [from, to] = [ticksOf(first, instrument), ticksOf(second, instrument)]
      if (from !== undefined && to !== undefined) drawBracket(instrument, { from, to }, isOver)
    }
    return { moved: draw(false), ended: draw(true), aborted: endBracket }
  }, [instrument])
  useEffect(() => {
    if (widget === undefined || !isArmed) return undefined
    return widget.dragPrices(handlers)
  }, [widget, isArmed, handlers])
}

/**
 * Keys while a bracket is on the chart: Escape ends it, Enter inside the chart's frame sends it; on
 * the page the form handles Enter.
 */
export function useBracketKeys(widget: ChartWidget | undefined, onEnter: () => void): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || openDialogs().length > 0) return
      event.preventDefault()
      endBracket()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  useEffect(() => {
    const page = widget?._iFrame?.contentDocument
    if (page === undefined || page === null) return undefined
    // Registered before the chart's handler, for which Escape resets the view; a running drag ends
    // first.
    const take = (event: KeyboardEvent): void => {
      if (!isForBracket(event, page)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') endBracket()
      else onEnter()
    }
    page.addEventListener('keydown', take, { capture: true })
    return () => page.removeEventListener('keydown', take, { capture: true })
  }, [widget, onEnter])
}

/** Returns whether a key pressed inside the chart's frame means the bracket. */
export function isForBracket(
  { key, repeat, target }: Pick<KeyboardEvent, 'key' | 'repeat' | 'target'>,
  page: { querySelector(selectors: string): unknown },
): boolean {
  if (repeat || isControl(target) || page.querySelector(busy) !== null) return false
  // On the line of an order or a position, Enter edits or closes that one.
  const line = lineOf(target)
  const isOfOther = line !== undefined && bracketPartOf(line) === undefined
  return key === 'Escape' || (key === 'Enter' && !isOfOther)
}

/** The line whose row in the chart's list has the focus. */
function lineOf(target: EventTarget | null): string | undefined {
  if (target === null || !('dataset' in target)) return undefined
  const line: unknown = Reflect.get(Object(target.dataset), 'line')
  return typeof line === 'string' ? line : undefined
}

/** Matches a held press, a line moved by keys, a menu or a dialog of the chart. */
const busy = '[data-held], [data-state="dragging"], [role="menu"], [role="dialog"]'

/** Buttons and fields of the chart handle keys themselves. */
const isControl = (target: EventTarget | null): boolean => target !== null && 'value' in target
