// The engine's style object, built from a palette.

import type { CandleType, DeepPartial, Styles } from 'klinecharts'
import type { ChartAppearance, Dash, LineAppearance } from '../model/appearance.ts'

export type StyleChoices = {
  readonly appearance: ChartAppearance
  readonly fontFamily: string
  readonly axisWidthPx: number
  readonly hasCountdown: boolean
}

/**
 * The engine draws nothing for an unknown candle type, which leaves the bars to our painter. This
 * is not documented; a test with the pinned version verifies it.
 */
const paintedByUs = 'none' as string as CandleType

const tagPadding = { paddingLeft: 6, paddingRight: 6, paddingTop: 4, paddingBottom: 3 }

/**
 * Returns the engine's styles for a palette; all are set, so that nothing of the previous one
 * stays.
 */
export function engineStyles(choices: StyleChoices): DeepPartial<Styles> {
  const { appearance, fontFamily: family, axisWidthPx } = choices
  const { palette } = appearance
  const axis = {
    show: true,
    axisLine: { show: true, color: palette.border, size: 1 },
    tickLine: { show: false, size: 1, length: 4, color: palette.border },
  }
  const tickText = {
    show: true,
    color: palette.secondary,
    family,
    weight: '400',
    size: appearance.axis.fontPx,
  }
  const crosshairText = {
    show: true,
    style: 'fill' as const,
    color: palette.onTag,
    family,
    size: 11,
    weight: '500',
    borderSize: 0,
    borderRadius: 2,
    backgroundColor: palette.tag,
    ...tagPadding,
  }
  const crosshairLine = engineLine(appearance.crosshair, [3, 4])
  return {
    grid: {
      show: true,
      horizontal: engineLine(appearance.horizontalGrid),
      vertical: engineLine(appearance.verticalGrid),
    },
    candle: candleStyles(choices),
    indicator: indicatorStyles(choices),
    xAxis: { ...axis, size: 28, tickText: { ...tickText, marginStart: 8, marginEnd: 8 } },
    yAxis: { ...axis, size: axisWidthPx, tickText: { ...tickText, marginStart: 7, marginEnd: 7 } },
    separator: { size: 1, color: palette.border, fill: true, activeBackgroundColor: palette.hover },
    crosshair: {
      show: true,
      horizontal: { show: true, line: crosshairLine, text: crosshairText, features: [] },
      vertical: { show: true, line: crosshairLine, text: crosshairText },
    },
  }
}

const dashes: Readonly<Record<Dash, number[]>> = { solid: [], dotted: [1, 2], dashed: [4, 4] }

function engineLine({ color, dash, width }: LineAppearance, dashed = dashes.dashed) {
  return {
    show: true,
    style: dash === 'solid' ? ('solid' as const) : ('dashed' as const),
    dashedValue: dash === 'dotted' ? dashes.dotted : dashed,
    size: width,
    color,
  }
}

function candleStyles({ appearance, fontFamily: family, hasCountdown }: StyleChoices) {
  const { palette } = appearance
  const sides = { upColor: palette.up, downColor: palette.down, noChangeColor: palette.up }
  const tagText = {
    show: true,
    style: 'fill' as const,
    color: palette.onSide,
    family,
    size: 11,
    weight: '600',
    borderSize: 0,
    borderRadius: 0,
    ...tagPadding,
  }
  return {
    type: paintedByUs,
    bar: { ...sides, compareRule: 'current_open' as const },
    priceMark: {
      show: true,
      high: { show: false },
      low: { show: false },
      last: {
        ...sides,
        show: appearance.hasLastValue,
        compareRule: 'current_open' as const,
        // We draw it: the engine would draw it along the edge when the price is out of view.
        line: { show: false },
        text: tagText,
        extendTexts: [
          {
            ...tagText,
            show: hasCountdown && appearance.hasCountdown,
            weight: '500',
            size: 10,
            paddingTop: 1,
            paddingBottom: 4,
            position: 'below_price' as const,
            updateInterval: 1000,
          },
        ],
      },
    },
    tooltip: { showRule: 'none' as const },
  }
}

function indicatorStyles({ appearance, fontFamily: family }: StyleChoices) {
  const { palette } = appearance
  const bars = {
    style: 'fill' as const,
    borderSize: 1,
    upColor: palette.volumeUp,
    downColor: palette.volumeDown,
    noChangeColor: palette.muted,
  }
  return {
    bars: [bars],
    lines: palette.studies.map((color) => ({
      style: 'solid' as const,
      smooth: false,
      size: 1,
      dashedValue: [2, 2],
      color,
    })),
    circles: [bars],
    lastValueMark: {
      show: appearance.hasStudyLastValue,
      text: { show: appearance.hasStudyLastValue, family, size: 10, ...tagPadding },
    },
    tooltip: { showRule: 'none' as const },
  }
}
