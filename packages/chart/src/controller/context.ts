// The part of the controller that its modules share: state, view, events and settings.

import type { Listeners } from '../model/chart-events.ts'
import type { ChartState } from '../model/chart-state.ts'
import type { Signal } from '../primitives/events.ts'
import type { Workspace } from '../model/layout/workspace.ts'
import type { Settings } from '../options/settings.ts'
import type { ChartView } from '../ui/chart-view.ts'

export interface ChartContext {
  readonly state: ChartState
  readonly workspace: Workspace
  readonly events: Listeners
  readonly settings: Settings
  readonly view: Window
  readonly chartTypeChanged: Signal<[number]>
  readonly timezoneChanged: Signal<[string]>
  /** The view in the frame; undefined while the frame has no document. */
  readonly chartView: ChartView | undefined
  readonly isRemoved: boolean
  nowMs(): number
}

/** One undoable step from one value to another. */
export function step<Value>(
  context: ChartContext,
  text: string,
  change: { readonly from: Value; readonly to: Value; apply(value: Value): void },
): void {
  context.workspace.history.do({
    text,
    redo: () => change.apply(change.to),
    undo: () => change.apply(change.from),
  })
}
