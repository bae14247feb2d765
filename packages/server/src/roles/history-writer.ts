// The history process of a cluster: it follows the journal's stream and records to PostgreSQL,
// where every gateway reads. Of several such processes one writes, the others wait.

import { asError } from '../failures/thrown.ts'
import { startFollower } from '../cluster/cluster-exchange.ts'
import { joinStream } from '../cluster/join-stream.ts'
import { connectCluster } from '../cluster/nats-link.ts'
import { chainIn } from '../exchange/disk/journal-reading.ts'
import { journalFile } from '../exchange/disk/storage.ts'
import { engines } from '../exchange/engines.ts'
import { HistoryUnwritten } from '../postgres/postgres-unavailable.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import { storageFor, type RunningServer, type Surroundings } from './all.ts'
import { awaitFacts, natsSettingsOf } from './cluster-settings.ts'
import { worthIn, openHistory, recoverWith } from './history.ts'
import { openOperatorEndpoints } from './operator-endpoints.ts'

const lookEveryMs = 500
const tellEveryMs = 5_000

/** Joins the cluster as its history; waits for the first leader and for the writer lock. */
export async function startHistoryRole(around: Surroundings): Promise<RunningServer> {
  const { config, build, log, onNotice, onFailure } = around
  const storage = await storageFor(around)
  const link = await connectCluster(natsSettingsOf(config, onNotice))
  await joinStream(link, { ...storage, isForHistory: true, readsHistory: true, onNotice })
  await awaitFacts(link, storage.journal, log)
  const history = await openHistory(config, storage, onNotice)
  const { readModel } = history
  assertRecording(readModel)
  const recovered = await recoverWith(history, storage, onNotice)
  const { exchange, figures } = await startFollower({
    ...storage,
    link,
    id: config.id,
    role: config.role,
    build,
    chain: chainIn(journalFile(config.dataFolder)),
    engines,
    recovered,
    snapshotEvery: config.snapshotEvery,
    recordedThrough: readModel.record,
    listener: readModel.apply,
    watchedAs: config.id,
    onNotice,
    onFailure,
    onDamage: (error) => onFailure(asError(error)),
  })
  history.measureBy(worthIn(exchange.views))
  const operators = await openOperatorEndpoints(config, {
    exchange,
    figures: () => ({
      ...figures(),
      history_recorded_seq: readModel.status().recordedSeq,
    }),
  })
  const looking = setInterval(() => {
    try {
      assertRecording(readModel)
    } catch (error) {
      onFailure(asError(error))
    }
  }, lookEveryMs)
  const telling = setInterval(() => {
    const { recordedSeq } = readModel.status()
    link.snapshots.tellRecorded(recordedSeq).catch((error: unknown) => {
      log.warn({ err: error }, 'how far the history is could not be said')
    })
  }, tellEveryMs)
  return {
    port: operators.port,
    exchange,
    stop: async () => {
      clearInterval(looking)
      clearInterval(telling)
      operators.close()
      await exchange.stop()
      await readModel.stop()
      storage.release()
    },
  }
}

/**
 * Throws if the history no longer records, or if too many events wait to be written: after a
 * restart it continues from what is recorded.
 */
function assertRecording(readModel: ReadModel): void {
  const { mode, reason = '' } = readModel.status()
  if (mode === 'unavailable') throw new HistoryUnwritten(reason)
  if (readModel.isBehind()) {
    throw new HistoryUnwritten('more waits for PostgreSQL than can be held; start again')
  }
}
