// The exchange on a real disk: answers after durability, recovery, commands on which the engine
// fails, overload, stopping.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots } from '@basis/domain/numbers/fixed'
import { createPrng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Engine } from '@basis/engine/engine'
import type { EventBatch } from '@basis/engine/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listingOf } from '../instruments/listings.ts'
import { engines, enginesKnowing } from './engines.ts'
import { createExchange, ExchangeBusy, ExchangeStopped, type Exchange } from './exchange.ts'
import { figuresOf } from './follower.ts'
import { recover } from './recovery.ts'
import type { Clock, EngineMaker, Follower } from './ports.ts'
import { openStorage, type Storage } from './disk/storage.ts'

const btc = listingOf('BTCUSDT')
if (btc === undefined) throw new Error('BTCUSDT is not listed')
const symbol = btc.instrument.symbol
const [alice, bob] = [accountId(1), accountId(2)]

let folder = ''
let notices: string[] = []
let failures: Error[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-core-'))
  notices = []
  failures = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Options = {
  readonly engines?: EngineMaker
  readonly clock?: Clock
  readonly snapshotEvery?: number
  readonly follower?: Follower
  readonly isRecordingBehind?: () => boolean
  readonly lastSnapshotMs?: number
  readonly isOneOfMany?: boolean
}
/** Without this option a stop takes no snapshot here, because few tests need one. */
const withLastSnapshot: Options = { lastSnapshotMs: 60_000 }
type Running = { exchange: Exchange; storage: Storage; replayed: number; snapshotSeq: number }

async function start(options: Options = {}): Promise<Running> {
  const onNotice = (message: string) => void notices.push(message)
  const storage = await openStorage({ folder, build: 'test', onNotice })
  const parts = { ...storage, engines: options.engines ?? engines, onNotice }
  const recovered = await recover(parts)
  const exchange = createExchange({
    ...parts,
    follower: options.follower ?? storage.follower,
    recovered,
    // No command waits too long in the queue, however slow the disk is.
    clock: options.clock ?? { nowMs: () => 1_800_000_000_000 },
    build: 'test',
    snapshotEvery: options.snapshotEvery ?? 1_000_000,
    onFailure: (error) => void failures.push(error),
    ...(options.isRecordingBehind && { isRecordingBehind: options.isRecordingBehind }),
    ...(options.isOneOfMany && { isOneOfMany: true }),
    lastSnapshotMs: options.lastSnapshotMs ?? 0,
  })
  return { exchange, storage, replayed: recovered.replayed, snapshotSeq: recovered.snapshotSeq }
}

/** Ends without a snapshot, as a killed process does. */
async function crash({ storage }: Running): Promise<void> {
  await storage.journal.close()
  storage.release()
}

async function stop({ exchange, storage }: Running): Promise<void> {
  await exchange.stop()
  storage.release()
}

function opening(): Command[] {
  if (btc === undefined) return []
  return [
    { kind: 'ListInstrument', instrument: btc.instrument },
    { kind: 'OpenAccount', account: alice, role: 'trader' },
    { kind: 'OpenAccount', account: bob, role: 'trader' },
    { kind: 'Deposit', account: alice, coin: 'USDT', amount: amount(10n ** 15n) },
    { kind: 'Deposit', account: bob, coin: 'USDT', amount: amount(10n ** 15n) },
    { kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(65_000 * 1e8) }] },
  ]
}

function randomOrders(count: number, seed: number): Command[] {
  const prng = createPrng(seed)
  return Array.from({ length: count }, (_, i): Command => {
    const account = prng.nextBelow(2) === 0 ? alice : bob
    if (prng.nextBelow(4) === 0) {
      return { kind: 'CancelOrder', account, order: { linkId: `l${prng.nextBelow(i + 1)}` } }
    }
    const priceTicks = (650_000 + prng.nextBelow(200) - 100) as never
    return {
      kind: 'PlaceOrder',
      account,
      symbol,
      side: prng.nextBelow(2) === 0 ? 'Buy' : 'Sell',
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks,
      qtyLots: qtyLots(1 + prng.nextBelow(20)),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: `l${i}`,
      selfTrade: 'CancelMaker',
    }
  })
}

