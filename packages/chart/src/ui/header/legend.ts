// The legend: symbol, interval, the bar under the crosshair, and study values. Text nodes change
// only if the text differs, so that live prices cause little layout.

import type { LegendValues } from '../../canvas/chart-canvas.ts'
import { pricePaneId, type StudyValues } from '../../canvas/study-panes-layout.ts'
import { type ChartState, type Commands, studyLabel, titleOf } from '../../model/chart-state.ts'
import type { NumberText } from '../../primitives/number-format.ts'
import { resolutionLabel } from '../../primitives/resolutions.ts'
import { companionSymbols } from '../../model/studies/study-catalogue.ts'
import { button, element, icon, setAttribute, setText } from '../toolkit/elements.ts'

export type Legend = {
  readonly root: HTMLElement
  /** Shows a bar and the study values; undefined when there is no bar. */
  show(reading: LegendValues | undefined, numbers: NumberText): void
  /** Moves the legends of the other panes to the tops of their panes. */
  place(topOf: (paneId: string) => number): void
}

const valueKeys = ['open', 'high', 'low', 'close'] as const

export function makeLegend(page: Document, state: ChartState, commands: Commands): Legend {
  const title = element(page, 'span', { class: 'legend-title', dir: 'auto' })
  const status = element(page, 'span', { class: 'legend-status', role: 'img' })
  const interval = element(page, 'span', { class: 'legend-interval' })
  const values = valueKeys.map((key) => ({ key, ...pair(page, state.messages[key]) }))
  const change = element(page, 'span', { class: 'legend-change' })
  const volume = pair(page, state.messages.volumeShort)
  const price = element(page, 'div', { class: 'legend-row' }, [
    title,
    ...(state.features.has('display_market_status') ? [status] : []),
    interval,
    ...values.map(({ root }) => root),
    change,
    volume.root,
  ])
  const root = element(page, 'div', { class: 'legend' }, [price])
  const rows = new StudyRows(page, root, { state, commands })
  return {
    root,
    show: (reading, numbers) => {
      const { legend } = state.appearance
      root.hidden = !legend.isShown
      setText(title, titleOf(state))
      title.hidden = !legend.hasTitle
      interval.hidden = !legend.hasTitle
      showStatus(status, state)
      setText(interval, resolutionLabel(state.interval))
      for (const { root: one } of values) one.hidden = reading === undefined || !legend.hasPrices
      change.hidden = reading === undefined || !legend.hasChange
      // If volume has a pane, that pane's legend shows it.
      const hasPane = state.studies.some(({ name }) => name === 'VOL')
      volume.root.hidden = reading === undefined || hasPane || !legend.hasVolume
      rows.show(reading?.studies ?? [], numbers)
      if (reading === undefined) return
      const { bar, previousClose } = reading
      const side = bar.close >= bar.open ? 'side-up' : 'side-down'
      for (const { key, value } of values) {
        setText(value, numbers.price(bar[key], state.priceDecimals))
        setAttribute(value, 'class', side)
      }
      const difference = bar.close - previousClose
      const ratio = previousClose === 0 ? Number.NaN : difference / previousClose
      const text = numbers.difference(difference, state.priceDecimals)
      setText(change, `${text} (${numbers.percent(ratio)})`)
      setAttribute(change, 'class', difference >= 0 ? 'side-up' : 'side-down')
      setText(volume.value, numbers.volume(bar.volume ?? 0))
    },
    place: (topOf) => rows.place(topOf),
  }
}

/** The market status as the feed reports it. */
function showStatus(status: HTMLElement, { info, messages }: ChartState): void {
  const isEnded = info?.expired === true
  const isLate = info?.data_status === 'delayed_streaming' || info?.data_status === 'endofday'
  const [name, text] = isEnded
    ? ['ended', messages.marketEnded]
    : isLate
      ? ['late', messages.marketDelayed]
      : ['open', messages.marketOpen]
  status.hidden = info === undefined
  setAttribute(status, 'data-status', name)
  setAttribute(status, 'aria-label', text)
  status.title = text
}

function pair(page: Document, key: string) {
  const value = element(page, 'span', {})
  const root = element(page, 'span', { class: 'legend-pair' }, [
    element(page, 'span', { class: 'legend-key' }, [key]),
    value,
  ])
  return { root, value }
}

/** The line height of study rows in one pane. */
const rowPx = 18

type StudyRow = {
  readonly root: HTMLElement
  readonly title: HTMLElement
  readonly values: HTMLElement
  readonly paneId: string
}

/** One row per study: those over the price below each other, the others in their panes. */
class StudyRows {
  readonly #page: Document
  readonly #root: HTMLElement
  readonly #state: ChartState
  readonly #commands: Commands
  readonly #rows = new Map<string, StudyRow>()

