// Order books that ccxt pro keeps from the deltas, compared with the engine's own at every update
// id: `npm run clients:book -- --minutes 10 --depth 1000`.

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
type RestBook = Data & { readonly b: readonly string[][]; readonly a: readonly string[][] }

export type BookRun = {
  /** Update ids on the wire, as seen by a reader that is never disconnected. */
  readonly sent: number
  /** Of these, the ones at which ccxt's book was compared with the engine's. */
  readonly compared: number
  /** Update ids sent while ccxt's connection was cut: a snapshot replaces them. */
  readonly missed: number
  /** Update ids at which the books differed; must be empty. */
  readonly wrong: readonly number[]
  /** REST answers that were compared with ccxt's book at their update id. */
  readonly restAnswers: number
  /** How often ccxt's connection was cut; ccxt reconnects each time. */
  readonly cuts: number
  /** Snapshots at the start of ccxt's connections. */
  readonly snapshots: number
  /** The number of replayed commands. */
  readonly replayed: number
}

const sideText = (side: BookSide): string =>
  side.map(([price, size]) => `${price}:${size}`).join(' ')
const digestOf = ({ bids, asks }: Book): string =>
  hash('sha1', `${sideText(bids)}|${sideText(asks)}`)
const numbersOf = (side: readonly string[][]): BookSide =>
  side.map(([price = '', size = '']) => [Number(price), Number(size)])

/** Reads the same topic beside ccxt, without a cut, and records the update ids. */
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
 * Follows a book by ccxt pro. ccxt's own handler builds the book; the result is recorded by the
 * update id and the command of the frame, which ccxt itself does not keep.
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
      // After a cut the next call opens another connection and begins with a snapshot.
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

/** Follows one live market; halfway and at each further tenth the connection is cut. */
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
  // A busy machine may need all of the time for the first books: a cut is recovered from too.
  const isRecovered = (): boolean => cuts > 0 && snapshots() > 1 && noted.size > 10
  while (Date.now() < untilMs || !isRecovered()) {
    // REST answers come from the widest stream, with its update ids.
    if (depth === 1000) {
      const url = `${origin}/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=${depth}`
      const { u, b, a } = (await getJson(url)).result as RestBook
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
  const restAnswers = [...answers].filter(([u]) => noted.has(u))
  for (const [u, digest] of restAnswers) if (noted.get(u)?.digest !== digest) wrong.add(u)
  const truths = new Map<number, string>()
  const at = new Set([...noted.values()].map(({ seq }) => seq))
  const replayed = replayBooks(dataFolder, { symbol, levels: depth, at }, (seq, book) =>
    truths.set(seq, digestOf(book)),
  )
  for (const [u, { seq, digest }] of noted) if (truths.get(seq) !== digest) wrong.add(u)
  // Updates before ccxt's subscription, or after its end, are not part of the run.
  const [first, last] = [Math.min(...noted.keys()), Math.max(...noted.keys())]
  const expected = [...sent].filter((u) => u >= first && u <= last)
  const missed = expected.filter((u) => !noted.has(u)).length
  return {
    sent: expected.length,
    compared: expected.length - missed,
    missed,
    wrong: [...wrong],
    restAnswers: restAnswers.length,
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
    const { sent, compared, missed, wrong, restAnswers, cuts, snapshots, replayed } = run
    const share = ((100 * compared) / Math.max(1, sent)).toFixed(2)
    console.log(
      `${compared} of ${sent} numbers compared (${share} %), ${wrong.length} wrong, ` +
        `${missed} sent while one of ${cuts} cuts lasted (${snapshots} snapshots); ` +
        `${restAnswers} answers of REST; ` +
        `${replayed} commands replayed`,
    )
    process.exitCode = wrong.length === 0 && compared > 0 ? 0 : 1
  } finally {
    await venue.stop()
  }
}
