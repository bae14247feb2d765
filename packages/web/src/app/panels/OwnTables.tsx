// The tables of the account's data: a visitor has none, and they are loaded after the first paint.

import type { ComponentType } from 'react'
import { sessionToken } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import { useIsPageSeen } from '../../platform/first-sight.ts'
import { latePart, loadPart } from '../../platform/load-part.ts'
import { LoadingPanel } from '../PanelBoundary.tsx'

export const PositionTable = ownTable(
  async () => (await import('../../features/positions/PositionTable.tsx')).PositionTable,
)
export const OrdersPanel = ownTable(async () => (await import('./OrdersPanel.tsx')).OrdersPanel)

function ownTable(load: () => Promise<ComponentType>): ComponentType {
  const Table = latePart(load)
  // With a token the user is most likely a trader, so loading need not wait for the session.
  if (sessionToken() !== undefined) void loadPart(load)
  return function OwnTable() {
    const isTrader = useSession((session) => session.status === 'trader')
    const isSeen = useIsPageSeen()
    return isTrader || isSeen ? <Table /> : <LoadingPanel />
  }
}
