// The quantity of a draft: conversion of coins, cost, value or risk at the stop to lots, and the
// limits of the field.

import { amount, formatTrimmed, parseDecimal, qtyLots } from '@basis/domain/numbers/fixed'
import type { PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatQty,
  parseQty,
  qtyCoin,
  qtyDecimals,
  ticksToE8,
} from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  lotsOfCost,
  lotsOfShare,
  lotsOfValue,
  mostEntered,
  type CostTerms,
} from '@basis/domain/margin/cost-input'
import { sideSign, type Side } from '@basis/domain/orders/order'
import { maxOrderQty } from '@basis/domain/orders/order-rules'
import type { Tip } from '@basis/domain/orders/tpsl'
import { splitTip } from '@basis/domain/orders/trigger'
import { isRiskUnit, riskShareRules } from '../../actions/risk.ts'
import type { NumberRules } from '../../ui/number-text.ts'
import { isByRisk, unitOf } from './quantity-units.ts'
import { riskLots, stoppedSide } from './ticket-risk.ts'
import { isConditional } from './ticket-terms.ts'
import { isProblem, valuationTicks } from './ticket.ts'
import type { TicketContext, TicketDraft } from './ticket.ts'

/** The terms that convert a cost or a value to lots at a price, and back (rules 3.4). */
function costTerms(
  { instrument, leverage }: Pick<TicketContext, 'instrument' | 'leverage'>,
  side: Side,
  price: PriceTicks,
): CostTerms {
  return {
    kind: instrument.kind === 'Inverse' ? 'Inverse' : 'Linear',
    sign: sideSign(side),
    price: ticksToE8(instrument, price),
    leverage,
    takerFee: instrument.takerFeeE8,
    lotSizeE8: instrument.lotSizeE8,
  }
}

/**
 * Returns a draft's quantity on a side, in lots, or what is wrong with its text. Cost and value are
 * floored to the lot (rules 3.4); a percentage is floored from `maxLots`, and 0 while that is not
 * known.
 */
export function sizedLots(
  draft: TicketDraft,
  context: TicketContext,
  side: Side,
  maxLots: QtyLots | undefined,
): QtyLots | Problem {
  const unit = unitOf(draft, context.instrument)
  if (draft.percent !== undefined) return lotsOfShare(maxLots ?? qtyLots(0), draft.percent)
  if (draft.size.trim() === '') return problem('qtyRequired', 'qty')
  if (unit === 'qty') {
    const lots = parseQty(context.instrument, draft.size)
    return lots === 0 && isWrittenOut(draft.size, context.instrument)
      ? lessThanLeast(context)
      : lots
  }
  if (isRiskUnit(unit)) return riskLots(draft, context, side)
  const money = parseDecimal(draft.size, 8)
  if (money === undefined || money < 0n) {
    return problem('qtyInvalid', 'qty', { value: draft.size.slice(0, 40) })
  }
  const price = valuationTicks(draft, context, side)
  if (price === undefined) return problem('priceUnavailable', 'price')
  const terms = costTerms(context, side, price)
  const lots =
    unit === 'value' ? lotsOfValue(terms, amount(money)) : lotsOfCost(terms, amount(money))
  return lots === 0 && money > 0n ? lessThanLeast(context) : lots
}

/** Does a quantity have all its allowed decimals? If not, more digits may still be typed. */
const isWrittenOut = (text: string, instrument: Instrument): boolean =>
  (text.split('.')[1]?.length ?? 0) >= qtyDecimals(instrument)

const lessThanLeast = ({ instrument }: TicketContext): Problem =>
  problem('qtyTooSmall', 'qty', {
    min: formatQty(instrument, instrument.minQtyLots),
    coin: qtyCoin(instrument),
  })

/**
 * Returns the rules of the size field (spec 5): lot precision and step for a quantity; the
 * balance's precision, a step of 1 and the value of the largest order for cost and value. Only
 * arrows use the step: an order is never larger than what was typed.
 */
export function sizeRules(
  draft: Pick<TicketDraft, 'unit' | 'orderType' | 'reduceOnly'>,
  instrument: Instrument,
): NumberRules {
  const unit = unitOf(draft, instrument)
  if (unit === 'riskShare') return riskShareRules
  if (unit !== 'qty') {
    return {
      scale: 8,
      min: '0',
      max: formatTrimmed(mostEntered(instrument, draft.orderType), 8),
      step: '1',
    }
  }
  return {
    scale: qtyDecimals(instrument),
    min: '0',
    step: formatTrimmed(BigInt(instrument.lotSizeE8), 8),
  }
}

/**
 * Returns the notice for a quantity above the limit of one order (spec 4: it appears on blur and
 * clears on focus or change).
 */
export function sizeNotice(draft: TicketDraft, context: TicketContext): Problem | undefined {
  if (draft.percent !== undefined || draft.size.trim() === '') return undefined
  const lots = maxOrderQty(context.instrument, draft.orderType)
  const asked = sizedLots(draft, context, noticedSide(draft, context), lots)
  if (isProblem(asked)) return isUnfinished(asked) ? undefined : asked
  // A reduce-only order is cut to the position, and a conditional one is split.
  if (asked <= lots || draft.reduceOnly || isConditional(draft.terms)) return undefined
  return problem('orderMaxQtyReplace', 'qty', {
    qty: formatQty(context.instrument, lots),
    coin: qtyCoin(context.instrument),
  })
}

/** The side of the notice; with a risk, the side that its stop protects. */
const noticedSide = (draft: TicketDraft, context: TicketContext): Side =>
  isByRisk(draft, context.instrument) ? (stoppedSide(draft, context) ?? 'Buy') : 'Buy'

/** A risk without a stop, or too small for the smallest order, is reported elsewhere. */
const isUnfinished = ({ name }: Problem): boolean =>
  name === 'qtyRequired' || name === 'priceRequired' || name === 'qtyTooSmall'

/** Returns the tip that a conditional order will be split at its trigger, if it will be. */
export function sizeTip(draft: TicketDraft, context: TicketContext): Tip | undefined {
  const { instrument } = context
  if (!isConditional(draft.terms)) return undefined
  const side = noticedSide(draft, context)
  const asked = sizedLots(draft, context, side, maxOrderQty(instrument, draft.orderType))
  return isProblem(asked) ? undefined : splitTip(instrument, draft.orderType, asked)
}
