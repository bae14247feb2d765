// One-time setup of a new chart: frame size, initial time range, and notes on ineffective
// options.

import type { TimeSpan } from '../canvas/time-scale.ts'
import { safely } from '../primitives/events.ts'
import type { ChartFrame } from '../ui/frame.ts'
import type { ChartOptions } from '../options/options.ts'
import { timeFrameStartMs } from '../primitives/resolutions.ts'

/** Logs the given options in debug mode, and warns of unsupported custom indicators. */
export function logOptions(options: ChartOptions, isDebug: boolean): void {
  if (isDebug) console.debug('chart options', Object.keys(options).join(', '))
  const getter = options.custom_indicators_getter
  if (getter === undefined) return
  const warn = (found: readonly unknown[]) => {
    if (found.length > 0) console.warn(`${found.length} custom indicators are not supported`)
  }
  safely(() => void getter({}).then(warn, () => {}))
}

/** Makes the frame fill the window or its container, or gives it a size in pixels. */
export function sizeFrame(
  frame: ChartFrame,
  { autosize, fullscreen, width, height }: ChartOptions,
): void {
  if (fullscreen === true) {
    Object.assign(frame.element.style, { position: 'fixed', inset: '0', zIndex: '10' })
  } else if (autosize !== true) {
    frame.setSize(`${width ?? 800}px`, `${height ?? 500}px`)
  }
}

/** The initial visible range; undefined for the default one. */
export function initialRange({ timeframe }: ChartOptions, nowMs: number): TimeSpan | undefined {
  if (timeframe === undefined) return undefined
  if (typeof timeframe === 'object' && timeframe.type === 'time-range') {
    return { fromMs: timeframe.from * 1000, toMs: timeframe.to * 1000 }
  }
  const text = typeof timeframe === 'string' ? timeframe : timeframe.value
  const fromMs = timeFrameStartMs(text, nowMs)
  return fromMs === undefined ? undefined : { fromMs, toMs: nowMs }
}