const submitAll = (exchange: Exchange, commands: readonly Command[]) =>
  Promise.all(commands.map((command) => exchange.submit(command)))

test('commands are numbered in the order of submission, and listeners get the events before the answer', async () => {
  const running = await start()
  const heard: EventBatch[] = []
  running.exchange.subscribe((batch) => void heard.push(batch))
  const answers = await Promise.all(
    opening().map(async (command) => {
      const applied = await running.exchange.submit(command)
      expect(heard.some(({ seq }) => seq === applied.seq)).toBe(true)
      return applied
    }),
  )
  expect(answers.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(answers.every(({ problem }) => problem === undefined)).toBe(true)
  expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(running.exchange.views.account(alice)?.walletBalance).toBe(10n ** 15n)
  await stop(running)
})

test('the list of symbols is one list until an instrument is listed or changed', async () => {
  const running = await start()
  const { exchange } = running
  await submitAll(exchange, opening())
  const { views } = exchange
  const before = views.symbols()
  await submitAll(exchange, randomOrders(50, 3))
  expect(views.symbols()).toBe(before)
  const seen: (readonly string[])[] = []
  exchange.subscribe(() => void seen.push(views.symbols()))
  const other = { ...btc.instrument, symbol: symbolId('ETHUSDT'), baseCoin: 'ETH' }
  expect((await exchange.submit({ kind: 'ListInstrument', instrument: other })).problem).toBe(
    undefined,
  )
  expect(views.symbols()).toEqual([...before, 'ETHUSDT'])
  // Listeners of the listing have it too.
  expect(seen).toEqual([views.symbols()])
  const listed = views.symbols()
  await exchange.submit({ kind: 'SetInstrumentStatus', symbol, status: 'ReduceOnly' })
  expect(views.symbols()).toEqual(listed)
  expect(views.symbols()).not.toBe(listed)
  await stop(running)
})

test('after a crash the replayed state has the hash of the state before', async () => {
  const first = await start()
  await submitAll(first.exchange, [...opening(), ...randomOrders(2_000, 1)])
  const before = first.exchange.stateHash()
  await crash(first)
  const second = await start()
  expect(second.replayed).toBe(before.seq)
  expect(second.exchange.stateHash()).toEqual(before)
  await stop(second)
})

test('a snapshot and the journal after it give the state of a full replay', async () => {
  const first = await start({ snapshotEvery: 500 })
  const commands = [...opening(), ...randomOrders(2_600, 2)]
  for (let i = 0; i < commands.length; i += 100) {
    await submitAll(first.exchange, commands.slice(i, i + 100))
  }
  // Few commands after it, so that the next one is not due among the last fifty.
  const late = (): number => first.exchange.lastSeq() - first.exchange.status().snapshotSeq
  const order = randomOrders(1, 21)
  for (; late() > 400; await delay(20)) await submitAll(first.exchange, order)
  await submitAll(first.exchange, randomOrders(50, 22))
  const before = first.exchange.stateHash()
  await crash(first)
  expect(await readdir(join(folder, 'snapshots'))).toHaveLength(2)

  const second = await start()
  expect(second.snapshotSeq).toBeGreaterThan(2_000)
  expect(second.replayed).toBe(before.seq - second.snapshotSeq)
  expect(second.replayed).toBeGreaterThan(0)
  expect(second.exchange.stateHash()).toEqual(before)
  await crash(second)

  rmSync(join(folder, 'snapshots'), { recursive: true })
  const third = await start()
  expect(third.snapshotSeq).toBe(0)
  expect(third.exchange.stateHash()).toEqual(before)
  await stop(third)
})

test('a snapshot that fails is reported, stops nothing, and is tried again an interval later', async () => {
  const tried: number[] = []
  const follower: Follower = {
    takeSnapshot: ({ throughSeq }) => {
      tried.push(throughSeq)
      return tried.length < 3 ? Promise.reject(new Error('planted')) : Promise.resolve(0)
    },
    stop: () => Promise.resolve(),
  }
  const { exchange, storage } = await start({ snapshotEvery: 100, follower })
  const faults = new Set<string | undefined>()
  await submitAll(exchange, opening())
  for (let k = 0; tried.length < 3; k += 1) {
    await exchange.submit({ kind: 'Deposit', account: bob, coin: 'USDT', amount: amount(1n) })
    faults.add(exchange.status().snapshotFault)
  }
  const [first = 0, second = 0, third = 0] = tried
  expect(first).toBe(100)
  expect(second).toBeGreaterThanOrEqual(first + 100)
  expect(third).toBeGreaterThanOrEqual(second + 100)
  await expect.poll(() => exchange.status().snapshotSeq).toBe(third)
  expect(exchange.status().snapshotFault).toBeUndefined()
  const written = [first, second].map((seq) => `the snapshot at ${seq} was not written: planted`)
  expect(notices).toEqual(written)
  expect([...faults].filter((fault) => fault !== undefined)).toEqual(written)
  expect(failures).toEqual([])
  await stop({ exchange, storage, replayed: 0, snapshotSeq: 0 })
})

test('a follower that reaches another state writes no snapshot and reports it', async () => {
  const first = await start({ snapshotEvery: 1_000_000 })
  await submitAll(first.exchange, [...opening(), ...randomOrders(200, 6)])
  const throughSeq = first.exchange.lastSeq()
  const goal = { throughSeq, figures: 'BTCUSDT 1 1 1 1 1 1 1 1' }
  await expect(first.storage.follower.takeSnapshot(goal)).rejects.toThrow(
    `The state at sequence ${throughSeq} is not what the journal says`,
  )
  expect(await first.storage.snapshots.heads()).toEqual([])
  const figures = figuresOf(first.exchange.views)
  await first.storage.follower.takeSnapshot({ throughSeq, figures })
  const [head] = await first.storage.snapshots.heads()
  expect(head).toMatchObject({ seq: throughSeq, hash: first.exchange.stateHash().hash })
  await crash(first)
})

test('a snapshot of 0.1.0 is read, and the journal is replayed from there', async () => {
  const text = readFileSync(
    new URL('../../../engine/src/replay/snapshot/format1.json', import.meta.url),
    'latin1',
  )
  const { seq, timeMs } = JSON.parse(text) as { seq: number; timeMs: number }
  const first = await start()
  for (let k = 0; k <= seq; k += 1) await first.exchange.submit({ kind: 'AdvanceTime' })
  await crash(first)
  const body = deflateRawSync(text)
  const sums = { bytes: body.length, crc: crc32(body) }
  const head = { format: 1, seq, timeMs, build: '0.1.0', hash: 'of another kind', ...sums }
  const file = join(folder, 'snapshots', `${String(seq).padStart(16, '0')}.snapshot`)
  writeFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]))
  const second = await start(withLastSnapshot)
  expect([second.snapshotSeq, second.replayed, notices]).toEqual([seq, 1, []])
  expect(second.exchange.views.positions(bob)).toHaveLength(1)
  await stop(second)
  const third = await start()
  expect([third.snapshotSeq, third.replayed]).toEqual([seq + 1, 0])
  expect(third.exchange.stateHash()).toEqual(second.exchange.stateHash())
  await stop(third)
})

