// The drawings of one chart: its symbol, its settings, its words, and whom they tell.

import type { ChartEvents } from '../chart-api.ts'
import type { ChartState } from '../chart-state.ts'
import type { Signal } from '../events.ts'
import type { Workspace } from '../layout/workspace.ts'
import { isObject, type Settings } from '../settings.ts'
import { toolLabel } from './draw-words.ts'
import { Drawings } from './drawings.ts'
import type { DrawPane } from './pane.ts'

type DrawingEvents = 'drawing_event' | 'drawing_position' | 'onSelectedLineToolChanged'

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
    positionTaken: events.drawing_position,
    styleStore: {
      read: () => settings.read('drawingStyles', isObject),
      write: (styles) => settings.write('drawingStyles', styles),
    },
    symbol: () => state.symbol,
    pane: chart.pane,
    text: (kind, { tool }) => {
      const { messages } = state
      const step = { create: 'drawnStep', change: 'changedStep', remove: 'removedStep' } as const
      return messages[step[kind]].replace('{tool}', toolLabel(tool, messages))
    },
  })
  drawings.book.told.subscribe(null, (id, event) => events.drawing_event.tell(id, event))
  drawings.session.toolChanged.subscribe(null, () => events.onSelectedLineToolChanged.tell())
  return drawings
}
