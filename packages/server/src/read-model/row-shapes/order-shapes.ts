// The shapes of the JSON in rows of orders and of their algorithms.

import { algoEnds, type AlgoRecord, type AlgoTerms } from '@basis/domain/algo/order'
import { algoStatuses } from '@basis/domain/algo/states'
import type { IcebergPricing, IcebergSlice } from '@basis/domain/algo/iceberg'
import type { Problem } from '@basis/domain/instrument/problems'
import {
  orderTypes,
  sides,
  stopOrderTypes,
  triggerBases,
  type EnteredTerms,
  type Order,
  type StopTerms,
  type TpslLeg,
} from '@basis/domain/orders/order'
import { slippageUnits, type Slippage } from '@basis/domain/orders/slippage'
import type { AttachedTrailing, Retracement } from '@basis/domain/orders/trailing'
import {
  byName,
  byTag,
  either,
  flag,
  listOf,
  number,
  oneOf,
  optional,
  record,
  text,
  type Shape,
} from '../../stored/stored-json.ts'

/** The names are those of the build that wrote it. */
export const problemShape = record<Problem>({
  name: text,
  field: optional(text),
  params: optional(byName(text)),
})

const leg = record<TpslLeg>({
  triggerTicks: number,
  triggerBy: oneOf(triggerBases),
  orderType: oneOf(orderTypes),
  limitTicks: optional(number),
})

const retracement: Shape<Retracement> = either(
  record<Extract<Retracement, { distanceTicks: unknown }>>({ distanceTicks: number }),
  record<Extract<Retracement, { rateE4: unknown }>>({ rateE4: number }),
)

export const stopShape = record<StopTerms>({
  stopType: oneOf(stopOrderTypes),
  triggerTicks: number,
  triggerBy: oneOf(triggerBases),
  triggerDirection: number,
  takeProfit: optional(leg),
  stopLoss: optional(leg),
  entryId: optional(number),
  parentId: optional(number),
  trailTicks: optional(number),
  tpslMode: optional(text),
  trailing: optional(record<AttachedTrailing>({ retracement, activationTicks: optional(number) })),
  planType: optional(number),
  fired: optional(text),
  endedUntriggered: optional(flag),
})

/** How an order was entered, with its amount as a decimal. */
export type KeptTerms = Pick<Order, 'entered' | 'slippage' | 'isLeverage' | 'selfTrade'> & {
  readonly quoteAmount?: string | undefined
}

export const termsShape = record<KeptTerms>({
  entered: optional(
    record<EnteredTerms>({ priceTicks: number, qtyLots: number, triggerTicks: number }),
  ),
  slippage: optional(record<Slippage>({ unit: oneOf(slippageUnits), most: number })),
  isLeverage: optional(flag),
  selfTrade: optional(text),
  quoteAmount: optional(text),
})

const times = {
  kind: text,
  durationSec: number,
  intervalSec: number,
  maxChaseTicks: optional(number),
}
type TermsOf<Kind extends AlgoTerms['kind']> = Extract<AlgoTerms, { readonly kind: Kind }>

const slice: Shape<IcebergSlice> = either(
  record<Extract<IcebergSlice, { subLots: unknown }>>({ subLots: number }),
  record<Extract<IcebergSlice, { orderCount: unknown }>>({ orderCount: number }),
)

type PricingAt<Place extends IcebergPricing['at']> = Extract<IcebergPricing, { at: Place }>

const pricing = byTag<IcebergPricing, 'at'>('at', {
  Fixed: record<PricingAt<'Fixed'>>({ at: text, priceTicks: number }),
  Own: record<PricingAt<'Own'>>({ at: text }),
  Offset: record<PricingAt<'Offset'>>({ at: text, offsetTicks: number }),
  Taker: record<PricingAt<'Taker'>>({ at: text }),
})

/** The record of a parent order, with its value as a decimal. */
export type KeptAlgo = Omit<AlgoRecord, 'filledValue'> & { readonly filledValue: string }

export const algoShape = record<KeptAlgo>({
  id: number,
  linkId: text,
  account: number,
  symbol: text,
  side: oneOf(sides),
  positionIdx: number,
  reduceOnly: flag,
  totalLots: number,
  terms: byTag<AlgoTerms, 'kind'>('kind', {
    Twap: record<TermsOf<'Twap'>>({ ...times, seed: optional(number) }),
    Pov: record<TermsOf<'Pov'>>({ ...times, participationE2: number }),
    Iceberg: record<TermsOf<'Iceberg'>>({ kind: text, slice, pricing }),
    Scaled: record<TermsOf<'Scaled'>>({
      kind: text,
      fromTicks: number,
      toTicks: number,
      children: number,
      shape: text,
      sharesE2: optional(listOf(number)),
    }),
    Chase: record<TermsOf<'Chase'>>({ kind: text, maxDistanceTicks: optional(number) }),
  }),
  status: oneOf(algoStatuses),
  end: optional(oneOf(algoEnds)),
  problem: optional(problemShape),
  filledLots: number,
  filledValue: text,
  sent: number,
  open: number,
  createdMs: number,
  updatedMs: number,
  updateNo: number,
})
