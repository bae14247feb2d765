// The table of failures, row by row, on a real cluster under load: each failure is caused and
// ended, then all processes must go on; at the end no acknowledged order is missing or doubled
// (docs/cluster.md).

import { setTimeout as delay } from 'node:timers/promises'
import { createPrng } from '@basis/domain/numbers/prng'
import { postgresPrograms } from '@basis/server/testing/postgres-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publicSocketPath } from '@basis/protocol/topics/topic'
import { isLong } from '../proof-length.ts'
import { modeOf } from './cluster-processes.ts'
import { FaultyCluster } from './faulty-cluster.ts'
import { natsProgram } from './nats-servers.ts'
import { OrderLoad, quantile } from './order-load.ts'

/** If set, this many random rows instead of each row once. */
const rounds = Number(process.env['ROUNDS'] ?? 0)
const seed = Number(process.env['SEED'] ?? 1)

const nats = isLong ? await natsProgram() : { missing: 'PROOFS=long starts it' }
const postgres = postgresPrograms()
const missing = [nats, postgres].flatMap((one) => ('missing' in one ? [one.missing] : []))
let cluster: FaultyCluster
const loads: OrderLoad[] = []
/** The outcome of each order, over all rows. */
const outcomes = new Map<string, 'done' | 'refused' | 'unknown'>()

/** After the end of a failure all processes must go on within this time. */
const healsWithinMs = 30_000
const hourMs = 3_600_000

type Row = {
  readonly name: string
  readonly disturb: (load: OrderLoad) => Promise<void>
  readonly isSlow?: true
  readonly pauseMs?: number
}

const killed =
  (pick: () => Promise<string>, meanwhile: (id: string, load: OrderLoad) => Promise<unknown>) =>
  async (load: OrderLoad): Promise<void> => {
    const id = await pick()
    await cluster.processes.end(id, 'SIGKILL')
    await meanwhile(id, load)
    await cluster.startOne(id)
  }

const serverStops =
  (pick: () => Promise<readonly string[]>, signal: 'SIGKILL' | 'SIGSTOP', canGoOn: boolean) =>
  async (load: OrderLoad): Promise<void> => {
    const names = await pick()
    for (const name of names) cluster.server(name).signal(signal)
    if (canGoOn) await load.goesOn(5, healsWithinMs)
    else await delay(4_000)
    for (const name of names) {
      if (signal === 'SIGSTOP') cluster.server(name).signal('SIGCONT')
      else await cluster.server(name).start()
    }
  }

const cutOff =
  (pick: () => Promise<string>, ms: number) =>
  async (load: OrderLoad): Promise<void> => {
    const id = await pick()
    cluster.network.cut(id)
    if (id === 'g2') await delay(ms)
    else await load.goesOn(10, healsWithinMs)
    cluster.network.heal(id)
  }

const frozen =
  (pick: () => Promise<string>, ms: number) =>
  async (load: OrderLoad): Promise<void> => {
    const id = await pick()
    cluster.signal(id, 'SIGSTOP')
    await delay(ms)
    await load.goesOn(5, healsWithinMs)
    cluster.signal(id, 'SIGCONT')
  }

/** Opens public sockets from ten addresses (one may have fifty); resolves when all have data. */
async function openSockets(origin: string, count: number): Promise<WebSocket[]> {
  const url = `${origin.replace('http', 'ws')}${publicSocketPath}`
  const opened = Array.from({ length: count }, async (_, k) => {
    const socket = new WebSocket(url, { localAddress: `127.0.0.${2 + (k % 10)}` })
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('open', () =>
        socket.send(JSON.stringify({ op: 'subscribe', args: ['orderbook.50.BTCUSDT'] })),
      )
      socket.on('message', (data) => {
        if ((data as Buffer).toString().includes('snapshot')) resolve()
      })
    })
    return socket
  })
  return Promise.all(opened)
}

const leader = (): Promise<string> => cluster.leader()
const standby = (): Promise<string> => cluster.standby()

