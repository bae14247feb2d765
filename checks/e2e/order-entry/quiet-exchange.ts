// An exchange whose books do not move, so that every figure is known in advance.

// Robots are in the market first, so that maker and trader can buy coins; then it is restarted
// without them, and the maker quotes each book at its own prices.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startExchange, type ExchangeProcess } from '../../exchange-process.ts'
import { VenueClient } from '../../simulator/venue-client.ts'
import { expect } from '../journey.ts'
import { e8, text, type Book } from './rule.ts'

export type Quoted = { readonly symbol: string; readonly tick: bigint; readonly qty: string }

export class QuietExchange {
  readonly maker: VenueClient
  readonly #folder = mkdtempSync(join(tmpdir(), 'basis-still-'))
  readonly #port: number
  #process: ExchangeProcess | undefined

  private constructor(port: number) {
    this.#port = port
    this.maker = new VenueClient(this.origin)
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Starts with robots in the market. */
  static async start(): Promise<QuietExchange> {
    const made = new QuietExchange(await freePort())
    await made.#restart('on')
    await made.maker.signUp()
    return made
  }

  /** Removes the robots and quotes the books half a percent around their index. */
  async standStill(books: readonly Quoted[]): Promise<void> {
    await this.#restart('off')
    for (const book of books) {
      // The robots' remaining orders must be gone before anything else is quoted.
      await expect.poll(async () => (await this.#levels(book.symbol)).length).toBe(0)
      await this.#quote(book)
    }
  }

  async end(): Promise<void> {
    this.maker.close()
    await this.#process?.end('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** The current best prices and, for contracts, the mark. */
  async book(symbol: string): Promise<Book> {
    const { list } = await this.maker.ask('tickers', { symbol })
    const { bid1Price, ask1Price, markPrice } = list[0] ?? {}
    return { bid: e8(bid1Price ?? ''), ask: e8(ask1Price ?? ''), mark: e8(markPrice ?? '') }
  }

  async #levels(symbol: string): Promise<readonly unknown[]> {
    const { b, a } = await this.maker.ask('depth', { symbol, limit: '50' })
    return [...b, ...a]
  }

  async #quote({ symbol, tick, qty }: Quoted): Promise<void> {
    const { list } = await this.maker.ask('tickers', { symbol })
    const index = e8(list[0]?.indexPrice ?? '')
    const bid = ((index * 1_005n) / (1_000n * tick)) * tick
    for (const [side, price] of [
      ['Buy', bid],
      ['Sell', bid + tick],
    ] as const) {
      await this.#place(symbol, side, { price: text(price, 8), qty })
    }
  }

  async #place(
    symbol: string,
    side: 'Buy' | 'Sell',
    { price, qty }: { readonly price: string; readonly qty: string },
  ): Promise<void> {
    if (symbol.includes('/')) {
      await this.maker.ask('createSpotOrder', {
        symbolId: symbol.replace('/', ''),
        side: side === 'Buy' ? 'BUY' : 'SELL',
        type: 'LIMIT',
        origQty: qty,
        price,
      })
    } else {
      await this.maker.ask('createOrder', { symbol, side, orderType: 'Limit', qty, price })
    }
  }

  async #restart(robots: 'on' | 'off'): Promise<void> {
    await this.#process?.end('SIGTERM')
    this.#process = await startExchange({
      dataFolder: this.#folder,
      port: this.#port,
      settings: { BASIS_ROBOTS: robots, BASIS_SEED: '42' },
      readyWithinMs: 120_000,
    })
  }
}
