// The studies on the chart: added, changed and removed here, each as one undoable step, and
// saved with the layout.

import {
  enginePanes,
  ownPanes,
  paneIdOf,
  pricePaneId,
  defaultPane,
} from '../canvas/study-panes-layout.ts'
import {
  isSameStudy,
  isStudyName,
  resolveInputs,
  resolveStyles,
  studyCatalogue,
  type StudyName,
  studyNamed,
  type StudySpec,
  type StudyStyles,
} from '../model/studies/study-catalogue.ts'
import { studyLabel } from '../model/chart-state.ts'
import type { ChartOptions, Overrides } from '../options/options.ts'
import { type PlacedSource, pricePane, type SourceProvider } from '../model/layout/sources.ts'
import type { ChartContext } from './context.ts'

export type StudyRequest = {
  readonly name: string
  readonly inputs?: unknown
  readonly styles?: unknown
  readonly disableUndo?: boolean
  /** In a pane of its own instead of the default one. */
  readonly inOwnPane?: boolean
}

const sourceType = (name: StudyName) => `study_${name}`

const nameOfType = (type: string) => {
  const name = type.replace(/^study_/, '')
  return type.startsWith('study_') && isStudyName(name) ? name : undefined
}

export class Studies implements SourceProvider {
  readonly #context: ChartContext
  #overrides: Overrides
  #nextNumber = 1

  constructor(context: ChartContext, overrides: Overrides) {
    this.#context = context
    this.#overrides = overrides
    context.workspace.sources.add(this)
    for (const { id } of this.all) this.#countFrom(id)
  }

  get all(): readonly StudySpec[] {
    return this.#context.state.studies
  }

  byId(id: string): StudySpec | undefined {
    return this.all.find((study) => study.id === id)
  }

  /** Default styles of new studies, by flat keys: `relative strength index.plot.color`. */
  setDefaults(overrides: Overrides): void {
    this.#overrides = { ...this.#overrides, ...overrides }
  }

  /** Adds a study and returns its id; undefined for an unknown name. */
  add({ name, inputs, styles, disableUndo = false, inOwnPane }: StudyRequest): string | undefined {
    const known = studyNamed(name)
    if (known === undefined) return undefined
    const id = `s${this.#nextNumber}`
    this.#nextNumber += 1
    const study: StudySpec = {
      id,
      name: known,
      inputs: resolveInputs(known, inputs),
      styles: { ...defaultStyles(known, this.#overrides), ...resolveStyles(styles) },
      isVisible: true,
      ...(inOwnPane === true && { pane: ownPaneOf(id) }),
      ...(isOverlaid(known, this.#context.state.options) && { pane: pricePaneId }),
    }
    const at = this.all.length
    this.#step(studyLabel(known, this.#context.state.messages), disableUndo, {
      redo: () => this.#put(study, at),
      undo: () => this.#take(id),
    })
    this.#context.events.study.emit({ value: known })
    return id
  }

  remove(id: string, disableUndo = false): void {
    const at = this.all.findIndex((study) => study.id === id)
    const study = this.all[at]
    if (study === undefined) return
    const { messages } = this.#context.state
    const text = `${messages.removeIndicator}: ${studyLabel(study.name, messages)}`
    this.#step(text, disableUndo, {
      redo: () => this.#take(id),
      undo: () => this.#put(study, at),
    })
  }

