// Auto-deleveraging: what a pool cannot carry is closed against profitable positions of the other
// side, by rank, without a fee (rules 5.9, D-29 to D-31; reliability L11).

import { orderId } from '@basis/domain/numbers/brand'
import { amount, qtyLots, type PriceE8 } from '@basis/domain/numbers/fixed'
import {
  adlPrice,
  adlScore,
  byAdlRank,
  defaultAdlSettings,
  isDeleveraging,
  lossBeyond,
  type AdlScore,
  type PoolFigures,
} from '@basis/domain/margin/adl'
import { isOption } from '../risk/option-margin.ts'
import { priceOfValueE8 } from '@basis/domain/margin/bankruptcy'
import { positionsIn } from '../state/positions.ts'
import { earnedValue, positionMarginOf } from '../risk/position-margin.ts'
import { isFresh } from '../risk/mark-price.ts'
import { cancelAll } from '../trading/core/order-entry.ts'
import { applyFill } from '../trading/core/position-updates.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { EngineState, PositionState } from '../state/state.ts'
import { bankruptcyValueOf } from '../risk/bankruptcy-price.ts'
import { deleverageExplanation } from './explanations.ts'
import { figuresOf, heldByFund } from './insurance-fund.ts'

/** Deleverages the fund's positions in every market with an alert and a fresh mark. */
export function deleverageAll(state: EngineState): void {
  for (const held of heldByFund(state)) {
    // Options expire: until then the fund carries those that it took over.
    if (!isFresh(state, held.market) || isOption(held.market)) continue
    const figures = figuresOf(state, held)
    if (!isDeleveraging(held.market.pooled.alert)) continue
    deleverage(state, held, figures)
  }
}

/** How many lots are closed at the bankruptcy price, and how many at mark. */
type Plan = { readonly atBankruptcy: number; readonly atMark: number; readonly uncovered: bigint }

function deleverage(state: EngineState, held: PositionState, figures: PoolFigures): void {
  const { market } = held
  const qty = qtyOf(held)
  const kind = market.valueSign === 1 ? 'Linear' : 'Inverse'
  const bankruptcy = priceOfValueE8(kind, qty, amount(held.entryValue)) ?? market.markE8
  const plan = planOf(held, figures, adlPrice(bankruptcy, market.markE8) !== bankruptcy)
  let left = plan.atBankruptcy + plan.atMark
  if (left === 0) return
  let cheap = plan.atBankruptcy
  const ranked = rankingOf(state, market, held.sign === 1 ? -1 : 1)
  for (const [place, { position, score }] of ranked.entries()) {
    if (left === 0) return
    cancelAll(state, position.account, 'CancelAllBeforeAdl', market)
    const lots = Math.min(left, position.sizeLots)
    left -= lots
    const first = Math.min(cheap, lots)
    cheap -= first
    const facts = { ...plan, place, candidates: ranked.length, score, bankruptcy, figures }
    if (first > 0) close(state, held, { position, lots: first, atMark: false, facts })
    if (lots > first) close(state, held, { position, lots: lots - first, atMark: true, facts })
  }
}

const qtyOf = ({ market, sizeLots }: PositionState): ReturnType<typeof amount> =>
  amount(BigInt(sizeLots) * BigInt(market.instrument.lotSizeE8))

/**
 * A lot closed at the bankruptcy price costs the pool nothing: only as many are closed as have the
 * loss that the pool cannot carry. If that price is too far from the mark, the pool pays what it
 * can: all lots are closed, at mark except those whose loss it cannot pay (D-31).
 */
function planOf(held: PositionState, figures: PoolFigures, isFar: boolean): Plan {
  const { sizeLots } = held
  const lost = -positionMarginOf(held).unrealised
  const uncovered: bigint = isFar
    ? figures.balance < 0n
      ? -figures.balance
      : 0n
    : lossBeyond(figures, defaultAdlSettings)
  const carrying = lost <= 0n ? 0 : Number((uncovered * BigInt(sizeLots) + lost - 1n) / lost)
  const atBankruptcy = Math.min(sizeLots, carrying)
  return { atBankruptcy, atMark: isFar ? sizeLots - atBankruptcy : 0, uncovered }
}

/** A position of the ranking with its score. */
type Ranked = { readonly position: PositionState; readonly score: AdlScore }

/** Returns the positions of a side in the order in which they are deleveraged (5.9, D-30). */
function rankingOf(
  state: EngineState,
  market: PositionState['market'],
  sign: 1 | -1,
): readonly Ranked[] {
  const ranked: Ranked[] = []
  for (const account of state.accounts.values()) {
    for (const position of positionsIn(account, market)) {
      if (position.sign === sign) ranked.push({ position, score: scoreOf(position) })
    }
  }
  const candidate = ({ position, score }: Ranked): Parameters<typeof byAdlRank>[0] => ({
    score,
    sizeLots: position.sizeLots,
    openedMs: position.openedMs,
    account: position.account.id,
  })
  return ranked
    .map((each) => ({ each, key: candidate(each) }))
    .sort((a, b) => byAdlRank(a.key, b.key))
    .map(({ each }) => each)
}

/** Returns a position's score: its profit times, or divided by, its effective leverage (D-30). */
export function scoreOf(position: PositionState): AdlScore {
  const { market, entryValue } = position
  return adlScore({
    kind: market.valueSign === 1 ? 'Linear' : 'Inverse',
    sign: position.sign === -1 ? -1 : 1,
    entryValue: amount(entryValue),
    markValue: earnedValue(position),
    bankruptcyValue: bankruptcyValueOf(position),
  })
}

type Closing = {
  readonly position: PositionState
  readonly lots: number
  readonly atMark: boolean
  readonly facts: {
    readonly place: number
    readonly candidates: number
    readonly score: AdlScore
    readonly bankruptcy: PriceE8
    readonly figures: PoolFigures
    readonly uncovered: bigint
  }
}

/** Closes lots of both sides against each other; the fund's share of its entry value is exact. */
function close(state: EngineState, held: PositionState, closing: Closing): void {
  const { position, lots, atMark, facts } = closing
  const { market, account } = position
  const value = atMark
    ? valueAtMark(market, lots)
    : lots === held.sizeLots
      ? held.entryValue
      : (held.entryValue * BigInt(lots)) / BigInt(held.sizeLots)
  const price = atMark ? market.markE8 : facts.bankruptcy
  state.events.push({
    kind: 'PositionDeleveraged',
    account: account.id,
    symbol: market.instrument.symbol,
    positionIdx: position.idx,
    side: position.sign === 1 ? 'Buy' : 'Sell',
    closedLots: qtyLots(lots),
    priceE8: price,
    value: amount(value),
    explanation: deleverageExplanation({
      ...facts,
      position,
      price,
      poolBalance: facts.figures.balance,
    }),
  })
  const common = { lots, value, fee: 0n, orderId: orderId(0), tradeId: 0, cause: 'Adl' as const }
  applyFill(state, position, { ...common, sign: held.sign === 1 ? 1 : -1 })
  applyFill(state, held, { ...common, sign: held.sign === 1 ? -1 : 1 })
}
