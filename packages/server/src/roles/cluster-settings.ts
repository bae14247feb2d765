// Settings that engines and gateways share: the cluster's address, and the exchange's fixed facts.

import type { ClusterLink, NatsSettings } from '../cluster/nats-link.ts'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Journal } from '../exchange/journal.ts'

export const natsSettingsOf = (
  { nats, natsUser, natsPassword, world, isTrial }: Config,
  onNotice: (message: string) => void,
): NatsSettings => ({
  servers: nats,
  ...(natsUser !== '' && { user: natsUser, password: natsPassword }),
  world,
  replicas: isTrial ? 1 : 3,
  onNotice,
})

/** Waits for the exchange's first leader, and adopts its facts. */
export async function awaitFacts(link: ClusterLink, journal: Journal, log: Logger): Promise<void> {
  while (!(await adoptFacts(link, journal))) {
    log.info('the exchange has had no leader yet; waiting for the first one')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/**
 * Adopts the facts of the exchange's first leader that this folder lacks. Returns whether any facts
 * are known.
 */
export async function adoptFacts(link: ClusterLink, journal: Journal): Promise<boolean> {
  if (journal.fact('id') !== undefined) return true
  const first = await link.firstTerm()
  if (first === undefined) return false
  for (const [name, value] of Object.entries(first.facts)) await journal.setFact(name, value)
  return true
}
