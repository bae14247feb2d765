// Brings trading to the charts: for a trader with them, for a visitor once the page has been seen.

import { Suspense } from 'react'
import { useSession } from '../../client/session.ts'
import { useIsPageSeen } from '../../platform/first-sight.ts'
import { latePart } from '../../platform/load-part.ts'
import type { ChartTradingProps } from './ChartTrading.tsx'

const ChartTrading = latePart(async () => (await import('./ChartTrading.tsx')).ChartTrading)
const FirstChartTrading = latePart(
  async () => (await import('./ChartTrading.tsx')).FirstChartTrading,
)

/** `mayDraw` is whether brackets may be drawn, and is there for the first chart alone. */
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
