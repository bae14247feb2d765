// Runs the parents that are due, at the end of each command and with a limit per command (rules
// 8.9). There is no clock here: time advances with the commands.

import { afterChaseOrder, chaseStep } from '@basis/domain/algo/chase'
import { icebergPrice, nextIcebergLots, type BestPrices } from '@basis/domain/algo/iceberg'
import { owedAfter, owedAfterChild, povChildLots } from '@basis/domain/algo/pov'
import { scaledLadder } from '@basis/domain/algo/scaled'
import { isChasedAway, leastTwapLots, twapRetryLots } from '@basis/domain/algo/twap'
import type { AlgoEnd } from '@basis/domain/algo/order'
import { priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { oppositeSide } from '@basis/domain/orders/order'
import { maxOrderQty } from '@basis/domain/orders/order-rules'
import type { PlaceOrder } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { closeOrder, type CommandResult } from '../core/open-orders.ts'
import { placeOrder, replaceOrder } from '../core/order-entry.ts'
import { boundedTicks } from '../core/pre-trade-checks.ts'
import { bestTicks, type EngineState, type MarketState, type OpenOrder } from '../../state/state.ts'
import { hasTriggerWork, runTriggers } from '../conditional/trigger-engine.ts'
import { algoRecord, endAlgo, marketOf } from '../core/algo-children.ts'
import { never, setNext, type AlgoOrder } from '../../state/algo-order.ts'

/** The maximum of parent steps per command; the others stay due for the next command. */
const maxStepsPerCommand = 100
/** The delay before a missing price, or the remainder of a TWAP's child, is retried. */
const retryMs = 1000

/** Runs the due parents, and the triggers that their orders fire. */
export function runAlgos(state: EngineState): void {
  const { due, running } = state.algos
  for (let steps = 0; steps < maxStepsPerCommand && due.soonestMs <= state.timeMs;) {
    const entry = due.take()
    const algo = entry === undefined ? undefined : running.get(entry.id)
    if (algo === undefined || algo.nextMs !== entry?.ms) continue
    steps += 1
    step(state, algo)
    if (hasTriggerWork(state)) runTriggers(state)
  }
}

/** Emits the parents that changed in this command, each once. */
export function emitAlgos(state: EngineState): void {
  const { changed } = state.algos
  for (const algo of changed) {
    algo.updatedMs = state.timeMs
    algo.updateNo += 1
    state.events.push({
      kind: 'AlgoChanged',
      account: algo.account,
      algo: algoRecord(state, algo),
    })
  }
  changed.clear()
}

/** Ends a parent and cancels its open children. */
export function stopAlgo(state: EngineState, algo: AlgoOrder, why: AlgoEnd): void {
  endAlgo(state, algo, why)
  for (const id of [...algo.children].sort((a, b) => a - b)) {
    const child = state.orders.get(id)
    if (child !== undefined) closeOrder(state, child, 'CancelByUser')
  }
}

function step(state: EngineState, algo: AlgoOrder): void {
  // By default the parent waits for events; the step below may set a due time.
  setNext(state.algos, algo, never)
  if (algo.filledLots >= algo.totalLots) return stopAlgo(state, algo, 'Filled')
  if (algo.pausedMs !== undefined) return stepPaused(state, algo)
  switch (algo.terms.kind) {
    case 'Twap':
      return stepTwap(state, algo)
    case 'Pov':
      return stepPov(state, algo)
    case 'Iceberg':
      return stepIceberg(state, algo)
    case 'Chase':
      return stepChase(state, algo)
    case 'Scaled':
      return stepScaled(state, algo)
  }
}

/**
 * While paused, only the end of the open child is handled: after a fill the parent continues once
 * resumed, any other end ends the parent as usual.
 */
function stepPaused(state: EngineState, algo: AlgoOrder): void {
  const { childEnd } = algo
  if (childEnd === undefined || childEnd === 'Filled') return
  stopAlgo(state, algo, 'ChildCancelled')
}

/** The time since it started, without its pauses. */
const workedMs = ({ timeMs }: EngineState, { createdMs, heldMs }: AlgoOrder): number =>
  timeMs - createdMs - heldMs

type Child = Pick<PlaceOrder, 'orderType' | 'timeInForce' | 'priceTicks'> & {
  readonly lots: number
}

/** Returns the order that a child is placed with. */
export function childOrder(
  algo: Pick<AlgoOrder, 'account' | 'side' | 'reduceOnly' | 'positionIdx' | 'selfTrade'>,
  { instrument }: MarketState,
  { lots, ...terms }: Child,
): PlaceOrder {
  return {
    kind: 'PlaceOrder',
    account: algo.account,
    symbol: instrument.symbol,
    side: algo.side,
    ...terms,
    qtyLots: qtyLots(lots),
    reduceOnly: algo.reduceOnly,
    closeOnTrigger: false,
    positionIdx: algo.positionIdx,
    linkId: '',
    selfTrade: algo.selfTrade,
  }
}

function placeChild(state: EngineState, algo: AlgoOrder, child: Child): CommandResult {
  const { algos } = state
  algos.placing = algo
  const answer = placeOrder(state, childOrder(algo, marketOf(state, algo), child))
  algos.placing = undefined
  if (answer.problem !== undefined) {
    algo.problem = answer.problem
    algos.changed.add(algo)
  }
  return answer
}

const bestOf = (market: MarketState): BestPrices => ({
  bidTicks: bestTicks(market, 'Buy'),
  askTicks: bestTicks(market, 'Sell'),
})

/** The expected price of a market child: the opposite best price, else the last. */
function meetingPrice({ side }: AlgoOrder, market: MarketState): PriceTicks | undefined {
  const best = bestTicks(market, oppositeSide(side))
  return best ?? (market.lastTicks > 0 ? priceTicks(market.lastTicks) : undefined)
}

/**
 * Returns the terms of a TWAP's or participation order's child: a market order, or a limit order at
 * the parent's price limit if that is within the band.
 */
export function marketChild(
  { side, terms }: Pick<AlgoOrder, 'side' | 'terms'>,
  market: MarketState,
  lots: number,
): Child {
  const isChasing = terms.kind === 'Twap' || terms.kind === 'Pov'
  const chase = isChasing ? terms.maxChaseTicks : undefined
  const timeInForce = 'ImmediateOrCancel'
  const isInside =
    chase !== undefined &&
    (side === 'Buy' ? chase <= market.maxBuyTicks : chase >= market.minSellTicks)
  return isInside
    ? { orderType: 'Limit', timeInForce, priceTicks: chase, lots }
    : { orderType: 'Market', timeInForce, lots }
}

/**
 * Sends the child that is due. A child whose time was missed, because there was no command in it,
 * is dropped, not sent together with the next.
 */
function stepTwap(state: EngineState, algo: AlgoOrder): void {
  const { terms, twap, createdMs, heldMs, sizes } = algo
  if (terms.kind !== 'Twap' || twap === undefined) return
  const market = marketOf(state, algo)
  const meets = meetingPrice(algo, market)
  const chase = { side: algo.side, maxChaseTicks: terms.maxChaseTicks }
  if (meets !== undefined && isChasedAway(chase, meets)) {
    return stopAlgo(state, algo, 'MaxChasePrice')
  }
  const intervalMs = terms.intervalSec * 1000
  const slot = Math.min(sizes.length - 1, Math.floor(workedMs(state, algo) / intervalMs))
  const isNew = slot >= twap.next
  const lots = isNew ? (sizes[slot] ?? 0) : twap.retryLots
  if (isNew) twap.next = slot + 1
  twap.retryLots = 0
  if (lots > 0) {
    const before = algo.filledLots
    const { problem } = placeChild(state, algo, marketChild(algo, market, lots))
    if (algo.status !== 'Running') return
    if (problem?.name === 'reduceOnlyWithoutPosition') return stopAlgo(state, algo, 'ChildRefused')
    const filledLots = qtyLots(algo.filledLots - before)
    const attempts = isNew ? 1 : 2
    twap.retryLots = twapRetryLots({ lots: qtyLots(lots), filledLots, attempts })
  }
  if (twap.retryLots > 0) setNext(state.algos, algo, state.timeMs + retryMs)
  else if (twap.next < sizes.length) {
    setNext(state.algos, algo, createdMs + heldMs + twap.next * intervalMs)
  } else {
    const isWhole = algo.filledLots >= algo.totalLots
    stopAlgo(state, algo, isWhole ? 'Filled' : 'DurationOver')
  }
}

/** Sends its share of what others traded since the last step, once that is a valid order. */
function stepPov(state: EngineState, algo: AlgoOrder): void {
  const { terms, pov, totalLots } = algo
  if (terms.kind !== 'Pov' || pov === undefined) return
  algo.childEnd = undefined
  const market = marketOf(state, algo)
  const meets = meetingPrice(algo, market)
  const chase = { side: algo.side, maxChaseTicks: terms.maxChaseTicks }
  if (meets !== undefined && isChasedAway(chase, meets)) {
    return stopAlgo(state, algo, 'MaxChasePrice')
  }
  if (workedMs(state, algo) >= terms.durationSec * 1000) {
    return stopAlgo(state, algo, 'DurationOver')
  }
  pov.owedE4 = owedAfter(pov.owedE4, market.tradedLots - pov.tradedLots, terms)
  const leftLots = totalLots - algo.filledLots
  const lots =
    meets === undefined
      ? 0
      : povChildLots(market.instrument, { owedE4: pov.owedE4, leftLots, priceTicks: meets })
  if (lots > 0) {
    pov.owedE4 = owedAfterChild(pov.owedE4, lots)
    const { problem } = placeChild(state, algo, marketChild(algo, market, lots))
    if (algo.status !== 'Running') return
    if (problem !== undefined) return stopAlgo(state, algo, 'ChildRefused')
    if (algo.filledLots >= totalLots) return stopAlgo(state, algo, 'Filled')
  }
  // Read after placing its own child, whose trades must not count as others'.
  pov.tradedLots = market.tradedLots
  setNext(state.algos, algo, state.timeMs + terms.intervalSec * 1000)
}

/**
 * Returns the lots of which an iceberg's rest must not be less, as a child of its own would then be
 * refused; reduce-only orders have no least value. Before the third rules that ended the parent.
 */
export function leastRest(
  { rulesVersion }: EngineState,
  { instrument }: MarketState,
  asked: { readonly price: PriceTicks; readonly reduceOnly: boolean; readonly leftLots: number },
): number {
  const { price, reduceOnly, leftLots } = asked
  // A child with the rest would be too large: it stays apart.
  const isApart = leftLots > maxOrderQty(instrument, 'Limit')
  const isExempt = reduceOnly || isApart || rulesVersion.present < thirdRules
  return isExempt ? 0 : leastTwapLots(instrument, 1, price)
}

/** Places the next visible child once the last one is filled in full. */
function stepIceberg(state: EngineState, algo: AlgoOrder): void {
  const { terms, side, totalLots, filledLots, children, childEnd } = algo
  algo.childEnd = undefined
  if (terms.kind !== 'Iceberg' || children.size > 0) return
  if (childEnd !== undefined && childEnd !== 'Filled') {
    return stopAlgo(state, algo, 'ChildCancelled')
  }
  const market = marketOf(state, algo)
  const asked = icebergPrice(side, terms.pricing, bestOf(market))
  if (asked === undefined) return setNext(state.algos, algo, state.timeMs + retryMs)
  // Before the third rules a child beyond the price band was refused, which ended the parent.
  const isOld = state.rulesVersion.present < thirdRules
  const price = isOld ? asked : boundedTicks(market, side, asked)
  const { reduceOnly } = algo
  const least = leastRest(state, market, { price, reduceOnly, leftLots: totalLots - filledLots })
  const lots = nextIcebergLots(totalLots, qtyLots(filledLots), terms.slice, least)
  const limit = { orderType: 'Limit', timeInForce: 'GoodTillCancel', priceTicks: price } as const
  const { problem } = placeChild(state, algo, { ...limit, lots })
  if (problem !== undefined) stopAlgo(state, algo, 'ChildRefused')
}

/** Keeps the post-only order at the best price of its own side, checked once a second. */
function stepChase(state: EngineState, algo: AlgoOrder): void {
  const { terms, side, childEnd } = algo
  if (terms.kind !== 'Chase' || algo.chase === undefined) return
  algo.childEnd = undefined
  if (childEnd === 'CancelByPostOnly') algo.chase = afterChaseOrder(algo.chase, true)
  // Filled, but the parent is not: a reduce-only child was cut to the position.
  else if (childEnd === 'Filled') algo.chase = { ...algo.chase, priceTicks: undefined }
  else if (childEnd !== undefined) return stopAlgo(state, algo, 'ChildCancelled')
  const best = bestOf(marketOf(state, algo))
  const made = chaseStep({ ...terms, side }, algo.chase, best, state.timeMs)
  if (made.action === 'Stop') {
    const isFar = made.reason === 'MaxDistance'
    return stopAlgo(state, algo, isFar ? 'MaxDistance' : 'PostOnlyRefusals')
  }
  algo.chase = made.chase
  if (made.action === 'Place') {
    const { problem } = chaseTo(state, algo, made.priceTicks)
    if (problem !== undefined) {
      algo.problem = problem
      return stopAlgo(state, algo, 'ChildRefused')
    }
    if (algo.status !== 'Running') return
    const isRefused = (algo.childEnd as AlgoOrder['childEnd']) === 'CancelByPostOnly'
    algo.childEnd = undefined
    algo.chase = afterChaseOrder(algo.chase, isRefused)
  }
  setNext(state.algos, algo, Math.max(algo.chase.nextMs, state.timeMs + retryMs))
}

/** Moves the open child to a price, or places a child for the remainder. */
function chaseTo(state: EngineState, algo: AlgoOrder, price: PriceTicks): CommandResult {
  const [id] = algo.children
  const child: OpenOrder | undefined = id === undefined ? undefined : state.orders.get(id)
  if (child !== undefined) {
    const order = { orderId: child.id }
    return replaceOrder(state, {
      kind: 'ReplaceOrder',
      account: algo.account,
      order,
      priceTicks: price,
    })
  }
  const lots = algo.totalLots - algo.filledLots
  return placeChild(state, algo, {
    orderType: 'Limit',
    timeInForce: 'PostOnly',
    priceTicks: price,
    lots,
  })
}

/**
 * Places the whole ladder on the first step (D-42); later steps only check whether children are
 * left.
 */
function stepScaled(state: EngineState, algo: AlgoOrder): void {
  const { terms, totalLots } = algo
  if (terms.kind !== 'Scaled') return
  if (algo.sent === 0 && algo.problem === undefined) {
    const timeInForce = 'GoodTillCancel'
    for (const { priceTicks: price, lots } of scaledLadder({ ...terms, totalLots })) {
      placeChild(state, algo, { orderType: 'Limit', timeInForce, priceTicks: price, lots })
    }
  }
  if (algo.children.size > 0) return setNext(state.algos, algo, never)
  if (algo.filledLots >= totalLots) return stopAlgo(state, algo, 'Filled')
  stopAlgo(state, algo, algo.problem === undefined ? 'ChildCancelled' : 'ChildRefused')
}
