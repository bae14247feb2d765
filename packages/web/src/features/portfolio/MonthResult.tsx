// A month in one coin: its totals, the calendar of its days, the curve, the best and the worst
// trades.

import type { Amount } from '@basis/domain/numbers/fixed'
import type { WireFunding } from '@basis/protocol/account'
import type { WireClosedPnl } from '@basis/protocol/position'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { nameOf } from '../../stores/catalogue.ts'
import { Delta } from '../../ui/Badge.tsx'
import { Calendar } from './Calendar.tsx'
import { Curve } from './Curve.tsx'
import { directionOf, Figure } from './Figure.tsx'
import {
  bestAndWorst,
  cumulativePnl,
  daysOf,
  fundingTotals,
  totalOf,
  type Month,
} from './portfolio-figures.ts'

const MOST_LISTED = 5

type MonthResultProps = {
  month: Month
  coin: string
  closed: readonly WireClosedPnl[]
  funding: readonly WireFunding[]
  nowMs: number
}

export function MonthResult({ month, coin, closed, funding, nowMs }: MonthResultProps) {
  const t = useT()
  const days = daysOf(month, closed)
  const { received, paid } = fundingTotals(funding)
  const { best, worst } = bestAndWorst(closed, MOST_LISTED)
  return (
    <>
      <dl className="mt-3 grid grid-cols-3 gap-4 max-md:grid-cols-2">
        <Figure label={t('portfolio.realised')} value={totalOf(days)} coin={coin} signed />
        <Figure label={t('portfolio.fundingReceived')} value={received} coin={coin} />
        <Figure label={t('portfolio.fundingPaid')} value={paid} coin={coin} />
      </dl>
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        <div>
          <h3 className="text-sm font-semibold">
            {t('portfolio.byDay')} <span className="font-normal text-muted">({coin})</span>
          </h3>
          <p className="mb-2 text-xs text-muted">{t('portfolio.byDayHelp')}</p>
          <Calendar month={month} days={days} coin={coin} nowMs={nowMs} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {closed.length === 0 ? (
            <p className="py-8 text-center text-xs text-soft">{t('portfolio.none')}</p>
          ) : (
            <>
              <Curve sums={cumulativePnl(days, nowMs)} coin={coin} />
              <Closed title={t('portfolio.best')} rows={best} coin={coin} />
              <Closed title={t('portfolio.worst')} rows={worst} coin={coin} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

type ClosedProps = {
  title: string
  rows: readonly { record: WireClosedPnl; pnl: Amount }[]
  coin: string
}

function Closed({ title, rows, coin }: ClosedProps) {
  const t = useT()
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <ol className="text-xs">
        {rows.map(({ record, pnl }) => (
          <li
            key={`${record.orderId} ${record.symbol} ${record.side} ${record.closedAtE3}`}
            className="flex flex-wrap justify-between gap-x-3 border-b border-line py-1.5"
          >
            <span>
              <span className="font-medium">{nameOf(record.symbol)}</span>{' '}
              <span className="text-muted">
                {record.side === 'Buy' ? t('history.long') : t('history.short')} ·{' '}
                {format.dateTime(record.closedAtE3)}
              </span>
            </span>
            <Delta direction={directionOf(pnl)}>
              {format.money(exactE8(pnl), coin, { signed: true })} {coin}
            </Delta>
          </li>
        ))}
      </ol>
    </section>
  )
}
