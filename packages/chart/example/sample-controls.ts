// Controls beside the sample chart for trying the host API by hand: shown with ?controls=1.

import { featureNames } from '../src/options/features.ts'
import { bundleNames } from '../src/options/locales/bundles.ts'
import type { ChartOptions, ChartWidget } from '../src/api/widget.ts'

/** Keeps layouts for as long as the page lives. */
export function sampleStorage(): NonNullable<ChartOptions['save_load_adapter']> {
  const charts = new Map<
    string,
    { name: string; symbol: string; resolution: string; text: string }
  >()
  return {
    getAllCharts: async () =>
      [...charts].map(([id, { name, symbol, resolution }], timestamp) => {
        return { id, name, symbol, resolution, timestamp }
      }),
    removeChart: async (id) => void charts.delete(String(id)),
    saveChart: async ({ id, name, symbol, resolution, content }) => {
      const key = String(id ?? name)
      charts.set(key, { name, symbol, resolution, text: content })
      return key
    },
    getChartContent: async (id) => charts.get(String(id))?.text ?? '',
  }
}

/** Adds the controls; `remake` recreates the chart with other features. */
export function makeControls(
  root: HTMLElement,
  chart: () => ChartWidget,
  remake: (disabled: readonly string[], enabled: readonly string[]) => void,
): void {
  let layout: unknown
  const log = document.createElement('output')
  const show = (value: unknown) => {
    log.textContent = typeof value === 'string' ? value : JSON.stringify(value)
  }
  const acts: Readonly<Record<string, () => void>> = {
    Save: () => chart().save((saved) => show((layout = saved))),
    Load: () => chart().load(layout),
    Undo: () => chart().activeChart().executeActionById('undo'),
    Redo: () => chart().activeChart().executeActionById('redo'),
    'State of undo': () => show(chart().undoRedoState()),
    Theme: () => void chart().changeTheme(chart().getTheme() === 'dark' ? 'light' : 'dark'),
    Invert: () => chart().activeChart().executeActionById('invertScale'),
    Search: () => chart().activeChart().executeActionById('symbolSearch'),
    Settings: () => chart().activeChart().executeActionById('chartProperties'),
    MACD: () => void chart().activeChart().createStudy('MACD'),
    Button: () => void (chart().createButton().textContent = 'Host'),
    Dropdown: () =>
      void chart().createDropdown({
        title: 'Menu',
        items: ['One', 'Two'].map((title) => ({ title, onSelect: () => show(title) })),
      }),
    'Context menu': () =>
      chart().onContextMenu((time, price) => [
        { position: 'top', text: `Buy at ${price.toFixed(2)}`, click: () => show({ time, price }) },
      ]),
    Question: () =>
      chart().showConfirmDialog({
        title: 'Sure?',
        body: 'A question of the host.',
        callback: show,
      }),
    Gradient: () =>
      chart().applyOverrides({
        'paneProperties.backgroundType': 'gradient',
        'paneProperties.backgroundGradientStartColor': '#14324a',
        'paneProperties.backgroundGradientEndColor': '#101014',
      }),
    Snapshot: () => chart().activeChart().executeActionById('takeScreenshot'),
    'Visible range': () => show(chart().activeChart().getVisibleRange()),
    Remove: () => chart().remove(),
  }
  for (const [name, run] of Object.entries(acts)) {
    const control = document.createElement('button')
    control.textContent = name
    control.addEventListener('click', run)
    root.append(control)
  }
  root.append(choice(['en', ...bundleNames], (name) => chart().setMessages({}, name)))
  root.append(choice(['without…', ...featureNames], (name) => remake([name], [])))
  root.append(choice(['with…', ...featureNames], (name) => remake([], [name])))
  root.append(log)
}

function choice(names: readonly string[], choose: (name: string) => void): HTMLSelectElement {
  const made = document.createElement('select')
  made.append(...names.map((name) => new Option(name)))
  made.addEventListener('change', () => choose(made.value))
  return made
}
