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

/** Reads what an order would borrow besides what is borrowed; undefined where it is refused. */
function readBorrowing(
  told: WirePreview,
  coin: string,
  loans: readonly WireLoan[],
): OrderBorrowing | undefined {
  const loan = loans.find(({ currency }) => currency === coin)
  if (told.code !== 0 || loan === undefined) return undefined
  const more = borrowedIn(told.after, coin) - borrowedIn(told.before, coin)
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
  return told && order && readBorrowing(told, order.side === 'Buy' ? quoteCoin : baseCoin, loans)
}
