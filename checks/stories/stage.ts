// The exchange on which a scenario runs, behind real HTTP and real sockets, with traders who use
// the API.

// The scenario controls its time and its prices.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  formatTrimmed,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
} from '@basis/domain/numbers/fixed'
import { parsePrice, parseQty } from '@basis/domain/instrument/instrument'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import type { CallAnswer, CallName, CallRequest } from '@basis/protocol/calls'
import type { TopicMessage } from '@basis/protocol/topics/messages'
import { formatTopic, privateSocketPath, privateSocketVersion } from '@basis/protocol/topics/topic'
import { startTestServer, type TestServer } from '@basis/server/testing/test-server'
import { createGateway, type Gateway } from '@basis/server/push/gateway'
import { WebSocket } from 'ws'
import { VenueClient } from '../simulator/venue-client.ts'

const privateKinds = [
  'userOrder',
  'userPosition',
  'userWallet',
  'userExecution',
  'userLiquidation',
] as const
type PrivateKind = (typeof privateKinds)[number]

/** A price and a quantity in the market's own units. */
export type Quote = readonly [price: string, qty: string]
export type Quotes = { readonly bids: readonly Quote[]; readonly asks: readonly Quote[] }

/** The robot's account of the test exchange, which quotes for the scenario. */
const maker = accountId(1)
/** Slightly longer than the window of the basis. */
const warmSeconds = 155
/**
 * The timeout of a message, against hanging only: some are sent only every ten seconds, and a busy
 * machine takes ten times as long as an idle one.
 */
const patienceMs = 180_000

/** The client of a private socket: all messages are kept in their order. */
export class PrivateSocket {
  readonly #socket: WebSocket
  readonly #messages: Record<string, unknown>[] = []
  #onMessage: () => void = () => undefined

  constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.on('message', (data) => {
      this.#messages.push(JSON.parse((data as Buffer).toString()) as Record<string, unknown>)
      this.#onMessage()
    })
    this.#socket.on('error', () => undefined)
  }

  async login(token: string): Promise<void> {
    await once(this.#socket, 'open')
    this.#socket.send(JSON.stringify({ op: 'login', args: [token] }))
    await this.next((message) => message['type'] === 'login_success')
    const args = privateKinds.map((kind) => formatTopic({ kind }))
    this.#socket.send(JSON.stringify({ op: 'subscribe', args }))
    await this.next((message) => message['type'] === 'subscribed')
  }

  /** Removes the first message that fits, waiting for it; rejects after a timeout. */
  async next(fits: (message: Record<string, unknown>) => boolean): Promise<unknown> {
    const startedMs = performance.now()
    for (;;) {
      const at = this.#messages.findIndex(fits)
      if (at >= 0) return this.#messages.splice(at, 1)[0]
      const leftMs = patienceMs - (performance.now() - startedMs)
      if (leftMs <= 0) throw new Error(`Never told; last were ${this.#lastOnes()}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        this.#onMessage = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  close(): void {
    this.#socket.terminate()
  }

  #lastOnes(): string {
    return JSON.stringify(this.#messages.slice(-3)).slice(0, 2000)
  }
}

/** A person with a session and a private socket. */
export class Trader {
  readonly #client: VenueClient
  #socket: PrivateSocket | undefined

  private constructor(client: VenueClient) {
    this.#client = client
  }

  static async arrive(origin: string): Promise<Trader> {
    const client = new VenueClient(origin)
    await client.signUp()
    const trader = new Trader(client)
    await trader.connect(origin)
    return trader
  }

  /** Opens the private socket; again after a restart of the exchange. */
  async connect(origin: string): Promise<void> {
    this.#client.origin = origin
    this.#socket?.close()
    const { token } = await this.ask('oneTimeToken', {})
    const address = `${origin.replace('http', 'ws')}${privateSocketPath}?v=${privateSocketVersion}`
    this.#socket = new PrivateSocket(address)
    await this.#socket.login(token)
  }

  /** Makes a call that must succeed. */
  ask<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<CallAnswer<Name>> {
    return this.#client.ask(name, request)
  }

  /** Makes a call that must be refused, and returns the code and the message. */
  async refusalOf<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
  ): Promise<{ readonly code: number; readonly message: string }> {
    const outcome = await this.#client.call(name, request)
    if (outcome.kind === 'refused') return outcome
    throw new Error(`${name} should have been refused: ${JSON.stringify(outcome)}`)
  }

  /** Waits for a matching change on the private socket, and returns its data. */
  async pushed<Kind extends PrivateKind>(
    kind: Kind,
    fits: (data: TopicMessage<Kind>['data']) => boolean,
  ): Promise<TopicMessage<Kind>['data']> {
    if (this.#socket === undefined) throw new Error('The trader has no socket')
    const topic = formatTopic({ kind })
    const message = (await this.#socket.next(
      (each) =>
        each['topic'] === topic &&
        each['type'] === 'delta' &&
        fits(each['data'] as TopicMessage<Kind>['data']),
    )) as TopicMessage<Kind>
    return message.data
  }

  /** The position in a symbol; undefined when there is none. */
  async position(symbol: string, positionIdx = 0) {
    const { list } = await this.ask('positionList', { symbol })
    return list.find((each) => each.positionIdx === positionIdx)
  }

  leave(): void {
    this.#socket?.close()
    this.#client.close()
  }
}

/** The exchange of a scenario, its clock and its prices. */
export class Stage {
  readonly #folder: string
  readonly #symbols: readonly string[]
  readonly #traders: Trader[] = []
  #venue: TestServer
  #gateway: Gateway
  #origin: string

  private constructor(symbols: readonly string[], open: Opened, folder: string) {
    this.#symbols = symbols
    this.#folder = folder
    this.#venue = open.venue
    this.#gateway = open.gateway
    this.#origin = open.origin
  }

  /** With a folder of the built terminal the scenario can be watched, and used, in a browser. */
  static async open(symbols: readonly string[] = ['BTCUSDT'], webFolder?: string): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'basis-story-'))
    const stage = new Stage(symbols, await openVenue(folder, symbols, { webFolder }), folder)
    await stage.#warmUp()
    for (const symbol of symbols) await stage.quote(symbol, { bids: [], asks: [] })
    return stage
  }

  /** Exact figures of the exchange. */
  get views() {
    return this.#venue.parts.exchange.views
  }

  get nowMs(): number {
    return this.#venue.clock.nowMs()
  }

  get origin(): string {
    return this.#origin
  }

  async trader(): Promise<Trader> {
    const trader = await Trader.arrive(this.#origin)
    this.#traders.push(trader)
    return trader
  }

  /** Submits a command of the market or the exchange; it must not be refused. */
  async send(command: Command): Promise<void> {
    const { problem } = await this.#venue.parts.exchange.submit(command)
    if (problem !== undefined) throw new Error(`${command.kind}: ${JSON.stringify(problem)}`)
  }

  /** Replaces the robot's quotes. */
  async quote(symbol: string, { bids, asks }: Quotes): Promise<void> {
    await this.send({ kind: 'CancelAllOrders', account: maker, symbol: symbolId(symbol) })
    for (const quote of bids) await this.send(this.#makerOrder(symbol, 'Buy', quote))
    for (const quote of asks) await this.send(this.#makerOrder(symbol, 'Sell', quote))
  }

  /** Moves the index; mark and band follow by the engine's own rules. */
  price(symbol: string, price: string): Promise<void> {
    const { instrument } = this.#known(symbol)
    const ticks = parsePrice(instrument, price)
    const indexE8 = priceE8(Number(ticks) * instrument.tickSizeE8)
    return this.send({ kind: 'UpdatePrices', prices: [{ symbol: symbolId(symbol), indexE8 }] })
  }

  /** Advances the clock, and then the exchange's time. */
  async pass(ms: number): Promise<void> {
    this.#venue.clock.advance(ms)
    await this.send({ kind: 'AdvanceTime' })
  }

  /** Advances the time to a later one. */
  passTo(timeMs: number): Promise<void> {
    return this.pass(timeMs - this.nowMs)
  }

  /** Keeps the price constant for some seconds, with a price update each second. */
  async hold(symbol: string, price: string, seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.#venue.clock.advance(1000)
      await this.price(symbol, price)
    }
  }

  /** Moves the price and replaces the quotes around it. */
  async move(symbol: string, price: string, quotes: Quotes): Promise<void> {
    await this.quote(symbol, { bids: [], asks: [] })
    await this.price(symbol, price)
    await this.quote(symbol, quotes)
  }

  /** Sends prices long enough that the mark is an average, not the last trade (2.2). */
  async #warmUp(): Promise<void> {
    const prices = this.#symbols.map((symbol) => {
      const { indexE8 } = this.#known(symbol)
      return { symbol: symbolId(symbol), indexE8 }
    })
    for (let second = 0; second < warmSeconds; second += 1) {
      this.#venue.clock.advance(1000)
      await this.send({ kind: 'UpdatePrices', prices })
    }
  }

  /** Credits a coin; account 0 is the insurance fund. */
  async credit(account: number, coin: string, e8: bigint): Promise<void> {
    await this.send({ kind: 'Deposit', account: accountId(account), coin, amount: amount(e8) })
  }

  /** Stops the exchange cleanly and starts it again on the same folder, at a later time. */
  async restart(laterMs: number): Promise<void> {
    const startMs = this.nowMs + laterMs
    await this.#gateway.stop()
    await this.#venue.stop()
    const opened = await openVenue(this.#folder, this.#symbols, { startMs })
    this.#venue = opened.venue
    this.#gateway = opened.gateway
    this.#origin = opened.origin
    for (const trader of this.#traders) await trader.connect(opened.origin)
  }

  async close(): Promise<void> {
    for (const trader of this.#traders) trader.leave()
    await this.#gateway.stop()
    await this.#venue.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #makerOrder(symbol: string, side: 'Buy' | 'Sell', [price, qty]: Quote): PlaceOrder {
    const { instrument } = this.#known(symbol)
    return {
      kind: 'PlaceOrder',
      account: maker,
      symbol: symbolId(symbol),
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(Number(parsePrice(instrument, price))),
      qtyLots: qtyLots(Number(parseQty(instrument, qty))),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    }
  }

  #known(symbol: string) {
    const known = this.views.symbol(symbolId(symbol))
    if (known === undefined) throw new Error(`${symbol} is not listed`)
    return known
  }
}

type Opened = { readonly venue: TestServer; readonly gateway: Gateway; readonly origin: string }

async function openVenue(
  folder: string,
  symbols: readonly string[],
  given: { readonly startMs?: number; readonly webFolder?: string | undefined } = {},
): Promise<Opened> {
  const { startMs, webFolder } = given
  // A page has a clock of its own, and shows that of the exchange.
  const isClockRunning = webFolder !== undefined
  const ground = { folder, symbols, isClockRunning, ...(startMs === undefined ? {} : { startMs }) }
  const venue = await startTestServer(webFolder === undefined ? {} : { webFolder }, ground)
  const gateway = createGateway(venue.parts, { origins: [], trustedProxies: [] })
  gateway.attach(venue.app.server)
  await venue.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = venue.app.server.address() as AddressInfo
  return { venue, gateway, origin: `http://127.0.0.1:${port}` }
}

/** Parses a figure of the API, in 1e-8. */
export function e8(text: string | undefined): bigint {
  const value = parseDecimal(text ?? '', 8)
  if (value === undefined) throw new Error(`${text} is no decimal`)
  return value
}

export const e8Text = (value: bigint): string => formatTrimmed(value, 8)
