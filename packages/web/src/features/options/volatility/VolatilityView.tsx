// Volatilities of a chain: the smile of the shown expiry, the term structure at the money, and the
// surface of both.

import type { ReactNode } from 'react'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useQuotesOf } from '../../../stores/options/chain.ts'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/Skeleton.tsx'
import type { Expiry } from '../chain-rows.ts'
import { optionsIn } from '../chain-rows.ts'
import { rounded } from '../holdings.ts'
import {
  lineOf,
  plotOf,
  pointsOf,
  smileOf,
  surfaceMoves,
  surfaceOf,
  termOf,
  type Plot,
} from './volatility-lines.ts'

type Props = { expiries: readonly Expiry[]; expiry: Expiry }

export function VolatilityView({ expiries, expiry }: Props) {
  const t = useT()
  const quotes = useQuotesOf(optionsIn(expiries))
  const smile = smileOf(expiry, quotes)
  const term = termOf(expiries, quotes)
  if (smile.length < 2) return <EmptyState title={t('options.noVolatility')} />
  return (
    <div className="grid gap-4 p-3 text-xs xl:grid-cols-2">
      <Smile smile={smile} deliveryMs={expiry.deliveryMs} />
      <Term term={term} />
      <Surface rows={surfaceOf(expiries, quotes)} />
    </div>
  )
}

function Smile({ smile, deliveryMs }: { smile: ReturnType<typeof smileOf>; deliveryMs: number }) {
  const t = useT()
  const format = useFormat()
  const kinds = ['bid', 'ask', 'mark'] as const
  const all = kinds.flatMap((kind) => pointsOf(smile, kind))
  const plot = plotOf(
    all.map(({ at }) => at),
    all.map(({ value }) => value),
  )
  const title = t('options.smile', { date: format.date(deliveryMs) })
  const price = (value: number) => format.decimal(rounded(value, 0), { scale: 0 })
  return (
    <PlotFrame
      title={title}
      plot={plot}
      ends={[price(plot.least), t('options.strike'), price(plot.most)]}
      legend={
        <>
          <span className="text-accent">{t('options.markIv')}</span>
          <span className="text-up">{t('options.bidIv')}</span>
          <span className="text-down">{t('options.askIv')}</span>
        </>
      }
    >
      {(['bid', 'ask'] as const).map((kind) =>
        pointsOf(smile, kind).map(({ at, value }) => (
          <line
            key={`${kind} ${at}`}
            x1={plot.x(at)}
            x2={plot.x(at)}
            y1={plot.y(value)}
            y2={plot.y(value)}
            className={kind === 'bid' ? 'stroke-up' : 'stroke-down'}
            strokeWidth="5"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        )),
      )}
      <polyline
        points={lineOf(plot, pointsOf(smile, 'mark'))}
        className="stroke-accent"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </PlotFrame>
  )
}

function Term({ term }: { term: ReturnType<typeof termOf> }) {
  const t = useT()
  const format = useFormat()
  if (term.length < 2) return null
  const points = term.map(({ deliveryMs, mark }) => ({ at: deliveryMs, value: mark }))
  const plot = plotOf(
    points.map(({ at }) => at),
    points.map(({ value }) => value),
  )
  return (
    <PlotFrame
      title={t('options.term')}
      plot={plot}
      ends={[format.date(plot.least), '', format.date(plot.most)]}
    >
      <polyline
        points={lineOf(plot, points)}
        className="stroke-accent"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      {points.map(({ at, value }) => (
        <line
          key={at}
          x1={plot.x(at)}
          x2={plot.x(at)}
          y1={plot.y(value)}
          y2={plot.y(value)}
          className="stroke-accent"
          strokeWidth="6"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </PlotFrame>
  )
}

type FrameProps = {
  title: string
  plot: Plot
  ends: readonly string[]
  legend?: ReactNode
  children: ReactNode
}

function PlotFrame({ title, plot, ends, legend, children }: FrameProps) {
  const format = useFormat()
  const percent = (value: number) => format.percent(rounded(value, 1), { scale: 1, signed: false })
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="flex justify-between gap-2">
        <span className="font-semibold">{title}</span>
        <span className="flex gap-3 text-2xs">{legend}</span>
      </figcaption>
      <div className="flex gap-2">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-56 min-w-0 flex-1 overflow-visible rounded border border-line"
          fill="none"
          role="img"
          aria-label={title}
        >
          {children}
        </svg>
        <div className="flex w-12 flex-col justify-between text-2xs text-soft tabular-nums">
          <span>{percent(plot.highest)}</span>
          <span>{percent(plot.lowest)}</span>
        </div>
      </div>
      <div className="mr-14 flex justify-between text-2xs text-soft tabular-nums">
        {ends.map((end, place) => (
          <span key={place}>{end}</span>
        ))}
      </div>
    </figure>
  )
}

const heatClasses = [
  'bg-accent/5',
  'bg-accent/10',
  'bg-accent/20',
  'bg-accent/30',
  'bg-accent/40',
  'bg-accent/50',
]

function Surface({ rows }: { rows: ReturnType<typeof surfaceOf> }) {
  const t = useT()
  const format = useFormat()
  const move = (percent: number) =>
    format.percent({ units: percent, scale: 0 }, { scale: 0, signed: true })
  return (
    <div className="overflow-x-auto xl:col-span-2">
      <table className="w-full text-right tabular-nums">
        <caption className="mb-1 text-left font-semibold">{t('options.surface')}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              {t('options.expiry')}
            </th>
            {surfaceMoves.map((percent) => (
              <th key={percent} scope="col" className="px-1 py-1 font-normal">
                {move(percent)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ deliveryMs, cells }) => (
            <tr key={deliveryMs}>
              <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
                {format.date(deliveryMs)}
              </th>
              {cells.map(({ percent, heat }, column) => (
                <td
                  key={column}
                  className={classNames('px-1 py-1', percent !== undefined && heatClasses[heat])}
                >
                  {percent === undefined
                    ? '--'
                    : format.percent(rounded(percent, 1), { scale: 1, signed: false })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
