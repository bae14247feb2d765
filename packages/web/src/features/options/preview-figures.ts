// The exchange's own preview of an order, reduced to what the ticket shows, in dollars.

import type { Preview } from '../../actions/previews.ts'

type PreviewFigures = {
  /** What the fills cost; undefined where it would rest. */
  readonly fee: string | undefined
  readonly marginBefore: string
  readonly marginAfter: string
  readonly available: string
}

export function previewFigures({ before, after, fees }: Preview): PreviewFigures {
  return {
    fee: fees[0]?.fee,
    marginBefore: before.wallet.totalInitialMargin,
    marginAfter: after.wallet.totalInitialMargin,
    available: after.wallet.totalAvailableBalance,
  }
}
