// The order book over REST: the deepest stream, brought up to date first (open API 3.4).

import type { V5Handlers } from '../context.ts'
import { listedInstrument } from '../instruments.ts'
import { bookStreams, fullDepth, optionFullDepth } from './book-streams.ts'

const defaultLevels = { spot: 1, linear: 25, inverse: 25, option: 1 } as const
const mostOfOption = 25

export const orderbookHandlers: V5Handlers<'orderbook'> = {
  orderbook: ({ parts }, { category, symbol, limit }) => {
    const instrument = listedInstrument(parts.exchange.views, category, symbol)
    const isOption = category === 'option'
    const stream = bookStreams(parts).of(instrument, isOption ? optionFullDepth : fullDepth)
    stream.advance()
    const levels = limit ?? defaultLevels[category]
    const { data, cts } = stream.snapshot(isOption ? Math.min(levels, mostOfOption) : levels)
    const { s, b, a, u, seq } = data
    return { result: { s, b: [...b], a: [...a], ts: parts.clock.nowMs(), u, seq, cts } }
  },
}
