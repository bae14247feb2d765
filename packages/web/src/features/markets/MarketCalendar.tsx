// The calendar of the next seven days: listings, expiries, deliveries and maintenance, and the
// markets concerned.

import type { CallAnswer } from '@basis/protocol/calls'
import { usePolled } from '../../client/use-polled.ts'
import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useViewport } from '../../platform/viewport.ts'
import { shownName, useListings } from '../../stores/catalogue.ts'
import { PageLink } from '../../shell/PageLink.tsx'
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
import { CardFigures, Countdown, zonedMoment, type CardFigure } from './CardFigures.tsx'

type MarketEvent = CallAnswer<'marketCalendar'>['list'][number]

const askEveryMs = 60_000

const eventWords = {
  auction: 'markets.eventAuction',
  opening: 'markets.eventOpening',
  delisting: 'markets.eventDelisting',
  delivery: 'markets.eventDelivery',
  maintenance: 'markets.eventMaintenance',
} as const satisfies Record<MarketEvent['kind'], MessageKey>

export function MarketCalendar() {
  const t = useT()
  const nowMs = useServerNowMs(askEveryMs)
  const events = usePolled('marketCalendar', askEveryMs)?.list.filter(
    ({ timeE3, endTimeE3 = timeE3 }) => endTimeE3 > nowMs,
  )
  const isPhone = useViewport() === 'phone'
  if (isPhone && events !== undefined && events.length > 0) return <EventCards events={events} />
  return (
    <Table label={t('markets.calendar')} className="h-auto">
      <TableHead>
        <HeadCell>{t('markets.calendarEvent')}</HeadCell>
        <HeadCell>{t('markets.calendarMarkets')}</HeadCell>
        <HeadCell align="end">{t('markets.calendarBegins')}</HeadCell>
        <HeadCell align="end">{t('markets.calendarEnds')}</HeadCell>
        <HeadCell align="end">{t('markets.calendarIn')}</HeadCell>
      </TableHead>
      <TableBody>
        {events?.length === 0 && (
          <EmptyRow columns={5}>
            <EmptyState title={t('markets.nothingPlanned')} />
          </EmptyRow>
        )}
        {events?.map((event) => (
          <TableRow key={keyOf(event)}>
            <Cell>{t({ key: eventWords[event.kind] })}</Cell>
            <Cell>
              <Markets symbols={event.symbols} />
            </Cell>
            <Moment timeMs={event.timeE3} />
            <Moment timeMs={event.endTimeE3} />
            <Cell align="end" className="text-accent tabular-nums">
              <TimeLeft untilMs={event.timeE3} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const keyOf = ({ kind, timeE3, symbols }: MarketEvent): string =>
  `${kind} ${timeE3} ${symbols.join(' ')}`

function Moment({ timeMs }: { timeMs: number | undefined }) {
  const format = useFormat()
  return (
    <Cell align="end" second={timeMs === undefined ? '' : format.zoneName(timeMs)}>
      {format.dateTime(timeMs)}
    </Cell>
  )
}

/** On a phone an event is a card: what happens, when, and in which markets. */
function EventCards({ events }: { events: readonly MarketEvent[] }) {
  const t = useT()
  const format = useFormat()
  const figures = ({ timeE3, endTimeE3 }: MarketEvent): readonly CardFigure[] => [
    { name: t('markets.calendarBegins'), value: zonedMoment(format, timeE3) },
    { name: t('markets.calendarIn'), value: <TimeLeft untilMs={timeE3} /> },
    ...(endTimeE3 === undefined
      ? []
      : [{ name: t('markets.calendarEnds'), value: zonedMoment(format, endTimeE3) }]),
  ]
  return (
    <ul aria-label={t('markets.calendar')} className="px-3">
      {events.map((event) => (
        <li key={keyOf(event)} className="border-b border-line py-2.5 text-xs">
          <p className="text-sm font-medium">{t({ key: eventWords[event.kind] })}</p>
          <Markets symbols={event.symbols} />
          <CardFigures figures={figures(event)} />
        </li>
      ))}
    </ul>
  )
}

/** The markets of an event, each with a link to its page. */
function Markets({ symbols }: { symbols: readonly string[] }) {
  const listings = useListings()
  return (
    <span className="flex flex-wrap items-center gap-x-3 whitespace-nowrap">
      {symbols.map((symbol) => {
        const listing = listings.get(symbol)
        return listing === undefined ? (
          <span key={symbol}>{symbol}</span>
        ) : (
          <PageLink
            key={symbol}
            page={{ kind: 'instrument', symbol }}
            className="inline-flex min-h-6 min-w-6 items-center rounded-sm hover:text-accent"
          >
            {shownName(listing)}
          </PageLink>
        )
      })}
    </span>
  )
}

/** The time until an event; for one that has begun and not ended, that it is ongoing. */
function TimeLeft({ untilMs }: { untilMs: number }) {
  const t = useT()
  return untilMs > useServerNowMs() ? <Countdown untilMs={untilMs} /> : t('markets.calendarOngoing')
}
