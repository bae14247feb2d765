// A gateway of a cluster: it follows the journal's stream, serves terminals and API clients from
// its own copy of the state, and sends their commands to the leader.

import { connectCluster } from '../cluster/nats-link.ts'
import type { RunningServer, Surroundings } from './all.ts'
import { storageFor } from './storage-for.ts'
import { natsSettingsOf } from './cluster-settings.ts'
import { createEndpoints, openPeople } from './endpoints.ts'
import { followWithHistory } from './following.ts'

/** Joins the cluster as a gateway; waits for the exchange's first leader. */
export async function startGatewayRole(around: Surroundings): Promise<RunningServer> {
  const { config, build, log, onNotice, terminalStage } = around
  const storage = await storageFor(around)
  const people = await openPeople(config, log)
  const link = await connectCluster(natsSettingsOf(config, onNotice))
  const { exchange, figures, readModel } = await followWithHistory(around, { storage, link })
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
