// A process of a cluster that follows the journal's stream along with the history: a gateway, which
// reads the history or keeps one of its own, and the history process, which writes it.

import { startFollower, type ClusterExchange } from '../cluster/cluster-exchange.ts'
import { joinStream } from '../cluster/join-stream.ts'
import type { ClusterLink } from '../cluster/nats-link.ts'
import { chainIn } from '../exchange/disk/journal-reading.ts'
import { journalFile, type Storage } from '../exchange/disk/storage.ts'
import { engines } from '../exchange/engines.ts'
import { asError } from '../failures/thrown.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import type { Surroundings } from './all.ts'
import { awaitFacts } from './cluster-settings.ts'
import { openHistory, recoverWith, worthIn } from './history.ts'

export type Following = ClusterExchange & {
  /** Holds everything that the exchange has applied. */
  readonly readModel: ReadModel
}

type FollowingParts = {
  readonly storage: Storage
  readonly link: ClusterLink
  /** Called before anything is replayed; throws if the history is of no use to the process. */
  readonly assertUsable?: (readModel: ReadModel) => void
}

/**
 * Joins the stream, waits for the exchange's first leader, opens the history and recovers the state
 * with it. Resolves when everything stored in the stream has been read.
 */
export async function followWithHistory(
  { config, build, log, onNotice, onFailure }: Surroundings,
  { storage, link, assertUsable }: FollowingParts,
): Promise<Following> {
  const { id, role, dataFolder, snapshotEvery } = config
  const isForHistory = role === 'history'
  const readsHistory = config.postgres !== ''
  await joinStream(link, { ...storage, isForHistory, readsHistory, onNotice })
  await awaitFacts(link, storage.journal, log)
  const history = await openHistory(config, storage, onNotice)
  const { readModel } = history
  assertUsable?.(readModel)
  const recovered = await recoverWith(history, storage, onNotice)
  const { exchange, figures } = await startFollower({
    ...storage,
    link,
    id,
    role,
    build,
    chain: chainIn(journalFile(dataFolder)),
    engines,
    recovered,
    snapshotEvery,
    recordedThrough: readModel.record,
    listener: readModel.apply,
    // Gateways come and go; the history's state is compared with the engines'.
    ...(isForHistory && { watchedAs: id }),
    onNotice,
    onFailure,
    onDamage: (error) => onFailure(asError(error)),
  })
  // The engine of the recovery is replaced when it fails on a command; these views follow.
  history.measureBy(worthIn(exchange.views))
  return { exchange, figures, readModel }
}
