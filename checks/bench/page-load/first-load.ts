// The bench `first-load`: the cost of a visitor's first load on desktop and phone; it fails if a
// budget is exceeded.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { chromiumArgs, requireChromium } from '../../chromium.ts'
import { startExchange } from '../../exchange-process.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const rounds = 3
const path = '/trade/usdt/BTCUSDT'
/** 1.6 Mbit/s down, 0.75 up, 150 ms round trip. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const slowProcessor = { rate: 4 }
/** The load is complete when there was no long task for this time. */
const idleMs = 1_500
/** A page that is not painted within this time is broken. */
const seenWithinMs = 60_000

type Shape = {
  readonly name: 'desktop' | 'phone'
  readonly context: BrowserContextOptions
  /** Budget of script and style before the chart, without its files and fonts; kB of gzip. */
  readonly mostKb: number
  /** Waits until prices are readable and the ticket's button can be pressed. */
  readonly usable: (page: Page) => Promise<unknown>
}

/** Budget of the time until book and ticket are usable, and of the longest task, in ms. */
const mostUsableMs = 2_500
const mostTaskMs = 300

const shapes: readonly Shape[] = [
  {
    name: 'desktop',
    context: { viewport: { width: 1440, height: 900 } },
    mostKb: 300,
    usable: (page) => page.waitForFunction(bookAndTicket, undefined, { timeout: seenWithinMs }),
  },
  {
    name: 'phone',
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    mostKb: 220,
    // The ticket is in a sheet opened by a button. It is pressed in the first frame that has it,
    // because the driver's own tap polls ever less often, up to half a second late.
    usable: async (page) => {
      await page.waitForFunction(pressBuy, undefined, { timeout: seenWithinMs })
      await page.waitForFunction(ticketAlone, undefined, { timeout: seenWithinMs })
    },
  },
]

/** Presses the button where a thumb would reach it; returns whether it was there. */
function pressBuy(): boolean {
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Buy / Long',
  )
  if (button === undefined) return false
  const { left, top, width, height } = button.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  if (hit === null || !button.contains(hit)) return false
  button.click()
  return true
}

function ticketAlone(): boolean {
  const ticket = document.querySelector('section[aria-label="Order"]')
  return [...(ticket?.querySelectorAll('button') ?? [])].some(
    (button) => button.textContent === 'Get 100,000 demo USDT' && !button.disabled,
  )
}

function bookAndTicket(): boolean {
  const rows = (label: string): number =>
    [...document.querySelectorAll(`[role="table"][aria-label="${label}"] > *`)].filter((row) =>
      /\d/.test(row.textContent),
    ).length
  const ticket = document.querySelector('section[aria-label="Order"]')
  const isOpen = [...(ticket?.querySelectorAll('button') ?? [])].some(
    (button) => button.textContent === 'Get 100,000 demo USDT' && !button.disabled,
  )
  return isOpen && rows('Asks') > 5 && rows('Bids') > 5
}

type Figures = { readonly kb: number; readonly usableMs: number; readonly taskMs: number }

/**
 * Builds the terminal, serves it from an exchange of its own and loads it with an empty store.
 * @throws Error when a figure is over its budget
 */
export async function bench(): Promise<BenchLine> {
  const executablePath = requireChromium('whole')
  if (executablePath === undefined) throw new Error('The first-load bench needs a Chromium.')
  const root = fileURLToPath(new URL('../../../packages/web', import.meta.url))
  await build({ root, logLevel: 'error' })
  const folder = mkdtempSync(join(tmpdir(), 'basis-first-load-'))
  const exchange = await startExchange({ dataFolder: folder })
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const measured: { shape: Shape; figures: Figures }[] = []
    for (const shape of shapes) {
      const figures = await measure(browser, exchange.origin + path, {
        shape,
        dist: `${root}/dist`,
      })
      measured.push({ shape, figures })
      console.error(written(shape, figures))
    }
    const over = measured.filter(({ shape, figures }) => isOver(shape, figures))
    if (over.length > 0) {
      throw new Error(`Over budget: ${over.map(({ shape }) => shape.name).join(', ')}`)
    }
    const [desktop] = measured
    const [ours, peer] = [desktop?.figures.kb ?? Number.NaN, desktop?.shape.mostKb ?? Number.NaN]
    return { name: 'first-load', ratio: peer / ours, ours, peer, peerName: 'budget', unit: 'kB' }
  } finally {
    await browser.close()
    await exchange.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

const isOver = ({ mostKb }: Shape, { kb, usableMs, taskMs }: Figures): boolean =>
  kb > mostKb || usableMs > mostUsableMs || taskMs > mostTaskMs

const written = ({ name, mostKb }: Shape, { kb, usableMs, taskMs }: Figures): string =>
  `${name}: ${kb.toFixed(1)} kB gzip of script and style before the chart (at most ${mostKb}), ` +
  `usable after ${usableMs.toFixed(0)} ms at 1.6 Mbit/s and 150 ms (${mostUsableMs}), ` +
  `longest task ${taskMs.toFixed(0)} ms at a quarter of the processor (${mostTaskMs})`

type Measured = { readonly shape: Shape; readonly dist: string }

async function measure(browser: Browser, url: string, { shape, dist }: Measured): Promise<Figures> {
  const kb = await freshPage(browser, shape, async (page) => {
    await page.goto(url)
    return sizeBeforeChart(page, dist)
  })
  const [usable, tasks]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    usable.push(await freshPage(browser, shape, (page) => usableMs(page, url, shape)))
    tasks.push(await freshPage(browser, shape, (page) => longestTaskMs(page, url)))
  }
  return { kb, usableMs: median(usable), taskMs: median(tasks) }
}

