// From what a trader is ready to lose at the stop to a quantity, and to the targets that are so
// many times as far: with the book's slippage and the fees of both orders (rules 3.1, 3.5).

import { contractFee, contractValue, pnlOverEntry } from '../instrument/contract.ts'
import type { ContractKind } from '../instrument/contract.ts'
import { amount, divRound, mulDiv, priceTicks, qtyLots, unitE8, zero } from '../numbers/fixed.ts'
import type { Amount, PriceE8, PriceTicks, QtyLots, RateE8 } from '../numbers/fixed.ts'

/** So many lots can be had at a price; without a number as many as are wanted. */
export type EntryLevel = { readonly price: PriceE8; readonly lots?: QtyLots }

export type RiskTerms = {
  readonly kind: ContractKind
  /** +1 where a long is entered, −1 for a short. */
  readonly sign: 1 | -1
  /** What the entry is filled at, best first: the book, or one price. */
  readonly entry: readonly EntryLevel[]
  readonly stop: PriceE8
  readonly entryFee: RateE8
  readonly exitFee: RateE8
  /** 1e-8 base coin, or 1e-8 contracts. */
  readonly lotSizeE8: number
}

/** Amounts in 1e-8 settle coin. */
export type Entry = { readonly lots: QtyLots; readonly value: Amount; readonly fee: Amount }

/** Returns what an entry takes from its levels: no more lots than they have. */
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

/**
 * Returns what entering so many lots and leaving at a price would bring, net of both fees; below
 * zero where it loses. EX-3.7
 */
export function netAt(terms: RiskTerms, lots: QtyLots, exit: PriceE8): Amount {
  const { kind, sign, exitFee } = terms
  const entry = entryOf(terms, lots)
  const qty = lotsAmount(terms, entry.lots)
  const won = pnlOverEntry({ kind, sign, qty }, entry.value, exit)
  return amount(won - entry.fee - contractFee(kind, qty, exit, exitFee))
}

/**
 * Returns what leaving a position that stands already at the stop would bring, net of the fee of
 * leaving; what it was entered for is paid. EX-3.7
 */
export function heldAtStop(
  { kind, sign, stop, exitFee }: RiskTerms,
  { qty, entryValue }: { readonly qty: Amount; readonly entryValue: Amount },
): Amount {
  const won = pnlOverEntry({ kind, sign, qty }, entryValue, stop)
  return amount(won - contractFee(kind, qty, stop, exitFee))
}

/**
 * Returns what an order may lose whose stop closes a position too: what the position loses there is
 * a part of the risk, what it gains there lets the order lose no more. EX-3.13
 */
export const riskBeside = (risk: Amount, held: Amount): Amount =>
  amount(held < zero ? risk + held : risk)

/**
 * Returns the most lots that lose no more than `risk`, 1e-8 settle coin, when the entry takes its
 * levels and the stop is filled at its price; at most what the levels have. 0 for no risk, without
 * a level, and where the stop is no loss. EX-3.7, EX-3.8
 */
export function lotsOfRisk(terms: RiskTerms, risk: Amount): QtyLots {
  if (risk <= zero) return qtyLots(0)
  const loss = (lots: number): bigint => -netAt(terms, qtyLots(lots), terms.stop)
  let { lots, isAll } = roughLots(terms, risk)
  // Fees are cut and values rounded to 1e-8, so that the exact quantity is at most a few lots away.
  while (lots > 0 && loss(lots) > risk) {
    lots -= 1
    isAll = false
  }
  while (!isAll && lots > 0 && lots < mostLots && loss(lots + 1) <= risk) lots += 1
  return qtyLots(lots)
}

const mostLots = Number.MAX_SAFE_INTEGER

/** The lots without rounding the money; whether these are all that the levels have. */
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

/** Sums of levels are kept so many times finer than 1e-8. */
const fine = unitE8 * unitE8

/** What a lot that is entered at a price loses at the stop, as a fraction; 0 where it does not. */
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
 * Returns the price at which the entry gains so many times what it loses at the stop, in
 * hundredths, net of fees; away from the entry to the tick. Undefined where nothing is lost, or no
 * price does it. EX-3.9
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
  // A linear long and an inverse short leave with more value than they entered with.
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

/** Returns what dollars are in the coin of an inverse contract at a price, rounded down. */
export const coinsOfDollars = (dollars: Amount, price: PriceE8): Amount =>
  amount(price <= 0 ? 0n : mulDiv(dollars, unitE8, BigInt(price), 'down'))
