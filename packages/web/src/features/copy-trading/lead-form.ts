// Becoming a leader and ending it: the form's request, and what the exchange would reject, by its
// own rules (rules 16.1).

import {
  investmentProblem,
  leaderNameProblem,
  profitShareProblem,
  type CopyStyle,
} from '@basis/domain/copy/settings'
import type { Problem } from '@basis/domain/instrument/problems'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { fractionOf, orNone } from './copy-form.ts'

/** The profit share, a percentage, is only that of a fund. */
export type LeadForm = {
  readonly name: string
  readonly style: CopyStyle
  readonly share: string
  readonly amount: string
}
export type LeadField = Exclude<keyof LeadForm, 'style'>

export const firstLead: LeadForm = { name: '', style: 'Classic', share: '10', amount: '1000' }

export const leadRequest = ({
  name,
  style,
  share,
  amount,
}: LeadForm): CallRequest<'applyLeader'> => ({
  name,
  style,
  amount: orNone(amount),
  ...(style === 'Pro' ? { profitShare: fractionOf(share) } : {}),
})

/** Returns the problem of each field that the exchange would reject. */
export function leadProblems(
  { name, style, share, amount }: LeadForm,
  available: string,
): Readonly<Record<LeadField, Problem | undefined>> {
  const shareE4 = style === 'Pro' ? Number(parseDecimal(orNone(share), 2) ?? 0n) : 0
  const put = parseDecimal(orNone(amount), 8) ?? 0n
  return {
    name: leaderNameProblem(name),
    share: profitShareProblem(style, shareE4),
    amount: investmentProblem(put, parseDecimal(available, 8) ?? 0n),
  }
}

type Wallet = Pick<CallAnswer<'leaderApplyDetail'>, 'positions' | 'orders'>

/** What is open in a leader's wallet, which keeps the leader from ending. */
export type OpenInWallet = {
  readonly positions: readonly Pick<Wallet['positions'][number], 'symbol' | 'side'>[]
  /** The symbols of open orders, each once. */
  readonly ordersIn: readonly string[]
}

/** Returns what is open in a leader's wallet; undefined if nothing is, so that leading may end. */
export function openInWallet({ positions, orders }: Wallet): OpenInWallet | undefined {
  if (positions.length + orders.length === 0) return undefined
  return { positions, ordersIn: [...new Set(orders.map(({ symbol }) => symbol))] }
}
