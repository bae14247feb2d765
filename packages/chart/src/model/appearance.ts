// The appearance set by overrides beyond the palette: grid, margins, candles, legend. A table maps
// TradingView's names; unknown names are kept and change nothing.

import type { CustomThemes, Overrides, ThemeName } from '../options/options.ts'
import { type Palette, paletteOf } from './theme.ts'
import { customPalette } from './custom-theme.ts'

export type Dash = 'solid' | 'dotted' | 'dashed'

export type LineAppearance = { readonly color: string; readonly dash: Dash; readonly width: number }

export type CandleAppearance = {
  readonly up: string
  readonly down: string
  readonly borderUp: string
  readonly borderDown: string
  readonly wickUp: string
  readonly wickDown: string
  readonly hasBody: boolean
  readonly hasBorder: boolean
  readonly hasWick: boolean
}

type BaselineAppearance = {
  /** The position of the level, as a share of the pane's height from the bottom. */
  readonly part: number
  readonly width: number
  readonly above: string
  readonly below: string
  readonly aboveFill: string
  readonly belowFill: string
  readonly level: string
}

type LegendAppearance = {
  readonly isShown: boolean
  readonly hasTitle: boolean
  readonly hasPrices: boolean
  readonly hasChange: boolean
  readonly hasVolume: boolean
  readonly hasStudyTitles: boolean
  readonly hasStudyInputs: boolean
  readonly hasStudyValues: boolean
}

type TitleSource = 'ticker' | 'description' | 'ticker-and-description'

export type ChartAppearance = {
  readonly palette: Palette
  /** From top to bottom; both are equal for a plain background. */
  readonly background: { readonly top: string; readonly bottom: string }
  readonly verticalGrid: LineAppearance
  readonly horizontalGrid: LineAppearance
  readonly crosshair: LineAppearance
  /** Margins above and below the prices as shares of the pane's height; ours if undefined. */
  readonly margins: { readonly top: number; readonly bottom: number } | undefined
  readonly axis: { readonly fontPx: number; readonly background: string | undefined }
  readonly legend: LegendAppearance
  readonly hasLastValue: boolean
  readonly hasStudyLastValue: boolean
  readonly priceLine: { readonly isShown: boolean; readonly width: number }
  readonly hasCountdown: boolean
  readonly candles: CandleAppearance
  readonly hollow: CandleAppearance
  readonly heikinAshi: CandleAppearance
  readonly bars: { readonly up: string; readonly down: string; readonly hasOpen: boolean }
  readonly line: { readonly color: string; readonly width: number }
  readonly area: { readonly color: string; readonly width: number }
  readonly baseline: BaselineAppearance
  readonly highLow: string
  readonly columns: { readonly up: string; readonly down: string }
  readonly titleSource: TitleSource
  readonly volumePane: number
}

/** Reads values of the expected type; others are treated as missing. */
type Reader = {
  text(name: string, fallback: string): string
  number(name: string, fallback: number): number
  flag(name: string, fallback: boolean): boolean
}

function readerOf(overrides: Overrides): Reader {
  const value = (name: string) => (Object.hasOwn(overrides, name) ? overrides[name] : undefined)
  return {
    text: (name, fallback) => {
      const given = value(name)
      return typeof given === 'string' ? given : fallback
    },
    number: (name, fallback) => {
      const given = value(name)
      return typeof given === 'number' && Number.isFinite(given) ? given : fallback
    },
    flag: (name, fallback) => {
      const given = value(name)
      return typeof given === 'boolean' ? given : fallback
    },
  }
}

/** TradingView's dash numbers: 0 solid, 1 dotted, 2 dashed; 3 and 4 are long and sparse. */
function dashNumbered(number: number): Dash {
  if (number === 1 || number === 4) return 'dotted'
  return number === 2 || number === 3 ? 'dashed' : 'solid'
}

const paneSizes: Readonly<Record<string, number>> = {
  tiny: 0.5,
  small: 0.75,
  medium: 1,
  large: 1.5,
}