  change(id: string, change: Partial<Omit<StudySpec, 'id' | 'name'>>): void {
    const before = this.byId(id)
    if (before === undefined) return
    const after = { ...before, ...change }
    if (isSameStudy(before, after)) return
    this.#step(studyLabel(before.name, this.#context.state.messages), false, {
      redo: () => this.#replace(after),
      undo: () => this.#replace(before),
    })
  }

  setInputs(id: string, given: unknown): void {
    const study = this.byId(id)
    if (study === undefined || typeof given !== 'object' || given === null) return
    // A host gives either a record or TradingView's list of id and value.
    const requested = Array.isArray(given)
      ? Object.fromEntries(
          (given as { id: string; value: unknown }[]).map((one) => [one.id, one.value]),
        )
      : given
    this.change(id, { inputs: resolveInputs(study.name, requested, study.inputs) })
  }

  setStyles(id: string, styles: unknown): void {
    const study = this.byId(id)
    if (study === undefined) return
    this.change(id, { styles: { ...study.styles, ...resolveStyles(styles) } })
  }

  /**
   * Moves a study into the pane above or below its own, as one step of history; nothing happens if
   * there is none.
   */
  merge(id: string, way: 'up' | 'down'): void {
    const study = this.byId(id)
    if (study === undefined) return
    const panes = [pricePaneId, ...enginePanes(this.all)]
    const wanted = panes[panes.indexOf(paneIdOf(study)) + (way === 'up' ? -1 : 1)]
    if (wanted !== undefined) this.#moveTo(study, wanted)
  }

  /** Gives a study that shares a pane a pane of its own again. */
  unmerge(id: string): void {
    const study = this.byId(id)
    if (study === undefined) return
    const pane = paneIdOf(study)
    const isAlone = this.all.every((one) => one === study || paneIdOf(one) !== pane)
    if (isAlone && pane !== pricePaneId) return
    const isTaken = this.all.some((one) => paneIdOf(one) === ownPaneOf(id))
    // Another study may still be in the pane that is named after this one.
    this.#moveTo(study, isTaken ? `${ownPaneOf(id)}_${this.#nextNumber++}` : ownPaneOf(id))
  }

  #moveTo(study: StudySpec, wanted: string): void {
    const { pane: _former, ...rest } = study
    const after: StudySpec = wanted === defaultPane(study) ? rest : { ...rest, pane: wanted }
    this.#step(studyLabel(study.name, this.#context.state.messages), false, {
      redo: () => this.#replace(after),
      undo: () => this.#replace(study),
    })
    this.#context.events.panes_order_changed.emit()
  }

  /** Removes all studies of a pane below the price, as one step of history. */
  closePane(pane: string): void {
    const before = this.all
    const after = before.filter((study) => paneIdOf(study) !== pane)
    if (pane === pricePaneId || after.length === before.length) return
    this.#step(this.#context.state.messages.removeIndicator, false, {
      redo: () => this.#show(after),
      undo: () => this.#show(before),
    })
  }

  /** Invalid inputs keep their previous values. */
  setParameters(id: string, { inputs, styles }: { inputs: unknown; styles: unknown }): void {
    const study = this.byId(id)
    if (study === undefined) return
    this.change(id, {
      inputs: resolveInputs(study.name, inputs, study.inputs),
      styles: resolveStyles(styles),
    })
  }

  /** Moves a study's pane to another position among those below the price. */
  movePane(pane: string, to: number): void {
    const own = ownPanes(this.all)
    const moved = own.find((study) => paneIdOf(study) === pane)
    if (moved === undefined) return
    const others = own.filter((study) => study !== moved)
    const at = Math.max(0, Math.min(others.length, to))
    const order = [...others.slice(0, at), moved, ...others.slice(at)]
    const rest = this.all.filter((study) => !own.includes(study))
    this.#show([...order, ...rest])
    this.#context.workspace.touch()
    this.#context.events.panes_order_changed.emit()
  }

  owns(type: string): boolean {
    return nameOfType(type) !== undefined
  }

  save(): PlacedSource[] {
    return this.all.map((study) => ({
      pane: this.paneOf(study),
      source: {
        type: sourceType(study.name),
        id: study.id,
        state: { inputs: study.inputs, styles: study.styles, visible: study.isVisible },
      },
    }))
  }

  read(sources: readonly PlacedSource[]): (() => void) | undefined {
    const studies: StudySpec[] = []
    const panes = new Map([[pricePane, pricePaneId]])
    for (const { pane, source } of sources) {
      const name = nameOfType(source.type)
      const { state } = source
      const isRecord = typeof state === 'object' && state !== null && !Array.isArray(state)
      if (name === undefined || !isRecord) return undefined
      const study = {
        id: source.id,
        name,
        inputs: resolveInputs(name, Reflect.get(state, 'inputs')),
        styles: resolveStyles(Reflect.get(state, 'styles')),
        isVisible: Reflect.get(state, 'visible') !== false,
      }
      // The first study of a saved pane determines the pane; the others were moved into it.
      const defaults = defaultPane(study)
      const wanted = panes.get(pane) ?? ownPaneOf(study.id)
      panes.set(pane, wanted)
      studies.push(wanted === defaults ? study : { ...study, pane: wanted })
    }
    const isUnique = new Set(studies.map(({ id }) => id)).size === studies.length
    if (!isUnique) return undefined
    return () => {
      for (const { id } of studies) this.#countFrom(id)
      this.#show(studies)
    }
  }

  /** The pane of a study in a layout: `p1`, `p2` in the order of the studies. */
  paneOf(study: StudySpec): string {
    return `p${enginePanes(this.all).indexOf(paneIdOf(study)) + 1}`
  }

  #countFrom(id: string): void {
    const number = /^s(\d+)$/.exec(id)?.[1]
    if (number !== undefined) this.#nextNumber = Math.max(this.#nextNumber, Number(number) + 1)
  }

  #step(text: string, disableUndo: boolean, way: { redo(): void; undo(): void }): void {
    if (!disableUndo) return this.#context.workspace.history.do({ text, ...way })
    way.redo()
    this.#context.workspace.touch()
  }

  #put(study: StudySpec, at: number): void {
    this.#show([...this.all.slice(0, at), study, ...this.all.slice(at)])
  }

  #take(id: string): void {
    this.#show(this.all.filter((study) => study.id !== id))
  }

  #replace(study: StudySpec): void {
    this.#show(this.all.map((one) => (one.id === study.id ? study : one)))
  }

  #show(studies: readonly StudySpec[]): void {
    const context = this.#context
    const before = new Map(this.all.map((study) => [study.id, study]))
    context.state.studies = studies
    context.settings.write('studies', studies)
    context.chartView?.canvas.setStudies(studies)
    // The engine puts a restored pane below all others.
    context.chartView?.orderPanes()
    context.chartView?.update()
    for (const study of studies) {
      const former = before.get(study.id)
      if (former === undefined) context.events.study_event.emit(study.id, 'create')
      else if (!isSameStudy(former, study)) context.events.study_properties_changed.emit(study.id)
      before.delete(study.id)
    }
    for (const id of before.keys()) context.events.study_event.emit(id, 'remove')
  }
}

/** Volume is drawn over the price if the host asks for it; by default it has its own pane. */
export const isOverlaid = (name: StudyName, { enabled_features: on }: ChartOptions): boolean =>
  name === 'VOL' && on?.includes('volume_force_overlay') === true

const ownPaneOf = (id: string) => `pane_${id}`

function defaultStyles(name: StudyName, overrides: Overrides): StudyStyles {
  const names = [name.toLowerCase(), ...studyCatalogue[name].aliases]
  return Object.fromEntries(
    Object.entries(overrides).flatMap(([key, value]) => {
      const own = names.find((one) => key.toLowerCase().startsWith(`${one}.`))
      return own === undefined ? [] : [[key.slice(own.length + 1), value]]
    }),
  )
}
