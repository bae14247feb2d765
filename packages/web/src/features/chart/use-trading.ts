// Trading on any chart: lines of the symbol's orders, positions and alerts, marks of fills, and the
// menu at a price.

import { useCallback, useEffect, useRef } from 'react'
import type { ChartLine } from '@basis/chart/lines'
import type { ChartEvents, ChartWidget } from '@basis/chart/widget'
import { unitE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { listingOf, showListing, useCurrentSymbol } from '../../stores/catalogue.ts'
import { pickOrder } from '../../stores/draft.ts'
import { useWallet } from '../../stores/wallet.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useSettings } from '../../stores/settings.ts'
import { useTypedLines } from './bracket/draft-lines.ts'
import { useBracketLines } from './bracket/use-bracket.ts'
import { drawnOrder } from './drawn-order.ts'
import { lineHandlers, ticksOf } from './line-actions.ts'
import { type PickOrder, priceEntries } from './price-menu.ts'
import { areAlike } from './trade-lines.ts'
import { useExecutions } from './use-executions.ts'
import { useTradeLines } from './use-trade-lines.ts'

/** Keeps a chart's trading lines, fill marks and price menu in step with the stores. */
export function useTrading(chart: {
  readonly widget: ChartWidget | undefined
  readonly ticker: string
  readonly instrument: Instrument
}): void {
  const { widget, ticker, instrument } = chart
  const choice = useSettings((settings) => settings.chartLines)
  const drawn = useBracketLines(instrument)
  const typed = useTypedLines(instrument)
  const lines = [...useTradeLines(instrument, choice), ...drawn, ...typed]
  useShownLines({ widget, ticker, lines, instrument })
  const pick = usePick(instrument)
  usePriceMenu(widget, instrument, pick)
  const executions = useExecutions(instrument, choice.executions)
  useEffect(() => widget?.setExecutions(executions), [widget, ticker, executions])
  useDrawnOrders(widget, instrument, pick)
  useAccountSize(widget)
}

/**
 * Shows the lines of orders and positions and the marks of fills on a chart without order entry.
 */
export function useTradedLines(chart: {
  readonly widget: ChartWidget | undefined
  readonly ticker: string
  readonly instrument: Instrument
}): void {
  const { widget, ticker, instrument } = chart
  const choice = useSettings((settings) => settings.chartLines)
  const lines = useTradeLines(instrument, choice)
  useShownLines({ widget, ticker, lines, instrument })
  const executions = useExecutions(instrument, choice.executions)
  useEffect(() => widget?.setExecutions(executions), [widget, ticker, executions])
}

/**
 * A chart beside the first may show another symbol: the page switches to it before the ticket is
 * filled.
 */
function usePick({ symbol }: Instrument): PickOrder {
  const shown = useCurrentSymbol()
  return useCallback(
    (terms, amounts) => {
      const listing = listingOf(symbol)
      if (shown !== symbol && listing !== undefined) showListing(listing)
      pickOrder(symbol, terms, amounts)
    },
    [symbol, shown],
  )
}

/**
 * Fills the order ticket with a position drawn on the chart when the trader asks for it. The chart
 * offers that only to a listener: the ticket of a pair would leave out target and stop.
 */
function useDrawnOrders(
  widget: ChartWidget | undefined,
  instrument: Instrument,
  pick: PickOrder,
): void {
  useEffect(() => {
    if (widget === undefined || instrument.kind === 'Spot') return
    const take: ChartEvents['drawing_position'] = (position) => {
      const order = drawnOrder(position, instrument)
      if (order !== undefined) pick(order, order)
    }
    widget.subscribe('drawing_position', take)
    return () => widget.unsubscribe('drawing_position', take)
  }, [widget, instrument, pick])
}

/** The context menu at a price of the chart: orders through the ticket, an alert, a line. */
function usePriceMenu(
  widget: ChartWidget | undefined,
  instrument: Instrument,
  pick: PickOrder,
): void {
  const words = useInstrumentFormat(instrument)
  const isOfPage = useCurrentSymbol() === instrument.symbol
  useEffect(() => {
    widget?.onContextMenu((unixTime, price) => {
      const priceTicks = ticksOf(price, instrument)
      if (priceTicks === undefined) return []
      const place = { widget, instrument, unixTime, price, priceTicks, pick, isOfPage }
      return priceEntries({ ...place, words: words.price(priceTicks) })
    })
  }, [widget, instrument, words, pick, isOfPage])
}

/**
 * Position drawings compute their size from the account's equity; small changes are not passed on.
 */
function useAccountSize(widget: ChartWidget | undefined): void {
  const equity = useWallet()?.equity
  const dollars = equity === undefined ? 0 : Number(equity / unitE8)
  const passed = useRef<{ widget: ChartWidget; dollars: number }>(null)
  useEffect(() => {
    if (widget === undefined || dollars <= 0) return
    const before = passed.current?.widget === widget ? passed.current.dollars : 0
    if (Math.abs(dollars - before) * 20 <= before) return
    passed.current = { widget, dollars }
    widget.applyOverrides({
      'linetoolriskrewardlong.accountSize': dollars,
      'linetoolriskrewardshort.accountSize': dollars,
    })
  }, [widget, dollars])
}

/** Passes the lines to the chart only when they would draw differently. */
function useShownLines(wanted: {
  readonly widget: ChartWidget | undefined
  readonly ticker: string
  readonly lines: readonly ChartLine[]
  readonly instrument: Instrument
}): void {
  const { widget, ticker, lines, instrument } = wanted
  const shown = useRef<{ widget: ChartWidget; ticker: string; lines: readonly ChartLine[] }>(null)
  useEffect(() => {
    if (widget === undefined) return
    const before = shown.current
    const isSame = before?.widget === widget && before.ticker === ticker
    if (isSame && areAlike(before.lines, lines)) return
    shown.current = { widget, ticker, lines }
    widget.setLines(lines, lineHandlers(instrument))
  }, [widget, ticker, lines, instrument])
}
