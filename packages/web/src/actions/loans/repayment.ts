// Preview of a repayment before its confirmation: what it repays, and which coins would be sold for
// it (rules 12.5).

import { formatTrimmed, zero, type Amount } from '@basis/domain/numbers/fixed'
import { decodeAmount } from '@basis/protocol/order'
import { previewProblem } from '../../client/error-reactions.ts'
import type { Message } from '../../i18n/message-keys.ts'
import { useAnswer } from '../previews.ts'

/** An amount of a coin that is sold, with the fee. */
type SoldCoin = {
  readonly coin: string
  readonly amount: Amount
  readonly fee: Amount
  /** The part of the loan that it repays. */
  readonly repaid: Amount
}

export type Repayment = {
  /** Why the repayment would be refused. */
  readonly problem: Message | undefined
  readonly owed: Amount
  readonly sold: readonly SoldCoin[]
}

/** Returns the preview of a repayment, refreshed; undefined without one and before the answer. */
export function useRepayment(
  coin: string,
  wanted: Amount,
  convert: boolean,
): Repayment | undefined {
  const request = wanted > zero ? { coin, amount: formatTrimmed(wanted, 8), convert } : undefined
  const preview = useAnswer('previewRepayment', request)
  return (
    preview && {
      problem: previewProblem(preview),
      owed: decodeAmount(preview.owed),
      sold: preview.conversions.map(({ coin: name, amount, fee, repaid }) => ({
        coin: name,
        amount: decodeAmount(amount),
        fee: decodeAmount(fee),
        repaid: decodeAmount(repaid),
      })),
    }
  )
}
