// The modules that docs/life-of-an-order.md names from the server's routes to the push, compared
// with a trace of one real order: V8 reports in which modules a function has run.

import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'
import { Stage } from './stage.ts'

const text = readFileSync(new URL('../../docs/life-of-an-order.md', import.meta.url), 'utf8')
const traced = text.slice(text.indexOf('## In,'), text.indexOf('## Up,'))
/** Modules with only types have no code that could run. */
const typeModules = ['engine/src/api/events.ts']
const named = [...traced.matchAll(/`(domain|engine|protocol|server)\/([\w/.-]+\.ts)`/g)]
  .map(([, owner, path]) => `${owner}/src/${path}`)
  .filter((path) => !typeModules.includes(path))

test('every module that the document names runs for one order', async () => {
  const stage = await Stage.open()
  const trader = await stage.trader()
  await stage.quote('BTCUSDT', { bids: [['64990', '5']], asks: [['65000', '5']] })
  const ran = await modulesRun(async () => {
    const terms = { side: 'Buy', orderType: 'Limit', price: '65000', qty: '0.010' } as const
    await trader.ask('createOrder', { symbol: 'BTCUSDT', ...terms, orderLinkId: 'one-order' })
    await trader.pushed('userPosition', (positions) =>
      positions.some(({ size }) => size === '0.010'),
    )
  })
  await stage.close()
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !ran.has(path))).toEqual([])
})

/** Returns the packages' modules in which a function ran during the work. */
async function modulesRun(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const ran = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && hasRun(ranges[0])),
  )
  return new Set(ran.map(({ url }) => url.replace(/^.*\/packages\//, '')))
}

const hasRun = (range: { readonly count: number } | undefined): boolean =>
  range !== undefined && range.count > 0
