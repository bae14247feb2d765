// The feed against scripted sockets: loss, reconnects, gaps, repeated and unreadable messages.

import { describe, expect, test } from 'vitest'
import { Collector } from './collector.ts'
import { Link, type FeedPorts, type FeedSocket } from './link.ts'
import type { FeedBatch } from './messages.ts'
import { PrivateFeed } from './private-feed.ts'
import { PublicFeed } from './public-feed.ts'

type Scripted = FeedSocket & { sent: unknown[]; closed: boolean; say: (message: unknown) => void }

function world() {
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
        say: (message) => socket.onmessage?.({ data: JSON.stringify(message) }),
      }
      sockets.push(socket)
      return socket
    },
  }
  const pass = (ms: number): void => {
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
  return { ports, pass, sockets, socket }
}

const depth = (type: string, u: number, b: string[][] = [], a: string[][] = []) => ({
  topic: 'orderbook.200.BTCUSDT',
  type,
  seq: u,
  ts: 1_000 + u,
  data: { s: 'BTCUSDT', b, a, u, seq: u },
})

function publicFeed() {
  const { ports, pass, sockets, socket } = world()
  const batches: FeedBatch[] = []
  const feed = new PublicFeed(ports, 'ws://x', new Collector(ports, (each) => batches.push(each)))
  feed.setGrids([{ symbol: 'BTCUSDT', tickSizeE8: 10_000_000, lotSizeE8: 100_000 }])
  feed.watch(['orderbook.200.BTCUSDT', 'instrument_info.BTCUSDT', 'trade.BTCUSDT'])
  feed.open()
  socket().onopen?.()
  const book = () => batches.flatMap((batch) => batch.books).at(-1)
  return { feed, pass, sockets, socket, batches, book }
}

describe('the public feed', () => {
  test('subscribes on opening and folds what comes into one batch per frame', () => {
    const { socket, pass, batches, book } = publicFeed()
    expect(socket().sent).toEqual([
      {
        op: 'subscribe',
        args: ['orderbook.200.BTCUSDT', 'instrument_info.BTCUSDT', 'trade.BTCUSDT'],
      },
    ])
    socket().say(depth('snapshot', 1, [['10.0', '0.005']], [['10.1', '0.001']]))
    for (let u = 2; u <= 50; u += 1) socket().say(depth('delta', u, [['10.0', `0.00${u % 9}1`]]))
    pass(60)
    expect(batches.filter((batch) => batch.books.length > 0)).toHaveLength(1)
    expect([...(book()?.asks ?? [])]).toEqual([101, 1])
    expect(book()).toMatchObject({ isLive: true, seq: 50 })
  })

  test('a line of the picker is read when its symbol becomes known, without a second message', () => {
    const { feed, socket, pass, batches } = publicFeed()
    feed.watch(['tickers'])
    const line = (symbol: string, last: string) => [symbol, last, '0.01', '5', '']
    socket().say({
      topic: 'tickers',
      type: 'snapshot',
      seq: 1,
      ts: 1_000,
      data: [line('BTCUSDT', '10.1'), line('ETH/USDT', '2.00')],
    })
    pass(60)
    socket().sent.length = 0
    feed.setGrids([{ symbol: 'ETH/USDT', tickSizeE8: 1_000_000, lotSizeE8: 1_000 }])
    pass(60)
    const rows = batches.flatMap(({ picker }) => picker)
    expect(rows.findLast(({ symbol }) => symbol === 'BTCUSDT')?.lastTicks).toBe(101)
    expect(rows.findLast(({ symbol }) => symbol === 'ETH/USDT')?.lastTicks).toBe(200)
    expect(socket().sent).toEqual([])
  })

  test('a gap shows the book as stale and asks for one resync at a time', () => {
    const { socket, pass, book } = publicFeed()
    socket().say(depth('snapshot', 1, [['10.0', '0.005']]))
    pass(60)
    socket().sent.length = 0
    socket().say(depth('delta', 3))
    socket().say(depth('delta', 4))
    pass(60)
    expect(book()?.isLive).toBe(false)
    expect(socket().sent).toEqual([
      { op: 'unsubscribe', args: ['orderbook.200.BTCUSDT'] },
      { op: 'subscribe', args: ['orderbook.200.BTCUSDT'] },
    ])
    socket().say(depth('snapshot', 1, [['10.0', '0.009']]))
    pass(60)
    expect(book()).toMatchObject({ isLive: true })
    expect([...(book()?.bids ?? [])]).toEqual([100, 9])
  })

  test('a lost snapshot is asked for again, at most once in two seconds', () => {
    const { socket, pass } = publicFeed()
    socket().say(depth('snapshot', 1))
    socket().say(depth('delta', 3))
    socket().sent.length = 0
    for (let step = 0; step < 12; step += 1) {
      pass(500)
      socket().say({ type: 'pong', ts: 1 })
    }
    const asked = socket().sent.filter((each) => JSON.stringify(each).includes('"subscribe"'))
    expect(asked).toHaveLength(3)
  })

  test('what does not fit its schema is dropped and breaks nothing', () => {
    const { socket, pass, batches } = publicFeed()
    socket().say({ topic: 'trade.BTCUSDT', type: 'delta', seq: 1, ts: 1, data: [{ p: 'x' }] })
    socket().say({ topic: 'trade.ETHUSDT', type: 'delta', seq: 1, ts: 1, data: [] })
    socket().say(null)
    socket().onmessage?.({ data: 'no json' })
    pass(60)
    expect(batches.flatMap((batch) => batch.trades)).toEqual([])
  })

  test('liquidations are handed on as they came', () => {
    const { feed, socket, pass, batches } = publicFeed()
    const topic = 'liquidation.BTCUSDT'
    feed.watch([topic])
    const fallen = { timeE3: 5, side: 'Buy', qty: '0.5', price: '61000' }
    for (const type of ['snapshot', 'delta']) {
      socket().say({ topic, type, seq: 1, ts: 1_000, data: [fallen] })
    }
    pass(60)
    const told = { symbol: 'BTCUSDT', liquidations: [fallen] }
    expect(batches.flatMap(({ liquidations }) => liquidations)).toEqual([
      { ...told, isSnapshot: true },
      { ...told, isSnapshot: false },
    ])
  })

  test('the books are stale when the socket is lost, and live again after the reconnect', () => {
    const { socket, sockets, pass, book } = publicFeed()
    socket().say(depth('snapshot', 1, [['10.0', '0.005']]))
    pass(60)
    socket().onclose?.()
    pass(60)
    expect(book()?.isLive).toBe(false)
    pass(400)
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    expect(socket().sent).toHaveLength(1)
    socket().say(depth('snapshot', 1, [['10.0', '0.005']]))
    pass(60)
    expect(book()?.isLive).toBe(true)
  })
})

