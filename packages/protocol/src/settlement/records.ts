// Sessions and deliveries on the wire, in the words of the open API's delivery and settlement
// records.

import { sides } from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import { positionIdx } from '../order.ts'
import { decimal, signedDecimal, timeMs } from '../wire.ts'

/** A position that a dated contract's end closed. */
export const wireDelivery = z.object({
  symbol: z.string(),
  /** Of the position. */
  side: z.enum(sides),
  positionIdx,
  /** The size that was delivered. */
  position: decimal,
  /** Of a USDC contract the price of its last session. */
  entryPrice: decimal,
  deliveryPrice: decimal,
  fee: decimal,
  /** Before the fee. */
  deliveryRpl: signedDecimal,
  deliveryTimeE3: timeMs,
})
export type WireDelivery = z.output<typeof wireDelivery>

/** A session of a USDC position: what it won since the session before went to the wallet. */
export const wireSettlement = z.object({
  symbol: z.string(),
  side: z.enum(sides),
  positionIdx,
  size: decimal,
  /** From which the position was calculated until now. */
  sessionAvgPrice: decimal,
  /** From which it goes on. */
  markPrice: decimal,
  realisedPnl: signedDecimal,
  /** Received above zero; of the same ledger record. */
  fundingFee: signedDecimal,
  createdTimeE3: timeMs,
})
export type WireSettlement = z.output<typeof wireSettlement>

/** At which price a contract was delivered. */
export const wireDeliveryPrice = z.object({
  symbol: z.string(),
  deliveryPrice: decimal,
  /** The seconds whose index was averaged. */
  samples: z.int(),
  deliveryTimeE3: timeMs,
})

/** At which mark a session of a USDC contract ended. */
export const wireSessionPrice = z.object({
  symbol: z.string(),
  markPrice: decimal,
  sessionTimeE3: timeMs,
})