test('a graceful stop answers what was submitted, writes a snapshot and takes no more commands', async () => {
  const first = await start(withLastSnapshot)
  const asked = submitAll(first.exchange, [...opening(), ...randomOrders(300, 3)])
  await stop(first)
  const answers = await asked
  expect(answers).toHaveLength(306)
  await expect(first.exchange.submit({ kind: 'AdvanceTime' })).rejects.toThrow(ExchangeStopped)
  const second = await start()
  expect([second.snapshotSeq, second.replayed]).toEqual([306, 0])
  await stop(second)
})

test('a stop without time for a snapshot takes none, and its journal is replayed', async () => {
  const first = await start({ lastSnapshotMs: 0 })
  await submitAll(first.exchange, opening())
  await stop(first)
  expect([await first.storage.snapshots.heads(), notices]).toEqual([[], []])
  const second = await start()
  expect([second.snapshotSeq, second.replayed]).toEqual([0, 6])
  await stop(second)
})

/** A follower whose snapshot is never finished; stopping it makes the snapshot fail. */
function endlessFollower(): Follower {
  const given = Promise.withResolvers<number>()
  return {
    takeSnapshot: () => given.promise,
    stop: () => Promise.resolve(given.reject(new Error('given up'))),
  }
}

test('if the follower is late at a stop the exchange writes the snapshot itself: nothing is replayed', async () => {
  const first = await start({ follower: endlessFollower(), lastSnapshotMs: 1 })
  await submitAll(first.exchange, [...opening(), ...randomOrders(300, 7)])
  await stop(first)
  const second = await start()
  expect([second.snapshotSeq, second.replayed]).toEqual([306, 0])
  expect(second.exchange.stateHash()).toEqual(first.exchange.stateHash())
  await stop(second)
})

