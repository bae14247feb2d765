// Notices of algorithmic orders: one at the start and one at the end, instead of notices of their
// single orders.

import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import type { WireStrategy } from '@basis/protocol/strategy'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import type { NoticeDraft } from '../../shell/notices.ts'
import type { StrategyChange } from '../../stores/strategies.ts'
import { endWord, hasFilled, kindWord } from '../../actions/words/strategy-words.ts'

const ends = {
  Completed: { key: 'strategies.completed', tone: 'success' },
  Stopped: { key: 'strategies.stopped', tone: 'warning' },
  Cancelled: { key: 'strategies.cancelled', tone: 'info' },
} as const

/** Returns the notices of the changes; progress is not reported. */
export function strategyNotices(
  changes: readonly StrategyChange[],
  instrumentOf: (symbol: string) => Instrument | undefined,
): readonly NoticeDraft[] {
  return changes.flatMap(({ before, strategy }) => {
    const instrument = instrumentOf(strategy.symbol)
    if (instrument === undefined) return []
    const { status } = strategy
    if (status === 'Running' || status === 'Paused') {
      if (before === undefined) return [started(strategy, instrument)]
      return before.status === status ? [] : [held(strategy, instrument)]
    }
    const { key, tone } = ends[status]
    const kind: Message = { key: kindWord(strategy.strategyType) }
    return [
      {
        kind: `strategy ${status}`,
        tone,
        title: message(key, { kind }),
        body: endedBody(strategy, instrument),
        keys: [`strategy ${strategy.strategyId} ended`],
        timeMs: strategy.updatedAtE3,
        link: { panel: 'strategies' },
      },
    ]
  })
}

function started(strategy: WireStrategy, instrument: Instrument): NoticeDraft {
  const { side, qty, symbol } = strategy
  const kind: Message = { key: kindWord(strategy.strategyType) }
  return {
    kind: 'strategy started',
    tone: 'success',
    title: message('strategies.started', { kind }),
    body: message('strategies.startedBody', {
      side: sideWord(side),
      qty: { decimal: qty },
      coin: qtyCoin(instrument),
      symbol,
    }),
    keys: [`strategy ${strategy.strategyId} started`],
    timeMs: strategy.createdAtE3,
    link: { panel: 'strategies' },
  }
}

/** It was paused or resumed. */
function held(strategy: WireStrategy, instrument: Instrument): NoticeDraft {
  const kind: Message = { key: kindWord(strategy.strategyType) }
  const isPaused = strategy.status === 'Paused'
  return {
    kind: `strategy ${isPaused ? 'paused' : 'resumed'}`,
    tone: 'info',
    title: message(isPaused ? 'strategies.pausedNotice' : 'strategies.resumedNotice', { kind }),
    body: endedBody(strategy, instrument),
    keys: [`strategy ${strategy.strategyId} ${strategy.updateNo}`],
    timeMs: strategy.updatedAtE3,
    link: { panel: 'strategies' },
  }
}

function endedBody(strategy: WireStrategy, instrument: Instrument): Message {
  const { side, qty, cumExecQty, avgPrice, symbol } = strategy
  const reason = endWord(strategy) ?? stateWord(strategy)
  const what = {
    side: sideWord(side),
    symbol,
    filled: { decimal: cumExecQty },
    qty: { decimal: qty },
    coin: qtyCoin(instrument),
    reason: { key: reason },
  }
  return hasFilled(strategy)
    ? message('strategies.endedAverage', { ...what, price: { decimal: avgPrice } })
    : message('strategies.endedBody', what)
}

const stateWord = ({ status }: WireStrategy): MessageKey =>
  status === 'Paused' ? 'strategies.pausedBody' : 'strategies.resumedBody'

const sideWord = (side: WireStrategy['side']): Message =>
  message(side === 'Buy' ? 'orders.buy' : 'orders.sell')
