// The order book: grouped levels on both sides of the last price, own orders, and the totals of the
// hovered rows.

import { Suspense, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { ArrowDown, ArrowUp, Flag } from 'lucide-react'
import {
  isComing,
  priceDecimals,
  qtyCoin,
  valueCoin,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { useBook, type Book } from '../../stores/book.ts'
import { useCurrentListing } from '../../stores/catalogue.ts'
import { useConnection } from '../../client/connection.ts'
import { pickPrice, pickQuantity, usePlannedOrders } from '../../stores/draft.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useOpenOrdersOf } from '../../stores/orders.ts'
import { useSettings } from '../../stores/settings.ts'
import { useTicker, type Ticker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { latePart } from '../../platform/load-part.ts'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { bidShare, depthRows, depthSum, ownLevels, rowValue } from './depth.ts'
import { spreadTicks, withCommonScale, type DepthSideName, type DepthView } from './depth.ts'
import { BookHeader } from './BookHeader.tsx'
import { COLUMNS, DepthRows, ROW_PX } from './DepthRows.tsx'

const AuctionBook = latePart(async () => (await import('./AuctionBook.tsx')).AuctionBook)

export function OrderBook() {
  const listing = useCurrentListing()
  if (listing === undefined) return <WaitingBook />
  if (isComing(listing.instrument)) {
    return (
      <Suspense fallback={<WaitingBook />}>
        <AuctionBook instrument={listing.instrument} />
      </Suspense>
    )
  }
  return <BookOf key={listing.symbol} instrument={listing.instrument} />
}

type Hovered = { readonly side: DepthSideName; readonly row: number } | undefined

const CENTRE_PX = 36

function BookOf({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const { symbol } = instrument
  const book = useBook(symbol)
  const ticker = useTicker(symbol)
  const market = useConnection((connection) => connection.market)
  const view = useSettings((settings) => settings.depthView)
  const ratio = useSettings((settings) => settings.depthRatios[symbol]) ?? 1
  const [hovered, setHovered] = useState<Hovered>()
  const body = useRef<HTMLDivElement>(null)
  const rowCount = useRowCount(body, view)
  const sides = useSides(instrument, book, { ratio, rowCount })
  const isStale = market !== 'live' || book?.isLive === false
  const isEmpty = book !== undefined && book.bids.length === 0 && book.asks.length === 0
  return (
    <section aria-label={t('book.title')} className="flex h-full min-h-0 flex-col">
      <BookHeader instrument={instrument} ratio={ratio} />
      <div
        ref={body}
        role="presentation"
        onMouseLeave={() => setHovered(undefined)}
        className="relative flex min-h-0 flex-1 flex-col"
      >
        {view !== 'bids' && (
          <Side
            side="asks"
            sides={sides}
            instrument={instrument}
            hovered={hovered}
            onHover={setHovered}
            isStale={isStale}
          />
        )}
        <CentreRow instrument={instrument} ticker={ticker} book={book} isStale={isStale} />
        {view !== 'asks' && (
          <Side
            side="bids"
            sides={sides}
            instrument={instrument}
            hovered={hovered}
            onHover={setHovered}
            isStale={isStale}
          />
        )}
        {book === undefined && <WaitingRows />}
        {isEmpty && !isStale && (
          <p className="absolute inset-x-3 top-8 text-center text-xs text-muted">
            {t('book.empty')}
          </p>
        )}
        {book !== undefined && isStale && <StaleBanner isOffline={market === 'offline'} />}
      </div>
      <BookFooter
        instrument={instrument}
        book={book}
        sides={sides}
        hovered={hovered}
        ratio={ratio}
      />
    </section>
  )
}

type Sides = ReturnType<typeof useSides>

function useSides(
  instrument: Instrument,
  book: Book | undefined,
  shown: { ratio: number; rowCount: number },
) {
  const orders = useOpenOrdersOf(instrument.symbol)
  const plan = usePlannedOrders(instrument.symbol)
  const planned = plan?.levels.map(({ priceTicks, lots: leavesLots }) => {
    return { side: plan.side, priceTicks, leavesLots, status: 'New' as const }
  })
  const rowsOf = (side: DepthSideName) =>
    depthRows(side, book?.[side] ?? [], {
      ratio: shown.ratio,
      count: shown.rowCount,
      own: ownLevels(orders, side),
      planned: ownLevels(planned ?? [], side),
    })
  const [bids, asks] = [rowsOf('bids'), rowsOf('asks')]
  // Both sides share one scale, so that their bars can be compared.
  const largest = Math.max(bids.at(-1)?.totalLots ?? 0, asks.at(-1)?.totalLots ?? 0)
  return { bids: withCommonScale(bids, largest), asks: withCommonScale(asks, largest) }
}

/** Returns how many rows fit on a side. */
function useRowCount(body: RefObject<HTMLDivElement | null>, view: DepthView): number {
  const [heightPx, setHeightPx] = useState(0)
  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setHeightPx(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [body])
  const sides = view === 'both' ? 2 : 1
  const room = Math.floor((heightPx - CENTRE_PX) / sides / ROW_PX)
  return Math.max(1, Math.min(view === 'both' ? 30 : 60, room))
}

function Side(props: {
  side: DepthSideName
  sides: Sides
  instrument: Instrument
  hovered: Hovered
  onHover: (hovered: Hovered) => void
  isStale: boolean
}) {
  const { side, instrument, hovered } = props
  const words = useInstrumentFormat(instrument)
  const format = useFormat()
  const unit = useSettings((settings) => settings.depthUnit)
  const amountText = (ticks: number, lots: number): string =>
    unit === 'base' ? words.qty(lots) : format.compact(exactE8(rowValue(instrument, ticks, lots)))
  return (
    <DepthRows
      side={side}
      rows={props.sides[side]}
      words={words}
      amountText={amountText}
      hovered={hovered?.side === side ? hovered.row : -1}
      onHover={(row) => props.onHover({ side, row })}
      onPrice={(ticks) => pickPrice(instrument.symbol, ticks)}
      onQuantity={(lots) => pickQuantity(instrument.symbol, lots)}
      isStale={props.isStale}
    />
  )
}

const directionInk = { up: 'text-up', down: 'text-down', flat: 'text-ink' } as const

function CentreRow(props: {
  instrument: Instrument
  ticker: Ticker | undefined
  book: Book | undefined
  isStale: boolean
}) {
  const t = useT()
  const { instrument, ticker, book } = props
  const words = useInstrumentFormat(instrument)
  const direction = ticker?.direction ?? 'flat'
  const mark = instrument.kind === 'Spot' ? undefined : ticker?.markE8
  return (
    <div
      className={classNames('flex h-9 shrink-0 items-center gap-2 px-3', props.isStale && 'stale')}
    >
      <button
        type="button"
        tabIndex={-1}
        onClick={() => {
          if (ticker?.lastTicks !== undefined) pickPrice(instrument.symbol, ticker.lastTicks)
        }}
        className={classNames(
          'flex items-center gap-0.5 text-lg font-semibold',
          directionInk[direction],
        )}
      >
        <span className="sr-only">{t('book.lastPrice')}</span>
        {words.price(ticker?.lastTicks)}
        {direction === 'up' && <ArrowUp className="size-4" aria-hidden />}
        {direction === 'down' && <ArrowDown className="size-4" aria-hidden />}
      </button>
      {mark !== undefined && (
        <Tooltip content={t('book.markPriceShort', { price: words.priceE8(mark) })}>
          <button type="button" className="flex items-center gap-1 rounded-sm text-xs text-accent">
            <Flag className="size-3" aria-hidden />
            {words.priceE8(mark)}
          </button>
        </Tooltip>
      )}
      <Spread instrument={instrument} book={book} />
    </div>
  )
}

function Spread({ instrument, book }: { instrument: Instrument; book: Book | undefined }) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const ticks = book === undefined ? undefined : spreadTicks(book.bids, book.asks)
  const ask = book?.asks[0]
  if (ticks === undefined || ask === undefined) return null
  const percent = format.percent(
    { units: Math.round((ticks / ask) * 100_000), scale: 3 },
    { scale: 3, signed: false },
  )
  const spread = words.price(ticks)
  const label = t('book.spread', { ticks: spread })
  // For a low-priced coin the last price and the mark price leave room for the number only.
  const isLong = spread.length > 6
  return (
    <Tooltip content={t('book.spreadHelp', { percent })}>
      <button
        type="button"
        aria-label={label}
        className="ml-auto min-w-0 truncate rounded-sm text-2xs text-muted"
      >
        {isLong ? spread : label}
      </button>
    </Tooltip>
  )
}

function BookFooter(props: {
  instrument: Instrument
  book: Book | undefined
  sides: Sides
  hovered: Hovered
  ratio: number
}) {
  const { hovered, sides, book } = props
  const row = hovered === undefined ? undefined : sides[hovered.side][hovered.row]
  return (
    <div className="flex h-7 shrink-0 items-center px-3 text-2xs">
      {hovered !== undefined && row !== undefined && book !== undefined ? (
        <HoverSums {...props} book={book} side={hovered.side} upToTicks={row.priceTicks} />
      ) : isEmptyView(sides) ? null : (
        <RatioBar buyPercent={bidShare(sides.bids, sides.asks)} />
      )}
    </div>
  )
}

const isEmptyView = ({ bids, asks }: Sides): boolean => bids.length === 0 && asks.length === 0

function HoverSums(props: {
  instrument: Instrument
  book: Book
  side: DepthSideName
  upToTicks: number
  ratio: number
}) {
  const t = useT()
  const format = useFormat()
  const { instrument, side, book, ratio, upToTicks } = props
  const words = useInstrumentFormat(instrument)
  const sum = depthSum(instrument, side, book[side], { ratio, priceTicks: upToTicks })
  const average = format.price(exactE8(sum.averageE8), priceDecimals(instrument))
  return (
    <dl className="flex w-full justify-between gap-2 whitespace-nowrap">
      <Sum label={t('book.sumAverage')}>{average}</Sum>
      <Sum label={t('book.sumBase', { coin: qtyCoin(instrument) })}>{words.base(sum.base)}</Sum>
      <Sum label={t('book.sumQuote', { coin: valueCoin(instrument) })}>
        {format.compact(exactE8(sum.quote))}
      </Sum>
    </dl>
  )
}

function Sum({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex gap-1">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function RatioBar({ buyPercent }: { buyPercent: number }) {
  const t = useT()
  const sellPercent = 100 - buyPercent
  return (
    <div
      role="img"
      aria-label={t('book.ratio', { buy: buyPercent, sell: sellPercent })}
      className="flex w-full items-center gap-2"
    >
      <span className="min-w-10 whitespace-nowrap text-up">
        {t('book.buyShare', { percent: buyPercent })}
      </span>
      <span className="flex h-1 flex-1 gap-px overflow-hidden rounded-full">
        <span
          className="origin-left bg-up-solid transition-[flex-grow]"
          style={{ flexGrow: buyPercent }}
        />
        <span className="bg-down-solid transition-[flex-grow]" style={{ flexGrow: sellPercent }} />
      </span>
      <span className="min-w-10 text-end whitespace-nowrap text-down">
        {t('book.sellShare', { percent: sellPercent })}
      </span>
    </div>
  )
}

/** Shown over a book that is stale. */
export function StaleBanner({ isOffline }: { isOffline: boolean }) {
  const t = useT()
  return (
    <p
      role="status"
      className="absolute inset-x-3 top-2 rounded border border-line-strong bg-raised px-2 py-1 text-center text-xs text-warn"
    >
      {t(isOffline ? 'book.offline' : 'book.stale')}
    </p>
  )
}

function WaitingRows() {
  return (
    <div aria-hidden className="absolute inset-0 flex flex-col justify-around bg-panel px-3 py-1">
      {Array.from({ length: 14 }, (_row, at) => (
        <div key={at} className={classNames(COLUMNS, 'gap-4 px-0')}>
          <Skeleton className="h-2.5 w-3/4" />
          <Skeleton className="ml-auto h-2.5 w-1/2" />
          <Skeleton className="ml-auto h-2.5 w-2/3" />
        </div>
      ))}
    </div>
  )
}

/** Placeholder shown until the book arrives. */
export function WaitingBook() {
  const t = useT()
  return (
    <section aria-label={t('book.title')} aria-busy className="relative h-full">
      <WaitingRows />
    </section>
  )
}
