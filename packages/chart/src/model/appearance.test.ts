// Overrides by TradingView's names, each with what it changes (reference: overrides that must act).

import { expect, it } from 'vitest'
import { type ChartAppearance, appearanceOf, stateOverridesOf, withAlpha } from './appearance.ts'

const rows: [
  string,
  string | number | boolean,
  (appearance: ChartAppearance) => unknown,
  unknown,
][] = [
  ['paneProperties.background', '#111111', ({ background }) => background.top, '#111111'],
  ['paneProperties.vertGridProperties.style', 1, ({ verticalGrid }) => verticalGrid.dash, 'dotted'],
  [
    'paneProperties.horzGridProperties.color',
    'red',
    (appearance) => appearance.horizontalGrid.color,
    'red',
  ],
  ['paneProperties.crossHairProperties.width', 2, ({ crosshair }) => crosshair.width, 2],
  ['paneProperties.topMargin', 20, ({ margins }) => margins?.top, 0.2],
  ['paneProperties.bottomMargin', 15, ({ margins }) => margins?.bottom, 0.15],
  [
    'paneProperties.legendProperties.showSeriesOHLC',
    false,
    (appearance) => appearance.legend.hasPrices,
    false,
  ],
  ['paneProperties.separatorColor', 'red', ({ palette }) => palette.border, 'red'],
  ['scalesProperties.textColor', 'red', ({ palette }) => palette.secondary, 'red'],
  ['scalesProperties.fontSize', 14, ({ axis }) => axis.fontPx, 14],
  ['scalesProperties.showSeriesLastValue', false, (appearance) => appearance.hasLastValue, false],
  ['scalesProperties.showStudyLastValue', true, (appearance) => appearance.hasStudyLastValue, true],
  ['mainSeriesProperties.candleStyle.upColor', '#00ff00', ({ candles }) => candles.up, '#00ff00'],
  [
    'mainSeriesProperties.candleStyle.wickDownColor',
    'red',
    (appearance) => appearance.candles.wickDown,
    'red',
  ],
  ['mainSeriesProperties.candleStyle.drawWick', false, ({ candles }) => candles.hasWick, false],
  ['mainSeriesProperties.hollowCandleStyle.downColor', 'red', ({ hollow }) => hollow.down, 'red'],
  ['mainSeriesProperties.barStyle.dontDrawOpen', true, ({ bars }) => bars.hasOpen, false],
  ['mainSeriesProperties.lineStyle.linewidth', 3, ({ line }) => line.width, 3],
  ['mainSeriesProperties.areaStyle.linecolor', 'red', ({ area }) => area.color, 'red'],
  ['mainSeriesProperties.showPriceLine', false, ({ priceLine }) => priceLine.isShown, false],
  ['mainSeriesProperties.priceLineWidth', 2, ({ priceLine }) => priceLine.width, 2],
  ['mainSeriesProperties.showCountdown', false, (appearance) => appearance.hasCountdown, false],
  [
    'mainSeriesProperties.statusViewStyle.symbolTextSource',
    'description',
    ({ titleSource }) => titleSource,
    'description',
  ],
  [
    'paneProperties.vertGridProperties.color',
    'red',
    (appearance) => appearance.verticalGrid.color,
    'red',
  ],
  ['paneProperties.crossHairProperties.color', 'red', ({ palette }) => palette.crosshair, 'red'],
  ['scalesProperties.lineColor', 'red', ({ palette }) => palette.border, 'red'],
  ['scalesProperties.backgroundColor', 'red', ({ axis }) => axis.background, 'red'],
  ['mainSeriesProperties.haStyle.upColor', 'red', (appearance) => appearance.heikinAshi.up, 'red'],
  ['mainSeriesProperties.columnStyle.upColor', 'red', ({ columns }) => columns.up, 'red'],
  ['mainSeriesProperties.hiloStyle.color', 'red', ({ highLow }) => highLow, 'red'],
  [
    'mainSeriesProperties.baselineStyle.topLineColor',
    'red',
    (appearance) => appearance.baseline.above,
    'red',
  ],
  ['volumePaneSize', 'tiny', ({ volumePane }) => volumePane, 0.5],
  ['volume.volume.color.0', '#ff0000', ({ palette }) => palette.volumeDown, '#ff0000'],
]

for (const [name, value, read, wanted] of rows) {
  it(`${name} has an effect, a value of another type has none`, () => {
    expect(read(appearanceOf('dark', { [name]: value }))).toBe(wanted)
    const defaults = read(appearanceOf('dark'))
    const wrong = typeof value === 'boolean' ? 'yes' : true
    expect(read(appearanceOf('dark', { [name]: wrong })) === wanted && defaults !== wanted).toBe(
      false,
    )
  })
}

it('a gradient background has two colours', () => {
  const gradient = appearanceOf('light', {
    'paneProperties.backgroundType': 'gradient',
    'paneProperties.backgroundGradientStartColor': '#000001',
    'paneProperties.backgroundGradientEndColor': '#000002',
  })
  expect(gradient.background).toEqual({ top: '#000001', bottom: '#000002' })
})

it('a grid that was switched on again has the grid colour of each theme', () => {
  const names = ['vertGridProperties', 'horzGridProperties'].map((name) => `paneProperties.${name}`)
  const grids = (theme: 'light' | 'dark', color: string) => {
    const overrides = Object.fromEntries(names.map((name) => [`${name}.color`, color]))
    const { verticalGrid, horizontalGrid } = appearanceOf(theme, overrides)
    return [verticalGrid.color, horizontalGrid.color]
  }
  expect(grids('dark', 'transparent')).toEqual(['transparent', 'transparent'])
  for (const theme of ['light', 'dark'] as const) {
    const { grid } = appearanceOf(theme).palette
    expect(grids(theme, '')).toEqual([grid, grid])
  }
})

it('the transparency of volume is a percentage', () => {
  const { palette } = appearanceOf('dark', {
    'volume.volume.color.1': '#102030',
    'volume.volume.transparency': 75,
  })
  expect(palette.volumeUp).toBe('rgba(16, 32, 48, 0.25)')
  expect(withAlpha('red', 0.5)).toBe('red')
})

it('only known state overrides with valid values are read', () => {
  const axis = 'mainSeriesProperties.priceAxisProperties'
  expect(
    stateOverridesOf({
      'mainSeriesProperties.style': 9,
      [`${axis}.log`]: true,
      [`${axis}.isInverted`]: 'no',
      'timeScale.rightOffset': 7,
      timezone: 'Asia/Tokyo',
      anything: 1,
    }),
  ).toEqual({ chartType: 9, log: true, rightOffset: 7, timezone: 'Asia/Tokyo' })
})
