// The indicators on offer: which of the engine's they are, with which inputs, and where they stand.

import type {
  AxisCreateRangeCallback,
  AxisCreateTicksCallback,
  Chart,
  Indicator,
  YAxisOverride,
} from 'klinecharts'
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

type StudyValue = { readonly value: number; readonly color: string }

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

export type StudySurroundings = {
  /** The chart's whole height. */
  readonly heightPx: number
  readonly priceDecimals: number
  roundVolume(value: number): string
}

/** Adds a study to the chart. */
export function addStudy(chart: Chart, name: StudyName, around: StudySurroundings): void {
  const { indicator, inputs, place } = plans[name]
  const paneId = paneIdOf(name)
  const calcParams = inputs.length > 0 ? { calcParams: [...inputs] } : {}
  const precision = name === 'RSI' ? 2 : around.priceDecimals
  const digits = name === 'VOL' ? {} : { precision }
  chart.createIndicator(
    { id: name, name: indicator, paneId, zLevel: 1, ...calcParams, ...digits },
    true,
  )
  if (place === 'price') return
  chart.setPaneOptions({ id: paneId, minHeight: 30, height: paneHeight(name, around.heightPx) })
  chart.overrideYAxis({ paneId, ...paneAxis(name, around) })
}

function paneAxis(name: StudyName, { roundVolume }: StudySurroundings): YAxisOverride {
  if (name === 'VOL')
    return { gap: { top: 0.14, bottom: 0 }, createTicks: volumeTicks(roundVolume) }
  if (name !== 'RSI') return { gap: { top: 0.18, bottom: 0.1 } }
  return { gap: { top: 0.1, bottom: 0.06 }, createRange: strengthRange, createTicks: strengthTicks }
}

/** Studies in units of the price are written with the price's decimals. */
export function setPricePrecision(chart: Chart, precision: number): void {
  for (const id of ['MA', 'EMA', 'BOLL', 'MACD'] as const) {
    chart.overrideIndicator({ id, name: plans[id].indicator, precision })
  }
}

/** Relative strength is read against 30 and 70: both are always in sight, and marked. */
const strengthRange: AxisCreateRangeCallback = ({ defaultRange }) => {
  const from = Math.min(25, defaultRange.from)
  const to = Math.max(75, defaultRange.to)
  const range = to - from
  return {
    from,
    to,
    range,
    realFrom: from,
    realTo: to,
    realRange: range,
    displayFrom: from,
    displayTo: to,
    displayRange: range,
  }
}

const strengthTicks: AxisCreateTicksCallback = ({ range, bounding }) =>
  [30, 70].map((value) => ({
    value,
    text: String(value),
    coord: Math.round(bounding.height * (1 - (value - range.from) / range.range)),
  }))

/** One or two round marks: volume is read as tall or short, not to the digit. */
function volumeTicks(roundVolume: (value: number) => string): AxisCreateTicksCallback {
  return ({ range, bounding }) => {
    const top = range.to
    const room = Math.max(1, Math.floor(bounding.height / 34))
    const step = roundBelow((top * 0.86) / Math.min(2, room))
    if (!(step > 0)) return []
    return Array.from({ length: Math.min(2, room) }, (_, at) => step * (at + 1)).map((value) => ({
      value,
      text: roundVolume(value),
      coord: Math.round(bounding.height * (1 - value / top)),
    }))
  }
}

/** The largest of 1, 2, 2.5, 4, 5, 8 times a power of ten that is not above the value. */
function roundBelow(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [8, 5, 4, 2.5, 2, 1].find((one) => one * power <= value) ?? 1
  return factor * power
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
    values: name === 'VOL' ? volumeOf(chart, at) : valuesOf(indicator, at.index, at.palette),
  }
}

function volumeOf(chart: Chart, at: { index: number; palette: Palette }): StudyValue[] {
  const bar = chart.getDataList()[at.index]
  if (bar === undefined) return []
  const color = bar.close >= bar.open ? at.palette.up : at.palette.down
  return [{ value: bar.volume ?? 0, color }]
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
