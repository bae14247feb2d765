// The contents of the status bar: the state of the connection, and everything that does not work
// now.

import type { Connection } from '../../client/connection.ts'
import type { Catalogue } from '../../stores/catalogue.ts'
import type { Venue } from '../../stores/venue.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'

export type ConnectionState = 'live' | 'connecting' | 'stale' | 'offline'

/**
 * Returns the connection state: for a trader the private socket counts as much as the public one,
 * and before the first message the page is connecting rather than offline.
 */
export function connectionStateOf(
  connection: Pick<Connection, 'market' | 'account' | 'publicLink' | 'publicReceivedMs'>,
  isTrader: boolean,
): ConnectionState {
  const { market, account, publicLink, publicReceivedMs } = connection
  if (publicLink === 'connecting' && publicReceivedMs === 0) return 'connecting'
  if (market !== 'live') return market
  if (!isTrader || account === 'live') return 'live'
  return 'stale'
}

/**
 * Returns what does not work, the worst first; a degraded state always has a text (reliability T9).
 */
export function statusWarnings(
  venue: Venue | undefined,
  catalogue: Catalogue,
): readonly MessageKey[] {
  const found: MessageKey[] = []
  if (venue?.mode === 'failed') found.push('status.venueFailed')
  if (venue?.mode === 'stopping') found.push('status.venueStopping')
  if (venue?.mode === 'noLeader') found.push('status.venueNoLeader')
  const lists = [catalogue.contracts, catalogue.spot]
  if (lists.includes('builtIn')) found.push('status.catalogueBuiltIn')
  else if (lists.includes('stored')) found.push('status.catalogueOld')
  if (venue?.history === 'unavailable') found.push('status.historyUnavailable')
  return found
}
