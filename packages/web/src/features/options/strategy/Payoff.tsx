// The payoff of a strategy over the index, at the end of its first option and at a chosen day and
// volatility, with its bounds, break-evens and probability of profit.

import { useMemo, useState } from 'react'
import { serverNowMs } from '../../../client/connection.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Slider } from '../../../ui/Slider.tsx'
import { rounded } from '../holdings.ts'
import {
  payoffLegs,
  type FilledPrices,
  type Markets,
  type StrategyDraft,
} from './strategy-draft.ts'
import {
  daysToEnd,
  payoffFigures,
  payoffPlot,
  presentScenario,
  type PayoffFigures,
  type PayoffPlot,
  type Scenario,
} from './payoff-lines.ts'

type Props = {
  draft: StrategyDraft
  markets: Markets
  filled: FilledPrices
  index: string | undefined
  /** The coin of the profits. */
  coin: string
}

export function Payoff({ draft, markets, filled, index, coin }: Props) {
  const t = useT()
  const [scenario, setScenario] = useState<Scenario>(presentScenario)
  const seen = useMemo(() => {
    const legs = payoffLegs(draft, { markets, filled }, index)
    if (legs.length === 0) return undefined
    const now = { index: Number(index), nowMs: serverNowMs() }
    const figures = payoffFigures(legs, now, scenario)
    const plot = payoffPlot(legs, now, scenario, figures.breakEvens)
    return { figures, plot, days: daysToEnd(legs, now.nowMs) }
  }, [draft, markets, filled, index, scenario])
  if (seen === undefined) return null
  const { figures, plot, days } = seen
  return (
    <figure className="flex flex-col gap-2" aria-label={t('options.payoff')}>
      <Plot plot={plot} figures={figures} coin={coin} />
      <Bounds figures={figures} coin={coin} />
      <Sliders scenario={scenario} days={days} onChange={setScenario} />
    </figure>
  )
}

function Plot({ plot, figures, coin }: { plot: PayoffPlot; figures: PayoffFigures; coin: string }) {
  const t = useT()
  const format = useFormat()
  const money = (value: number) => format.money(rounded(value, 2), coin, { signed: true })
  const price = (value: number) => format.decimal(rounded(value, 0), { scale: 0 })
  return (
    <div data-testid="payoff-plot">
      <div className="flex justify-between text-2xs text-soft tabular-nums">
        <span>{money(plot.highest)}</span>
        <span className="flex gap-3">
          <span className="text-accent">{t('options.atEnd')}</span>
          <span className="text-muted">{t('options.atChosen')}</span>
        </span>
      </div>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-40 w-full"
        fill="none"
        role="img"
        aria-label={t('options.payoffOf', {
          gain: figures.maxGain === undefined ? t('options.unlimited') : money(figures.maxGain),
          loss: figures.maxLoss === undefined ? t('options.unlimited') : money(figures.maxLoss),
        })}
      >
        <Straight x1={0} x2={100} y1={plot.zeroY} y2={plot.zeroY} className="stroke-line-strong" />
        <Straight
          x1={plot.indexX}
          x2={plot.indexX}
          y1={0}
          y2={100}
          className="stroke-line-strong"
        />
        {plot.breakEvens.map(({ price: at, x }) => (
          <Straight
            key={at}
            x1={x}
            x2={x}
            y1={0}
            y2={100}
            className="stroke-line"
            strokeDasharray="3 3"
          />
        ))}
        <polyline
          points={plot.chosen}
          className="stroke-muted"
          strokeWidth="1.5"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={plot.atEnd}
          className="stroke-accent"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="flex justify-between text-2xs text-soft tabular-nums">
        <span>{price(plot.least)}</span>
        <span>{money(plot.lowest)}</span>
        <span>{price(plot.most)}</span>
      </div>
    </div>
  )
}

type StraightProps = {
  x1: number
  x2: number
  y1: number
  y2: number
  className: string
  strokeDasharray?: string
}

const Straight = (props: StraightProps) => <line {...props} vectorEffect="non-scaling-stroke" />

function Bounds({ figures, coin }: { figures: PayoffFigures; coin: string }) {
  const t = useT()
  const format = useFormat()
  const money = (value: number | undefined) =>
    value === undefined
      ? t('options.unlimited')
      : `${format.money(rounded(value, 2), coin, { signed: true })} ${coin}`
  const { breakEvens, probability } = figures
  const rows = [
    {
      id: 'cost',
      label: t(figures.cost < 0 ? 'options.received' : 'options.paid'),
      text: `${format.money(rounded(Math.abs(figures.cost), 2), coin)} ${coin}`,
    },
    { id: 'maxGain', label: t('options.maxGain'), text: money(figures.maxGain) },
    { id: 'maxLoss', label: t('options.maxLoss'), text: money(figures.maxLoss) },
    {
      id: 'breakEven',
      label: t('options.breakEven'),
      text:
        breakEvens.length === 0
          ? '--'
          : breakEvens.map((at) => format.decimal(rounded(at, 0), { scale: 0 })).join(' · '),
    },
    {
      id: 'probability',
      label: t('options.probability'),
      text:
        probability === undefined
          ? '--'
          : format.percent(rounded(probability * 100, 1), { scale: 1, signed: false }),
    },
    { id: 'chosen', label: t('options.chosenProfit'), text: money(figures.chosenProfit) },
  ]
  return (
    <dl className="flex flex-col gap-1">
      {rows.map(({ id, label, text }) => (
        <div key={id} className="flex justify-between gap-2">
          <dt className="text-soft">{label}</dt>
          <dd data-testid={id} className={classNames('text-right tabular-nums')}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type SlidersProps = { scenario: Scenario; days: number; onChange: (scenario: Scenario) => void }

function Sliders({ scenario, days, onChange }: SlidersProps) {
  const t = useT()
  const format = useFormat()
  const percent = (value: number) => format.percent({ units: value, scale: 0 }, { scale: 0 })
  const rows = [
    { id: 'pricePercent', label: t('options.ofPrice'), min: -30, max: 30, textOf: percent },
    {
      id: 'volatilityPoints',
      label: t('options.ofVolatility'),
      min: -40,
      max: 60,
      textOf: percent,
    },
    {
      id: 'days',
      label: t('options.ofDays'),
      min: 0,
      max: days,
      textOf: (count: number) => t('options.days', { count }),
    },
  ] as const
  return (
    <div className="flex flex-col gap-1">
      {rows.map(({ id, label, min, max, textOf }) => (
        <div key={id} className="grid grid-cols-[7rem_1fr_4rem] items-center gap-2">
          <span className="text-soft">{label}</span>
          <Slider
            label={label}
            min={min}
            max={max}
            step={1}
            marks={[]}
            value={scenario[id]}
            textOf={textOf}
            onChange={(value) => onChange({ ...scenario, [id]: value })}
          />
          <span className="text-right tabular-nums">{textOf(scenario[id])}</span>
        </div>
      ))}
    </div>
  )
}
