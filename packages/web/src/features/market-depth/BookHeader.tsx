// The order book's controls and the names of its columns.

import { qtyCoin, valueCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { changeSettings, useSettings } from '../../stores/settings.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { depthGroupings, depthViews, type DepthView } from './depth.ts'
import { COLUMNS } from './DepthRows.tsx'

export function BookHeader({ instrument, ratio }: { instrument: Instrument; ratio: number }) {
  const t = useT()
  const unit = useSettings((settings) => settings.depthUnit)
  const coin = unit === 'base' ? qtyCoin(instrument) : valueCoin(instrument)
  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-1 pr-3 pl-2">
        <ViewButtons />
        <span className="flex-1" />
        <Select
          label={t('book.unit')}
          variant="plain"
          size="sm"
          align="end"
          value={unit}
          onChange={(depthUnit) => changeSettings({ depthUnit })}
          items={[
            { value: 'base', label: qtyCoin(instrument) },
            { value: 'quote', label: valueCoin(instrument) },
          ]}
        />
        <GroupingSelect instrument={instrument} ratio={ratio} className="ml-2" />
      </div>
      <div className={classNames(COLUMNS, 'h-5 shrink-0 items-center text-2xs text-muted')}>
        <span className="truncate">
          {t('book.withUnit', { word: t('book.price'), unit: instrument.quoteCoin })}
        </span>
        <span className="truncate pl-1.5 text-end">
          {t('book.withUnit', { word: t('book.quantity'), unit: coin })}
        </span>
        <span className="truncate pl-1.5 text-end">
          {t('book.withUnit', { word: t('book.total'), unit: coin })}
        </span>
      </div>
    </>
  )
}

/** Selects how many ticks a row has, in the book and the ladder alike. */
export function GroupingSelect(props: {
  instrument: Instrument
  ratio: number
  className?: string
}) {
  const t = useT()
  const format = useFormat()
  const { instrument, ratio, className } = props
  return (
    <Select
      label={t('book.grouping')}
      variant="plain"
      size="sm"
      align="end"
      className={className}
      value={String(ratio)}
      onChange={(chosen) => chooseRatio(instrument.symbol, Number(chosen))}
      items={depthGroupings(instrument, format)}
    />
  )
}

function chooseRatio(symbol: string, ratio: number): void {
  const { depthRatios } = useSettings.getState()
  changeSettings({ depthRatios: { ...depthRatios, [symbol]: ratio } })
}

const viewWords = {
  both: 'book.viewBoth',
  bids: 'book.viewBids',
  asks: 'book.viewAsks',
} as const

function ViewButtons() {
  const t = useT()
  const view = useSettings((settings) => settings.depthView)
  return (
    <div role="group" aria-label={t('book.views')} className="flex">
      {depthViews.map((each) => (
        <IconButton
          key={each}
          label={t(viewWords[each])}
          aria-pressed={each === view}
          onClick={() => changeSettings({ depthView: each })}
          className={each === view ? 'bg-hover' : 'opacity-60'}
        >
          <ViewIcon view={each} />
        </IconButton>
      ))}
    </div>
  )
}

// Bars for the sides that the view shows, and grey lines for their figures.
function ViewIcon({ view }: { view: DepthView }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden>
      <g className="fill-down">
        {view === 'both' && <rect x="2" y="2" width="5" height="5" rx="1" />}
        {view === 'asks' && <rect x="2" y="2" width="5" height="12" rx="1" />}
      </g>
      <g className="fill-up">
        {view === 'both' && <rect x="2" y="9" width="5" height="5" rx="1" />}
        {view === 'bids' && <rect x="2" y="2" width="5" height="12" rx="1" />}
      </g>
      <g className="fill-muted">
        <rect x="9" y="2" width="5" height="2" rx="0.5" />
        <rect x="9" y="7" width="5" height="2" rx="0.5" />
        <rect x="9" y="12" width="5" height="2" rx="0.5" />
      </g>
    </svg>
  )
}
