// Borrowing of a margin order that is not sent yet, by the exchange's preview of it (rules 12.1).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { parseDecimal, zero } from '@basis/domain/numbers/fixed'
import type { WireLoan } from '@basis/protocol/margin/spot-margin'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview, WireStanding } from '@basis/protocol/preview-calls'
import type { Exact } from '../../i18n/format.ts'
import { useAnswer } from '../previews.ts'
import { spotRequest, type OrderIntent } from '../trading.ts'

export type OrderBorrowing = {
  readonly coin: string
  readonly amount: Exact
  readonly isNothing: boolean
  /** Of an hour, in per cent. */
  readonly ratePercent: Exact
}

type BeforeAndAfter = Pick<WirePreview, 'before' | 'after'>

/** Returns what an order would borrow of a coin besides what is borrowed, 1e-8. */
export const moreBorrowed = ({ before, after }: BeforeAndAfter, coin: string): bigint =>
  borrowedIn(after, coin) - borrowedIn(before, coin)

/** Reads what an order would borrow; undefined of a coin that nobody lends. */
export function readBorrowing(
  told: BeforeAndAfter,
  coin: string,
  loans: readonly WireLoan[],
): OrderBorrowing | undefined {
  const loan = loans.find(({ currency }) => currency === coin)
  if (loan === undefined) return undefined
  const more = moreBorrowed(told, coin)
  const rate = parseDecimal(loan.hourlyBorrowRate, 12) ?? zero
  return {
    coin,
    amount: { units: more, scale: 8 },
    isNothing: more <= zero,
    ratePercent: { units: rate, scale: 10 },
  }
}

const borrowedIn = ({ wallet }: WireStanding, name: string): bigint =>
  decodeAmount(wallet.coins.find(({ coin }) => coin === name)?.borrowAmount ?? '0')

/** Returns what an order would borrow, kept fresh; undefined for none and before the answer. */
export function useBorrowing(
  order: OrderIntent | undefined,
  instrument: Instrument,
  loans: readonly WireLoan[],
): OrderBorrowing | undefined {
  const { baseCoin, quoteCoin } = instrument
  const asked = order && spotRequest(order, instrument)
  const told = useAnswer('previewSpotOrder', asked)
  if (told === undefined || order === undefined || told.code !== 0) return undefined
  return readBorrowing(told, order.side === 'Buy' ? quoteCoin : baseCoin, loans)
}
