// The ladder (depth of market): a column of prices with the resting quantity at each, on which
// orders are placed by a click, moved by a drag and cancelled by row.

import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order, Side } from '@basis/domain/orders/order'
import { cancelAll } from '../../actions/trading.ts'
import { useConnection } from '../../client/connection.ts'
import { formatFor } from '../../i18n/format.ts'
import { useLanguage, useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { onPageRequest } from '../../shell/page-requests.ts'
import { notify } from '../../shell/notices.ts'
import { useBookState } from '../../stores/book.ts'
import { useCurrentListing } from '../../stores/catalogue.ts'
import { pickOrder, usePlannedOrders } from '../../stores/draft.ts'
import { instrumentFormat, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useOpenOrdersOf } from '../../stores/orders.ts'
import { isHeld, usePositionsIn } from '../../stores/positions.ts'
import { useSettings } from '../../stores/settings.ts'
import { tickerStore, useTicker, type Ticker } from '../../stores/tickers.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/Button.tsx'
import { groupTicks } from './depth.ts'
import { cancelOrders, placeOnLadder, refuse, stopProblem } from './ladder-actions.ts'
import {
  cursorIn,
  hasDrifted,
  ownOrdersByRow,
  rowOf,
  scrolled,
  ticksAt,
  windowAround,
} from './ladder-rows.ts'
import type { LadderWindow, OwnOrders } from './ladder-rows.ts'
import { firstPresets, setSizes, useIsArmed, useLadderSettings } from './ladder-settings.ts'
import { LADDER_ROW_PX, LadderRow, ownTitle, type Ghost } from './LadderRows.tsx'
import { LadderHeader, type LadderMode } from './LadderHeader.tsx'
import { StaleBanner, WaitingBook } from './OrderBook.tsx'
import { useLadderDrag } from './use-ladder-drag.ts'
import { ladderKey } from './ladder-keys.ts'
import { useLadderPaint } from './use-ladder-paint.ts'
import { useQueuePlaces } from './use-queue-places.ts'

export function Ladder() {
  const listing = useCurrentListing()
  const symbol = listing?.symbol ?? ''
  const first = useTicker(symbol)
  // The ladder needs a first price to centre on; from then on use-ladder-paint follows the price.
  const hasPrice = anchorOf(first, listing?.instrument) !== undefined
  return useMemo(
    () =>
      listing === undefined || !hasPrice ? (
        <WaitingBook />
      ) : (
        <LadderColumn key={listing.symbol} instrument={listing.instrument} />
      ),
    [listing, hasPrice],
  )
}

/** The price that the ladder is centred on: the last price, or the next best known. */
function anchorOf(ticker: Ticker | undefined, instrument?: Instrument): number | undefined {
  if (ticker === undefined || instrument === undefined) return undefined
  const { lastTicks, bidTicks, askTicks, markE8 } = ticker
  const marked = markE8 === undefined ? undefined : Math.round(markE8 / instrument.tickSizeE8)
  return lastTicks ?? bidTicks ?? askTicks ?? marked
}

/** The ladder of an instrument; a price to centre on must be known. */
export function LadderColumn({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const { symbol } = instrument
  const body = useRef<HTMLDivElement>(null)
  // With one tick per row most rows would be empty and one side of the book out of sight.
  const coarsest = instrument.depthMergeTimes.at(-1) ?? 1
  const ratio = useSettings((settings) => settings.depthRatios[symbol]) ?? coarsest
  const market = useConnection((connection) => connection.market)
  const state = useBookState(symbol)
  const isStale = market !== 'live' || state === 'stale'
  const { window, centre, scroll } = useWindow(instrument, body, ratio)
  const [mode, setMode] = useState<LadderMode>('limit')
  const { presets, chosen } = usePresets(instrument)
  const isArmed = useIsArmed()
  const lots = presets[chosen] ?? 1
  useEffect(() => onPageRequest((request) => request === 'centreLadder' && centre()), [centre])

  const place = useCallback(
    (side: Side, ticks: number, isStop: boolean): void => {
      const amounts = { priceTicks: ticks, qtyLots: lots }
      const barred = isStop ? stopProblem(instrument) : undefined
      if (barred !== undefined) refuse(barred)
      else if (isArmed && isStale) {
        const title = message('notices.orderCreateFailureTitle')
        notify({ kind: 'outcome', tone: 'failure', title, body: message('book.stale') })
      } else if (isArmed) {
        const order = { side, ticks: priceTicks(ticks), lots: qtyLots(lots), isStop }
        void placeOnLadder(instrument, order, tickerStore.current(symbol))
      } else if (isStop) pickOrder(symbol, { side, triggerTicks: ticks }, { qtyLots: lots })
      else pickOrder(symbol, { side }, amounts)
    },
    [instrument, symbol, lots, isArmed, isStale],
  )
  return (
    <section aria-label={t('ladder.title')} className="flex h-full min-h-0 flex-col">
      <LadderHeader
        instrument={instrument}
        ratio={ratio}
        mode={mode}
        onMode={setMode}
        presets={presets}
        chosen={chosen}
        onCentre={centre}
      />
      <div
        ref={body}
        className={classNames(
          'relative min-h-0 flex-1 overflow-hidden',
          isArmed && 'shadow-[inset_0_2px_0_var(--color-warn)]',
        )}
      >
        <Rows
          instrument={instrument}
          body={body}
          window={window}
          isStopMode={mode === 'stop'}
          isStale={isStale}
          onPlace={place}
          onCentre={centre}
          onScroll={scroll}
          onPreset={(at) => at < presets.length && setSizes(symbol, { presets, chosen: at })}
        />
        {state !== 'missing' && isStale && <StaleBanner isOffline={market === 'offline'} />}
      </div>
      <PositionLine instrument={instrument} />
    </section>
  )
}

function usePresets(instrument: Instrument): {
  presets: readonly number[]
  chosen: number
} {
  const kept = useLadderSettings(({ sizes }) => sizes[instrument.symbol])
  return useMemo(() => {
    if (kept !== undefined) return kept
    const price = anchorOf(tickerStore.current(instrument.symbol), instrument) ?? 1
    return { presets: firstPresets(instrument, priceTicks(price)), chosen: 0 }
  }, [kept, instrument])
}

type WindowState = {
  readonly window: LadderWindow
  /** Scrolls the last price to the middle. */
  readonly centre: () => void
  readonly scroll: (rows: number) => void
}

function useWindow(
  instrument: Instrument,
  body: RefObject<HTMLElement | null>,
  ratio: number,
): WindowState {
  const now = useCallback(
    (): number => anchorOf(tickerStore.current(instrument.symbol), instrument) ?? 1,
    [instrument],
  )
  const [middle, setMiddle] = useState(now)
  const [count, setCount] = useState(1)
  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const measure = (): void =>
      setCount(Math.max(1, Math.min(120, Math.ceil(element.clientHeight / LADDER_ROW_PX))))
    const Observer = element.ownerDocument.defaultView?.ResizeObserver ?? ResizeObserver
    const observer = new Observer(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [body])
  const window = useMemo(() => windowAround(middle, ratio, count), [middle, ratio, count])
  const centre = useCallback(() => setMiddle(now()), [now])
  const scroll = useCallback(
    (rows: number) => setMiddle((before) => middleAfter(before, rows, { ratio, count })),
    [ratio, count],
  )
  return { window, centre, scroll }
}

function middleAfter(middle: number, rows: number, shown: { ratio: number; count: number }) {
  const moved = scrolled(windowAround(middle, shown.ratio, shown.count), rows)
  return ticksAt(moved, Math.floor((shown.count - 1) / 2))
}

type RowsProps = {
  instrument: Instrument
  body: RefObject<HTMLDivElement | null>
  window: LadderWindow
  isStopMode: boolean
  isStale: boolean
  onPlace: (side: Side, ticks: number, isStop: boolean) => void
  onCentre: () => void
  onScroll: (rows: number) => void
  onPreset: (at: number) => void
}

function Rows(props: RowsProps) {
  const t = useT()
  const id = useId()
  const { instrument, body, window, onCentre, onScroll } = props
  const words = useSteadyWords(instrument)
  const [moved, setCursor] = useState<number>()
  const cursor = cursorIn(window, moved)
  const grid = useRef<HTMLDivElement>(null)
  const own = useOwnOrders(instrument, window.stepTicks)
  const entries = useEntries(instrument, window.stepTicks)
  const planned = usePlanned(instrument, window.stepTicks)
  const { drag, grab } = useLadderDrag({ body, window, instrument })
  const follow = useFollow(instrument.symbol, {
    body,
    window,
    isHeld: drag !== undefined,
    onCentre,
  })
  useLadderPaint(grid, { symbol: instrument.symbol, window, qty: words.shortQty }, follow)
  useWheel(body, onScroll)
  const cancel = useCallback((here: readonly OwnOrders[]) => {
    void cancelOrders(here.flatMap(({ orders }): readonly Order[] => orders))
  }, [])
  const rowId = (row: number): string => `${id}-${row}`
  const cursorRow = cursor === undefined ? -1 : rowOf(window, cursor)
  const keys = ladderKey({ ...props, cursor, setCursor, own, onCancel: cancel })
  return (
    <>
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label={t('ladder.rows')}
        aria-describedby={`${id}-keys`}
        aria-activedescendant={cursorRow < 0 ? undefined : rowId(cursorRow)}
        onKeyDown={keys}
        className={classNames(
          'absolute inset-0 overflow-hidden focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
          props.isStale && 'stale',
        )}
      >
        {Array.from({ length: window.count }, (_row, at) => {
          const ticks = ticksAt(window, at)
          return (
            <LadderRow
              // Keyed by position on the screen, so that scrolling changes a row's price and not
              // its element.
              key={at}
              id={rowId(at)}
              at={at}
              ticks={ticks}
              instrument={instrument}
              words={words}
              isStopMode={props.isStopMode}
              own={own.get(ticks)}
              entry={entries.get(ticks)}
              ghost={drag?.toTicks === ticks ? drag.ghost : planned.get(ticks)}
              isCursor={cursorRow === at}
              onPlace={props.onPlace}
              onCancel={cancel}
              onGrab={grab}
            />
          )
        })}
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {t('ladder.keys')}
      </p>
      <p role="status" className="sr-only">
        {cursor !== undefined &&
          [
            words.price(cursor),
            ...(own.get(cursor) ?? []).map((each) => ownTitle(t, { words, instrument }, each)),
          ].join('. ')}
      </p>
    </>
  )
}

/**
 * Returns a formatter that is stable until the language or the instrument changes, so that memoised
 * rows can compare it.
 */
function useSteadyWords(instrument: Instrument) {
  const language = useLanguage()
  return useMemo(
    () => instrumentFormat(instrument, formatFor(language, 'utc')),
    [instrument, language],
  )
}

function useOwnOrders(instrument: Instrument, stepTicks: number) {
  const { symbol } = instrument
  const here = useOpenOrdersOf(symbol)
  const places = useQueuePlaces(symbol, here)
  return useMemo(() => ownOrdersByRow(here, stepTicks, places), [here, stepTicks, places])
}

/** The planned orders of a scaled order that is being typed, by row. */
function usePlanned({ symbol }: Instrument, stepTicks: number): ReadonlyMap<number, Ghost> {
  const plan = usePlannedOrders(symbol)
  return useMemo(() => {
    const rows = new Map<number, Ghost>()
    if (plan === undefined) return rows
    const { side, levels } = plan
    for (const { priceTicks, lots } of levels) {
      const row = groupTicks(side === 'Buy' ? 'bids' : 'asks', priceTicks, stepTicks)
      rows.set(row, { side, lots: (rows.get(row)?.lots ?? 0) + lots })
    }
    return rows
  }, [plan, stepTicks])
}

function useEntries(instrument: Instrument, stepTicks: number): ReadonlyMap<number, Side> {
  const positions = usePositionsIn(instrument.symbol)
  return useMemo(
    () =>
      new Map(
        positions.flatMap(({ position }): [number, Side][] => {
          if (!isHeld(position)) return []
          const { averagePriceE8, entryPriceE8, side } = position
          const ticks = Math.round((averagePriceE8 ?? entryPriceE8) / instrument.tickSizeE8)
          return [[groupTicks(side === 'Buy' ? 'bids' : 'asks', ticks, stepTicks), side]]
        }),
      ),
    [positions, instrument, stepTicks],
  )
}

/**
 * Follows the last price except while the pointer is on the ladder: a row must not move under a
 * click.
 */
function useFollow(
  symbol: string,
  around: {
    body: RefObject<HTMLElement | null>
    window: LadderWindow
    isHeld: boolean
    onCentre: () => void
  },
): () => void {
  const { body, window, isHeld, onCentre } = around
  const isFollowing = useLadderSettings((settings) => settings.isFollowing)
  return useCallback(() => {
    const lastTicks = tickerStore.shown(symbol)?.lastTicks
    if (!isFollowing || isHeld || lastTicks === undefined || window.count < 4) return
    if (!hasDrifted(window, lastTicks)) return
    const element = body.current
    if (element === null || element.matches(':hover')) return
    if (element.querySelector(':focus-visible') === null) onCentre()
  }, [symbol, body, window, isHeld, isFollowing, onCentre])
}

/** React's wheel listeners are passive, so the page would scroll too; this one is not. */
function useWheel(body: RefObject<HTMLElement | null>, onScroll: (rows: number) => void): void {
  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    let rest = 0
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      rest += event.deltaMode === 0 ? event.deltaY / (2 * LADDER_ROW_PX) : event.deltaY
      const rows = Math.trunc(rest)
      rest -= rows
      if (rows !== 0) onScroll(-rows)
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [body, onScroll])
}

function PositionLine({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const positions = usePositionsIn(instrument.symbol).flatMap(({ key, position }) =>
    isHeld(position) ? [{ key, position }] : [],
  )
  const hasOrders = useOpenOrdersOf(instrument.symbol).length > 0
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 border-t border-line px-2 text-2xs">
      {positions.length === 0 && instrument.kind !== 'Spot' && (
        <span className="text-muted">{t('ladder.noPosition')}</span>
      )}
      {positions.map(({ key, position }) => {
        const isLong = position.side === 'Buy'
        return (
          <span key={key} className={isLong ? 'text-up' : 'text-down'}>
            {t(isLong ? 'positions.long' : 'positions.short')} {words.qty(position.sizeLots)}
            <span className="text-soft">
              {' @ '}
              {words.priceE8(position.averagePriceE8 ?? position.entryPriceE8)}
            </span>
          </span>
        )
      })}
      <span className="flex-1" />
      <Button
        size="sm"
        variant="ghost"
        disabled={!hasOrders}
        onClick={() => void cancelAll(instrument.symbol)}
      >
        {t('ladder.cancelSymbol')}
      </Button>
    </div>
  )
}
