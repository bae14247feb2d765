// A bracket drawn on the chart: entry, stop and target as one order, whose quantity follows from
// the amount risked at the stop (rules 3.5).

import type { FeeRates } from '@basis/domain/instrument/fee-levels'
import { parseDecimal, priceTicks, qtyLots, zero } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import { lotsOfRisk, netAt, riskBeside, targetOfRisk } from '@basis/domain/margin/risk-input'
import type { Side, TriggerBasis } from '@basis/domain/orders/order'
import type { LegName } from '@basis/domain/orders/tpsl'
import { triggerDirections } from '@basis/domain/orders/trigger'
import {
  bracketOf,
  priceEntry,
  riskAmount,
  riskTerms,
  riskUnitsOf,
  heldBeside,
  type Bracket,
  type HeldPart,
  wholeAtStop,
} from '../../../actions/risk.ts'
import type { OrderIntent } from '../../../actions/order-requests.ts'
import type { BracketSetting } from '../../../stores/settings.ts'

/** Texts of the prices; an empty target means the price at the set multiple of the risk. */
export type BracketDraft = {
  readonly entry: string
  readonly stop: string
  readonly target: string
}
export type BracketPart = keyof BracketDraft

export const emptyBracket: BracketDraft = { entry: '', stop: '', target: '' }

/** The default distance of the stop from the entry, as a fraction of the entry price. */
const stopShare = 0.01

/**
 * Returns the draft of two drawn prices. If only one was drawn, an entry below the last price is a
 * buy with its stop below, and one above a sell with its stop above.
 */
export function drawnBracket(
  instrument: Instrument,
  { from, to }: { readonly from: PriceTicks; readonly to: PriceTicks },
  last: PriceTicks | undefined,
): BracketDraft {
  const text = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
  const way = Math.max(1, Math.round(from * stopShare))
  const stop = from === to ? from + (last !== undefined && from > last ? way : -way) : to
  return { entry: text(from), stop: text(Math.max(1, stop)), target: '' }
}

/** The order and figures that a draft results in. */
export type ReadBracket = {
  readonly side: Side
  /** The entry is beyond the last price, so it is a stop order that is then filled at market. */
  readonly isStopEntry: boolean
  readonly entryTicks: PriceTicks
  readonly stopTicks: PriceTicks
  /** Undefined if no valid price is that multiple of the risk away. */
  readonly targetTicks: PriceTicks | undefined
  /** 0 while no risk is typed, or if it is too small. */
  readonly lots: QtyLots
  /** The part that first closes the opposite position: stop and target are for what opens (8.5). */
  readonly closingLots: QtyLots
  /** Of the part that opens. */
  readonly outcome: Bracket | undefined
  /** Set if the smallest order would lose more than the typed risk. */
  readonly tooSmall: { readonly risk: Amount; readonly loss: Amount } | undefined
  /** Set if the existing position already loses the whole risk, or more, at the stop. */
  readonly taken: Amount | undefined
  /** Including the existing position, if there is one. */
  readonly wholeAtStop: Amount | undefined
}

/**
 * Returns what the draft results in, or the problem of an invalid price; undefined while entry or
 * stop is missing.
 */
