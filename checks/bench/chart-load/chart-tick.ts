// `npm run bench -- chart-tick`: main-thread time of one live tick, a hundred a second, with three
// indicators and 50 lines, ours against the bare engine.

import type { BenchLine } from '../line.ts'
import { compareCharts } from './compare-charts.ts'

export const bench = (): Promise<BenchLine> => compareCharts('tick')