test('a stop writes no snapshot itself when the follower has found another state', async () => {
  const follower = endlessFollower()
  let isFirst = true
  const takeSnapshot: Follower['takeSnapshot'] = (goal) => {
    if (!isFirst) return follower.takeSnapshot(goal)
    isFirst = false
    return Promise.reject(new Error('another state'))
  }
  const options = { snapshotEvery: 100, lastSnapshotMs: 1 }
  const first = await start({ ...options, follower: { ...follower, takeSnapshot } })
  await submitAll(first.exchange, [...opening(), ...randomOrders(300, 8)])
  await expect.poll(() => first.exchange.status().snapshotFault).toContain('another state')
  await stop(first)
  expect(await first.storage.snapshots.heads()).toEqual([])
  const second = await start()
  expect([second.snapshotSeq, second.replayed]).toEqual([0, 306])
  await stop(second)
})

test('a damaged snapshot is skipped and reported; the older one is used', async () => {
  const first = await start({ snapshotEvery: 100 })
  for (const command of [...opening(), ...randomOrders(400, 4)])
    await first.exchange.submit(command)
  // A busy machine may still be writing the first snapshot when the next is due, and skips that
  // one.
  let names = await readdir(join(folder, 'snapshots'))
  for (let seed = 5; names.length < 2; seed += 1) {
    for (const command of randomOrders(100, seed)) await first.exchange.submit(command)
    names = await readdir(join(folder, 'snapshots'))
  }
  await stop(first)
  const hash = first.exchange.stateHash()
  names = (await readdir(join(folder, 'snapshots'))).toSorted()
  const newest = join(folder, 'snapshots', names.at(-1) ?? '')
  const bytes = readFileSync(newest)
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1
  writeFileSync(newest, bytes)
  const second = await start()
  const older = Number.parseInt(names.at(-2) ?? '', 10)
  expect(older).toBeGreaterThan(0)
  expect([second.snapshotSeq, second.replayed]).toEqual([older, hash.seq - older])
  const newestSeq = Number.parseInt(names.at(-1) ?? '', 10)
  expect(notices).toEqual([
    expect.stringMatching(new RegExp(`^the snapshot at ${newestSeq} is skipped: .*checksum`)),
  ])
  expect(second.exchange.stateHash()).toEqual(hash)
  await stop(second)
})

