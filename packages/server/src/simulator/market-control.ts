// An operator's hold on the simulated market while it runs: its speed, and news.

import type { MarketSpeed } from '@basis/protocol/operators/market-control'

/** News of one coin, or of all where none is named. */
export type MarketNews = {
  readonly coin?: string | undefined
  /** From −1 to 1: below zero prices fall. */
  readonly jump: number
}

export class MarketControl {
  #speed: MarketSpeed
  #news: MarketNews[] = []

  constructor(speed: MarketSpeed = 1) {
    this.#speed = speed
  }

  /** How many times as fast prices move and takers come. */
  get speed(): MarketSpeed {
    return this.#speed
  }

  setSpeed(speed: MarketSpeed): void {
    this.#speed = speed
  }

  bringNews(news: MarketNews): void {
    this.#news.push(news)
  }

  /** Returns the news that nobody has read yet. */
  takeNews(): readonly MarketNews[] {
    const news = this.#news
    this.#news = []
    return news
  }
}
