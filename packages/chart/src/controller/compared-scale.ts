// The price scale beside compared symbols: in percent from the first one that shares the price's
// scale until the last one is gone, unless the trader chooses another.

import { paneIdOf, pricePaneId } from '../canvas/study-panes-layout.ts'
import type { StudySpec } from '../model/studies/study-catalogue.ts'
import type { ChartContext } from './context.ts'
import type { SeriesStyle } from './series-style.ts'

/** Set while the scale is in percent because of a comparison, not by the trader's choice. */
const key = 'isScaleOfCompared'

const isSet = (value: unknown): value is boolean => value === true

const sharesScale = (study: StudySpec): boolean =>
  study.name === 'COMPARE' && paneIdOf(study) === pricePaneId

/** Follows studies that are added and removed, also by undo, redo and the host. */
export function followCompared(
  { state, events, settings }: Pick<ChartContext, 'state' | 'events' | 'settings'>,
  style: Pick<SeriesStyle, 'showScale'>,
): void {
  const follow = (): void => {
    if (state.scale !== 'percent' || state.studies.some(sharesScale)) return
    if (settings.read(key, isSet) === true) style.showScale('normal')
  }
  events.study_event.subscribe(null, (id, event) => {
    if (event === 'remove') return follow()
    const isCompared = state.studies.some((study) => study.id === id && sharesScale(study))
    if (!isCompared || state.scale !== 'normal') return
    // Compared prices differ in level; on one scale only their changes in percent are comparable.
    style.showScale('percent')
    settings.write(key, true)
  })
  // A compared symbol can be moved into a pane of its own.
  events.study_properties_changed.subscribe(null, follow)
  events.series_properties_changed.subscribe(null, () => {
    if (state.scale !== 'percent' && settings.read(key, isSet) === true) settings.write(key, false)
  })
}
