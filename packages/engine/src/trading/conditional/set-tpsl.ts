// Sets the TP/SL and the trailing stop of a position on a trader's command (rules 8.5, 8.6).
// Everything is checked before anything changes.

import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import {
  trailingProblem,
  type TrailingRequest,
  type TrailingTerms,
} from '@basis/domain/orders/trailing'
import { legNames, tpslChangeProblems } from '@basis/domain/orders/tpsl'
import type { SizedTpslRequest, TpslRequest } from '@basis/domain/orders/tpsl'
import {
  freeEntries,
  type PartialEntry,
  type PositionTpsl,
} from '@basis/domain/orders/tpsl-entries'
import type { PositionIdx } from '@basis/domain/orders/position'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { isProblem } from '../core/pre-trade-checks.ts'
import { legsAfter, presentTicks } from '../core/attached-tpsl.ts'
import type { CancelPartialTpSl, ReplaceOrder, SetTpSl } from '../../api/commands.ts'
import { type CommandResult } from '../core/open-orders.ts'
import { positionOf, peekPosition } from '../../state/positions.ts'
import { idxProblem } from '../../state/position-mode.ts'
import { type EngineState, type PositionState, type OpenOrder } from '../../state/state.ts'
import { dropTrailing, setTpsl, setTrailing } from './tpsl-orders.ts'

const done: CommandResult = {}

/** Sets TP/SL and trailing stop of a position: full, or one entry of the partial list. */
export function setTpSl(state: EngineState, command: SetTpSl): CommandResult {
  const position = targetPosition(state, command)
  if (isProblem(position)) return { problem: position }
  const hasLegs = command.takeProfit !== undefined || command.stopLoss !== undefined
  if (!hasLegs && command.qtyLots === undefined && command.trailing === undefined) {
    return { problem: problem('orderUnchanged') }
  }
  const named = hasLegs || command.qtyLots !== undefined
  const next = !named
    ? position.stops.tpsl
    : command.mode === 'Full'
      ? fullWanted(position, command)
      : partialWanted(state, position, command)
  if (isProblem(next)) return { problem: next }
  const terms =
    command.trailing === undefined ? undefined : trailingWanted(position, command.trailing)
  if (typeof terms === 'object' && isProblem(terms)) return { problem: terms }
  if (named) setTpsl(state, position, next, 'CancelByUser')
  if (terms === 'none') dropTrailing(state, position, 'CancelByUser')
  else if (terms !== undefined) setTrailing(state, position, terms)
  return done
}

/** Cancels the partial list of a position; the full TP/SL and the trailing stop stay. */
export function cancelPartialTpSl(state: EngineState, command: CancelPartialTpSl): CommandResult {
  const position = targetPosition(state, command)
  if (isProblem(position)) return { problem: position }
  const { tpsl } = position.stops
  if (tpsl.partial.length > 0) setTpsl(state, position, { ...tpsl, partial: [] }, 'CancelByUser')
  return done
}

function targetPosition(
  state: EngineState,
  command: {
    readonly account: AccountId
    readonly symbol: SymbolId
    readonly positionIdx: PositionIdx
  },
): PositionState | Problem {
  const account = state.accounts.get(command.account)
  if (account === undefined) return problem('accountUnknown', 'account')
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined || market.instrument.kind === 'Spot') {
    return problem('instrumentUnknown', 'symbol')
  }
  const wrong = idxProblem(account, market, command.positionIdx)
  if (wrong !== undefined) return wrong
  const position = peekPosition(account, market, command.positionIdx)
  if (position.sign === 0) return problem('tpslWithoutPosition', 'symbol')
  return position
}

