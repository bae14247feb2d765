// Rule orders of seeded traders: near the market, so that many fire, with every kind of series and
// action.

import { isRuleOver } from '@basis/domain/algo/states'
import type { RuleAction, RuleCondition, RuleSeries } from '@basis/domain/algo/rule'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command, PlaceRule } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'

type Place = { readonly account: AccountId; readonly view: SymbolView; readonly nowMs: number }

/** Returns a rule of one to three conditions, sometimes of none, that lives up to an hour. */
export function inventRule(prng: Prng, { account, view, nowMs }: Place): PlaceRule {
  const below = (bound: number): number => prng.nextBelow(bound)
  const count = below(20) === 0 ? 0 : 1 + below(3)
  const conditions = Array.from({ length: count }, () => conditionOf(below, view))
  return {
    kind: 'PlaceRule',
    account,
    symbol: view.instrument.symbol,
    positionIdx: 0,
    linkId: '',
    terms: {
      join: below(2) === 0 ? 'And' : 'Or',
      conditions,
      action: actionOf(below, view),
      most: 1 + below(3),
      coolDownSec: below(2) * below(60),
      expiresMs: nowMs + 60_000 * (1 + below(60)),
    },
  }
}

type Owners = {
  readonly views: Views
  readonly traders: readonly number[]
  readonly nowMs: number
}

/** Returns other terms for a rule, sometimes with no firing left; nothing if there is no rule. */
export function inventRuleChange(
  prng: Prng,
  { views, traders, nowMs }: Owners,
): readonly Command[] {
  const live = traders
    .flatMap((id) => views.rules(accountId(id)))
    .filter((rule) => !isRuleOver(rule))
  const found = live[prng.nextBelow(Math.max(1, live.length))]
  const view = found && views.symbol(found.symbol)
  if (found === undefined || view === undefined || view.markE8 === 0) return []
  const { account, id: ruleId, positionIdx, fired } = found
  const place = inventRule(prng, { account, view, nowMs })
  const most = place.terms.most + (prng.nextBelow(4) === 0 ? 0 : fired)
  return [{ kind: 'AmendRule', account, ruleId, positionIdx, terms: { ...place.terms, most } }]
}

function conditionOf(below: (bound: number) => number, { markE8 }: SymbolView): RuleCondition {
  const is = (['Above', 'Below', 'CrossesAbove', 'CrossesBelow'] as const)[below(4)] ?? 'Above'
  const price = below(2) === 0 ? 'Last' : 'Mark'
  const averages: readonly RuleSeries[] = [
    { of: 'Sma', price, bars: 2 + below(4), minutes: 1 },
    { of: 'Ema', price, bars: 2 + below(4), minutes: 1 },
    { of: 'Index' },
  ]
  const average = averages[below(3)] ?? { of: 'Mark' }
  const near = Math.round(markE8 * (1 + (below(200) - 100) / 100_000))
  const of = (['Last', 'Mark', 'Index'] as const)[below(3)] ?? 'Mark'
  const rate = (['Funding', 'Roi', 'MarginRate'] as const)[below(3)] ?? 'Roi'
  switch (below(4)) {
    case 0:
      return { left: { of }, is, right: { of: 'Number', valueE8: near } }
    case 1:
      return { left: { of }, is, right: average }
    case 2: {
      const right = { of: 'Number', valueE8: (below(200) - 100) * 10_000 } as const
      const change = { of: 'Change', price, minutes: 1 + below(5) } as const
      return { left: below(2) === 0 ? change : { of: rate }, is, right }
    }
    default: {
      const right = { of: 'Number', valueE8: (below(2000) - 1000) * 100_000_000 } as const
      return { left: { of: below(2) === 0 ? 'Pnl' : 'Equity' }, is, right }
    }
  }
}

function actionOf(
  below: (bound: number) => number,
  { instrument, markE8 }: SymbolView,
): RuleAction {
  const ticks = Math.max(1, Math.round(markE8 / instrument.tickSizeE8) + below(100) - 50)
  switch (below(6)) {
    case 0:
      return { do: 'CancelOrders' }
    case 1:
      return below(4) === 0 ? { do: 'CloseAll' } : { do: 'Close', percentE2: 10_000 }
    case 2:
      return {
        do: below(2) === 0 ? 'TakeProfit' : 'StopLoss',
        triggerTicks: priceTicks(ticks),
      }
    case 3:
      return { do: 'Close', percentE2: 1 + below(10_000) }
    default:
      return {
        do: 'Order',
        side: below(2) === 0 ? 'Buy' : 'Sell',
        ...(below(2) === 0 ? {} : { priceTicks: priceTicks(ticks) }),
        qtyLots: qtyLots(instrument.minQtyLots * (1 + below(20))),
        reduceOnly: below(3) === 0,
      }
  }
}
