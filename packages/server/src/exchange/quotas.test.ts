// What may pass of the requests of one account, whoever passes them on.

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

describe('who numbers the commands counts them', () => {
  test('a bucket lets its capacity pass, then its rate; another account has its own', () => {
    const quotas = new Quotas()
    const waits = [1, 1, 1, 1, 1].map((count) => quotas.take(bucket(count), 0))
    expect(waits).toEqual([0, 0, 0, 0, 500])
    expect(quotas.take(bucket(1, 'order account 2'), 0)).toBe(0)
    expect(quotas.take(bucket(1), 499)).toBe(1)
    expect(quotas.take(bucket(1), 501)).toBe(0)
  })

  test('a rolling second lets so many pass in any second, all rows of a request or none', () => {
    const quotas = new Quotas()
    expect(quotas.take(window(7), 0)).toBe(0)
    expect(quotas.take(window(4), 100)).toBe(900)
    expect(quotas.take(window(3), 200)).toBe(0)
    expect(quotas.take(window(1), 999)).toBe(1)
    expect(quotas.take(window(7), 1_000)).toBe(0)
    expect(quotas.take(window(1), 1_000)).toBe(200)
  })

  test('a request that asks for more than there ever is does not wait for ever unheard', () => {
    expect(new Quotas().take(window(11), 0)).toBeGreaterThan(0)
  })
})

describe('a request takes what it counts against along', () => {
  test('its first command alone, after any wait; nothing outside of a request', async () => {
    setRequestQuota(bucket(1))
    expect(takeRequestQuota()).toBeUndefined()
    const taken = await asCountedRequest(bucket(1), async () => {
      await Promise.resolve()
      return [takeRequestQuota(), takeRequestQuota()]
    })
    expect(taken).toEqual([bucket(1), undefined])
  })

  test('two requests at once do not mix', async () => {
    const run = (count: number) =>
      asCountedRequest(undefined, async () => {
        setRequestQuota(window(count))
        await new Promise(setImmediate)
        return takeRequestQuota()?.count
      })
    expect(await Promise.all([run(3), run(5)])).toEqual([3, 5])
  })
})
