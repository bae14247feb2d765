// The panic control: for a signed-in trader, loaded after the first paint.

import { Suspense } from 'react'
import { useSession } from '../../client/session.ts'
import { useIsPageSeen } from '../../platform/first-sight.ts'
import { latePart } from '../../platform/load-part.ts'

const PanicButton = latePart(
  async () => (await import('../../features/panic/PanicButton.tsx')).PanicButton,
)

export function Panic() {
  const isSeen = useIsPageSeen()
  const isTrader = useSession(({ user, isBanned }) => user !== undefined && !isBanned)
  return <Suspense>{isSeen && isTrader && <PanicButton />}</Suspense>
}
