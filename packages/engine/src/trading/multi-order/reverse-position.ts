// Reverses a position in one command: closes it at market, then opens the same size on the other
// side, both legs or none (rules 6.4, D-35).

// The outcome is computed first; nothing changes unless both legs will be filled and the account
// can carry the second.

import { feeOf } from '@basis/domain/instrument/fees'
import { amount, qtyLots, type RateE8 } from '@basis/domain/numbers/fixed'
import { formatQty, qtyCoin } from '@basis/domain/instrument/instrument'
import { mayOpenReverse, reversal, type MarketIntent } from '@basis/domain/orders/reverse'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { Explanation } from '@basis/domain/margin/explanation'
import { admittedOf, validateOrder, isProblem, type Admitted } from '../core/pre-trade-checks.ts'
import { orderExplanation, refusalExplanation } from '../core/rejections.ts'
import { contractFundsProblem } from '../../risk/order-margin.ts'
import { isOption } from '../../risk/option-margin.ts'
import { tradeFee } from '../../risk/trade-fee.ts'
import { endingDraft, type OrderToCheck } from '../../risk/draft-order.ts'
import type { PlaceOrder, ReversePosition } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { placeAdmitted } from '../core/order-entry.ts'
import { ReducingMakers } from '../core/reducing-makers.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { accountFeeRate, peekPosition } from '../../state/positions.ts'
import { idxProblem } from '../../state/position-mode.ts'
import { invalidateSums } from '../../state/invalidation.ts'
import { linkedOrder } from '../../state/client-order-ids.ts'
import {
  tickValue,
  type AccountState,
  type EngineState,
  type MarketState,
  type PositionState,
} from '../../state/state.ts'
import type { OpenOrder } from '../../state/state.ts'
import { oppositeBookSide } from '../../order-book/order-book.ts'

/**
 * Reverses a position, or refuses with a problem whose `leg` parameter says which leg would fail:
 * `close` or `open`. The answer is the opening order; the events have both.
 */
export function reversePosition(state: EngineState, command: ReversePosition): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const content = `reverse ${command.symbol}`
  const known = linkedOrder(state, account, command.linkId)
  if (known?.isOf(content) === true) return { orderId: known.orderId }
  if (known !== undefined) return { problem: problem('orderLinkIdDuplicate', 'orderLinkId') }
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined || market.instrument.kind === 'Spot') {
    return { problem: problem('instrumentUnknown', 'symbol') }
  }
  const misfit = idxProblem(account, market, command.positionIdx)
  if (misfit !== undefined) return { problem: misfit }
  const held = peekPosition(account, market, command.positionIdx)
  const intents = reversal({
    side: held.sign === 0 ? 'None' : held.sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(held.sizeLots),
    positionIdx: command.positionIdx,
  })
  if (isProblem(intents)) return { problem: intents }
  const [toClose, toOpen] = intents
  const close = legOf(command, toClose, '')
  const open = legOf(command, toOpen, command.linkId)
  const legs = foreseenLegs(state, close, open)
  if ('problem' in legs) return legs
  const closed = placeAdmitted(state, close, legs.close)
  // It was computed to fill in full; otherwise D-35 forbids the second leg.
  if (!mayOpenReverse(toClose, closed.filledLots)) return { orderId: closed.id }
  return { orderId: placeAdmitted(state, open, legs.open, content).id }
}

function legOf(command: ReversePosition, intent: MarketIntent, linkId: string): PlaceOrder {
  const { account, symbol, slippage } = command
  // Own resting orders are cancelled, so that they do not block the reversal.
  const order = { ...intent, kind: 'PlaceOrder', account, symbol, linkId } as const
  const bound = slippage === undefined ? {} : { slippage }
  return { ...order, ...bound, selfTrade: 'CancelMaker' }
}

type Legs = { readonly close: Admitted; readonly open: Admitted }

type Refused = { readonly problem: Problem; readonly explanation?: Explanation | undefined }

