// The panes of studies: their ids, heights and axis precision.

import type { AxisCreateTicksCallback, AxisRange, AxisTick } from 'klinecharts'
import type { Palette } from '../model/theme.ts'
import {
  studyCatalogue,
  type StudyName,
  type StudyShape,
  type StudySpec,
  wantedDecimals,
} from '../model/studies/study-catalogue.ts'

export const pricePaneId = 'candle_pane'

/** The engine's indicator name of all our studies. */
export const studyIndicator = 'chartStudy'

type StudyValue = { readonly value: number; readonly color: string }

/** One line of a legend: the study, its inputs, and its values at a bar. */
export type StudyValues = {
  readonly id: string
  readonly name: StudyName
  readonly inputs: string
  readonly paneId: string
  readonly precision: number
  readonly isVolume: boolean
  readonly values: readonly StudyValue[]
}

/** The pane of a study: that of the price, its own, or that of another study. */
export const paneIdOf = (study: StudySpec): string => study.pane ?? defaultPane(study)

/** The pane of a study unless the trader has moved it. */
export const defaultPane = ({ id, name }: StudySpec): string =>
  studyCatalogue[name].place === 'price' ? pricePaneId : `pane_${id}`

/** The first study of each pane below the price, in the order in which they were added. */
export const ownPanes = (studies: readonly StudySpec[]): StudySpec[] =>
  studies.filter(
    (study, at) =>
      paneIdOf(study) !== pricePaneId &&
      studies.findIndex((one) => paneIdOf(one) === paneIdOf(study)) === at,
  )

/** The panes below the price. */
export const enginePanes = (studies: readonly StudySpec[]): string[] =>
  ownPanes(studies).map(paneIdOf)

export type StudyContext = {
  /** The chart's whole height. */
  readonly heightPx: number
  readonly priceDecimals: number
  readonly palette: Palette
  /** A factor for the height of the volume pane. */
  readonly volumePane: number
  /** Shares of the height that the trader gave to panes. */
  readonly shares: ReadonlyMap<string, number>
  roundVolume(value: number): string
}

/** The decimals of a study's values. */
export const decimalsOf = (study: StudySpec, priceDecimals: number): number =>
  wantedDecimals(study) ?? { price: priceDecimals, fine: 4, plain: 2, volume: 2 }[formatOf(study)]

const formatOf = ({ name }: StudySpec): StudyShape['format'] => studyCatalogue[name].format

/** An axis from one value to another, evenly spread. */
export function evenRange(from: number, to: number): AxisRange {
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

/** The marks of a pane's axis: its levels if it has any, else evenly spaced. */
export function paneTicks(
  shape: StudyShape,
  roundVolume: (value: number) => string,
): AxisCreateTicksCallback {
  const { levels = [] } = shape
  if (shape.plots.some(({ kind }) => kind === 'volume')) return volumeTicks(roundVolume)
  if (levels.length > 1) return levelTicks(levels)
  return ({ defaultTicks }) => (shape.format === 'volume' ? defaultTicks : spaced(defaultTicks))
}

/** The minimum distance between two marks. */
const tickSpacePx = 22

function spaced(ticks: readonly AxisTick[]): AxisTick[] {
  let lastY = Number.POSITIVE_INFINITY
  return ticks
    .toSorted((one, other) => other.coord - one.coord)
    .filter(({ coord }) => {
      const isFar = lastY - coord >= tickSpacePx
      if (isFar) lastY = coord
      return isFar
    })
}

function levelTicks(levels: readonly number[]): AxisCreateTicksCallback {
  return ({ range, bounding }) =>
    levels.map((value) => ({
      value,
      text: String(value),
      coord: Math.round(bounding.height * (1 - (value - range.from) / range.range)),
    }))
}

/** One or two round marks, because volumes are only compared by size. */
function volumeTicks(roundVolume: (value: number) => string): AxisCreateTicksCallback {
  return ({ range, bounding }) => {
    const top = range.to
    const space = Math.max(1, Math.floor(bounding.height / 34))
    const step = roundBelow((top * 0.86) / Math.min(2, space))
    if (!(step > 0)) return []
    return Array.from({ length: Math.min(2, space) }, (_, at) => step * (at + 1)).map((value) => ({
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

type Heights = Pick<StudyContext, 'heightPx' | 'volumePane' | 'shares'>

/** The minimum share of the height for the price, however many panes there are. */
const pricePart = 0.42

/** Heights by pane: default ones shrink if they leave too little for the price. */
export function paneHeights(
  studies: readonly StudySpec[],
  around: Heights,
): ReadonlyMap<string, number> {
  const wanted = ownPanes(studies).map((study) => ({
    pane: paneIdOf(study),
    isGiven: around.shares.has(paneIdOf(study)),
    px: paneHeight(study, around),
  }))
  const flexible = wanted.filter(({ isGiven }) => !isGiven)
  const sum = (all: typeof wanted) => all.reduce((total, { px }) => total + px, 0)
  const space = around.heightPx * (1 - pricePart) - sum(wanted.filter(({ isGiven }) => isGiven))
  const press = Math.min(1, Math.max(0, space) / Math.max(1, sum(flexible)))
  return new Map(
    wanted.map(({ pane, isGiven, px }) => [
      pane,
      isGiven ? px : Math.max(30, Math.floor(px * press)),
    ]),
  )
}

/** The height of the pane whose first study this is. */
function paneHeight(study: StudySpec, { heightPx, volumePane, shares }: Heights): number {
  const { place } = studyCatalogue[study.name]
  const share = shares.get(paneIdOf(study))
  if (share !== undefined) return Math.max(30, Math.round(heightPx * share))
  // A price study moved to a pane of its own gets a height like that of most others.
  const { part, minPx, maxPx } = place === 'price' ? { part: 0.18, minPx: 52, maxPx: 130 } : place
  const flexible = Math.min(maxPx, Math.max(minPx, heightPx * part))
  return Math.round(flexible * (study.name === 'VOL' ? volumePane : 1))
}
