// The bar under the navigation: the symbol with its picker, the last price, and the market's
// figures.

import { Suspense, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { isComing, qtyCoin, valueCoin } from '@basis/domain/instrument/instrument'
import { rateE8 } from '@basis/domain/numbers/fixed'
import { annualFunding } from '@basis/domain/pricing/mark-price'
import { ChevronDown, ChevronLeft, ChevronRight, Info } from 'lucide-react'
import { nameOf, shownName, useCurrentListing, useCurrentSymbol } from '../../stores/catalogue.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { useConnection, useServerNowMs } from '../../client/connection.ts'
import { comingTag, exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useSettings } from '../../stores/settings.ts'
import { useTicker, type Ticker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { latePart } from '../../platform/load-part.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { openDialogs } from '../../shell/dialogs.ts'
import { titleWithUnseen } from '../../shell/unseen.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CoinIcon } from '../../ui/coins/CoinIcon.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Explained, Tooltip } from '../../ui/Tooltip.tsx'
import { deliveryLeft } from './delivery-left.ts'
import { PairBadges } from './PairBadges.tsx'
import { StarButton } from './StarButton.tsx'

const SymbolSearch = latePart(async () => (await import('./SymbolSearch.tsx')).SymbolSearch)

export function SymbolBar() {
  const t = useT()
  const symbol = useCurrentSymbol()
  const listing = useCurrentListing()
  return (
    <section
      aria-label={t('book.figures')}
      className="flex h-full min-h-14 items-center gap-4 px-3"
    >
      <SymbolButton symbol={symbol} listing={listing} />
      {listing === undefined ? (
        <div className="flex flex-1 items-center gap-6">
          <WaitingFigures />
        </div>
      ) : (
        <Figures key={symbol} listing={listing} />
      )}
    </section>
  )
}

function WaitingFigures() {
  return Array.from({ length: 7 }, (_figure, at) => (
    <span key={at} className="flex flex-col gap-1.5">
      <Skeleton className="h-2.5 w-12" />
      <Skeleton className="h-3 w-16" />
    </span>
  ))
}

function SymbolButton({ symbol, listing }: { symbol: string; listing: Listing | undefined }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const isStarred = useSettings((settings) => settings.favourites.includes(symbol))
  useEffect(() => onSearchKey(document, () => setIsOpen(true)), [])
  return (
    // On a phone the name is truncated, never the price.
    <div className="flex min-w-0 items-center gap-1 md:shrink-0">
      <StarButton symbol={symbol} isStarred={isStarred} />
      <Popover
        open={isOpen}
        onOpenChange={setIsOpen}
        label={t('book.chooseSymbol')}
        className="h-[min(30rem,70vh)] w-[min(34rem,calc(100vw-1rem))]"
        trigger={
          <button
            type="button"
            className="group flex w-full min-w-0 items-center gap-2 rounded px-1 py-1 hover:bg-hover"
          >
            {listing !== undefined && <CoinIcon coin={listing.instrument.baseCoin} size={22} />}
            <span
              className={classNames(
                'min-w-0 truncate text-lg font-semibold',
                isDated(listing) ? 'max-md:text-sm' : 'max-md:text-base',
              )}
            >
              {listing === undefined ? nameOf(symbol) : shownName(listing)}
            </span>
            {/* A name with a delivery date needs no badge with the kind of contract. */}
            <span className={classNames(isDated(listing) && 'max-md:hidden')}>
              <Badge>{t({ key: tagOf(listing) })}</Badge>
            </span>
            {listing !== undefined && (
              <span className="flex gap-1 empty:hidden max-md:hidden">
                <PairBadges listing={listing} />
              </span>
            )}
            <ChevronDown
              className="size-4 text-muted transition-transform group-data-popup-open:rotate-180"
              aria-hidden
            />
            <span className="sr-only">{t('book.chooseSymbol')}</span>
          </button>
        }
      >
        <Suspense fallback={<Skeleton className="h-9" />}>
          <SymbolSearch onDone={() => setIsOpen(false)} />
        </Suspense>
      </Popover>
      <Tooltip content={t('instrument.open')}>
        <PageLink
          page={{ kind: 'instrument', symbol }}
          aria-label={t('instrument.open')}
          className="grid size-6 touch-target place-items-center rounded text-muted hover:bg-hover hover:text-ink max-md:hidden"
        >
          <Info className="size-4" aria-hidden />
        </PageLink>
      </Tooltip>
    </div>
  )
}

const isDated = (listing: Listing | undefined): boolean =>
  listing?.instrument.deliveryMs !== undefined

function tagOf(listing: Listing | undefined): MessageKey {
  if (listing !== undefined && isComing(listing.instrument)) return comingTag(listing.instrument)
  if (listing?.marketType === 'Spot') return 'book.spotTag'
  return isDated(listing) ? 'book.futureTag' : 'book.perpetualTag'
}

/**
 * The slash key opens the search unless the trader is typing or a dialog is open (docs/screen 9).
 */
function onSearchKey(page: Document, open: () => void): () => void {
  const take = (event: KeyboardEvent): void => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    const isTyping =
      target instanceof Element && target.closest('input, textarea, select, [role=dialog]') !== null
    if (isTyping || openDialogs().length > 0) return
    event.preventDefault()
    open()
  }
  page.addEventListener('keydown', take)
  return () => page.removeEventListener('keydown', take)
}