/** Returns both admitted legs, or the first problem that one of them would have. */
function foreseenLegs(state: EngineState, close: PlaceOrder, open: PlaceOrder): Legs | Refused {
  const refused = (leg: Leg, order: PlaceOrder, why: Problem): Refused => ({
    problem: ofLeg(leg, why),
    explanation: orderExplanation(state, order, why),
  })
  const closing = validateOrder(state, close)
  if (isProblem(closing)) return refused('close', close, closing)
  const opening = validateOrder(state, open)
  if (isProblem(opening)) return refused('open', open, opening)
  const seen = previewReversal(state, closing)
  if (seen.close.lots < closing.lots) {
    return refused('close', close, notFillable(closing, seen.close.lots))
  }
  if (seen.open.lots < opening.lots) {
    return refused('open', open, notFillable(opening, seen.open.lots))
  }
  const short = openingRefusal(state, { opening, order: open }, closing.position, seen)
  if (short !== undefined) return { ...short, problem: ofLeg('open', short.problem) }
  return { close: admittedOf(closing), open: admittedOf(opening) }
}

type Leg = 'close' | 'open'

const ofLeg = (leg: Leg, { params, ...wrong }: Problem): Problem => ({
  ...wrong,
  params: { ...params, leg },
})

function notFillable({ market, lots }: OrderToCheck, found: number): Problem {
  const { instrument } = market
  return problem('reverseNotFillable', 'symbol', {
    qty: formatQty(instrument, qtyLots(lots)),
    fillable: formatQty(instrument, qtyLots(found)),
    coin: qtyCoin(instrument),
  })
}

/** What a leg would fill: lots, value and fee, rounded fill by fill as in the real trade. */
type LegFills = { lots: number; value: bigint; fee: bigint }
type PreviewedReversal = {
  readonly close: LegFills
  readonly open: LegFills
  /** The opposite best price after the first leg. */
  readonly best: number | undefined
  /** The account's own orders that the closing leg would meet: they are cancelled. */
  readonly overtaken: ReadonlySet<OpenOrder>
}

/** Walks the opposite side of the book as the two legs will, one after the other. */
function previewReversal(state: EngineState, closing: OrderToCheck): PreviewedReversal {
  const { market, account, sign, limitTicks, lots } = closing
  const { book } = market
  const close: LegFills = { lots: 0, value: 0n, fee: 0n }
  const open: LegFills = { lots: 0, value: 0n, fee: 0n }
  const overtaken = new Set<OpenOrder>()
  const isThird = state.rulesVersion.present >= thirdRules
  const makers = isThird ? new ReducingMakers(closing.position) : new SharedPositions()
  let best: number | undefined
  let slot = book.best(oppositeBookSide(sign))
  for (; slot >= 0 && open.lots < lots; slot = book.after(slot)) {
    const ticks = book.priceOf(slot)
    if ((ticks - limitTicks) * sign > 0) break
    const maker = state.table.at(book.refOf(slot))
    if (maker === undefined) continue
    if (maker.account === account) {
      if (close.lots < lots) overtaken.add(maker)
      else best ??= ticks
      continue
    }
    let there = makers.leftOf(maker)
    if (there > lots - close.lots) best ??= ticks
    makers.fill(maker, Math.min(there, 2 * lots - close.lots - open.lots))
    for (const leg of [close, open]) {
      const taken = Math.min(there, lots - leg.lots)
      if (taken === 0) continue
      const value = tickValue(market, ticks, taken)
      leg.lots += taken
      leg.value += value
      leg.fee += feeIn(state, market, accountFeeRate(account, market, false), {
        lots: taken,
        value,
      })
      there -= taken
    }
  }
  return { close, open, overtaken, best }
}

/** Before the third rules the fee of an option was taken for that of a future. */
const feeIn = (
  { rulesVersion }: EngineState,
  market: MarketState,
  rate: RateE8,
  fill: { readonly lots: number; readonly value: bigint },
): bigint =>
  rulesVersion.present < thirdRules ? feeOf(amount(fill.value), rate) : tradeFee(market, rate, fill)

