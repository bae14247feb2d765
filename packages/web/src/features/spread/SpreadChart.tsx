// The fair spread over time as a line; its axis may include negative values.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { askShown } from '../../client/page-calls.ts'
import { axisFigure, lineOf } from './spread-form.ts'

const intervals = [
  { value: '1', label: '1m' },
  { value: '15', label: '15m' },
  { value: '60', label: '1h' },
  { value: '240', label: '4h' },
] as const
type Interval = (typeof intervals)[number]['value']

export function SpreadChart({ symbol, fair }: { symbol: string; fair: string }) {
  const t = useT()
  const [interval, setInterval] = useState<Interval>('15')
  const { data } = useQuery({
    queryKey: ['spreadLine', symbol, interval],
    queryFn: ({ signal }) => askShown('spreadLine', { symbol, interval }, signal),
    refetchInterval: 15_000,
  })
  return (
    <section aria-label={t('spread.chart')}>
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-sm font-semibold">{t('spread.chart')}</h2>
        <Segments
          label={t('spread.chart')}
          value={interval}
          onChange={setInterval}
          items={intervals}
        />
      </div>
      {data === undefined && <Skeleton className="h-72" />}
      {data !== undefined && data.list.length < 2 && <EmptyState title={t('spread.noLine')} />}
      {data !== undefined && data.list.length > 1 && <Line list={data.list} fair={fair} />}
    </section>
  )
}

type LineProps = { list: readonly (readonly [number, string])[]; fair: string }

function Line({ list, fair }: LineProps) {
  const format = useFormat()
  const now = fair === '' ? [] : [Number(fair)]
  const values = [...list.map(([, value]) => Number(value)), ...now]
  const { points, marks, zero, y } = lineOf(values)
  const first = list[0]?.[0]
  const last = list.at(-1)?.[0]
  const number = (value: number) => format.decimal(axisFigure(value), { scale: 2 })
  return (
    <>
      <div className="flex h-72 gap-2">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-full min-w-0 flex-1"
          fill="none"
          aria-hidden
        >
          {marks.map((mark) => (
            <line
              key={mark}
              x1="0"
              x2="100"
              y1={y(mark)}
              y2={y(mark)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {zero !== undefined && (
            <line
              x1="0"
              x2="100"
              y1={zero}
              y2={zero}
              className="stroke-line-strong"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          )}
          <polyline
            points={points.map((point) => `${point.x},${point.y}`).join(' ')}
            className="stroke-accent"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ul
          className="flex flex-col-reverse justify-between text-xs text-soft tabular-nums"
          aria-hidden
        >
          {marks.map((mark) => (
            <li key={mark}>{number(mark)}</li>
          ))}
        </ul>
      </div>
      <div className="mt-1 flex justify-between pr-14 text-xs text-soft" aria-hidden>
        <span>{first !== undefined && format.dateTime(first)}</span>
        <span>{last !== undefined && format.dateTime(last)}</span>
      </div>
    </>
  )
}
