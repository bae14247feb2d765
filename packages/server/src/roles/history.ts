// A process's history, and the recovery of the exchange's state along with it.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Position } from '@basis/domain/orders/position'
import type { Views } from '@basis/engine/views'
import { keptMs, type Config } from '../config/config.ts'
import type { Storage } from '../exchange/disk/storage.ts'
import { engines } from '../exchange/engines.ts'
import { systemClock } from '../exchange/ports.ts'
import { recover, type Recovered } from '../exchange/recovery.ts'
import { listingsAt } from '../instruments/listings.ts'
import type { Worth } from '../read-model/equity/equity-history.ts'
import type { HistoryBase } from '../read-model/history-store.ts'
import type { HistoryServer } from '../read-model/postgres/postgres-history.ts'
import { openReadModel, type OpenedReadModel } from '../read-model/open-read-model.ts'
import { simulationStartOf } from '../simulator/simulation-start.ts'

const seedModule = new URL('../simulator/price-path.ts', import.meta.url).href

/** Opens the history, with the seed's past of every listing. */
export async function openHistory(
  config: Config,
  { journal, snapshots }: Storage,
  onNotice: (message: string) => void,
): Promise<OpenedReadModel> {
  const nowMs = systemClock.nowMs()
  const listed = listingsAt(nowMs, config.takerFees)
  const { id, plans, simulationStartMs } = await simulationStartOf({
    journal,
    seed: config.seed,
    folder: config.dataFolder,
    listings: listed,
    nowMs,
  })
  return openReadModel({
    folder: config.dataFolder,
    server: serverOf(config),
    keepMs: keptMs(config.historyDays),
    journalId: id,
    lastSeq: journal.lastSeq,
    base: await baseOf(journal, snapshots, simulationStartMs),
    simulationStartMs,
    markets: listed.map(({ instrument }) => instrument),
    plans,
    seedModule,
    onNotice,
  })
}

/** In a cluster the history is on a server, and one process writes it. */
const serverOf = ({ role, postgres: url }: Config): HistoryServer | undefined =>
  url === '' || role === 'all' ? undefined : { url, isWriter: role === 'history' }

/** The command after which the journal is complete; if pruned, its oldest snapshot. */
async function baseOf(
  { prunedSeq }: Storage['journal'],
  snapshots: Storage['snapshots'],
  simulationStartMs: number,
): Promise<HistoryBase> {
  if (prunedSeq === 0) return { seq: 0, timeMs: simulationStartMs }
  const oldest = (await snapshots.heads()).findLast(({ seq }) => seq >= prunedSeq)
  return { seq: oldest?.seq ?? prunedSeq, timeMs: oldest?.timeMs ?? simulationStartMs }
}

/** Recovers the state and replays into the history what it has not recorded. */
export function recoverWith(
  history: OpenedReadModel,
  storage: Storage,
  onNotice: (message: string) => void,
): Promise<Recovered> {
  return recover({
    ...storage,
    engines,
    replayAfter: history.recordedSeq,
    onStart: ({ views, lastSeq }) => {
      history.measureBy(worthIn(views))
      history.list(instrumentsOf(views))
      history.introducePositions(positionsOf(views))
      // A history that was rebuilt from a snapshot on does not know the earlier traders yet.
      if (lastSeq() > 0 && history.isEmpty) {
        history.introduce(tradersOf(views), openInterestOf(views))
      }
    },
    onBatch: history.readModel.apply,
    afterPart: history.waitForWrites,
    onNotice,
  })
}

/** Returns a source of account equities from these views. */
export const worthIn = (views: Pick<Views, 'account' | 'collateral'>): Worth => ({
  equityOf: (account) => views.account(accountId(account))?.equity,
  usdE8Of: (coin) => views.collateral(coin)?.usdE8 ?? 0,
})

function* tradersOf(views: Views): Generator<AccountId> {
  for (const account of views.accounts()) {
    if (views.account(account)?.role === 'trader') yield account
  }
}

/** All open instruments, including those outside the listings, such as options. */
function* instrumentsOf(views: Views): Generator<Instrument> {
  for (const symbol of views.symbols()) {
    const instrument = views.instrument(symbol)
    if (instrument !== undefined && instrument.status !== 'Closed') yield instrument
  }
}

function* positionsOf(views: Views): Generator<Position> {
  for (const account of views.accounts()) {
    for (const { position } of views.positions(account)) yield position
  }
}

function* openInterestOf(views: Views): Generator<readonly [string, number]> {
  for (const symbol of views.symbols()) {
    yield [symbol, views.symbol(symbol)?.openInterestLots ?? 0]
  }
}