describe('the link', () => {
  test('asks a silent socket for a sign, then drops it and backs off', () => {
    const { ports, pass, sockets, socket } = world()
    const states: string[] = []
    const link = new Link({
      ports,
      url: 'ws://x',
      onOpen: () => undefined,
      onMessage: () => undefined,
      onHeard: () => undefined,
      onState: (state) => states.push(state),
    })
    link.open()
    socket().onopen?.()
    pass(3_000)
    expect(socket().sent).toContainEqual({ op: 'ping' })
    pass(8_000)
    expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting'])
    expect(sockets).toHaveLength(2)
    link.close()
    pass(60_000)
    expect(sockets).toHaveLength(2)
    expect(states.at(-1)).toBe('closed')
  })

  test('a waiting link that is woken tries at once', () => {
    const { ports, pass, sockets, socket } = world()
    const link = new Link({
      ports,
      url: 'ws://x',
      onOpen: () => undefined,
      onMessage: () => undefined,
      onHeard: () => undefined,
      onState: () => undefined,
    })
    link.open()
    link.wake()
    expect(sockets).toHaveLength(1)
    for (let loss = 0; loss < 4; loss += 1) {
      socket().onclose?.()
      if (loss < 3) pass(20_000)
    }
    const before = sockets.length
    link.wake()
    expect(sockets).toHaveLength(before + 1)
    pass(5_000)
    expect(sockets).toHaveLength(before + 1)
  })

  test('answers a ping and does not tell it', () => {
    const { ports, socket } = world()
    const told: unknown[] = []
    const link = new Link({
      ports,
      url: 'ws://x',
      onOpen: () => undefined,
      onMessage: (message) => told.push(message),
      onHeard: () => undefined,
      onState: () => undefined,
    })
    link.open()
    socket().onopen?.()
    socket().say({ type: 'ping', ts: 1 })
    expect(socket().sent).toEqual([{ op: 'pong' }])
    expect(told).toEqual([])
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

  function privateFeed() {
    const { ports, pass, sockets, socket } = world()
    const batches: FeedBatch[] = []
    let wanted = 0
    const feed = new PrivateFeed({
      ports,
      url: 'ws://x',
      collector: new Collector(ports, (each) => batches.push(each)),
      wantToken: () => {
        wanted += 1
      },
      onRefused: () => undefined,
    })
    feed.open()
    socket().onopen?.()
    const count = () => batches.flatMap((batch) => batch.pushes).length
    return { feed, pass, sockets, socket, batches, count, wanted: () => wanted }
  }

  test('token, login, subscribe, then messages in sequence', () => {
    const { feed, socket, pass, count, batches, wanted } = privateFeed()
    expect(wanted()).toBe(1)
    feed.giveToken('once')
    socket().say({ type: 'login_success' })
    expect(socket().sent.map((each) => (each as { op: string }).op)).toEqual(['login', 'subscribe'])
    socket().say(push('snapshot', 7))
    socket().say(push('delta', 8))
    socket().say(push('delta', 8))
    pass(20)
    expect(count()).toBe(2)
    expect(batches.at(-1)?.privateLink).toBe('open')
  })

  test('a gap in an account’s numbers asks for the snapshot again', () => {
    const { feed, socket, pass, count } = privateFeed()
    feed.giveToken('once')
    socket().say({ type: 'login_success' })
    socket().say(push('snapshot', 7))
    socket().say(push('delta', 9))
    socket().say(push('delta', 10))
    pass(20)
    expect(count()).toBe(1)
    expect(socket().sent.slice(-2)).toEqual([
      { op: 'unsubscribe', args: ['user.wallet'] },
      { op: 'subscribe', args: ['user.wallet'] },
    ])
    socket().say(push('snapshot', 10))
    pass(20)
    expect(count()).toBe(2)
  })

  test('who has left is not subscribed to anything more, whatever still comes', () => {
    const { feed, socket, sockets, pass, count } = privateFeed()
    feed.giveToken('once')
    socket().say({ type: 'login_success' })
    const left = socket()
    const before = left.sent.length
    feed.close()
    expect(left.closed).toBe(true)
    left.say(push('snapshot', 7))
    feed.giveToken('late')
    feed.resync()
    pass(60_000)
    expect([left.sent.length, sockets.length, count()]).toEqual([before, 1, 0])
  })

  test('On clean close (code 1000) channels are cleared: the next socket begins anew', () => {
    const { feed, socket, sockets, pass, count } = privateFeed()
    feed.giveToken('once')
    socket().say({ type: 'login_success' })
    socket().say(push('snapshot', 7))
    pass(20)
    const closed = socket()
    closed.onclose?.()
    feed.resync()
    expect(closed.sent).toHaveLength(2)
    pass(400)
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    // Nothing is subscribed before the login, and no number of the old channels counts.
    feed.resync()
    feed.giveToken('twice')
    expect(socket().sent.map((each) => (each as { op: string }).op)).toEqual(['login'])
    socket().say({ type: 'login_success' })
    socket().say(push('delta', 8))
    pass(20)
    expect(count()).toBe(1)
    socket().say(push('snapshot', 3))
    socket().say(push('delta', 4))
    pass(20)
    expect(count()).toBe(3)
  })

  test('without a token, or without an answer to the login, it is tried again with a new one', () => {
    const { feed, socket, sockets, pass, wanted } = privateFeed()
    feed.giveToken(undefined)
    pass(300)
    expect(sockets).toHaveLength(2)
    socket().onopen?.()
    expect(wanted()).toBe(2)
    feed.giveToken('second')
    pass(9_500)
    expect(sockets).toHaveLength(3)
  })

  test('a token that a busy exchange is long in giving still logs in, once', () => {
    const { feed, socket, sockets, pass, wanted } = privateFeed()
    for (let waited = 0; waited < 25; waited += 1) {
      pass(1_000)
      socket().say({ op: 'ping' })
    }
    feed.giveToken('late')
    socket().say({ type: 'login_success' })
    pass(20)
    expect([sockets.length, wanted()]).toEqual([1, 1])
    expect(socket().sent).toContainEqual({ op: 'login', args: ['late'] })
    expect(socket().sent.at(-1)).toMatchObject({ op: 'subscribe' })
  })
})
