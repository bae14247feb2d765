// Invalid orders, sent by mistake or maliciously.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Command, PlaceOrder } from '@basis/engine/commands'

/** Returns an invalid variant of an order, or the order itself; `near` is near the market. */
export const invalidOrder = (
  one: <T>(list: readonly T[]) => T,
  order: PlaceOrder,
  near: PriceTicks,
): Command =>
  one<Command>([
    { ...order, priceTicks: priceTicks(near + 0.5) },
    { ...order, priceTicks: priceTicks(NaN) },
    { ...order, priceTicks: priceTicks(-near) },
    { ...order, priceTicks: priceTicks(2 ** 53) },
    { ...order, priceTicks: priceTicks(near * 2) },
    { ...order, priceTicks: priceTicks(Math.round(near / 2)) },
    { ...order, priceTicks: near, qtyLots: qtyLots(2 ** 52) },
    { ...order, priceTicks: near, qtyLots: qtyLots(0.5) },
    { ...order, priceTicks: near, qtyLots: qtyLots(-5) },
    { ...order, priceTicks: near, qtyLots: qtyLots(0) },
    { ...order, priceTicks: near, positionIdx: 1 },
    { ...order, priceTicks: near, linkId: '!' },
    { ...order, priceTicks: near, symbol: symbolId('NOBODY') },
    { ...order, priceTicks: near, account: accountId(77) },
    { ...order, priceTicks: near, account: accountId(0) },
    { ...order, priceTicks: near, orderType: 'Market' },
    { ...order, priceTicks: near, quoteAmount: amount(10n ** 10n) },
    { ...order, orderType: 'Market', qtyLots: qtyLots(0), quoteAmount: amount(-1n) },
    order,
  ])
