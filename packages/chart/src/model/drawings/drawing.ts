// A drawing: a tool's figure at points of time and price, with its style. Drawings are
// immutable, so that undo keeps the previous one.

/** Tools that leave a drawing on the chart. */
export const drawTools = [
  'trendLine',
  'ray',
  'extendedLine',
  'arrow',
  'horizontalLine',
  'horizontalRay',
  'verticalLine',
  'parallelChannel',
  'fibRetracement',
  'fibExtension',
  'rectangle',
  'brush',
  'text',
  'measure',
  'longPosition',
  'shortPosition',
] as const

export type DrawTool = (typeof drawTools)[number]

/**
 * A position on the chart. `time` is in seconds UTC. Beyond the last bar it is that bar's time,
 * with `offset` bars of the resolution `interval` after it.
 */
export type DrawPoint = {
  readonly time: number
  readonly price: number
  readonly offset?: number
  readonly interval?: string
}

export type DrawDash = 'solid' | 'dashed' | 'dotted'

/** Values not given are the theme's, or the tool's own. */
export type DrawStyle = {
  readonly color?: string
  readonly widthPx?: number
  readonly dash?: DrawDash
  readonly fillColor?: string
  /** From 0, invisible, to 1. */
  readonly fillAlpha?: number
  readonly textSizePx?: number
  readonly isBold?: boolean
}

/** The risk settings of a position tool, in the quote currency. */
export type RiskSettings = {
  readonly accountSize: number
  /** The share of the account that is lost at the stop, in percent. */
  readonly riskPercent: number
}

export type Drawing = {
  readonly id: string
  readonly tool: DrawTool
  readonly symbol: string
  readonly points: readonly DrawPoint[]
  readonly style: DrawStyle
  readonly text: string
  readonly risk?: RiskSettings
  readonly isLocked: boolean
  readonly isHidden: boolean
  /** Higher values are painted later; unique among a symbol's drawings. */
  readonly zOrder: number
  /** False for those a host made with `disableSave`. */
  readonly isSaved: boolean
  /** False for those a host made with `disableSelection`. */
  readonly isSelectable: boolean
  /** Unknown properties of a loaded layout, written back unchanged. */
  readonly unknown?: Readonly<Record<string, unknown>>
}

export const isDrawTool = (name: unknown): name is DrawTool =>
  drawTools.some((tool) => tool === name)

export type ToolDefinition = {
  /** The drawing's class name in a saved layout, as in TradingView's. */
  readonly saved: string
  /** The shape name that hosts use. */
  readonly shape: string
  /** The number of clicks that create it; 0 for a stroke drawn with the button held. */
  readonly clicks: number
  /** The number of points of a complete drawing; 0 for any number. */
  readonly points: number
  /** The tool's name names its icon; these are its settings. */
  readonly hasLine: boolean
  readonly hasFill: boolean
  readonly hasText: boolean
  readonly shortcut?: string
}

const line = { hasLine: true, hasFill: false, hasText: false } as const
const shape = { hasLine: true, hasFill: true, hasText: false } as const

/** The definition of each tool. */
export const toolDefinitions: Readonly<Record<DrawTool, ToolDefinition>> = {
  trendLine: {
    saved: 'LineToolTrendLine',
    shape: 'trend_line',
    clicks: 2,
    points: 2,
    ...line,
    shortcut: 'Alt+T',
  },
  ray: { saved: 'LineToolRay', shape: 'ray', clicks: 2, points: 2, ...line },
  extendedLine: { saved: 'LineToolExtended', shape: 'extended', clicks: 2, points: 2, ...line },
  arrow: { saved: 'LineToolArrow', shape: 'arrow', clicks: 2, points: 2, ...line },
  horizontalLine: {
    saved: 'LineToolHorzLine',
    shape: 'horizontal_line',
    clicks: 1,
    points: 1,
    ...line,
    shortcut: 'Alt+H',
  },
  horizontalRay: {
    saved: 'LineToolHorzRay',
    shape: 'horizontal_ray',
    clicks: 1,
    points: 1,
    ...line,
    shortcut: 'Alt+J',
  },
  verticalLine: {
    saved: 'LineToolVertLine',
    shape: 'vertical_line',
    clicks: 1,
    points: 1,
    ...line,
    shortcut: 'Alt+V',
  },
  parallelChannel: {
    saved: 'LineToolParallelChannel',
    shape: 'parallel_channel',
    clicks: 3,
    points: 3,
    ...shape,
  },
  fibRetracement: {
    saved: 'LineToolFibRetracement',
    shape: 'fib_retracement',
    clicks: 2,
    points: 2,
    ...shape,
    shortcut: 'Alt+F',
  },
  fibExtension: {
    saved: 'LineToolTrendBasedFibExtension',
    shape: 'fib_trend_ext',
    clicks: 3,
    points: 3,
    ...shape,
  },
  rectangle: {
    saved: 'LineToolRectangle',
    shape: 'rectangle',
    clicks: 2,
    points: 2,
    ...shape,
    shortcut: 'Alt+Shift+R',
  },
  brush: { saved: 'LineToolBrush', shape: 'brush', clicks: 0, points: 0, ...line },
  text: {
    saved: 'LineToolText',
    shape: 'text',
    clicks: 1,
    points: 1,
    hasLine: false,
    hasFill: false,
    hasText: true,
  },
  measure: {
    saved: 'LineToolDateAndPriceRange',
    shape: 'date_and_price_range',
    clicks: 2,
    points: 2,
    ...shape,
  },
  longPosition: {
    saved: 'LineToolRiskRewardLong',
    shape: 'long_position',
    clicks: 1,
    points: 3,
    hasLine: false,
    hasFill: false,
    hasText: false,
  },
  shortPosition: {
    saved: 'LineToolRiskRewardShort',
    shape: 'short_position',
    clicks: 1,
    points: 3,
    hasLine: false,
    hasFill: false,
    hasText: false,
  },
}

export const isPositionTool = (tool: DrawTool): tool is 'longPosition' | 'shortPosition' =>
  tool === 'longPosition' || tool === 'shortPosition'

/** Returns the tool of a name: ours, a layout's class, or a host's shape. */
export function toolNamed(name: string): DrawTool | undefined {
  return drawTools.find(
    (tool) =>
      tool === name || toolDefinitions[tool].saved === name || toolDefinitions[tool].shape === name,
  )
}
