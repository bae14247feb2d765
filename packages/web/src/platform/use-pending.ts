// Whether an action that a component started is still running.

import { useState } from 'react'

/**
 * Returns whether an action is running, and `during`, which marks one as running until it ends and
 * passes its result on. An action that throws ends too, so a failure cannot leave a form disabled.
 */
export function usePending(): readonly [
  boolean,
  <Result>(action: Promise<Result>) => Promise<Result>,
] {
  const [isPending, during] = usePendingOf<true>()
  return [isPending === true, (action) => during(true, action)]
}

/** The same for a component with several actions: which of them is running, undefined if none. */
export function usePendingOf<Which>(): readonly [
  Which | undefined,
  <Result>(which: Which, action: Promise<Result>) => Promise<Result>,
] {
  const [pending, setPending] = useState<Which>()
  const during = <Result>(which: Which, action: Promise<Result>): Promise<Result> => {
    setPending(() => which)
    return action.finally(() => setPending(undefined))
  }
  return [pending, during]
}