/**
 * An engine that throws in the middle of a change when it gets a deposit of 666: always, or the
 * given number of times.
 */
function enginesThatFail(times = Infinity): EngineMaker {
  let left = times
  const wrap = (inner: Engine): Engine => ({
    ...inner,
    apply: (numbered) => {
      const { command } = numbered
      if (command.kind === 'Deposit' && command.amount === 666n && left > 0) {
        left -= 1
        inner.apply(numbered)
        throw new Error('planted failure')
      }
      return inner.apply(numbered)
    },
  })
  const inner = new WeakMap<Engine, Engine>()
  const keep = (engine: Engine): Engine => {
    const outer = wrap(engine)
    inner.set(outer, engine)
    return outer
  }
  const real = (engine: Engine): Engine => inner.get(engine) ?? engine
  return {
    knows: engines.knows,
    create: () => keep(engines.create()),
    fromSnapshot: (state) => keep(engines.fromSnapshot(state)),
    takeSnapshot: (engine) => engines.takeSnapshot(real(engine)),
    stateHash: (engine) => engines.stateHash(real(engine)),
  }
}

test('a command on which the engine fails is refused, now and in every replay (D9)', async () => {
  const first = await start({ engines: enginesThatFail() })
  await submitAll(first.exchange, [...opening(), ...randomOrders(50, 5)])
  const poison: Command = { kind: 'Deposit', account: alice, coin: 'USDT', amount: amount(666n) }
  const balance = first.exchange.views.account(bob)?.walletBalance
  const [, refused, next] = await submitAll(first.exchange, [
    { kind: 'AdvanceTime' },
    poison,
    { kind: 'Deposit', account: bob, coin: 'USDT', amount: amount(1n) },
  ])
  expect(refused?.problem?.name).toBe('commandRefused')
  expect(next?.problem).toBeUndefined()
  expect(next?.seq).toBe((refused?.seq ?? 0) + 1)
  expect(first.exchange.views.account(bob)?.walletBalance).toBe((balance ?? 0n) + 1n)
  expect(failures).toEqual([])
  const before = first.exchange.stateHash()
  await crash(first)
  // An engine that can apply the command replays it as refused too.
  const second = await start()
  expect(second.exchange.stateHash()).toEqual(before)
  await stop(second)
})

test('one of several engines refuses a command that fails twice, and ends if it fails only once', async () => {
  const poison: Command = { kind: 'Deposit', account: alice, coin: 'USDT', amount: amount(666n) }
  for (const [times, answer, failure] of [
    [Infinity, 'commandRefused', []],
    [1, 'ExchangeStopped', ['the engine failed on command 7, and did not when it was rebuilt']],
  ] as const) {
    failures = []
    const running = await start({ engines: enginesThatFail(times), isOneOfMany: true })
    await submitAll(running.exchange, opening())
    const answered = running.exchange.submit(poison).then(
      (applied) => applied.problem?.name,
      (error: Error) => error.name,
    )
    expect(await answered).toBe(answer)
    expect(failures.map(({ message }) => message)).toEqual(failure)
    // Engines that never failed must reach the same state: only the refusal is journaled.
    expect(running.storage.journal.refusals.has(7)).toBe(failure.length === 0)
    await crash(running)
    rmSync(folder, { recursive: true })
  }
})

test('a command that fails only in the replay of the next start is refused there', async () => {
  const first = await start()
  await submitAll(first.exchange, opening())
  await first.exchange.submit({ kind: 'Deposit', account: bob, coin: 'USDT', amount: amount(666n) })
  await crash(first)
  const second = await start({ engines: enginesThatFail() })
  expect(second.exchange.lastSeq()).toBe(7)
  expect(notices.join()).toContain('command 7')
  expect(second.exchange.views.account(bob)?.walletBalance).toBe(10n ** 15n)
  expect([...second.storage.journal.refusals.keys()]).toEqual([7])
  const before = second.exchange.stateHash()
  await crash(second)
  // It stays refused, also by an engine that can apply it.
  const third = await start()
  expect(third.exchange.stateHash()).toEqual(before)
  await stop(third)
})

