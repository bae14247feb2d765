// The choices of the markets page, which can be saved as a screen and chosen again.

import { useState } from 'react'
import { sectors, type Sector } from '@basis/protocol/instrument'
import { oneOf } from '../../platform/storage.ts'
import type { Screen, ScreenFilter } from '../../shell/saved-screens.ts'
import { pickerTabs } from '../../stores/settings.ts'
import { useTableSort } from '../../ui/table/sort.ts'
import { isMarketColumn, marketViews, type MarketColumn, type MarketView } from './market-rows.ts'
import { viewInAddress, writeView } from './view-address.ts'

const marketTabs = ['all', ...pickerTabs] as const
type Chosen = {
  readonly tab: (typeof marketTabs)[number]
  readonly view: MarketView
  readonly query: string
  readonly sector: Sector | 'all'
}

const first: Chosen = { tab: 'all', view: 'overview', query: '', sector: 'all' }

/** Returns the choices, their setters, and both as a screen. */
export function useScreen() {
  const [chosen, setChosen] = useState<Chosen>(() => ({
    ...first,
    view: viewInAddress() ?? first.view,
  }))
  const [filters, setFilters] = useState<readonly ScreenFilter[]>([])
  const sort = useTableSort<MarketColumn>({ column: 'turnover', isDown: true })
  const screen: Screen = { chosen, sort: sort.choice, filters }
  const choose = (saved: Screen): void => {
    const next = chosenOf(saved.chosen)
    setChosen(next)
    writeView(next.view, first.view)
    setFilters(saved.filters)
    const { column, isDown = false } = saved.sort ?? {}
    sort.choose(column !== undefined && isMarketColumn(column) ? { column, isDown } : undefined)
  }
  const change = (part: Partial<Chosen>): void => {
    setChosen((before) => ({ ...before, ...part }))
    if (part.view !== undefined) writeView(part.view, first.view)
  }
  return { ...chosen, change, filters, setFilters, sort, screen, choose }
}

/** Choices of a saved screen that this page does not know take their defaults. */
const chosenOf = (saved: Screen['chosen']): Chosen => ({
  tab: oneOf(marketTabs)(saved['tab']) ?? first.tab,
  view: oneOf(marketViews)(saved['view']) ?? first.view,
  query: saved['query'] ?? first.query,
  sector: oneOf(['all', ...sectors])(saved['sector']) ?? first.sector,
})
