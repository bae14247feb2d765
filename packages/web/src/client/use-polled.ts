// Polling of calls whose answers are on the page.

import { useEffect, useState } from 'react'
import type { CallAnswer } from '@basis/protocol/calls'
import { ask } from './http.ts'

type Polled = 'tickers' | 'marketStatistics' | 'marketCalendar'

/**
 * Returns the last answer to a call without parameters, repeated `everyMs` after each answer or
 * failure; undefined until the first has come. A hidden page sends nothing.
 */
export function usePolled<Name extends Polled>(
  name: Name,
  everyMs: number,
): CallAnswer<Name> | undefined {
  const [answer, setAnswer] = useState<CallAnswer<Name>>()
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        const outcome = await ask(name, {} as never)
        if (isOver) return
        if (outcome.ok) setAnswer(() => outcome.value as CallAnswer<Name>)
      }
      timer = setTimeout(() => void turn(), everyMs)
    }
    void turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [name, everyMs])
  return answer
}
