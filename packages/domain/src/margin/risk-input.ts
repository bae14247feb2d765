// Conversion of a maximum loss at the stop into a quantity, and into targets at multiples of that
// loss, with the book's slippage and the fees of both orders (rules 3.1, 3.5).

import { contractFee, contractValue, pnlOverEntry } from '../instrument/contract.ts'
import type { ContractKind } from '../instrument/contract.ts'
import { amount, divRound, mulDiv, priceTicks, qtyLots, unitE8, zero } from '../numbers/fixed.ts'
import type { Amount, PriceE8, PriceTicks, QtyLots, RateE8 } from '../numbers/fixed.ts'

/** A price and the lots available there; unlimited if `lots` is absent. */
export type EntryLevel = { readonly price: PriceE8; readonly lots?: QtyLots }

export type RiskTerms = {
  readonly kind: ContractKind
  /** +1 for a long entry, −1 for a short. */
  readonly sign: 1 | -1
  /** The prices of the entry's fills, best first: the book, or one price. */
  readonly entry: readonly EntryLevel[]
  readonly stop: PriceE8
  readonly entryFee: RateE8
  readonly exitFee: RateE8
  /** 1e-8 base coin, or 1e-8 contracts. */
  readonly lotSizeE8: number
}

/** Amounts in 1e-8 settle coin. */
export type Entry = { readonly lots: QtyLots; readonly value: Amount; readonly fee: Amount }

/** Returns the fills of an entry from its levels: at most the lots that they have. */
export function entryOf(terms: RiskTerms, lots: QtyLots): Entry {
  let [left, value, fee]: [number, bigint, bigint] = [lots, 0n, 0n]
  for (const level of terms.entry) {
    const taken = Math.min(left, level.lots ?? left)
    if (taken <= 0) continue
    const qty = lotsAmount(terms, taken)
    value += contractValue(terms.kind, qty, level.price)
    fee += contractFee(terms.kind, qty, level.price, terms.entryFee)
    left -= taken
  }
  return { lots: qtyLots(lots - left), value: amount(value), fee: amount(fee) }
}

const lotsAmount = ({ lotSizeE8 }: RiskTerms, lots: number): Amount =>
  amount(BigInt(lots) * BigInt(lotSizeE8))

/** Returns the PnL of entering these lots and closing at a price, net of both fees. EX-3.7 */
export function netAt(terms: RiskTerms, lots: QtyLots, exit: PriceE8): Amount {
  const { kind, sign, exitFee } = terms
  const entry = entryOf(terms, lots)
  const qty = lotsAmount(terms, entry.lots)
  const won = pnlOverEntry({ kind, sign, qty }, entry.value, exit)
  return amount(won - entry.fee - contractFee(kind, qty, exit, exitFee))
}

/**
 * Returns the PnL of closing an existing position at the stop, net of the closing fee; the entry
 * fee is already paid. EX-3.7
 */
export function heldAtStop(
  { kind, sign, stop, exitFee }: RiskTerms,
  { qty, entryValue }: { readonly qty: Amount; readonly entryValue: Amount },
): Amount {
  const won = pnlOverEntry({ kind, sign, qty }, entryValue, stop)
  return amount(won - contractFee(kind, qty, stop, exitFee))
}

/**
 * Returns the risk left for an order whose stop also closes a position: a loss of the position
 * there is deducted, a gain is not added. EX-3.13
 */
export const riskBeside = (risk: Amount, held: Amount): Amount =>
  amount(held < zero ? risk + held : risk)

/**
 * Returns the most lots that lose no more than `risk`, 1e-8 settle coin, if the entry fills at its
 * levels and the stop at its price; at most the lots of the levels. 0 without risk or levels, or if
 * the stop is not at a loss. EX-3.7, EX-3.8
 */
