// Records of sessions and deliveries on the wire, under the names of the open API's delivery and
// settlement records.

import { sides } from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import { positionIdx } from '../order.ts'
import { decimal, signedDecimal, timeMs } from '../wire.ts'

/** A position closed by a contract's delivery. */
export const wireDelivery = z.object({
  symbol: z.string(),
  /** The position's side. */
  side: z.enum(sides),
  positionIdx,
  /** The delivered size. */
  position: decimal,
  /** For a USDC contract the price of its last session. */
  entryPrice: decimal,
  deliveryPrice: decimal,
  fee: decimal,
  /** Before the fee. */
  deliveryRpl: signedDecimal,
  deliveryTimeE3: timeMs,
})
export type WireDelivery = z.output<typeof wireDelivery>

/** A session of a USDC position: its PnL since the previous session was paid to the wallet. */
export const wireSettlement = z.object({
  symbol: z.string(),
  side: z.enum(sides),
  positionIdx,
  size: decimal,
  /** The session price before. */
  sessionAvgPrice: decimal,
  /** The session price from now on. */
  markPrice: decimal,
  realisedPnl: signedDecimal,
  /** Positive if received; in the same ledger record. */
  fundingFee: signedDecimal,
  createdTimeE3: timeMs,
})
export type WireSettlement = z.output<typeof wireSettlement>

/** The delivery price of a contract. */
export const wireDeliveryPrice = z.object({
  symbol: z.string(),
  deliveryPrice: decimal,
  /** The number of seconds whose index was averaged. */
  samples: z.int(),
  deliveryTimeE3: timeMs,
})

/** The mark price at the end of a USDC contract's session. */
export const wireSessionPrice = z.object({
  symbol: z.string(),
  markPrice: decimal,
  sessionTimeE3: timeMs,
})
