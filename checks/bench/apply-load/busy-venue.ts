// A busy exchange for the benches of the engine, with a thousand accounts in fifty symbols.

// Ten thousand orders wait for a trigger, prices are updated, and one stream of orders per symbol
// is replayed as commands, in turns.

import { accountId, symbolId, type OrderId, type SymbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import { type Instrument } from '@basis/domain/instrument/instrument'
import { withDeductions } from '@basis/domain/margin/cross-margin'
import type { Order } from '@basis/domain/orders/order'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import { createEngine, type ApplyResult, type Engine } from '@basis/engine/engine'
import { createStream, kinds, standardPlan, type OrderStream } from '../stream.ts'
import { btcUsdt } from '@basis/domain/testing/instruments'

const accounts = 1000
/** The number of commands between two price updates, one symbol after the other. */
const commandsPerPrice = 500
const triggersPerSymbol = 200
const startMs = 1_790_000_000_000
const middleTicks = 650_000
const symbols: readonly SymbolId[] = Array.from({ length: 50 }, (_, i) => symbolId(`C${i}USDT`))
const dollars = (value: number): ReturnType<typeof amount> => amount(BigInt(value) * 100_000_000n)

const instrumentOf = (symbol: SymbolId): Instrument => ({
  ...btcUsdt,
  symbol,
  riskTiers: withDeductions([
    {
      limit: dollars(100_000_000),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
    },
  ]),
  impactNotional: dollars(50_000),
})

/** One stream for each symbol, together as long as the standard one. */
export function createStreams(): readonly OrderStream[] {
  const share = (whole: number): number => whole / symbols.length
  const { resting, warming, operations } = standardPlan
  return symbols.map((_, i) =>
    createStream({
      ...standardPlan,
      seed: standardPlan.seed + i,
      resting: share(resting),
      warming: share(warming),
      operations: share(operations),
    }),
  )
}

/** The traders' knowledge: their orders' ids and the filled quantity of an open one. */
type Known = { readonly orderIds: Float64Array; readonly filled: Map<number, number> }

export class BusyVenue {
  readonly engine: Engine = createEngine()
  readonly #streams: readonly OrderStream[]
  readonly #known: readonly Known[]
  #seq = 0
  #priced = 0

  constructor(streams: readonly OrderStream[]) {
    this.#streams = streams
    this.#known = streams.map(({ ids }) => ({
      orderIds: new Float64Array(ids),
      filled: new Map(),
    }))
    for (let account = 1; account <= accounts; account += 1) {
      this.#send({ kind: 'OpenAccount', account: accountId(account), role: 'trader' })
      const credit = { account: accountId(account), coin: 'USDT', amount: dollars(50_000_000) }
      this.#send({ kind: 'Deposit', ...credit })
    }
    symbols.forEach((symbol, market) => {
      this.#send({ kind: 'ListInstrument', instrument: instrumentOf(symbol) })
      this.#price(symbol)
      for (let i = 0; i < triggersPerSymbol; i += 1) this.#send(conditional(symbol, market, i))
    })
  }

  /** Replays rows of every stream, a row of each symbol in turn. */
  replay(start: number, end: number): void {
    for (let row = start; row < end; row += 1) {
      for (let market = 0; market < symbols.length; market += 1) this.#operate(market, row)
    }
  }

  /** As `replay`, and records the microseconds of each command. */
  timed(start: number, end: number, took: Float64Array): void {
    let place = 0
    for (let row = start; row < end; row += 1) {
      for (let market = 0; market < symbols.length; market += 1) {
        const beganMs = performance.now()
        this.#operate(market, row)
        took[place] = (performance.now() - beganMs) * 1000
        place += 1
      }
    }
  }

  /** The first book's best bids, each as price and lots. */
  bids(): readonly number[] {
    const [symbol] = symbols
    const depth = symbol === undefined ? undefined : this.engine.views.depth(symbol, 50)
    return depth?.bids.flatMap((level) => [level.priceTicks, level.qtyLots]) ?? []
  }

  #operate(market: number, row: number): void {
    const [stream, known, symbol] = [
      this.#streams[market],
      this.#known[market],
      symbols[market],
    ] as const
    if (stream === undefined || known === undefined || symbol === undefined) return
    const command = commandOf({ stream, known, symbol, market }, row)
    const { events, orderId } = this.#send(command)
    for (const event of events) if (event.kind === 'OrderFilled') noteFill(known, event.order)
    if (command.kind === 'PlaceOrder' && command.orderType === 'Limit') {
      known.orderIds[stream.id[row] ?? 0] = orderId ?? 0
    }
    if (this.#seq % commandsPerPrice > 0) return
    this.#priced += 1
    this.#price(symbols[this.#priced % symbols.length] ?? symbol)
  }

  #price(symbol: SymbolId): void {
    const indexE8 = priceE8(middleTicks * 10_000_000)
    this.#send({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
  }

  #send(command: Command): ApplyResult {
    this.#seq += 1
    return this.engine.apply({ seq: this.#seq, timeMs: startMs + (this.#seq >> 6), command })
  }
}