const rows: readonly Row[] = [
  {
    name: 'the leading engine is killed',
    disturb: killed(leader, async (id, load) => {
      await cluster.leader(id)
      await load.goesOn(5, healsWithinMs)
    }),
  },
  { name: 'the leading engine is frozen for three seconds', disturb: frozen(leader, 3_000) },
  {
    name: 'a standby is killed',
    disturb: killed(standby, (_, load) => load.goesOn(5, healsWithinMs)),
  },
  { name: 'a standby is frozen for three seconds', disturb: frozen(standby, 3_000) },
  {
    name: 'the leading server is killed',
    disturb: serverStops(async () => [await cluster.serversLeader()], 'SIGKILL', true),
  },
  {
    name: 'the leading server is frozen',
    disturb: serverStops(async () => [await cluster.serversLeader()], 'SIGSTOP', true),
  },
  {
    name: 'a following server is killed',
    disturb: serverStops(async () => [await cluster.followingServer()], 'SIGKILL', true),
  },
  {
    name: 'two servers are killed: no orders are accepted until one is back',
    disturb: serverStops(async () => ['n1', 'n2'], 'SIGKILL', false),
  },
  {
    name: 'all servers are killed at once',
    disturb: serverStops(async () => ['n1', 'n2', 'n3'], 'SIGKILL', false),
  },
  { name: 'the leading engine is cut off', disturb: cutOff(leader, 0) },
  { name: 'a standby is cut off', disturb: cutOff(standby, 0) },
  { name: 'a gateway is cut off for three seconds', disturb: cutOff(async () => 'g2', 3_000) },
  { name: 'the leading server is cut off', disturb: cutOff(() => cluster.serversLeader(), 0) },
  {
    name: 'all engines are killed: queries are still answered',
    disturb: async (load) => {
      const ids = ['e1', 'e2', 'e3']
      await Promise.all(ids.map((id) => cluster.processes.end(id, 'SIGKILL')))
      const { origin } = load.client
      await expect.poll(() => modeOf(origin), { timeout: 5_000 }).toBe('noLeader')
      expect((await load.client.ask('tickers', { symbol: 'BTCUSDT' })).list).toHaveLength(1)
      await Promise.all(ids.map((id) => cluster.startOne(id)))
    },
  },
  {
    name: 'a gateway with 500 sockets is killed, and all come back to another one',
    disturb: async () => {
      const { origin } = await cluster.startOne('g3')
      const sockets = await openSockets(origin, 500)
      const closed = sockets.map((one) => new Promise((done) => void one.once('close', done)))
      await cluster.processes.end('g3', 'SIGKILL')
      await Promise.all(closed)
      const { origin: other } = cluster.processes.running.get('g1') ?? { origin: '' }
      const startedMs = performance.now()
      const again = await openSockets(other, 500)
      console.log(`500 sockets are back after ${Math.round(performance.now() - startedMs)} ms`)
      for (const socket of again) socket.terminate()
    },
  },
  {
    name: 'the history is killed',
    disturb: killed(
      async () => 'h1',
      (_, load) => load.goesOn(5, healsWithinMs),
    ),
  },
  {
    name: 'PostgreSQL is away for a minute: trading goes on as before',
    isSlow: true,
    pauseMs: 200,
    disturb: async (load) => {
      await delay(5_000)
      const before = load.tookMs.splice(0)
      await cluster.postgres.signal('SIGQUIT')
      await delay(60_000)
      const away = load.tookMs.splice(0)
      await cluster.postgres.start()
      const figures = [before, away].map((each) => Math.round(quantile(each, 0.5)))
      console.log(`PostgreSQL away: median of an order ${figures[0]} ms before, ${figures[1]} ms`)
      expect(away.length).toBeGreaterThan(100)
      const history = async (): Promise<string> => (await load.client.call('orderHistory', {})).kind
      await expect.poll(history, { timeout: 20_000 }).toBe('done')
    },
  },
  {
    name: 'the disk of an engine is full: it ends with 70, the others go on',
    disturb: async (load) => {
      cluster.fillDisk('e3', true)
      const { running } = cluster.processes
      const ends = running.get('e3')?.ended()
      expect(await ends).toBe(70)
      await load.goesOn(5, healsWithinMs)
      cluster.fillDisk('e3', false)
      running.delete('e3')
      await cluster.startOne('e3')
    },
  },
  {
    name: 'the disk of a server is full, the others go on',
    disturb: async (load) => {
      cluster.fillDisk('n3', true)
      try {
        await load.goesOn(20, healsWithinMs)
      } finally {
        cluster.fillDisk('n3', false)
      }
      cluster.server('n3').signal('SIGKILL')
      await load.goesOn(5, healsWithinMs)
      await cluster.server('n3').start()
    },
  },
  {
    name: 'the clock of a standby is an hour slow: another one leads when the leader is killed',
    disturb: async (load) => {
      const [first, slow] = [await leader(), await standby()]
      cluster.moveClock(slow, -hourMs)
      await delay(500)
      await cluster.processes.end(first, 'SIGKILL')
      expect(await cluster.leader(first)).not.toBe(slow)
      await load.goesOn(5, healsWithinMs)
      cluster.moveClock(slow, 0)
      await cluster.startOne(first)
    },
  },
  {
    name: 'the clock of the leader jumps by an hour and back, and it is killed: orders go on',
    disturb: async (load) => {
      const first = await leader()
      cluster.moveClock(first, hourMs)
      await delay(3_000)
      cluster.moveClock(first, 0)
      await load.goesOn(5, healsWithinMs)
      await cluster.processes.end(first, 'SIGKILL')
      await load.goesOn(5, healsWithinMs)
      await cluster.startOne(first)
    },
  },
  {
    name: 'the clock of the leader jumps back by an hour: orders go on',
    disturb: async (load) => {
      const first = await leader()
      cluster.moveClock(first, -hourMs)
      await delay(1_000)
      await load.goesOn(5, healsWithinMs)
      cluster.moveClock(first, 0)
    },
  },
]

