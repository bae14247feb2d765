// A cluster is upgraded to the next release while orders arrive: its processes are replaced one by
// one, then the operator sets the rules that only the new build knows (docs/cluster.md).

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { knownRules } from '@basis/engine/rules-version'
import { afterAll, expect, test } from 'vitest'
import { isLong } from '../proof-length.ts'
import { VenueClient } from '../simulator/venue-client.ts'
import { ClusterProcesses } from './cluster-processes.ts'
import { natsForLongProofs } from './nats-servers.ts'
import { makeNextBuild, nextRules } from './next-build.ts'
import { OrderLoad } from './order-load.ts'
import type { ReplayedWord } from './replayed.ts'

const found = await natsForLongProofs()
const engines = ['e1', 'e2', 'e3']
const gateways = ['g1', 'g2']
const cluster = new ClusterProcesses('program' in found ? found.program : '', 3)
const loads = new Map<string, OrderLoad>()
afterAll(() => cluster.close())

/** An account has a maximum of open orders; the whole upgrade stays below it. */
const orderEveryMs = 300
const roleOf = (id: string) => (id.startsWith('e') ? 'engine' : 'gateway')
const patience = { timeout: 30_000, interval: 200 }

const tried =
  'program' in found ? ['orders go on, and the rules change for all processes at once'] : []

test.each('missing' in found ? [found.missing] : [])('a missing server is named: %s', (words) => {
  expect(words).toMatch(isLong ? 'nats-server' : 'PROOFS=long')
})

type RulesAnswer = { readonly version?: number; readonly problem?: string }

/** Makes the operator's call at the leading engine. */
async function setRules(version: number): Promise<{ status: number; answer: RulesAnswer }> {
  const { origin } = cluster.running.get(await cluster.leader()) ?? { origin: '' }
  const answer = await fetch(`${origin}/rules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version }),
  })
  return { status: answer.status, answer: (await answer.json()) as RulesAnswer }
}

/** Ends a process in order and starts the next release in its place. */
async function replace(id: string, root: string): Promise<void> {
  expect(await cluster.end(id, 'SIGTERM')).toBe(0)
  const { origin } = await cluster.start(roleOf(id), id, {}, root)
  const load = loads.get(id)
  if (load !== undefined) load.client.origin = origin
  for (const each of loads.values()) await each.goesOn(5, patience.timeout)
}

/** Cancels the orders of all markets at once, which the next build's newest rules refuse. */
async function cancelEverything(id: string): Promise<string> {
  const client = new VenueClient(cluster.running.get(id)?.origin ?? '')
  await client.signUp()
  const { kind } = await client.call('cancelAllOrders', {})
  client.close()
  return kind
}

test.each(tried)(
  'an upgrade under load: %s',
  async () => {
    const root = makeNextBuild(cluster.folder)
    await cluster.startServers()
    await Promise.all(engines.map((id) => cluster.start('engine', id)))
    await Promise.all(gateways.map((id) => cluster.start('gateway', id)))
    for (const id of gateways) {
      const load = new OrderLoad(`upgrade-${id}`, cluster.running.get(id)?.origin ?? '')
      await load.signUp()
      load.start(orderEveryMs)
      loads.set(id, load)
    }
    const first = await cluster.leader()
    for (const id of [...engines.filter((one) => one !== first), ...gateways]) {
      await replace(id, root)
    }
    // Two builds trade by the newest common rules; the engine that lacks the next ones is named.
    expect(await cancelEverything('g1')).toBe('done')
    const lacking = `version: ${nextRules} is not known to engine ${first} (build `
    await expect
      .poll(async () => (await setRules(nextRules)).answer.problem ?? '', patience)
      .toMatch(new RegExp(`^${lacking.replace('(', '\\(')}[^,]*$`))
    await replace(first, root)
    expect(await cancelEverything('g1')).toBe('done')
    await expect.poll(async () => (await setRules(nextRules)).status, patience).toBe(200)
    for (const load of loads.values()) await load.goesOn(5, patience.timeout)
    for (const id of gateways) expect(await cancelEverything(id)).toBe('refused')
    expect((await setRules(1)).status).toBe(400)

    // A process of the old build ends with the reason when it reaches the newest rules. It may be
    // ready before that, because a process that is a second behind still answers.
    const old = cluster.start('gateway', 'g9').then(async (started) => {
      throw new Error(`ended with ${await started.ended()}: ${started.output()}`)
    })
    const saying = `rules ${nextRules}, and this build knows ${knownRules.join(' and ')}:`
    await expect(old).rejects.toThrow(new RegExp(`ended with 65 [^]*goes by ${saying}`))

    for (const load of loads.values()) {
      await load.stop()
      const done = [...load.outcomes].flatMap(([id, outcome]) => (outcome === 'done' ? [id] : []))
      expect(done.length).toBeGreaterThan(5 * engines.length)
      expect((await load.openLinkIds()).toSorted()).toEqual(done.toSorted())
      load.client.close()
    }
    const ids = [...engines, ...gateways]
    for (const id of ids) expect(await cluster.end(id, 'SIGTERM')).toBe(0)
    const throughSeq = Math.min(...(await Promise.all(ids.map((id) => cluster.lastSeq(id)))))
    const words = ids.map((id) => {
      const program = ['checks/cluster/replayed.ts', join(cluster.folder, id), String(throughSeq)]
      const said = execFileSync(process.execPath, program, { cwd: root, encoding: 'utf8' })
      return JSON.parse(said) as ReplayedWord
    })
    expect(new Set(words.map(({ hash }) => hash)).size).toBe(1)
    expect(words.flatMap(({ broken }) => broken)).toEqual([])
    await expect(cluster.replayed('e1', throughSeq)).rejects.toThrow(
      'rules 2, and this build knows 1',
    )
  },
  300_000,
)
