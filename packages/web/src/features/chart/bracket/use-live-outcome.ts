// The exchange's preview of an action, refreshed while its inputs change: one request at a time,
// then the newest, so that it follows a dragged line.

import { useEffect, useRef, useState } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { outcomeOf, type Outcome } from '../../../actions/outcome.ts'
import { ask } from '../../../client/http.ts'
import { previewProblem } from '../../../client/error-reactions.ts'
import type { Message } from '../../../i18n/message-keys.ts'

type Look = 'previewOrder' | 'previewReplace' | 'previewTpSlTs'
type Answered = { readonly asked: string; readonly answer: CallAnswer<Look> }

export type LiveOutcome = {
  readonly outcome: Outcome | undefined
  /** Why the exchange would reject it. */
  readonly problem: Message | undefined
  /** The outcome answers an older request. */
  readonly isOld: boolean
}

/** The market moves, so the same request is repeated this long after an answer. */
const againMs = 2_000

/** Returns the newest answer; undefined without a request and before the first answer. */
export function useLiveOutcome<Name extends Look>(
  name: Name,
  request: CallRequest<Name> | undefined,
  instrument: Instrument,
): LiveOutcome | undefined {
  const asked = request === undefined ? '' : JSON.stringify(request)
  const [answered, setAnswered] = useState<Answered>()
  const wanted = useRef('')
  const isAsking = useRef(false)
  useEffect(() => {
    wanted.current = asked
    if (asked === '') return undefined
    let isOver = false
    const request = async (): Promise<void> => {
      if (isAsking.current) return
      isAsking.current = true
      const now = wanted.current
      const outcome = await ask(name, JSON.parse(now) as CallRequest<Name>, { timeoutMs: againMs })
      isAsking.current = false
      if (outcome.ok && wanted.current !== '') setAnswered({ asked: now, answer: outcome.value })
      if (wanted.current !== now && wanted.current !== '') void request()
    }
    const run = (): void => {
      if (!isOver) void request()
    }
    run()
    const timer = setInterval(run, againMs)
    return () => {
      isOver = true
      clearInterval(timer)
      wanted.current = ''
    }
  }, [name, asked])
  if (asked === '' || answered === undefined) return undefined
  const { answer } = answered
  const problem = previewProblem(answer)
  const idx = answer.orders[0]?.positionIdx ?? 0
  return {
    outcome: problem === undefined ? outcomeOf(answer, instrument, idx) : undefined,
    problem,
    isOld: answered.asked !== asked,
  }
}