export function readBracket(
  draft: BracketDraft,
  { risk: typed, times, unit: setUnit }: BracketSetting,
  around: {
    readonly instrument: Instrument
    readonly last: PriceTicks | undefined
    readonly equityUsd: Amount | undefined
    /** The existing position on a side; absent if there is none. */
    readonly heldOn?: (side: Side) => HeldPart | undefined
    /** What an order of a side closes before it opens; absent if nothing, as in hedge mode. */
    readonly closedFirst?: (side: Side) => QtyLots
    readonly feeRates?: FeeRates | undefined
  },
): ReadBracket | Problem | undefined {
  const { instrument, last, equityUsd, feeRates } = around
  if (draft.entry === '' || draft.stop === '') return undefined
  const [entryTicks, stopTicks] = [draft.entry, draft.stop].map((text) =>
    parsePrice(instrument, text),
  )
  if (entryTicks === undefined || stopTicks === undefined || entryTicks === stopTicks)
    return undefined
  if (typeof entryTicks === 'object') return { ...entryTicks, field: 'entry' }
  if (typeof stopTicks === 'object') return { ...stopTicks, field: 'stop' }
  const own = draft.target === '' ? undefined : parsePrice(instrument, draft.target)
  if (typeof own === 'object') return { ...own, field: 'target' }
  if (entryTicks <= 0 || stopTicks <= 0) return undefined
  const side = stopTicks < entryTicks ? 'Buy' : 'Sell'
  const entry = priceEntry(instrument, entryTicks)
  const terms = riskTerms(instrument, { side, entry, stopTicks, isMaker: false, feeRates })
  const unit = riskUnitIn(instrument, setUnit)
  const risk = riskAmount({ unit, text: typed }, { instrument, equityUsd, stopTicks })
  const least = instrument.minQtyLots
  // The stop closes the whole position, so the existing part is closed there too.
  const held = heldBeside(instrument, terms, around.heldOn?.(side))
  const left = risk && riskBeside(risk, held)
  const allowed = left === undefined ? qtyLots(0) : lotsOfRisk(terms, left)
  const lots = allowed < least ? qtyLots(0) : allowed
  const timesE2 = Number(parseDecimal(times, 2) ?? 0n)
  const { tickSizeE8 } = instrument
  const sized = qtyLots(Math.max(lots, least))
  const targetTicks = own ?? targetOfRisk(terms, sized, { timesE2, tickSizeE8 })
  const closingLots = qtyLots(Math.min(lots, around.closedFirst?.(side) ?? 0))
  const opening = qtyLots(lots - closingLots)
  const outcome = bracketOf(instrument, terms, { lots: opening, targetTicks })
  return {
    side,
    isStopEntry: last !== undefined && (side === 'Buy' ? entryTicks > last : entryTicks < last),
    entryTicks,
    stopTicks,
    targetTicks,
    lots,
    closingLots,
    outcome,
    wholeAtStop: wholeAtStop(outcome, held),
    tooSmall:
      left !== undefined && left > 0n && lots === 0
        ? { risk: left, loss: -netAt(terms, least, terms.stop) as Amount }
        : undefined,
    taken: left !== undefined && left <= 0n && held < zero ? held : undefined,
  }
}

/** Returns the risk unit to use: dollars exist only for inverse contracts. */
export const riskUnitIn = (
  instrument: Instrument,
  unit: BracketSetting['unit'],
): BracketSetting['unit'] => (riskUnitsOf(instrument).includes(unit) ? unit : 'riskCoin')

/** Returns the bracket as one order; undefined while it has no quantity. */
export function bracketIntent(
  { symbol }: Instrument,
  read: ReadBracket,
  bases: Readonly<Record<LegName, TriggerBasis>>,
): OrderIntent | undefined {
  const { side, isStopEntry, entryTicks, stopTicks, targetTicks, lots } = read
  if (lots === 0) return undefined
  const leg = (name: LegName, triggerTicks: PriceTicks) => ({
    [name]: { triggerTicks, triggerBy: bases[name], orderType: 'Market' as const },
  })
  return {
    symbol,
    side,
    orderType: isStopEntry ? 'Market' : 'Limit',
    timeInForce: isStopEntry ? 'ImmediateOrCancel' : 'GoodTillCancel',
    ...(isStopEntry
      ? {
          triggerTicks: entryTicks,
          triggerBy: 'LastPrice' as const,
          // Named, so that a price which passes the entry meanwhile does not turn it around.
          triggerDirection: side === 'Buy' ? triggerDirections.rises : triggerDirections.falls,
        }
      : { priceTicks: entryTicks }),
    qtyLots: lots,
    reduceOnly: false,
    tpsl: {
      mode: 'Full',
      ...(targetTicks === undefined ? {} : leg('takeProfit', targetTicks)),
      ...leg('stopLoss', stopTicks),
    },
  }
}
