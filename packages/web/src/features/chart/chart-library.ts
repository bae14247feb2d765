// Loading of the chart library: our own, or a licensed one that the operator of the exchange has
// put at /tradingview/ (spec 9).

// Both are created and called in the same way; the few calls that only ours has are translated for
// a licensed one.

import type { ChartOptions, ChartWidget } from '@basis/chart/widget'
import { afterPaintedParts, loadPart } from '../../platform/load-part.ts'
import { isRecord } from '../../platform/storage.ts'
import { LicensedLines } from './licensed-lines.ts'

/** The default path of the library (spec 9, constants of the chart). */
const libraryPath = '/tradingview/'

export type ChartLibrary = {
  /** Creates a chart, on which every method may then be called. */
  make(options: ChartOptions): Promise<ChartWidget>
}

/** How the server is asked and modules are loaded; tests pass fakes. */
export type LibraryOptions = {
  /** Returns the server's description of the library; undefined if there is none. */
  offer(): Promise<unknown>
  load(address: string): Promise<unknown>
  own(): Promise<ChartLibrary>
}

const browserOptions: LibraryOptions = {
  offer: async () => {
    const answer = await fetch(`${libraryPath}library.json`)
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    return answer.ok && isJson ? answer.json() : undefined
  },
  load: (address) => import(/* @vite-ignore */ address),
  own: async () => {
    const { createChartWidget } = await loadPart(() => import('@basis/chart/widget'))
    return { make: (options) => Promise.resolve(createChartWidget(options)) }
  },
}

/** Returns the licensed library if there is one and it can be loaded, otherwise our own. */
export async function loadChartLibrary(
  options: LibraryOptions = browserOptions,
): Promise<ChartLibrary> {
  const offer: unknown = await options.offer().catch(() => undefined)
  const name = isRecord(offer) ? offer['module'] : undefined
  // The library is over a hundred kilobytes that the user has not asked for, so it waits.
  await afterPaintedParts()
  if (typeof name !== 'string') return options.own()
  const library: unknown = await options.load(libraryPath + name).catch((failure: unknown) => {
    console.warn('The chart library could not be loaded', failure)
  })
  const make: unknown = Reflect.get(Object(library), 'widget')
  if (typeof make !== 'function') return options.own()
  // The module is assumed to be TradingView's library, as it claims.
  return { make: (chart) => makeLicensed(make as new (options: object) => Foreign, chart) }
}

/** The methods of a licensed library that are used here. */
type Foreign = Pick<ChartWidget, 'onChartReady' | 'activeChart' | 'remove'> & {
  changeTheme(theme: string): Promise<void>
}

async function makeLicensed(
  Widget: new (options: object) => Foreign,
  { messages: _words, up_down_colors: sides, locale = 'en', ...options }: ChartOptions,
): Promise<ChartWidget> {
  const widget = new Widget({
    ...options,
    library_path: libraryPath,
    locale: foreignLocale(locale),
    // The library's frame is then loaded from our server, the only origin that the CSP allows.
    enabled_features: [...(options.enabled_features ?? []), 'iframe_loading_compatibility_mode'],
    ...(sides === undefined
      ? {}
      : { overrides: { ...sideOverrides(sides), ...options.overrides } }),
  })
  await new Promise<void>((resolve) => widget.onChartReady(resolve))
  const lines = new LicensedLines(() => widget.activeChart())
  const own: Partial<ChartWidget> = {
    setTheme: (theme) => void widget.changeTheme(theme),
    // The library has its own texts, in the language that it was created with.
    setMessages: () => undefined,
    setLines: (wanted, handlers) => lines.show(wanted, handlers),
  }
  return new Proxy(widget, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name)
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'function') return value.bind(target)
      // Methods that the library lacks become no-ops; `then` stays absent, so this is not a
      // thenable.
      return name === 'then' ? undefined : (value ?? absent)
    },
  }) as ChartWidget
}

const absent = (): void => undefined

function sideOverrides({ up, down }: { up: string; down: string }): Record<string, string> {
  const style = 'mainSeriesProperties.candleStyle.'
  return Object.fromEntries(
    ['', 'border', 'wick'].flatMap((part) => {
      const name = (side: string) => style + (part === '' ? side.toLowerCase() : part + side)
      return [
        [`${name('Up')}Color`, up],
        [`${name('Down')}Color`, down],
      ]
    }),
  )
}

/**
 * Returns the library's name of a locale: a bare language code, and for Chinese with the region.
 */
export function foreignLocale(locale: string): string {
  const [language = 'en', region = ''] = locale.split('-')
  if (language === 'zh') return ['TW', 'HK'].includes(region) ? 'zh_TW' : 'zh'
  return { id: 'id_ID', th: 'th_TH' }[language] ?? language
}
