// Borrowing of a margin order that has not been sent, by the exchange's preview of it (rules 12.1).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { parseDecimal, zero } from '@basis/domain/numbers/fixed'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview, WirePreviewedAccount } from '@basis/protocol/preview-calls'
import type { Exact } from '../../i18n/format.ts'
import { useAnswer } from '../previews.ts'
import { spotRequest, type OrderIntent } from '../order-requests.ts'

export type OrderBorrowing = {
  readonly coin: string
  readonly amount: Exact
  readonly isNothing: boolean
  /** Per hour, in per cent. */
  readonly ratePercent: Exact
}

type BeforeAndAfter = Pick<WirePreview, 'before' | 'after'>

/** Returns what an order would borrow of a coin in addition, 1e-8. */
export const moreBorrowed = ({ before, after }: BeforeAndAfter, coin: string): bigint =>
  borrowedIn(after, coin) - borrowedIn(before, coin)

/** Reads what an order would borrow; undefined for a coin that cannot be borrowed. */
export function readBorrowing(
  preview: BeforeAndAfter,
  coin: string,
  loans: readonly WireLoan[],
): OrderBorrowing | undefined {
  const loan = loans.find(({ currency }) => currency === coin)
  if (loan === undefined) return undefined
  const more = moreBorrowed(preview, coin)
  const rate = parseDecimal(loan.hourlyBorrowRate, 12) ?? zero
  return {
    coin,
    amount: { units: more, scale: 8 },
    isNothing: more <= zero,
    ratePercent: { units: rate, scale: 10 },
  }
}

const borrowedIn = ({ wallet }: WirePreviewedAccount, name: string): bigint =>
  decodeAmount(wallet.coins.find(({ coin }) => coin === name)?.borrowAmount ?? '0')

/**
 * Returns what an order would borrow, refreshed; undefined without an order and before the answer.
 */
export function useBorrowing(
  order: OrderIntent | undefined,
  instrument: Instrument,
  loans: readonly WireLoan[],
): OrderBorrowing | undefined {
  const { baseCoin, quoteCoin } = instrument
  const asked = order && spotRequest(order, instrument)
  const preview = useAnswer('previewSpotOrder', asked)
  if (preview === undefined || order === undefined || preview.code !== 0) return undefined
  return readBorrowing(preview, order.side === 'Buy' ? quoteCoin : baseCoin, loans)
}
