// The fee level of an account, which applies from its next fill on (rules 3.6). Margin and
// liquidation still use the listed rates, which are never lower.

import { feeRatesFault, firstFeeLevel, isFeeLevel } from '@basis/domain/instrument/fee-levels'
import { problem } from '@basis/domain/instrument/problems'
import type { SetFeeLevel } from '../../api/commands.ts'
import { contentText } from '../../api/field-order.ts'
import type { AccountState, EngineState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'

/** Sets the level and its rates; the same ones again change nothing. */
export function setFeeLevel(state: EngineState, command: SetFeeLevel): CommandResult {
  const { level, rates } = command
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  if (!isFeeLevel(level)) return { problem: problem('commandRefused', 'level') }
  const fault = rates === undefined ? undefined : feeRatesFault(rates)
  if (fault !== undefined) return { problem: problem('commandRefused', fault) }
  const isPlain = level === firstFeeLevel && rates === undefined
  const fees = isPlain ? undefined : { level, ...(rates === undefined ? {} : { rates }) }
  if (contentText(fees ?? {}) === contentText(account.fees ?? {})) return {}
  applyFees(state, account, fees)
  const bots = [...state.grids.running.values(), ...state.spotBots.running.values()]
  for (const { owner, wallet } of bots) {
    const bot = owner === account.id ? state.accounts.get(wallet) : undefined
    if (bot !== undefined) applyFees(state, bot, fees)
  }
  return {}
}

/** Applies fee rates to an account from now on. */
export function applyFees(
  state: EngineState,
  account: AccountState,
  fees: AccountState['fees'],
): void {
  account.fees = fees
  const { level, rates } = fees ?? { level: firstFeeLevel }
  const set = rates === undefined ? { level } : { level, rates }
  state.events.push({ kind: 'FeeLevelChanged', account: account.id, ...set })
}
