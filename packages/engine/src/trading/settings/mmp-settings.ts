// Setting and resetting of market-maker protection (rules 9.6).

import { problem } from '@basis/domain/instrument/problems'
import { mmpProblem } from '@basis/domain/options/mmp'
import type { ResetMmp, SetMmp } from '../../api/portfolio-commands.ts'
import type { EngineState } from '../../state/state.ts'
import { emitMmp, setMmp } from '../core/mmp.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { mmpOf } from '../core/option-rules.ts'

/**
 * Sets the protection of an account's options of a coin, or removes it if the window is 0. The
 * window restarts; a frozen account stays frozen.
 */
export function changeMmp(state: EngineState, command: SetMmp): CommandResult {
  const { kind: _kind, account: id, ...terms } = command
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const isListed = state.markets.some(
    ({ instrument }) => instrument.option !== undefined && instrument.baseCoin === terms.baseCoin,
  )
  if (!isListed) return { problem: problem('instrumentUnknown', 'baseCoin') }
  const wrong = mmpProblem(terms)
  if (wrong !== undefined) return { problem: wrong }
  const frozenUntilMs = mmpOf(account, terms.baseCoin)?.frozenUntilMs ?? 0
  const mmp = { ...terms, fills: [], frozenUntilMs: terms.windowMs === 0 ? 0 : frozenUntilMs }
  setMmp(account, mmp)
  emitMmp(state, account, { mmp, cause: 'Set' })
  return {}
}

/** Ends the freeze of protected orders and clears the window. */
export function resetMmp(state: EngineState, { account: id, baseCoin }: ResetMmp): CommandResult {
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const found = mmpOf(account, baseCoin)
  if (found === undefined) return { problem: problem('mmpNotSet', 'baseCoin', { coin: baseCoin }) }
  const mmp = { ...found, fills: [], frozenUntilMs: 0 }
  setMmp(account, mmp)
  emitMmp(state, account, { mmp, cause: 'Reset' })
  return {}
}
