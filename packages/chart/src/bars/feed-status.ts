// What the trader is told of a feed that does not keep its word while there are bars to see, and
// which bars those are: those of another symbol or interval are nobody's to read.

import type { Bar } from '../options/datafeed.ts'
import type { FeedComplaint } from './bar-loader.ts'

/** `stale`: bars of this series are in sight, but the latest ones could not be had. */
export type ChartComplaint = FeedComplaint | 'stale'

type TroubleDesk = {
  /** The symbol and the interval that are wanted. */
  series(): { readonly symbol: string; readonly interval: string }
  /** The bars on the canvas. */
  bars(): readonly Bar[]
  show(complaints: readonly ChartComplaint[]): void
}

export class FeedTrouble {
  readonly #desk: TroubleDesk
  #complaints: readonly ChartComplaint[] = []
  #shown: string | undefined

  constructor(desk: TroubleDesk) {
    this.#desk = desk
  }

  get complaints(): readonly ChartComplaint[] {
    return this.#complaints
  }

  /** Only bars before the ones known are missing, so only they need be asked for again. */
  get isOfOlder(): boolean {
    const isOfOthers = this.#complaints.some((one) => one !== 'older' && one !== 'full')
    return this.#complaints.includes('older') && !isOfOthers
  }

  tell(complaints: readonly ChartComplaint[]): void {
    this.#complaints = complaints
    this.#desk.show(complaints)
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
    return this.isShown ? this.#desk.bars() : []
  }

  #key(): string {
    const { symbol, interval } = this.#desk.series()
    return `${symbol} ${interval}`
  }
}
