// Warnings about the feed while bars are shown, and the bars of the current series: bars of another
// symbol or interval are not returned.

import type { Bar } from '../options/datafeed.ts'
import type { FeedWarning } from './bar-loader.ts'

/** `stale`: bars of this series are shown, but the latest ones could not be loaded. */
export type ChartWarning = FeedWarning | 'stale'

type FeedStatusOptions = {
  /** The requested symbol and interval. */
  series(): { readonly symbol: string; readonly interval: string }
  /** The bars on the canvas. */
  bars(): readonly Bar[]
  show(warnings: readonly ChartWarning[]): void
}

export class FeedStatus {
  readonly #options: FeedStatusOptions
  #warnings: readonly ChartWarning[] = []
  #shown: string | undefined

  constructor(options: FeedStatusOptions) {
    this.#options = options
  }

  get warnings(): readonly ChartWarning[] {
    return this.#warnings
  }

  /** Only older bars are missing, so only they are requested again. */
  get isOfOlder(): boolean {
    const hasOtherWarnings = this.#warnings.some((one) => one !== 'older' && one !== 'full')
    return this.#warnings.includes('older') && !hasOtherWarnings
  }

  update(warnings: readonly ChartWarning[]): void {
    this.#warnings = warnings
    this.#options.show(warnings)
  }

  /** The canvas now shows the requested series, with its latest bars. */
  hasLoaded(): void {
    this.#shown = this.#key()
    if (!this.#warnings.includes('stale')) return
    this.update(this.#warnings.filter((one) => one !== 'stale'))
  }

  /** True while the canvas shows the requested series, not the previous one. */
  get isShown(): boolean {
    return this.#shown === this.#key()
  }

  /** The bars of the requested series; none while another series is still shown. */
  bars(): readonly Bar[] {
    return this.isShown ? this.#options.bars() : []
  }

  #key(): string {
    const { symbol, interval } = this.#options.series()
    return `${symbol} ${interval}`
  }
}
