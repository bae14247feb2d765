// An operator's controls of the simulated market while it runs: its speed, and news.

import type { MarketSpeed } from '@basis/protocol/operators/market-control'

/** News of one coin, or of all if none is given. */
export type MarketNews = {
  readonly coin?: string | undefined
  /** From −1 to 1: negative for falling prices. */
  readonly jump: number
}

export class MarketControl {
  #speed: MarketSpeed
  #news: MarketNews[] = []

  constructor(speed: MarketSpeed = 1) {
    this.#speed = speed
  }

  /** Factor on the speed of prices and on the rate of takers. */
  get speed(): MarketSpeed {
    return this.#speed
  }

  setSpeed(speed: MarketSpeed): void {
    this.#speed = speed
  }

  bringNews(news: MarketNews): void {
    this.#news.push(news)
  }

  /** Returns and clears the news not yet applied. */
  takeNews(): readonly MarketNews[] {
    const news = this.#news
    this.#news = []
    return news
  }
}
