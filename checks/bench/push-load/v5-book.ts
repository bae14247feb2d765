// The bench `v5-book`: books of the open API sent to a thousand sockets, against a bare `ws` server
// that sends the same bytes at the same times.

import type { BenchLine } from '../line.ts'
import { fanOutBench } from '../push.ts'

const symbolsRead = 10

export const bench = (): Promise<BenchLine> =>
  fanOutBench({ name: 'v5-book', path: '/v5/public/linear', topics: deltaTopics })

async function deltaTopics(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/v5/market/tickers?category=linear`)
  const { result } = (await answer.json()) as { result: { list: { symbol: string }[] } }
  return result.list.slice(0, symbolsRead).map(({ symbol }) => `orderbook.50.${symbol}`)
}
