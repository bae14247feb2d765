// Order books that ccxt pro keeps from the deltas, held against the exchange's own at the same
// number for as long as is asked: `npm run clients:book -- --minutes 10`.

import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { ccxtClient } from './unmodified-clients.ts'
import { getJson, startVenue } from './venue.ts'

const market = 'BTC/USDT:USDT'
const depth = 1000
const askEveryMs = 100
/** A stream of 1000 levels moves on five times a second; an answer may be ahead of the client. */
const statesKept = 600

type Side = readonly (readonly [number, number])[]
type Told = { readonly u: number; readonly b: readonly string[][]; readonly a: readonly string[][] }

export type BookRun = {
  /** Numbers at which both books were compared. */
  readonly compared: number
  /** Of these, where they differed; empty when all is well. */
  readonly wrong: readonly number[]
  /** Times that the client's line was cut; it begins anew each time. */
  readonly cuts: number
}

const textOf = (side: Side): string => side.map(([price, size]) => `${price}:${size}`).join(' ')
const numbersOf = (side: readonly string[][]): Side =>
  side.map(([price = '', size = '']) => [Number(price), Number(size)])

/**
 * ccxt keeps the time of a frame and not its number: another reader of the same frames tells which
 * number a time has.
 */
async function numbersByTime(origin: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/v5/public/linear`)
  await once(socket, 'open')
  const numbers = new Map<number, number>()
  socket.on('message', (raw: Buffer) => {
    const { ts, data } = JSON.parse(raw.toString()) as { ts?: number; data?: { u?: number } }
    if (ts !== undefined && data?.u !== undefined) numbers.set(ts, data.u)
    const [oldest] = numbers.keys()
    if (numbers.size > statesKept && oldest !== undefined) numbers.delete(oldest)
  })
  const ask = { op: 'subscribe', args: [`orderbook.${depth}.BTCUSDT`] }
  socket.send(JSON.stringify(ask))
  const ping = setInterval(() => socket.send('{"op":"ping"}'), 20_000)
  const close = (): void => {
    clearInterval(ping)
    socket.close()
  }
  return { numbers, close }
}

/** Follows one living market; halfway and at each further tenth the line is cut. */
export async function bookRun(origin: string, lengthMs: number): Promise<BookRun> {
  const client = await ccxtClient(origin)
  await client.loadMarkets()
  const states = new Map<number, string>()
  const { numbers, close } = await numbersByTime(origin)
  const untilMs = Date.now() + lengthMs
  let isOver = false
  const following = (async () => {
    while (!isOver) {
      try {
        const { bids, asks, timestamp } = await client.watchOrderBook(market, depth)
        const number = numbers.get(timestamp ?? 0)
        if (number === undefined) continue
        states.set(number, `${textOf(bids as Side)}|${textOf(asks as Side)}`)
        const [oldest] = states.keys()
        if (states.size > statesKept && oldest !== undefined) states.delete(oldest)
      } catch (error) {
        // A line that was cut: the next call opens another and begins with a snapshot.
        if (isOver) return
        if (!(error instanceof Error)) throw error
      }
    }
  })()
  const waiting = new Map<number, string>()
  const wrong: number[] = []
  let compared = 0
  let cuts = 0
  let nextCutMs = Date.now() + lengthMs / 2
  while (Date.now() < untilMs) {
    const url = `${origin}/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=${depth}`
    const { u, b, a } = (await getJson(url)).result as Told
    waiting.set(u, `${textOf(numbersOf(b))}|${textOf(numbersOf(a))}`)
    for (const [number, text] of waiting) {
      const kept = states.get(number)
      if (kept === undefined) continue
      waiting.delete(number)
      compared += 1
      if (kept !== text) wrong.push(number)
    }
    if (Date.now() > nextCutMs) {
      nextCutMs = Date.now() + lengthMs / 10
      cuts += 1
      for (const line of Object.values(client.clients)) line.connection?.close()
    }
    await delay(askEveryMs)
  }
  isOver = true
  await client.close()
  await following
  close()
  return { compared, wrong, cuts }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
  const venue = await startVenue()
  try {
    const { compared, wrong, cuts } = await bookRun(venue.origin, Number(values.minutes) * 60_000)
    console.log(`${compared} books compared, ${wrong.length} wrong, ${cuts} lines cut`)
    process.exitCode = wrong.length === 0 && compared > 0 ? 0 : 1
  } finally {
    await venue.stop()
  }
}
