// The bench `snapshot-pause`: the longest pause of the trading thread while a snapshot of 200,000
// accounts is taken, against the budget of 20 ms.

// The same without a snapshot goes to stderr. Exchange, journal and follower are the real ones, and
// trading goes on. A pause is the processor time of the trading thread between two turns of its
// event loop, so that other processes on a shared machine do not count.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accountId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import { formatCommandLine } from '@basis/server/exchange/command-lines'
import { openStorage, type Storage } from '@basis/server/exchange/disk/storage'
import { engines } from '@basis/server/exchange/engines'
import { createExchange, type Exchange } from '@basis/server/exchange/exchange'
import { figuresOf } from '@basis/server/exchange/follower'
import { listings } from '@basis/server/instruments/listings'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { collectGarbage } from '../replay.ts'

const accounts = 200_000
const budgetMs = 20
const rounds = 3
const perPart = 5000
const markets = listings
  .filter(({ instrument }) => instrument.kind === 'Linear' && instrument.settleCoin === 'USDT')
  .slice(0, 10)

export async function bench(): Promise<BenchLine> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-pause-'))
  const onNotice = (message: string): void => console.error(message)
  const storage = await openStorage({ folder, build: 'bench', onNotice })
  try {
    const exchange = await openVenue(storage, onNotice)
    const pauses: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const goal = { throughSeq: exchange.lastSeq(), figures: figuresOf(exchange.views) }
      const startedMs = performance.now()
      const taken = await longestTurn(exchange, () => storage.follower.takeSnapshot(goal))
      const tookMs = performance.now() - startedMs
      const none = await longestTurn(exchange, () => delay(tookMs, undefined))
      pauses.push(taken)
      console.error(
        `${accounts} accounts: ${taken.toFixed(1)} ms while a snapshot was taken in ` +
          `${(tookMs / 1000).toFixed(1)} s, ${none.toFixed(1)} ms without one`,
      )
    }
    const ours = median(pauses)
    return {
      name: 'snapshot-pause',
      ratio: budgetMs / ours,
      ours,
      peer: budgetMs,
      peerName: 'budget',
      unit: 'ms',
    }
  } finally {
    await storage.journal.close()
    storage.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Trades until the work is done; returns the longest turn of the event loop in processor ms. */
async function longestTurn(exchange: Exchange, work: () => Promise<unknown>): Promise<number> {
  collectGarbage()
  let isDone = false
  let longest = 0
  let before = threadMs()
  // A failure is thrown below, after the turn in which it happened.
  const working = Promise.allSettled([work().finally(() => (isDone = true))])
  for (let n = 0; !isDone; n += 1) {
    trade(exchange, n)
    await delay(2)
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const [outcome] = await working
  while (exchange.status().queued + exchange.status().inFlight > 0) await delay(2)
  if (outcome.status === 'rejected') throw outcome.reason
  return longest
}

/** The processor time used by this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function trade(exchange: Exchange, n: number): void {
  const account = accountId(1 + (n % accounts))
  const linkId = `bench-${exchange.lastSeq()}-${n}`
  void exchange.submit(orderOf(n, { side: 'Buy', share: 0.99, account, linkId }))
  void exchange.submit({ kind: 'CancelOrder', account, order: { linkId } })
}

type Wanted = {
  readonly side: 'Buy' | 'Sell'
  /** As a share of the market's first price. */
  readonly share: number
  readonly account: ReturnType<typeof accountId>
  readonly linkId: string
}

function orderOf(n: number, { side, share, account, linkId }: Wanted): Command {
  const market = markets[n % markets.length]
  if (market === undefined) throw new Error('There is no market')
  const { instrument, startPriceTicks } = market
  return {
    kind: 'PlaceOrder',
    account,
    symbol: instrument.symbol,
    side,
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: Math.floor(share * startPriceTicks) as PriceTicks,
    qtyLots: qtyLots(200 * instrument.minQtyLots),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId,
    selfTrade: 'None',
  }
}

/** A market in which every account has a position, with its journal and a first snapshot. */
async function openVenue(storage: Storage, onNotice: (message: string) => void): Promise<Exchange> {
  const engine = createEngine()
  const timeMs = Date.now() - 3_600_000
  let lines: string[] = []
  const write = async (): Promise<void> => {
    const firstSeq = engine.lastSeq() - lines.length + 1
    await storage.journal.append({ firstSeq, count: lines.length, lines: lines.join('\n') })
    lines = []
  }
  for (const command of commandsOf()) {
    const applied = engine.apply({ seq: engine.lastSeq() + 1, timeMs, command })
    if (applied.problem !== undefined) throw new Error(`${command.kind}: ${applied.problem.name}`)
    lines.push(formatCommandLine(timeMs, command))
    if (lines.length === perPart) await write()
  }
  await write()
  await writeSnapshot(storage, engine)
  return createExchange({
    ...storage,
    engines,
    recovered: { engine, snapshotSeq: engine.lastSeq(), replayed: 0 },
    clock: { nowMs: () => Date.now() },
    build: 'bench',
    snapshotEvery: Number.MAX_SAFE_INTEGER,
    onNotice,
    onFailure: (error) => {
      throw error
    },
  })
}

const writeSnapshot = (storage: Storage, engine: Engine): Promise<string> => {
  const label = { seq: engine.lastSeq(), timeMs: engine.lastTimeMs(), build: 'bench' }
  return storage.snapshots.write(label, engines.takeSnapshot(engine))
}

function* commandsOf(): Generator<Command> {
  for (const { instrument } of markets) yield { kind: 'ListInstrument', instrument }
  const prices = markets.map(({ instrument: { symbol, tickSizeE8 }, startPriceTicks }) => ({
    symbol,
    indexE8: priceE8(startPriceTicks * tickSizeE8),
  }))
  yield { kind: 'UpdatePrices', prices }
  for (let k = 1; k <= accounts; k += 1) {
    const account = accountId(k)
    yield { kind: 'OpenAccount', account, role: 'trader' }
    yield { kind: 'Deposit', account, coin: 'USDT', amount: amount(10n ** 13n) }
  }
  for (let k = 1; k < accounts; k += 2) {
    const n = (k - 1) / 2
    yield orderOf(n, { side: 'Sell', share: 1, account: accountId(k), linkId: '' })
    yield orderOf(n, { side: 'Buy', share: 1, account: accountId(k + 1), linkId: '' })
  }
  // Every account has a safe price range in the liquidation index before the measurement.
  yield { kind: 'UpdatePrices', prices }
}
