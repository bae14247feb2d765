// The explanation of a row, requested from the history, which is written shortly after the push.

import { useEffect, useState } from 'react'
import type { WireExplainedStep } from '@basis/protocol/explain/row'
import { ask } from '../../client/http.ts'
import type { ExplainRequest } from '../../shell/dialogs.ts'

const TRIES = 5
const PAUSE_MS = 500

type Steps = readonly WireExplainedStep[]
type Asked = { readonly steps: Steps | undefined; readonly hasFailed: boolean }
const waiting: Asked = { steps: undefined, hasFailed: false }

/** Returns the steps that led to a row, oldest first. */
export function useExplained(row: ExplainRequest['call']) {
  const [asked, setAsked] = useState(waiting)
  const [tries, setTries] = useState(0)
  const text = JSON.stringify(row)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void askSteps(JSON.parse(text) as ExplainRequest['call'], signal).then((steps) => {
      if (!signal.aborted) setAsked({ steps, hasFailed: steps === undefined })
    })
    return () => controller.abort()
  }, [text, tries])
  const retry = (): void => {
    setAsked(waiting)
    setTries(tries + 1)
  }
  return { ...asked, retry }
}

async function askSteps(
  row: ExplainRequest['call'],
  signal: AbortSignal,
): Promise<Steps | undefined> {
  for (let tried = 0; tried < TRIES && !signal.aborted; tried += 1) {
    const outcome = await ask('explainRow', row, { signal })
    if (outcome.ok && outcome.value.steps.length > 0) return outcome.value.steps
    await new Promise((wake) => setTimeout(wake, PAUSE_MS))
  }
  return undefined
}
