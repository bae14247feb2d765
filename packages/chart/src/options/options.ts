// The options of a new chart, their defaults, and the errors for missing ones.

import type { Datafeed, SearchItem, SymbolInfo } from './datafeed.ts'
import type { SaveLoadAdapter } from './save-load-adapter.ts'
import type { ChartMessages } from './messages.ts'
import { defaultResolution, normalResolution, quickTimeFrames } from '../primitives/resolutions.ts'

export type ThemeName = 'dark' | 'light'

/** Flat keys with dots, as TradingView names them: `paneProperties.background`. */
export type Overrides = Readonly<Record<string, string | number | boolean>>

/** A quick range: `text` is the label and the length (1d, 5d, 1m, 1y). */
export type TimeFrame = {
  readonly text: string
  readonly resolution: string
  readonly title?: string
  readonly description?: string
}

/** The host's storage of the trader's settings; without it, the browser's local storage is used. */
export interface SettingsAdapter {
  readonly initialSettings?: Readonly<Record<string, string>>
  setValue(key: string, value: string): void
  removeValue(key: string): void
}

/** The initial visible range: `3M` or `5D` back from now, or two times in seconds. */
type InitialTimeFrame =
  | string
  | { readonly type: 'time-range'; readonly from: number; readonly to: number }
  | { readonly type: 'period-back'; readonly value: string }

/** Seven colours in nineteen shades each, from the lightest to the darkest; grey is `color2`. */
type CustomTheme = {
  readonly [Color in `color${1 | 2 | 3 | 4 | 5 | 6 | 7}`]?: readonly string[]
} & { readonly white?: string; readonly black?: string }

export type CustomThemes = { readonly dark?: CustomTheme; readonly light?: CustomTheme }

/** One entry of a context menu. */
export type MenuEntry = {
  readonly position: 'top' | 'bottom'
  /** `-` alone is a separator; a leading `-` removes the built-in entry of that text. */
  readonly text: string
  click(): void
}

/** The host's own formats of dates, times and prices. */
type CustomFormatters = {
  readonly timeFormatter?: { format(date: Date): string }
  readonly dateFormatter?: { format(date: Date): string }
  readonly priceFormatterFactory?: (
    info: SymbolInfo | null,
    minTick: string,
  ) => { format(price: number): string } | null
}

/** The available indicators: only those of a white list, or all but those of a black list. */
export type AccessList = {
  readonly type: 'black' | 'white'
  readonly tools: readonly { readonly name: string; readonly grayed?: boolean }[]
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
    readonly drawingTools?: readonly string[]
  }
  readonly time_frames?: readonly TimeFrame[]
  readonly time_scale?: { readonly min_bar_spacing?: number }
  readonly settings_adapter?: SettingsAdapter
  readonly custom_font_family?: string
  readonly studies_overrides?: Overrides
  /** Like `overrides`, but takes precedence over the trader's stored settings. */
  readonly settings_overrides?: Overrides
  readonly loading_screen?: {
    readonly backgroundColor?: string
    readonly foregroundColor?: string
  }
  /** A style sheet added in the frame; relative to the library path. */
  readonly custom_css_url?: string
  readonly toolbar_bg?: string
  readonly saved_data?: unknown
  readonly saved_data_meta_info?: { readonly name?: string; readonly uid?: string | number }
  /** Seconds from the last change to `onAutoSaveNeeded`; 0.4 by default. */
  readonly auto_save_delay?: number
  readonly save_load_adapter?: SaveLoadAdapter
  readonly timeframe?: InitialTimeFrame
  /** Debounce of the symbol search in milliseconds; 300 by default. */
  readonly symbol_search_request_delay?: number
  readonly symbol_search_complete?: (
    symbol: string,
    item?: SearchItem,
  ) => Promise<{ readonly symbol: string; readonly name: string }>
  readonly custom_formatters?: CustomFormatters
  readonly numeric_formatting?: {
    readonly decimal_sign?: string
    readonly grouping_separator?: string
  }
  readonly custom_translate_function?: (key: string, original: string) => string | null
  readonly context_menu?: {
    readonly items_processor?: (
      items: readonly MenuEntry[],
    ) => Promise<readonly MenuEntry[]> | readonly MenuEntry[]
  }
  /** The URL to which `takeScreenshot` uploads. */
  readonly snapshot_url?: string
  readonly custom_indicators_getter?: (library: object) => Promise<readonly unknown[]>
  readonly additional_symbol_info_fields?: readonly {
    readonly title: string
    readonly propertyName: string
  }[]
  readonly study_count_limit?: number
  readonly studies_access?: AccessList
  readonly drawings_access?: AccessList
  readonly header_widget_buttons_mode?: 'fullsize' | 'compact' | 'adaptive'
  readonly preset?: 'mobile'
  readonly direction?: 'ltr' | 'rtl'
  // Accepted for compatibility with TradingView's library, without effect here.
  readonly compare_symbols?: readonly { readonly symbol: string; readonly title: string }[]
  readonly custom_themes?: CustomThemes
  readonly charts_storage_url?: string
  readonly charts_storage_api_version?: string
  readonly client_id?: string
  readonly user_id?: string
  readonly broker_factory?: unknown
  readonly broker_config?: object
  readonly debug?: boolean
  readonly messages?: Partial<ChartMessages>
  readonly up_down_colors?: { readonly up: string; readonly down: string }
}

