// The history process of a cluster: it follows the journal's stream and records to PostgreSQL,
// where every gateway reads. Of several such processes one writes, the others wait.

import { asError } from '../failures/thrown.ts'
import { connectCluster } from '../cluster/nats-link.ts'
import { HistoryUnwritten } from '../postgres/postgres-unavailable.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import type { RunningServer, Surroundings } from './all.ts'
import { storageFor } from './storage-for.ts'
import { natsSettingsOf } from './cluster-settings.ts'
import { followWithHistory } from './following.ts'
import { openOperatorEndpoints } from './operator-endpoints.ts'

const pollEveryMs = 500
const reportEveryMs = 5_000

/** Joins the cluster as its history; waits for the first leader and for the writer lock. */
export async function startHistoryRole(around: Surroundings): Promise<RunningServer> {
  const { config, log, onNotice, onFailure } = around
  const storage = await storageFor(around)
  const link = await connectCluster(natsSettingsOf(config, onNotice))
  const following = await followWithHistory(around, {
    storage,
    link,
    assertUsable: assertRecording,
  })
  const { exchange, figures, readModel } = following
  const operators = await openOperatorEndpoints(config, {
    exchange,
    figures: () => ({
      ...figures(),
      basis_history_recorded_seq: readModel.status().recordedSeq,
    }),
  })
  const polling = setInterval(() => {
    try {
      assertRecording(readModel)
    } catch (error) {
      onFailure(asError(error))
    }
  }, pollEveryMs)
  const reporting = setInterval(() => {
    const { recordedSeq } = readModel.status()
    link.snapshots.publishRecorded(recordedSeq).catch((error: unknown) => {
      log.warn({ err: error }, 'how far the history is could not be said')
    })
  }, reportEveryMs)
  return {
    port: operators.port,
    exchange,
    stop: async () => {
      clearInterval(polling)
      clearInterval(reporting)
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
