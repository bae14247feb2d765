// The indicators on the engine: which of the engine's they are, and how their panes are read.

import type {
  AxisCreateRangeCallback,
  AxisCreateTicksCallback,
  Chart,
  Indicator,
  YAxisOverride,
} from 'klinecharts'
import type { Palette } from '../theme.ts'
import {
  studyCatalogue,
  type StudyName,
  type StudySpec,
  type StudyStyles,
} from './study-catalogue.ts'

export const pricePaneId = 'candle_pane'

/** What the engine's indicator for volume is called; ours paints it. */
export const volumeIndicator = 'chartVolume'

const engineNames: Readonly<Record<StudyName, string>> = {
  VOL: volumeIndicator,
  MA: 'MA',
  EMA: 'EMA',
  BOLL: 'BOLL',
  MACD: 'MACD',
  RSI: 'RSI',
}

type StudyValue = { readonly value: number; readonly color: string }

/** One line of a legend: the study, its inputs, and its values at a bar. */
export type StudyReading = {
  readonly id: string
  readonly name: StudyName
  readonly inputs: string
  readonly paneId: string
  readonly precision: number
  readonly values: readonly StudyValue[]
}

/** Where a study stands: over the price or in a pane of its own. */
export const paneIdOf = ({ id, name }: StudySpec) =>
  studyCatalogue[name].place === 'price' ? pricePaneId : `pane_${id}`

/** The studies with a pane of their own, in the order in which they were added. */
export const ownPanes = (studies: readonly StudySpec[]): StudySpec[] =>
  studies.filter(({ name }) => studyCatalogue[name].place !== 'price')

/** The pane of each such study. */
export const enginePanes = (studies: readonly StudySpec[]): string[] =>
  ownPanes(studies).map(paneIdOf)

export type StudySurroundings = {
  /** The chart's whole height. */
  readonly heightPx: number
  readonly priceDecimals: number
  readonly palette: Palette
  /** A factor for the height of the pane of volume. */
  readonly volumePane: number
  /** Parts of the height that the trader gave to panes. */
  readonly shares: ReadonlyMap<string, number>
  roundVolume(value: number): string
}

/** Adds a study to the chart. */
export function addStudy(chart: Chart, study: StudySpec, around: StudySurroundings): void {
  const { id, name } = study
  const paneId = paneIdOf(study)
  const precision = name === 'RSI' ? 2 : around.priceDecimals
  const digits = name === 'VOL' ? {} : { precision }
  chart.createIndicator(
    {
      id,
      name: engineNames[name],
      paneId,
      zLevel: 1,
      ...digits,
      ...looksOf(study, around.palette),
    },
    true,
  )
  if (studyCatalogue[name].place === 'price') return
  chart.setPaneOptions({ id: paneId, minHeight: 30, height: paneHeight(study, around) })
  chart.overrideYAxis({ paneId, ...paneAxis(name, around) })
}

/** Gives a study that is there other inputs, styles or visibility. */
export function changeStudy(chart: Chart, study: StudySpec, palette: Palette): void {
  chart.overrideIndicator({
    id: study.id,
    name: engineNames[study.name],
    ...looksOf(study, palette),
  })
}

function looksOf({ name, inputs, styles, isVisible }: StudySpec, palette: Palette) {
  const calcParams = Object.values(inputs)
  return {
    visible: isVisible,
    ...(calcParams.length > 0 && { calcParams }),
    ...(name !== 'VOL' && {
      styles: {
        lines: palette.studies.map((_, at) => ({
          style: 'solid' as const,
          smooth: false,
          size: widthOf(styles, at),
          dashedValue: [2, 2],
          color: colorOf(styles, at, palette),
        })),
      },
    }),
  }
}

/** A study with one plot is styled as `plot`, one with several as `plot_0`, `plot_1` and so on. */
function styleOf(styles: StudyStyles, at: number, key: string) {
  return styles[`plot_${at}.${key}`] ?? (at === 0 ? styles[`plot.${key}`] : undefined)
}

