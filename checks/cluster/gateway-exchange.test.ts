// The exchange at a gateway: limits that two gateways share, and previews equal to the leader's.

import { accountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2 } from '@basis/domain/numbers/fixed'
import type { PlaceOrder } from '@basis/engine/commands'
import type { Exchange } from '@basis/server/exchange/exchange'
import { asCountedRequest, RateLimited, type Quota } from '@basis/server/exchange/quotas'
import { listingOf } from '@basis/server/instruments/listings'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBenchCluster, type BenchCluster } from '../bench/cluster-load/bench-cluster.ts'
import { fillVenue, firstAccount, orderOf } from '../bench/durable.ts'
import { natsProgram } from './nats-servers.ts'

const found = await natsProgram()
if ('missing' in found && process.env['CI'] !== undefined) throw new Error(found.missing)
const tried = 'program' in found ? ['a real server'] : []

test.each('missing' in found ? [found.missing] : [])('a missing server is named: %s', (words) => {
  expect(words).toContain('nats-server')
})

/** Ten requests at once, and one more every thousand seconds. */
const rate = { capacity: 10, perSecond: 0.001 }
const quota: Quota = { name: 'order account 7', rate, count: 1 }
const account = accountId(firstAccount)
const listing = listingOf('BTCUSDT')
if (listing === undefined) throw new Error('BTCUSDT is not listed')
const listed = listing

/** Sends a request of the account, counted against a limit if one is given. */
async function deposit(gateway: Exchange, counted: Quota | undefined): Promise<string> {
  try {
    await asCountedRequest(counted, () =>
      gateway.submit({ kind: 'Deposit', account, coin: 'USDT', amount: amount(1n) }),
    )
    return 'done'
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    return error.retryAfterMs > 700_000 ? 'limited' : `too soon: ${error.retryAfterMs} ms`
  }
}

describe.each(tried)('with %s', () => {
  let cluster: BenchCluster
  let leader: Exchange
  let gateways: readonly Exchange[]
  let first: Exchange

  beforeAll(async () => {
    cluster = await openBenchCluster(1)
    leader = await cluster.engine()
    await fillVenue(leader, listed)
    first = await cluster.follower()
    gateways = [first, await cluster.follower()]
    const modes = (): readonly string[] => gateways.map((gateway) => gateway.status().mode)
    await vi.waitFor(() => expect(modes()).toEqual(['running', 'running']), { timeout: 60_000 })
  })
  afterAll(() => cluster.close())

  test('two gateways together accept as many requests as one', async () => {
    const balance = (): bigint => first.views.account(account)?.available ?? 0n
    const before = balance()
    const outcomes = await Promise.all(
      gateways.flatMap((gateway) => Array.from({ length: 8 }, () => deposit(gateway, quota))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(6)
    // Uncounted requests and those of other accounts are accepted.
    expect(await deposit(first, undefined)).toBe('done')
    expect(await deposit(first, { ...quota, name: 'order account 8' })).toBe('done')
    // Refused requests have no effect.
    expect(balance() - before).toBe(12n)
  })

  test('a preview takes into account a command that is assumed to come first', async () => {
    // Either may be ahead: the leader applies a command once it is decided, as the others do.
    const ahead = (): number => first.lastSeq() - leader.lastSeq()
    await expect.poll(ahead, { timeout: 60_000 }).toBe(0)
    const { symbol } = listed.instrument
    const order = orderOf(listed, account, 'previewed') as PlaceOrder
    const leverage = { kind: 'SetLeverage', account, symbol, leverageE2: leverageE2(200) } as const
    const wanted = leader.preview(order, leverage)
    expect(wanted).not.toEqual(leader.preview(order))
    expect(first.preview(order, leverage)).toEqual(wanted)
  })
})
