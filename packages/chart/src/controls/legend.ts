// The legend over the chart: symbol, interval, the bar under the crosshair, and the studies'
// values. Plain text nodes, changed only where the text differs, so that a live market costs no
// layout.

import type { Reading } from '../canvas/chart-canvas.ts'
import { pricePaneId, type StudyName, type StudyReading } from '../canvas/studies.ts'
import { type ChartState, type Commands, studyLabel } from '../chart-state.ts'
import type { NumberText } from '../price-text.ts'
import { resolutionLabel } from '../resolutions.ts'
import { button, element, icon, setAttribute, setText } from './elements.ts'

export type Legend = {
  readonly root: HTMLElement
  /** Shows a bar; undefined when there is none. */
  show(reading: Reading | undefined, numbers: NumberText): void
  /** Puts the legends of other panes where those panes are. */
  place(topOf: (paneId: string) => number): void
}

const valueKeys = ['open', 'high', 'low', 'close'] as const

export function makeLegend(page: Document, state: ChartState, commands: Commands): Legend {
  const title = element(page, 'span', { class: 'legend-title' })
  const interval = element(page, 'span', { class: 'legend-interval' })
  const values = valueKeys.map((key) => ({ key, ...pair(page, state.messages[key]) }))
  const change = element(page, 'span', { class: 'legend-change' })
  const volume = pair(page, state.messages.volumeShort)
  const price = element(page, 'div', { class: 'legend-row' }, [
    title,
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
      setText(title, state.title)
      setText(interval, resolutionLabel(state.interval))
      for (const { root: one } of values) one.hidden = reading === undefined
      change.hidden = reading === undefined
      // Where volume has a pane, that pane's legend says it.
      volume.root.hidden = reading === undefined || state.studies.includes('VOL')
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
      const words = numbers.difference(difference, state.priceDecimals)
      setText(change, `${words} (${numbers.percent(ratio)})`)
      setAttribute(change, 'class', difference >= 0 ? 'side-up' : 'side-down')
      setText(volume.value, numbers.volume(bar.volume ?? 0))
    },
    place: (topOf) => rows.place(topOf),
  }
}

function pair(page: Document, key: string) {
  const value = element(page, 'span', {})
  const root = element(page, 'span', { class: 'legend-pair' }, [
    element(page, 'span', { class: 'legend-key' }, [key]),
    value,
  ])
  return { root, value }
}

type StudyRow = {
  readonly root: HTMLElement
  readonly values: HTMLElement
  readonly paneId: string
}

/** One row per study: those over the price below each other, the others in their panes. */
class StudyRows {
  readonly #page: Document
  readonly #root: HTMLElement
  readonly #state: ChartState
  readonly #commands: Commands
  readonly #rows = new Map<StudyName, StudyRow>()

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

  show(readings: readonly StudyReading[], numbers: NumberText): void {
    const names = new Set(readings.map(({ name }) => name))
    for (const [name, row] of this.#rows) {
      if (names.has(name)) continue
      row.root.remove()
      this.#rows.delete(name)
    }
    for (const reading of readings) {
      const row = this.#rows.get(reading.name) ?? this.#add(reading)
      showValues(this.#page, row.values, { reading, numbers })
    }
  }

  place(topOf: (paneId: string) => number): void {
    for (const { root, paneId } of this.#rows.values()) {
      if (paneId === pricePaneId) continue
      // The legend itself begins six pixels below the top of the canvas.
      root.style.top = `${Math.round(topOf(paneId)) - 2}px`
      root.style.left = '0px'
    }
  }

  #add({ name, inputs, paneId }: StudyReading): StudyRow {
    const page = this.#page
    const { messages, features } = this.#state
    const label = studyLabel(name, messages)
    const short = name === 'VOL' ? messages.volumeShort : name
    const values = element(page, 'span', { class: 'legend-values' })
    const remove = button(
      page,
      { class: 'legend-remove', label: `${messages.removeIndicator}: ${label}` },
      [icon(page, 'close')],
    )
    remove.addEventListener('click', () => this.#commands.toggleStudy(name))
    const root = element(
      page,
      'div',
      { class: paneId === pricePaneId ? 'legend-row' : 'legend-row legend-pane' },
      [
        element(page, 'span', { class: 'legend-study', title: label }, [
          inputs === '' ? short : `${short} ${inputs}`,
        ]),
        values,
        ...(features.has('edit_buttons_in_legend') ? [remove] : []),
      ],
    )
    this.#root.append(root)
    const row = { root, values, paneId }
    this.#rows.set(name, row)
    return row
  }
}

function showValues(
  page: Document,
  root: HTMLElement,
  { reading, numbers }: { reading: StudyReading; numbers: NumberText },
): void {
  while (root.childElementCount > reading.values.length) root.lastElementChild?.remove()
  while (root.childElementCount < reading.values.length) {
    root.append(element(page, 'span', { class: 'legend-value' }))
  }
  reading.values.forEach(({ value, color }, at) => {
    const span = root.children[at]
    if (span === undefined) return
    const isVolume = reading.name === 'VOL'
    setText(span, isVolume ? numbers.volume(value) : numbers.price(value, reading.precision))
    if ('style' in span) (span as HTMLElement).style.color = color
  })
}
