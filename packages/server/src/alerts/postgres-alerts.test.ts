// Two gateways that check the same alerts: each crossing is recorded once and pushed at both,
// whichever saw it first or still runs (docs/cluster.md).

import { setImmediate as turn } from 'node:timers/promises'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../testing/postgres-server.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { clearPeople, foundPostgres } from '../../testing/user-stores.ts'
import { PeopleDatabase } from '../users/postgres/people-database.ts'
import { openAlerts, type AlertChange, type Alerts } from './alerts.ts'
import { openPostgresAlerts } from './postgres-alerts.ts'

const account = accountId(1001)
const symbol = symbolId('BTCUSDT')
const terms = { symbols: [symbol], figure: 'index', operator: 'crosses', note: '' } as const
const at = (dollars: number): { readonly level: number } => ({ level: dollars * 1e8 })
const soon = { interval: 5 }

type Process = {
  readonly alerts: Alerts
  readonly reported: AlertChange[]
  readonly failures: unknown[]
  readonly close: () => Promise<void>
}

describe.each(foundPostgres())('with the programs of %s', (programs) => {
  let server: PostgresServer
  let venue: TestServer
  let one: Process
  let other: Process

  const open = async (name: string): Promise<Process> => {
    const options = { process: name, world: 'main', onNotice: () => undefined }
    const database = await PeopleDatabase.open(server.url, options)
    const store = await openPostgresAlerts(database)
    const reported: AlertChange[] = []
    const failures: unknown[] = []
    const alerts = openAlerts(store, venue.parts, (error) => void failures.push(error))
    alerts.subscribe((change) => void reported.push(change))
    database.start()
    let closing: Promise<void> | undefined
    const closeAll = async (): Promise<void> => {
      await alerts.stop()
      await database.close()
    }
    return { alerts, reported, failures, close: () => (closing ??= closeAll()) }
  }
  const move = (dollars: number) =>
    venue.parts.exchange.submit({
      kind: 'UpdatePrices',
      prices: [{ symbol, indexE8: priceE8(dollars * 1e8) }],
    })
  const firings = async (): Promise<readonly number[]> =>
    (await one.alerts.firings(account, Number.MAX_SAFE_INTEGER, 100)).map(
      ({ value }) => value / 1e8,
    )
  const pushedAt = ({ reported }: Process): readonly number[] =>
    reported.flatMap((change) => change.firings).map(({ value }) => value / 1e8)
  const statesAt = ({ alerts }: Process): readonly string[] =>
    alerts.of(account).map(({ state }) => state)

  beforeAll(async () => {
    server = await startPostgres(programs)
    venue = await startTestServer()
  })
  afterAll(async () => {
    await venue.stop()
    await server.stop()
  })
  beforeEach(async () => {
    await clearPeople(server.url)
    await move(65_000)
    one = await open('g1')
    other = await open('g2')
  })
  afterEach(async () => {
    await one.close()
    await other.close()
  })

  test('a crossing that both gateways see at once fires once, and is pushed at both', async () => {
    const made = await one.alerts.create(account, { ...terms, ...at(66_000) }, 'mine')
    await expect.poll(() => statesAt(other), soon).toEqual(['active'])
    await move(66_100)
    await expect.poll(() => pushedAt(one), soon).toEqual([66_100])
    await expect.poll(() => pushedAt(other), soon).toEqual([66_100])
    expect(await firings()).toEqual([66_100])
    expect([...statesAt(one), ...statesAt(other)]).toEqual(['fired', 'fired'])
    expect(await other.alerts.create(account, { ...terms, ...at(66_000) }, 'mine')).toMatchObject({
      id: 'id' in made && made.id,
    })
    expect([...one.failures, ...other.failures]).toEqual([])
  })

  test('the cool-down after a firing holds at both gateways', async () => {
    await one.alerts.create(account, { ...terms, ...at(66_000), coolDownSec: 60 }, '')
    await expect.poll(() => statesAt(other), soon).toEqual(['active'])
    for (const dollars of [66_100, 65_000, 66_200]) await move(dollars)
    for (const each of [one, other]) {
      await expect.poll(() => pushedAt(each), soon).toEqual([66_100])
    }
    // Both have to check the last price before a minute passes.
    await turn()
    venue.clock.advance(61_000)
    await move(65_100)
    await expect.poll(() => pushedAt(one), soon).toEqual([66_100, 65_100])
    await expect.poll(() => pushedAt(other), soon).toEqual([66_100, 65_100])
    expect(await firings()).toEqual([65_100, 66_100])
  })

  test('an alert amended or removed at one gateway is so at the other; a link id at both makes one alert', async () => {
    const asked = { ...terms, ...at(66_000) }
    const both = [one, other].map(async ({ alerts }) => alerts.create(account, asked, 'same'))
    const [made, again] = await Promise.all(both)
    if (made === undefined || !('id' in made)) throw new Error('It was refused')
    expect(again).toMatchObject({ id: made.id })
    await expect.poll(() => statesAt(other), soon).toEqual(['active'])
    await other.alerts.amend(account, made.id, { terms: at(67_000) })
    await expect.poll(() => one.alerts.of(account)[0]?.terms.level, soon).toBe(67_000 * 1e8)
    await move(66_500)
    await move(67_100)
    await expect.poll(() => pushedAt(one), soon).toEqual([67_100])
    expect(await one.alerts.remove(account, [made.id, Number.NaN, 1e300])).toEqual([made.id])
    await expect.poll(() => statesAt(other), soon).toEqual([])
  })

  test('after one gateway stops the other fires alerts, and a new one continues from the stored states', async () => {
    await one.alerts.create(account, { ...terms, ...at(66_000) }, '')
    await one.alerts.create(account, { ...terms, ...at(64_000) }, '')
    await expect.poll(() => statesAt(other), soon).toEqual(['active', 'active'])
    await one.close()
    await move(66_100)
    await expect.poll(() => pushedAt(other), soon).toEqual([66_100])
    await other.close()
    await move(63_900)
    one = await open('g3')
    other = await open('g4')
    await expect.poll(() => pushedAt(one), soon).toEqual([63_900])
    expect(await firings()).toEqual([63_900, 66_100])
  })

  test('a crossing while PostgreSQL is down fires when it is up again', async () => {
    await one.alerts.create(account, { ...terms, ...at(66_000) }, '')
    await expect.poll(() => statesAt(other), soon).toEqual(['active'])
    await server.signal('SIGQUIT')
    try {
      await move(66_100)
      await expect.poll(() => one.failures.length, soon).toBeGreaterThan(0)
    } finally {
      await server.start()
    }
    await expect.poll(() => pushedAt(one), soon).toEqual([66_100])
    await expect.poll(() => pushedAt(other), soon).toEqual([66_100])
    expect(await firings()).toEqual([66_100])
  })
})
