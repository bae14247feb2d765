// A gateway of a cluster: it follows the journal's stream, serves terminals and API clients from
// its own copy of the state, and sends their commands to the leader.

import { asError } from '../failures/thrown.ts'
import { startFollower } from '../cluster/cluster-exchange.ts'
import { joinStream } from '../cluster/join-stream.ts'
import { connectCluster } from '../cluster/nats-link.ts'
import { chainIn } from '../exchange/disk/journal-reading.ts'
import { journalFile } from '../exchange/disk/storage.ts'
import { engines } from '../exchange/engines.ts'
import { storageFor, type RunningServer, type Surroundings } from './all.ts'
import { awaitFacts, natsSettingsOf } from './cluster-settings.ts'
import { createEndpoints, openPeople } from './endpoints.ts'
import { openHistory, recoverWith } from './history.ts'

/** Joins the cluster as a gateway; waits for the exchange's first leader. */
export async function startGatewayRole(around: Surroundings): Promise<RunningServer> {
  const { config, build, log, onNotice, onFailure, terminalStage } = around
  const storage = await storageFor(around)
  const people = await openPeople(config, log)
  const link = await connectCluster(natsSettingsOf(config, onNotice))
  const readsHistory = config.postgres !== ''
  await joinStream(link, { ...storage, isForHistory: false, readsHistory, onNotice })
  await awaitFacts(link, storage.journal, log)
  const history = await openHistory(config, storage, onNotice)
  const { readModel } = history
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
    onNotice,
    onFailure,
    onDamage: (error) => onFailure(asError(error)),
  })
  const endpoints = await createEndpoints(config, {
    people,
    exchange,
    readModel,
    build,
    log,
    figures,
    terminalStage,
  })
  return {
    port: await endpoints.open(),
    exchange,
    makeDemoKey: endpoints.makeDemoKey,
    stop: async () => {
      await endpoints.close()
      await exchange.stop()
      await endpoints.end()
      await readModel.stop()
      storage.release()
    },
  }
}
