// Loads trading on the charts: for a trader at once, for a visitor once the page has been painted.

import { Suspense } from 'react'
import { useSession } from '../../client/session.ts'
import { useIsPageSeen } from '../../platform/first-sight.ts'
import { latePart } from '../../platform/load-part.ts'
import type { ChartTradingProps } from './ChartTrading.tsx'

const ChartTrading = latePart(async () => (await import('./ChartTrading.tsx')).ChartTrading)
const FirstChartTrading = latePart(
  async () => (await import('./ChartTrading.tsx')).FirstChartTrading,
)

/** `mayDraw`: whether brackets may be drawn; passed only for the first chart. */
export function LateTrading({ mayDraw, ...chart }: ChartTradingProps & { mayDraw?: boolean }) {
  const isTrader = useSession(({ user }) => user !== undefined)
  const isSeen = useIsPageSeen()
  if (!isTrader && !isSeen) return null
  return (
    <Suspense>
      {mayDraw === undefined ? (
        <ChartTrading {...chart} />
      ) : (
        <FirstChartTrading {...chart} mayDraw={mayDraw} />
      )}
    </Suspense>
  )
}
