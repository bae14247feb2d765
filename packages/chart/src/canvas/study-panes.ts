// The indicators that are on the canvas, and the panes they stand in: added, changed and removed by
// difference, with the heights that the trader gave.

import type { Chart } from 'klinecharts'
import type { Palette } from '../theme.ts'
import {
  addStudy,
  changeStudy,
  readStudy,
  removeStudy,
  resizeStudies,
  setPricePrecision,
  type StudyReading,
  type StudySurroundings,
} from './studies.ts'
import { isSameStudy, type StudySpec } from './study-catalogue.ts'

export type PaneSurroundings = Omit<StudySurroundings, 'shares'>

export class StudyPanes {
  readonly #chart: Chart
  readonly #around: () => PaneSurroundings
  readonly #shown = new Map<string, StudySpec>()
  #shares: ReadonlyMap<string, number> = new Map()

  constructor(chart: Chart, around: () => PaneSurroundings) {
    this.#chart = chart
    this.#around = around
  }

  show(wanted: readonly StudySpec[]): void {
    const around = { ...this.#around(), shares: this.#shares }
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of [...this.#shown.keys()].filter((shown) => !ids.has(shown))) {
      removeStudy(this.#chart, id)
      this.#shown.delete(id)
    }
    for (const study of wanted) {
      const shown = this.#shown.get(study.id)
      if (shown === undefined) addStudy(this.#chart, study, around)
      else if (!isSameStudy(shown, study)) changeStudy(this.#chart, study, around.palette)
      this.#shown.set(study.id, study)
    }
  }

  restyle(palette: Palette): void {
    for (const study of this.#shown.values()) changeStudy(this.#chart, study, palette)
  }

  setPrecision(decimals: number): void {
    setPricePrecision(this.#chart, this.#shown.values(), decimals)
  }

  read(at: { index: number; palette: Palette }): StudyReading[] {
    return [...this.#shown.values()].flatMap((study) => readStudy(this.#chart, study, at) ?? [])
  }

  /** Gives each pane its part of the height there is now. */
  resize(): void {
    const around = { ...this.#around(), shares: this.#shares }
    resizeStudies(this.#chart, this.#shown.values(), around)
  }

  /** Gives panes parts of the whole height; the others have their usual ones. */
  setShares(shares: ReadonlyMap<string, number>): void {
    this.#shares = shares
    this.resize()
  }

  /** The height of a pane in pixels; undefined when there is no such pane. */
  height(paneId: string): number | undefined {
    return this.#chart.getSize(paneId)?.height
  }

  setCollapsed(paneId: string, isCollapsed: boolean): void {
    this.#chart.setPaneOptions({ id: paneId, state: isCollapsed ? 'minimize' : 'normal' })
  }

  setOrder(paneId: string, order: number): void {
    this.#chart.setPaneOptions({ id: paneId, order })
  }
}
