// The page of options, composed of parts of several features.

import { OptionPage } from '../../features/options/OptionPage.tsx'
import type { OptionParts } from '../../features/options/option-parts.ts'
import { latePart } from '../../platform/load-part.ts'
import { Suspense } from 'react'

const Chart = latePart(
  async () => (await import('../../features/chart/option/OptionChart.tsx')).OptionChart,
)
const TradeHistory = latePart(
  async () => (await import('../../features/history/TradeHistory.tsx')).TradeHistory,
)
const OptionRisk = latePart(
  async () => (await import('../../features/margin/OptionRisk.tsx')).OptionRisk,
)

const OptionStress = latePart(
  async () => (await import('../../features/margin/OptionRisk.tsx')).OptionStress,
)

const parts: OptionParts = {
  Chart: (props) => (
    <Suspense>
      <Chart {...props} />
    </Suspense>
  ),
  History: ({ view }) => (
    <Suspense>
      <TradeHistory view={view} family="Option" />
    </Suspense>
  ),
  Risk: (props) => (
    <Suspense>
      <OptionRisk {...props} />
    </Suspense>
  ),
  Stress: (props) => (
    <Suspense>
      <OptionStress {...props} />
    </Suspense>
  ),
}

export function OptionTradePage() {
  return <OptionPage parts={parts} />
}
