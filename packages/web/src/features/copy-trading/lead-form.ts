// The form to become a leader: its request, and what the exchange would reject in each field, by
// its own rules (rules 16.1).

import {
  investmentProblem,
  leaderNameProblem,
  profitShareProblem,
  type CopyStyle,
} from '@basis/domain/copy/settings'
import type { Problem } from '@basis/domain/instrument/problems'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { CallRequest } from '@basis/protocol/calls'
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
