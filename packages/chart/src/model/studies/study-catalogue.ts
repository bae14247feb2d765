// The available studies by the names of hosts and saved layouts, and the state of one study on the
// chart.

import { companionStudies } from './companion-studies.ts'
import { oscillators } from './oscillators.ts'
import { overlays } from './price-studies.ts'
import type { Companions } from '../../options/datafeed.ts'
import {
  type InputShape,
  type PlotShape,
  resolveInput,
  type StudyInputs,
  type StudyShape,
} from './study-shape.ts'
import { volumes } from './volumes.ts'

export type { InputShape, PlotShape, StudyInputs, StudyShape } from './study-shape.ts'

const shapes = { ...volumes, ...overlays, ...oscillators, ...companionStudies }

export type StudyName = keyof typeof shapes

/** In the order of the list, the most common first. COMPARE needs a symbol and is not listed. */
const commonest: readonly StudyName[] = ['VOL', 'MA', 'EMA', 'BOLL', 'MACD', 'RSI']

export const isStudyName = (name: string): name is StudyName => Object.hasOwn(shapes, name)

export const studyNames: readonly StudyName[] = [
  ...commonest,
  ...Object.keys(shapes)
    .filter(isStudyName)
    .filter((name) => !commonest.includes(name) && name !== 'COMPARE'),
]

export type StudyStyles = Readonly<Record<string, string | number | boolean>>

/** One indicator on the chart. */
export type StudySpec = {
  readonly id: string
  readonly name: StudyName
  readonly inputs: StudyInputs
  /** Flat keys, as TradingView names them: `plot_0.color`, `plot_0.linewidth`. */
  readonly styles: StudyStyles
  readonly isVisible: boolean
  /** The pane, if it is not the default one. */
  readonly pane?: string
}

export const studyCatalogue: Readonly<Record<StudyName, StudyShape>> = shapes

/** Returns the study of a host's name: short or long, case-insensitive. */
export function studyNamed(name: string): StudyName | undefined {
  const wanted = name.trim().toLowerCase()
  return [...studyNames, 'COMPARE' as const].find(
    (one) =>
      one.toLowerCase() === wanted ||
      studyCatalogue[one].title.toLowerCase() === wanted ||
      studyCatalogue[one].aliases.includes(wanted),
  )
}

/**
 * Returns the symbols of a study's companion series, in its order; undefined if one of them is not
 * available.
 */
export function companionSymbols(
  name: StudyName,
  offered: Companions = {},
): readonly string[] | undefined {
  const names = studyCatalogue[name].companions ?? []
  const symbols = names.flatMap((one) => offered[one] ?? [])
  return symbols.length === names.length ? symbols : undefined
}

/** The inputs of a study as dialogs offer them, in their order. */
export const inputShapes = (name: StudyName): readonly InputShape[] => studyCatalogue[name].inputs

/**
 * Returns all inputs of a study: given ones (by name, or by index in a list) if valid, else the
 * previous ones, else the defaults.
 */
export function resolveInputs(
  name: StudyName,
  given: unknown,
  former: StudyInputs = {},
): StudyInputs {
  const isRecord = typeof given === 'object' && given !== null
  return Object.fromEntries(
    inputShapes(name).map((input, at) => {
      const key = Array.isArray(given) ? String(at) : input.id
      const isGiven = isRecord && Object.hasOwn(given, key)
      const defaultValue = former[input.id] ?? input.defaultValue
      const shape = { ...input, defaultValue: defaultValue }
      return [input.id, resolveInput(shape, isGiven ? Reflect.get(given, key) : undefined)]
    }),
  )
}

/** Returns the entries of a record that are valid styles: plain values only. */
export function resolveStyles(given: unknown): StudyStyles {
  if (typeof given !== 'object' || given === null) return {}
  const styles: Record<string, string | number | boolean> = {}
  for (const [key, value] of Object.entries(given)) {
    if (['string', 'number', 'boolean'].includes(typeof value)) styles[key] = value
  }
  return styles
}

/** Returns whether two states of a study look the same. */
export function isSameStudy(a: StudySpec, b: StudySpec): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * The style of a plot, with its number (`plot_0.color`), its id (`median.color`) or, for the first
 * one, `plot` as the key.
 */
function styleOf(styles: StudyStyles, { at, plot }: { at: number; plot: PlotShape }, key: string) {
  const first = at === 0 ? styles[`plot.${key}`] : undefined
  return styles[`plot_${at}.${key}`] ?? styles[`${plot.id}.${key}`] ?? first
}

export type PlotStyle = {
  /** Undefined for the theme's colour. */
  readonly color: string | undefined
  readonly width: number
  readonly dash: PlotDash
  readonly isShown: boolean
}

/** In the order of TradingView's numbers: `plot.linestyle` 0, 1, 2. */
export const plotDashes = ['solid', 'dotted', 'dashed'] as const
type PlotDash = (typeof plotDashes)[number]

/** How a plot is drawn, by its number. */
export function plotStyle({ name, styles }: StudySpec, at: number): PlotStyle {
  const plot = studyCatalogue[name].plots[at]
  if (plot === undefined) return { color: undefined, width: 1, dash: 'solid', isShown: false }
  const color = styleOf(styles, { at, plot }, 'color')
  const width = styleOf(styles, { at, plot }, 'linewidth')
  const dash = styleOf(styles, { at, plot }, 'linestyle')
  const isShown = styleOf(styles, { at, plot }, 'visible')
  return {
    color: typeof color === 'string' ? color : undefined,
    width: typeof width === 'number' && width > 0 && width <= 8 ? width : 1,
    dash: plotDashes[typeof dash === 'number' ? dash : 0] ?? 'solid',
    isShown: typeof isShown === 'boolean' ? isShown : plot.isHidden !== true,
  }
}

/** The decimals that the trader chose for a study; undefined for the default. */
export function wantedDecimals({ styles }: StudySpec): number | undefined {
  const wanted = styles['precision']
  const isFit = typeof wanted === 'number' && Number.isInteger(wanted)
  return isFit && wanted >= 0 && wanted <= 8 ? wanted : undefined
}
