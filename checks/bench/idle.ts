// `npm run bench -- idle`: the cost of a real server while only its own market trades, and figures
// of that market. The ratio is the budget of a quarter of a core divided by the used time.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startExchange, type ExchangeProcess } from '../exchange-process.ts'
import type { BenchLine } from './line.ts'
import { cpuSeconds } from './process-time.ts'

/** The limit for an idle exchange with its robots: a quarter of one core. */
const budgetPercent = 25
/** A first start generates the history of three years, which must not be measured. */
const settlingMs = 20_000
const restMs = 60_000
const lookMs = 30_000
const lookEveryMs = 1_000

/** Measures for a minute without any request, then observes the market for half a minute. */
export async function bench(): Promise<BenchLine> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'basis-idle-'))
  const exchange = await startExchange({ dataFolder, settings: { BASIS_RATE_LIMIT: '0' } })
  try {
    await delay(settlingMs)
    const { pid } = exchange
    const seqBefore = await lastSeq(exchange)
    const startMs = performance.now()
    const cpuBefore = cpuSeconds(pid)
    await delay(restMs)
    const seconds = (performance.now() - startMs) / 1000
    const percent = (100 * (cpuSeconds(pid) - cpuBefore)) / seconds
    const perSecond = ((await lastSeq(exchange)) - seqBefore) / seconds
    console.error(`${perSecond.toFixed(1)} commands/s`)
    for (const line of await marketLines(exchange)) console.error(line)
    return {
      name: 'idle',
      ratio: budgetPercent / percent,
      ours: percent,
      peer: budgetPercent,
      peerName: 'budget',
      unit: '% of a core',
    }
  } finally {
    await exchange.end('SIGTERM')
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function ask<Answer>(exchange: ExchangeProcess, path: string): Promise<Answer> {
  const answer = await fetch(exchange.origin + path)
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

const lastSeq = async (exchange: ExchangeProcess): Promise<number> =>
  (await ask<{ seq: number }>(exchange, '/ready')).seq

const result = async <Value>(exchange: ExchangeProcess, path: string): Promise<Value> =>
  (await ask<{ result: Value }>(exchange, `/contract/v5/public/${path}`)).result

type Ticker = { symbol: string; lastPrice: string; indexPrice: string }
type Depth = { b: [string, string][]; a: [string, string][] }
type Trade = { i: string; T: number }

type Sight = {
  levels: number[]
  spreads: number[]
  strays: number[]
  values: number[]
}

/** Reads every quoted book once a second; returns one line per symbol. */
async function marketLines(exchange: ExchangeProcess): Promise<string[]> {
  const sights = new Map<string, Sight>()
  const beganMs = Date.now()
  while (Date.now() - beganMs < lookMs) {
    const { list } = await result<{ list: Ticker[] }>(exchange, 'tickers')
    for (const ticker of list) await lookAt(exchange, ticker, sights)
    await delay(lookEveryMs)
  }
  const lines: string[] = [
    'symbol     trades/s  levels min/mean/max  spread min/mean/max  stray  depth',
  ]
  for (const [symbol, sight] of sights) {
    const path = `trades?symbol=${encodeURIComponent(symbol)}&limit=500`
    const { list } = await result<{ list: Trade[] }>(exchange, path)
    const trades = list.filter(({ T }) => T >= beganMs).length / ((Date.now() - beganMs) / 1000)
    lines.push(lineOf(symbol, trades, sight))
  }
  return lines
}

async function lookAt(
  exchange: ExchangeProcess,
  { symbol, lastPrice, indexPrice }: Ticker,
  sights: Map<string, Sight>,
): Promise<void> {
  const path = `depth?symbol=${encodeURIComponent(symbol)}&limit=200`
  const { a, b } = await result<Depth>(exchange, path)
  const [ask, bid] = [Number(a[0]?.[0]), Number(b[0]?.[0])]
  if (!(ask > 0 && bid > 0)) return
  if (ask <= bid) throw new Error(`The book of ${symbol} is crossed: ${bid} over ${ask}`)
  const sight = sights.get(symbol) ?? { levels: [], spreads: [], strays: [], values: [] }
  sights.set(symbol, sight)
  const index = Number(indexPrice)
  sight.levels.push(a.length, b.length)
  sight.spreads.push(((ask - bid) / index) * 10_000)
  sight.strays.push(Math.abs(Number(lastPrice) / index - 1) * 10_000)
  const worth = [...a.slice(0, 50), ...b.slice(0, 50)]
  sight.values.push(worth.reduce((sum, [price, size]) => sum + Number(price) * Number(size), 0))
}

function lineOf(symbol: string, trades: number, sight: Sight): string {
  const { levels, spreads, strays, values } = sight
  const range = (all: readonly number[], digits: number): string =>
    [Math.min(...all), mean(all), Math.max(...all)].map((x) => x.toFixed(digits)).join('/')
  return [
    symbol.padEnd(10),
    trades.toFixed(2).padStart(8),
    range(levels, 0).padStart(21),
    `${range(spreads, 2)} bp`.padStart(21),
    `${mean(strays).toFixed(1)} bp`.padStart(7),
    `${Math.round(mean(values) / 1000)} k`.padStart(8),
  ].join('')
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
