// The drawings of one chart, bound to its symbol, settings, messages and events.

import type { ChartEvents } from '../model/chart-events.ts'
import type { ChartState } from '../model/chart-state.ts'
import type { Signal } from '../primitives/events.ts'
import { pricePane, type SavedSource } from '../model/layout/sources.ts'
import type { Workspace } from '../model/layout/workspace.ts'
import { isObject, type Settings } from '../options/settings.ts'
import { toolLabel } from '../model/drawings/tool-labels.ts'
import { toolDefinitions } from '../model/drawings/drawing.ts'
import { Drawings } from '../model/drawings/drawings.ts'
import { drawingSources } from '../model/drawings/saved-drawings.ts'
import type { MagnetMode } from '../model/drawings/magnet.ts'
import type { DrawPane } from '../model/drawings/pane.ts'

type DrawingEvents = 'drawing' | 'drawing_event' | 'drawing_position' | 'onSelectedLineToolChanged'

export type DrawnChart = {
  readonly state: ChartState
  readonly workspace: Workspace
  readonly settings: Settings
  readonly events: { [Name in DrawingEvents]: Signal<Parameters<ChartEvents[Name]>> }
  pane(): DrawPane | undefined
}

export function chartDrawings(chart: DrawnChart): Drawings {
  const { state, workspace, settings, events } = chart
  const drawings = new Drawings({
    workspace,
    positionRequested: events.drawing_position,
    styleStore: {
      read: () => settings.read('drawingStyles', isObject),
      write: (styles) => settings.write('drawingStyles', styles),
      overrides: () => ({ ...state.initialOverrides, ...state.ownOverrides }),
    },
    // Keyed by title: the same market in another price source keeps its drawings.
    symbol: () => state.title,
    pane: chart.pane,
    text: (kind, { tool }) => {
      const { messages } = state
      const step = { create: 'drawnStep', change: 'changedStep', remove: 'removedStep' } as const
      return messages[step[kind]].replace('{tool}', toolLabel(tool, messages))
    },
  })
  keepDrawings(drawings, chart)
  keepMagnet(drawings, settings)
  drawings.store.drawingChanged.subscribe(null, (id, event) => {
    events.drawing_event.emit(id, event)
    const drawing = event === 'create' ? drawings.store.get(id) : undefined
    if (drawing !== undefined) events.drawing.emit({ value: toolDefinitions[drawing.tool].shape })
  })
  drawings.session.toolChanged.subscribe(null, () => events.onSelectedLineToolChanged.emit())
  return drawings
}

/**
 * Stores the drawings in the settings too, so that they are restored if the host saves no layouts.
 * A layout that the host loads later wins.
 */
function keepDrawings(drawings: Drawings, { workspace, settings }: DrawnChart): void {
  const provider = drawingSources(drawings.store)
  const kept = settings.read('drawings', isObject)
  const sources = Array.isArray(kept) ? kept.filter(isSource) : []
  provider.read(sources.map((source) => ({ pane: pricePane, source })))?.()
  let isWaiting = false
  workspace.touched.subscribe(null, () => {
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(() => {
      isWaiting = false
      const saved = provider.save().map(({ source }) => source)
      // A layout without drawings creates no settings entry.
      if (saved.length > 0 || settings.read('drawings', isObject) !== undefined) {
        settings.write('drawings', saved)
      }
    })
  })
}

/** The magnet is remembered; lock and hide are reset when the chart is created. */
function keepMagnet({ session }: Drawings, settings: Settings): void {
  let kept = settings.read('magnet', isMagnet) ?? 'off'
  session.set({ magnet: kept })
  session.changed.subscribe(null, () => {
    if (session.magnet === kept) return
    kept = session.magnet
    settings.write('magnet', kept)
  })
}

const isMagnet = (value: unknown): value is MagnetMode =>
  value === 'off' || value === 'weak' || value === 'strong'

const isSource = (value: unknown): value is SavedSource =>
  isObject(value) && 'type' in value && 'id' in value