/**
 * Returns what closing books to the balance, without its fee: the profit or, of an option, the
 * premium (9.4), which before the third rules was taken for a profit, too.
 */
function bookedOnClose(state: EngineState, closing: PositionState, value: bigint): bigint {
  const { market, sign, entryValue } = closing
  if (isOption(market) && state.rulesVersion.present >= thirdRules) return BigInt(sign) * value
  return sign === market.valueSign ? value - entryValue : entryValue - value
}

/**
 * The makers before the third rules: a reduce-only one fills at most what its position has left
 * after all fills of its account (D-33).
 */
class SharedPositions implements Pick<ReducingMakers, 'leftOf' | 'fill'> {
  readonly #filled = new Map<AccountState, number>()

  leftOf = ({ account, market, positionIdx, reduceOnly, leavesLots }: OpenOrder): number => {
    if (!reduceOnly) return leavesLots
    const size = peekPosition(account, market, positionIdx).sizeLots
    return Math.min(leavesLots, Math.max(0, size - (this.#filled.get(account) ?? 0)))
  }

  fill({ account }: OpenOrder, lots: number): void {
    this.#filled.set(account, (this.#filled.get(account) ?? 0) + lots)
  }
}

/**
 * Returns why the account could not carry the second leg after the first: flat, profit and fee
 * booked, its reduce-only orders and the own orders that the leg met cancelled. In hedge mode the
 * second leg belongs to the other side, whose position stays as it is (6.4).
 */
function openingRefusal(
  state: EngineState,
  { opening, order }: { readonly opening: OrderToCheck; readonly order: PlaceOrder },
  closing: PositionState,
  { close, open, overtaken, best }: PreviewedReversal,
): Refused | undefined {
  const { account } = opening
  const { coinBalance } = closing
  const booked = bookedOnClose(state, closing, close.value) - close.fee
  const isKept = (order: OpenOrder): boolean => !overtaken.has(order)
  const flat: PositionState = {
    ...without(closing, (order) => isKept(order) && !order.reduceOnly),
    sign: 0,
    sizeLots: 0,
    entryValue: 0n,
    extra: 0n,
    reduceOnlyOrders: 0,
  }
  const draft = endingDraft(opening, { value: open.value, left: 0 }, best)
  coinBalance.balance += booked
  const wrong = asIf(account, flat, isKept, (position) => {
    const why = contractFundsProblem({ ...opening, position }, draft)
    if (why === undefined) return undefined
    // It is explained before the hypothetical changes are undone.
    const asked = { ...order, judged: () => draft }
    return { problem: why, explanation: refusalExplanation(state, account.id, asked, why) }
  })
  coinBalance.balance -= booked
  return wrong
}

/** A copy of a position with only some of its orders, and without cached figures. */
const without = (
  position: PositionState,
  isKept: (order: OpenOrder) => boolean,
): PositionState => ({
  ...position,
  buys: position.buys.filter(isKept),
  sells: position.sells.filter(isKept),
  margin: undefined,
  isDirty: false,
  buyCost: undefined,
  sellCost: undefined,
  buyValue: undefined,
  sellValue: undefined,
  haircut: undefined,
})

/** Evaluates the opened position as if the closed one were flat. */
function asIf(
  account: AccountState,
  flat: PositionState,
  isKept: (order: OpenOrder) => boolean,
  ask: (opened: PositionState) => Refused | undefined,
): Refused | undefined {
  const { market, pair, idx } = flat
  const at = market.index
  const before = account.positions.at(at)
  invalidateSums(account)
  if (pair === undefined || account.hedge === undefined) {
    account.positions.put(at, flat)
    const wrong = ask(flat)
    account.positions.put(at, before)
    invalidateSums(account)
    return wrong
  }
  const { pairs } = account.hedge
  const other = without(idx === 1 ? pair.short : pair.long, isKept)
  const supposed = idx === 1 ? { long: flat, short: other } : { long: other, short: flat }
  flat.pair = other.pair = supposed
  pairs[at] = supposed
  const wrong = ask(other)
  pairs[at] = pair
  invalidateSums(account)
  return wrong
}
