// Faults planted in engines of a cluster: a state that differs by one unit, and a command on which
// the engine throws, in all engines or in one.

import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { Command, NumberedCommand } from '@basis/engine/commands'
import type { Engine } from '@basis/engine/engine'
import { engines } from '@basis/server/exchange/engines'
import type { Exchange } from '@basis/server/exchange/exchange'
import type { EngineMaker } from '@basis/server/exchange/ports'
import { listingOf } from '@basis/server/instruments/listings'
import { expect, test } from 'vitest'
import { openBenchCluster, type BenchCluster } from '../bench/cluster-load/bench-cluster.ts'
import { fillVenue, firstAccount } from '../bench/durable.ts'
import { natsProgram } from './nats-servers.ts'

const found = await natsProgram()
if ('missing' in found && process.env['CI'] !== undefined) throw new Error(found.missing)
const tried = 'program' in found ? ['a real server'] : []
const listing = listingOf('BTCUSDT')
if (listing === undefined) throw new Error('BTCUSDT is not listed')
const listed = listing
const account = accountId(firstAccount)
const patience = { timeout: 60_000, interval: 50 }
const poison = 666n

test.each('missing' in found ? [found.missing] : [])('a missing server is named: %s', (words) => {
  expect(words).toContain('nats-server')
})

const deposit = (units: bigint): Command => ({
  kind: 'Deposit',
  account,
  coin: 'USDT',
  amount: amount(units),
})

/** Engines that apply each command after passing it through `meet`. */
function applying(change: (numbered: NumberedCommand) => NumberedCommand): EngineMaker {
  const planted = (engine: Engine): Engine => {
    const { apply } = engine
    return Object.assign(engine, {
      apply: (numbered: NumberedCommand) => apply(change(numbered)),
    })
  }
  return {
    ...engines,
    create: () => planted(engines.create()),
    fromSnapshot: (lines) => planted(engines.fromSnapshot(lines)),
  }
}

/** Engines that throw on the poisoned command, the given number of times. */
const throwing = (times: number): EngineMaker => {
  let left = times
  return applying((numbered) => {
    const { command } = numbered
    if (command.kind === 'Deposit' && command.amount === poison && left > 0) {
      left -= 1
      throw new Error('planted')
    }
    return numbered
  })
}

async function withCluster(work: (cluster: BenchCluster) => Promise<void>): Promise<void> {
  const cluster = await openBenchCluster(1)
  try {
    await work(cluster)
  } finally {
    await cluster.close()
  }
}

const same = async (exchanges: readonly Exchange[]): Promise<void> => {
  const hashes = (): number => new Set(exchanges.map((one) => one.stateHash().hash)).size
  await expect.poll(hashes, patience).toBe(1)
}

/** A hash every hundred commands, figures every ten: snapshots are not under test here. */
const often = { snapshotEvery: 10 }

/** Engines that apply another command instead of the poisoned deposit. */
const divergingBy = (replacement: Command): EngineMaker =>
  applying((numbered) =>
    numbered.command.kind === 'Deposit' && numbered.command.amount === poison
      ? { ...numbered, command: replacement }
      : numbered,
  )

/** Runs processes that publish their states, one of which diverges; returns what is reported. */
async function divergence(cluster: BenchCluster, replacement: Command, leads: boolean) {
  const damages: string[] = []
  const damage = (id: string) => ({
    onDamage: (error: unknown) => void damages.push(`${id}: ${String(error)}`),
  })
  const wrong = divergingBy(replacement)
  const made = leads ? wrong : engines
  const leader = await cluster.engine(undefined, { ...often, engines: made, ...damage('e1') })
  for (const id of leads ? ['h1', 'h2'] : ['h1', 'h2', 'h3']) {
    const own = id === 'h3' ? wrong : engines
    await cluster.follower({ ...often, watchedAs: id, engines: own, ...damage(id) })
  }
  await fillVenue(leader, listed)
  const until = async (seq: number): Promise<void> => {
    while (leader.lastSeq() < seq) await leader.submit(deposit(1n))
  }
  await until(253)
  await leader.submit(deposit(poison))
  await until(310)
  await expect.poll(() => damages.length, patience).toBeGreaterThan(0)
  return damages
}

const onePlus = deposit(poison + 1n)

test.each(tried)('a wrong amount is found at the next figures: %s', async () => {
  await withCluster(async (cluster) => {
    const [found] = await divergence(cluster, onePlus, false)
    expect(found).toMatch(/^h3: StateDiffers: The figures at 260 are .*last equal at 250$/)
  })
})

test.each(tried)('a leader that diverged is found by two followers: %s', async () => {
  await withCluster(async (cluster) => {
    const [found] = await divergence(cluster, onePlus, true)
    expect(found).toMatch(/^e1: StateDiffers: The figures at 260 are .*last equal at 250$/)
  })
})

test.each(tried)('money in the wrong account is found at the next hash: %s', async () => {
  await withCluster(async (cluster) => {
    const other = { ...deposit(poison), account: accountId(firstAccount + 1) }
    const found = await divergence(cluster, other, false)
    // The process that differs is not ended here, so it is reported again with later states.
    expect(found.filter((report) => !report.startsWith('h3: '))).toEqual([])
    expect(found[0]).toMatch(/^h3: StateDiffers: The state at 300 is .*last equal at 200$/)
  })
})

test.each(tried)(
  'a command on which every engine throws is refused by all engines: %s',
  async () => {
    await withCluster(async (cluster) => {
      const leader = await cluster.engine(undefined, { engines: throwing(Infinity) })
      const follower = await cluster.follower({ engines: throwing(Infinity) })
      await fillVenue(leader, listing)
      expect((await leader.submit(deposit(poison))).problem?.name).toBe('commandRefused')
      // A gateway that does not know the leader yet answers that it is busy.
      const taken = (): Promise<unknown> =>
        follower.submit(deposit(1n)).then(
          ({ problem }) => problem,
          ({ name }: Error) => name,
        )
      await expect.poll(taken, patience).toBeUndefined()
      await same([leader, follower])
    })
  },
)

test.each(tried)(
  'an engine that is the only one to throw ends, and the command is not refused: %s',
  async () => {
    await withCluster(async (cluster) => {
      const failures: string[] = []
      const leader = await cluster.engine()
      await cluster.follower({
        engines: throwing(1),
        onFailure: ({ message }) => void failures.push(message),
      })
      const well = await cluster.follower()
      await fillVenue(leader, listing)
      expect((await leader.submit(deposit(poison))).problem).toBeUndefined()
      await expect.poll(() => failures.join(), patience).toContain('did not when it was rebuilt')
      await same([leader, well])
    })
  },
)