function Figures({ listing }: { listing: Listing }) {
  const ticker = useTicker(listing.symbol)
  const isStale = useConnection((connection) => connection.market !== 'live')
  useTabTitle(listing, ticker)
  return (
    <>
      <LastPrice listing={listing} ticker={ticker} isStale={isStale} />
      <ScrollRow>
        <FigureList listing={listing} ticker={ticker} isStale={isStale} />
      </ScrollRow>
    </>
  )
}

/** The browser's tab title is updated at this interval and not with every frame. */
const TITLE_MS = 500

function useTabTitle(listing: Listing, ticker: Ticker | undefined): void {
  const words = useInstrumentFormat(listing.instrument)
  const price = ticker?.lastTicks === undefined ? undefined : words.price(ticker.lastTicks)
  const name = shownName(listing)
  const title = price === undefined ? `${name} | Basis` : `${price} | ${name}`
  const latest = useRef(title)
  useEffect(() => {
    latest.current = title
  }, [title])
  useEffect(() => {
    const write = (): void => {
      const next = titleWithUnseen(latest.current)
      if (document.title !== next) document.title = next
    }
    write()
    const timer = setInterval(write, TITLE_MS)
    return () => clearInterval(timer)
  }, [])
}

type LiveProps = { listing: Listing; ticker: Ticker | undefined; isStale: boolean }

const directionInk = { up: 'text-up', down: 'text-down', flat: 'text-ink' } as const

function LastPrice({ listing, ticker, isStale }: LiveProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(listing.instrument)
  const change = ticker?.changeE8 ?? 0
  return (
    <div className={classNames('shrink-0', isStale && 'stale')}>
      <p
        className={classNames(
          'min-w-24 text-xl leading-6 font-semibold',
          directionInk[ticker?.direction ?? 'flat'],
        )}
      >
        <span className="sr-only">{t('book.last')} </span>
        {words.price(ticker?.lastTicks)}
      </p>
      <p
        className={classNames(
          'text-xs leading-4 font-medium',
          change > 0 && 'text-up',
          change < 0 && 'text-down',
        )}
      >
        <span className="sr-only">{t('book.change24h')} </span>
        {ticker === undefined ? '--' : format.percent({ units: change, scale: 6 })}
      </p>
    </div>
  )
}

function FigureList({ listing, ticker, isStale }: LiveProps) {
  const t = useT()
  const format = useFormat()
  const { instrument } = listing
  const words = useInstrumentFormat(instrument)
  const isContract = instrument.kind !== 'Spot'
  const prices = [
    words.priceE8(ticker?.markE8),
    words.priceE8(ticker?.indexE8),
    words.price(ticker?.highTicks),
    words.price(ticker?.lowTicks),
  ]
  // All get the width of the widest, so that a price that gains a digit does not shift the layout.
  const digits = Math.max(...prices.map((text) => text.length))
  return (
    <dl className={classNames('flex items-center gap-6', isStale && 'stale')}>
      {isContract && (
        <>
          <Figure
            label={<Explained content={t('book.markHelp')}>{t('book.mark')}</Explained>}
            className="text-accent"
            digits={digits}
          >
            {words.priceE8(ticker?.markE8)}
          </Figure>
          <Figure
            label={<Explained content={t('book.indexHelp')}>{t('book.index')}</Explained>}
            digits={digits}
          >
            {words.priceE8(ticker?.indexE8)}
          </Figure>
        </>
      )}
      <Figure label={t('book.high24h')} digits={digits}>
        {words.price(ticker?.highTicks)}
      </Figure>
      <Figure label={t('book.low24h')} digits={digits}>
        {words.price(ticker?.lowTicks)}
      </Figure>
      <Figure label={t('book.volume24h', { coin: qtyCoin(instrument) })}>
        {ticker === undefined ? '--' : format.compact(exactE8(ticker.volume))}
      </Figure>
      <Figure label={t('book.turnover24h', { coin: valueCoin(instrument) })}>
        {ticker === undefined ? '--' : format.compact(exactE8(ticker.turnover))}
      </Figure>
      {isContract && <ContractFigures listing={listing} ticker={ticker} />}
    </dl>
  )
}