/** Returns the problem of a change, given the position and the other entries. */
function changeProblem(
  position: PositionState,
  change: SizedTpslRequest,
  others: readonly PartialEntry[],
): Problem | undefined {
  const { market, sizeLots } = position
  const [first] = tpslChangeProblems(change, {
    instrument: market.instrument,
    scene: 'Position',
    side: position.sign === 1 ? 'Buy' : 'Sell',
    referenceTicks: presentTicks(market),
    sizeLots: qtyLots(sizeLots),
    isUnified: true,
    ...freeEntries(others, sizeLots),
  })
  return first
}

function fullWanted(
  position: PositionState,
  { takeProfit, stopLoss }: Omit<TpslRequest, 'mode'>,
): PositionTpsl | Problem {
  const asked: TpslRequest = { mode: 'Full', takeProfit, stopLoss }
  const { tpsl } = position.stops
  const wrong = changeProblem(position, asked, [])
  if (wrong !== undefined) return wrong
  const merged = legsAfter(tpsl.full ?? {}, asked)
  return { ...(merged === undefined ? {} : { full: merged }), partial: tpsl.partial }
}

function partialWanted(
  state: EngineState,
  position: PositionState,
  command: SetTpSl,
): PositionTpsl | Problem {
  const { tpsl } = position.stops
  const { tpOrderId, slOrderId, takeProfit, stopLoss } = command
  const asked: SizedTpslRequest = {
    mode: 'Partial',
    takeProfit,
    stopLoss,
    qtyLots: command.qtyLots,
  }
  if (tpOrderId === undefined && slOrderId === undefined) {
    const { qtyLots: lots } = command
    const wrong = changeProblem(position, asked, tpsl.partial)
    const made = legsAfter({}, asked)
    if (wrong !== undefined || lots === undefined || made === undefined) {
      return wrong ?? problem('orderUnchanged')
    }
    const entry: PartialEntry = { id: state.nextOrderId, qtyLots: lots, legs: made }
    return { ...tpsl, partial: [...tpsl.partial, entry] }
  }
  const order = position.waiting.find(
    ({ id, plan }) => (id === tpOrderId || id === slOrderId) && (plan?.entryId ?? 0) !== 0,
  )
  const field = tpOrderId === undefined ? 'slOrderId' : 'tpOrderId'
  if (order === undefined) return problem('orderNotFound', field)
  const isBoth = tpOrderId !== undefined && slOrderId !== undefined
  return entryWanted(position, order, { ...asked, isBoth })
}

type EntryChange = Omit<SizedTpslRequest, 'mode'> & {
  /** Both legs were given: they stay a pair. */
  readonly isBoth: boolean
}

/** The list after a change of an entry. A change of only one leg splits the pair (8.5). */
function entryWanted(
  position: PositionState,
  order: OpenOrder,
  change: EntryChange,
): PositionTpsl | Problem {
  const { tpsl } = position.stops
  const { plan } = order
  const entry = tpsl.partial.find(({ id }) => id === plan?.entryId)
  if (entry === undefined || plan?.leg === undefined) return problem('orderNotFound', 'orderId')
  const others = tpsl.partial.filter((other) => other !== entry)
  const name = plan.leg
  const sibling = name === 'takeProfit' ? 'stopLoss' : 'takeProfit'
  const isAlone = !change.isBoth && change[sibling] === undefined
  const splits = isAlone && entry.legs[sibling] !== undefined && change[name]?.triggerTicks !== 0
  const merged = legsAfter(entry.legs, change)
  const lots = change.qtyLots ?? entry.qtyLots
  const kept = splits ? [...others, { ...entry, legs: { [sibling]: entry.legs[sibling] } }] : others
  const { takeProfit, stopLoss } = legNames.some((leg) => change[leg] !== undefined)
    ? change
    : (merged ?? {})
  const asked = { mode: 'Partial', takeProfit, stopLoss, qtyLots: lots } as const
  const wrong = changeProblem(position, asked, kept)
  if (wrong !== undefined) return wrong
  if (!splits) {
    const partial = tpsl.partial.flatMap((other) => {
      if (other !== entry) return [other]
      return merged === undefined ? [] : [{ ...entry, qtyLots: lots, legs: merged }]
    })
    return { ...tpsl, partial }
  }
  // The changed leg keeps its order, which becomes an entry of its own, the newest one.
  plan.entryId = order.id
  const partial = tpsl.partial.map((other) =>
    other === entry ? { ...entry, legs: { [sibling]: entry.legs[sibling] } } : other,
  )
  const own: PartialEntry = { id: order.id, qtyLots: lots, legs: { [name]: merged?.[name] } }
  return { ...tpsl, partial: [...partial, own] }
}

