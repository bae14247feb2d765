// What the private push computes: an event costs work for its own account's readers, a price for
// the accounts whose figures depend on it.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { ExchangeListener } from '../exchange/replica.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushSources, Reader } from './channel.ts'
import { Publisher } from './publisher.ts'

const readers = 200

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A publisher with a reader of every account, and the accounts whose positions it asked for. */
function publisherOf(stamps: Map<AccountId, string>): {
  readonly publisher: Publisher
  readonly publish: ExchangeListener
  readonly asked: AccountId[]
  /** What the views throw for: an account, or all symbols. */
  readonly broken: Set<AccountId | 'symbols'>
  readonly failed: AccountId[]
  readonly failures: string[]
} {
  const listeners: ExchangeListener[] = []
  const asked: AccountId[] = []
  const broken = new Set<AccountId | 'symbols'>()
  const failed: AccountId[] = []
  const failures: string[] = []
  const views = {
    symbols: () => {
      if (broken.has('symbols')) throw new Error('broken')
      return []
    },
    symbol: () => undefined,
    account: () => undefined,
    priceStamp: (account: AccountId) => stamps.get(account) ?? '',
    positions: (account: AccountId) => {
      if (broken.has(account)) throw new Error('broken')
      asked.push(account)
      return []
    },
  }
  const exchange = {
    views,
    subscribe: (listener: ExchangeListener) => {
      listeners.push(listener)
      return () => undefined
    },
    lastSeq: () => 1,
  }
  const alerts = { subscribe: () => () => undefined }
  const surroundings = { exchange, readModel: {}, alerts, clock: { nowMs: () => 0 } }
  const sources = surroundings as unknown as PushSources
  const publisher = new Publisher(sources, (_error, what) => void failures.push(what))
  for (let id = 1; id <= readers; id += 1) {
    const reader = { ...silent, fail: () => void failed.push(accountId(id)) }
    publisher.add({ kind: 'userPosition' }, reader, accountId(id))
  }
  const publish: ExchangeListener = (batch) => listeners.forEach((listen) => listen(batch))
  return { publisher, publish, asked, broken, failed, failures }
}

const silent: Reader = { take: () => undefined, fail: () => undefined }

test('an event is handled for its own account only, however many accounts are read', () => {
  const { publisher, publish } = publisherOf(new Map())
  let reads = 0
  const event = {
    get kind() {
      reads += 1
      return 'WalletChanged' as const
    },
    account: accountId(7),
  }
  publish({ seq: 1, timeMs: 0, events: [event as never] })
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(10)
  publisher.stop()
})

test('positions are recomputed only for accounts whose prices moved, spread over a second', () => {
  const stamps = new Map<AccountId, string>([
    [accountId(3), '1'],
    [accountId(5), '1'],
  ])
  const { publisher, asked } = publisherOf(stamps)
  vi.advanceTimersByTime(2500)
  expect(new Set(asked)).toEqual(new Set([3, 5]))
  expect(asked).toHaveLength(2)
  asked.length = 0
  vi.advanceTimersByTime(3000)
  expect(asked).toEqual([])
  stamps.set(accountId(5), '2')
  vi.advanceTimersByTime(2500)
  expect(asked).toEqual([5])
  asked.length = 0
  // The prices of all move: no tick of 50 ms recomputes more than its share.
  for (let id = 1; id <= readers; id += 1) stamps.set(accountId(id), 'new')
  const perTick: number[] = []
  for (let tick = 0; tick < 45; tick += 1) {
    const before = asked.length
    vi.advanceTimersByTime(50)
    perTick.push(asked.length - before)
  }
  expect(new Set(asked).size).toBe(readers)
  expect(Math.max(...perTick)).toBeLessThanOrEqual(readers / 20)
  publisher.stop()
})

test('positions are pushed again every ten seconds without a price, for the deleveraging lights', () => {
  const { publisher, asked } = publisherOf(new Map([[accountId(3), '1']]))
  vi.advanceTimersByTime(31_000)
  expect(asked.length).toBeGreaterThanOrEqual(3)
  expect(asked.length).toBeLessThanOrEqual(4)
  expect(new Set(asked)).toEqual(new Set([accountId(3)]))
  publisher.stop()
})

test('a reader that leaves is removed without asking for the positions of others', () => {
  const { publisher, asked } = publisherOf(new Map([[accountId(readers), '1']]))
  const channel = publisher.add({ kind: 'userWallet' }, silent, accountId(readers))
  expect(publisher.channelCount).toBe(readers)
  if (channel !== undefined) publisher.remove(channel, silent)
  expect(publisher.channelCount).toBe(readers)
  vi.advanceTimersByTime(1500)
  expect(asked).toEqual([accountId(readers)])
  publisher.stop()
})

test('an error in the figures of an account fails its own readers, once, and no others', () => {
  const stamps = new Map([3, 5].map((id) => [accountId(id), '1']))
  const { publisher, publish, asked, broken, failed, failures } = publisherOf(stamps)
  broken.add(accountId(3))
  vi.advanceTimersByTime(2500)
  expect([failed, failures, asked]).toEqual([[3], ['account 3'], [5]])
  // By an event too; and whoever reads the account again is not forgotten with the failed ones.
  broken.add(accountId(5))
  const leverage = { kind: 'LeverageChanged', account: accountId(5), symbol: 'X', positionIdx: 0 }
  publish({ seq: 1, timeMs: 0, events: [leverage as never] })
  vi.advanceTimersByTime(50)
  expect([failed, failures]).toEqual([
    [3, 5],
    ['account 3', 'account 5'],
  ])
  expect(publisher.channelCount).toBe(readers - 2)
  publisher.stop()
})

test('an event that cannot be processed fails its own account’s readers; the others get theirs', () => {
  const { publisher, publish, asked, failed, failures } = publisherOf(new Map())
  const odd = {
    kind: 'LeverageChanged',
    account: accountId(7),
    get symbol() {
      throw new Error('broken')
    },
  }
  const events = [odd, { kind: 'WalletChanged', account: accountId(8) }]
  publish({ seq: 1, timeMs: 0, events: events as never })
  vi.advanceTimersByTime(50)
  expect([failed, failures, asked]).toEqual([[7], ['account 7'], [8]])
  publisher.stop()
})

test('an error in a public channel fails its readers, once, and the others are polled on', () => {
  const { publisher, asked, broken, failures } = publisherOf(new Map([[accountId(9), '1']]))
  const failed: string[] = []
  const reader = { ...silent, fail: () => void failed.push('tickers') }
  const channel = publisher.add({ kind: 'tickers' }, reader)
  broken.add('symbols')
  vi.advanceTimersByTime(5000)
  expect([failed, failures, asked]).toEqual([['tickers'], ['tickers'], [9]])
  broken.clear()
  // A later subscriber opens it again, and the failed one's leaving does not close that.
  publisher.add({ kind: 'tickers' }, silent)
  if (channel !== undefined) publisher.remove(channel, reader)
  expect(publisher.channelCount).toBe(readers + 1)
  publisher.stop()
})
