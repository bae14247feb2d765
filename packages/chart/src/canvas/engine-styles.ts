// One palette as the canvas engine wants it said.

import type { CandleType, DeepPartial, Styles } from 'klinecharts'
import type { Palette } from '../theme.ts'

export type StyleChoices = {
  readonly palette: Palette
  readonly fontFamily: string
  readonly axisWidthPx: number
  readonly hasCountdown: boolean
}

/**
 * The engine draws nothing for a candle type it does not know, which leaves the bars to our
 * painter. This is not documented; a test on the pinned version watches it.
 */
const paintedByUs = 'none' as string as CandleType

const tagPadding = { paddingLeft: 6, paddingRight: 6, paddingTop: 4, paddingBottom: 3 }

/**
 * Returns the engine's styles for a palette; given whole, so that nothing of a former one stays.
 */
export function engineStyles(choices: StyleChoices): DeepPartial<Styles> {
  const { palette, fontFamily: family, axisWidthPx } = choices
  const gridLine = { show: true, style: 'solid' as const, size: 1, color: palette.grid }
  const axis = {
    show: true,
    axisLine: { show: true, color: palette.border, size: 1 },
    tickLine: { show: false, size: 1, length: 4, color: palette.border },
  }
  const tickText = { show: true, color: palette.secondary, family, weight: '400', size: 11 }
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
  const crosshairLine = {
    show: true,
    style: 'dashed' as const,
    dashedValue: [3, 4],
    size: 1,
    color: palette.crosshair,
  }
  return {
    grid: { show: true, horizontal: gridLine, vertical: gridLine },
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

function candleStyles({ palette, fontFamily: family, hasCountdown }: StyleChoices) {
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
        show: true,
        compareRule: 'current_open' as const,
        // Ours: the engine would draw it along the edge when the price is out of sight.
        line: { show: false },
        text: tagText,
        extendTexts: [
          {
            ...tagText,
            show: hasCountdown,
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

function indicatorStyles({ palette, fontFamily: family }: StyleChoices) {
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
    lastValueMark: { show: false, text: { show: false, family } },
    tooltip: { showRule: 'none' as const },
  }
}
