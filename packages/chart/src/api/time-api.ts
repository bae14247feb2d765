// The API of the time scale and the time zone, with TradingView's names.

import type { ChartController } from '../controller/chart-controller.ts'
import { Signal, type Subscription } from '../primitives/events.ts'
import { zoneLabel, zoneNames, zoneOf } from '../primitives/time-zone.ts'

export interface TimeScaleApi {
  barSpacing(): number
  setBarSpacing(spacingPx: number): void
  /** Number of empty bars to the right of the latest one. */
  rightOffset(): number
  setRightOffset(bars: number): void
  defaultRightOffset(): number
  width(): number
  /** Seconds; null if there are no bars. */
  coordinateToTime(x: number): number | null
  barSpacingChanged(): Subscription<[number]>
  rightOffsetChanged(): Subscription<[number]>
}

type TimezoneInfo = {
  readonly id: string
  readonly title: string
  /** Current offset from UTC in minutes, positive to the east. */
  readonly offset: number
}

export interface TimezoneApi {
  getTimezone(): TimezoneInfo
  setTimezone(id: string, options?: { readonly disableUndo?: boolean }): void
  availableTimezones(): TimezoneInfo[]
  onTimezoneChanged(): Subscription<[string]>
}

export function timeScaleOf(controller: ChartController): TimeScaleApi {
  const spacing = new Signal<[number]>()
  const offset = new Signal<[number]>()
  const times = () => controller.chartView?.canvas.times
  let shown = { spacing: 0, offset: 0 }
  controller.rangeChanged.subscribe(null, () => {
    const now = { spacing: times()?.barSpacing ?? 0, offset: times()?.rightOffset ?? 0 }
    const before = shown
    shown = now
    if (now.spacing !== before.spacing) spacing.emit(now.spacing)
    if (now.offset !== before.offset) offset.emit(now.offset)
  })
  return {
    barSpacing: () => times()?.barSpacing ?? 0,
    setBarSpacing: (px) => times()?.setBarSpacing(px),
    rightOffset: () => times()?.rightOffset ?? 0,
    setRightOffset: (bars) => {
      times()?.setRightOffset(bars)
      controller.layout.setRightOffset(bars)
    },
    defaultRightOffset: () => 5,
    width: () => times()?.widthPx ?? 0,
    coordinateToTime: (x) => {
      const timeMs = times()?.timeAt(x)
      return timeMs === undefined ? null : timeMs / 1000
    },
    barSpacingChanged: () => spacing,
    rightOffsetChanged: () => offset,
  }
}

function infoOf(id: string, nowMs: number): TimezoneInfo {
  const zone = zoneOf(id)
  const place = (id.split('/').at(-1) ?? id).replaceAll('_', ' ')
  const label = zoneLabel(zone, nowMs)
  return {
    id,
    title: label === 'UTC' && place === 'UTC' ? 'UTC' : `(${label}) ${place}`,
    offset: Math.round(zone.offsetMs(nowMs) / 60_000),
  }
}

export function timezoneOf(controller: ChartController): TimezoneApi {
  return {
    getTimezone: () => ({
      ...infoOf(controller.state.timezone, controller.nowMs()),
      id: controller.style.timezoneName,
    }),
    setTimezone: (id, { disableUndo = false } = {}) =>
      controller.style.setTimezone(id, disableUndo),
    availableTimezones: () => zoneNames.map((id) => infoOf(id, controller.nowMs())),
    onTimezoneChanged: () => controller.timezoneChanged,
  }
}
