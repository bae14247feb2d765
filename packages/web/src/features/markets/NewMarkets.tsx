// Announced markets with a countdown to their opening, and those listed recently.

import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useViewport } from '../../platform/viewport.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { EmptyState } from '../../ui/Skeleton.tsx'
import {
  Cell,
  EmptyRow,
  HeadCell,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '../../ui/table/Table.tsx'
import { newListings } from './groups.ts'
import { CardFigures, Countdown, zonedMoment, type CardFigure } from './CardFigures.tsx'
import { MarketCalendar } from './MarketCalendar.tsx'
import { Figure, SymbolCell } from './MarketTable.tsx'
import type { MarketRow } from './market-rows.ts'

type Props = { rows: readonly MarketRow[]; favourites: readonly string[] }

/** Listings are recomputed each minute; the countdown updates by itself. */
const refreshMs = 60_000

export function NewMarkets({ rows, favourites }: Props) {
  const t = useT()
  const nowMs = useServerNowMs(refreshMs)
  const rowOf = new Map(rows.map((row) => [row.listing.symbol, row]))
  const listings = rows.map(({ listing }) => listing)
  const { coming, opened } = newListings(listings, nowMs)
  const rowsOf = (list: readonly Listing[]): MarketRow[] =>
    list.flatMap(({ symbol }) => rowOf.get(symbol) ?? [])
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto py-3">
      <section>
        <h2 className="px-3 text-lg font-semibold">{t('markets.coming')}</h2>
        <ComingTable rows={rowsOf(coming)} favourites={favourites} />
      </section>
      <section>
        <h2 className="px-3 text-lg font-semibold">{t('markets.calendar')}</h2>
        <MarketCalendar />
      </section>
      <section>
        <h2 className="px-3 text-lg font-semibold">{t('markets.newListings')}</h2>
        <OpenedTable rows={rowsOf(opened)} favourites={favourites} />
      </section>
    </div>
  )
}

/** On a phone a market is a card: its name, and its labelled figures. */
function Cards(
  props: Props & { label: string; figures: (row: MarketRow) => readonly CardFigure[] },
) {
  const { rows, favourites, label, figures } = props
  return (
    <ul aria-label={label} className="px-3">
      {rows.map((row) => (
        <li key={row.listing.symbol} className="border-b border-line py-2.5">
          <SymbolCell listing={row.listing} isStarred={favourites.includes(row.listing.symbol)} />
          <CardFigures figures={figures(row)} />
        </li>
      ))}
    </ul>
  )
}

const useIsPhone = (): boolean => useViewport() === 'phone'

function ComingTable({ rows, favourites }: Props) {
  const t = useT()
  const format = useFormat()
  const isPhone = useIsPhone()
  if (isPhone && rows.length > 0) {
    return (
      <Cards
        label={t('markets.coming')}
        rows={rows}
        favourites={favourites}
        figures={({ listing: { instrument } }) => [
          { name: t('instrument.opens'), value: zonedMoment(format, instrument.launchMs) },
          {
            name: t('markets.opensIn'),
            value: <Countdown untilMs={instrument.launchMs ?? 0} />,
          },
        ]}
      />
    )
  }
  return (
    <Table label={t('markets.coming')} className="h-auto">
      <TableHead>
        <HeadCell sticky>{t('book.columnSymbol')}</HeadCell>
        <HeadCell align="end">{t('instrument.opens')}</HeadCell>
        <HeadCell align="end">{t('markets.opensIn')}</HeadCell>
      </TableHead>
      <TableBody>
        {rows.length === 0 && (
          <EmptyRow columns={3}>
            <EmptyState title={t('markets.nothingComing')} />
          </EmptyRow>
        )}
        {rows.map(({ listing }) => (
          <TableRow key={listing.symbol}>
            <Cell sticky>
              <SymbolCell listing={listing} isStarred={favourites.includes(listing.symbol)} />
            </Cell>
            <Cell align="end" second={format.zoneName(listing.instrument.launchMs ?? 0)}>
              {format.dateTime(listing.instrument.launchMs)}
            </Cell>
            <Cell align="end" className="text-accent tabular-nums">
              <Countdown untilMs={listing.instrument.launchMs ?? 0} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function OpenedTable({ rows, favourites }: Props) {
  const t = useT()
  const format = useFormat()
  const isPhone = useIsPhone()
  if (isPhone && rows.length > 0) {
    return (
      <Cards
        label={t('markets.newListings')}
        rows={rows}
        favourites={favourites}
        figures={(row) => [
          {
            name: t('instrument.listed'),
            value: zonedMoment(format, row.listing.instrument.launchMs),
          },
          { name: t('book.columnLast'), value: <Figure row={row} column="last" /> },
          {
            name: t('markets.change', { window: '24h' }),
            value: <Figure row={row} column="change24h" />,
          },
          { name: t('markets.turnover'), value: <Figure row={row} column="turnover" /> },
        ]}
      />
    )
  }
  return (
    <Table label={t('markets.newListings')} className="h-auto">
      <TableHead>
        <HeadCell sticky>{t('book.columnSymbol')}</HeadCell>
        <HeadCell align="end">{t('instrument.listed')}</HeadCell>
        <HeadCell align="end">{t('book.columnLast')}</HeadCell>
        <HeadCell align="end">{t('markets.change', { window: '24h' })}</HeadCell>
        <HeadCell align="end">{t('markets.turnover')}</HeadCell>
      </TableHead>
      <TableBody>
        {rows.length === 0 && (
          <EmptyRow columns={5}>
            <EmptyState title={t('markets.nothingNew')} />
          </EmptyRow>
        )}
        {rows.map((row) => (
          <TableRow key={row.listing.symbol}>
            <Cell sticky>
              <SymbolCell
                listing={row.listing}
                isStarred={favourites.includes(row.listing.symbol)}
              />
            </Cell>
            <Cell align="end" second={format.zoneName(row.listing.instrument.launchMs ?? 0)}>
              {format.dateTime(row.listing.instrument.launchMs)}
            </Cell>
            <Cell align="end">
              <Figure row={row} column="last" />
            </Cell>
            <Cell align="end">
              <Figure row={row} column="change24h" />
            </Cell>
            <Cell align="end">
              <Figure row={row} column="turnover" />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
