// Drawings as hosts create and change them, with TradingView's names (docs/chart b.4).

import {
  type Drawing,
  isPositionTool,
  toolNamed,
  toolDefinitions,
} from '../model/drawings/drawing.ts'
import type { Drawings } from '../model/drawings/drawings.ts'
import { type Ohlc, positionPoints } from '../model/drawings/pane.ts'
import type { DrawPane } from '../model/drawings/pane.ts'
import { barPlace } from '../model/drawings/coordinates.ts'
import { type Properties, propertiesOf, withProperties } from '../model/drawings/properties.ts'

/** `time` in seconds. Without a price, the bar's `channel` (close) at that time is used. */
export type ShapePoint = {
  readonly time: number
  readonly price?: number
  readonly channel?: 'open' | 'high' | 'low' | 'close'
}

export type ShapeOptions = {
  readonly shape?: string
  readonly text?: string
  readonly lock?: boolean
  readonly disableSelection?: boolean
  readonly disableSave?: boolean
  readonly disableUndo?: boolean
  readonly overrides?: Properties
  readonly zOrder?: 'top' | 'bottom'
  readonly filled?: boolean
}

export interface ShapeApi {
  getPoints(): { readonly time: number; readonly price: number }[]
  setPoints(points: readonly ShapePoint[]): void
  getProperties(): Record<string, unknown>
  setProperties(properties: Properties): void
  bringToFront(): void
  sendToBack(): void
  isSelectionEnabled(): boolean
  setSelectionEnabled(isEnabled: boolean): void
  isSavingEnabled(): boolean
  setSavingEnabled(isEnabled: boolean): void
  isUserEditEnabled(): boolean
  setUserEditEnabled(isEnabled: boolean): void
}

export interface ShapesApi {
  /** Resolves to null, with a warning, for a shape or points that cannot be drawn. */
  createShape(point: ShapePoint, options?: ShapeOptions): Promise<string | null>
  createMultipointShape(
    points: readonly ShapePoint[],
    options?: ShapeOptions,
  ): Promise<string | null>
  /** The drawings of the shown symbol, bottom to top. */
  getAllShapes(): { readonly id: string; readonly name: string }[]
  /** Throws for an unknown id, as TradingView's does. */
  getShapeById(id: string): ShapeApi
  removeAllShapes(): void
}

type ShapesContext = {
  readonly drawings: Drawings
  symbol(): string
  pane(): DrawPane | undefined
}

export function shapesApi(context: ShapesContext): ShapesApi {
  const { store } = context.drawings
  const create = async (points: readonly ShapePoint[], options: ShapeOptions) => {
    const drawing = drawingOf(context, points, options)
    if (drawing === undefined) {
      console.warn(`Shape ${options.shape ?? 'flag'} cannot be drawn with ${points.length} points`)
      return null
    }
    store.put([drawing], options.disableUndo !== true)
    return drawing.id
  }
  return {
    createShape: (point, options = {}) => create([point], options),
    createMultipointShape: (points, options = {}) => create(points, options),
    getAllShapes: () =>
      store.of(context.symbol()).map(({ id, tool }) => ({ id, name: toolDefinitions[tool].shape })),
    getShapeById: (id) => {
      if (store.get(id) === undefined) throw new Error(`There is no shape with the id ${id}`)
      return shapeOf(context, id)
    },
    removeAllShapes: () => context.drawings.removeAllShown(),
  }
}

function shapeOf(context: ShapesContext, id: string): ShapeApi {
  const { drawings } = context
  const change = (next: (drawing: Drawing) => Drawing) => drawings.change(id, next)
  const read = <Value>(value: (drawing: Drawing) => Value, fallback: Value): Value => {
    const drawing = drawings.store.get(id)
    return drawing === undefined ? fallback : value(drawing)
  }
  return {
    getPoints: () => read(({ points }) => points.map(({ time, price }) => ({ time, price })), []),
    setPoints: (points) => {
      const places = placesOf(context, points)
      change((one) => (places?.length === one.points.length ? { ...one, points: places } : one))
    },
    getProperties: () => read(propertiesOf, {}),
    setProperties: (properties) => change((one) => withProperties(one, properties)),
    bringToFront: () => drawings.reorder(id, 'top'),
    sendToBack: () => drawings.reorder(id, 'bottom'),
    isSelectionEnabled: () => read(({ isSelectable }) => isSelectable, false),
    setSelectionEnabled: (isSelectable) => change((one) => ({ ...one, isSelectable })),
    isSavingEnabled: () => read(({ isSaved }) => isSaved, false),
    setSavingEnabled: (isSaved) => change((one) => ({ ...one, isSaved })),
    isUserEditEnabled: () => read(({ isLocked }) => !isLocked, false),
    setUserEditEnabled: (isEnabled) => change((one) => ({ ...one, isLocked: !isEnabled })),
  }
}

function drawingOf(
  context: ShapesContext,
  given: readonly ShapePoint[],
  options: ShapeOptions,
): Drawing | undefined {
  const tool = toolNamed(options.shape ?? '')
  const points = placesOf(context, given)
  const pane = context.pane()
  const [first] = points ?? []
  if (tool === undefined || points === undefined || first === undefined) return undefined
  const wanted = toolDefinitions[tool].points
  const fresh = context.drawings.session.fresh(tool)
  const isWhole = wanted === 0 ? points.length > 1 : points.length === wanted
  const whole =
    isPositionTool(tool) && points.length === 1 && pane !== undefined
      ? positionPoints(pane, first, tool)
      : points
  if (!isWhole && whole === points) return undefined
  const overridden = withProperties(
    {
      ...fresh,
      points: whole,
      text: options.text ?? '',
      isLocked: options.lock === true,
      isSaved: options.disableSave !== true,
      isSelectable: options.disableSelection !== true,
      zOrder: context.drawings.store.freeZOrder(fresh.symbol, options.zOrder ?? 'top'),
    },
    plainNames(options.overrides ?? {}),
  )
  return options.filled === false
    ? { ...overridden, style: { ...overridden.style, fillAlpha: 0 } }
    : overridden
}

/** Hosts may write `linetooltrendline.linecolor`; only the last part is used. */
function plainNames(properties: Properties): Properties {
  const entries = Object.entries(properties)
  return Object.fromEntries(entries.map(([name, value]) => [name.split('.').at(-1) ?? name, value]))
}

function placesOf(context: ShapesContext, points: readonly ShapePoint[]) {
  const places = points.map(({ time, price, channel = 'close' }) => {
    const pane = context.pane()
    const value = price ?? (pane === undefined ? undefined : priceAt(pane, time, channel))
    return Number.isFinite(time) && value !== undefined && Number.isFinite(value)
      ? { time, price: value }
      : undefined
  })
  const whole = places.filter((place) => place !== undefined)
  return whole.length === points.length ? whole : undefined
}

function priceAt(pane: DrawPane, time: number, channel: keyof Ohlc): number | undefined {
  return pane.barAt(barPlace({ time, price: 0 }, pane.bars))?.[channel]
}
