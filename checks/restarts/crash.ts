// The crash test: kill -9 during a stream of orders, round after round; `npm run crash -- --rounds
// 200 --seed 7` is the long run.

// Afterwards everything acknowledged is present exactly once, the sums are equal, and the state is
// that of a full replay.

import { setTimeout as delay } from 'node:timers/promises'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { CallRequest } from '@basis/protocol/calls'
import type { WireOrder } from '@basis/protocol/order'
import type { ExchangeProcess } from '../exchange-process.ts'
import { VenueClient } from '../simulator/venue-client.ts'
import {
  requestedPlan,
  compareReplays,
  expectSame,
  killRounds,
  startAgain,
  type KillPlan,
} from './kill-rounds.ts'

type CrashReport = {
  readonly rounds: number
  /** Orders and cancels that were answered with success. */
  readonly acknowledged: number
  /** Requests that were unanswered because of the kill. */
  readonly unanswered: number
  readonly commands: number
  readonly slowestStartMs: number
}

const traders = 4
const loopsPerTrader = 8
/** The minimum of orders and cancels acknowledged in a round before its kill. */
const leastPerRound = 50
/** The maximum of further ones. */
const mostMore = 600
const symbols = ['BTCUSDT', 'ETHUSDT', 'BSSUSDT'] as const

/** The trader's knowledge of an order that it has sent. */
type Sent = {
  readonly request: CallRequest<'createOrder'>
  /** The exchange's order id, once the order was acknowledged. */
  orderId?: string
  isRefused: boolean
  /** A cancel was acknowledged. */
  isCancelled: boolean
}
type Trader = {
  readonly client: VenueClient
  readonly sent: Map<string, Sent>
  checkedFrom: number
}

/** Kills an exchange during a stream of orders; see `killRounds`. */
export const crashRounds = (plan: KillPlan): Promise<CrashReport> =>
  killRounds(plan, (data) => new CrashRun(plan, data))

class CrashRun {
  readonly #plan: KillPlan
  readonly #data: string
  readonly #prng: Prng
  readonly #traders: Trader[] = []
  #acknowledged = 0
  #unanswered = 0
  #slowestStartMs = 0
  #commands = 0

  constructor(plan: KillPlan, data: string) {
    this.#plan = plan
    this.#data = data
    this.#prng = createPrng(plan.seed)
  }

