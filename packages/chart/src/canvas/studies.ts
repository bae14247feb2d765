// The indicators on offer: which of the engine's they are, with which inputs, and where they stand.

import type { Chart, Indicator } from 'klinecharts'
import type { Palette } from '../theme.ts'

export const studyNames = ['VOL', 'MA', 'EMA', 'BOLL', 'MACD', 'RSI'] as const

export type StudyName = (typeof studyNames)[number]

export const isStudyName = (name: string): name is StudyName =>
  (studyNames as readonly string[]).includes(name)

export const pricePaneId = 'candle_pane'

/** What the engine's indicator for volume is called; ours paints it. */
export const volumeIndicator = 'chartVolume'

type StudyPlan = {
  readonly indicator: string
  readonly inputs: readonly number[]
  /** Over the price, or in a pane of its own with this part of the chart's height. */
  readonly place:
    | 'price'
    | { readonly part: number; readonly minPx: number; readonly maxPx: number }
}

const plans: Readonly<Record<StudyName, StudyPlan>> = {
  VOL: { indicator: volumeIndicator, inputs: [], place: { part: 0.17, minPx: 44, maxPx: 110 } },
  MA: { indicator: 'MA', inputs: [7, 25, 99], place: 'price' },
  EMA: { indicator: 'EMA', inputs: [12, 26], place: 'price' },
  BOLL: { indicator: 'BOLL', inputs: [20, 2], place: 'price' },
  MACD: { indicator: 'MACD', inputs: [12, 26, 9], place: { part: 0.2, minPx: 56, maxPx: 140 } },
  RSI: { indicator: 'RSI', inputs: [14], place: { part: 0.18, minPx: 52, maxPx: 130 } },
}

export type StudyValue = { readonly value: number; readonly color: string }

/** One line of a legend: the study, its inputs, and its values at a bar. */
export type StudyReading = {
  readonly name: StudyName
  readonly inputs: string
  readonly paneId: string
  readonly precision: number
  readonly values: readonly StudyValue[]
}

const paneIdOf = (name: StudyName) =>
  plans[name].place === 'price' ? pricePaneId : `pane_${name.toLowerCase()}`

/** Adds a study to the chart; `heightPx` is the chart's whole height. */
export function addStudy(chart: Chart, name: StudyName, heightPx: number): void {
  const { indicator, inputs, place } = plans[name]
  const paneId = paneIdOf(name)
  chart.createIndicator(
    {
      id: name,
      name: indicator,
      paneId,
      zLevel: 1,
      ...(inputs.length > 0 && { calcParams: [...inputs] }),
    },
    true,
  )
  if (place === 'price') return
  chart.setPaneOptions({ id: paneId, minHeight: 30, height: paneHeight(name, heightPx) })
  const isVolume = name === 'VOL'
  chart.overrideYAxis({ paneId, gap: { top: isVolume ? 0.12 : 0.16, bottom: isVolume ? 0 : 0.12 } })
}

function paneHeight(name: StudyName, heightPx: number): number {
  const { place } = plans[name]
  if (place === 'price') return heightPx
  return Math.round(Math.min(place.maxPx, Math.max(place.minPx, heightPx * place.part)))
}

export function removeStudy(chart: Chart, name: StudyName): void {
  chart.removeIndicator({ id: name })
}

/** Gives each study's pane its part of a new height. */
export function resizeStudies(chart: Chart, names: Iterable<StudyName>, heightPx: number): void {
  for (const name of names) {
    if (plans[name].place === 'price') continue
    chart.setPaneOptions({ id: paneIdOf(name), height: paneHeight(name, heightPx) })
  }
}

/** Returns the values of a study at a bar, in the colours in which they are drawn. */
export function readStudy(
  chart: Chart,
  name: StudyName,
  at: { index: number; palette: Palette },
): StudyReading | undefined {
  const [indicator] = chart.getIndicators({ id: name })
  if (indicator === undefined) return undefined
  return {
    name,
    inputs: plans[name].inputs.join(' '),
    paneId: indicator.paneId,
    precision: indicator.precision,
    values: name === 'VOL' ? [] : valuesOf(indicator, at.index, at.palette),
  }
}

function valuesOf(indicator: Indicator, index: number, palette: Palette): StudyValue[] {
  const row: unknown = indicator.result[index]
  if (row === null || typeof row !== 'object') return []
  const values: StudyValue[] = []
  let line = 0
  for (const { key, type } of indicator.figures) {
    const value: unknown = Reflect.get(row, key)
    const isLine = type === 'line'
    const color = isLine ? (palette.studies[line % palette.studies.length] ?? palette.text) : ''
    if (isLine) line += 1
    if (typeof value !== 'number' || !Number.isFinite(value)) continue
    values.push({ value, color: isLine ? color : value < 0 ? palette.down : palette.up })
  }
  return values
}
