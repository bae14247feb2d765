// Drawings in a saved layout. Unknown parts are kept, so that saving a loaded layout gives the same
// text.

import type { Json, JsonRecord, PlacedSource } from '../layout/sources.ts'
import { pricePane, type SourceProvider } from '../layout/sources.ts'
import { type Drawing, type DrawPoint, drawTools, toolNamed, toolDefinitions } from './drawing.ts'
import type { DrawingStore } from './drawing-store.ts'
import { propertiesOf, withProperties } from './properties.ts'

/** One entry among the sources of a pane (docs/chart e). */
type SavedDrawing = {
  readonly type: string
  readonly id: string
  readonly ownerSource: string
  readonly symbol: string
  readonly points: readonly JsonRecord[]
  readonly state: JsonRecord
  readonly zorder: number
}

/** Longer strokes are truncated: a layout has to fit into a browser's storage. */
const maxPoints = 2000
const maxDrawings = 5000

/**
 * Returns the drawings to be saved, in the order in which they were made: where storage is short,
 * the host drops the first ones.
 */
function savedDrawings(drawings: readonly Drawing[]): SavedDrawing[] {
  return drawings
    .filter(({ isSaved }) => isSaved)
    .map((drawing) => ({
      type: toolDefinitions[drawing.tool].saved,
      id: drawing.id,
      ownerSource: 'm',
      symbol: drawing.symbol,
      points: drawing.points.map(savedPoint),
      state: jsonRecord(propertiesOf(drawing)),
      zorder: drawing.zOrder,
    }))
}

const savedPoint = ({ time, price, offset, interval }: DrawPoint): JsonRecord => ({
  time,
  price,
  ...(offset !== undefined && { offset }),
  ...(interval !== undefined && { interval }),
})

/** Leaves out values that are not valid JSON, because hosts may pass anything. */
function jsonRecord(record: Readonly<Record<string, unknown>>): JsonRecord {
  const entries = Object.entries(record).filter((entry): entry is [string, Json] =>
    isJson(entry[1]),
  )
  return Object.fromEntries(entries)
}

function isJson(value: unknown): value is Json {
  if (value === null || ['boolean', 'string'].includes(typeof value)) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return isRecord(value) && Object.values(value).every(isJson)
}

/** Returns the provider that saves and loads the drawings of all symbols in layouts. */
export function drawingSources(store: DrawingStore): SourceProvider {
  const types = new Set(drawTools.map((tool) => toolDefinitions[tool].saved))
  let unread: readonly PlacedSource[] = []
  return {
    owns: (type) => types.has(type),
    save: () => [
      ...savedDrawings(store.all()).map((source) => ({ pane: pricePane, source })),
      ...unread,
    ],
    read: (sources) => {
      const { drawings, unknown } = loadedDrawings(sources.map(({ source }) => source))
      return () => {
        // Unreadable sources are written back, for a version that can read them.
        unread = sources.filter(({ source }) => unknown.includes(source))
        store.reset(drawings)
      }
    },
  }
}

type LoadedDrawings = {
  readonly drawings: readonly Drawing[]
  /** Entries that are not valid drawings, to be written back unchanged. */
  readonly unknown: readonly unknown[]
}

/** Reads entries of any origin; an invalid one is added to the unknown, the others are used. */
function loadedDrawings(entries: readonly unknown[]): LoadedDrawings {
  const drawings = new Map<string, Drawing>()
  const unknown: unknown[] = []
  for (const entry of entries) {
    const drawing = drawings.size < maxDrawings ? drawingOf(entry) : undefined
    if (drawing === undefined || drawings.has(drawing.id)) unknown.push(entry)
    else drawings.set(drawing.id, drawing)
  }
  return { drawings: [...drawings.values()], unknown }
}

function drawingOf(entry: unknown): Drawing | undefined {
  if (!isRecord(entry)) return undefined
  const { type, id, symbol, points, state, zorder } = entry
  if (typeof type !== 'string' || typeof id !== 'string' || id === '') return undefined
  if (typeof symbol !== 'string' || !Array.isArray(points)) return undefined
  const tool = toolNamed(type)
  if (tool === undefined || points.length > maxPoints) return undefined
  const places = points.map(pointOf).filter((point) => point !== undefined)
  const wanted = toolDefinitions[tool].points
  const isWhole = places.length === points.length && places.length >= Math.max(1, wanted)
  if (!isWhole || (wanted > 0 && places.length !== wanted)) return undefined
  const plain: Drawing = {
    id,
    tool,
    symbol,
    points: places,
    style: {},
    text: '',
    isLocked: false,
    isHidden: false,
    zOrder: typeof zorder === 'number' && Number.isFinite(zorder) ? zorder : 0,
    isSaved: true,
    isSelectable: true,
  }
  return withProperties(plain, isRecord(state) ? state : {})
}

/** Returns a point, undefined when the value is not a valid one. */
function pointOf(value: unknown): DrawPoint | undefined {
  if (!isRecord(value)) return undefined
  const { time, price, offset, interval } = value
  if (!isFinite(time) || !isFinite(price)) return undefined
  return {
    time,
    price,
    ...(isFinite(offset) && offset !== 0 && { offset }),
    ...(typeof interval === 'string' && isFinite(offset) && { interval }),
  }
}

const isFinite = (value: unknown): value is number => Number.isFinite(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
