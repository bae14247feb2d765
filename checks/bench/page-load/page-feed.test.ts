// The page bench sends what the exchange would: every message is valid for the terminal.

import { topicMessages } from '@basis/protocol/topics/messages'
import { parseTopic } from '@basis/protocol/topics/topic'
import { expect, test } from 'vitest'
import { feedTopics, PageFeed } from './page-feed.ts'

type Spoken = { topic: string; type: string; data: { u?: number; b?: unknown[]; a?: unknown[] } }

function spoken(text: string | undefined): Spoken {
  const message = JSON.parse(text ?? 'null') as Spoken
  const kind = parseTopic(message.topic)?.kind
  if (kind === undefined) throw new Error(`No topic is called ${message.topic}`)
  const read = topicMessages[kind].safeParse(message)
  expect(read.error?.issues ?? []).toEqual([])
  return message
}

test('snapshots and changes are valid messages, and the book’s update ids have no gaps', () => {
  const feed = new PageFeed(42)
  for (const topic of feedTopics) expect(spoken(feed.snapshot(topic)).type).toBe('snapshot')
  let updateNo = 1
  for (let count = 0; count < 2_000; count += 1) {
    const { topic, data } = spoken(feed.next())
    if (!topic.startsWith('orderbook')) continue
    updateNo += 1
    expect(data.u).toBe(updateNo)
  }
  expect(updateNo).toBeGreaterThan(1_000)
})

test('the same seed gives the same messages, and the price moves', () => {
  const prices = (seed: number): string[] => {
    const feed = new PageFeed(seed)
    return Array.from({ length: 500 }, () => {
      feed.next()
      return feed.lastPrice
    })
  }
  expect(prices(7)).toEqual(prices(7))
  expect(new Set(prices(7)).size).toBeGreaterThan(3)
})
