// An index of rules whose conditions compare a price or the funding rate of their market with a
// number: the cost of a price update depends on the rules that it reaches, not on their count.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { RuleCondition, RuleValues } from '@basis/domain/algo/rule'
import { conditionHolds } from '@basis/domain/algo/rule-values'
import { Heap, type Watched } from '../collections/heap.ts'
import type { RuleOrder } from './rule-order.ts'

const watchedSeries = ['Last', 'Mark', 'Index', 'Funding'] as const
type WatchedSeries = (typeof watchedSeries)[number]

/** The figures of a market at a check, ×1e8; undefined while there is none. */
export type MarketFigures = Readonly<Record<WatchedSeries, number | undefined>>

type WatchedCondition = RuleCondition & {
  readonly left: { readonly of: WatchedSeries }
  readonly right: { readonly of: 'Number'; readonly valueE8: number }
}

/** A waiting rule; its values are those of the last check after `since`. */
type Quiet = Watched & { readonly rule: RuleOrder; readonly since: number }

type Pair = { readonly rising: Heap<Quiet>; readonly falling: Heap<Quiet> }
const newPair = (): Pair => ({ rising: new Heap(1), falling: new Heap(-1) })

type WatchedMarket = {
  readonly pairs: Readonly<Record<WatchedSeries, Pair>>
  /** The figures at the last check. */
  seen: MarketFigures | undefined
}

const sweepFrom = 64

export class RuleIndex {
  /** Rules to evaluate at every check; undefined before the first check: all of them. */
  #awake: Set<number> | undefined
  readonly #quiet = new Map<number, Quiet>()
  readonly #markets = new Map<SymbolId, WatchedMarket>()
  readonly #ends = new Heap<Quiet>(1)
  #checks = 0
  #stamp = 0

  /** Makes the next check evaluate a rule that was started or changed by its trader. */
  wake(rule: RuleOrder): void {
    const quiet = this.#quiet.get(rule.id)
    if (quiet !== undefined) this.#rouse(quiet)
    this.#awake?.add(rule.id)
  }

  /** Removes a rule that has ended. */
  forget(rule: RuleOrder): void {
    this.wake(rule)
    this.#awake?.delete(rule.id)
  }

  /**
   * Starts a check. Returns the rules that it may change, by number; the others are unchanged, with
   * the figures of this check as their values.
   */
  begin(
    running: ReadonlyMap<number, RuleOrder>,
    nowMs: number,
    figuresOf: (symbol: SymbolId) => MarketFigures | undefined,
  ): readonly RuleOrder[] {
    const reached: Quiet[] = []
    this.#ends.takeUpTo(nowMs, reached)
    const seen = [...this.#markets].map(([symbol, market]) => {
      const figures = figuresOf(symbol)
      for (const series of watchedSeries) this.#reach(market, series, figures?.[series], reached)
      return [market, figures] as const
    })
    // The last values of a reached rule are those of the previous check.
    for (const quiet of reached) this.#rouse(quiet)
    for (const [market, figures] of seen) market.seen = figures
    this.#checks += 1
    const awake = this.#awake ?? running.keys()
    this.#awake ??= new Set(running.keys())
    for (const { rule } of reached) this.#awake.add(rule.id)
    return [...new Set([...awake, ...reached.map(({ rule }) => rule.id)])]
      .toSorted((a, b) => a - b)
      .flatMap((id) => running.get(id) ?? [])
  }

  #reach(
    market: WatchedMarket,
    series: WatchedSeries,
    figure: number | undefined,
    into: Quiet[],
  ): void {
    const { rising, falling } = market.pairs[series]
    if (figure !== undefined) {
      rising.takeUpTo(figure, into)
      falling.takeUpTo(figure, into)
      return
    }
    // A price that became undefined reaches all rules.
    rising.takeUpTo(Infinity, into)
    falling.takeUpTo(-Infinity, into)
  }

  /** Lets an evaluated rule wait, if only a figure of its market can change it. */
  rest(rule: RuleOrder): void {
    const conditions = rule.terms.conditions.filter(isWatched)
    const isAll = conditions.length === rule.terms.conditions.length
    if (!isAll || (rule.state === 'Running' && !isSettled(rule))) return
    this.#stamp += 1
    const quiet: Quiet = { stamp: this.#stamp, rule, since: this.#checks }
    if (rule.state === 'Running') {
      const { pairs } = this.#marketOf(rule.symbol)
      conditions.forEach(({ left, right }, k) => {
        const { rising, falling } = pairs[left.of]
        const side = rule.sides[k]
        const at = (ticks: number) => ({ ticks, stamp: quiet.stamp, item: quiet })
        if (side !== 1) rising.push(at(right.valueE8 + (side === 0 ? 1 : 0)))
        if (side !== -1) falling.push(at(right.valueE8 - (side === 0 ? 1 : 0)))
      })
    }
    this.#ends.push({ ticks: rule.terms.expiresMs, stamp: quiet.stamp, item: quiet })
    this.#quiet.set(rule.id, quiet)
    this.#awake?.delete(rule.id)
    this.#sweep(rule.symbol)
  }

  /** Returns a rule's values at the last check at which it was running. */
  valuesOf(rule: RuleOrder): readonly RuleValues[] {
    const quiet = this.#quiet.get(rule.id)
    const seen = this.#markets.get(rule.symbol)?.seen
    const isOwn = quiet === undefined || quiet.since === this.#checks || rule.state !== 'Running'
    if (isOwn || seen === undefined) return rule.values
    return rule.terms.conditions.filter(isWatched).map(({ left, right }) => {
      const leftE8 = seen[left.of]
      return { ...(leftE8 === undefined ? {} : { leftE8 }), rightE8: right.valueE8 }
    })
  }

  #rouse(quiet: Quiet): void {
    const { rule } = quiet
    rule.values = this.valuesOf(rule)
    quiet.stamp = 0
    this.#quiet.delete(rule.id)
  }

  #marketOf(symbol: SymbolId): WatchedMarket {
    const found = this.#markets.get(symbol)
    if (found !== undefined) return found
    const pairs = { Last: newPair(), Mark: newPair(), Index: newPair(), Funding: newPair() }
    const market: WatchedMarket = { pairs, seen: undefined }
    this.#markets.set(symbol, market)
    return market
  }

  #sweep(symbol: SymbolId): void {
    const most = sweepFrom + 12 * this.#quiet.size
    if (this.#ends.size > most) this.#ends.sweep()
    const { pairs } = this.#marketOf(symbol)
    for (const series of watchedSeries) {
      const { rising, falling } = pairs[series]
      if (rising.size > most) rising.sweep()
      if (falling.size > most) falling.sweep()
    }
  }
}

const isWatched = (condition: RuleCondition): condition is WatchedCondition =>
  condition.right.of === 'Number' && watchedSeries.some((series) => series === condition.left.of)

/** Returns whether a check of the same figures changes nothing; a crossing holds only once. */
function isSettled(rule: RuleOrder): boolean {
  const { conditions, join } = rule.terms
  if (rule.sides.length < conditions.length || rule.sides.includes(null)) {
    return false
  }
  const holds = conditions.map(({ is }, k) => {
    const side = rule.sides[k] ?? null
    return conditionHolds(is, side, side)
  })
  return rule.held === (join === 'And' ? holds.every(Boolean) : holds.some(Boolean))
}
