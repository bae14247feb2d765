// The format of a saved layout: JSON with TradingView's outer shape and a fixed order of keys.
// Reading validates it; unknown parts are kept and written back.

import {
  type Json,
  type JsonRecord,
  type PlacedSource,
  pricePane,
  type SavedSource,
} from './sources.ts'

const layoutVersion = 1

/** The engine name that identifies our layouts. */
const engineName = 'own-klc'

type MainSeries = {
  readonly symbol: string
  readonly interval: string
  readonly style: number
}

type RightAxis = {
  readonly mode: number
  readonly inverted: boolean
  readonly auto: boolean
}

type PaneShape = {
  readonly id: string
  readonly stretch: number
  readonly isCollapsed: boolean
}

/** The content of a layout, apart from unregistered sources. */
export type LayoutParts = {
  readonly name: string
  readonly main: MainSeries
  readonly timezone: string
  readonly overrides: Readonly<Record<string, string | number | boolean>>
  readonly timeScale: { readonly barSpacing: number; readonly rightOffset: number }
  readonly rightAxis: RightAxis
  /** Panes below the price pane, by id, top to bottom. */
  readonly panes: readonly PaneShape[]
  readonly sources: readonly PlacedSource[]
  readonly unknown: Unknown
}

/** Unknown parts of a loaded layout. */
export type Unknown = {
  readonly keys?: JsonRecord
  readonly chart?: JsonRecord
  readonly main?: JsonRecord
  readonly charts?: readonly Json[]
  readonly sources?: readonly Json[]
}

/** The readable parts; a foreign layout may lack nearly all of them. */
export type ReadLayout = {
  readonly isForeign: boolean
  readonly name: string
  readonly main: Partial<MainSeries>
  readonly timezone: string | undefined
  readonly overrides: Readonly<Record<string, string | number | boolean>>
  readonly timeScale: { readonly barSpacing?: number; readonly rightOffset?: number }
  readonly rightAxis: Partial<RightAxis>
  readonly panes: readonly PaneShape[]
  readonly sources: readonly PlacedSource[]
  readonly unknown: Unknown
}

const seriesStretch = 3000

/** Returns the layout in its saved format. */
export function writeLayout(parts: LayoutParts): JsonRecord {
  const { main, rightAxis } = parts
  const ofPane = (pane: string) =>
    parts.sources.filter((placed) => placed.pane === pane).map(({ source }) => source)
  const mainSource: SavedSource = {
    type: 'MainSeries',
    id: 'm',
    state: {
      symbol: main.symbol,
      interval: main.interval,
      style: main.style,
      ...parts.unknown.main,
    },
  }
  const series = {
    id: pricePane,
    stretch: seriesStretch,
    isCollapsed: false,
    rightAxis: { mode: rightAxis.mode, inverted: rightAxis.inverted, auto: rightAxis.auto },
    sources: [mainSource, ...ofPane(pricePane)],
  }
  const others = parts.panes.map(({ id, stretch, isCollapsed }) => ({
    id,
    stretch,
    isCollapsed,
    sources: ofPane(id),
  }))
  const { keys, chart, charts, sources } = parts.unknown
  return {
    version: layoutVersion,
    engine: engineName,
    layout: 's',
    name: parts.name,
    charts: [
      {
        chartId: '1',
        timezone: parts.timezone,
        overrides: { ...parts.overrides },
        timeScale: {
          barSpacing: parts.timeScale.barSpacing,
          rightOffset: parts.timeScale.rightOffset,
        },
        panes: [series, ...others],
        ...chart,
      },
      ...(charts ?? []),
    ],
    unknown: sources === undefined || sources.length === 0 ? {} : { sources },
    ...keys,
  }
}

const layoutKeys = ['version', 'engine', 'layout', 'name', 'charts', 'unknown']
const chartKeys = ['chartId', 'timezone', 'overrides', 'timeScale', 'panes']
const mainKeys = ['symbol', 'interval', 'style']

/** The reason why a layout cannot be read, for the host's log. */
export type Refusal = { readonly refused: string }

/**
 * Reads a stored layout: an object, or its JSON text. A layout of ours must be complete and of a
 * known version; of another library's, the known parts are read.
 */
