// The account's equity and return over a chosen span, up to now.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useServerNowMs } from '../../client/connection.ts'
import { askShown } from '../../client/page-calls.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { Wallet } from '../../stores/wallet.ts'
import { Delta } from '../../ui/Badge.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { TimeChart } from '../../ui/time-chart/TimeChart.tsx'
import { LoadFailed } from '../page-states/LoadFailed.tsx'
import {
  equityFigures,
  equityPoints,
  equitySpans,
  spanStart,
  type EquityPoint,
  type EquitySpan,
} from './equity-curve.ts'
import { Figure } from './Figure.tsx'
import { balancesOf } from './portfolio-figures.ts'

const REFRESH_MS = 60_000
/** The delay after a balance change before deposits and withdrawals are requested again. */
const REFRESH_SOON_MS = 2_000
const unit = 'USD'
/** One cent in 1e-8 dollars. */
const CENT = 1_000_000

const spanNames = {
  day: 'history.rangeDay',
  week: 'history.rangeWeek',
  month: 'history.rangeMonth',
  all: 'history.rangeAll',
} as const

/** `wallet`: the account now; undefined while that is not reliably known. */
export function EquityOverTime({ wallet }: { wallet: Wallet | undefined }) {
  const t = useT()
  const [span, setSpan] = useState<EquitySpan>('day')
  const uid = useSession(({ user }) => user?.uid)
  const nowMs = useServerNowMs(REFRESH_MS)
  const balances = wallet && balancesOf(wallet)
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['equity', uid, span],
    queryFn: async ({ signal }) => {
      const fromE3 = spanStart(span, nowMs)
      const asked = await askShown('equityHistory', fromE3 === undefined ? {} : { fromE3 }, signal)
      return { list: asked.list, balances }
    },
    refetchInterval: ({ state }) =>
      state.data?.balances === balances ? REFRESH_MS : REFRESH_SOON_MS,
    retry: 1,
  })
  const isCurrent = wallet !== undefined && data?.balances === balances
  const now = isCurrent ? { timeMs: nowMs, equity: wallet.equity } : undefined
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
        <Shown points={equityPoints(data.list, now)} />
      ) : isError ? (
        <LoadFailed query={{ isFetching, refetch }} className="grid min-h-56 place-items-center" />
      ) : (
        <Skeleton className="h-56" />
      )}
    </section>
  )
}

function Shown({ points }: { points: readonly EquityPoint[] }) {
  const t = useT()
  const format = useFormat()
  const [isReturn, setReturn] = useState(false)
  const [first] = points
  if (first === undefined) return <EmptyState title={t('portfolio.equityNone')} />
  const { result, putIn, returnE4, drawdownE4 } = equityFigures(points)
  const percent = (e4: number): string => format.percent({ units: Math.round(e4), scale: 2 })
  const dollars = (cents: number): string =>
    `${format.decimal({ units: Math.floor(cents), scale: 2 }, { scale: 2 })} ${unit}`
  const valueOf = ({ equity, growth }: EquityPoint): number =>
    isReturn ? (growth / first.growth - 1) * 10_000 : Number(equity) / CENT
  return (
    <>
      <dl className="mb-2 grid grid-cols-2 gap-4 md:grid-cols-4">
        <Figure label={t('portfolio.result')} value={result} coin={unit} signed />
        <Share label={t('portfolio.return')} text={percent(returnE4)} of={returnE4} />
        <Share label={t('portfolio.drawdown')} text={percent(-drawdownE4)} of={0} />
        <Figure label={t('portfolio.putIn')} value={putIn} coin={unit} />
      </dl>
      <div className="mb-2 flex">
        <Segments
          label={t('portfolio.curve')}
          value={isReturn ? 'return' : 'equity'}
          onChange={(shown) => setReturn(shown === 'return')}
          items={[
            { value: 'equity', label: t('account.equity') },
            { value: 'return', label: t('portfolio.return') },
          ]}
        />
      </div>
      <TimeChart
        label={isReturn ? t('portfolio.return') : t('portfolio.equity')}
        kind="steps"
        points={points.map((point) => ({ timeMs: point.timeMs, value: valueOf(point) }))}
        write={isReturn ? percent : dollars}
        writeTime={format.dateTime}
      />
      <p className="mt-2 text-xs text-muted">{t('portfolio.equityHelp')}</p>
    </>
  )
}

function Share({ label, text, of }: { label: string; text: string; of: number }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold">
        <Delta direction={of > 0 ? 'up' : of < 0 ? 'down' : 'flat'}>{text}</Delta>
      </dd>
    </div>
  )
}
