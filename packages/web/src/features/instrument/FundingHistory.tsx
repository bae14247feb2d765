// Funding: the coming rate and its time, and the rates settled in the last thirty days.

import { useQuery } from '@tanstack/react-query'
import { dayMs } from '@basis/domain/instrument/candle'
import { priceDecimals } from '@basis/domain/instrument/instrument'
import { rateE8 } from '@basis/domain/numbers/fixed'
import { annualFunding } from '@basis/domain/pricing/mark-price'
import type { WireFundingRate } from '@basis/protocol/account'
import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'
import { askFundingRates, fundingSum, rateOf, type FundingSum } from './funding-figures.ts'
import { Figure, Section } from './Section.tsx'
import { TimeChart } from '../../ui/time-chart/TimeChart.tsx'

const refreshMs = 60_000
const longestDays = 30

export function FundingHistory({ listing }: { listing: Listing }) {
  const t = useT()
  const { symbol } = listing
  const nowMs = useServerNowMs(refreshMs)
  const { data, isError } = useQuery({
    queryKey: ['fundingRates', symbol],
    queryFn: ({ signal }) =>
      askFundingRates(symbol, Math.max(0, nowMs - longestDays * dayMs), signal),
    refetchInterval: refreshMs,
    retry: 1,
  })
  return (
    <Section title={t('instrument.fundingHistory')}>
      <Coming listing={listing} rates={data ?? []} />
      {data === undefined ? (
        isError ? (
          <EmptyState title={t('history.failed')} />
        ) : (
          <Skeleton className="h-44" />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('instrument.noFunding')} />
      ) : (
        <Settled listing={listing} rates={data} />
      )}
    </Section>
  )
}

type RateProps = { listing: Listing; rates: readonly WireFundingRate[] }

function Coming({ listing: { symbol, instrument }, rates }: RateProps) {
  const t = useT()
  const format = useFormat()
  const nowMs = useServerNowMs()
  const ticker = useTicker(symbol)
  const intervalMin = instrument.fundingIntervalMin
  const rate = ticker?.fundingRateE8
  const year = (rateE8: number | undefined): string =>
    rateE8 === undefined ? '--' : format.percent({ units: rateE8, scale: 6 })
  const sums = [7, longestDays].map((days) => ({
    days,
    sum: fundingSum(rates, { nowMs, days, intervalMin }),
  }))
  const sumText = (sum: FundingSum | undefined): string =>
    sum === undefined
      ? '--'
      : t('instrument.sumOf', {
          sum: format.percent({ units: sum.sumE8, scale: 6 }, { scale: 4 }),
          year: year(sum.yearE8),
        })
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
      <Figure name={t('instrument.predicted')} help="instrument.predictedHelp">
        {rate === undefined ? '--' : format.funding(exactE8(rate))}
      </Figure>
      <Figure name={t('help.nextFunding')}>
        {ticker === undefined ? '--' : format.countdown(ticker.nextFundingMs - nowMs)}
      </Figure>
      <Figure name={t('instrument.yearRate')} help="instrument.yearRateHelp">
        {year(rate === undefined ? undefined : annualFunding(rateE8(rate), intervalMin))}
      </Figure>
      {sums.map(({ days, sum }) => (
        <Figure key={days} name={t('instrument.sumDays', { days })} help="instrument.sumHelp">
          {sumText(sum)}
        </Figure>
      ))}
      <Figure name={t('instrument.settlements')}>{rates.length}</Figure>
    </dl>
  )
}

function Settled({ listing, rates }: RateProps) {
  const t = useT()
  const format = useFormat()
  const scale = priceDecimals(listing.instrument)
  const points = rates
    .map((rate) => ({ timeMs: rate.fundingTimeE3, value: rateOf(rate) }))
    .toReversed()
  return (
    <>
      <TimeChart
        writeTime={format.dateTime}
        label={t('instrument.fundingHistory')}
        kind="bars"
        points={points}
        write={(value) => format.funding(exactE8(Math.round(value)))}
      />
      <Table label={t('instrument.fundingHistory')} density="compact" className="max-h-64 shrink-0">
        <TableHead>
          <HeadCell>{t('book.time')}</HeadCell>
          <HeadCell align="end">{t('help.fundingRate')}</HeadCell>
          <HeadCell align="end">{t('book.mark')}</HeadCell>
        </TableHead>
        <TableBody>
          {rates.map((rate) => (
            <TableRow key={rate.fundingTimeE3}>
              <Cell>{format.dateTime(rate.fundingTimeE3)}</Cell>
              <Cell align="end">{format.funding(rate.fundingRate)}</Cell>
              <Cell align="end">{format.price(rate.markPrice, scale)}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  )
}
