// The tables of what a trader has: a visitor has nothing, and the tables come once the page has
// been seen.

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
  // Who has been here as a trader is one most likely: the question who it is need not end first.
  if (sessionToken() !== undefined) void loadPart(load)
  return function OwnTable() {
    const isTrader = useSession((session) => session.status === 'trader')
    const isSeen = useIsPageSeen()
    return isTrader || isSeen ? <Table /> : <LoadingPanel />
  }
}
