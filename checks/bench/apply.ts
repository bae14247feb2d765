// The bench `apply`: the whole engine (admission, margin, positions, fees, wallets, events) on the
// stream of the bench `core`, traded by a thousand accounts, against npm nodejs-order-book's bare
// book, which knows of none of this.
import { accountId, symbolId, type OrderId } from '@basis/domain/brand'
import { amount, leverageE2, priceE8, priceTicks, qtyLots, rateE8 } from '@basis/domain/fixed'
import { defaultDepthMergeTimes, type Instrument } from '@basis/domain/instrument'
import { withDeductions } from '@basis/domain/margin'
import type { Order } from '@basis/domain/order'
import type { Command } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import { replayPeer } from './core.ts'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'
import { replayRate } from './replay.ts'
import { createStream, kinds, type OrderStream } from './stream.ts'

const rounds = 3
const accounts = 1000
const startMs = 1_790_000_000_000
const symbol = symbolId('BTCUSDT')
const dollars = (value: number): ReturnType<typeof amount> => amount(BigInt(value) * 100_000_000n)

const instrument: Instrument = {
  symbol,
  kind: 'Linear',
  contractType: 'LinearPerpetual',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(19_999_998),
  minQtyLots: qtyLots(1),
  maxQtyLots: qtyLots(1_190_000),
  maxMarketQtyLots: qtyLots(500_000),
  minNotional: dollars(5),
  takerFeeE8: rateE8(55_000),
  makerFeeE8: rateE8(20_000),
  bandXE8: rateE8(1_000_000),
  bandYE8: rateE8(2_000_000),
  minLeverageE2: leverageE2(100),
  riskTiers: withDeductions([
    {
      limit: dollars(100_000_000),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
    },
  ]),
  fundingIntervalMin: 480,
  impactNotional: dollars(50_000),
  depthMergeTimes: defaultDepthMergeTimes,
  status: 'Trading',
}

/** Runs the comparison; throws when the engine refuses what the book takes. */
export async function bench(): Promise<BenchLine> {
  const stream = createStream()
  const peerIds = Array.from({ length: stream.ids }, (_, id) => `o${id}`)
  const warm = { ours: replayEngine(stream), peer: replayPeer(stream, peerIds) }
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(replayEngine(stream).rate)
    peer.push(replayPeer(stream, peerIds).rate)
  }
  assertSame(warm.ours.engine, warm.peer.levels().buys)
  const [oursRate, peerRate] = [median(ours), median(peer)]
  return {
    name: 'apply',
    ratio: oursRate / peerRate,
    ours: oursRate,
    peer: peerRate,
    peerName: 'nodejs-order-book',
    unit: 'op/s',
  }
}

/** The engine's best bids must be the peer's: nothing was refused on the way. */
function assertSame(engine: Engine, bids: readonly number[]): void {
  const depth = engine.views.depth(symbol, 50)
  const ours = depth?.bids.flatMap((level) => [level.priceTicks, level.qtyLots]) ?? []
  if (ours.length < 100) throw new Error(`the engine's book has ${ours.length / 2} levels only`)
  ours.forEach((value, k) => {
    if (value !== bids[k]) throw new Error(`level ${k >> 1} is ${value}, the peer's ${bids[k]}`)
  })
}

/** Replays the stream as commands; the order of a row belongs to account `id mod 1000`. */
export function replayEngine(stream: OrderStream): {
  readonly rate: number
  readonly engine: Engine
} {
  const engine = createEngine()
  let seq = 0
  const book: Known = { orderIds: new Float64Array(stream.ids), filled: new Map() }
  const apply = (command: Command): OrderId | undefined => {
    seq += 1
    const applied = engine.apply({ seq, timeMs: startMs + (seq >> 6), command })
    for (const event of applied.events) {
      if (event.kind === 'OrderFilled') noteFill(book, event.order)
    }
    return applied.orderId
  }
  apply({ kind: 'ListInstrument', instrument })
  for (let account = 1; account <= accounts; account += 1) {
    apply({ kind: 'OpenAccount', account: accountId(account), role: 'trader' })
    const credit = { account: accountId(account), coin: 'USDT', amount: dollars(50_000_000) }
    apply({ kind: 'Deposit', ...credit })
  }
  apply({ kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(650_000 * 10_000_000) }] })
  const rate = replayRate(stream, (start, end) => {
    for (let row = start; row < end; row += 1) {
      const command = commandOf(stream, row, book)
      const placed = apply(command)
      if (command.kind === 'PlaceOrder' && command.orderType === 'Limit') {
        book.orderIds[stream.id[row] ?? 0] = placed ?? 0
      }
    }
  })
  return { rate, engine }
}

const marketOrder = {
  kind: 'PlaceOrder',
  symbol,
  orderType: 'Market',
  timeInForce: 'ImmediateOrCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'None',
} as const

/** What the traders know: their orders' ids and how much of an open one is filled. */
type Known = { readonly orderIds: Float64Array; readonly filled: Map<number, number> }

function noteFill(known: Known, order: Order): void {
  if (order.leavesLots === 0) known.filled.delete(order.id)
  else known.filled.set(order.id, order.filledLots)
}

function commandOf(stream: OrderStream, row: number, known: Known): Command {
  const id = stream.id[row] ?? 0
  const kind = stream.kind[row]
  const account = accountId((kind === kinds.market ? row % accounts : id % accounts) + 1)
  const qty = qtyLots(stream.qtyLots[row] ?? 0)
  const price = priceTicks(stream.priceTicks[row] ?? 0)
  const order = { orderId: (known.orderIds[id] ?? 0) as OrderId }
  if (kind === kinds.cancel) return { kind: 'CancelOrder', account, order }
  if (kind === kinds.replace) {
    // The peer names what shall rest, the engine the whole with its filled part.
    const whole = qtyLots(qty + (known.filled.get(order.orderId) ?? 0))
    return { kind: 'ReplaceOrder', account, order, qtyLots: whole, priceTicks: price }
  }
  return kind === kinds.market
    ? { ...marketOrder, account, side: stream.side[row] === 0 ? 'Buy' : 'Sell', qtyLots: qty }
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
