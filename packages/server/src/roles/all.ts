// The whole exchange in one process, with its journal on the local disk: the default.

import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Storage } from '../exchange/disk/storage.ts'
import { engines } from '../exchange/engines.ts'
import { createExchange, type Exchange } from '../exchange/exchange.ts'
import { systemClock } from '../exchange/ports.ts'
import { rulesControl } from '../http/operators/rules-control.ts'
import type { TerminalStage } from '../http/terminal/terminal-build.ts'
import { listingsAt, type Listing } from '../instruments/listings.ts'
import type { OpenedReadModel } from '../read-model/open-read-model.ts'
import { MarketControl } from '../simulator/market-control.ts'
import type { IndexUpdate } from '../simulator/prices.ts'
import { startMarket } from '../simulator/robots.ts'
import { createEndpoints, openPeople, type DemoKey } from './endpoints.ts'
import { worthIn, openHistory, recoverWith } from './history.ts'
import { beginRules, fillPools, listChanged } from './listing.ts'

export type RunningServer = {
  readonly port: number
  readonly exchange: Exchange
  /**
   * Creates a trader with demo funds and an API key with all permissions; only if there are
   * endpoints for traders.
   */
  readonly makeDemoKey?: () => Promise<DemoKey>
  /** Stops accepting commands, answers pending ones, writes a snapshot, closes everything. */
  readonly stop: () => Promise<void>
}

export type Failing = {
  readonly onNotice: (message: string) => void
  /** The disk or the engine has failed permanently: the process ends. */
  readonly onFailure: (error: Error) => void
}

export type Surroundings = Failing & {
  readonly config: Config
  readonly build: string
  readonly log: Logger
  /** The progress of the terminal's build, if it was started with the server. */
  readonly terminalStage?: (() => TerminalStage) | undefined
}

/** Recovers the exchange from the opened data folder and starts listening. */
export async function startAll(around: Surroundings, storage: Storage): Promise<RunningServer> {
  const { config, build, log, onNotice, terminalStage } = around
  const people = await openPeople(config, log)
  const history = await openHistory(config, storage, onNotice)
  const { readModel } = history
  const exchange = await openExchange(around, storage, history)
  const listedAt = (nowMs: number): readonly Listing[] => listingsAt(nowMs, config.takerFees)
  await beginRules(exchange)
  await listChanged(exchange, listedAt(systemClock.nowMs()))
  await fillPools(exchange)
  const marketControl = new MarketControl(config.marketSpeed)
  const lastIndexUpdates = new Map<string, IndexUpdate>()
  const own = { process: build, id: config.id, role: config.role, build, rules: engines.knows }
  const rules = rulesControl({ exchange, living: () => [own] })
  const asked = { build, log, terminalStage, rules }
  const behind = { people, exchange, readModel, marketControl, lastIndexUpdates, ...asked }
  const endpoints = await createEndpoints(config, behind)
  const market = startMarket({
    exchange,
    listingsAt: listedAt,
    clock: systemClock,
    seed: config.seed,
    robots: config.robots,
    control: marketControl,
    lastIndexUpdates,
    onFailure: (error) => log.error({ err: error }, 'an update of the market failed'),
  })
  return {
    port: await endpoints.open(),
    exchange,
    makeDemoKey: endpoints.makeDemoKey,
    stop: async () => {
      market.stop()
      await endpoints.close()
      await exchange.stop()
      await endpoints.end()
      await readModel.stop()
      storage.release()
    },
  }
}

async function openExchange(
  around: Surroundings,
  storage: Storage,
  history: OpenedReadModel,
): Promise<Exchange> {
  const { config, build, log, onNotice, onFailure } = around
  const { readModel } = history
  const startedMs = performance.now()
  const recovered = await recoverWith(history, storage, onNotice)
  const exchange = createExchange({
    ...storage,
    engines,
    recovered,
    clock: systemClock,
    build,
    snapshotEvery: config.snapshotEvery,
    recordedThrough: readModel.record,
    isRecordingBehind: readModel.isBehind,
    onFailure,
    onNotice,
  })
  history.measureBy(worthIn(exchange.views))
  exchange.subscribe(readModel.apply)
  const { snapshotSeq, replayed } = recovered
  const tookMs = Math.round(performance.now() - startedMs)
  log.info({ seq: exchange.lastSeq(), snapshotSeq, replayed, tookMs }, 'recovered')
  return exchange
}
