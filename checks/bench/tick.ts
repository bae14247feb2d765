// The bench `tick`: the cost of a price update with a hundred thousand open positions and as many
// armed triggers, against a check of all accounts in the same engine.

// The figures for fewer positions, for a price that fires triggers, and the memory go to stderr.

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
} from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import { createEngine, stateOf, type Engine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'
import { collectGarbage } from './replay.ts'

const sizes = [1000, 10_000, 100_000] as const
const quietTicks = 3000
const rounds = 3
const middle = 60_000
const symbol = symbolId('BTCUSDT')

/** An exchange with this many positions, half of them long, and the commands for it. */
class World {
  readonly engine: Engine = createEngine()
  readonly #instruments = new Map<string, Instrument>()
  #seq = 0
  #timeMs = 1_790_035_200_000

  constructor(positions: number) {
    this.say('list BTCUSDT LinearPerpetual fees=0:0')
    this.price(middle)
    for (let k = 1; k <= positions; k += 2) this.#pair(k)
    // The mark stays close to the last price until its window of 150 seconds is full (rules 2.2).
    for (let second = 0; second < 151; second += 1) this.price(middle)
  }

  perform(command: Command): readonly { readonly kind: string }[] {
    this.#seq += 1
    const { events, problem } = this.engine.apply({
      seq: this.#seq,
      timeMs: this.#timeMs,
      command,
    })
    if (problem !== undefined) throw new Error(`${command.kind} is refused: ${problem.name}`)
    return events
  }

  say(line: string): void {
    const command = parseCommand(line, { instruments: this.#instruments })
    if (command.kind === 'ListInstrument') {
      this.#instruments.set(command.instrument.symbol, command.instrument)
    }
    this.perform(command)
  }

  /** A price update one second later; returns its events. */
  price(dollars: number): readonly { readonly kind: string }[] {
    this.#timeMs += 1000
    const indexE8 = priceE8(Math.round(dollars * 10) * 10_000_000)
    return this.perform({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
  }

  /** A long and a short of 600 USDT each, liquidated between 5 % and 55 % from the entry. */
  #pair(first: number): void {
    const own = (30 + ((first * 7919) % 3000) / 10).toFixed(1)
    for (const account of [first, first + 1].map(accountId)) {
      this.perform({ kind: 'OpenAccount', account, role: 'trader' })
      const credit = amount(parseDecimal(account % 2 === 0 ? '1000000' : own, 8) ?? 0n)
      this.perform({ kind: 'Deposit', account, coin: 'USDT', amount: credit })
      this.perform({ kind: 'SetLeverage', account, symbol, leverageE2: leverageE2(10_000) })
    }
    this.place(accountId(first), 'Buy', 0)
    this.place(accountId(first + 1), 'Sell', 0)
  }

  place(account: AccountId, side: 'Buy' | 'Sell', awayTicks: number, triggerTicks = 0): void {
    const price = middle * 10 + awayTicks
    const direction = triggerTicks > middle * 10 ? (1 as const) : (2 as const)
    const trigger = { priceTicks: priceTicks(triggerTicks), basis: 'MarkPrice' as const, direction }
    this.perform({
      kind: 'PlaceOrder',
      account,
      symbol,
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(price),
      qtyLots: qtyLots(10),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
      ...(triggerTicks === 0 ? {} : { trigger }),
    })
  }

  /** Arms one trigger for each position, 4 % to 44 % away from the price. */
  arm(positions: number): void {
    for (let k = 1; k <= positions; k += 1) {
      const away = 24_000 + ((k * 104_729) % 240_000)
      this.place(accountId(k), 'Buy', -1000, middle * 10 + (k % 2 === 0 ? away : -away))
    }
  }
}

/** Returns the mean microseconds of a price update that moves within 0.1 %. */
function quietMicros(world: World, everybody: boolean, ticks: number): number {
  for (let k = 0; k < 200 && !everybody; k += 1) world.price(middle + (k % 40) - 20)
  const startMs = performance.now()
  for (let k = 0; k < ticks; k += 1) {
    if (everybody) checkAllAccounts(world.engine)
    world.price(middle + (k % 40) - 20)
  }
  return ((performance.now() - startMs) * 1000) / ticks
}

/** The peer's work: checks every account with the next price. */
function checkAllAccounts(engine: Engine): void {
  for (const { risk } of stateOf(engine).accounts.values()) {
    if (!risk.isToCheck) risk.toCheck.push(risk.id)
    risk.isToCheck = true
  }
}

/** Lets the price fall until triggers and liquidations occur, and returns the cost of each. */
function firing(world: World): string {
  let [micros, fired, ticks] = [0, 0, 0]
  for (let price = middle * 0.962; price > middle * 0.945; price -= 12) {
    const startMs = performance.now()
    const events = world.price(price)
    const spent = (performance.now() - startMs) * 1000
    const count = events.filter(
      ({ kind }) => kind === 'OrderTriggered' || kind === 'LiquidationStarted',
    ).length
    if (count === 0) continue
    ticks += 1
    fired += count
    micros += spent
  }
  const each = (micros / Math.max(1, fired)).toFixed(1)
  return `${(fired / Math.max(1, ticks)).toFixed(1)} fired a tick, ${each} µs for each`
}

const heap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Bytes per position with its account, and per resting order. */
function memory(): string {
  const count = 20_000
  const empty = heap()
  const world = new World(count)
  const open = heap()
  const orders = 100_000
  for (let k = 0; k < orders; k += 1) {
    world.place(accountId(2 * ((k % (count / 2)) + 1)), 'Buy', -1 - (k % 600))
  }
  const resting = heap()
  const bytes = [(open - empty) / count, (resting - open) / orders].map(Math.round)
  if (world.engine.lastSeq() === 0) throw new Error('the world is gone')
  return `${bytes[0]} bytes a position with its account, ${bytes[1]} bytes a resting order`
}

/** Runs the comparison; throws when a command is refused. */
export async function bench(): Promise<BenchLine> {
  console.error(`tick: ${memory()}`)
  let [ours, peer] = [0, 0]
  for (const positions of sizes) {
    const world = new World(positions)
    world.arm(positions)
    const quiet = Array.from({ length: rounds }, () => quietMicros(world, false, quietTicks))
    const walks = Array.from({ length: rounds }, () => quietMicros(world, true, 5))
    ours = median(quiet)
    peer = median(walks)
    const figures = `quiet ${ours.toFixed(1)} µs, walk ${peer.toFixed(0)} µs`
    console.error(`tick: ${positions} positions and triggers: ${figures}; ${firing(world)}`)
  }
  return { name: 'tick', ratio: peer / ours, ours, peer, peerName: 'a walk', unit: 'µs' }
}
