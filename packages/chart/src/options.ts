// What a host may ask for when it makes a chart, what it gets when it does not say, and the
// complaints about what is missing.

import type { Datafeed } from './datafeed.ts'
import type { ChartMessages } from './messages.ts'

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
  readonly custom_css_url?: string
  readonly debug?: boolean
  readonly messages?: Partial<ChartMessages>
  readonly up_down_colors?: { readonly up: string; readonly down: string }
}
