// `npm run market-facts -- --hours 24 --seed 1`: simulates a market at full speed, without a
// server, and prints its stylised facts with real markets' ranges; exits with 1 outside of one.

import { parseArgs } from 'node:util'
import { stateHash } from '@basis/engine/snapshot'
import { listings } from '@basis/server/instruments/listings'
import { listChanged } from '@basis/server/roles/listing'
import { createSimulatedMarket } from '@basis/server/simulator/robots'
import { formatCommandLine } from '@basis/server/exchange/command-lines'
import { createInMemoryExchange, play } from '../../packages/server/testing/in-memory-exchange.ts'
import { isJudged, isWithin, lineOf } from './market/fact.ts'
import { factsOf } from './market/facts.ts'
import { Observer } from './market/observer.ts'

const startMs = Date.UTC(2026, 10, 23)
const hourMs = 3_600_000
const settlingMs = 60_000

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      hours: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
    },
  })
  const hours = Number(values.hours)
  const seed = Number(values.seed)
  const beganMs = startMs + Number(values.from) * hourMs
  const listed = listings.filter(({ instrument }) => instrument.status === 'Trading')
  const venue = createInMemoryExchange(listed, beganMs)
  let bytes = 0
  const inner = venue.exchange.submit
  const exchange = {
    ...venue.exchange,
    submit: (...args: Parameters<typeof inner>) => {
      bytes += formatCommandLine(venue.nowMs(), args[0]).length + 1
      return inner(...args)
    },
  }
  // Coins count as collateral, as on a started exchange.
  await listChanged(venue.exchange, listed)
  const market = createSimulatedMarket({
    exchange,
    seed,
    listings: listed,
    onFailure: console.error,
  })
  await play(venue, market, { durationMs: settlingMs })
  const manned = listed.filter(({ hasRobots }) => hasRobots)
  const observer = new Observer(exchange.views, manned, venue.nowMs())
  exchange.subscribe((batch) => observer.hear(batch))
  const before = { seq: venue.engine.lastSeq(), bytes, cpu: process.cpuUsage() }
  await play(venue, market, {
    durationMs: hours * hourMs,
    observe: (timeMs) => observer.observe(timeMs),
  })
  const seconds = hours * 3600
  const facts = factsOf(observer, hours, seed)
  for (const each of facts) console.log(lineOf(each, hours))
  const { user, system } = process.cpuUsage(before.cpu)
  const perSecond = (venue.engine.lastSeq() - before.seq) / seconds
  const gigabytes = (((bytes - before.bytes) / seconds) * 86_400) / 1e9
  const prints = [...observer.records.values()].reduce((sum, { count }) => sum + count, 0)
  console.log(
    `${perSecond.toFixed(0)} commands/s, ${(prints / seconds).toFixed(1)} prints/s, ` +
      `${gigabytes.toFixed(2)} GB/day of lines, ${observer.liquidations} liquidations, ` +
      `${((user + system) / 1e4 / seconds).toFixed(1)} % of a core for robots and engine`,
  )
  console.log(`state hash ${stateHash(venue.engine)}`)
  const out = facts.filter((each) => isJudged(each, hours) && !isWithin(each))
  console.log(out.length === 0 ? 'all within their bands' : `${out.length} outside their bands`)
  return out.length === 0 ? 0 : 1
}

process.exitCode = await main()
