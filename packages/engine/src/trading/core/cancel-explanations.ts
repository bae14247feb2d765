// Explains why the rules cancelled an accepted order: its price and the opposite best price, with
// the numbers that decided (rules 8.2, 8.3). Read later from history ("explain").

import type { CancelType } from '@basis/domain/orders/order'
import {
  explainedE8,
  isTrue,
  type ExplainedNumber,
  type Explanation,
} from '@basis/domain/margin/explanation'
import type { OpenOrder } from '../../state/state.ts'
import { oppositeBookSide } from '../../order-book/order-book.ts'

/**
 * Returns the comparison that cancels an order; call it before the cancel. Undefined for reasons
 * without figures and for robots, which have no history. `foundLots` is what a fill-or-kill order
 * could have filled.
 */
export function cancelExplanation(
  order: OpenOrder,
  why: CancelType,
  foundLots = 0,
): Explanation | undefined {
  if (order.account.role !== 'trader') return undefined
  const explanation = comparisonOf(order, why, foundLots)
  return explanation !== undefined && isTrue(explanation) ? explanation : undefined
}

function comparisonOf(
  order: OpenOrder,
  why: CancelType,
  foundLots: number,
): Explanation | undefined {
  const { market, sign, priceTicks } = order
  const best = market.book.bestPrice(oppositeBookSide(sign))
  const bestPrice = best < 0 ? undefined : price(order, best)
  const own = { price: price(order, priceTicks) }
  switch (why) {
    case 'CancelByPostOnly':
      if (bestPrice === undefined) return undefined
      return {
        rule: 'postOnlyWouldTake',
        compared: ['price', sign === 1 ? '>=' : '<=', 'bestPrice'],
        numbers: { ...own, bestPrice },
      }
    case 'CancelByFok':
      return {
        rule: 'fillOrKillShort',
        compared: ['fillable', '<', 'qty'],
        numbers: {
          fillable: size(order, foundLots),
          qty: size(order, order.leavesLots),
          ...own,
          ...(bestPrice === undefined ? {} : { bestPrice }),
        },
      }
    case 'CancelByIoc':
      if (bestPrice === undefined) return undefined
      return {
        rule: 'restNotFilled',
        compared: ['bestPrice', sign === 1 ? '>' : '<', 'price'],
        numbers: { ...own, bestPrice, rest: size(order, order.leavesLots) },
      }
    case 'CancelBySlippage':
    case 'CancelByPriceBand':
      if (bestPrice === undefined) return undefined
      return {
        rule: 'boundReached',
        compared: ['bestPrice', sign === 1 ? '>' : '<', 'bound'],
        numbers: {
          bestPrice,
          bound: price(order, priceTicks),
          rest: size(order, order.leavesLots),
          [sign === 1 ? 'maxBuyPrice' : 'minSellPrice']: price(
            order,
            sign === 1 ? market.maxBuyTicks : market.minSellTicks,
          ),
          markPrice: explainedE8(market.markE8, market.instrument.quoteCoin),
        },
      }
    default:
      return undefined
  }
}

const price = ({ market: { instrument } }: OpenOrder, ticks: number): ExplainedNumber =>
  explainedE8(ticks * instrument.tickSizeE8, instrument.quoteCoin)

const size = ({ market: { instrument } }: OpenOrder, lots: number): ExplainedNumber =>
  explainedE8(
    BigInt(lots) * BigInt(instrument.lotSizeE8),
    instrument.kind === 'Inverse' ? instrument.quoteCoin : instrument.baseCoin,
  )
