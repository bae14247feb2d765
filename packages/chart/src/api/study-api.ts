// One indicator as a host of TradingView's library handles it.

import { studyCatalogue } from '../canvas/study-catalogue.ts'
import type { ChartHost } from '../chart-host.ts'
import { safely, Signal, type Subscription } from '../events.ts'
import type { Overrides } from '../options.ts'

export type StudyInput = { readonly id: string; readonly value: number }

export interface StudyApi {
  applyOverrides(overrides: Overrides): void
  getInputsInfo(): { id: string; name: string; type: 'integer' | 'float'; defval: number }[]
  getInputValues(): StudyInput[]
  /** A list of id and value, or a record; what is no number above zero keeps its value. */
  setInputValues(values: readonly StudyInput[] | Readonly<Record<string, number>>): void
  isVisible(): boolean
  setVisible(isVisible: boolean): void
  /** There is one scale to each pane: accepted, and without effect. */
  changePriceScale(scale: string): void
  onDataLoaded(): Subscription<[]>
  dataReady(callback?: () => void): boolean
  /** Indicators stay in the panes they belong to: accepted, and without effect. */
  mergeUp(): void
  mergeDown(): void
  unmergeUp(): void
  unmergeDown(): void
  paneIndex(): number
}

/** Returns the study; null for an id that is not there. */
export function studyOf(host: ChartHost, id: string): StudyApi | null {
  const first = host.studies.byId(id)
  if (first === undefined) return null
  const loaded = new Signal<[]>()
  host.dataLoaded.subscribe(null, () => loaded.tell())
  const now = () => host.studies.byId(id) ?? first
  const unsupported = () => console.warn('Indicators cannot be moved between panes')
  return {
    applyOverrides: (overrides) => host.studies.setStyles(id, overrides),
    getInputsInfo: () =>
      Object.entries(studyCatalogue[first.name].inputs).map(([key, defval]) => ({
        id: key,
        name: key,
        type: Number.isInteger(defval) ? 'integer' : 'float',
        defval,
      })),
    getInputValues: () => Object.entries(now().inputs).map(([key, value]) => ({ id: key, value })),
    setInputValues: (values) => host.studies.setInputs(id, values),
    isVisible: () => now().isVisible,
    setVisible: (isVisible) => host.studies.change(id, { isVisible }),
    changePriceScale: () => {},
    onDataLoaded: () => loaded,
    dataReady: (callback) => {
      if (callback !== undefined) {
        if (host.hasBars) safely(callback)
        else host.dataLoaded.subscribe(null, callback, true)
      }
      return host.hasBars
    },
    mergeUp: unsupported,
    mergeDown: unsupported,
    unmergeUp: unsupported,
    unmergeDown: unsupported,
    paneIndex: () => Number(host.studies.paneOf(now()).slice(1)),
  }
}