/** Returns the appearance of a theme with overrides applied. */
export function appearanceOf(
  theme: ThemeName,
  overrides: Overrides = {},
  themes?: CustomThemes,
): ChartAppearance {
  const read = readerOf(overrides)
  const palette = withVolume(paletteOf(theme, overrides, customPalette(theme, themes)), read)
  const pane = (name: string) => `paneProperties.${name}`
  const series = (name: string) => `mainSeriesProperties.${name}`
  const margin = (name: string, fallback: number) =>
    Math.max(0, Math.min(45, read.number(pane(name), fallback))) / 100
  const hasMargins = ['topMargin', 'bottomMargin'].some((name) =>
    Object.hasOwn(overrides, pane(name)),
  )
  const axisBackground = read.text('scalesProperties.backgroundColor', '')
  return {
    palette,
    background: backgroundOf(palette, read),
    verticalGrid: gridLine(read, 'vertGridProperties', palette),
    horizontalGrid: gridLine(read, 'horzGridProperties', palette),
    crosshair: {
      color: palette.crosshair,
      dash: dashNumbered(read.number(pane('crossHairProperties.style'), 2)),
      width: read.number(pane('crossHairProperties.width'), 1),
    },
    margins: hasMargins
      ? { top: margin('topMargin', 10), bottom: margin('bottomMargin', 8) }
      : undefined,
    axis: {
      fontPx: Math.max(8, Math.min(20, read.number('scalesProperties.fontSize', 11))),
      background: axisBackground === '' ? undefined : axisBackground,
    },
    legend: legendOf(read),
    hasLastValue: read.flag('scalesProperties.showSeriesLastValue', true),
    hasStudyLastValue: read.flag('scalesProperties.showStudyLastValue', false),
    priceLine: {
      isShown: read.flag(series('showPriceLine'), true),
      width: Math.max(1, Math.min(4, read.number(series('priceLineWidth'), 1))),
    },
    hasCountdown: read.flag(series('showCountdown'), true),
    candles: candlesOf(read, 'candleStyle', palette),
    hollow: candlesOf(read, 'hollowCandleStyle', palette),
    heikinAshi: candlesOf(read, 'haStyle', palette),
    baseline: baselineOf(read, palette),
    highLow: read.text(series('hiloStyle.color'), palette.line),
    columns: {
      up: read.text(series('columnStyle.upColor'), withAlpha(palette.up, 0.6)),
      down: read.text(series('columnStyle.downColor'), withAlpha(palette.down, 0.6)),
    },
    bars: {
      up: read.text(series('barStyle.upColor'), palette.up),
      down: read.text(series('barStyle.downColor'), palette.down),
      hasOpen: !read.flag(series('barStyle.dontDrawOpen'), false),
    },
    line: { color: palette.line, width: widthOf(read, series('lineStyle.linewidth')) },
    area: {
      color: read.text(series('areaStyle.linecolor'), palette.line),
      width: widthOf(read, series('areaStyle.linewidth')),
    },
    titleSource: titleSourceOf(read.text(series('statusViewStyle.symbolTextSource'), 'ticker')),
    volumePane: paneSizes[read.text('volumePaneSize', 'medium')] ?? 1,
  }
}

function baselineOf(read: Reader, palette: Palette): BaselineAppearance {
  const name = (key: string) => `mainSeriesProperties.baselineStyle.${key}`
  const above = read.text(name('topLineColor'), palette.up)
  const below = read.text(name('bottomLineColor'), palette.down)
  const percent = read.number(name('baseLevelPercentage'), 50)
  return {
    part: Math.max(0, Math.min(100, percent)) / 100,
    width: widthOf(read, name('topLineWidth')),
    above,
    below,
    aboveFill: read.text(name('topFillColor1'), withAlpha(above, 0.16)),
    belowFill: read.text(name('bottomFillColor2'), withAlpha(below, 0.16)),
    level: read.text(name('baselineColor'), palette.muted),
  }
}

function widthOf(read: Reader, name: string): number {
  return Math.max(0.5, Math.min(8, read.number(name, 1.75)))
}

function titleSourceOf(name: string): TitleSource {
  if (name === 'description' || name === 'ticker-and-description') return name
  return 'ticker'
}

