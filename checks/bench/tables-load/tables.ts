// `npm run bench -- tables`: the terminal with ten thousand open orders of which five hundred
// change every second, against a bare table that reads the same pushes of the same exchange.

// The script time per key typed into the ticket meanwhile goes to stderr.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { formatPrice, formatQty, parsePrice, valueOf } from '@basis/domain/instrument/instrument'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { listingOf } from '@basis/server/instruments/listings'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumArgs, requireChromium } from '../../chromium.ts'
import { type ExchangeProcess, startExchange } from '../../exchange-process.ts'
import { VenueClient } from '../../simulator/venue-client.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { bareTable } from './bare-table.ts'

const orderCount = 10_000
const changesPerSecond = 500
const inFlight = 16
const rounds = 3
const warmUpMs = 2_000
const measuredMs = 5_000
const typedKeys = 120
const shownSymbol = 'BTCUSDT'
const one = qtyLots(1)
const barePath = '/bare-table'
/** The test itself serves the bare page, which must be allowed to open a socket to this machine. */
const args = [...chromiumArgs, '--disable-features=LocalNetworkAccessChecks']

/** Measures both pages in turns and compares the script time of a second. */
export async function bench(): Promise<BenchLine> {
  const executablePath = requireChromium()
  if (executablePath === undefined) throw new Error('The tables bench needs a Chromium.')
  const folder = mkdtempSync(join(tmpdir(), 'basis-tables-'))
  const settings = { BASIS_ROBOTS: 'off', BASIS_RATE_LIMIT: '0' }
  const exchange = await startExchange({ dataFolder: folder, settings })
  const browser = await chromium.launch({ executablePath, args })
  const trader = new VenueClient(exchange.origin)
  try {
    const orders = await placeOrders(trader)
    const changes = new Changes(trader, orders)
    const context = await contextOf(browser, exchange, trader)
    const costs = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      costs.ours.push(await measure(context, changes, terminal(exchange)))
      costs.bare.push(await measure(context, changes, bare(exchange, trader)))
    }
    const [ours, peer] = [median(costs.ours), median(costs.bare)]
    return { name: 'tables', ratio: peer / ours, ours, peer, peerName: 'bare table', unit: 'ms/s' }
  } finally {
    await browser.close()
    trader.close()
    await exchange.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

type Resting = { readonly orderId: string; readonly plan: Plan; step: number }

/** Places buys far below the market, so that nothing is ever filled. */
async function placeOrders(trader: VenueClient): Promise<readonly Resting[]> {
  await trader.signUp()
  const plans = await plansOf(trader)
  const orders: Resting[] = []
  let asked = 0
  const next = async (): Promise<void> => {
    while (asked < orderCount) {
      asked += 1
      const plan = plans[asked % plans.length]
      if (plan === undefined) throw new Error('No contract is listed')
      const { symbol, qty } = plan
      const step = asked
      const price = plan.priceOf(step)
      const order = { symbol, side: 'Buy', orderType: 'Limit', qty, price } as const
      const { orderId } = await trader.ask('createOrder', order)
      orders.push({ orderId, plan, step })
    }
  }
  await Promise.all(Array.from({ length: inFlight }, next))
  return orders
}

/** The orders of one contract; a symbol takes five hundred open orders of an account. */
type Plan = {
  readonly symbol: string
  readonly qty: string
  readonly priceOf: (at: number) => string
}

async function plansOf(trader: VenueClient): Promise<readonly Plan[]> {
  const { list } = await trader.ask('tickers', {})
  return list.flatMap(({ symbol, markPrice }) => {
    const instrument = listingOf(symbol)?.instrument
    if (instrument?.kind !== 'Linear' || instrument.settleCoin !== 'USDT') return []
    if (instrument.status !== 'Trading') return []
    const mark = parsePrice(instrument, markPrice)
    if (typeof mark === 'object') return []
    const low = priceTicks(Math.floor(mark * 0.6))
    const least = qtyLots(
      Number((instrument.minNotional * 2n) / valueOf(instrument, low, one) + 1n),
    )
    const qty = formatQty(instrument, qtyLots(Math.max(least, instrument.minQtyLots)))
    const priceOf = (at: number): string =>
      formatPrice(instrument, priceTicks(low + (at % Math.max(50, Math.floor(low / 10)))))
    return [{ symbol, qty, priceOf }]
  })
}

/** Changes this many orders per second, one after the other, until it is stopped. */
class Changes {
  #done = 0
  readonly #trader: VenueClient
  readonly #orders: readonly Resting[]
  constructor(trader: VenueClient, orders: readonly Resting[]) {
    this.#trader = trader
    this.#orders = orders
  }

  get done(): number {
    return this.#done
  }

  /** Starts the changes; returns a function that stops them. */
  begin(): () => Promise<void> {
    let isRunning = true
    let asked = 0
    const startMs = performance.now()
    const work = async (): Promise<void> => {
      while (isRunning) {
        const due = ((performance.now() - startMs) * changesPerSecond) / 1000
        if (asked >= due) {
          await delay(1)
          continue
        }
        asked += 1
        await this.#changeOne()
      }
    }
    const workers = Array.from({ length: inFlight }, work)
    return async () => {
      isRunning = false
      await Promise.all(workers)
    }
  }

  async #changeOne(): Promise<void> {
    this.#done += 1
    // Strides through the list, so that both visible rows and distant ones change.
    const order = this.#orders[(this.#done * 7919) % this.#orders.length]
    if (order === undefined) return
    const { orderId, plan } = order
    order.step += 1
    const price = plan.priceOf(order.step)
    await this.#trader.ask('replaceOrder', { symbol: plan.symbol, orderId, price })
  }
}

