// A stream that is nearly full accepts only cancels; with more space orders are accepted again.

import { crc32 } from 'node:zlib'
import { accountId } from '@basis/domain/numbers/brand'
import type { BatchMessage } from '@basis/server/cluster/envelope'
import type { ClusterLink } from '@basis/server/cluster/nats-link'
import { ExchangeBusy } from '@basis/server/exchange/exchange'
import { listingOf } from '@basis/server/instruments/listings'
import { expect, test } from 'vitest'
import { openBenchCluster } from '../bench/cluster-load/bench-cluster.ts'
import { fillVenue, firstAccount, orderOf } from '../bench/durable.ts'
import { natsProgram } from './nats-servers.ts'

const found = await natsProgram()
if ('missing' in found && process.env['CI'] !== undefined) throw new Error(found.missing)
const mebibyte = 1_048_576
const listing = listingOf('BTCUSDT')
if (listing === undefined) throw new Error('BTCUSDT is not listed')
const account = accountId(firstAccount)
const order = (linkId: string) => orderOf(listing, account, linkId)

/** Fills the stream with a message that no reader considers valid. */
async function fill(link: ClusterLink, bytes: number): Promise<void> {
  const payload = new Uint8Array(Math.floor(bytes))
  const head = { kind: 'batch', term: 0, firstSeq: 1, count: 1, timeMs: 0, from: [] } as const
  const message: BatchMessage = { ...head, chain: '', encoding: 0, crc: crc32(payload), payload }
  for (;;) {
    const last = await new Promise<number>((resolve) => link.lastStreamSeq((n) => resolve(n ?? 0)))
    const outcome = await new Promise<string>((resolve) =>
      link.append(message, last, ({ kind }) => resolve(kind)),
    )
    if (outcome === 'done') return
  }
}

test.each('missing' in found ? [found.missing] : [])('a missing server is named: %s', (words) => {
  expect(words).toContain('nats-server')
})

test.each('program' in found ? ['85 % full'] : [])(
  'a stream that is %s accepts only cancels',
  async () => {
    const cluster = await openBenchCluster(1, mebibyte)
    try {
      const exchange = await cluster.engine()
      await fillVenue(exchange, listing)
      const gateway = await cluster.follower()
      const submit = async (linkId: string): Promise<string> => {
        try {
          return (await gateway.submit(order(linkId))).problem?.name ?? 'done'
        } catch (error) {
          return error instanceof ExchangeBusy ? 'busy' : String(error)
        }
      }
      let count = 0
      const next = (): Promise<string> => submit(`order-${(count += 1)}`)
      const patience = { interval: 200 }
      await expect.poll(next, patience).toBe('done')
      const open = (): readonly string[] =>
        gateway.views.openOrders(account).map(({ linkId }) => linkId)
      const [first = ''] = open()
      await fill(await cluster.link(), 0.86 * mebibyte)
      await expect.poll(next, patience).toBe('busy')
      // A cancel may have to wait for the leader's new term.
      const cancelled = async (): Promise<number> => {
        await gateway
          .submit({ kind: 'CancelOrder', account, order: { linkId: first } })
          .catch(() => undefined)
        return open().filter((linkId) => linkId === first).length
      }
      await expect.poll(cancelled, patience).toBe(0)
      expect(exchange.status().mode).toBe('running')
      await cluster.link(8 * mebibyte)
      await expect.poll(next, patience).toBe('done')
    } finally {
      await cluster.close()
    }
  },
)