  constructor(
    page: Document,
    root: HTMLElement,
    { state, commands }: { state: ChartState; commands: Commands },
  ) {
    this.#page = page
    this.#root = root
    this.#state = state
    this.#commands = commands
  }

  show(readings: readonly StudyValues[], numbers: NumberText): void {
    const { legend } = this.#state.appearance
    for (const [id, row] of this.#rows) {
      const isThere = readings.some((one) => one.id === id && one.paneId === row.paneId)
      if (isThere) continue
      row.root.remove()
      this.#rows.delete(id)
    }
    for (const reading of readings) {
      const row = this.#rows.get(reading.id) ?? this.#add(reading)
      const short = shortName(reading, this.#state)
      const inputs = legend.hasStudyInputs ? reading.inputs : ''
      setText(row.title, `${short} ${inputs}`.trim())
      row.title.hidden = !legend.hasStudyTitles
      row.values.hidden = !legend.hasStudyValues
      showTexts(this.#page, row.values, this.#textsOf(reading, numbers))
    }
  }

  /** A study may need companion series that the current symbol does not have. */
  #textsOf({ name, values, isVolume, precision }: StudyValues, numbers: NumberText): LegendText[] {
    const { info, messages, features } = this.#state
    if (info !== undefined && companionSymbols(name, info.companions) === undefined) {
      const text = messages.studyUnavailable.replace('{symbol}', titleOf(this.#state))
      return [{ text, color: '' }]
    }
    const hidesNone = features.has('hide_last_na_study_output')
    const written = (value: number): string =>
      isVolume ? numbers.volume(value) : numbers.price(value, precision)
    // A plot without a value at this bar keeps its place, so that the others do not move.
    return values
      .filter(({ value }) => !hidesNone || Number.isFinite(value))
      .map(({ value, color }) => ({ text: Number.isFinite(value) ? written(value) : '∅', color }))
  }

  place(topOf: (paneId: string) => number): void {
    const counts = new Map<string, number>()
    for (const { root, paneId } of this.#rows.values()) {
      if (paneId === pricePaneId) continue
      const above = counts.get(paneId) ?? 0
      counts.set(paneId, above + 1)
      // The legend begins six pixels below the top of the canvas.
      root.style.top = `${Math.round(topOf(paneId)) - 2 + above * rowPx}px`
      root.style.left = '0px'
    }
  }

  #add({ id, name, paneId }: StudyValues): StudyRow {
    const page = this.#page
    const { messages, features } = this.#state
    const label = studyLabel(name, messages)
    const title = element(page, 'span', { class: 'legend-study', title: label })
    const values = element(page, 'span', { class: 'legend-values' })
    if (features.has('source_selection_markers')) {
      title.classList.add('legend-marking')
      title.addEventListener('pointerenter', () => this.#commands.markStudy(id))
      title.addEventListener('pointerleave', () => this.#commands.markStudy(undefined))
    }
    const remove = button(
      page,
      { class: 'legend-remove', label: `${messages.removeIndicator}: ${label}` },
      [icon(page, 'close')],
    )
    remove.addEventListener('click', () => this.#commands.removeStudy(id))
    const hide = button(page, { class: 'legend-remove', label: messages.hideIndicator }, [
      icon(page, 'eye'),
    ])
    hide.addEventListener('click', () => {
      const study = this.#state.studies.find((one) => one.id === id)
      if (study !== undefined) this.#commands.setStudyVisible(id, !study.isVisible)
    })
    const settings = button(page, { class: 'legend-remove', label: messages.indicatorSettings }, [
      icon(page, 'settings'),
    ])
    settings.addEventListener('click', () => this.#commands.openDialog('studySettings', id))
    const edits = [hide, settings, remove]
    const root = element(
      page,
      'div',
      { class: paneId === pricePaneId ? 'legend-row' : 'legend-row legend-pane' },
      [title, values, ...(features.has('edit_buttons_in_legend') ? edits : [])],
    )
    this.#root.append(root)
    const row = { root, title, values, paneId }
    this.#rows.set(id, row)
    return row
  }
}

/** A comparison is named by its symbol, which is one of its inputs. */
function shortName({ name }: StudyValues, { messages }: ChartState): string {
  if (name === 'COMPARE') return ''
  return name === 'VOL' ? messages.volumeShort : name
}

type LegendText = { readonly text: string; readonly color: string }

function showTexts(page: Document, root: HTMLElement, texts: readonly LegendText[]): void {
  while (root.childElementCount > texts.length) root.lastElementChild?.remove()
  while (root.childElementCount < texts.length) {
    root.append(element(page, 'span', { class: 'legend-value' }))
  }
  texts.forEach(({ text, color }, at) => {
    const span = root.children[at]
    if (span === undefined) return
    setText(span, text)
    if ('style' in span) (span as HTMLElement).style.color = color
  })
}