test('time in the journal never decreases, however the clock jumps (R3)', async () => {
  let nowMs = 1_800_000_000_000
  const running = await start({ clock: { nowMs: () => nowMs } })
  const times: number[] = []
  for (const jump of [0, 5, -3_600_000, 1_000, 3_600_000, -1_000, 60_000]) {
    nowMs += jump
    times.push((await running.exchange.submit({ kind: 'AdvanceTime' })).timeMs)
  }
  const startMs = 1_800_000_000_000
  const expected = [0, 5, 5, 5, 1_005, 1_005, 60_005]
  expect(times.map((timeMs) => timeMs - startMs)).toEqual(expected)
  await crash(running)
  const again = await start()
  expect(again.exchange.lastTimeMs()).toBe(startMs + 60_005)
  await stop(again)
})

test('a command that waited past its latest time is refused, not executed late (O7)', async () => {
  let nowMs = 1_800_000_000_000
  const running = await start({ clock: { nowMs: () => nowMs } })
  const late = running.exchange.submit({ kind: 'AdvanceTime' })
  const patient = running.exchange.submit({ kind: 'AdvanceTime' }, { latestMs: nowMs + 60_000 })
  nowMs += 10_000
  expect((await late).problem?.name).toBe('commandTooLate')
  expect((await patient).problem).toBeUndefined()
  expect((await patient).seq).toBe(1)
  await stop(running)
})

test('more late commands than fit into one batch do not block the command behind them', async () => {
  let nowMs = 1_800_000_000_000
  const running = await start({ clock: { nowMs: () => nowMs } })
  const late = Array.from({ length: 600 }, () => running.exchange.submit({ kind: 'AdvanceTime' }))
  const patient = running.exchange.submit({ kind: 'AdvanceTime' }, { latestMs: nowMs + 60_000 })
  nowMs += 10_000
  const answers = await Promise.all(late)
  expect(new Set(answers.map(({ problem }) => problem?.name))).toEqual(new Set(['commandTooLate']))
  expect((await patient).seq).toBe(1)
  await stop(running)
})

test('the queue is bounded; cancels have a higher limit (G6)', async () => {
  const running = await start()
  const asked = Array.from({ length: 10_000 }, () =>
    running.exchange.submit({ kind: 'AdvanceTime' }),
  )
  await expect(running.exchange.submit({ kind: 'AdvanceTime' })).rejects.toThrow(ExchangeBusy)
  const cancel = running.exchange.submit({ kind: 'CancelAllOrders', account: alice })
  expect((await Promise.all(asked)).at(-1)?.seq).toBe(10_000)
  expect((await cancel).seq).toBe(10_001)
  await stop(running)
})

test('while the recording of events is behind, orders are refused, cancels and prices are not (G6)', async () => {
  let isBehind = false
  const running = await start({ isRecordingBehind: () => isBehind })
  const { exchange } = running
  await submitAll(exchange, opening())
  const [order] = randomOrders(1, 9)
  if (order?.kind !== 'PlaceOrder') throw new Error('no order')
  isBehind = true
  await expect(exchange.submit(order)).rejects.toThrow(ExchangeBusy)
  const cancel: Command = { kind: 'CancelAllOrders', account: alice }
  const one = { kind: 'CancelOrder', account: alice, order: { linkId: 'gone' } } as const
  const some: Command = { kind: 'OrderBatch', account: alice, operations: [one, one] }
  const mixed: Command = { kind: 'OrderBatch', account: alice, operations: [one, order] }
  await expect(exchange.submit(mixed)).rejects.toThrow(ExchangeBusy)
  const price: Command = { kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(65e11) }] }
  const combinations: Command = { kind: 'CancelAllSpreads', account: alice }
  for (const command of [cancel, some, combinations, price]) {
    expect((await exchange.submit(command)).problem).toBeUndefined()
  }
  // There is none to cancel, which the engine says: it was asked.
  const close: Command = { kind: 'CancelMmrClose', account: alice, symbol, positionIdx: 0 }
  const rule = { kind: 'SetRuleState', account: alice, ruleId: 7 } as const
  for (const command of [close, { ...rule, state: 'Cancelled' } as const]) {
    expect((await exchange.submit(command)).problem).toBeDefined()
  }
  await expect(exchange.submit({ ...rule, state: 'Running' })).rejects.toThrow(ExchangeBusy)
  isBehind = false
  expect((await exchange.submit(order)).problem).toBeUndefined()
  await stop(running)
})

