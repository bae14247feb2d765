// An engine of a cluster: it follows the journal's stream, and as leader numbers all commands and
// runs the market. Its only endpoints are those for operators.

import { asError } from '../failures/thrown.ts'
import { startEngine } from '../cluster/cluster-exchange.ts'
import { joinStream } from '../cluster/join-stream.ts'
import { connectCluster } from '../cluster/nats-link.ts'
import { serverSafety } from '../cluster/nats-monitor.ts'
import { ConfigError } from '../config/config.ts'
import { chainIn } from '../exchange/disk/journal-reading.ts'
import { journalFile } from '../exchange/disk/storage.ts'
import { engines } from '../exchange/engines.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Journal } from '../exchange/journal.ts'
import { systemClock } from '../exchange/ports.ts'
import { recover } from '../exchange/recovery.ts'
import { listingsAt, type Listing } from '../instruments/listings.ts'
import { MarketControl } from '../simulator/market-control.ts'
import { startMarket } from '../simulator/robots.ts'
import { simulationStartOf } from '../simulator/simulation-start.ts'
import type { RunningServer, Surroundings } from './all.ts'
import { storageFor } from './storage-for.ts'
import { adoptFacts, natsSettingsOf } from './cluster-settings.ts'
import { leadersMarket, type LeadersMarket } from './leaders-market.ts'
import { beginRules, fillPools, listChanged } from './listing.ts'
import { openOperatorEndpoints } from './operator-endpoints.ts'
import { rulesControl } from '../http/operators/rules-control.ts'

const hourMs = 3_600_000
const bytesPerMegabyte = 1_048_576

/** Joins the cluster as an engine. */
export async function startEngineRole(around: Surroundings): Promise<RunningServer> {
  const { config, build, log, onNotice, onFailure } = around
  const storage = await storageFor(around)
  await assertSafe(around)
  const link = await connectCluster({
    ...natsSettingsOf(config, onNotice),
    maxBytes: config.streamMegabytes * bytesPerMegabyte,
  })
  await joinStream(link, { ...storage, isForHistory: false, readsHistory: false, onNotice })
  await adoptFacts(link, storage.journal)
  const facts = await factsOf(around, storage.journal)
  const recovered = await recover({ ...storage, engines, onNotice })
  let market: LeadersMarket | undefined
  const { exchange, figures, living } = await startEngine({
    ...storage,
    link,
    id: config.id,
    role: config.role,
    facts: () => facts,
    build,
    chain: chainIn(journalFile(config.dataFolder)),
    engines,
    recovered,
    snapshotEvery: config.snapshotEvery,
    streamKeepMs: config.streamHours * hourMs,
    onNotice,
    onFailure,
    onDamage: (error) => onFailure(asError(error)),
    onLeading: (isLeading) => {
      log.info({ isLeading, name: config.id }, isLeading ? 'leads' : 'follows')
      market?.stop()
      market = isLeading ? leadMarket(around, exchange) : undefined
    },
  })
  const operators = await openOperatorEndpoints(config, {
    exchange,
    figures,
    rules: rulesControl({ exchange, living }),
  })
  return {
    port: operators.port,
    exchange,
    stop: async () => {
      market?.stop()
      operators.close()
      await exchange.stop()
      storage.release()
    },
  }
}

/** Throws ConfigError if a server acknowledges writes before they are on its disk. */
async function assertSafe({ config, log }: Surroundings): Promise<void> {
  const { unsafe, silent } = await serverSafety(config.natsMonitors)
  if (unsafe.length > 0) {
    const expected = 'servers whose jetstream has sync_interval: always'
    throw new ConfigError('BASIS_NATS_MONITOR', expected, unsafe.join(', '))
  }
  if (silent.length > 0) log.warn({ silent }, 'servers do not say whether they sync')
}

/** Returns the facts of a new exchange: its id, its seed, its markets' start. */
async function factsOf(
  { config }: Surroundings,
  journal: Journal,
): Promise<Readonly<Record<string, string>>> {
  const facts = new Map<string, string>()
  const draft: Pick<Journal, 'fact' | 'setFact'> = {
    fact: (name) => facts.get(name) ?? journal.fact(name),
    setFact: async (name, value) => {
      facts.set(name, value)
    },
  }
  const nowMs = systemClock.nowMs()
  await simulationStartOf({
    journal: draft,
    seed: config.seed,
    folder: config.dataFolder,
    listings: listingsAt(nowMs, config.takerFees),
    nowMs,
  })
  return Object.fromEntries(facts)
}

/** Lists instruments, fills pools and runs the market while this engine leads. */
function leadMarket({ config, log }: Surroundings, exchange: Exchange): LeadersMarket {
  const listedAt = (nowMs: number): readonly Listing[] => listingsAt(nowMs, config.takerFees)
  const open = async (): Promise<LeadersMarket> => {
    await beginRules(exchange)
    await listChanged(exchange, listedAt(systemClock.nowMs()))
    await fillPools(exchange)
    return startMarket({
      exchange,
      listingsAt: listedAt,
      clock: systemClock,
      seed: config.seed,
      robots: config.robots,
      control: new MarketControl(config.marketSpeed),
      onFailure: (error) => log.error({ err: error }, 'an update of the market failed'),
    })
  }
  return leadersMarket(open, (error) => log.error({ err: error }, 'the market did not open'))
}
