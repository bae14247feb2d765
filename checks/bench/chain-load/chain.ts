// `npm run bench -- chain`: the page of options while a thousand quotes of its chain change every
// second, against a bare table that reads the same pushes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { formatTopic } from '@basis/protocol/topics/topic'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumArgs, requireChromium } from '../../chromium.ts'
import { startExchange } from '../../exchange-process.ts'
import { VenueClient } from '../../simulator/venue-client.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { bareChain } from './bare-chain.ts'
import { QuotedLine } from './quoted-line.ts'

const changesPerSecond = 1_000
const messagesPerSecond = 20
const rounds = 3
const warmUpMs = 2_000
const measuredMs = 5_000
const barePath = '/bare-chain'
const chain = { baseCoin: 'BTC', settleCoin: 'USDC' } as const
const args = [...chromiumArgs, '--disable-features=LocalNetworkAccessChecks']

/** Measures both pages in turns and compares the script time of a second. */
export async function bench(): Promise<BenchLine> {
  const executablePath = requireChromium()
  if (executablePath === undefined) throw new Error('The chain bench needs a Chromium.')
  const folder = mkdtempSync(join(tmpdir(), 'basis-chain-'))
  const exchange = await startExchange({ dataFolder: folder, settings: { BASIS_RATE_LIMIT: '0' } })
  const line = await QuotedLine.to(exchange.origin)
  const browser = await chromium.launch({ executablePath, args })
  const looker = new VenueClient(exchange.origin)
  try {
    const quotes = await firstQuotes(looker)
    const changes = new Changes(line, quotes)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const costs = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      costs.ours.push(await measure(context, changes, terminal(line)))
      costs.bare.push(await measure(context, changes, bare(line, quotes)))
    }
    const [ours, peer] = [median(costs.ours), median(costs.bare)]
    return { name: 'chain', ratio: peer / ours, ours, peer, peerName: 'bare table', unit: 'ms/s' }
  } finally {
    await browser.close()
    looker.close()
    line.close()
    await exchange.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The quotes of the chain once the robots have quoted most of it. */
async function firstQuotes(looker: VenueClient): Promise<readonly WireOptionQuote[]> {
  for (let turn = 0; turn < 120; turn += 1) {
    const { list } = await looker.ask('optionQuotes', chain)
    const quoted = list.filter(({ bid1Price, ask1Price }) => bid1Price !== '' && ask1Price !== '')
    if (quoted.length > 20 && quoted.length > list.length * 0.8) return list
    await delay(1_000)
  }
  throw new Error('The chain is not quoted.')
}

const symbolsOfFirst = (quotes: readonly WireOptionQuote[]): readonly string[] => {
  const first = quotes[0]?.symbol.split('-')[1]
  return quotes.flatMap(({ symbol }) => (symbol.split('-')[1] === first ? [symbol] : []))
}

/** Sends the given number of changed quotes per second, going through the chain in order. */
class Changes {
  done = 0
  readonly #line: QuotedLine
  readonly #quotes: readonly WireOptionQuote[]

  constructor(line: QuotedLine, quotes: readonly WireOptionQuote[]) {
    this.#line = line
    this.#quotes = quotes
  }

  /** Starts sending; returns a function that stops it. */
  begin(): () => void {
    const startMs = performance.now()
    let sent = 0
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) * changesPerSecond) / 1000)
      if (due > sent) this.#send(due - sent)
      sent = due
    }, 1000 / messagesPerSecond)
    return () => clearInterval(timer)
  }

  #send(count: number): void {
    const list = Array.from({ length: count }, () => {
      this.done += 1
      const quote = this.#quotes[this.done % this.#quotes.length]
      return quote === undefined ? [] : [changeOf(quote, this.done)]
    }).flat()
    this.#line.say(
      JSON.stringify({
        topic: formatTopic({ kind: 'optionQuotes', ...chain }),
        type: 'delta',
        seq: 0,
        ts: Date.now(),
        data: { baseCoin: chain.baseCoin, indexPrice: String(65_000 + (this.done % 10)), list },
      }),
    )
  }
}

/** The change of a quote for one tick of the forward. */
function changeOf({ symbol, bid1Price, ask1Price }: WireOptionQuote, turn: number) {
  const by = (turn % 7) * 5
  const moved = (text: string): string => (text === '' ? '' : String(Number(text) + by))
  const share = (base: number): string => (base + (turn % 97) / 1000).toFixed(4)
  return {
    symbol,
    bid1Price: moved(bid1Price),
    bid1Iv: share(0.55),
    ask1Price: moved(ask1Price),
    ask1Iv: share(0.6),
    markPrice: String(500 + (turn % 89)),
    markIv: share(0.57),
    delta: share(0.4),
    vega: share(12),
    theta: `-${share(20)}`,
  }
}

type Side = { readonly name: string; readonly open: (page: Page) => Promise<void> }

const terminal = (line: QuotedLine): Side => ({
  name: 'terminal',
  open: async (page) => {
    await page.goto(`${line.origin}/trade/option/usdc/BTC`)
    await page
      .getByRole('button', { name: /^Buy .* at / })
      .first()
      .waitFor()
  },
})

const bare = (line: QuotedLine, quotes: readonly WireOptionQuote[]): Side => ({
  name: 'bare',
  open: async (page) => {
    await page.route(`**${barePath}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: bareChain(symbolsOfFirst(quotes)) }),
    )
    await page.goto(line.origin + barePath)
    await page.waitForFunction(() => document.title.endsWith('quotes'))
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
  stop()
  await page.close()
  return cost
}
