// Order books that ccxt pro keeps from the deltas, held against the engine's own at every number
// that was sent, for as long as is asked: `npm run clients:book -- --minutes 10 --depth 1000`.

import { hash } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { symbolId } from '@basis/domain/numbers/brand'
import { WebSocket } from 'ws'
import { replayBooks, type Book, type BookSide } from './replayed-books.ts'
import { ccxtClient } from './unmodified-clients.ts'
import { getJson, startVenue, type Venue } from './venue.ts'

const market = 'BTC/USDT:USDT'
const symbol = symbolId('BTCUSDT')
const askEveryMs = 1000

type Frame = { readonly type: 'snapshot' | 'delta'; readonly data: Data }
type Data = { readonly u: number; readonly seq: number }
type Told = Data & { readonly b: readonly string[][]; readonly a: readonly string[][] }

export type BookRun = {
  /** Numbers that went over the wire, as a reader without a cut saw them. */
  readonly sent: number
  /** Of these, the ones at which ccxt's book was held against the engine's. */
  readonly compared: number
  /** Numbers that were sent while ccxt's line was cut: a snapshot makes up for them. */
  readonly missed: number
  /** Numbers at which the books differed; empty when all is well. */
  readonly wrong: readonly number[]
  /** Answers of REST that were held against ccxt's book at their number. */
  readonly asked: number
  /** Times that ccxt's line was cut; it begins anew each time. */
  readonly cuts: number
  /** Snapshots that ccxt's lines began with. */
  readonly snapshots: number
  /** Commands that were replayed. */
  readonly replayed: number
}

const sideText = (side: BookSide): string =>
  side.map(([price, size]) => `${price}:${size}`).join(' ')
const digestOf = ({ bids, asks }: Book): string =>
  hash('sha1', `${sideText(bids)}|${sideText(asks)}`)
const numbersOf = (side: readonly string[][]): BookSide =>
  side.map(([price = '', size = '']) => [Number(price), Number(size)])

/** Reads the same topic beside ccxt, never cut: which numbers were sent. */
async function readNumbers(origin: string, depth: number) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/v5/public/linear`)
  await once(socket, 'open')
  const sent = new Set<number>()
  socket.on('message', (raw: Buffer) => {
    const { data } = JSON.parse(raw.toString()) as { data?: { u?: number } }
    if (data?.u !== undefined) sent.add(data.u)
  })
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ op: 'subscribe', args: [`orderbook.${depth}.BTCUSDT`] }))
  await answered
  const ping = setInterval(() => socket.send('{"op":"ping"}'), 20_000)
  const close = (): void => {
    clearInterval(ping)
    socket.close()
  }
  return { sent, close }
}

type Noted = { readonly seq: number; readonly digest: string }

/**
 * Follows a book by ccxt pro. Its own handler builds the book; what that came to is noted by the
 * number and the command of the frame, which ccxt itself does not keep.
 */
async function follow(origin: string, depth: number) {
  const client = await ccxtClient(origin)
  await client.loadMarkets()
  const noted = new Map<number, Noted>()
  let snapshots = 0
  const handle = client.handleOrderBook.bind(client)
  client.handleOrderBook = (line, frame: Frame) => {
    handle(line, frame)
    if (frame.type === 'snapshot') snapshots += 1
    const { bids, asks } = client.orderbooks[market] as Book
    const { u, seq } = frame.data
    noted.set(u, { seq, digest: digestOf({ bids, asks }) })
  }
  let isOver = false
  const following = (async () => {
    while (!isOver) {
      // After a cut the next call opens another line and begins with a snapshot.
      await client.watchOrderBook(market, depth).catch((error: unknown) => {
        if (!(error instanceof Error)) throw error
      })
    }
  })()
  return {
    noted,
    snapshots: () => snapshots,
    cut: () => {
      for (const line of Object.values(client.clients)) line.connection?.close()
    },
    stop: async () => {
      isOver = true
      await client.close()
      await following
    },
  }
}

type Terms = { readonly lengthMs: number; readonly depth: number }

/** Follows one living market; halfway and at each further tenth the line is cut. */
export async function bookRun(
  { origin, dataFolder }: Venue,
  { lengthMs, depth }: Terms,
): Promise<BookRun> {
  const { sent, close } = await readNumbers(origin, depth)
  const { noted, snapshots, cut, stop } = await follow(origin, depth)
  const untilMs = Date.now() + lengthMs
  const answers = new Map<number, string>()
  let cuts = 0
  let nextCutMs = Date.now() + lengthMs / 2
  while (Date.now() < untilMs) {
    // REST answers from the widest stream, under its numbers.
    if (depth === 1000) {
      const url = `${origin}/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=${depth}`
      const { u, b, a } = (await getJson(url)).result as Told
      answers.set(u, digestOf({ bids: numbersOf(b), asks: numbersOf(a) }))
    }
    if (Date.now() > nextCutMs) {
      nextCutMs = Date.now() + lengthMs / 10
      cuts += 1
      cut()
    }
    await delay(askEveryMs)
  }
  await stop()
  close()
  const wrong = new Set<number>()
  const asked = [...answers].filter(([u]) => noted.has(u))
  for (const [u, digest] of asked) if (noted.get(u)?.digest !== digest) wrong.add(u)
  const truths = new Map<number, string>()
  const at = new Set([...noted.values()].map(({ seq }) => seq))
  const replayed = replayBooks(dataFolder, { symbol, levels: depth, at }, (seq, book) =>
    truths.set(seq, digestOf(book)),
  )
  for (const [u, { seq, digest }] of noted) if (truths.get(seq) !== digest) wrong.add(u)
  // What was sent before ccxt had subscribed, or after it had left, is no number of the run.
  const [first, last] = [Math.min(...noted.keys()), Math.max(...noted.keys())]
  const meant = [...sent].filter((u) => u >= first && u <= last)
  const missed = meant.filter((u) => !noted.has(u)).length
  return {
    sent: meant.length,
    compared: meant.length - missed,
    missed,
    wrong: [...wrong],
    asked: asked.length,
    cuts,
    snapshots: snapshots(),
    replayed,
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      depth: { type: 'string', default: '1000' },
    },
  })
  const venue = await startVenue()
  try {
    const terms = { lengthMs: Number(values.minutes) * 60_000, depth: Number(values.depth) }
    const run = await bookRun(venue, terms)
    const { sent, compared, missed, wrong, asked, cuts, snapshots, replayed } = run
    const share = ((100 * compared) / Math.max(1, sent)).toFixed(2)
    console.log(
      `${compared} of ${sent} numbers compared (${share} %), ${wrong.length} wrong, ` +
        `${missed} sent while one of ${cuts} cuts lasted (${snapshots} snapshots); ` +
        `${asked} answers of REST; ` +
        `${replayed} commands replayed`,
    )
    process.exitCode = wrong.length === 0 && compared > 0 ? 0 : 1
  } finally {
    await venue.stop()
  }
}