async function contextOf(
  browser: Browser,
  exchange: ExchangeProcess,
  trader: VenueClient,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(trader.cookies.map((each) => ({ ...each, url: exchange.origin })))
  return context
}

type Side = {
  readonly name: string
  readonly open: (page: Page) => Promise<void>
  /** User actions during the measurement. */
  readonly use?: (page: Page) => Promise<void>
}

const terminal = ({ origin }: ExchangeProcess): Side => ({
  name: 'ours',
  open: async (page) => {
    await page.goto(`${origin}/trade/usdt/${shownSymbol}`)
    await page.getByRole('tab', { name: 'Open orders' }).click()
    await page.getByText(new RegExp(`^Orders: ${orderCount.toLocaleString('en-US')} `)).waitFor()
  },
  use: type,
})

const bare = ({ origin }: ExchangeProcess, trader: VenueClient): Side => ({
  name: 'bare',
  open: async (page) => {
    const { token } = await trader.ask('oneTimeToken', {})
    await page.route(`**${barePath}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: bareTable(token) }),
    )
    await page.goto(origin + barePath)
    await page.waitForFunction((count) => document.title === `${count} orders`, orderCount)
  },
})

async function measure(context: BrowserContext, changes: Changes, side: Side): Promise<number> {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await side.open(page)
  const session = await context.newCDPSession(page)
  // Processor time of the thread, so that other load on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const seconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  }
  const stop = changes.begin()
  await delay(warmUpMs)
  const [before, startMs, doneBefore] = [await seconds(), performance.now(), changes.done]
  await delay(measuredMs)
  const passed = (performance.now() - startMs) / 1000
  const cost = (((await seconds()) - before) * 1000) / passed
  const rate = (changes.done - doneBefore) / passed
  console.error(`${side.name}: script ${cost.toFixed(0)} ms/s at ${rate.toFixed(0)} changes/s`)
  await side.use?.(page)
  await stop()
  await page.close()
  return cost
}

/** Types into the quantity and prints the page's script time per key. */
async function type(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: /quantity/i }).first()
  await field.click()
  await page.evaluate(() => {
    const costs: number[] = []
    Object.assign(globalThis, { keyCosts: costs })
    // From capture to bubble at the window, because React handles an event in between.
    for (const name of ['keydown', 'beforeinput', 'input', 'keyup']) {
      let startMs = 0
      addEventListener(name, () => (startMs = performance.now()), { capture: true })
      addEventListener(name, () => {
        if (name === 'keydown') costs.push(0)
        costs[costs.length - 1] = (costs.at(-1) ?? 0) + performance.now() - startMs
      })
    }
  })
  for (let at = 0; at < typedKeys; at += 1) {
    await page.keyboard.press(at % 6 === 5 ? 'Backspace' : String(at % 10))
    if (at % 12 === 11) await field.fill('')
    await delay(20)
  }
  const costs = await page.evaluate(
    () => (globalThis as unknown as { keyCosts: number[] }).keyCosts,
  )
  const sorted = costs.toSorted((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  console.error(`typing: ${costs.length} keys, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms of script`)
}
