// The command that switches the exchange to the next version of its rules.

import { problem } from '@basis/domain/instrument/problems'
import type { SetRules } from '../../api/commands.ts'
import { adoptRules, thirdRules } from '../../api/rules-version.ts'
import { markToCheck } from '../../state/liquidation-index.ts'
import type { EngineState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'

/**
 * Versions only advance one at a time; setting the present one changes nothing, so that the command
 * may be repeated. Throws RulesUnknown if this build does not support the version.
 */
export function setRules(state: EngineState, { version }: SetRules): CommandResult {
  const { present } = state.rulesVersion
  if (version === present) return {}
  if (version !== present + 1) return { problem: problem('commandRefused', 'version') }
  adoptRules(state.rulesVersion, version)
  // Which accounts need no check depends on the rules: after a restart the new ones decide.
  if (version >= thirdRules) for (const { risk } of state.accounts.values()) markToCheck(risk)
  return {}
}