/** The options with all defaults resolved. */
export type ResolvedOptions = {
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
  readonly autoSaveDelayMs: number
  readonly searchDelayMs: number
  readonly debug: boolean
}

/** The lookup of the container and the output of warnings; tests pass their own. */
export type OptionContext = {
  elementById(id: string): HTMLElement | null
  warn(text: string): void
}

/** The specification's texts for missing options (spec 5, chart). */
const warnings = {
  symbol: "Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set",
  container: 'There is no such element',
  datafeed: 'Datafeed is not defined',
} as const

/** The languages of the specification, and TradingView's codes for the same ones. */
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
  autoSaveDelaySeconds: 0.4,
  searchDelayMs: 300,
  favouriteIntervals: ['1', '5', '15', '30', '60', '240', '1D'],
} as const

/** The initial symbol if none is given or stored (spec, constants of the chart). */
export const defaultSymbol = 'BTCUSDT_PERPETUAL'

/**
 * Returns the options with their defaults. Throws, in this order, when the symbol, the container or
 * the datafeed is missing; an unsupported locale and a library path without a final slash are
 * corrected with a warning (spec 5, chart).
 */
export function resolveOptions(options: ChartOptions, context: OptionContext): ResolvedOptions {
  if (!options.symbol && options.load_last_chart !== true) throw new Error(warnings.symbol)
  const container = containerOf(options.container, context)
  if (container === null) throw new Error(warnings.container)
  const locale = supportedLocale(options.locale, context)
  if (!options.datafeed) throw new Error(warnings.datafeed)
  const spacing = options.time_scale?.min_bar_spacing
  return {
    symbol: options.symbol === '' ? undefined : options.symbol,
    interval: normalResolution(options.interval ?? defaultResolution) ?? defaultResolution,
    container,
    datafeed: options.datafeed,
    libraryPath: slashed(options.library_path ?? defaults.libraryPath, context),
    locale,
    timezone: options.timezone ?? defaults.timezone,
    theme: themeNamed(options.theme),
    minBarSpacing: positiveOr(spacing, defaults.minBarSpacing),
    timeFrames: options.time_frames ?? quickTimeFrames,
    favouriteIntervals: options.favorites?.intervals ?? defaults.favouriteIntervals,
    autoSaveDelayMs: 1000 * positiveOr(options.auto_save_delay, defaults.autoSaveDelaySeconds),
    searchDelayMs: positiveOr(options.symbol_search_request_delay, defaults.searchDelayMs),
    debug: options.debug === true,
  }
}

function positiveOr(value: number | undefined, fallback: number): number {
  return value !== undefined && value > 0 && Number.isFinite(value) ? value : fallback
}

/** Returns the theme by its name in any case; any name but dark is light, as in TradingView. */
export function themeNamed(name: string | undefined): ThemeName {
  return name?.toLowerCase() === 'dark' ? 'dark' : 'light'
}

function containerOf(container: unknown, context: OptionContext): HTMLElement | null {
  if (typeof container === 'string') return context.elementById(container)
  return isElement(container) ? container : null
}

/** Checks the node type, because `instanceof` fails for elements of another window. */
function isElement(value: unknown): value is HTMLElement {
  return typeof value === 'object' && value !== null && 'nodeType' in value && value.nodeType === 1
}

/** Returns the locale if it is supported; otherwise warns and returns `en`. */
export function supportedLocale(locale: string | undefined, context: OptionContext): string {
  if (locale === undefined || locale === '') return 'en'
  const known = locales.find((name) => name.toLowerCase() === locale.toLowerCase())
  if (known === undefined) {
    context.warn(`Locale ${locale} is not supported, falling back to en`)
    return 'en'
  }
  return known.replace('_', '-')
}

function slashed(path: string, context: OptionContext): string {
  if (path.endsWith('/')) return path
  context.warn(`The library path ${path} should end with a slash`)
  return `${path}/`
}