function backgroundOf(palette: Palette, read: Reader): { top: string; bottom: string } {
  const plain = palette.background
  if (read.text('paneProperties.backgroundType', 'solid') !== 'gradient') {
    return { top: plain, bottom: plain }
  }
  return {
    top: read.text('paneProperties.backgroundGradientStartColor', plain),
    bottom: read.text('paneProperties.backgroundGradientEndColor', plain),
  }
}

/** An empty colour is the theme's: that of a grid that was off and is on again. */
function gridLine(read: Reader, name: string, palette: Palette): LineAppearance {
  return {
    color: read.text(`paneProperties.${name}.color`, '') || palette.grid,
    dash: dashNumbered(read.number(`paneProperties.${name}.style`, 0)),
    width: 1,
  }
}

function legendOf(read: Reader): LegendAppearance {
  const shows = (name: string) => read.flag(`paneProperties.legendProperties.${name}`, true)
  return {
    isShown: shows('showLegend'),
    hasTitle: shows('showSeriesTitle'),
    hasPrices: shows('showSeriesOHLC'),
    hasChange: shows('showBarChange'),
    hasVolume: shows('showVolume'),
    hasStudyTitles: shows('showStudyTitles'),
    hasStudyInputs: shows('showStudyArguments'),
    hasStudyValues: shows('showStudyValues'),
  }
}

function candlesOf(read: Reader, style: string, palette: Palette): CandleAppearance {
  const name = (key: string) => `mainSeriesProperties.${style}.${key}`
  const up = read.text(name('upColor'), palette.up)
  const down = read.text(name('downColor'), palette.down)
  return {
    up,
    down,
    borderUp: read.text(name('borderUpColor'), up),
    borderDown: read.text(name('borderDownColor'), down),
    wickUp: read.text(name('wickUpColor'), up),
    wickDown: read.text(name('wickDownColor'), down),
    hasBody: read.flag(name('drawBody'), true),
    hasBorder: read.flag(name('drawBorder'), true),
    hasWick: read.flag(name('drawWick'), true),
  }
}

function withVolume(palette: Palette, read: Reader): Palette {
  const transparency = read.number('volume.volume.transparency', Number.NaN)
  if (!(transparency >= 0 && transparency <= 100)) return palette
  const strength = 1 - transparency / 100
  return {
    ...palette,
    volumeUp: withAlpha(palette.volumeUp, strength),
    volumeDown: withAlpha(palette.volumeDown, strength),
  }
}

/** A colour with an opacity from 0 to 1; a colour of unknown format is returned unchanged. */
export function withAlpha(color: string, strength: number): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(color)
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(color)
  const values = hex?.slice(1, 4).map((two) => Number.parseInt(two, 16)) ?? parts?.slice(1, 4)
  return values === undefined ? color : `rgba(${values.join(', ')}, ${strength})`
}

/** Overrides of the chart's state rather than its appearance. */
export type StateOverrides = {
  readonly chartType?: number
  readonly log?: boolean
  readonly percent?: boolean
  readonly indexed?: boolean
  readonly isInverted?: boolean
  readonly isAuto?: boolean
  readonly rightOffset?: number
  readonly timezone?: string
}

const stateOverrideKeys = {
  chartType: ['mainSeriesProperties.style', 'number'],
  log: ['mainSeriesProperties.priceAxisProperties.log', 'boolean'],
  percent: ['mainSeriesProperties.priceAxisProperties.percentage', 'boolean'],
  indexed: ['mainSeriesProperties.priceAxisProperties.indexedTo100', 'boolean'],
  isInverted: ['mainSeriesProperties.priceAxisProperties.isInverted', 'boolean'],
  isAuto: ['mainSeriesProperties.priceAxisProperties.autoScale', 'boolean'],
  rightOffset: ['timeScale.rightOffset', 'number'],
  timezone: ['timezone', 'string'],
} as const

/** Returns the state overrides; those not given are absent. */
export function stateOverridesOf(overrides: Overrides): StateOverrides {
  const overridden: Record<string, unknown> = {}
  for (const [override, [name, kind]] of Object.entries(stateOverrideKeys)) {
    const value = Object.hasOwn(overrides, name) ? overrides[name] : undefined
    if (typeof value === kind) overridden[override] = value
  }
  return overridden
}
