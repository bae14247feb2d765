// Why a change of the margin mode would be refused, asked of the exchange beforehand.

import { useEffect, useState } from 'react'
import type { CallRequest } from '@basis/protocol/calls'
import { lookProblem } from '../../exchange/error-reactions.ts'
import { ask } from '../../exchange/http.ts'
import type { Message } from '../../i18n/message-keys.ts'

/** Returns the words of the refusal; undefined when it would be done, or is not known yet. */
export function useModeProblem(
  isAsked: boolean,
  { symbol, isIsolated }: CallRequest<'previewMarginMode'>,
): Message | undefined {
  const [problem, setProblem] = useState<Message>()
  useEffect(() => {
    if (!isAsked) return undefined
    let isOver = false
    void ask('previewMarginMode', { symbol, isIsolated }).then((outcome) => {
      if (!isOver && outcome.ok) setProblem(lookProblem(outcome.value))
    })
    return () => {
      isOver = true
      setProblem(undefined)
    }
  }, [isAsked, symbol, isIsolated])
  return problem
}
