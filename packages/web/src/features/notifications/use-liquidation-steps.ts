// The steps of one liquidation, requested from the history, which is written shortly after the
// push.

import { useEffect, useState } from 'react'
import type { WireLiquidation } from '@basis/protocol/position'
import { ask } from '../../client/http.ts'

const TRIES = 5
const PAUSE_MS = 500
/** The maximum number of steps requested; one liquidation seldom has more than a few. */
const MOST_STEPS = 200

type Asked = { readonly steps: readonly WireLiquidation[] | undefined; readonly hasFailed: boolean }
const waiting: Asked = { steps: undefined, hasFailed: false }

/** Returns the steps at a time, of a symbol and of the whole account. */
export function useLiquidationSteps({ timeMs, symbol }: { timeMs: number; symbol: string }) {
  const [asked, setAsked] = useState(waiting)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const { signal, abort } = abortable()
    void askSteps(timeMs, signal).then((steps) => {
      if (signal.aborted) return
      const own = steps?.filter(
        (step) => step.symbol === symbol || symbol === '' || step.symbol === '',
      )
      setAsked({ steps: own, hasFailed: own === undefined })
    })
    return abort
  }, [timeMs, symbol, tries])
  const retry = (): void => {
    setAsked(waiting)
    setTries(tries + 1)
  }
  return { ...asked, retry }
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

async function askSteps(
  timeMs: number,
  signal: AbortSignal,
): Promise<readonly WireLiquidation[] | undefined> {
  const span = { fromE3: timeMs, toE3: timeMs + 1, limit: MOST_STEPS }
  for (let tried = 0; tried < TRIES && !signal.aborted; tried += 1) {
    const outcome = await ask('liquidations', span, { signal })
    // The answer is newest first; the steps are shown oldest first.
    if (outcome.ok && outcome.value.list.length > 0) return outcome.value.list.toReversed()
    await new Promise((wake) => setTimeout(wake, PAUSE_MS))
  }
  return undefined
}
