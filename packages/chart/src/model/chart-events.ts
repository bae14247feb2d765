// The events a host can subscribe to on the widget; any other name is accepted and never fires.

import type { Bar } from '../options/datafeed.ts'
import type { DrawingEvent } from './drawings/drawing-store.ts'
import type { DrawnPosition } from './drawings/drawings.ts'
import { Signal } from '../primitives/events.ts'
import type { UndoRedoState } from './layout/undo-history.ts'

type EntityId = string

/** Seconds, both ends included. */
export type TimeRange = { readonly from: number; readonly to: number }

export type ChartEvents = {
  /** Ours: the trader requests an order from a position drawing. */
  readonly drawing_position: (position: DrawnPosition) => void
  readonly onTick: (bar: Bar) => void
  readonly chart_loaded: () => void
  /** `load` was called with a layout. */
  readonly chart_load_requested: (layout: unknown) => void
  readonly mouse_down: (event: PointerEvent) => void
  readonly mouse_up: (event: PointerEvent) => void
  /** After a change to be saved: symbol, interval, style, scale, indicators, drawings. */
  readonly onAutoSaveNeeded: () => void
  readonly series_properties_changed: (id: EntityId) => void
  readonly study_event: (id: EntityId, event: 'create' | 'remove') => void
  readonly study_properties_changed: (id: EntityId) => void
  /** The name of an indicator that was added. */
  readonly study: (study: { readonly value: string }) => void
  readonly drawing_event: (id: EntityId, event: DrawingEvent) => void
  /** The name of a drawing tool that was used. */
  readonly drawing: (tool: { readonly value: string }) => void
  readonly onSelectedLineToolChanged: () => void
  readonly onMarkClick: (id: EntityId) => void
  readonly onTimescaleMarkClick: (id: EntityId) => void
  readonly onPlusClick: (click: { readonly time: number; readonly price: number }) => void
  readonly onScreenshotReady: (url: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly undo_redo_state_changed: (state: UndoRedoState) => void
  readonly toggle_sidebar: (isHidden: boolean) => void
  readonly toggle_header: (isHidden: boolean) => void
  readonly indicators_dialog: () => void
  readonly panes_height_changed: () => void
  readonly panes_order_changed: () => void
  readonly layout_changed: () => void
}

export type Listeners = {
  readonly [Name in keyof ChartEvents]: Signal<Parameters<ChartEvents[Name]>>
}

/** Returns a signal for every event. */
export function makeListeners(): Listeners {
  return {
    onTick: new Signal(),
    chart_loaded: new Signal(),
    chart_load_requested: new Signal(),
    mouse_down: new Signal(),
    mouse_up: new Signal(),
    onAutoSaveNeeded: new Signal(),
    series_properties_changed: new Signal(),
    study_event: new Signal(),
    study_properties_changed: new Signal(),
    study: new Signal(),
    drawing_event: new Signal(),
    drawing: new Signal(),
    drawing_position: new Signal(),
    onSelectedLineToolChanged: new Signal(),
    onMarkClick: new Signal(),
    onTimescaleMarkClick: new Signal(),
    onPlusClick: new Signal(),
    onScreenshotReady: new Signal(),
    undo: new Signal(),
    redo: new Signal(),
    undo_redo_state_changed: new Signal(),
    toggle_sidebar: new Signal(),
    toggle_header: new Signal(),
    indicators_dialog: new Signal(),
    panes_height_changed: new Signal(),
    panes_order_changed: new Signal(),
    layout_changed: new Signal(),
  }
}