function drawn(): readonly Row[] {
  const prng = createPrng(seed)
  const quick = rows.filter(({ isSlow }) => isSlow !== true)
  return Array.from({ length: rounds }, () => quick[prng.nextBelow(quick.length)]).filter(
    (row) => row !== undefined,
  )
}
const numbered = (rounds > 0 ? drawn() : rows).map((row, k) => ({ ...row, number: k + 1 }))

/** Expects exactly the acknowledged orders to be open, and then cancels them. */
async function settle(load: OrderLoad): Promise<void> {
  for (const [linkId, outcome] of load.outcomes) outcomes.set(linkId, outcome)
  const done = [...load.outcomes].flatMap(([linkId, outcome]) => (outcome === 'done' ? linkId : []))
  const open = async (): Promise<readonly string[]> => (await load.openLinkIds()).toSorted()
  await expect.poll(open, { timeout: healsWithinMs }).toEqual(done.toSorted())
  const cancelled = async (): Promise<string> =>
    (await load.client.call('cancelAllOrders', {})).kind
  await expect.poll(cancelled, { timeout: healsWithinMs }).toBe('done')
}

if (isLong && missing.length > 0) {
  if (process.env['CI'] !== undefined) throw new Error(missing.join('; '))
  console.warn(`The table of failures is not tried: ${missing.join('; ')}`)
}

test('each row of the table has a unique name', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

const tried = missing.length === 0 ? ['two gateways'] : []

describe.each(tried)('under load at %s', () => {
  beforeAll(async () => {
    if (!('program' in nats) || !('folder' in postgres)) return
    cluster = new FaultyCluster(nats.program)
    await cluster.start(postgres.folder)
    for (const id of ['g1', 'g2']) {
      const load = new OrderLoad(`order-${id}`, cluster.processes.running.get(id)?.origin ?? '')
      await load.signUp()
      loads.push(load)
    }
  })
  afterAll(() => cluster.close(), 60_000)

  test.each(numbered)('$number: $name', async ({ disturb, pauseMs = 50 }) => {
    for (const load of loads) load.start(pauseMs)
    const [first] = loads
    if (first === undefined) throw new Error('no orders')
    await first.goesOn(5, healsWithinMs)
    const startedMs = performance.now()
    try {
      await disturb(first)
      for (const load of loads) await load.goesOn(5, healsWithinMs)
      await cluster.converged(healsWithinMs)
    } catch (error) {
      console.log(cluster.words())
      throw error
    } finally {
      for (const load of loads) await load.stop()
      for (const load of loads) await settle(load)
    }
    const gaps = loads.map(({ longestGapMs }) => Math.round(longestGapMs)).join(' and ')
    const took = Math.round(performance.now() - startedMs)
    console.log(`longest time without an order ${gaps} ms of ${took} ms`)
  })

  test('no acknowledged order is lost or doubled, all processes have one state, and the sums are zero', async () => {
    expect(await cluster.voids()).toBe(0)
    const { times, doubled } = await cluster.inStream(/order-g\d-\d+/)
    expect(doubled).toEqual([])
    const wrong = [...outcomes].filter(
      ([linkId, outcome]) => (times.get(linkId) ?? 0) !== (outcome === 'done' ? 1 : 0),
    )
    expect(wrong).toEqual([])
    const acknowledged = [...outcomes.values()].filter((outcome) => outcome === 'done').length
    const { codes, hashes, broken } = await cluster.audit()
    console.log(`${acknowledged} of ${outcomes.size} orders were acknowledged`)
    expect(codes).toEqual(codes.map(() => 0))
    expect(hashes).toBe(1)
    expect(broken).toEqual([])
  })
})
