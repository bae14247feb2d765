// Our chart against the bare engine in one headless Chromium, in turns, with the same bars,
// indicators and lines on both (docs/chart f).

// Main-thread times come from the browser's own accounting, so that a busy machine affects them
// less than a clock.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { build, preview } from 'vite'
import { chromiumArgs, requireChromium } from '../../chromium.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import type { Side, Works } from './chart-page.ts'

export type ChartWork = 'paint' | 'pan' | 'tick' | 'lines'

const rounds = 7
const folder = import.meta.dirname
const repository = join(folder, '../../..')

const plans: Readonly<Record<ChartWork, { readonly bars: number; readonly unit: string }>> = {
  paint: { bars: 100_000, unit: 'ms' },
  pan: { bars: 100_000, unit: 'ms/frame' },
  tick: { bars: 10_000, unit: 'ms/tick' },
  lines: { bars: 10_000, unit: 'ms/update' },
}

/**
 * Serves the page of charts, built as for production, and opens a browser for it while `work` runs.
 */
export async function withCharts<Result>(
  work: (browser: Browser, address: string) => Promise<Result>,
): Promise<Result> {
  const executablePath = requireChromium()
  if (executablePath === undefined) throw new Error('The chart benches need a Chromium.')
  const outDir = mkdtempSync(join(tmpdir(), 'basis-chart-bench-'))
  const plan = { configFile: false, root: folder, logLevel: 'error' } as const
  await build({
    ...plan,
    build: { outDir, rolldownOptions: { input: join(folder, 'chart-page.html') } },
  })
  const server = await preview({ ...plan, build: { outDir }, preview: { port: 0 } })
  const [address] = server.resolvedUrls?.local ?? []
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    return await work(browser, `${address ?? ''}chart-page.html`)
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
}

type Costs = Record<Side, number[]>

/**
 * Measures both in turns, in alternating order, and compares the medians. Painting is timed until
 * candles are on the screen, as docs/chart a defines it; a second line reports the indicators below
 * them.
 */
export function compareCharts(work: ChartWork): Promise<BenchLine> {
  return withCharts(async (browser, address) => {
    const costs: Costs = { ours: [], bare: [] }
    const whole: Costs = { ours: [], bare: [] }
    // The first page fills the browser's code cache and is not counted.
    await measure(browser, address, { work, side: 'ours', whole: [] })
    for (let round = 0; round < rounds; round += 1) {
      const sides: readonly Side[] = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours']
      for (const side of sides) {
        const plan = { work, side, whole: whole[side] }
        costs[side].push(await measure(browser, address, plan))
      }
    }
    if (work === 'paint') console.error(`${wholeLine(whole)}\n${await weightLine()}`)
    const [ours, peer] = [median(costs.ours), median(costs.bare)]
    return {
      name: `chart-${work}`,
      ratio: peer / ours,
      ours,
      peer,
      peerName: 'bare engine',
      unit: plans[work].unit,
    }
  })
}

type Measurement = { readonly work: ChartWork; readonly side: Side; readonly whole: number[] }

function wholeLine({ ours, bare }: Costs): string {
  const [mine, peer] = [median(ours), median(bare)]
  const times = `ours ${mine.toFixed(1)} ms, bare engine ${peer.toFixed(1)} ms`
  return `chart-whole, indicators painted too: ${(peer / mine).toFixed(2)} (${times})`
}

/** One fresh page; returns the cost of the work in milliseconds. */
async function measure(
  browser: Browser,
  address: string,
  { work, side, whole }: Measurement,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1240, height: 700 } })
  const page = await context.newPage()
  try {
    await page.goto(address)
    await page.waitForFunction(() => 'chartWorks' in globalThis)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    const { bars } = plans[work]
    await run(page, 'prepare', [bars])
    await session.send('HeapProfiler.collectGarbage')
    const madeMs = await run(page, 'make', [side])
    if (work === 'paint') {
      whole.push(await run(page, 'whole', []))
      return madeMs
    }
    // The work of an idle chart is measured, after everything that accompanies its first paint.
    await page.waitForTimeout(1000)
    const amounts = { pan: 100, tick: 2, lines: 40 }
    const before = await taskMs(session)
    const times = await run(page, work, [amounts[work]])
    return ((await taskMs(session)) - before) / times
  } finally {
    await context.close()
  }
}

/** Runs one work in the page. */
export function run(page: Page, name: keyof Works, given: readonly unknown[]): Promise<number> {
  return page.evaluate(
    ([work, values]) => {
      const works = Reflect.get(globalThis, 'chartWorks') as Record<
        string,
        (...args: readonly unknown[]) => Promise<number>
      >
      return works[work]?.(...values) ?? 0
    },
    [name, given] as const,
  )
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/**
 * The size of the package as built for a browser: initially loaded files, and files loaded during
 * the first paint or on first use, including languages.
 */
async function weightLine(): Promise<string> {
  const result = await build({
    configFile: false,
    root: repository,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: join(repository, 'packages/chart/src/api/widget.ts'),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const chunks = outputs.flatMap((one) => (one.type === 'chunk' ? [one] : []))
  const first = new Set(chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : [])))
  for (const name of first) {
    for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) {
      first.add(other)
    }
  }
  const kb = (isFirst: boolean) =>
    chunks
      .filter(({ fileName }) => first.has(fileName) === isFirst)
      .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length / 1000, 0)
  return `chart-weight: ${kb(true).toFixed(1)} kB gzip, on demand ${kb(false).toFixed(1)} kB`
}
