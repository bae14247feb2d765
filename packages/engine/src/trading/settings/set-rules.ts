// The command that takes the exchange to the next version of its rules.

import { problem } from '@basis/domain/instrument/problems'
import type { SetRules } from '../../api/commands.ts'
import { goBy } from '../../api/rules-version.ts'
import type { EngineState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'

/**
 * Versions are passed one by one and never back; the present one again changes nothing, so that an
 * operator may repeat himself. Throws RulesUnknown where this build cannot follow.
 */
export function setRules(state: EngineState, { version }: SetRules): CommandResult {
  const { present } = state.rulesVersion
  if (version === present) return {}
  if (version !== present + 1) return { problem: problem('commandRefused', 'version') }
  goBy(state.rulesVersion, version)
  return {}
}
