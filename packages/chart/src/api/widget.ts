// The public module of the chart: the widget class, its versions and the types of its API.

import type { ShapeApi, ShapeOptions, ShapePoint } from './shape-api.ts'
import { widgetOf } from './widget-methods.ts'
import type { ChartWidget } from './widget-api.ts'
import type { ChartApi, ChartEvents, TimeRange } from './chart-api.ts'
import { ChartController } from '../controller/chart-controller.ts'
import type { Subscription } from '../primitives/events.ts'
import type { ChartLine } from '../options/trading-lines.ts'
import { type ChartMessages, englishMessages } from '../options/messages.ts'
import type { ChartOptions, Overrides, ThemeName } from '../options/options.ts'

export type {
  ShapeApi,
  ShapeOptions,
  ShapePoint,
  ChartApi,
  ChartEvents,
  ChartLine,
  ChartMessages,
  ChartOptions,
  ChartWidget,
  Overrides,
  Subscription,
  ThemeName,
  TimeRange,
}
export { englishMessages }

/**
 * Creates a chart inside the container. Throws with the specification's text when the symbol, the
 * container or the datafeed is missing (spec 5, chart).
 */
export function createChartWidget(options: ChartOptions): ChartWidget {
  return widgetOf(new ChartController(options))
}

/** The class that TradingView's hosts construct: `new library.widget(options)`. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- see the interface below
class CompatibleWidget {
  constructor(options: ChartOptions) {
    // A constructor may return another object; this one returns the factory's widget.
    return createChartWidget(options)
  }
}

// The constructor returns the factory's widget, which a class declaration cannot express.
interface CompatibleWidget extends ChartWidget {}

export { CompatibleWidget as widget }

/** The compatibility version that hosts compare (spec, constants of the chart). */
export const version = (): string => 'TT v29.5.0'
