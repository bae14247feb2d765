// The API of one indicator, with TradingView's names.

import { inputShapes, studyCatalogue } from '../model/studies/study-catalogue.ts'
import { priceSources } from '../model/studies/columns.ts'
import type { ChartController } from '../controller/chart-controller.ts'
import { safely, Signal, type Subscription } from '../primitives/events.ts'
import type { Overrides } from '../options/options.ts'

type StudyInput = { readonly id: string; readonly value: number | string }

/** One input as a dialog shows it; `options` if it is a choice. */
type StudyInputInfo = {
  readonly id: string
  readonly name: string
  readonly type: 'integer' | 'float' | 'source' | 'symbol'
  readonly defval: number | string
  readonly min?: number
  readonly max?: number
  readonly options?: readonly string[]
}

/** One plot: `id` names its styles, as in `median.color`, `median.linewidth`, `median.visible`. */
type StudyPlotInfo = {
  readonly id: string
  readonly name: string
  readonly type: string
}

export interface StudyApi {
  applyOverrides(overrides: Overrides): void
  getInputsInfo(): StudyInputInfo[]
  getPlotsInfo(): StudyPlotInfo[]
  getInputValues(): StudyInput[]
  /** A list of id and value, or a record; a value that an input does not accept is ignored. */
  setInputValues(values: readonly StudyInput[] | Readonly<Record<string, number | string>>): void
  isVisible(): boolean
  setVisible(isVisible: boolean): void
  /**
   * Accepted without effect: each pane has one scale, and a study of another unit is scaled
   * separately.
   */
  changePriceScale(scale: string): void
  onDataLoaded(): Subscription<[]>
  dataReady(callback?: () => void): boolean
  /** Moves the study into the pane above or below; unmerging gives it a pane of its own. */
  mergeUp(): void
  mergeDown(): void
  unmergeUp(): void
  unmergeDown(): void
  paneIndex(): number
}

/** Returns the study; null for an unknown id. */
export function studyOf(controller: ChartController, id: string): StudyApi | null {
  const first = controller.studies.byId(id)
  if (first === undefined) return null
  const loaded = new Signal<[]>()
  controller.dataLoaded.subscribe(null, () => loaded.emit())
  const now = () => controller.studies.byId(id) ?? first
  return {
    applyOverrides: (overrides) => controller.studies.setStyles(id, overrides),
    getInputsInfo: () =>
      inputShapes(first.name).map(({ id: key, title, kind, defaultValue, min, max }) => ({
        id: key,
        name: title,
        type: kind,
        defval: defaultValue,
        ...(kind === 'source' && { options: priceSources }),
        ...((kind === 'integer' || kind === 'float') && { min, max }),
      })),
    getPlotsInfo: () =>
      studyCatalogue[first.name].plots.map((plot) => ({
        id: plot.id,
        name: plot.title,
        type: plot.kind,
      })),
    getInputValues: () => Object.entries(now().inputs).map(([key, value]) => ({ id: key, value })),
    setInputValues: (values) => controller.studies.setInputs(id, values),
    isVisible: () => now().isVisible,
    setVisible: (isVisible) => controller.studies.change(id, { isVisible }),
    changePriceScale: () => {},
    onDataLoaded: () => loaded,
    dataReady: (callback) => {
      if (callback !== undefined) {
        if (controller.hasBars) safely(callback)
        else controller.dataLoaded.subscribe(null, callback, true)
      }
      return controller.hasBars
    },
    mergeUp: () => controller.studies.merge(id, 'up'),
    mergeDown: () => controller.studies.merge(id, 'down'),
    unmergeUp: () => controller.studies.unmerge(id),
    unmergeDown: () => controller.studies.unmerge(id),
    paneIndex: () => Number(controller.studies.paneOf(now()).slice(1)),
  }
}
