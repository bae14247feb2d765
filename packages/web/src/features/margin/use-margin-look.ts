// What a change of an isolated position's margin would come to, asked a moment after the last key.

import { useEffect, useState } from 'react'
import { zero, type Amount } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import { lookProblem } from '../../exchange/error-reactions.ts'
import { ask } from '../../exchange/http.ts'
import type { Message } from '../../i18n/message-keys.ts'

export type MarginLook = {
  /** Empty when no price within the limits liquidates the position. */
  readonly liqPriceAfter: string
  /** Why it would be refused. */
  readonly problem: Message | undefined
}

const debounceMs = 200

/** Returns the answer for this very change; undefined for none and before the answer. */
export function useMarginLook(change: {
  readonly symbol: string
  readonly positionIdx: PositionIdx
  readonly change: Amount
}): MarginLook | undefined {
  const { symbol, positionIdx } = change
  const text = String(change.change)
  const [seen, setSeen] = useState<{ key: string; look: MarginLook }>()
  const key = `${symbol} ${positionIdx} ${text}`
  const isAsked = change.change !== zero
  useEffect(() => {
    if (!isAsked) return undefined
    let isOver = false
    const timer = setTimeout(() => {
      const request = { symbol, positionIdx, addToPositionBalanceE8: text }
      void ask('preAddMargin', request).then((outcome) => {
        if (isOver || !outcome.ok) return
        const { liqPriceAfter } = outcome.value
        const problem = lookProblem(outcome.value)
        setSeen({ key, look: { liqPriceAfter, problem } })
      })
    }, debounceMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isAsked, symbol, positionIdx, text, key])
  return seen?.key === key ? seen.look : undefined
}
