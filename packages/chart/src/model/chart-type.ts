// The chart types, in the order of the menu.

export const chartTypes = [
  'candles',
  'hollow',
  'heikinAshi',
  'bars',
  'line',
  'area',
  'baseline',
  'highLow',
  'columns',
] as const

export type ChartType = (typeof chartTypes)[number]
