// Request quotas of an account, counted by the process that numbers the commands.

import { describe, expect, test } from 'vitest'
import {
  asCountedRequest,
  Quotas,
  setRequestQuota,
  takeRequestQuota,
  type Quota,
} from './quotas.ts'

const bucket = (count: number, name = 'order account 1'): Quota => ({
  name,
  rate: { capacity: 4, perSecond: 2 },
  count,
})
const window = (count: number): Quota => ({ name: 'v5 1 create', rate: { perSecond: 10 }, count })

describe('quotas counted by the leader', () => {
  test('a bucket lets its capacity pass, then its rate; each account has its own bucket', () => {
    const quotas = new Quotas()
    const waits = [1, 1, 1, 1, 1].map((count) => quotas.take(bucket(count), 0))
    expect(waits).toEqual([0, 0, 0, 0, 500])
    expect(quotas.take(bucket(1, 'order account 2'), 0)).toBe(0)
    expect(quotas.take(bucket(1), 499)).toBe(1)
    expect(quotas.take(bucket(1), 501)).toBe(0)
  })

  test('a rolling window limits any second, and takes all rows of a request or none', () => {
    const quotas = new Quotas()
    expect(quotas.take(window(7), 0)).toBe(0)
    expect(quotas.take(window(4), 100)).toBe(900)
    expect(quotas.take(window(3), 200)).toBe(0)
    expect(quotas.take(window(1), 999)).toBe(1)
    expect(quotas.take(window(7), 1_000)).toBe(0)
    expect(quotas.take(window(1), 1_000)).toBe(200)
  })

  test('a request for more than the whole limit is refused with a wait', () => {
    expect(new Quotas().take(window(11), 0)).toBeGreaterThan(0)
  })
})

describe('the quota of a request', () => {
  test('is taken by the first command of the request, also after a wait; outside a request there is none', async () => {
    setRequestQuota(bucket(1))
    expect(takeRequestQuota()).toBeUndefined()
    const taken = await asCountedRequest(bucket(1), async () => {
      await Promise.resolve()
      return [takeRequestQuota(), takeRequestQuota()]
    })
    expect(taken).toEqual([bucket(1), undefined])
  })

  test('is not mixed up between simultaneous requests', async () => {
    const run = (count: number) =>
      asCountedRequest(undefined, async () => {
        setRequestQuota(window(count))
        await new Promise(setImmediate)
        return takeRequestQuota()?.count
      })
    expect(await Promise.all([run(3), run(5)])).toEqual([3, 5])
  })
})