export function lotsOfRisk(terms: RiskTerms, risk: Amount): QtyLots {
  if (risk <= zero) return qtyLots(0)
  const loss = (lots: number): bigint => -netAt(terms, qtyLots(lots), terms.stop)
  let { lots, isAll } = roughLots(terms, risk)
  // Fees are truncated and values rounded to 1e-8, so the exact quantity is at most a few lots
  // away.
  while (lots > 0 && loss(lots) > risk) {
    lots -= 1
    isAll = false
  }
  while (!isAll && lots > 0 && lots < mostLots && loss(lots + 1) <= risk) lots += 1
  return qtyLots(lots)
}

const mostLots = Number.MAX_SAFE_INTEGER

/** The lots without rounding of money, and whether these are all that the levels have. */
function roughLots(terms: RiskTerms, risk: Amount): { lots: number; isAll: boolean } {
  let left = risk * fine
  let lots = 0
  for (const level of terms.entry) {
    const [top, bottom] = lostByLot(terms, level.price)
    if (top <= 0n) return { lots, isAll: true }
    const fits = (left * bottom) / top
    const room = BigInt(Math.min(level.lots ?? mostLots, mostLots - lots))
    if (fits < room) return { lots: lots + Number(fits), isAll: false }
    lots += Number(room)
    left -= divRound(room * top, bottom, 'up')
  }
  return { lots, isAll: true }
}

/** Sums over levels are this many times finer than 1e-8. */
const fine = unitE8 * unitE8

/** The loss at the stop of a lot entered at a price, as a fraction; 0 if it is not a loss. */
function lostByLot(terms: RiskTerms, price: PriceE8): readonly [top: bigint, bottom: bigint] {
  const [entry, stop, lot] = [BigInt(price), BigInt(terms.stop), BigInt(terms.lotSizeE8)]
  const [entryFee, exitFee] = [BigInt(terms.entryFee), BigInt(terms.exitFee)]
  const distance = BigInt(terms.sign) * (entry - stop)
  if (distance <= 0n || stop <= 0n) return [0n, 1n]
  if (terms.kind === 'Linear') {
    return [lot * (distance * unitE8 + entryFee * entry + exitFee * stop), 1n]
  }
  return [fine * lot * (distance * unitE8 + entryFee * stop + exitFee * entry), entry * stop]
}

/**
 * Returns the price at which the entry gains a multiple (in hundredths) of its loss at the stop,
 * net of fees; rounded away from the entry to the tick. Undefined if nothing is lost, or if there
 * is no such price. EX-3.9
 */
export function targetOfRisk(
  terms: RiskTerms,
  lots: QtyLots,
  { timesE2, tickSizeE8 }: { readonly timesE2: number; readonly tickSizeE8: number },
): PriceTicks | undefined {
  const { kind, sign, exitFee } = terms
  const entry = entryOf(terms, lots)
  const loss = -netAt(terms, lots, terms.stop)
  if (loss <= 0n) return undefined
  const gain = mulDiv(loss, BigInt(timesE2), 100n, 'up')
  const qty = lotsAmount(terms, entry.lots)
  // A linear long and an inverse short gain as their value rises.
  const isRising = (kind === 'Linear') === (sign === 1)
  const kept = isRising ? unitE8 - BigInt(exitFee) : unitE8 + BigInt(exitFee)
  const value = isRising ? entry.value + entry.fee + gain : entry.value - entry.fee - gain
  if (value <= 0n) return undefined
  const [top, bottom] = kind === 'Linear' ? [value * fine, qty * kept] : [qty * kept, value]
  const ticks = divRound(top, bottom * BigInt(tickSizeE8), sign === 1 ? 'up' : 'down')
  return ticks <= 0n || ticks > BigInt(mostLots) ? undefined : priceTicks(Number(ticks))
}

/** Returns a share of the equity, in hundredths of a percent, rounded down. */
export const riskOfEquity = (equity: Amount, shareE2: number): Amount =>
  amount(equity <= 0n ? 0n : mulDiv(equity, BigInt(shareE2), 10_000n, 'down'))

/** Returns a USD amount in the coin of an inverse contract at a price, rounded down. */
export const coinsOfDollars = (dollars: Amount, price: PriceE8): Amount =>
  amount(price <= 0 ? 0n : mulDiv(dollars, unitE8, BigInt(price), 'down'))
