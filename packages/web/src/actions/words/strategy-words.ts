// Algorithmic orders as text: their kind, their terms, and why one ended.

import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import { mayPause, type AlgoKind } from '@basis/domain/algo/order'
import { strategyTypeOf, type StrategyType } from '@basis/protocol/order'
import type { WireStrategy } from '@basis/protocol/strategy'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'

export const kindWord = (type: StrategyType): MessageKey => `strategies.kinds.${type}`

/** Returns the terms of an algorithmic order in a few words. */
export function termsMessage(strategy: WireStrategy, instrument: Instrument): Message {
  const figure = (text: string | undefined) => ({ decimal: text ?? '0' })
  switch (strategy.strategyType) {
    case 'TWAP': {
      const { duration = 0, interval = 0, maxChasePrice } = strategy
      const times = { minutes: Math.round(duration / 60), interval }
      return maxChasePrice === undefined
        ? message('strategies.termsTwap', times)
        : message('strategies.termsTwapWorst', { ...times, price: figure(maxChasePrice) })
    }
    case 'POV': {
      const { duration = 0, participation } = strategy
      const share = { minutes: Math.round(duration / 60), percent: figure(participation) }
      return message('strategies.termsPov', share)
    }
    case 'Iceberg': {
      const { subSize, orderCount = 0 } = strategy
      return subSize === undefined
        ? message('strategies.termsCount', { count: orderCount })
        : message('strategies.termsSize', {
            qty: message('strategies.amount', { qty: figure(subSize), coin: qtyCoin(instrument) }),
          })
    }
    case 'ScaledOrder': {
      const { orderCount = 0, priceFrom, priceTo } = strategy
      const ends = { from: figure(priceFrom), to: figure(priceTo) }
      return message('strategies.termsLadder', { count: orderCount, ...ends })
    }
    case 'ChaseLimit': {
      const { maxDistance } = strategy
      return maxDistance === undefined
        ? message('strategies.termsChaseFree')
        : message('strategies.termsChase', { distance: figure(maxDistance) })
    }
  }
}

/** Returns why it ended; undefined while it runs. */
export const endWord = ({ endReason }: WireStrategy): MessageKey | undefined =>
  endReason === undefined ? undefined : `strategies.ends.${endReason}`

const kindOf = new Map(
  Object.entries(strategyTypeOf).map(([kind, type]) => [type, kind as AlgoKind]),
)

/** Whether it can be paused; a scaled order cannot, since it is placed at once. */
export function isPausable({ strategyType }: WireStrategy): boolean {
  const kind = kindOf.get(strategyType)
  return kind !== undefined && mayPause(kind)
}

/** Returns how much is filled, in whole percent, rounded down. */
export function filledPercent({ qty, cumExecQty }: WireStrategy): number {
  const total = parseDecimal(qty, 8) ?? 0n
  const filled = parseDecimal(cumExecQty, 8) ?? 0n
  return total === 0n ? 0 : Number((filled * 100n) / total)
}

/** Whether anything was filled, so that there is an average price. */
export const hasFilled = ({ cumExecQty }: WireStrategy): boolean => /[1-9]/.test(cumExecQty)
