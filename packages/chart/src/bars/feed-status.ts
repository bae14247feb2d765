// What the trader is told of a feed that does not keep its word while there are bars to see, and
// which bars those are: those of another symbol or interval are nobody's to read.

import type { Bar } from '../options/datafeed.ts'
import type { FeedWarning } from './bar-loader.ts'

/** `stale`: bars of this series are in sight, but the latest ones could not be had. */
export type ChartWarning = FeedWarning | 'stale'

type FeedStatusOptions = {
  /** The symbol and the interval that are wanted. */
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

  /** Only bars before the ones known are missing, so only they need be asked for again. */
  get isOfOlder(): boolean {
    const hasOtherWarnings = this.#warnings.some((one) => one !== 'older' && one !== 'full')
    return this.#warnings.includes('older') && !hasOtherWarnings
  }

  update(warnings: readonly ChartWarning[]): void {
    this.#warnings = warnings
    this.#options.show(warnings)
  }

  /** The bars on the canvas are those of the series that is wanted now. */
  hasLoaded(): void {
    this.#shown = this.#key()
  }

  /** True while the canvas shows the series that is wanted, and not the one before. */
  get isShown(): boolean {
    return this.#shown === this.#key()
  }

  /** The bars of the series that is wanted; none while those of another are still in sight. */
  bars(): readonly Bar[] {
    return this.isShown ? this.#options.bars() : []
  }

  #key(): string {
    const { symbol, interval } = this.#options.series()
    return `${symbol} ${interval}`
  }
}
