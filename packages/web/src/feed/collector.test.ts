// The collector batches messages for the page: trades at a limited rate, a snapshot at once, and
// without loss.

import { expect, test } from 'vitest'
import { Collector } from './collector.ts'
import type { FeedBatch, UserPush } from './messages.ts'

/** A manual clock, which runs timers when it is advanced. */
function manualTime() {
  let nowMs = 0
  let due: { atMs: number; work: () => void }[] = []
  return {
    ports: {
      openSocket: () => {
        throw new Error('A collector opens no socket')
      },
      nowMs: () => nowMs,
      after: (ms: number, work: () => void) => {
        const entry = { atMs: nowMs + ms, work }
        due.push(entry)
        return () => {
          due = due.filter((each) => each !== entry)
        }
      },
      chance: () => 0,
    },
    advance: (ms: number) => {
      for (const untilMs = nowMs + ms; nowMs < untilMs;) {
        nowMs += 1
        const ready = due.filter(({ atMs }) => atMs <= nowMs)
        due = due.filter(({ atMs }) => atMs > nowMs)
        for (const { work } of ready) work()
      }
    },
  }
}

const trade = (no: number) => ({
  id: String(no),
  ticks: no,
  lots: 1,
  side: 'Buy' as const,
  timeMs: no,
})

test('trades are emitted at most twenty times a second, and none is lost', () => {
  const time = manualTime()
  const batches: FeedBatch[] = []
  const collector = new Collector(time.ports, (batch) => batches.push(batch))
  collector.addTrades({ symbol: 'BTCUSDT', trades: [trade(0)], isSnapshot: true })
  time.advance(20)
  expect(batches.flatMap(({ trades }) => trades).map(({ isSnapshot }) => isSnapshot)).toEqual([
    true,
  ])
  for (let no = 1; no <= 90; no += 1) {
    collector.addTrades({ symbol: 'BTCUSDT', trades: [trade(no)], isSnapshot: false })
    time.advance(10)
  }
  time.advance(100)
  const shots = batches.flatMap(({ trades }) => trades)
  expect(shots.length).toBeLessThanOrEqual(21)
  expect(shots.flatMap(({ trades }) => trades).map(({ id }) => Number(id))).toEqual(
    Array.from({ length: 91 }, (_trade, no) => no),
  )
})

test('what was pushed of an account that is left is dropped, and a batch names its account', () => {
  const time = manualTime()
  const batches: FeedBatch[] = []
  const collector = new Collector(time.ports, (batch) => batches.push(batch))
  const push = (seq: number) =>
    ({ kind: 'userRule', isSnapshot: false, seq, timeMs: seq, data: [] }) satisfies UserPush
  const seen = () => batches.map(({ account, pushes }) => [account, ...pushes.map((e) => e.seq)])
  collector.setAccount('1')
  collector.addPush(push(1))
  time.advance(20)
  collector.addPush(push(2))
  collector.setAccount('2')
  collector.addPush(push(3))
  time.advance(20)
  expect(seen()).toEqual([
    ['1', 1],
    ['2', 3],
  ])
})
