// The backtest of the grid in the form: its period, its figures, and its value over the candles.

import { useState, type ReactNode } from 'react'
import { backtestPeriods } from '@basis/protocol/grid/calls'
import type { BacktestPeriod, GridRequest, WireBacktest } from '@basis/protocol/grid/calls'
import type { WireDcaBacktest } from '@basis/protocol/spot-bots/calls'
import { reactTo } from '../../../client/error-reactions.ts'
import { ask, type Outcome } from '../../../client/http.ts'
import { rateExact, returnExact } from '../../../i18n/exact-percent.ts'
import { useT } from '../../../i18n/i18n.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Segments } from '../../../ui/Tabs.tsx'
import { NamedFigures, toneOf } from '../../../ui/table/NamedFigures.tsx'
import { plotHeight, plottedBacktest, plotWidth } from './backtest-plot.ts'
import { priceWords, qtyWords } from '../bot-figures.ts'
import { CompletedCells } from '../CompletedCells.tsx'

type PanelProps<AnyBacktest> = {
  help: string
  mayRun: boolean
  /** Identifies the terms: the result of other terms is not shown. */
  terms: string
  run: (days: BacktestPeriod) => Promise<Outcome<AnyBacktest>>
  result: (backtest: AnyBacktest) => ReactNode
}

/** The period, the run button and the result, for any kind of bot. */
export function BacktestPanel<AnyBacktest>(props: PanelProps<AnyBacktest>) {
  const { help, mayRun, terms, run, result } = props
  const t = useT()
  const [days, setDays] = useState<BacktestPeriod>('7')
  const [isRunning, setRunning] = useState(false)
  const [last, setLast] = useState<{ readonly key: string; readonly backtest: AnyBacktest }>()
  const key = `${terms} ${days}`
  const start = async (): Promise<void> => {
    setRunning(true)
    const outcome = await run(days)
    setRunning(false)
    if (outcome.ok) setLast({ key, backtest: outcome.value })
    else reactTo(outcome.error)
  }
  return (
    <section aria-label={t('bots.backtest')} className="flex min-w-0 flex-col gap-3">
      <h2 className="text-sm font-semibold">{t('bots.backtest')}</h2>
      <p className="text-soft">{help}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t('bots.backtestPeriod')}
          value={days}
          onChange={setDays}
          items={backtestPeriods.map((period) => ({
            value: period,
            label: t('bots.backtestDays', { count: Number(period) }),
          }))}
        />
        <Button size="sm" pending={isRunning} disabled={!mayRun} onClick={() => void start()}>
          {t('bots.backtestRun')}
        </Button>
      </div>
      {last?.key === key && result(last.backtest)}
      {last !== undefined && last.key !== key && (
        <p className="text-soft">{t('bots.backtestOld')}</p>
      )}
    </section>
  )
}

export function Backtest({ asked, mayRun }: { asked: GridRequest; mayRun: boolean }) {
  const t = useT()
  return (
    <BacktestPanel
      help={t('bots.backtestHelp')}
      mayRun={mayRun}
      terms={JSON.stringify(asked)}
      run={(days) => ask('backtestBot', { ...asked, days })}
      result={(backtest) => <Result backtest={backtest} />}
    />
  )
}

function Result({ backtest }: { backtest: WireBacktest }) {
  const t = useT()
  const format = useFormat()
  const { coin, completions } = backtest
  const money = (text: string): string => `${format.money(text, coin, { signed: true })} ${coin}`
  return (
    <BacktestResult
      backtest={backtest}
      own={[
        [t('bots.gridProfit'), money(backtest.gridProfit)],
        [t('bots.unrealised'), money(backtest.unrealised)],
        [t('bots.arbitrages'), String(backtest.arbitrages)],
        [t('bots.qty'), qtyWords(format, backtest.qtyPerCell)],
        [t('bots.annualised'), format.percent(rateExact(backtest.annualised))],
      ]}
    >
      {completions.length > 0 && <CompletedCells completions={completions} coin={coin} />}
    </BacktestResult>
  )
}

type ResultProps = {
  backtest: Omit<WireDcaBacktest, 'done' | 'spent' | 'averagePrice' | 'closeReason'> &
    Pick<WireBacktest | WireDcaBacktest, 'closeReason'>
  /** Figures specific to this kind of bot, after the total. */
  own: readonly (readonly [string, string])[]
  children?: ReactNode
}

/** The result of a run: the common figures, those of the bot's kind, and its value over time. */
export function BacktestResult({ backtest, own, children }: ResultProps) {
  const t = useT()
  const format = useFormat()
  const { coin, investment, closeReason } = backtest
  const gain = (pnl: string): string => {
    const share = format.percent(returnExact(pnl, investment))
    return `${format.money(pnl, coin, { signed: true })} ${coin} (${share})`
  }
  const fall = format.percent(returnExact(backtest.drawdown, investment), { signed: false })
  return (
    <div className="flex min-w-0 flex-col gap-3" role="status">
      <NamedFigures
        figures={[
          [t('bots.total'), gain(backtest.totalPnl), toneOf(backtest.totalPnl)],
          ...own,
          [t('bots.drawdown'), `${format.money(backtest.drawdown, coin)} ${coin} (${fall})`],
          [t('bots.held'), gain(backtest.heldPnl)],
          [
            t('bots.backtestPrice'),
            `${priceWords(format, backtest.startPrice)} → ${priceWords(format, backtest.endPrice)}`,
          ],
          [t('bots.from'), format.dateTime(backtest.startE3)],
          [t('bots.until'), format.dateTime(backtest.endE3)],
        ]}
      />
      {closeReason !== '' && (
        <p className="text-warn">
          {t('bots.backtestEnded', {
            time: format.dateTime(backtest.endE3),
            reason: t({ key: `bots.end_${closeReason}` }),
          })}
        </p>
      )}
      <Plot backtest={backtest} />
      {children}
    </div>
  )
}

type Plotted = Pick<WireBacktest, 'curve' | 'investment' | 'totalPnl'>

function Plot({ backtest: { curve, investment, totalPnl } }: { backtest: Plotted }) {
  const t = useT()
  const { worth, price, even } = plottedBacktest(curve, investment)
  const tone = totalPnl.startsWith('-') ? 'stroke-down' : 'stroke-up'
  return (
    <figure className="flex flex-col gap-1">
      <svg
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
        preserveAspectRatio="none"
        className="h-36 w-full"
        fill="none"
        role="img"
        aria-label={t('bots.backtestPlot')}
      >
        <line
          x1="0"
          x2={plotWidth}
          y1={even}
          y2={even}
          className="stroke-line-strong"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={price}
          className="stroke-line-strong"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={worth}
          className={tone}
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="text-muted">{t('bots.backtestPlot')}</figcaption>
    </figure>
  )
}
