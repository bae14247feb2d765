// Submission of a command to the exchange for an HTTP call; a refusal is thrown.

import type { Command } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import type { Parts } from './call-context.ts'
import { withRequestedField, problemRefusal } from './guards/refusal.ts'

/** Submits a command. Throws its problem if it was refused. */
export async function submit(parts: Parts, command: Command): Promise<ApplyResult> {
  const applied = await parts.exchange.submit(command)
  const { problem: wrong, seq } = applied
  if (wrong !== undefined) throw problemRefusal(withRequestedField(command, wrong), seq)
  return applied
}
