// `npm run bench -- chart-pan`: main-thread time of one frame while 100,000 bars with three
// indicators are panned at a pixel a bar, ours against the bare engine.

import type { BenchLine } from '../line.ts'
import { compareCharts } from './compare-charts.ts'

export const bench = (): Promise<BenchLine> => compareCharts('pan')