  /** The state after the last start is checked too; the server must then end without an error. */
  async report(): Promise<CrashReport> {
    const venue = await this.#start()
    for (const trader of this.#traders) await this.#check(trader, true)
    const code = await venue.end('SIGTERM')
    if (code !== 0) throw new Error(`the venue ended with code ${code}: ${venue.output()}`)
    return {
      rounds: this.#plan.rounds,
      acknowledged: this.#acknowledged,
      unanswered: this.#unanswered,
      commands: this.#commands,
      slowestStartMs: Math.round(this.#slowestStartMs),
    }
  }

  close(): void {
    for (const { client } of this.#traders) client.close()
  }

  async #start(): Promise<ExchangeProcess> {
    const startedMs = performance.now()
    const venue = await startAgain(this.#data, this.#plan)
    this.#slowestStartMs = Math.max(this.#slowestStartMs, performance.now() - startedMs)
    for (const { client } of this.#traders) client.origin = venue.origin
    return venue
  }

  async round(round: number): Promise<void> {
    const venue = await this.#start()
    try {
      while (this.#traders.length < traders) {
        const client = new VenueClient(venue.origin)
        await client.signUp()
        this.#traders.push({ client, sent: new Map(), checkedFrom: 0 })
      }
      for (const trader of this.#traders) await this.#check(trader, false)
      const prices = await this.#prices()
      const isOver = { yes: false }
      const loops = this.#traders.flatMap((trader, t) =>
        Array.from({ length: loopsPerTrader }, (_, loop) =>
          this.#trade(trader, prices, isOver, `${round}-${t}-${loop}`),
        ),
      )
      // The kill comes in the middle of the stream, independent of the machine's speed.
      const enough = this.#acknowledged + leastPerRound + this.#prng.nextBelow(mostMore)
      const allLost = this.#unanswered + loops.length
      while (this.#acknowledged < enough && this.#unanswered < allLost) await delay(5)
      await venue.end('SIGKILL')
      isOver.yes = true
      await Promise.all(loops)
    } finally {
      await venue.end('SIGKILL')
    }
    this.#commands = (await compareReplays(this.#data)).seq
    const figures = `${this.#acknowledged} acknowledged, ${this.#commands} commands`
    this.#plan.onRound?.(`round ${round}: ${figures}`)
  }

  async #prices(): Promise<ReadonlyMap<string, number>> {
    const client = this.#traders[0]?.client
    const list = (await client?.ask('tickers', {}))?.list ?? []
    return new Map(list.map(({ symbol, markPrice }) => [symbol, Number(markPrice)]))
  }

  /** Places, cancels and repeats orders until the exchange is killed. */
  async #trade(
    trader: Trader,
    prices: ReadonlyMap<string, number>,
    isOver: { yes: boolean },
    name: string,
  ): Promise<void> {
    for (let n = 0; !isOver.yes; n += 1) {
      const linkId = `${name}-${n}`
      const request = this.#order(prices, linkId)
      const sent: Sent = { request, isRefused: false, isCancelled: false }
      trader.sent.set(linkId, sent)
      const placed = await trader.client.call('createOrder', request)
      if (placed.kind === 'unknown') {
        this.#unanswered += 1
        return
      }
      if (placed.kind === 'refused') {
        sent.isRefused = true
        continue
      }
      sent.orderId = placed.value.orderId
      this.#acknowledged += 1
      if (this.#prng.nextBelow(10) < 5) continue
      const { symbol } = request
      const cancelled = await trader.client.call('cancelOrder', { symbol, orderLinkId: linkId })
      if (cancelled.kind === 'unknown') {
        this.#unanswered += 1
        return
      }
      if (cancelled.kind !== 'done') continue
      sent.isCancelled = true
      this.#acknowledged += 1
    }
  }

  #order(prices: ReadonlyMap<string, number>, orderLinkId: string): CallRequest<'createOrder'> {
    const symbol = symbols[this.#prng.nextBelow(symbols.length)] ?? 'BTCUSDT'
    const decimals = { BTCUSDT: 1, ETHUSDT: 2, BSSUSDT: 3 }[symbol]
    const scale = 10 ** decimals
    const away = (this.#prng.nextBelow(81) - 40) / 10_000
    const price = Math.round((prices.get(symbol) ?? 1) * (1 + away) * scale) / scale
    const qty = { BTCUSDT: '0.001', ETHUSDT: '0.01', BSSUSDT: '1.0' }[symbol]
    const side = this.#prng.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    return { symbol, side, orderType: 'Limit', qty, price: String(price), orderLinkId }
  }

  /** Acknowledged requests must have taken effect; unanswered ones once or not at all. */
  async #check({ client, sent }: Trader, isLast: boolean): Promise<void> {
    // An order that ends between the two queries is in both answers: the later one counts.
    const known = new Map<string, Map<string, WireOrder>>()
    const note = (order: WireOrder): void => {
      const { orderId, orderLinkId } = order
      known.set(orderLinkId, (known.get(orderLinkId) ?? new Map()).set(orderId, order))
    }
    const open = (await client.ask('openOrders', {})).list
    open.forEach(note)
    let cursor: string | undefined
    do {
      const page = await client.ask('orderHistory', {
        limit: 200,
        ...(cursor === undefined ? {} : { cursor }),
      })
      page.list.filter(({ orderStatus }) => orderStatus !== 'Rejected').forEach(note)
      cursor = page.nextPageCursor === '' ? undefined : page.nextPageCursor
    } while (cursor !== undefined)
    for (const [linkId, order] of sent)
      compare(linkId, order, [...(known.get(linkId)?.values() ?? [])])
    if (!isLast) await this.#repeat(client, sent, open)
  }

  /**
   * Repeating an order with its id returns the first order, or creates one that was lost (O1, D11).
   */
  async #repeat(
    client: VenueClient,
    sent: ReadonlyMap<string, Sent>,
    open: readonly WireOrder[],
  ): Promise<void> {
    for (const { orderLinkId, orderId } of open.slice(0, 3)) {
      const request = sent.get(orderLinkId)?.request
      if (request === undefined) continue
      const again = await client.ask('createOrder', request)
      expectSame(`the repeated order ${orderLinkId}`, again.orderId, orderId)
    }
  }
}

function compare(linkId: string, sent: Sent, found: readonly WireOrder[]): void {
  if (found.length > 1) throw new Error(`order ${linkId} is there ${found.length} times`)
  const order = found[0]
  if (sent.isRefused && order !== undefined) throw new Error(`refused order ${linkId} is there`)
  if (sent.orderId === undefined) return
  if (order === undefined) throw new Error(`acknowledged order ${linkId} is lost`)
  expectSame(`the id of ${linkId}`, order.orderId, sent.orderId)
  const isOpen = order.orderStatus === 'New' || order.orderStatus === 'PartiallyFilled'
  if (sent.isCancelled && isOpen) throw new Error(`cancelled order ${linkId} is open again`)
}

async function main(): Promise<void> {
  const report = await crashRounds(requestedPlan())
  const { rounds, acknowledged, unanswered, commands, slowestStartMs } = report
  console.log(
    `crash: ${rounds} rounds, ${acknowledged} acknowledged, 0 lost, ${unanswered} unanswered, ` +
      `${commands} commands, slowest start ${slowestStartMs} ms`,
  )
}

if (import.meta.main) await main()