/** Runs in a fresh browser context: nothing is stored, nobody is signed in. */
async function freshPage<Result>(
  browser: Browser,
  { context: options }: Shape,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...options, locale: 'en-US' })
  try {
    return await run(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Returns when the chart was painted, in ms of the page's own clock. */
async function untilSeen(page: Page): Promise<number> {
  const mark = await page.waitForFunction(
    () => performance.getEntriesByName('basis:page-seen')[0]?.startTime,
    undefined,
    { timeout: seenWithinMs },
  )
  return (await mark.jsonValue()) ?? Number.NaN
}

async function sizeBeforeChart(page: Page, dist: string): Promise<number> {
  const seenMs = await untilSeen(page)
  const urls = await page.evaluate(
    (beforeMs) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < beforeMs)
        .map(({ name }) => name),
    seenMs,
  )
  const workers = page.workers().map((worker) => worker.url())
  const names = [...urls, ...workers].map((url) => basename(new URL(url).pathname))
  const files = new Set(names.filter((name) => /\.(?:js|css)$/.test(name)))
  const counted = [...files].filter((name) => !isChart(dist, name))
  const early = counted.flatMap((name) => sourcesOf(dist, name)).filter(isLatePart)
  if (early.length > 0) throw new Error(`In the first load: ${early.join(', ')}`)
  return counted.reduce((total, name) => total + gzipKb(dist, name), 0)
}

/** Files that are loaded on first use, or after the chart, and must not be loaded before. */
const isLatePart = (source: string): boolean =>
  /\/ui\/popups\/Open|\/src\/.*(?:Dialog|Toasts|PositionTable|OrderTable)\.tsx$|\/features\/(?:history|visitor)\//.test(
    source,
  )

/** The source files of a file of the build. */
function sourcesOf(dist: string, name: string): readonly string[] {
  const map = join(dist, 'assets', `${name}.map`)
  if (!existsSync(map)) return []
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: readonly string[] }
  return sources
}

/** Whether a file of the build belongs to the chart, by its sources. */
function isChart(dist: string, name: string): boolean {
  const sources = sourcesOf(dist, name)
  const own = sources.filter((one) => /\/(?:chart\/src|klinecharts|features\/chart)\//.test(one))
  return own.length > sources.length / 2
}

function gzipKb(dist: string, name: string): number {
  const file = [join(dist, 'assets', name), join(dist, name)].find((place) => existsSync(place))
  if (file === undefined) throw new Error(`The build has no ${name}`)
  return gzipSync(readFileSync(file), { level: 9 }).byteLength / 1000
}

async function usableMs(page: Page, url: string, shape: Shape): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
  await page.goto(url, { waitUntil: 'commit' })
  await shape.usable(page)
  return page.evaluate(() => performance.now())
}

async function longestTaskMs(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', slowProcessor)
  await page.addInitScript(() => {
    const tasks = { longestMs: 0, lastMs: 0 }
    Object.assign(globalThis, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        tasks.longestMs = Math.max(tasks.longestMs, duration)
        tasks.lastMs = performance.now()
      }
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(url)
  await untilSeen(page)
  const longest = await page.waitForFunction(longestTaskOnceIdle, idleMs, { timeout: seenWithinMs })
  return (await longest.jsonValue()) ?? Number.NaN
}

/** Returns the longest task once there was none for `idleForMs`. */
function longestTaskOnceIdle(idleForMs: number): number | undefined {
  const { tasks } = globalThis as { tasks?: { longestMs: number; lastMs: number } }
  if (tasks === undefined || performance.now() - tasks.lastMs < idleForMs) return undefined
  return tasks.longestMs
}
