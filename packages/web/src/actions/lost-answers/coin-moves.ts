// Movements of coins whose calls have no client id: after a lost answer the account's ledger is
// asked whether the same one was carried out, before it is sent again (reliability T3).

import type { WireLedgerRecord } from '@basis/protocol/account'
import type { CallRequest } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import { maxPageRows } from '@basis/protocol/wire'
import { serverNowMs } from '../../client/connection.ts'
import { ask, type Outcome } from '../../client/http.ts'
import { uidNow } from '../../client/session.ts'
import { LATEST_ARRIVAL_MS } from './unknown-outcome.ts'

type CoinMove =
  | 'borrowCoin'
  | 'repayLoan'
  | 'addBotInvestment'
  | 'investDcaBot'
  | 'investRebalanceBot'
  | 'transferCopy'

/** The ledger entry of each; its effect on the trading wallet has the sign of `effect`. */
const entries = {
  borrowCoin: { type: 'Borrow', effect: 1n },
  repayLoan: { type: 'Repay', effect: -1n },
  addBotInvestment: { type: 'BotTransfer', effect: -1n },
  investDcaBot: { type: 'BotTransfer', effect: -1n },
  investRebalanceBot: { type: 'BotTransfer', effect: -1n },
  transferCopy: { type: 'CopyTransfer', effect: -1n },
} as const satisfies Record<CoinMove, { type: WireLedgerRecord['type']; effect: bigint }>

type Failed = Outcome<unknown> & { readonly ok: false }
/** A movement without an answer; both times are the exchange's. */
type Lost = { readonly sentMs: number; readonly lostMs: number; readonly outcome: Failed }

/** By account and content. */
const lost = new Map<string, Lost>()

/** How long the same movement is taken for the one whose answer was lost. */
const REPEATED_MS = 600_000
/** How far the clock of the page may be from that of the exchange. */
const CLOCK_MS = 1_000

/**
 * Sends a movement of coins. If the answer to the same one was lost, its outcome is that of the
 * first if the ledger has it; it is sent again if it can no longer arrive, and until then its
 * outcome stays unknown.
 */
export async function moveCoins(
  name: CoinMove,
  request: CallRequest<CoinMove>,
): Promise<Outcome<unknown>> {
  const key = `${uidNow() ?? ''} ${name} ${JSON.stringify(request)}`
  const before = lost.get(key)
  const known = before && (await outcomeOfLost(name, request, before))
  if (known?.ok === false) return known
  lost.delete(key)
  if (known !== undefined) return known
  const sentMs = serverNowMs()
  const outcome = await ask(name, request)
  if (!outcome.ok && outcome.isUnknown) lost.set(key, { sentMs, lostMs: serverNowMs(), outcome })
  return outcome
}

/** Returns the outcome of a movement without an answer; undefined if it is to be sent again. */
async function outcomeOfLost(
  name: CoinMove,
  request: CallRequest<CoinMove>,
  { sentMs, lostMs, outcome }: Lost,
): Promise<Outcome<unknown> | undefined> {
  if (serverNowMs() - lostMs > REPEATED_MS) return undefined
  const latestMs = sentMs + LATEST_ARRIVAL_MS
  const span = { fromE3: Math.max(0, sentMs - CLOCK_MS), toE3: latestMs + CLOCK_MS }
  const log = await ask('transactionLog', { ...span, limit: maxPageRows })
  if (!log.ok) return { ...log, isUnknown: true }
  const row = log.value.list.find((each) => isEntryOf(each, name, request))
  if (row !== undefined) return { ok: true, value: row }
  return serverNowMs() > latestMs + CLOCK_MS ? undefined : outcome
}

function isEntryOf(
  { type, coin, cashFlow }: WireLedgerRecord,
  name: CoinMove,
  request: CallRequest<CoinMove>,
): boolean {
  if ('coin' in request && request.coin !== coin) return false
  const { type: own, effect } = entries[name]
  const asked = 'investment' in request ? request.investment : (request.amount ?? '0')
  const moved = decodeAmount(asked)
  const isWhole = decodeAmount(cashFlow) === effect * moved
  // Interest is repaid first, by an entry of its own, and no more than the debt.
  if (name === 'repayLoan') return type === own || (type === 'Interest' && isWhole)
  return type === own && isWhole
}
