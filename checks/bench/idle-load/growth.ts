// `npm run bench -- growth`: how fast the journal grows while only the robots trade. The ratio is
// the budget divided by the growth of a day.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startExchange } from '../../exchange-process.ts'
import type { BenchLine } from '../line.ts'

const budgetGigabytes = 1
/** The first books and positions are written once, which is not growth. */
const settlingMs = 45_000
const restMs = 120_000
const dayMs = 86_400_000

/** Measures the journal's file, into which its log is merged about every ten seconds. */
export async function bench(): Promise<BenchLine> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'basis-growth-'))
  const exchange = await startExchange({ dataFolder, settings: { BASIS_RATE_LIMIT: '0' } })
  const sizeOf = (): number => statSync(join(dataFolder, 'journal.db')).size
  try {
    await delay(settlingMs)
    const [bytes, startMs] = [sizeOf(), performance.now()]
    await delay(restMs)
    const perDay = ((sizeOf() - bytes) * dayMs) / (performance.now() - startMs) / 1e9
    return {
      name: 'growth',
      ratio: budgetGigabytes / perDay,
      ours: perDay,
      peer: budgetGigabytes,
      peerName: 'budget',
      unit: 'GB a day',
    }
  } finally {
    await exchange.end('SIGTERM')
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
