// The levels of a grid as lines: buy levels, sell levels, and the last price.

import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { priceWords } from './bot-figures.ts'
import { plotted } from './grid-plot.ts'
import type { PlotLevel } from './bot-form.ts'

const strokes = { Buy: 'stroke-up', Sell: 'stroke-down', none: 'stroke-line-strong' } as const
const fills = { Buy: 'fill-up', Sell: 'fill-down', none: 'fill-soft' } as const

type Props = { levels: readonly PlotLevel[]; lastTicks: number; lastPrice: string }

export function GridPlot({ levels, lastTicks, lastPrice }: Props) {
  const t = useT()
  const format = useFormat()
  const { lines, price, width, height } = plotted(levels, lastTicks)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="w-full max-w-xl text-2xs"
      role="img"
      aria-label={t('bots.plot', { count: levels.length })}
    >
      {lines.map(({ y, side, label }, at) => (
        <g key={at}>
          <line x1="0" x2={width - 96} y1={y} y2={y} className={strokes[side ?? 'none']} />
          {label !== '' && (
            <text x={width - 90} y={y + 4} className={fills[side ?? 'none']} fontSize="11">
              {priceWords(format, label)}
            </text>
          )}
        </g>
      ))}
      <line
        x1="0"
        x2={width - 96}
        y1={price}
        y2={price}
        className="stroke-accent"
        strokeDasharray="5 4"
        strokeWidth="1.5"
      />
      <text x="2" y={price - 4} className="fill-accent" fontSize="11">
        {priceWords(format, lastPrice)}
      </text>
    </svg>
  )
}
