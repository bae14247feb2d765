// The bench `grids`: price ticks that fill nothing while 10,000 grid bots run, each with a trailing
// range, a take-profit and a stop-loss, against the same ticks without any bot.

import type { GridTerms } from '@basis/domain/grid/terms'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  unitE8,
} from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const bots = 10_000
const owners = 200
const ticks = 20_000
const rounds = 3
const btc = symbolId('BTC/USDT')
const listing = parseCommand('list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1', {
  instruments: new Map(),
})
const dollars = (whole: number) => amount(BigInt(whole) * unitE8)

const terms: GridTerms = {
  mode: 'Spot',
  spacing: 'Geometric',
  lowTicks: priceTicks(4_000_000),
  highTicks: priceTicks(4_900_000),
  cells: 4,
  leverageE2: leverageE2(100),
  takeProfitTicks: priceTicks(9_000_000),
  stopLossTicks: priceTicks(1_000_000),
  isTrailing: true,
}

/** Seconds of one tick: an index price and a trade at the last price. */
function secondsOfTick(count: number): number {
  const engine = createEngine()
  let seq = 0
  const apply = (command: Command): void => {
    seq += 1
    const { problem } = engine.apply({ seq, timeMs: seq, command })
    if (problem !== undefined) throw new Error(`${command.kind}: ${problem.name}`)
  }
  apply(listing)
  const people = Array.from({ length: owners + 2 }, (_, at) => accountId(at + 1))
  for (const account of people) {
    apply({ kind: 'OpenAccount', account, role: 'robot' })
    apply({ kind: 'Deposit', account, coin: 'USDT', amount: dollars(1_000_000) })
    apply({ kind: 'Deposit', account, coin: 'BTC', amount: dollars(1000) })
  }
  const [seller = accountId(1), buyer = accountId(2), ...others] = people
  const order = (account: typeof seller, side: 'Buy' | 'Sell'): Command => ({
    kind: 'PlaceOrder',
    account,
    symbol: btc,
    side,
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: priceTicks(5_000_000),
    qtyLots: qtyLots(1000),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'None',
  })
  const prices = [{ symbol: btc, indexE8: priceE8(50_000 * Number(unitE8)) }]
  let isTurned = false
  const tick = (): void => {
    apply({ kind: 'UpdatePrices', prices, coins: [] })
    // Alternates the direction, so that neither account runs out of coins.
    isTurned = !isTurned
    apply(order(isTurned ? seller : buyer, 'Sell'))
    apply(order(isTurned ? buyer : seller, 'Buy'))
  }
  tick()
  for (let made = 0; made < count; made += 1) {
    const account = others[made % owners] ?? seller
    apply({ kind: 'CreateGrid', account, symbol: btc, terms, investment: dollars(100) })
  }
  for (let warm = 0; warm < 1000; warm += 1) tick()
  const started = performance.now()
  for (let done = 0; done < ticks; done += 1) tick()
  const seconds = (performance.now() - started) / 1000 / ticks
  const running = engine.views.grids.running()
  if (running !== count) throw new Error(`${running} of ${count} bots run`)
  return seconds
}

/** Runs both in turns; throws when a bot has ended. */
export async function bench(): Promise<BenchLine> {
  const [ours, peer]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(1 / secondsOfTick(bots))
    peer.push(1 / secondsOfTick(0))
  }
  const [oursRate, peerRate] = [median(ours), median(peer)]
  return {
    name: 'grids',
    ratio: oursRate / peerRate,
    ours: oursRate,
    peer: peerRate,
    peerName: 'ticks without bots',
    unit: 'tick/s',
  }
}