test('after a failed write nothing more is acknowledged (D4)', async () => {
  const running = await start()
  await submitAll(running.exchange, opening())
  // The journal's thread has ended: every later write fails.
  await running.storage.journal.close()
  const asked = running.exchange.submit({ kind: 'AdvanceTime' })
  await expect(asked).rejects.toThrow(ExchangeStopped)
  expect(failures).toHaveLength(1)
  expect(running.exchange.status().mode).toBe('failed')
  await expect(running.exchange.submit({ kind: 'AdvanceTime' })).rejects.toThrow(ExchangeStopped)
  running.storage.release()
})

const newest = Math.max(...engines.knows)
const nextRules: Command = { kind: 'SetRules', version: newest + 1 }
const nextBuild = enginesKnowing([...engines.knows, newest + 1])
const presentRules = engines.knows
  .filter((version) => version > 1)
  .map((version): Command => ({ kind: 'SetRules', version }))

test('a journal with two rules versions is replayed by builds that know both, and by no others', async () => {
  const first = await start({ engines: nextBuild })
  await submitAll(first.exchange, [
    ...opening(),
    ...presentRules,
    ...randomOrders(40, 7),
    nextRules,
  ])
  await submitAll(first.exchange, randomOrders(40, 8))
  const { hash } = first.exchange.stateHash()
  await crash(first)
  const onNotice = (message: string): void => void notices.push(message)
  const kept = await openStorage({ folder, build: 'test', onNotice })
  const words = `rules ${newest + 1}, and this build knows ${engines.knows.join(' and ')}:`
  await expect(recover({ ...kept, engines, onNotice })).rejects.toThrow(words)
  const { engine } = await recover({ ...kept, engines: nextBuild, onNotice })
  expect(nextBuild.stateHash(engine)).toBe(hash)
  expect(engine.views.rulesVersion()).toBe(newest + 1)
  // A snapshot of rules that a build does not know ends its start just as the journal does.
  const head = { seq: engine.lastSeq(), timeMs: engine.lastTimeMs(), build: 'test' }
  await kept.snapshots.write(head, nextBuild.takeSnapshot(engine))
  await expect(recover({ ...kept, engines, onNotice })).rejects.toThrow(words)
  const restored = await recover({ ...kept, engines: nextBuild, onNotice })
  expect(restored.snapshotSeq).toBe(head.seq)
  expect(nextBuild.stateHash(restored.engine)).toBe(hash)
  expect(notices).toEqual([])
  expect([...kept.journal.refusals]).toEqual([])
  await kept.journal.close()
  kept.release()
})

test('an engine that meets unknown rules ends, and records no refusal for the others', async () => {
  const running = await start({ isOneOfMany: true })
  await submitAll(running.exchange, [...opening(), ...presentRules])
  void running.exchange.submit(nextRules).catch(() => undefined)
  await expect.poll(() => failures.map(({ name }) => name)).toEqual(['RulesUnknown'])
  expect([...running.storage.journal.refusals]).toEqual([])
  await crash(running)
})
