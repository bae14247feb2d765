// The bench `page`: the cost of the terminal in a browser.

// The main-thread time of one second with 1,000 and with 10,000 feed messages, compared with a bare
// page that only parses the same messages and writes one line per frame.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { chromiumArgs, requireChromium } from '../chromium.ts'
import { startExchange } from '../exchange-process.ts'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'
import { barePath, type Front, startFront } from './page-load/page-front.ts'

const rounds = 3
const rates = [1_000, 10_000] as const
const warmUpMs = 1_500
const measuredMs = 4_000
/** The last price must be shown within this time after the last message, even on a busy machine. */
const catchUpMs = 15_000
/** Wide enough for book, trades and chart side by side, so that every message changes something. */
const viewport = { width: 1680, height: 1000 }
const terminalPath = '/trade/usdt/BTCUSDT'

/** Main-thread time of one second, in ms. */
type Cost = { readonly script: number; readonly all: number }
type Costs = Map<(typeof rates)[number], Cost[]>

/** Measures both pages in turns and compares their script time at the higher rate. */
export async function bench(): Promise<BenchLine> {
  const executablePath = requireChromium()
  if (executablePath === undefined) throw new Error('The page bench needs a Chromium.')
  const folder = mkdtempSync(join(tmpdir(), 'basis-page-'))
  await buildTerminal(join(folder, 'terminal'))
  const settings = { BASIS_ROBOTS: 'off' }
  const exchange = await startExchange({ dataFolder: join(folder, 'exchange'), settings })
  const front = await startFront(join(folder, 'terminal'), exchange.origin)
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const { ours, peer } = await compare(browser, front)
    for (const rate of rates) console.error(rateLine(rate, ours, peer))
    const [mine, theirs] = [scriptAt(ours, 10_000), scriptAt(peer, 10_000)]
    return {
      name: 'page',
      ratio: theirs / mine,
      ours: mine,
      peer: theirs,
      peerName: 'bare page',
      unit: 'ms/s',
    }
  } finally {
    await browser.close()
    await front.close()
    await exchange.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function buildTerminal(outDir: string): Promise<void> {
  const root = fileURLToPath(new URL('../../packages/web', import.meta.url))
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
}

async function compare(browser: Browser, front: Front): Promise<{ ours: Costs; peer: Costs }> {
  const ours: Costs = new Map(rates.map((rate) => [rate, []]))
  const peer: Costs = new Map(rates.map((rate) => [rate, []]))
  for (let round = 0; round < rounds; round += 1) {
    await measure(browser, { front, path: terminalPath, costs: ours })
    await measure(browser, { front, path: barePath, costs: peer })
  }
  return { ours, peer }
}

type Measured = { readonly front: Front; readonly path: string; readonly costs: Costs }

async function measure(browser: Browser, { front, path, costs }: Measured): Promise<void> {
  const page = await browser.newPage({ viewport })
  await page.goto(front.origin + path)
  await front.received()
  const session = await page.context().newCDPSession(page)
  // Processor time of the thread, so that other load on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  for (const rate of rates) {
    front.speak(rate)
    await delay(warmUpMs)
    costs.get(rate)?.push(await costOfSecond(session))
    await expectShown(page, front.hush())
  }
  await page.close()
}

async function costOfSecond(session: CDPSession): Promise<Cost> {
  const before = await threadSeconds(session)
  const startMs = performance.now()
  await delay(measuredMs)
  const after = await threadSeconds(session)
  const seconds = (performance.now() - startMs) / 1000
  const perSecond = (name: string): number =>
    (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / seconds
  return { script: perSecond('ScriptDuration'), all: perSecond('TaskDuration') }
}

async function threadSeconds(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

/** Fails for a page that falls behind: the last price must be shown soon. */
async function expectShown(page: Page, price: string): Promise<void> {
  const grouped = Number(price).toLocaleString('en', { minimumFractionDigits: 1 })
  await page.waitForFunction(
    ([plain, written]) => {
      const text = document.body.textContent
      return [plain, written].some((form) => form !== undefined && text.includes(form))
    },
    [price, grouped],
    { timeout: catchUpMs, polling: 100 },
  )
}

const scriptAt = (costs: Costs, rate: (typeof rates)[number]): number =>
  median((costs.get(rate) ?? []).map(({ script }) => script))

function rateLine(rate: (typeof rates)[number], ours: Costs, peer: Costs): string {
  const all = (costs: Costs): string =>
    median((costs.get(rate) ?? []).map((cost) => cost.all)).toFixed(0)
  const script = (costs: Costs): string => scriptAt(costs, rate).toFixed(1)
  const figures = `script ${script(ours)} of ${all(ours)} ms/s on the main thread`
  return `at ${rate} messages/s: ${figures}, bare page ${script(peer)} of ${all(peer)}`
}
