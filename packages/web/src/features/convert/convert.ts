// A conversion of one coin into another: the pair that trades both, and the market order sent to
// the exchange.

import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import {
  amount,
  formatTrimmed,
  mulDiv,
  parseDecimal,
  qtyLots,
  unitE8,
  zero,
  type Amount,
} from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreviewedAccount } from '@basis/protocol/preview-calls'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import type { OrderIntent } from '../../actions/order-requests.ts'
import type { Listing } from '../../stores/catalogue.ts'

/** The maximum slippage of a conversion from the best price, in percent. */
export const mostSlippage = '0.5'

/** The pair that converts a coin into another, and the side of the order. */
export type Conversion = { readonly instrument: Instrument; readonly side: Side }

const isOpen = ({ instrument }: Listing): boolean =>
  instrument.kind === 'Spot' && instrument.status === 'Trading'

/** Returns the coins that a coin can be converted into, by name. */
export function coinsFor(listings: readonly Listing[], from: string): readonly string[] {
  const others = listings.filter(isOpen).flatMap(({ instrument: { baseCoin, quoteCoin } }) => {
    if (baseCoin === from) return [quoteCoin]
    return quoteCoin === from ? [baseCoin] : []
  })
  return [...new Set(others)].toSorted()
}

/** Returns the conversion of a coin into another; undefined if no open pair has both. */
export function conversionOf(
  listings: readonly Listing[],
  from: string,
  to: string,
): Conversion | undefined {
  for (const { instrument } of listings.filter(isOpen)) {
    const { baseCoin, quoteCoin } = instrument
    if (baseCoin === from && quoteCoin === to) return { instrument, side: 'Sell' }
    if (quoteCoin === from && baseCoin === to) return { instrument, side: 'Buy' }
  }
  return undefined
}

/**
 * Returns the most of a coin that may be converted: all that is free until the exchange has
 * answered. A conversion is an order inside the account and may use coins that could not be
 * withdrawn because they serve as collateral or back a loan (12.3).
 */
export function convertible(
  side: Side,
  free: Amount,
  maximum: CallAnswer<'maxOrderQty'> | undefined,
): Amount {
  const paid = side === 'Buy' ? maximum?.buyPaid : maximum?.sellPaid
  if (paid !== undefined) return decodeAmount(paid)
  return free > zero ? free : zero
}

/**
 * Returns the order of a conversion; undefined while the amount is invalid. A sale is in whole
 * lots: the remainder of the coin is kept.
 */
export function conversionOrder(
  { instrument, side }: Conversion,
  typed: string,
): OrderIntent | undefined {
  const units = parseDecimal(typed, 8)
  if (units === undefined || units <= 0n) return undefined
  const { symbol } = instrument
  const lots = side === 'Sell' ? Number(units / BigInt(instrument.lotSizeE8)) : 0
  if (side === 'Sell' && lots === 0) return undefined
  return {
    symbol,
    side,
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    qtyLots: qtyLots(lots),
    ...(side === 'Buy' && { quoteAmount: amount(units) }),
    reduceOnly: false,
    plan: { maxSlippage: mostSlippage, maxSlippageType: 'Percent' },
  }
}

/** Returns the preview request: that of the order itself. */
export function conversionQuestion(
  { side, qtyLots: lots, quoteAmount, plan }: OrderIntent,
  instrument: Instrument,
): CallRequest<'previewSpotOrder'> {
  return {
    symbolId: spotSymbolIdOf(instrument.symbol),
    side: side === 'Buy' ? 'BUY' : 'SELL',
    type: 'MARKET',
    ...(quoteAmount === undefined
      ? { origQty: formatQty(instrument, lots) }
      : { amount: formatTrimmed(quoteAmount, 8), marketUnit: 'quoteCoin' }),
    ...plan,
  }
}

type Standings = { readonly before: WirePreviewedAccount; readonly after: WirePreviewedAccount }

/** Returns what is owed of a coin, interest included. */
const owedIn = ({ wallet }: WirePreviewedAccount, coin: string): bigint =>
  decodeAmount(wallet.coins.find((each) => each.coin === coin)?.spotBorrow ?? '0')

/** Returns the wallet balance less what is owed: a received coin that is owed is repaid at once. */
const ownIn = (standing: WirePreviewedAccount, coin: string): bigint => {
  const found = standing.wallet.coins.find((each) => each.coin === coin)
  return decodeAmount(found?.walletBalance ?? '0') - owedIn(standing, coin)
}

/** The result of a conversion, fees included, 1e-8; `rate` is in the second coin per first coin. */
export type Converted = {
  readonly spent: Amount
  readonly received: Amount
  /**
   * The part that repays what is owed of the coin, and does not stay in the wallet (rules 12.5).
   */
  readonly repaid: Amount
  readonly rate: Amount
}

/** Returns the result of a previewed conversion; undefined if nothing would be filled. */
export function convertedIn(
  { before, after }: Standings,
  from: string,
  to: string,
): Converted | undefined {
  const spent = amount(ownIn(before, from) - ownIn(after, from))
  const received = amount(ownIn(after, to) - ownIn(before, to))
  if (spent <= zero || received <= zero) return undefined
  const repaid = amount(owedIn(before, to) - owedIn(after, to))
  return {
    spent,
    received,
    repaid: repaid > zero ? repaid : zero,
    rate: amount(mulDiv(received, unitE8, spent, 'down')),
  }
}