function colorOf(styles: StudyStyles, at: number, palette: Palette): string {
  const own = styleOf(styles, at, 'color')
  const usual = palette.studies[at % palette.studies.length] ?? palette.text
  return typeof own === 'string' ? own : usual
}

function widthOf(styles: StudyStyles, at: number): number {
  const own = styleOf(styles, at, 'linewidth')
  return typeof own === 'number' && own > 0 && own <= 8 ? own : 1
}

function paneAxis(name: StudyName, { roundVolume }: StudySurroundings): YAxisOverride {
  if (name === 'VOL')
    return { gap: { top: 0.14, bottom: 0 }, createTicks: volumeTicks(roundVolume) }
  if (name !== 'RSI') return { gap: { top: 0.18, bottom: 0.1 } }
  return { gap: { top: 0.1, bottom: 0.06 }, createRange: strengthRange, createTicks: strengthTicks }
}

/** Studies in units of the price are written with the price's decimals. */
export function setPricePrecision(
  chart: Chart,
  studies: Iterable<StudySpec>,
  precision: number,
): void {
  for (const { id, name } of studies) {
    if (name === 'VOL' || name === 'RSI') continue
    chart.overrideIndicator({ id, name: engineNames[name], precision })
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

type Heights = Pick<StudySurroundings, 'heightPx' | 'volumePane' | 'shares'>

function paneHeight(study: StudySpec, { heightPx, volumePane, shares }: Heights): number {
  const { name } = study
  const { place } = studyCatalogue[name]
  if (place === 'price') return heightPx
  const share = shares.get(paneIdOf(study))
  if (share !== undefined) return Math.max(30, Math.round(heightPx * share))
  const usual = Math.min(place.maxPx, Math.max(place.minPx, heightPx * place.part))
  return Math.round(usual * (name === 'VOL' ? volumePane : 1))
}

export function removeStudy(chart: Chart, id: string): void {
  chart.removeIndicator({ id })
}

/** Gives each study's pane its part of a new height. */
export function resizeStudies(chart: Chart, studies: Iterable<StudySpec>, around: Heights): void {
  for (const study of studies) {
    if (studyCatalogue[study.name].place === 'price') continue
    chart.setPaneOptions({ id: paneIdOf(study), height: paneHeight(study, around) })
  }
}

/** Returns the values of a study at a bar, in the colours in which they are drawn. */
export function readStudy(
  chart: Chart,
  study: StudySpec,
  at: { index: number; palette: Palette },
): StudyReading | undefined {
  const [indicator] = chart.getIndicators({ id: study.id })
  if (indicator === undefined) return undefined
  const { name } = study
  return {
    id: study.id,
    name,
    inputs: Object.values(study.inputs).join(' '),
    paneId: indicator.paneId,
    precision: indicator.precision,
    values: name === 'VOL' ? volumeOf(chart, at) : valuesOf(indicator, study, at),
  }
}

function volumeOf(chart: Chart, at: { index: number; palette: Palette }): StudyValue[] {
  const bar = chart.getDataList()[at.index]
  if (bar === undefined) return []
  const color = bar.close >= bar.open ? at.palette.up : at.palette.down
  return [{ value: bar.volume ?? 0, color }]
}

function valuesOf(
  indicator: Indicator,
  { styles, isVisible }: StudySpec,
  { index, palette }: { index: number; palette: Palette },
): StudyValue[] {
  const row: unknown = indicator.result[index]
  if (!isVisible || row === null || typeof row !== 'object') return []
  const values: StudyValue[] = []
  let line = 0
  for (const { key, type } of indicator.figures) {
    const value: unknown = Reflect.get(row, key)
    const isLine = type === 'line'
    const color = isLine ? colorOf(styles, line, palette) : ''
    if (isLine) line += 1
    if (typeof value !== 'number' || !Number.isFinite(value)) continue
    values.push({ value, color: isLine ? color : value < 0 ? palette.down : palette.up })
  }
  return values
}
