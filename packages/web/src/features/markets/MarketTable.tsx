// The table of the markets page, as an overview or as a screener, and the format of its figures; a
// phone shows cards instead.

import { isComing } from '@basis/domain/instrument/instrument'
import type { ReactNode } from 'react'
import { BellPlus, Info } from 'lucide-react'
import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { pageOf } from '../../shell/routes.ts'
import { shownName, tradedOf, type Listing } from '../../stores/catalogue.ts'
import { comingTag, useInstrumentFormat, useWirePrice } from '../../stores/instrument-format.ts'
import { usePickerRow } from '../../stores/tickers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { CoinIcon } from '../../ui/coins/CoinIcon.tsx'
import type { TableSort } from '../../ui/table/sort.ts'
import {
  Cell,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '../../ui/table/Table.tsx'
import { Sparkline } from '../../ui/time-chart/Sparkline.tsx'
import { PairBadges } from '../catalogue/PairBadges.tsx'
import { StarButton } from '../catalogue/StarButton.tsx'
import {
  changeE6,
  changeWindows,
  dayLine,
  openInterestUsd,
  spreadE6,
  turnoverUsd,
  viewColumns,
  type ChangeColumn,
  type MarketColumn,
  type MarketRow,
  type MarketView,
} from './market-rows.ts'

type Named = Exclude<MarketColumn, ChangeColumn>

const names: Record<Named, MessageKey> = {
  symbol: 'book.columnSymbol',
  last: 'book.columnLast',
  trend: 'markets.trend',
  range: 'markets.range',
  turnover: 'markets.turnover',
  funding: 'book.funding',
  openInterest: 'markets.openInterest',
  volatility: 'markets.volatility',
  volumeRatio: 'markets.volumeRatio',
  correlation: 'markets.correlation',
  spread: 'markets.spread',
  openInterest1h: 'markets.interest1h',
  openInterest24h: 'markets.interest24h',
}
const helps: Partial<Record<MarketColumn, MessageKey>> = {
  change5m: 'markets.changeHelp',
  change15m: 'markets.changeHelp',
  change1h: 'markets.changeHelp',
  change4h: 'markets.changeHelp',
  change24h: 'markets.changeHelp',
  trend: 'markets.trendHelp',
  range: 'markets.rangeHelp',
  turnover: 'markets.turnoverHelp',
  funding: 'markets.fundingHelp',
  openInterest: 'book.openInterestHelp',
  openInterest1h: 'markets.interestHelp',
  openInterest24h: 'markets.interestHelp',
  spread: 'markets.spreadHelp',
  volatility: 'markets.volatilityHelp',
  volumeRatio: 'markets.volumeRatioHelp',
  correlation: 'markets.correlationHelp',
}

const isChange = (column: MarketColumn): column is ChangeColumn => column in changeWindows

/**
 * Returns a function that names the columns. In the screener, where five changes are side by side,
 * a change is named by its window alone.
 */
export function useColumnName(): (column: MarketColumn, view?: MarketView) => string {
  const t = useT()
  return (column, view) => {
    if (!isChange(column)) return t({ key: names[column] })
    const window = changeWindows[column]
    return view === 'screener' ? `${window} %` : t('markets.change', { window })
  }
}

export function MarketTable(props: {
  view: keyof typeof viewColumns
  rows: readonly MarketRow[]
  favourites: readonly string[]
  sort: TableSort<MarketColumn>
}) {
  const { view, rows, favourites, sort } = props
  const t = useT()
  const columns = viewColumns[view]
  const nameOf = useColumnName()
  return (
    <Table label={t('markets.title')}>
      <TableHead>
        <HeadCell sticky {...sort.head('symbol')}>
          {nameOf('symbol')}
        </HeadCell>
        {columns.map((column) => (
          <HeadCell key={column} align="end" {...sort.head(column)}>
            <Explained help={helps[column]}>{nameOf(column, view)}</Explained>
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.length === 0 && <SkeletonRows columns={columns.length + 1} rows={12} />}
        {rows.map((row) => (
          <TableRow key={row.listing.symbol}>
            <Cell sticky>
              <SymbolCell
                listing={row.listing}
                isStarred={favourites.includes(row.listing.symbol)}
              />
            </Cell>
            {columns.map((column) => (
              <Cell key={column} align="end" className="tabular-nums">
                <Figure row={row} column={column} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Explained({ help, children }: { help: MessageKey | undefined; children: string }) {
  const t = useT()
  if (help === undefined) return children
  return (
    <Tooltip content={t({ key: help })}>
      <span className="underline decoration-dotted underline-offset-2">{children}</span>
    </Tooltip>
  )
}

/** A market's icon and name, with its star and the link to its details. */
export function SymbolCell({ listing, isStarred }: { listing: Listing; isStarred: boolean }) {
  const t = useT()
  const { instrument, symbol } = listing
  return (
    <span className="flex items-center gap-1.5">
      <StarButton symbol={symbol} isStarred={isStarred} />
      <CoinIcon coin={instrument.baseCoin} size={20} />
      <PageLink
        page={pageOf(tradedOf(listing))}
        className="rounded-sm text-sm font-medium hover:text-accent"
      >
        {shownName(listing)}
      </PageLink>
      <PageLink
        page={{ kind: 'instrument', symbol }}
        aria-label={t('markets.detailsOf', { symbol: shownName(listing) })}
        className="grid size-6 touch-target place-items-center rounded text-muted hover:text-ink"
      >
        <Info className="size-3.5" aria-hidden />
      </PageLink>
      <PairBadges
        listing={listing}
        otherwise={instrument.kind === 'Spot' && <Badge>{t('book.spotTag')}</Badge>}
      />
      {isComing(instrument) && <Badge>{t({ key: comingTag(instrument) })}</Badge>}
      <IconButton
        label={t('alerts.addOf', { symbol })}
        className="text-muted"
        onClick={() => openDialog({ kind: 'alerts', make: { symbols: [symbol] } })}
      >
        <BellPlus className="size-3.5!" aria-hidden />
      </IconButton>
    </span>
  )
}

/** A figure of a market, formatted for its column. */
export function Figure({ row, column }: { row: MarketRow; column: MarketColumn }): ReactNode {
  const format = useFormat()
  const price = useWirePrice(row.listing.instrument)
  const { ticker, statistics } = row
  if (isChange(column)) return <Change valueE6={changeE6(row, column)} />
  switch (column) {
    case 'symbol':
      return null
    case 'last':
      return <LastPrice row={row} />
    case 'trend':
      return <Sparkline values={dayLine(row)} />
    case 'range':
      return `${price(ticker?.highPrice24h)} / ${price(ticker?.lowPrice24h)}`
    case 'turnover':
      return compact(turnoverUsd(row))
    case 'openInterest':
      return compact(openInterestUsd(row))
    case 'funding':
      return <Funding row={row} />
    case 'volatility':
      return percent(statistics?.volatilityE6, 2)
    case 'volumeRatio':
      return statistics?.volumeRatioE6 === undefined
        ? '--'
        : `${format.decimal({ units: statistics.volumeRatioE6, scale: 6 }, { scale: 2 })}×`
    case 'correlation':
      return format.decimal(
        statistics?.btcCorrelationE6 === undefined
          ? undefined
          : { units: statistics.btcCorrelationE6, scale: 6 },
        { scale: 2 },
      )
    case 'spread':
      // For the largest contracts it is a few ten-thousandths of a percent.
      return percent(spreadE6(row), 4)
    case 'openInterest1h':
    case 'openInterest24h':
      return <Change valueE6={statistics?.[`${column}E6`]} />
  }

  function compact(value: number | undefined): string {
    return value === undefined ? '--' : format.compact({ units: Math.round(value), scale: 0 })
  }
  function percent(valueE6: number | undefined, scale: number): string {
    if (valueE6 === undefined) return '--'
    return format.percent({ units: valueE6, scale: 4 }, { scale, signed: false })
  }
}

/** The pushed last price, or that of the last answer until there is one. */
function LastPrice({ row: { listing, ticker } }: { row: MarketRow }) {
  const words = useInstrumentFormat(listing.instrument)
  const price = useWirePrice(listing.instrument)
  const pushed = usePickerRow(listing.symbol)?.lastTicks
  return pushed === undefined ? price(ticker?.lastPrice) : words.price(pushed)
}

function Change({ valueE6 }: { valueE6: number | undefined }) {
  const format = useFormat()
  if (valueE6 === undefined) return '--'
  return (
    <span className={valueE6 > 0 ? 'text-up' : valueE6 < 0 ? 'text-down' : undefined}>
      {format.percent({ units: valueE6, scale: 4 })}
    </span>
  )
}

function Funding({ row: { ticker } }: { row: MarketRow }) {
  const t = useT()
  const format = useFormat()
  const nowMs = useServerNowMs()
  // A dated future pays no funding, so it has no next funding time.
  if (!ticker?.fundingRate || ticker.nextFundingTimeE3 === 0) return '--'
  return t('book.fundingOf', {
    rate: format.funding(ticker.fundingRate),
    countdown: format.countdown(ticker.nextFundingTimeE3 - nowMs),
  })
}
