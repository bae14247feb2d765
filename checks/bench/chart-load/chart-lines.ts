// `npm run bench -- chart-lines`: main-thread time of moving all of 50 trading lines, ours against
// the bare engine.

import type { BenchLine } from '../line.ts'
import { compareCharts } from './compare-charts.ts'

export const bench = (): Promise<BenchLine> => compareCharts('lines')