/** Changes the leg of an order: trigger, limit, or the quantity of its entry. */
export function replaceLeg(
  state: EngineState,
  order: OpenOrder,
  command: ReplaceOrder,
): CommandResult {
  const { plan } = order
  const position = positionOf(order)
  if (plan?.leg === undefined) return { problem: problem('orderNotFound', 'orderId') }
  const { tpsl } = position.stops
  const legs = plan.entryId === 0 ? tpsl.full : entryOf(tpsl, plan.entryId)?.legs
  const before = legs?.[plan.leg]
  if (before === undefined) return { problem: problem('orderNotFound', 'orderId') }
  if (command.tpsl !== undefined) return { problem: problem('tpslOnReduceOnly', 'reduceOnly') }
  if (before.orderType === 'Market' && command.priceTicks !== undefined) {
    return { problem: problem('priceNotAllowed', 'price') }
  }
  const leg = {
    ...before,
    triggerTicks: command.triggerTicks ?? before.triggerTicks,
    ...(command.priceTicks === undefined ? {} : { limitTicks: command.priceTicks }),
  }
  const isSame = leg.triggerTicks === before.triggerTicks && leg.limitTicks === before.limitTicks
  const { qtyLots: lots } = command
  if (isSame && (lots === undefined || lots === order.qtyLots)) {
    return { problem: problem('orderUnchanged') }
  }
  if (leg.triggerTicks <= 0) return { problem: problem('takeProfitOver', 'triggerPrice') }
  const change = isSame ? {} : { [plan.leg]: leg }
  const isFull = plan.entryId === 0
  if (isFull && lots !== undefined) return { problem: problem('tpSlQtyOver', 'qty') }
  const next = isFull
    ? fullWanted(position, change)
    : entryWanted(position, order, { ...change, qtyLots: lots, isBoth: isSame })
  if (isProblem(next)) return { problem: next }
  setTpsl(state, position, next, 'CancelByUser')
  return { orderId: order.id }
}

const entryOf = ({ partial }: PositionTpsl, entryId: number): PartialEntry | undefined =>
  partial.find(({ id }) => id === entryId)

/** The terms of the requested trailing stop; 'none' cancels it. */
function trailingWanted(
  position: PositionState,
  asked: TrailingRequest,
): TrailingTerms | 'none' | Problem {
  const { market, stops } = position
  if (asked.distanceTicks === 0) return 'none'
  const last = presentLast(position)
  if (last === undefined) return problem('priceUnavailable', 'trailingStop')
  const before = stops.trailing?.terms
  const retracement =
    asked.rateE4 !== undefined
      ? { rateE4: asked.rateE4 }
      : asked.distanceTicks !== undefined
        ? { distanceTicks: asked.distanceTicks }
        : before?.retracement
  if (retracement === undefined) return problem('triggerNotAllowed', 'activationPrice')
  const { activationTicks = before?.activationTicks } = asked
  const terms: TrailingTerms = {
    sign: position.sign === -1 ? -1 : 1,
    retracement,
    ...(activationTicks === undefined ? {} : { activationTicks }),
  }
  return trailingProblem(market.instrument, terms, last) ?? terms
}

const presentLast = ({ market }: PositionState): PriceTicks | undefined =>
  market.lastTicks > 0 ? priceTicks(market.lastTicks) : undefined
