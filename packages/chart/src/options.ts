// What a host may ask for when it makes a chart, what it gets when it does not say, and the
// complaints about what is missing.

import type { Datafeed } from './datafeed.ts'
import type { ChartMessages } from './messages.ts'
import { defaultResolution, normalResolution, quickTimeFrames } from './resolutions.ts'

export type ThemeName = 'dark' | 'light'

/** Flat and dotted, as TradingView names them: `paneProperties.background`. */
export type Overrides = Readonly<Record<string, string | number | boolean>>

/** A quick range: `text` is what the button says and how long it reaches back (1d, 5d, 1m, 1y). */
export type TimeFrame = {
  readonly text: string
  readonly resolution: string
  readonly title?: string
  readonly description?: string
}

/** Where the host keeps what a trader has set; without it, the browser's local storage does. */
export interface SettingsAdapter {
  readonly initialSettings?: Readonly<Record<string, string>>
  setValue(key: string, value: string): void
  removeValue(key: string): void
}

/** The options, named as in TradingView's constructor; `messages` and `up_down_colors` are ours. */
export type ChartOptions = {
  readonly symbol?: string
  readonly load_last_chart?: boolean
  readonly interval?: string
  readonly container: HTMLElement | string
  readonly datafeed: Datafeed
  readonly library_path?: string
  readonly locale?: string
  readonly timezone?: string
  readonly theme?: ThemeName
  readonly autosize?: boolean
  readonly fullscreen?: boolean
  readonly width?: number
  readonly height?: number
  readonly enabled_features?: readonly string[]
  readonly disabled_features?: readonly string[]
  readonly overrides?: Overrides
  readonly favorites?: {
    readonly intervals?: readonly string[]
    readonly chartTypes?: readonly string[]
    readonly indicators?: readonly string[]
  }
  readonly time_frames?: readonly TimeFrame[]
  readonly time_scale?: { readonly min_bar_spacing?: number }
  readonly settings_adapter?: SettingsAdapter
  readonly custom_font_family?: string
  readonly debug?: boolean
  readonly messages?: Partial<ChartMessages>
  readonly up_down_colors?: { readonly up: string; readonly down: string }
}

/** Everything a chart is made with, nothing left to guess. */
export type SettledOptions = {
  readonly symbol: string | undefined
  readonly interval: string
  readonly container: HTMLElement
  readonly datafeed: Datafeed
  readonly libraryPath: string
  readonly locale: string
  readonly timezone: string
  readonly theme: ThemeName
  readonly minBarSpacing: number
  readonly timeFrames: readonly TimeFrame[]
  readonly favouriteIntervals: readonly string[]
  readonly debug: boolean
}

/** Where the container is looked up and warnings go; a test hands over its own. */
export type OptionSeams = {
  elementById(id: string): HTMLElement | null
  warn(text: string): void
}

/** The specification's words for what is missing (spec 5, chart). */
const complaints = {
  symbol: "Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set",
  container: 'There is no such element',
  datafeed: 'Datafeed is not defined',
} as const

/** The languages of the specification, and the names TradingView gives to the same ones. */
const locales: readonly string[] = [
  'en',
  'en-US',
  'en-HK',
  'zh',
  'zh-CN',
  'zh-TW',
  'zh-HK',
  'zh_TW',
  'ja',
  'ja-JP',
  'ko',
  'ko-KR',
  'ru',
  'ru-RU',
  'id',
  'id-ID',
  'id_ID',
  'es',
  'es-ES',
  'tr',
  'tr-TR',
  'th',
  'th-TH',
  'vi',
  'vi-VN',
  'de',
  'de-DE',
]

const defaults = {
  libraryPath: '/tradingview/',
  timezone: 'Etc/UTC',
  minBarSpacing: 0.8,
  favouriteIntervals: ['1', '5', '15', '30', '60', '240', '1D'],
} as const

/** The symbol that a chart without any remembers as its last one (spec, constants of the chart). */
export const defaultSymbol = 'BTCUSDT_PERPETUAL'

/**
 * Returns the options with their defaults. Throws, in this order, when the symbol, the container
 * or the datafeed is missing; an unsupported locale and a library path without a final slash are
 * mended with a warning (spec 5, chart).
 */
export function settledOptions(options: ChartOptions, seams: OptionSeams): SettledOptions {
  if (!options.symbol && options.load_last_chart !== true) throw new Error(complaints.symbol)
  const container = containerOf(options.container, seams)
  if (container === null) throw new Error(complaints.container)
  const locale = supportedLocale(options.locale, seams)
  if (!options.datafeed) throw new Error(complaints.datafeed)
  const spacing = options.time_scale?.min_bar_spacing
  return {
    symbol: options.symbol === '' ? undefined : options.symbol,
    interval: normalResolution(options.interval ?? defaultResolution) ?? defaultResolution,
    container,
    datafeed: options.datafeed,
    libraryPath: slashed(options.library_path ?? defaults.libraryPath, seams),
    locale,
    timezone: options.timezone ?? defaults.timezone,
    theme: themeNamed(options.theme),
    minBarSpacing: spacing !== undefined && spacing > 0 ? spacing : defaults.minBarSpacing,
    timeFrames: options.time_frames ?? quickTimeFrames,
    favouriteIntervals: options.favorites?.intervals ?? defaults.favouriteIntervals,
    debug: options.debug === true,
  }
}

/** Returns the theme by its name in any case; what is not dark is light, as in TradingView. */
export function themeNamed(name: string | undefined): ThemeName {
  return name?.toLowerCase() === 'dark' ? 'dark' : 'light'
}

function containerOf(container: unknown, seams: OptionSeams): HTMLElement | null {
  if (typeof container === 'string') return seams.elementById(container)
  return isElement(container) ? container : null
}

/** By its nature, not by its class: an element of another window is welcome. */
function isElement(value: unknown): value is HTMLElement {
  return typeof value === 'object' && value !== null && 'nodeType' in value && value.nodeType === 1
}

/** Returns the locale if it is supported; otherwise warns and returns `en`. */
export function supportedLocale(locale: string | undefined, seams: OptionSeams): string {
  if (locale === undefined || locale === '') return 'en'
  const known = locales.find((name) => name.toLowerCase() === locale.toLowerCase())
  if (known === undefined) {
    seams.warn(`Locale ${locale} is not supported, falling back to en`)
    return 'en'
  }
  return known.replace('_', '-')
}

function slashed(path: string, seams: OptionSeams): string {
  if (path.endsWith('/')) return path
  seams.warn(`The library path ${path} should end with a slash`)
  return `${path}/`
}
