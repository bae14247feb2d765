// The account's equity over a span that the trader chooses, up to this moment.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { Amount } from '@basis/domain/numbers/fixed'
import { useServerNowMs } from '../../client/connection.ts'
import { askShown } from '../../client/page-calls.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { TimeChart } from '../../ui/time-chart/TimeChart.tsx'
import {
  equityFigures,
  equityPoints,
  equitySpans,
  spanStart,
  type EquityPoint,
  type EquitySpan,
} from './equity-curve.ts'
import { Figure } from './Figure.tsx'

const REFRESH_MS = 60_000
const unit = 'USD'
/** A hundredth of a dollar in 1e-8. */
const CENT = 1_000_000

const spanNames = {
  day: 'history.rangeDay',
  week: 'history.rangeWeek',
  month: 'history.rangeMonth',
  all: 'history.rangeAll',
} as const

/** `equity`: what the account is worth now; undefined while that is not known for sure. */
export function EquityOverTime({ equity }: { equity: Amount | undefined }) {
  const t = useT()
  const [span, setSpan] = useState<EquitySpan>('day')
  const uid = useSession(({ user }) => user?.uid)
  const nowMs = useServerNowMs(REFRESH_MS)
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['equity', uid, span],
    queryFn: async ({ signal }) => {
      const fromE3 = spanStart(span, nowMs)
      const asked = await askShown('equityHistory', fromE3 === undefined ? {} : { fromE3 }, signal)
      return asked.list
    },
    refetchInterval: REFRESH_MS,
    retry: 1,
  })
  const now = equity === undefined ? undefined : { timeMs: nowMs, equity }
  return (
    <section aria-label={t('portfolio.equity')} className="rounded bg-panel px-4 py-3">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{t('portfolio.equity')}</h2>
        <Segments
          label={t('history.rangeLabel')}
          value={span}
          onChange={setSpan}
          items={equitySpans.map((each) => ({ value: each, label: t(spanNames[each]) }))}
        />
      </div>
      {data !== undefined ? (
        <Shown points={equityPoints(data, now)} />
      ) : isError ? (
        <div role="alert" className="grid min-h-56 place-items-center">
          <EmptyState
            icon={<TriangleAlert />}
            title={t('history.failed')}
            action={
              <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
                {t('shell.retry')}
              </Button>
            }
          />
        </div>
      ) : (
        <Skeleton className="h-56" />
      )}
    </section>
  )
}

function Shown({ points }: { points: readonly EquityPoint[] }) {
  const t = useT()
  const format = useFormat()
  if (points.length === 0) return <EmptyState title={t('portfolio.equityNone')} />
  const { change, changeE4, drawdownE4 } = equityFigures(points)
  const written = (cents: number): string =>
    `${format.decimal({ units: Math.floor(cents), scale: 2 }, { scale: 2 })} ${unit}`
  return (
    <>
      <dl className="mb-2 grid grid-cols-2 gap-4">
        <Figure
          label={t('portfolio.equityChange')}
          value={change}
          coin={unit}
          signed
          note={changeE4 === undefined ? undefined : format.percent({ units: changeE4, scale: 2 })}
        />
        <div>
          <dt className="text-xs text-muted">{t('portfolio.drawdown')}</dt>
          <dd className="text-base font-semibold">
            {format.percent({ units: -drawdownE4, scale: 2 })}
          </dd>
        </div>
      </dl>
      <TimeChart
        label={t('portfolio.equity')}
        kind="steps"
        points={points.map(({ timeMs, equity }) => ({ timeMs, value: Number(equity) / CENT }))}
        write={written}
        writeTime={format.dateTime}
      />
      <p className="mt-2 text-xs text-muted">{t('portfolio.equityHelp')}</p>
    </>
  )
}
