// A transfer between wallets, sent under an id that its repetition after a lost answer keeps.

import type { TransferRequest } from '@basis/protocol/wallets/calls'
import { ask, type Outcome } from '../../client/http.ts'
import { createUnder } from './repeatable.ts'

/** Sends a transfer; if the exchange has made the one whose answer was lost, it is done. */
export async function transferFunds(request: TransferRequest): Promise<Outcome<unknown>> {
  const content = `transferFunds ${JSON.stringify(request)}`
  const outcome = await createUnder(content, (idOf) =>
    ask('transferFunds', { ...request, transferId: idOf() }),
  )
  const isMade = !outcome.ok && outcome.error.extMap['problem'] === 'transferRepeated'
  return isMade ? { ok: true, value: {} } : outcome
}
