// `npm run bench -- ladder`: script time of a second in which a book changes five thousand times,
// in the ladder and on a bare canvas that draws the same column.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Browser, chromium } from 'playwright-core'
import { build, preview, type InlineConfig } from 'vite'
import { chromiumArgs, requireChromium } from '../../chromium.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

type Side = 'ours' | 'bare'

const rounds = 3
const warmUpMs = 1_500
const measuredMs = 4_000
const folder = import.meta.dirname

/** Measures both in turns and compares the medians. */
export async function bench(): Promise<BenchLine> {
  const executablePath = requireChromium()
  if (executablePath === undefined) throw new Error('The ladder bench needs a Chromium.')
  const outDir = mkdtempSync(join(tmpdir(), 'basis-ladder-bench-'))
  const plan: InlineConfig = {
    configFile: false,
    root: folder,
    logLevel: 'error',
    // Built as the terminal itself is.
    plugins: [react({ compiler: true }), tailwind()],
    define: { __BASIS_RELEASE__: '"bench"', __BASIS_LANGUAGES__: '[]' },
  }
  const input = join(folder, 'ladder-page.html')
  await build({ ...plan, build: { outDir, emptyOutDir: true, rolldownOptions: { input } } })
  const server = await preview({ ...plan, build: { outDir }, preview: { port: 0 } })
  const [address] = server.resolvedUrls?.local ?? []
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const costs: Record<Side, number[]> = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const side of ['ours', 'bare'] as const) {
        costs[side].push(await scriptOfSecond(browser, `${address ?? ''}ladder-page.html`, side))
      }
    }
    const [ours, peer] = [median(costs.ours), median(costs.bare)]
    return { name: 'ladder', ratio: peer / ours, ours, peer, peerName: 'bare canvas', unit: 'ms/s' }
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
}

async function scriptOfSecond(browser: Browser, address: string, side: Side): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 400, height: 700 } })
  page.on('pageerror', (error) => console.error(error))
  await page.goto(address)
  await page.waitForFunction(() => 'startLadder' in globalThis)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(`startLadder.${side}()`)
  await page.waitForTimeout(warmUpMs)
  const seconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  }
  const [before, startMs] = [await seconds(), performance.now()]
  await page.waitForTimeout(measuredMs)
  const cost = ((await seconds()) - before) / ((performance.now() - startMs) / 1000)
  // The column must show quantities, else it would cost nothing.
  const shown = await page.locator('[data-size]', { hasText: /\d/ }).count()
  if (side === 'ours' && shown < 20) throw new Error(`The ladder shows ${shown} sizes`)
  await page.close()
  return cost * 1000
}
