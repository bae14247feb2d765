// The bar of the markets page for filters on figures and for saved screens: a filter can become an
// alert on the screen's markets, and a screen a watchlist.

import { useState } from 'react'
import { BellPlus, X } from 'lucide-react'
import { mostAlertSymbols } from '@basis/domain/alerts/alert'
import { hasFigure, unitOfFigure } from '@basis/domain/alerts/figures'
import { addAlert } from '../../actions/alerts/alert-actions.ts'
import { conditionMessage } from '../../actions/words/alert-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import type { Screen, ScreenFilter } from '../../shell/saved-screens.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { IconButton } from '../../ui/Button.tsx'
import { FilterForm } from './FilterForm.tsx'
import { ScreenMenu } from './ScreenMenu.tsx'

type Props = {
  screen: Screen
  /** The markets before the filters, and those that pass them. */
  symbols: readonly string[]
  passing: readonly string[]
  onFilters: (filters: readonly ScreenFilter[]) => void
  onChoose: (screen: Screen) => void
}

export function ScreenBar({ screen, symbols, passing, onFilters, onChoose }: Props) {
  const t = useT()
  const { filters } = screen
  const [chosenId, setChosenId] = useState('')
  const isOther = (other: ScreenFilter) => (filter: ScreenFilter) => filter !== other
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <ScreenMenu
        screen={screen}
        symbols={passing}
        chosenId={chosenId}
        onChosen={(saved) => {
          setChosenId(saved?.id ?? '')
          if (saved !== undefined) onChoose(saved)
        }}
      />
      <ul aria-label={t('screens.filters')} className="contents">
        {filters.map((filter, at) => (
          <FilterChip
            key={at}
            filter={filter}
            symbols={symbols}
            onRemove={() => onFilters(filters.filter(isOther(filter)))}
          />
        ))}
      </ul>
      <FilterForm onAdd={(filter) => onFilters([...filters, filter])} />
    </div>
  )
}

function FilterChip(props: {
  filter: ScreenFilter
  symbols: readonly string[]
  onRemove: () => void
}) {
  const { filter, symbols, onRemove } = props
  const t = useT()
  const condition = t(conditionMessage(filter))
  return (
    <li className="flex h-6 items-center gap-1 rounded bg-field pl-2 text-xs tabular-nums">
      {condition}
      {unitOfFigure(filter.figure) !== 'price' && (
        <IconButton
          label={t('screens.alertOf', { condition })}
          onClick={() => void alertOf(filter, symbols)}
        >
          <BellPlus className="size-3.5!" aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('screens.removeFilter', { condition })} onClick={onRemove}>
        <X className="size-3.5!" aria-hidden />
      </IconButton>
    </li>
  )
}

/** In seconds: a market that repeatedly passes the level triggers at most four alerts an hour. */
const coolDown = 900

/** Creates one alert on the condition, for all markets of the screen that have the figure. */
async function alertOf(filter: ScreenFilter, symbols: readonly string[]): Promise<void> {
  const having = symbols
    .filter((symbol) => {
      const instrument = instrumentOf(symbol)
      return instrument !== undefined && hasFigure(instrument, filter.figure)
    })
    .slice(0, mostAlertSymbols)
  const outcome = await addAlert({ ...filter, symbols: having, coolDown })
  if (outcome.kind !== 'done') return
  notify({
    kind: 'alerts',
    tone: 'success',
    title: message('screens.alertSet', { count: having.length }),
    body: conditionMessage(filter),
    link: { dialog: { kind: 'alerts' }, words: message('alerts.title') },
  })
}
