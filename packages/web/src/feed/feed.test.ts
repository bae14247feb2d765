// The feed against scripted sockets: loss, reconnects, gaps, repeated and unreadable messages.

import { setImmediate as settled } from 'node:timers/promises'
import { privateMessages } from '@basis/protocol/topics/private-messages'
import { describe, expect, test } from 'vitest'
import { Collector } from './collector.ts'
import { Link, type FeedPorts, type FeedSocket } from './link.ts'
import type { FeedBatch } from './messages.ts'
import { PrivateFeed, type PrivateFeedOptions } from './private-feed.ts'
import { PublicFeed } from './public-feed.ts'

type Scripted = FeedSocket & {
  sent: unknown[]
  closed: boolean
  receive: (message: unknown) => void
}

function scriptedPorts() {
  let nowMs = 1_000
  let timers: { atMs: number; work: () => void }[] = []
  const sockets: Scripted[] = []
  const ports: FeedPorts = {
    nowMs: () => nowMs,
    chance: () => 0.5,
    after: (ms, work) => {
      const timer = { atMs: nowMs + ms, work }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
    openSocket: () => {
      const socket: Scripted = {
        sent: [],
        closed: false,
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.closed = true
        },
        receive: (message) => socket.onmessage?.({ data: JSON.stringify(message) }),
      }
      sockets.push(socket)
      return socket
    },
  }
  const advance = (ms: number): void => {
    const untilMs = nowMs + ms
    for (;;) {
      const due = timers.filter((timer) => timer.atMs <= untilMs)
      const next = due.toSorted((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      timers = timers.filter((timer) => timer !== next)
      nowMs = Math.max(nowMs, next.atMs)
      next.work()
    }
    nowMs = untilMs
  }
  const socket = (): Scripted => {
    const last = sockets.at(-1)
    if (last === undefined) throw new Error('No socket was opened')
    return last
  }
  return { ports, advance, sockets, socket }
}

const depth = (type: string, u: number, b: string[][] = [], a: string[][] = []) => ({
  topic: 'orderbook.200.BTCUSDT',
  type,
  seq: u,
  ts: 1_000 + u,
  data: { s: 'BTCUSDT', b, a, u, seq: u },
})

function publicFeed() {
  const { ports, advance, sockets, socket } = scriptedPorts()
  const batches: FeedBatch[] = []
  const feed = new PublicFeed(ports, 'ws://x', new Collector(ports, (each) => batches.push(each)))
  feed.setGrids([{ symbol: 'BTCUSDT', tickSizeE8: 10_000_000, lotSizeE8: 100_000 }])
  feed.watch(['orderbook.200.BTCUSDT', 'instrument_info.BTCUSDT', 'trade.BTCUSDT'])
  feed.open()
  socket().onopen?.()
  const book = () => batches.flatMap((batch) => batch.books).at(-1)
  return { feed, advance, sockets, socket, batches, book }
}

describe('the public feed', () => {
  test('subscribes on opening and combines messages into one batch per frame', () => {
    const { socket, advance, batches, book } = publicFeed()
    expect(socket().sent).toEqual([
      {
        op: 'subscribe',
        args: ['orderbook.200.BTCUSDT', 'instrument_info.BTCUSDT', 'trade.BTCUSDT'],
      },
    ])
    socket().receive(depth('snapshot', 1, [['10.0', '0.005']], [['10.1', '0.001']]))
    for (let u = 2; u <= 50; u += 1)
      socket().receive(depth('delta', u, [['10.0', `0.00${u % 9}1`]]))
    advance(60)
    expect(batches.filter((batch) => batch.books.length > 0)).toHaveLength(1)
    expect([...(book()?.asks ?? [])]).toEqual([101, 1])
    expect(book()).toMatchObject({ isLive: true, seq: 50 })
  })

  test('reads a line of the picker when its symbol becomes known, without a second message', () => {
    const { feed, socket, advance, batches } = publicFeed()
    feed.watch(['tickers'])
    const line = (symbol: string, last: string) => [symbol, last, '0.01', '5', '']
    socket().receive({
      topic: 'tickers',
      type: 'snapshot',
      seq: 1,
      ts: 1_000,
      data: [line('BTCUSDT', '10.1'), line('ETH/USDT', '2.00')],
    })
    advance(60)
    socket().sent.length = 0
    feed.setGrids([{ symbol: 'ETH/USDT', tickSizeE8: 1_000_000, lotSizeE8: 1_000 }])
    advance(60)
    const rows = batches.flatMap(({ picker }) => picker)
    expect(rows.findLast(({ symbol }) => symbol === 'BTCUSDT')?.lastTicks).toBe(101)
    expect(rows.findLast(({ symbol }) => symbol === 'ETH/USDT')?.lastTicks).toBe(200)
    expect(socket().sent).toEqual([])
  })

  test('marks the book as stale after a gap and requests one resync at a time', () => {
    const { socket, advance, book } = publicFeed()
    socket().receive(depth('snapshot', 1, [['10.0', '0.005']]))
    advance(60)
    socket().sent.length = 0
    socket().receive(depth('delta', 3))
    socket().receive(depth('delta', 4))
    advance(60)
    expect(book()?.isLive).toBe(false)
    expect(socket().sent).toEqual([
      { op: 'unsubscribe', args: ['orderbook.200.BTCUSDT'] },
      { op: 'subscribe', args: ['orderbook.200.BTCUSDT'] },
    ])
    socket().receive(depth('snapshot', 1, [['10.0', '0.009']]))
    advance(60)
    expect(book()).toMatchObject({ isLive: true })
    expect([...(book()?.bids ?? [])]).toEqual([100, 9])
  })

  test('requests a lost snapshot again, at most once in two seconds', () => {
    const { socket, advance } = publicFeed()
    socket().receive(depth('snapshot', 1))
    socket().receive(depth('delta', 3))
    socket().sent.length = 0
    for (let step = 0; step < 12; step += 1) {
      advance(500)
      socket().receive({ type: 'pong', ts: 1 })
    }
    const asked = socket().sent.filter((each) => JSON.stringify(each).includes('"subscribe"'))
    expect(asked).toHaveLength(3)
  })

  test('drops messages that do not fit their schema', () => {
    const { socket, advance, batches } = publicFeed()
    socket().receive({ topic: 'trade.BTCUSDT', type: 'delta', seq: 1, ts: 1, data: [{ p: 'x' }] })
    socket().receive({ topic: 'trade.ETHUSDT', type: 'delta', seq: 1, ts: 1, data: [] })
    socket().receive(null)
    socket().onmessage?.({ data: 'no json' })
    advance(60)
    expect(batches.flatMap((batch) => batch.trades)).toEqual([])
    // The next one that fits is read.
    const trade = { i: '7', T: 5, p: '10.1', v: '0.002', S: 'Buy' }
    socket().receive({ topic: 'trade.BTCUSDT', type: 'delta', seq: 2, ts: 2, data: [trade] })
    advance(60)
    const trades = [{ id: '7', ticks: 101, lots: 2, side: 'Buy', timeMs: 5 }]
    expect(batches.flatMap((batch) => batch.trades)).toEqual([
      { symbol: 'BTCUSDT', trades, isSnapshot: false },
    ])
  })

  test('passes liquidations on unchanged', () => {
    const { feed, socket, advance, batches } = publicFeed()
    const topic = 'liquidation.BTCUSDT'
    feed.watch([topic])
    const liquidation = { timeE3: 5, side: 'Buy', qty: '0.5', price: '61000' }
    for (const type of ['snapshot', 'delta']) {
      socket().receive({ topic, type, seq: 1, ts: 1_000, data: [liquidation] })
    }
    advance(60)
    const batch = { symbol: 'BTCUSDT', liquidations: [liquidation] }
    expect(batches.flatMap(({ liquidations }) => liquidations)).toEqual([
      { ...batch, isSnapshot: true },
      { ...batch, isSnapshot: false },
    ])
  })

  test('the books are stale when the socket is lost, and live again after the reconnect', () => {
    const { socket, sockets, advance, book } = publicFeed()
    socket().receive(depth('snapshot', 1, [['10.0', '0.005']]))
    advance(60)
    socket().onclose?.()
    advance(60)
    expect(book()?.isLive).toBe(false)
    advance(400)
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    expect(socket().sent).toHaveLength(1)
    socket().receive(depth('snapshot', 1, [['10.0', '0.005']]))
    advance(60)
    expect(book()?.isLive).toBe(true)
  })
})

describe('the link', () => {
  test('pings a silent socket, then drops it and reconnects with a delay', () => {
    const { ports, advance, sockets, socket } = scriptedPorts()
    const states: string[] = []
    const link = new Link({
      ports,
      url: 'ws://x',
      onOpen: () => undefined,
      onMessage: () => undefined,
      onReceived: () => undefined,
      onState: (state) => states.push(state),
    })
    link.open()
    socket().onopen?.()
    advance(3_000)
    expect(socket().sent).toContainEqual({ op: 'ping' })
    advance(8_000)
    expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting'])
    expect(sockets).toHaveLength(2)
    link.close()
    advance(60_000)
    expect(sockets).toHaveLength(2)
    expect(states.at(-1)).toBe('closed')
  })

  test('reconnects at once when it is woken while waiting', () => {
    const { ports, advance, sockets, socket } = scriptedPorts()
    const link = new Link({
      ports,
      url: 'ws://x',
      onOpen: () => undefined,
      onMessage: () => undefined,
      onReceived: () => undefined,
      onState: () => undefined,
    })
    link.open()
    link.wake()
    expect(sockets).toHaveLength(1)
    for (let loss = 0; loss < 4; loss += 1) {
      socket().onclose?.()
      if (loss < 3) advance(20_000)
    }
    const before = sockets.length
    link.wake()
    expect(sockets).toHaveLength(before + 1)
    advance(5_000)
    expect(sockets).toHaveLength(before + 1)
  })

  test('answers a ping and does not forward it', () => {
    const { ports, socket } = scriptedPorts()
    const received: unknown[] = []
    const link = new Link({
      ports,
      url: 'ws://x',
      onOpen: () => undefined,
      onMessage: (message) => received.push(message),
      onReceived: () => undefined,
      onState: () => undefined,
    })
    link.open()
    socket().onopen?.()
    socket().receive({ type: 'ping', ts: 1 })
    expect(socket().sent).toEqual([{ op: 'pong' }])
    expect(received).toEqual([])
  })
})

describe('the private feed', () => {
  const wallet = {
    accountMode: 'regular',
    isUTA: true,
    isUTA2: true,
    isDemo: true,
    fees: { level: 'VIP 0' },
    totalWalletBalance: '1',
    totalUnrealisedPnl: '0',
    totalEquity: '1',
    totalAvailableBalance: '1',
    totalPositionIM: '0',
    totalOrderIM: '0',
    totalBorrowIM: '0',
    totalInitialMargin: '0',
    totalMaintenanceMargin: '0',
    accountIMRateE4: 0,
    accountMMRateE4: 0,
    coins: [],
  }
  const push = (type: string, no: number) => ({
    topic: 'user.wallet',
    type,
    seq: no,
    ts: 1,
    no,
    data: wallet,
  })

  type Load = PrivateFeedOptions['loadSchemas']

  /** Opens a feed and its socket; the schemas have loaded, unless the loading is a given one. */
  async function privateFeed(loadSchemas: Load = () => Promise.resolve(privateMessages)) {
    const { ports, advance, sockets, socket } = scriptedPorts()
    const batches: FeedBatch[] = []
    let wanted = 0
    const feed = new PrivateFeed({
      ports,
      url: 'ws://x',
      collector: new Collector(ports, (each) => batches.push(each)),
      loadSchemas,
      wantToken: () => {
        wanted += 1
      },
      onRefused: () => undefined,
    })
    feed.open()
    socket().onopen?.()
    await settled()
    const count = () => batches.flatMap((batch) => batch.pushes).length
    return { feed, advance, sockets, socket, batches, count, wanted: () => wanted }
  }

  test('requests a token, logs in, subscribes, then passes each numbered message on once', async () => {
    const { feed, socket, advance, count, batches, wanted } = await privateFeed()
    expect(wanted()).toBe(1)
    feed.giveToken('once')
    socket().receive({ type: 'login_success' })
    expect(socket().sent.map((each) => (each as { op: string }).op)).toEqual(['login', 'subscribe'])
    socket().receive(push('snapshot', 7))
    socket().receive(push('delta', 8))
    socket().receive(push('delta', 8))
    advance(20)
    expect(count()).toBe(2)
    expect(batches.at(-1)?.privateLink).toBe('open')
  })

  test('requests the snapshot again after a gap in the message numbers', async () => {
    const { feed, socket, advance, count } = await privateFeed()
    feed.giveToken('once')
    socket().receive({ type: 'login_success' })
    socket().receive(push('snapshot', 7))
    socket().receive(push('delta', 9))
    socket().receive(push('delta', 10))
    advance(20)
    expect(count()).toBe(1)
    expect(socket().sent.slice(-2)).toEqual([
      { op: 'unsubscribe', args: ['user.wallet'] },
      { op: 'subscribe', args: ['user.wallet'] },
    ])
    socket().receive(push('snapshot', 10))
    advance(20)
    expect(count()).toBe(2)
  })

  test('subscribes to nothing and passes nothing on after it is closed, whatever still arrives', async () => {
    const { feed, socket, sockets, advance, count } = await privateFeed()
    feed.giveToken('once')
    socket().receive({ type: 'login_success' })
    const left = socket()
    const before = left.sent.length
    feed.close()
    expect(left.closed).toBe(true)
    left.receive(push('snapshot', 7))
    feed.giveToken('late')
    feed.resync()
    advance(60_000)
    expect([left.sent.length, sockets.length, count()]).toEqual([before, 1, 0])
  })

  test('On clean close (code 1000) channels are cleared: the next socket begins with a new login', async () => {
    const { feed, socket, sockets, advance, count } = await privateFeed()
    feed.giveToken('once')
    socket().receive({ type: 'login_success' })
    socket().receive(push('snapshot', 7))
    advance(20)
    const closed = socket()
    closed.onclose?.()
    feed.resync()
    expect(closed.sent).toHaveLength(2)
    advance(400)
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    // There is no subscription before the login, and numbers of the old channels do not count.
    feed.resync()
    feed.giveToken('twice')
    expect(socket().sent.map((each) => (each as { op: string }).op)).toEqual(['login'])
    socket().receive({ type: 'login_success' })
    socket().receive(push('delta', 8))
    advance(20)
    expect(count()).toBe(1)
    socket().receive(push('snapshot', 3))
    socket().receive(push('delta', 4))
    advance(20)
    expect(count()).toBe(3)
  })

  test('reconnects with a new token if it got none or the login is not answered', async () => {
    const { feed, socket, sockets, advance, wanted } = await privateFeed()
    feed.giveToken(undefined)
    advance(300)
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    expect(wanted()).toBe(2)
    feed.giveToken('second')
    advance(9_500)
    expect(sockets).toHaveLength(3)
  })

  test('logs in once with a token that a busy exchange gives late', async () => {
    const { feed, socket, sockets, advance, wanted } = await privateFeed()
    for (let waited = 0; waited < 25; waited += 1) {
      advance(1_000)
      socket().receive({ op: 'ping' })
    }
    feed.giveToken('late')
    socket().receive({ type: 'login_success' })
    advance(20)
    expect([sockets.length, wanted()]).toEqual([1, 1])
    expect(socket().sent).toContainEqual({ op: 'login', args: ['late'] })
    expect(socket().sent.at(-1)).toMatchObject({ op: 'subscribe' })
  })

  test('logs in once the schemas of the messages have loaded, and not before', async () => {
    const loading = Promise.withResolvers<typeof privateMessages>()
    const { feed, socket, advance, count, wanted } = await privateFeed(() => loading.promise)
    expect(wanted()).toBe(0)
    loading.resolve(privateMessages)
    await settled()
    expect(wanted()).toBe(1)
    feed.giveToken('once')
    socket().receive({ type: 'login_success' })
    socket().receive(push('snapshot', 7))
    advance(20)
    expect(count()).toBe(1)
  })

  test('reconnects and loads the schemas again when they could not be loaded', async () => {
    const answers = [Promise.reject(new Error('offline')), Promise.resolve(privateMessages)]
    const load = () => answers.shift() ?? Promise.reject(new Error('asked too often'))
    const { socket, sockets, advance, wanted } = await privateFeed(load)
    expect([sockets.length, wanted()]).toEqual([1, 0])
    advance(300)
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    await settled()
    expect([wanted(), answers.length]).toEqual([1, 0])
  })

  test('asks for no token when the account was left while the schemas loaded', async () => {
    const loading = Promise.withResolvers<typeof privateMessages>()
    const { feed, sockets, advance, wanted } = await privateFeed(() => loading.promise)
    feed.close()
    loading.resolve(privateMessages)
    await settled()
    advance(60_000)
    expect([sockets.length, wanted()]).toEqual([1, 0])
  })
})
