// The bench `preview`: exact previews with 100,000 open orders in the state, against executing the
// same commands and reading the same figures: the difference is the cost of the fork.
import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { createPrng } from '@basis/domain/numbers/prng'
import type { TpslRequest, TpslLegRequest } from '@basis/domain/orders/tpsl'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import type { AccountCommand } from '@basis/engine/preview'
import { parseCommand } from '@basis/engine/text'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'

const accounts = 1000
const symbols = Array.from({ length: 50 }, (_, k) => symbolId(`C${k}USDT`))
const ordersOfEach = 100
const rounds = 5
const previews = 2000
const startMs = 1_790_000_000_000
const midTicks = 650_000
/** The required rate of previews. */
const leastPerSecond = 2000

/** Runs the comparison; throws when a preview is slower than required, or wrong. */
export async function bench(): Promise<BenchLine> {
  const engine = crowdedEngine()
  const throwaway = crowdedEngine()
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const drafts = draftsOf(round)
    ours.push(perSecond(drafts, (draft) => engine.preview(draft)))
    peer.push(perSecond(drafts, (draft) => carryOut(throwaway, draft)))
  }
  assertTrue(engine)
  const rate = median(ours)
  if (rate < leastPerSecond) {
    throw new Error(`${Math.round(rate)} previews per second, ${leastPerSecond} are asked for`)
  }
  return {
    name: 'preview',
    ratio: rate / median(peer),
    ours: rate,
    peer: median(peer),
    peerName: 'the same applied for good',
    unit: 'op/s',
  }
}

/** By the processor time of the work itself, whatever else the machine does. */
function perSecond(
  drafts: readonly AccountCommand[],
  act: (draft: AccountCommand) => void,
): number {
  const began = process.cpuUsage()
  for (const draft of drafts) act(draft)
  const { user, system } = process.cpuUsage(began)
  return (drafts.length * 1_000_000) / (user + system)
}

function apply(engine: Engine, command: Command): ReturnType<Engine['apply']> {
  return engine.apply({ seq: engine.lastSeq() + 1, timeMs: startMs, command })
}

/** The figures before, the command, the figures after: a preview without a fork. */
function carryOut(engine: Engine, draft: AccountCommand): void {
  const { views } = engine
  for (const isAfter of [false, true]) {
    views.account(draft.account)
    views.positions(draft.account)
    if (!isAfter) apply(engine, draft)
  }
}

/** A thousand accounts, fifty contracts, a hundred thousand resting orders, and some positions. */
function crowdedEngine(): Engine {
  const engine = createEngine()
  const prng = createPrng(7)
  const instruments = new Map()
  for (const symbol of symbols) {
    apply(engine, parseCommand(`list ${symbol} LinearPerpetual`, { instruments }))
  }
  const prices = symbols.map((symbol) => ({ symbol, indexE8: priceE8(midTicks * 10_000_000) }))
  apply(engine, { kind: 'UpdatePrices', prices })
  for (let account = 1; account <= accounts; account += 1) {
    const id = accountId(account)
    apply(engine, { kind: 'OpenAccount', account: id, role: 'trader' })
    const credit = amount(10n ** 16n)
    apply(engine, { kind: 'Deposit', account: id, coin: 'USDT', amount: credit })
  }
  for (let k = 0; k < accounts * ordersOfEach; k += 1) {
    const account = accountId(1 + (k % accounts))
    const symbol = symbols[Math.floor(k / accounts) % symbols.length] ?? symbolId('')
    const side = k % (2 * accounts * symbols.length) < accounts * symbols.length ? 'Buy' : 'Sell'
    const away = 1 + prng.nextBelow(2000)
    const ticks = midTicks + (side === 'Buy' ? -away : away)
    const { problem } = apply(engine, limit(account, symbol, side, ticks, 1 + prng.nextBelow(50)))
    if (problem !== undefined) throw new Error(`an order is refused: ${problem.name}`)
  }
  // Some positions, so that margins are computed.
  for (let k = 0; k < 200; k += 1) {
    const symbol = symbols[k % symbols.length] ?? symbolId('')
    const account = accountId(1 + prng.nextBelow(accounts))
    apply(engine, market(account, symbol, 'Buy', 5))
    const isLong = engine.views
      .positions(account)
      .some(({ position }) => position.symbol === symbol && position.side === 'Buy')
    if (isLong) longs.push([account, symbol])
  }
  return engine
}

