// `npm run bench -- chart-paint`: the time from creating a chart of 100,000 bars with three
// indicators to its first paint, ours against the bare engine.

import type { BenchLine } from '../line.ts'
import { compareCharts } from './compare-charts.ts'

export const bench = (): Promise<BenchLine> => compareCharts('paint')
