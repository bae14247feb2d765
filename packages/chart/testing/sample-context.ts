// A chart without a canvas for tests: its state, history and stored settings, as its parts share
// them.

import type { ChartContext } from '../src/controller/context.ts'
import { initialState } from '../src/controller/initial-state.ts'
import { makeListeners } from '../src/model/chart-events.ts'
import { Workspace } from '../src/model/layout/workspace.ts'
import type { Datafeed } from '../src/options/datafeed.ts'
import { resolveOptions, type ChartOptions } from '../src/options/options.ts'
import { settingsIn } from '../src/options/settings.ts'
import { Signal } from '../src/primitives/events.ts'

const options: ChartOptions = {
  container: { nodeType: 1 } as HTMLElement,
  datafeed: { onReady: () => undefined } as unknown as Datafeed,
  symbol: 'BTCUSDT',
}
const resolved = resolveOptions(options, { elementById: () => null, warn: () => undefined })

/** Returns a chart that goes on with the kept settings of an earlier one, and keeps its own. */
export function sampleContext(kept: Map<string, string>): ChartContext {
  const settings = settingsIn(
    {
      initialSettings: Object.fromEntries(kept),
      setValue: (key, value) => void kept.set(key, value),
      removeValue: (key) => void kept.delete(key),
    },
    () => undefined,
  )
  return {
    state: initialState(options, resolved, settings),
    workspace: new Workspace(),
    events: makeListeners(),
    settings,
    view: {} as Window,
    chartTypeChanged: new Signal<[number]>(),
    timezoneChanged: new Signal<[string]>(),
    chartView: undefined,
    isRemoved: false,
    nowMs: () => 0,
  }
}
