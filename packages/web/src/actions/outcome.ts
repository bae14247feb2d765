// The outcome of an act as the exchange's preview tells it: the fill, fee, margin, and where the
// position is liquidated now, once it is filled, and once everything in the book is.

import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import { parsePrice, parseQty, valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, divRound, parseDecimal, priceE8, unitE8 } from '@basis/domain/numbers/fixed'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, PriceE8, PriceTicks } from '@basis/domain/numbers/fixed'
import { decodeFees } from '@basis/protocol/fees/fee-level'
import { decodeAmount, type WireOrder } from '@basis/protocol/order'
import type { WirePreview, WireStanding } from '@basis/protocol/preview-calls'
import { positionIn } from './previews.ts'

/** A position, if there is one, and its liquidation price, if a price within the limits does it. */
export type HeldPreview = {
  readonly isHeld: boolean
  readonly liquidationTicks: PriceTicks | undefined
}

/** Amounts 1e-8 of the settle coin; the margin 1e-8 USD. */
export type Outcome = {
  /** Of what would be filled at once; undefined where nothing would. */
  readonly fill: FillOutcome | undefined
  /** Of what would be filled at once; a resting part pays when it is filled. */
  readonly fee: Amount
  /** By how much the account's initial margin would change; below zero where some is freed. */
  readonly margin: Amount
  /** Of an order that rests or waits for its trigger: fee and margin once it is filled whole. */
  readonly later: { readonly fee: Amount; readonly margin: Amount } | undefined
  /** Where the position is liquidated, as it stands now. */
  readonly now: HeldPreview
  /** And once the order is filled whole: at once, or where it rests or waits at its own price. */
  readonly filled: HeldPreview
  /** And once the account's other orders in the book are filled too; undefined without any. */
  readonly allFilled: HeldPreview | undefined
}

type FillOutcome = {
  /** The average price, rounded to the nearest. */
  readonly averageE8: PriceE8
  /** How much worse it is than the first fill's price, the best of the book: 1e-8, ≥ 0. */
  readonly slippageE8: bigint
}

/** What an outcome is read from. */
export type PreviewFigures = Pick<
  WirePreview,
  'before' | 'after' | 'filled' | 'allFilled' | 'fills' | 'fees'
> &
  Partial<Pick<WirePreview, 'orders'>>

/**
 * Reads what an act would come to. `idx` is the position that is meant; `afterIdx` the one
 * afterwards, where it is another (the other side of a hedge).
 */
export function outcomeOf(
  told: PreviewFigures,
  instrument: Instrument,
  idx: number,
  afterIdx: number = idx,
): Outcome {
  const { before, after, filled, allFilled } = told
  let fee = 0n
  for (const paid of told.fees) {
    if (paid.coin === instrument.settleCoin) fee += decodeAmount(paid.fee)
  }
  const marginOf = (standing: WireStanding): Amount =>
    amount(
      decodeAmount(standing.wallet.totalInitialMargin) -
        decodeAmount(before.wallet.totalInitialMargin),
    )
  const heldIn = (standing: WireStanding, at: number): HeldPreview => {
    const held = positionIn(standing, at, instrument)
    return { isHeld: held !== undefined, liquidationTicks: held?.liquidationTicks }
  }
  return {
    fill: fillOf(told, instrument),
    fee: amount(fee),
    margin: marginOf(after),
    later: filled && laterOf(told, instrument, { fee: amount(fee), margin: marginOf(filled) }),
    now: heldIn(before, idx),
    filled: heldIn(filled ?? after, afterIdx),
    allFilled: allFilled && heldIn(allFilled, afterIdx),
  }
}

/**
 * The order that was asked for is the first. What waits is filled at its trigger or its better
 * limit and pays as a taker; what rests, at its limit as a maker, beside what was filled at once.
 */
function laterOf(
  { orders, before, after }: PreviewFigures,
  instrument: Instrument,
  { fee, margin }: NonNullable<Outcome['later']>,
): Outcome['later'] {
  const [order] = orders ?? []
  if (order === undefined) return undefined
  const price = ownPrice(order, instrument)
  const lots = parseQty(instrument, order.leavesQty)
  if (price === undefined || typeof lots !== 'number') return undefined
  const held = positionIn(after, order.positionIdx, instrument)?.sizeLots ?? 0
  const filled = qtyLots(order.reduceOnly ? Math.min(lots, held) : lots)
  const isMaker = order.orderStatus !== 'Untriggered'
  const rate = feeRateOf(instrument, isMaker, decodeFees(before.wallet.fees).rates)
  return { fee: amount(fee + feeOf(valueOf(instrument, price, filled), rate)), margin }
}

/** At which price an order is filled that is not filled at once; undefined for any other. */
function ownPrice(order: WireOrder, instrument: Instrument): PriceTicks | undefined {
  const { orderStatus: status, orderType, side } = order
  const limit = parsePrice(instrument, order.price)
  const isLimited = orderType === 'Limit' && typeof limit === 'number'
  if (status === 'New' || status === 'PartiallyFilled') return isLimited ? limit : undefined
  const trigger = parsePrice(instrument, order.triggerPrice ?? '')
  if (status !== 'Untriggered' || typeof trigger !== 'number') return undefined
  const better = side === 'Buy' ? Math.min : Math.max
  return priceTicks(isLimited ? better(trigger, limit) : trigger)
}

function fillOf({ fills }: PreviewFigures, { kind }: Instrument): FillOutcome | undefined {
  const [first] = fills
  if (first === undefined) return undefined
  let qty = 0n
  let value = 0n
  for (const fill of fills) {
    qty += e8(fill.execQty)
    value += e8(fill.execValue)
  }
  // Inverse: contracts of a dollar over the coins that they are worth.
  const [over, under] = kind === 'Inverse' ? [qty, value] : [value, qty]
  if (under <= 0n) return undefined
  const average = divRound(over * unitE8, under, 'nearest')
  const best = e8(first.execPrice)
  const worse = first.side === 'Buy' ? average - best : best - average
  const slippage = best <= 0n || worse <= 0n ? 0n : divRound(worse * unitE8, best, 'nearest')
  return { averageE8: priceE8(Number(average)), slippageE8: slippage }
}

const e8 = (text: string): bigint => parseDecimal(text, 8) ?? 0n

/** How far away a liquidation is. */
export type Distance = {
  /** Of the mark price, 1e-8. */
  readonly shareE8: bigint
  /** In tenths of a standard deviation of the last hour; undefined where they are not known. */
  readonly deviations: number | undefined
}

/** Returns how far the mark is from a liquidation price. */
export function distanceTo(
  liquidationTicks: PriceTicks | undefined,
  { tickSizeE8 }: Instrument,
  markE8: number | undefined,
  hourVolatility: number | undefined,
): Distance | undefined {
  if (liquidationTicks === undefined || markE8 === undefined || markE8 <= 0) return undefined
  const mark = BigInt(Math.round(markE8))
  const gap = BigInt(liquidationTicks) * BigInt(tickSizeE8) - mark
  const shareE8 = divRound((gap < 0n ? -gap : gap) * unitE8, mark, 'down')
  const share = Number(shareE8) / Number(unitE8)
  return {
    shareE8,
    deviations:
      hourVolatility === undefined ? undefined : Math.round((10 * share) / hourVolatility),
  }
}
