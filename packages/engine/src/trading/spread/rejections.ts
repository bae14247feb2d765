// Why an order of a combination was refused, with the numbers that decided (rules 20.1, 20.3).

import {
  explainedE8,
  type ExplainedNumber,
  type Explanation,
} from '@basis/domain/margin/explanation'
import { parseDecimal, type QtyLots } from '@basis/domain/numbers/fixed'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Combination, SpreadTicks } from '@basis/domain/spread/combination'

type Asked = { readonly priceTicks?: SpreadTicks | undefined; readonly qtyLots: QtyLots }

/** Returns the comparison that refused an order; undefined if no figure decided. */
export function spreadExplanation(
  { tickSizeE8, lotSizeE8, baseCoin, quoteCoin }: Combination,
  { priceTicks = 0 as SpreadTicks, qtyLots }: Asked,
  { name, params = {} }: Problem,
): Explanation | undefined {
  const figure = (of: string, unit?: string): ExplainedNumber =>
    explainedE8(parseDecimal(params[of] ?? '0', 8) ?? 0n, unit ?? params['coin'])
  const price = explainedE8(BigInt(priceTicks) * BigInt(tickSizeE8), quoteCoin)
  switch (name) {
    case 'insufficientBalance':
    case 'insufficientCoin':
      return {
        rule: name,
        compared: ['needed', '>', 'available'],
        numbers: { needed: figure('needed'), available: figure('available') },
      }
    case 'priceAboveBand': {
      const maxBuyPrice = figure('max', quoteCoin)
      return {
        rule: name,
        compared: ['price', '>', 'maxBuyPrice'],
        numbers: { price, maxBuyPrice },
      }
    }
    case 'priceBelowBand': {
      const minSellPrice = figure('min', quoteCoin)
      const compared = ['price', '<', 'minSellPrice'] as const
      return { rule: name, compared, numbers: { price, minSellPrice } }
    }
    case 'orderMaxQtyReplace': {
      const qty = explainedE8(BigInt(qtyLots) * BigInt(lotSizeE8), baseCoin)
      const maxQty = figure('qty', baseCoin)
      return { rule: name, compared: ['qty', '>', 'maxQty'], numbers: { qty, maxQty } }
    }
    default:
      return undefined
  }
}