function ContractFigures({ listing, ticker }: Omit<LiveProps, 'isStale'>) {
  const t = useT()
  const format = useFormat()
  const interest = ticker?.openInterest
  return (
    <>
      <Figure
        label={
          <Explained content={t('book.openInterestHelp')}>
            {t('book.openInterest', { coin: qtyCoin(listing.instrument) })}
          </Explained>
        }
      >
        {interest === undefined ? '--' : format.compact(exactE8(interest))}
      </Figure>
      {listing.instrument.deliveryMs === undefined ? (
        <Funding ticker={ticker} />
      ) : (
        <Delivery atMs={listing.instrument.deliveryMs} />
      )}
    </>
  )
}

function Delivery({ atMs }: { atMs: number }) {
  const t = useT()
  const format = useFormat()
  const left = deliveryLeft(atMs, useServerNowMs(), format)
  const help = t('book.deliveryHelp', { time: format.dateTime(atMs) })
  return (
    <Figure label={<Explained content={help}>{t('book.delivery')}</Explained>}>{t(left)}</Figure>
  )
}

function Funding({ ticker }: { ticker: Ticker | undefined }) {
  const t = useT()
  const format = useFormat()
  const nowMs = useServerNowMs()
  const rate = ticker?.fundingRateE8
  const hours = Math.round((ticker?.fundingIntervalMin ?? 480) / 60)
  const annual = annualFunding(rateE8(rate ?? 0), ticker?.fundingIntervalMin ?? 0)
  const help = t('book.fundingHelp', {
    hours,
    annual: format.percent({ units: annual, scale: 6 }),
  })
  return (
    <Figure label={<Explained content={help}>{t('book.funding')}</Explained>}>
      <span className={classNames((rate ?? 0) > 0 && 'text-accent')}>
        {rate === undefined ? '--' : format.funding(exactE8(rate))}
      </span>
      <span className="text-muted"> / </span>
      {ticker === undefined ? '--' : format.countdown(ticker.nextFundingMs - nowMs)}
    </Figure>
  )
}

function Figure(props: {
  label: ReactNode
  children: ReactNode
  className?: string
  /** The minimum width in characters. */
  digits?: number
}) {
  const minWidth = props.digits === undefined ? undefined : `${props.digits - 1}ch`
  return (
    <div className="shrink-0">
      <dt className="text-2xs whitespace-nowrap text-muted">{props.label}</dt>
      <dd className={classNames('text-xs whitespace-nowrap', props.className)} style={{ minWidth }}>
        {props.children}
      </dd>
    </div>
  )
}

/** A row that scrolls sideways, with arrows if content is hidden. */
function ScrollRow({ children }: { children: ReactNode }) {
  const t = useT()
  const row = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (element === null) return undefined
    const update = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const before = scrollLeft > 4
      const after = scrollLeft + clientWidth < scrollWidth - 4
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [])
  const scroll = (part: number): void => {
    const element = row.current
    element?.scrollBy({ left: element.clientWidth * part, behavior: 'smooth' })
  }
  return (
    <div className="relative min-w-0 flex-1">
      {/* Nothing inside is focusable, so the row itself takes the focus and the arrow keys. */}
      <div
        ref={row}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={hidden.before || hidden.after ? 0 : undefined}
        role="group"
        aria-label={t('book.figures')}
        className="no-scrollbar overflow-x-auto focus-visible:-outline-offset-2"
      >
        {children}
      </div>
      {hidden.before && (
        <ScrollArrow label={t('book.scrollBack')} side="left" onPress={() => scroll(-0.7)} />
      )}
      {hidden.after && (
        <ScrollArrow label={t('book.scrollOn')} side="right" onPress={() => scroll(0.7)} />
      )}
    </div>
  )
}

function ScrollArrow(props: { label: string; side: 'left' | 'right'; onPress: () => void }) {
  const isLeft = props.side === 'left'
  const Arrow = isLeft ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onPress}
      className={classNames(
        'absolute inset-y-0 grid w-8 from-panel from-60% to-transparent text-muted hover:text-ink',
        isLeft
          ? 'left-0 place-items-start bg-linear-to-r'
          : 'right-0 place-items-end bg-linear-to-l',
      )}
    >
      <Arrow className="my-auto size-4" aria-hidden />
    </button>
  )
}