const marketOrder = {
  kind: 'PlaceOrder',
  orderType: 'Market',
  timeInForce: 'ImmediateOrCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'None',
} as const

function noteFill(known: Known, order: Order): void {
  if (order.leavesLots === 0) known.filled.delete(order.id)
  else known.filled.set(order.id, order.filledLots)
}

type Place = {
  readonly stream: OrderStream
  readonly known: Known
  readonly symbol: SymbolId
  readonly market: number
}

/** Spreads a symbol's orders over all accounts, so that each of them trades in every symbol. */
function commandOf({ stream, known, symbol, market }: Place, row: number): Command {
  const id = stream.id[row] ?? 0
  const kind = stream.kind[row]
  const turn = (kind === kinds.market ? row : id) + market * 20
  const account = accountId((turn % accounts) + 1)
  const qty = qtyLots(stream.qtyLots[row] ?? 0)
  const price = priceTicks(stream.priceTicks[row] ?? 0)
  const order = { orderId: (known.orderIds[id] ?? 0) as OrderId }
  if (kind === kinds.cancel) return { kind: 'CancelOrder', account, order }
  if (kind === kinds.replace) {
    // The peer's quantity is what shall rest; the engine's includes the filled part.
    const whole = qtyLots(qty + (known.filled.get(order.orderId) ?? 0))
    return { kind: 'ReplaceOrder', account, order, qtyLots: whole, priceTicks: price }
  }
  return kind === kinds.market
    ? {
        ...marketOrder,
        symbol,
        account,
        side: stream.side[row] === 0 ? 'Buy' : 'Sell',
        qtyLots: qty,
      }
    : {
        kind: 'PlaceOrder',
        account,
        symbol,
        side: stream.side[row] === 0 ? 'Buy' : 'Sell',
        orderType: 'Limit',
        timeInForce: 'GoodTillCancel',
        priceTicks: price,
        qtyLots: qty,
        reduceOnly: false,
        closeOnTrigger: false,
        positionIdx: 0,
        linkId: '',
        selfTrade: 'None',
      }
}

/** A conditional order with a trigger far above or below the price. */
function conditional(symbol: SymbolId, market: number, i: number): PlaceOrder {
  const rises = i % 2 === 0
  const away = 50_000 + i * 100
  return {
    ...marketOrder,
    symbol,
    account: accountId(((market * 7 + i) % accounts) + 1),
    side: rises ? 'Buy' : 'Sell',
    qtyLots: qtyLots(1),
    trigger: {
      priceTicks: priceTicks(rises ? middleTicks + away : middleTicks - away),
      basis: 'LastPrice',
      direction: rises ? 1 : 2,
    },
  }
}
