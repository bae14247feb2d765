// A month's cumulative P&L as a line from day to day, with the last figure as text.

import { zero, type Amount } from '@basis/domain/numbers/fixed'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { tenths } from '../../ui/time-chart/time-scale.ts'

const WIDTH = 600
const HEIGHT = 120

export function Curve({ sums, coin }: { sums: readonly Amount[]; coin: string }) {
  const t = useT()
  const format = useFormat()
  const last = sums.at(-1) ?? zero
  const values = sums.map(Number)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const height = (value: number): number =>
    HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8)
  const points = values.map(
    (value, at) =>
      `${tenths((at / Math.max(1, values.length - 1)) * WIDTH)},${tenths(height(value))}`,
  )
  const written = format.money(exactE8(last), coin, { signed: true })
  const title = t('portfolio.cumulative')
  return (
    <section aria-label={title}>
      <h3 className="mb-1 flex justify-between gap-2 text-sm font-semibold">
        {title}
        <span className="text-xs font-normal text-soft">
          {written} {coin}
        </span>
      </h3>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full"
        fill="none"
        aria-hidden
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={height(0)}
          y2={height(0)}
          className="stroke-line-strong"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={points.join(' ')}
          className={last < zero ? 'stroke-down' : 'stroke-up'}
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </section>
  )
}
