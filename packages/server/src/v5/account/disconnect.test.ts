// Guards against disconnection when several processes of a cluster end, and over a restart.

import { accountId } from '@basis/domain/numbers/brand'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExchangeBusy } from '../../exchange/exchange.ts'
import type { V5Parts } from '../context.ts'
import { disconnectGuards } from './disconnect.ts'

const account = accountId(1001)
const product = 'DERIVATIVES'
const cancelled = vi.fn((): Promise<object> => Promise.resolve({}))
let orphan: (account: number, product: string) => void = () => undefined
let isGuarded: boolean | undefined
let isElsewhere = false
let combinations: readonly object[] = []

type Row = { readonly isGuarded: boolean; readonly seconds?: number }

const guards = {
  all: () => [],
  put: (row: Row): void | Promise<void> => void (isGuarded = row.isGuarded),
  isGuardedElsewhere: () => isElsewhere,
  onSetElsewhere: () => undefined,
  onOrphaned: (listener: typeof orphan) => void (orphan = listener),
}

/** The parts of a server with one open order of a linear contract. */
const parts = (): V5Parts => {
  const views = {
    openOrders: () => [{ symbol: 'BTCUSDT' }],
    instrument: () => ({ symbol: 'BTCUSDT', kind: 'Linear' }),
    spreads: { openOrders: () => combinations },
  }
  const exchange = { views, submit: cancelled }
  return { exchange, sessions: { guards } } as unknown as V5Parts
}

beforeEach(() => {
  vi.useFakeTimers()
  cancelled.mockClear()
})
afterEach(() => vi.useRealTimers())

test('a guard that returns within its window keeps the orders, however often it was lost before', async () => {
  const own = disconnectGuards(parts())
  await own.set(account, product, 10)
  orphan(account, product)
  orphan(account, product)
  own.enter(account, product)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(cancelled).not.toHaveBeenCalled()
})

test('a window that is set while it runs out leaves the account guarded for a restart', async () => {
  const own = disconnectGuards(parts())
  await own.set(account, product, 10)
  own.enter(account, product)()
  expect(isGuarded).toBe(true)
  await own.set(account, product, 20)
  expect(isGuarded).toBe(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(cancelled).toHaveBeenCalledTimes(1)
  expect(isGuarded).toBe(false)
  await own.set(account, product, 30)
  expect(isGuarded).toBe(false)
})

test('orders of combinations are cancelled with those of contracts, and only with these', async () => {
  combinations = [{ id: 5 }]
  const own = disconnectGuards(parts())
  for (const each of ['DERIVATIVES', 'OPTIONS'] as const) {
    await own.set(account, each, 10)
    own.enter(account, each)()
  }
  await vi.advanceTimersByTimeAsync(20_000)
  combinations = []
  const contract = { symbol: 'BTCUSDT', isDisconnected: true }
  expect(cancelled.mock.calls).toEqual([
    [{ kind: 'CancelAllOrders', account, ...contract }],
    [{ kind: 'CancelAllSpreads', account }],
  ])
})

test('what an exchange without a leader refuses is cancelled when it has one, unless a socket returns', async () => {
  const own = disconnectGuards(parts())
  await own.set(account, product, 10)
  cancelled.mockRejectedValueOnce(new ExchangeBusy(1000))
  cancelled.mockResolvedValueOnce({ problem: { name: 'commandTooLate' } })
  const leave = own.enter(account, product)
  leave()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(cancelled).toHaveBeenCalledTimes(1)
  // A process that ends now leaves the orders to the next one.
  expect(isGuarded).toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(cancelled).toHaveBeenCalledTimes(3)
  expect(isGuarded).toBe(false)
  cancelled.mockRejectedValueOnce(new ExchangeBusy(1000))
  own.enter(account, product)()
  await vi.advanceTimersByTimeAsync(10_000)
  own.enter(account, product)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(cancelled).toHaveBeenCalledTimes(4)
  expect(isGuarded).toBe(true)
})

test('of two processes whose windows end together, one cancels', async () => {
  const own = disconnectGuards(parts())
  await own.set(account, product, 10)
  // The other one cancels unless it finds a guard here when it asks.
  const asked: (boolean | undefined)[] = []
  isElsewhere = true
  const asking = vi.spyOn(guards, 'isGuardedElsewhere').mockImplementation(() => {
    asked.push(isGuarded)
    return isElsewhere
  })
  own.enter(account, product)()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(cancelled).not.toHaveBeenCalled()
  expect(asked).toEqual([false])
  isElsewhere = false
  asking.mockRestore()
})

test('a guard is stored as it is now, though the first of its writes takes longest', async () => {
  const own = disconnectGuards(parts())
  let stored: Row | undefined
  const waits = [3000, 10, 1000]
  const slow = vi.spyOn(guards, 'put').mockImplementation(async (row: Row) => {
    await new Promise((resolve) => setTimeout(resolve, waits.shift() ?? 0))
    stored = { ...stored, ...row }
  })
  own.enter(account, product)()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stored).toMatchObject({ isGuarded: false })
  // A window that is being set while a socket comes is neither lost nor stored as unguarded.
  waits.splice(0, Infinity, 3000, 10)
  const setting = own.set(account, product, 20)
  own.enter(account, product)
  await vi.advanceTimersByTimeAsync(10_000)
  await setting
  expect(stored).toMatchObject({ isGuarded: true, seconds: 20 })
  // Another process may have set the window meanwhile: only who sets it writes it.
  const windows = slow.mock.calls.map(([{ seconds }]) => seconds)
  expect(windows).toEqual([undefined, undefined, 20, undefined])
  slow.mockRejectedValueOnce(new Error('no database'))
  await expect(own.set(account, product, 30)).rejects.toThrow('no database')
  expect(own.windowOf(account, product)).toBe(20)
  slow.mockRestore()
})