export function readLayout(given: unknown): ReadLayout | Refusal {
  const value = parsed(given)
  if (!isRecord(value)) return { refused: 'it is no object' }
  const { charts } = value
  const isForeign = value['engine'] !== engineName
  if (!isForeign && value['version'] !== layoutVersion) {
    return { refused: `its version is ${JSON.stringify(value['version'])}` }
  }
  if (!Array.isArray(charts)) return { refused: 'it has no charts' }
  const [chart, ...otherCharts] = charts as unknown[]
  if (!isRecord(chart) || !Array.isArray(chart['panes'])) return { refused: 'it has no panes' }
  const panes = (chart['panes'] as unknown[]).filter(isRecord)
  const placed = panes.flatMap((pane, at) => sourcesOf(pane, at))
  if (!isForeign && placed.some((one) => one === undefined)) {
    return { refused: 'one of its sources has no type or no id' }
  }
  const sources = placed.flatMap((one) => one ?? [])
  const main = sources.find(({ source }) => source.type === 'MainSeries')
  const state = main?.source['state']
  if (!isRecord(state)) return { refused: 'it has no main series' }
  if (!isForeign && (!isText(state['symbol']) || !isText(state['interval']))) {
    return { refused: 'its main series has no symbol or no interval' }
  }
  const rest = sources.filter((one) => one !== main)
  return {
    isForeign,
    name: textOr(value['name'], ''),
    main: mainOf(state),
    timezone: isText(chart['timezone']) ? chart['timezone'] : undefined,
    overrides: plainValues(chart['overrides']),
    timeScale: numbersOf(chart['timeScale'], ['barSpacing', 'rightOffset']),
    rightAxis: axisOf(panes[0]?.['rightAxis']),
    panes: panes.slice(1).map(shapeOf),
    sources: [...rest, ...keptSources(value['unknown'])],
    unknown: isForeign ? {} : unknownOf({ value, chart, state, otherCharts }),
  }
}

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    // Not JSON: refused below like any other invalid layout.
    return undefined
  }
}

function unknownOf(found: {
  value: Record<string, unknown>
  chart: Record<string, unknown>
  state: Record<string, unknown>
  otherCharts: readonly unknown[]
}): Unknown {
  const keys = without(found.value, layoutKeys)
  const chart = without(found.chart, chartKeys)
  const main = without(found.state, mainKeys)
  return {
    ...(Object.keys(keys).length > 0 && { keys }),
    ...(Object.keys(chart).length > 0 && { chart }),
    ...(Object.keys(main).length > 0 && { main }),
    ...(found.otherCharts.length > 0 && { charts: found.otherCharts as Json[] }),
  }
}

/** Sources that an earlier load did not understand; they are offered to the providers again. */
function keptSources(unknown: unknown): PlacedSource[] {
  if (!isRecord(unknown) || !Array.isArray(unknown['sources'])) return []
  return (unknown['sources'] as unknown[]).flatMap((entry) => {
    if (!isRecord(entry) || !isText(entry['pane']) || !isSource(entry['source'])) return []
    return [{ pane: entry['pane'], source: entry['source'] }]
  })
}

function sourcesOf(pane: Record<string, unknown>, at: number): (PlacedSource | undefined)[] {
  const id = at === 0 ? pricePane : textOr(pane['id'], `p${at}`)
  const { sources } = pane
  if (!Array.isArray(sources)) return []
  return (sources as unknown[]).map((source) =>
    isSource(source) ? { pane: id, source } : undefined,
  )
}

function shapeOf(pane: Record<string, unknown>, at: number): PaneShape {
  const { stretch } = numbersOf(pane, ['stretch'])
  return {
    id: textOr(pane['id'], `p${at + 1}`),
    stretch: stretch ?? 0,
    isCollapsed: pane['isCollapsed'] === true,
  }
}

function mainOf(state: Record<string, unknown>): Partial<MainSeries> {
  const { symbol, interval, style } = state
  return {
    ...(isText(symbol) && symbol !== '' && { symbol }),
    ...(isText(interval) && { interval }),
    ...(typeof style === 'number' && { style }),
  }
}

function axisOf(axis: unknown): Partial<RightAxis> {
  if (!isRecord(axis)) return {}
  const { mode, inverted, auto } = axis
  return {
    ...(typeof mode === 'number' && { mode }),
    ...(typeof inverted === 'boolean' && { inverted }),
    ...(typeof auto === 'boolean' && { auto }),
  }
}

function numbersOf<Key extends string>(value: unknown, keys: readonly Key[]) {
  const numbers: Partial<Record<Key, number>> = {}
  if (!isRecord(value)) return numbers
  for (const key of keys) {
    const number = value[key]
    if (typeof number === 'number' && Number.isFinite(number)) numbers[key] = number
  }
  return numbers
}

function plainValues(value: unknown): Record<string, string | number | boolean> {
  const plain: Record<string, string | number | boolean> = {}
  if (!isRecord(value)) return plain
  for (const [key, one] of Object.entries(value)) {
    if (typeof one === 'string' || typeof one === 'boolean') plain[key] = one
    if (typeof one === 'number' && Number.isFinite(one)) plain[key] = one
  }
  return plain
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

const textOr = (value: unknown, fallback: string) => (isText(value) ? value : fallback)

function isSource(value: unknown): value is SavedSource {
  return isRecord(value) && isText(value['type']) && isText(value['id'])
}

function without(value: Record<string, unknown>, keys: readonly string[]): JsonRecord {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !keys.includes(key)),
  ) as JsonRecord
}