/** Accounts with a long position, from the first market orders. */
const longs: (readonly [AccountId, SymbolId])[] = []

/**
 * Market and limit orders through a few levels, orders with attached TP/SL, leverage, and for
 * accounts with a long position its TP/SL and its reversal; each from another account.
 */
function draftsOf(round: number): AccountCommand[] {
  const prng = createPrng(100 + round)
  return Array.from({ length: previews }, (_, k): AccountCommand => {
    const account = accountId(1 + prng.nextBelow(accounts))
    const symbol = symbols[prng.nextBelow(symbols.length)] ?? symbolId('')
    const side = prng.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    const lots = 1 + prng.nextBelow(60)
    const held = longs[prng.nextBelow(longs.length)]
    const ticks = midTicks + (side === 'Buy' ? 20 : -20)
    switch (k % 8) {
      case 0:
        return market(account, symbol, side, lots)
      case 1:
        return { ...market(account, symbol, side, lots), tpsl: tpslOf(side) }
      case 2:
      case 3:
        return limit(account, symbol, side, ticks, lots)
      case 4:
        return { kind: 'SetLeverage', account, symbol, leverageE2: leverageE2(500 + (k % 490)) }
      case 5:
        return held === undefined ? limit(account, symbol, side, ticks, lots) : stops(...held)
      case 6:
        return held === undefined ? limit(account, symbol, side, ticks, lots) : reversal(...held)
      default:
        return limit(account, symbol, side, midTicks, lots)
    }
  })
}

const plain = {
  kind: 'PlaceOrder',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'CancelMaker',
} as const

const market = (account: AccountId, symbol: SymbolId, side: Side, lots: number): PlaceOrder => ({
  ...plain,
  account,
  symbol,
  side,
  orderType: 'Market',
  timeInForce: 'ImmediateOrCancel',
  qtyLots: qtyLots(lots),
})

function limit(
  account: AccountId,
  symbol: SymbolId,
  side: Side,
  ...[ticks, lots]: readonly [number, number]
): PlaceOrder {
  const size = { priceTicks: priceTicks(ticks), qtyLots: qtyLots(lots) }
  const timeInForce = 'GoodTillCancel'
  return { ...plain, account, symbol, side, orderType: 'Limit', timeInForce, ...size }
}

const leg = (ticks: number): TpslLegRequest => ({
  triggerTicks: priceTicks(ticks),
  triggerBy: 'LastPrice',
  orderType: 'Market',
})

/** Attached TP/SL of an order, 10 % away on either side. */
function tpslOf(side: Side): TpslRequest {
  const [above, below] = [leg(midTicks + 65_000), leg(midTicks - 65_000)]
  const isLong = side === 'Buy'
  return { mode: 'Full', takeProfit: isLong ? above : below, stopLoss: isLong ? below : above }
}

const stops = (account: AccountId, symbol: SymbolId): AccountCommand => {
  const { takeProfit = leg(0), stopLoss = leg(0) } = tpslOf('Buy')
  return { kind: 'SetTpSl', account, symbol, positionIdx: 0, mode: 'Full', takeProfit, stopLoss }
}

const reversal = (account: AccountId, symbol: SymbolId): AccountCommand => ({
  kind: 'ReversePosition',
  account,
  symbol,
  positionIdx: 0,
  linkId: '',
})

/** Verifies that the last commands have the results of their previews. */
function assertTrue(engine: Engine): void {
  let refused = 0
  for (const draft of draftsOf(rounds).slice(0, 50)) {
    const { after, fills, problem } = engine.preview(draft)
    if (problem !== undefined) refused += 1
    const { events } = apply(engine, draft)
    const filled = events.filter(
      (event) => event.kind === 'OrderFilled' && event.order.account === draft.account,
    )
    const available = engine.views.account(draft.account)?.available
    if (fills.length !== filled.length || after?.account.available !== available) {
      throw new Error(`a preview of ${draft.kind} is not what came of it`)
    }
  }
  // Refusals are fast: too many of them would invalidate the measurement.
  if (refused > 10) throw new Error(`${refused} of 50 drafts are refused`)
}
