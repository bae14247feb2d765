// Starts, changes, pauses and cancels rule orders, and checks them at price and time commands;
// their actions are performed like a trader's commands (rules 8.10).

import {
  isWindow,
  mostRules,
  ruleProblem,
  windowsOf,
  type RuleFiring,
  type RuleNumber,
  type RuleSeries,
  type RuleValues,
} from '@basis/domain/algo/rule'
import type { RuleState } from '@basis/domain/algo/states'
import {
  conditionHolds,
  mostSeeds,
  openWindow,
  sideOf,
  windowAfter,
  windowValueE8,
  type RuleWindow,
} from '@basis/domain/algo/rule-values'
import { mulDiv, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { linkIdProblem } from '@basis/domain/orders/order-rules'
import { contentText } from '../../api/field-order.ts'
import { secondRules } from '../../api/rules-version.ts'
import type { AmendRule, Command, PlaceRule, SetRuleState } from '../../api/commands.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { closingOf } from '../multi-order/close-positions.ts'
import { accountMaintenance, accountMargin } from '../../risk/account-margin.ts'
import { positionMarginOf, unrealisedOf } from '../../risk/position-margin.ts'
import { idxProblem } from '../../state/position-mode.ts'
import { peekPosition } from '../../state/positions.ts'
import { keepEnded, ruleRecord, rulesOf } from '../../state/rules/rule.ts'
import type { RuleOrder } from '../../state/rules/rule-order.ts'
import type { MarketFigures } from '../../state/rules/rule-index.ts'
import type { AccountState, EngineState, MarketState } from '../../state/state.ts'

type Perform = (state: EngineState, command: Command) => CommandResult

const firingsKept = 10

/** Performs a command about a rule. */
export function ruleCommand(
  state: EngineState,
  command: PlaceRule | AmendRule | SetRuleState,
): CommandResult {
  if (command.kind === 'PlaceRule') return placeRule(state, command)
  return command.kind === 'AmendRule' ? amendRule(state, command) : setRuleState(state, command)
}

/** Starts a rule; it is first checked at the next price or time command. */
function placeRule(state: EngineState, command: PlaceRule): CommandResult {
  const { account: id, symbol, positionIdx, linkId, terms, seeds = [] } = command
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const market = state.bySymbol.get(symbol)
  if (market === undefined || market.instrument.kind === 'Spot') {
    return { problem: problem('instrumentUnknown', 'symbol') }
  }
  const content = contentText([symbol, positionIdx, terms])
  const known = rulesOf(state.rules, id).find((rule) => linkId !== '' && rule.linkId === linkId)
  if (known !== undefined) {
    if (known.content === content) return { ruleId: known.id }
    return { problem: problem('orderLinkIdDuplicate', 'orderLinkId') }
  }
  const wrong = refusal(state, { account, market, command })
  if (wrong !== undefined) return { problem: wrong }
  const { rules, timeMs } = state
  const rule: RuleOrder = {
    id: rules.nextId,
    linkId,
    account: id,
    symbol,
    positionIdx,
    terms,
    content,
    state: 'Running',
    fired: 0,
    values: [],
    firings: [],
    restsUntilMs: 0,
    held: false,
    sides: [],
    windows: windowsOf(terms).map((series, k) => openWindow(series, seeds[k] ?? [], timeMs)),
    createdMs: timeMs,
    updatedMs: timeMs,
    updateNo: 0,
  }
  rules.nextId += 1
  rules.running.set(rule.id, rule)
  rules.index.wake(rule)
  emitRule(state, rule)
  return { ruleId: rule.id }
}

type Asked<Asking> = {
  readonly account: AccountState
  readonly market: MarketState
  readonly command: Asking
}

function refusal(
  state: EngineState,
  { account, market, command }: Asked<PlaceRule>,
): Problem | undefined {
  const unnamed = linkIdProblem(command.linkId)
  if (unnamed !== undefined) return unnamed
  const wrong = termsRefusal(state, { account, market, command }, 0)
  if (wrong !== undefined) return wrong
  let running = 0
  for (const rule of state.rules.running.values()) if (rule.account === account.id) running += 1
  if (running < mostRules) return undefined
  return problem('tooManyRules', 'symbol', { max: String(mostRules) })
}

/** Returns why terms are not valid for a rule of the account that has fired `fired` times. */
function termsRefusal(
  { timeMs: nowMs }: EngineState,
  { account, market, command }: Asked<PlaceRule | AmendRule>,
  fired: number,
): Problem | undefined {
  const { positionIdx, terms, seeds = [] } = command
  const misfit = idxProblem(account, market, positionIdx)
  if (misfit !== undefined) return misfit
  const wrong = ruleProblem(market.instrument, terms, { nowMs, fired })
  if (wrong !== undefined) return wrong
  const isPrice = (value: number): boolean => Number.isSafeInteger(value) && value > 0
  const fits = seeds.every((seed) => seed.length <= mostSeeds && seed.every(isPrice))
  const isKnown = fits && seeds.length <= windowsOf(terms).length
  return isKnown ? undefined : problem('ruleInvalid', 'seeds')
}

/**
 * Changes a rule's terms. It is checked as if it started now, but its count of firings continues; a
 * running cool-down continues, at most as long as the new one, and an unchanged average keeps its
 * bars.
 */
function amendRule(state: EngineState, command: AmendRule): CommandResult {
  const { account: id, ruleId, positionIdx, terms, seeds = [] } = command
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const rule = state.rules.running.get(ruleId)
  const market = rule && state.bySymbol.get(rule.symbol)
  // Foreign and unknown ids get the same problem (O5).
  if (rule === undefined || market === undefined || rule.account !== id) {
    return { problem: problem('orderNotFound', 'ruleId') }
  }
  const wrong = termsRefusal(state, { account, market, command }, rule.fired)
  if (wrong !== undefined) return { problem: wrong }
  if (contentText([rule.positionIdx, rule.terms]) === contentText([positionIdx, terms])) {
    return { ruleId }
  }
  const { timeMs } = state
  state.rules.index.wake(rule)
  const kept = new Map(
    windowsOf(rule.terms).map((series, k) => [contentText(series), rule.windows[k]]),
  )
  rule.windows = windowsOf(terms).map(
    (series, k) => kept.get(contentText(series)) ?? openWindow(series, seeds[k] ?? [], timeMs),
  )
  rule.positionIdx = positionIdx
  rule.terms = terms
  rule.restsUntilMs = Math.min(rule.restsUntilMs, timeMs + terms.coolDownSec * 1000)
  resetConditions(rule)
  emitRule(state, rule)
  return { ruleId }
}

/** Resets the state of the conditions before the next check. */
function resetConditions(rule: RuleOrder): void {
  rule.held = false
  rule.sides = []
}

/** Pauses, resumes or cancels a rule; does nothing if it is already in that state. */
function setRuleState(state: EngineState, command: SetRuleState): CommandResult {
  if (!state.accounts.has(command.account)) {
    return { problem: problem('accountUnknown', 'account') }
  }
  const rule = state.rules.running.get(command.ruleId)
  // Foreign and unknown ids get the same problem (O5).
  if (rule === undefined || rule.account !== command.account) {
    return { problem: problem('orderNotFound', 'ruleId') }
  }
  if (rule.state === command.state) return { ruleId: rule.id }
  state.rules.index.wake(rule)
  if (command.state === 'Running') resetConditions(rule)
  turn(state, rule, command.state)
  return { ruleId: rule.id }
}

function turn(state: EngineState, rule: RuleOrder, to: RuleState): void {
  rule.state = to
  if (to !== 'Running' && to !== 'Paused') keepEnded(state.rules, rule)
  emitRule(state, rule)
}

function emitRule(state: EngineState, rule: RuleOrder): void {
  rule.updatedMs = state.timeMs
  rule.updateNo += 1
  const record = ruleRecord(state.rules, rule)
  state.events.push({ kind: 'RuleChanged', account: rule.account, rule: record })
}

/**
 * Checks every rule that this check may change, oldest first. Each sees the effects of the earlier
 * ones, so that after one has fired all later rules are checked.
 */
export function runRules(state: EngineState, perform: Perform): void {
  const { running, index } = state.rules
  let due = index.begin(running, state.timeMs, (symbol) => figuresOf(state.bySymbol.get(symbol)))
  let isWhole = false
  for (let at = 0; at < due.length; at += 1) {
    const rule = due[at]
    const account = rule && state.accounts.get(rule.account)
    const market = rule && state.bySymbol.get(rule.symbol)
    if (rule === undefined || account === undefined || market === undefined) continue
    const { fired, id } = rule
    check(state, { rule, account, market }, perform)
    if (rule.fired > fired && !isWhole) {
      isWhole = true
      const after = [...running.values()].filter((each) => each.id > id)
      for (const each of after) index.wake(each)
      due = [...due.slice(0, at + 1), ...after]
    }
    if (running.has(id)) index.rest(rule)
  }
}

function figuresOf(market: MarketState | undefined): MarketFigures | undefined {
  if (market === undefined) return undefined
  const known = (priceE8: number): number | undefined => (priceE8 > 0 ? priceE8 : undefined)
  return {
    Last: known(priceOf(market, 'Last')),
    Mark: known(priceOf(market, 'Mark')),
    Index: known(market.indexE8),
    Funding: market.fundingRateE8,
  }
}

type Scene = {
  readonly rule: RuleOrder
  readonly account: AccountState
  readonly market: MarketState
}

function check(state: EngineState, scene: Scene, perform: Perform): void {
  const { rule, market } = scene
  const { terms } = rule
  const { timeMs } = state
  if (timeMs >= terms.expiresMs) return turn(state, rule, 'Expired')
  const series = windowsOf(terms)
  rule.windows = rule.windows.map((window, k) => {
    const each = series[k]
    const priceE8 = each === undefined ? 0 : priceOf(market, each.price)
    if (each === undefined || priceE8 === 0) return window
    return windowAfter(each, window, { nowMs: timeMs, priceE8 })
  })
  if (rule.state !== 'Running') return
  const values = valuesOf(scene)
  const sides = values.map(({ leftE8, rightE8 }) => sideOf(leftE8, rightE8))
  const holds = terms.conditions.map(({ is }, k) =>
    conditionHolds(is, rule.sides[k] ?? null, sides[k] ?? null),
  )
  const all = terms.join === 'And' ? holds.every(Boolean) : holds.some(Boolean)
  const isNew = all && !rule.held
  rule.held = all
  rule.sides = sides
  rule.values = values
  if (isNew && timeMs >= rule.restsUntilMs) fire(state, scene, perform)
}

function fire(state: EngineState, scene: Scene, perform: Perform): void {
  const { rule } = scene
  const { terms } = rule
  rule.fired += 1
  rule.restsUntilMs = state.timeMs + terms.coolDownSec * 1000
  const act = commandOf(state, scene)
  const { problem: refused } = 'kind' in act ? perform(state, act) : { problem: act }
  const firing: RuleFiring = {
    timeMs: state.timeMs,
    values: rule.values,
    ...(refused === undefined ? {} : { problem: refused }),
  }
  rule.firings = [...rule.firings, firing].slice(-firingsKept)
  if (rule.fired >= terms.most) turn(state, rule, 'Completed')
  else emitRule(state, rule)
}

/** Returns the rule's action as a command of its trader, or why there is nothing to do. */
function commandOf(state: EngineState, { rule, account, market }: Scene): Command | Problem {
  const { symbol, positionIdx } = rule
  const { action } = rule.terms
  const of = { account: account.id, symbol, positionIdx }
  switch (action.do) {
    case 'Order': {
      const { side, priceTicks: price, qtyLots: lots, reduceOnly } = action
      return {
        ...of,
        kind: 'PlaceOrder',
        side,
        ...(price === undefined
          ? ({ orderType: 'Market', timeInForce: 'ImmediateOrCancel' } as const)
          : ({ orderType: 'Limit', timeInForce: 'GoodTillCancel', priceTicks: price } as const)),
        qtyLots: lots,
        reduceOnly,
        closeOnTrigger: false,
        linkId: '',
        selfTrade: 'CancelTaker',
      }
    }
    case 'Close': {
      const position = peekPosition(account, market, positionIdx)
      if (position.sign === 0) return problem('reduceOnlyWithoutPosition', 'reduceOnly')
      const share = mulDiv(BigInt(position.sizeLots), BigInt(action.percentE2), 10_000n, 'down')
      const least = state.rulesVersion.present >= secondRules ? 1 : 0
      return { ...closingOf(position), qtyLots: qtyLots(Math.max(least, Number(share))) }
    }
    case 'CancelOrders':
      return { kind: 'CancelAllOrders', account: account.id, symbol }
    case 'CloseAll':
      return { kind: 'ClosePositions', account: account.id }
    case 'TakeProfit':
    case 'StopLoss': {
      const leg = {
        triggerTicks: action.triggerTicks,
        triggerBy: 'MarkPrice',
        orderType: 'Market',
      } as const
      const legs = action.do === 'TakeProfit' ? { takeProfit: leg } : { stopLoss: leg }
      return { ...of, kind: 'SetTpSl', mode: 'Full', ...legs }
    }
  }
}

function valuesOf(scene: Scene): readonly RuleValues[] {
  const { rule } = scene
  let place = 0
  const value = (series: RuleSeries | RuleNumber): number | undefined => {
    if (series.of === 'Number') return series.valueE8
    if (!isWindow(series)) return plainValue(scene, series.of)
    const window: RuleWindow | undefined = rule.windows[place]
    place += 1
    return window && windowValueE8(series, window)
  }
  return rule.terms.conditions.map(({ left, right }) => {
    const [leftE8, rightE8] = [value(left), value(right)]
    return {
      ...(leftE8 === undefined ? {} : { leftE8 }),
      ...(rightE8 === undefined ? {} : { rightE8 }),
    }
  })
}

/** The last or mark price ×1e-8; 0 if there is none. */
const priceOf = (market: MarketState, price: 'Last' | 'Mark'): number =>
  price === 'Mark' ? market.markE8 : market.lastTicks * market.instrument.tickSizeE8

function plainValue(
  { rule, account, market }: Scene,
  of: Exclude<RuleSeries['of'], 'Change' | 'Sma' | 'Ema'>,
): number | undefined {
  const known = (priceE8: number): number | undefined => (priceE8 > 0 ? priceE8 : undefined)
  switch (of) {
    case 'Last':
    case 'Mark':
      return known(priceOf(market, of))
    case 'Index':
      return known(market.indexE8)
    case 'Funding':
      return market.fundingRateE8
    case 'Equity': {
      const { wallet, unrealised } = accountMargin(account)
      return Number(wallet + unrealised)
    }
    case 'MarginRate': {
      const { balance } = accountMargin(account)
      if (balance <= 0n) return undefined
      return Number(mulDiv(accountMaintenance(account), unitE8, balance, 'truncate'))
    }
    case 'Pnl':
    case 'Roi': {
      const position = peekPosition(account, market, rule.positionIdx)
      if (position.sign === 0) return undefined
      const pnl = unrealisedOf(position)
      if (of === 'Pnl') return Number(pnl)
      const margin = positionMarginOf(position).position
      return margin <= 0n ? undefined : Number(mulDiv(pnl, unitE8, margin, 'truncate'))
    }
  }
}
