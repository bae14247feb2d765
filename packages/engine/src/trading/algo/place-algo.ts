// Starts, pauses and cancels parent orders (rules 8.9).

import { chaseStep, openChase } from '@basis/domain/algo/chase'
import { icebergPrice, nextIcebergLots } from '@basis/domain/algo/iceberg'
import { algoProblem, mayPause } from '@basis/domain/algo/order'
import { owedAfter } from '@basis/domain/algo/pov'
import { scaledLadder } from '@basis/domain/algo/scaled'
import { twapSchedule } from '@basis/domain/algo/twap'
import { linkIdProblem } from '@basis/domain/orders/order-rules'
import type { OrderId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { contentText } from '../../api/field-order.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { withImpliedReduceOnly, idxProblem } from '../../state/position-mode.ts'
import { keepLink, linkedOrder } from '../../state/client-order-ids.ts'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { admit, hoursProblem, isProblem } from '../core/pre-trade-checks.ts'
import { orderExplanation } from '../core/rejections.ts'
import type { CancelAlgo, PauseAlgo, PlaceAlgo, PlaceOrder } from '../../api/commands.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { nearMarkTicks } from '../../state/mark-value.ts'
import {
  bestTicks,
  type AccountState,
  type EngineState,
  type MarketState,
} from '../../state/state.ts'
import { algoLink, algosOf } from '../core/algo-children.ts'
import { never, setNext, sizesOf, type AlgoOrder } from '../../state/algo-order.ts'
import { childOrder, leastRest, marketChild, stopAlgo } from './run-algos.ts'

/**
 * The maximum of an account's running parents in one symbol; our own limit, the documents give
 * none.
 */
const maxRunningAlgos = 10

const contentOf = (command: PlaceAlgo): string => {
  const { symbol, side, positionIdx, reduceOnly, terms } = command
  return contentText([symbol, side, positionIdx, reduceOnly, command.qtyLots, terms])
}

/** Starts a parent, or refuses it; its first child is placed before the command ends. */
export function placeAlgo(state: EngineState, asked: PlaceAlgo): CommandResult {
  const command = withImpliedReduceOnly(asked)
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined) return { problem: problem('instrumentUnknown', 'symbol') }
  const { linkId } = command
  const content = contentOf(command)
  const known = linkedOrder(state, account, algoLink(linkId))
  if (known !== undefined) {
    if (known.isOf(content)) return { algoId: known.orderId }
    return { problem: problem('orderLinkIdDuplicate', 'orderLinkId') }
  }
  const wrong = refusal(state, account, { market, command })
  if (wrong !== undefined) return wrong
  const algo = newAlgo(state, market, command)
  // The map holds order ids; under this key the id is a parent's.
  keepLink(account, algoLink(linkId), { orderId: algo.id as OrderId, content })
  return { algoId: algo.id }
}

type Asked = { readonly market: MarketState; readonly command: PlaceAlgo }

/** Returns why a parent may not start: its own terms, or its first child would be refused. */
function refusal(
  state: EngineState,
  account: AccountState,
  { market, command }: Asked,
): CommandResult | undefined {
  const wrong = placingProblem(state, account, { market, command })
  if (wrong !== undefined) return { problem: wrong }
  const first = firstChild(state, market, command)
  const admitted = first === undefined ? undefined : admit(state, first)
  if (first === undefined || admitted === undefined || !isProblem(admitted)) return undefined
  return { problem: admitted, explanation: orderExplanation(state, first, admitted) }
}

function placingProblem(
  state: EngineState,
  account: AccountState,
  { market, command }: Asked,
): Problem | undefined {
  const { linkId, side, terms, qtyLots: totalLots } = command
  const unnamed = linkIdProblem(linkId)
  if (unnamed !== undefined) return unnamed
  const misfit = idxProblem(account, market, command.positionIdx)
  if (misfit !== undefined) return misfit
  const ticks = market.lastTicks > 0 ? market.lastTicks : nearMarkTicks(market)
  if (ticks <= 0) return problem('priceUnavailable', 'symbol')
  const wrong = algoProblem(market.instrument, { side, totalLots, terms }, priceTicks(ticks))
  if (wrong !== undefined) return wrong
  const running = algosOf(state, account).filter((algo) => algo.market === market.index).length
  if (running >= maxRunningAlgos) {
    return problem('tooManyAlgoOrders', 'symbol', { max: String(maxRunningAlgos) })
  }
  // A parent that waits for a price has no first child to check.
  return hoursProblem(state, market, command.reduceOnly)
}

/** The first child that would be placed now; undefined while the parent waits for a price. */
function firstChild(
  state: EngineState,
  market: MarketState,
  command: PlaceAlgo,
): PlaceOrder | undefined {
  const { terms, side, qtyLots: totalLots } = command
  const timeInForce = 'GoodTillCancel'
  const best = { bidTicks: bestTicks(market, 'Buy'), askTicks: bestTicks(market, 'Sell') }
  switch (terms.kind) {
    case 'Twap': {
      const [first] = twapSchedule({ ...terms, side, totalLots })
      return childOrder(command, market, marketChild(command, market, first?.lots ?? 0))
    }
    // Its first child depends on trades from now on.
    case 'Pov':
      return undefined
    case 'Scaled': {
      const [first] = scaledLadder({ ...terms, totalLots })
      if (first === undefined) return undefined
      const { lots, priceTicks: price } = first
      const limit = { orderType: 'Limit', timeInForce, priceTicks: price } as const
      return childOrder(command, market, { ...limit, lots })
    }
    case 'Iceberg': {
      const price = icebergPrice(side, terms.pricing, best)
      if (price === undefined) return undefined
      const { reduceOnly } = command
      const least = leastRest(state, market, { price, reduceOnly, leftLots: totalLots })
      const lots = nextIcebergLots(totalLots, qtyLots(0), terms.slice, least)
      const limit = { orderType: 'Limit', timeInForce, priceTicks: price } as const
      return childOrder(command, market, { ...limit, lots })
    }
    case 'Chase': {
      const made = chaseStep({ ...terms, side }, openChase(0), best, 0)
      if (made.action !== 'Place') return undefined
      const limit = { orderType: 'Limit', timeInForce: 'PostOnly' } as const
      return childOrder(command, market, { ...limit, priceTicks: made.priceTicks, lots: totalLots })
    }
  }
}

function newAlgo(state: EngineState, market: MarketState, command: PlaceAlgo): AlgoOrder {
  const { kind: _kind, symbol: _symbol, qtyLots: totalLots, ...asked } = command
  const { algos, timeMs } = state
  const { terms } = asked
  const algo: AlgoOrder = {
    ...asked,
    id: algos.nextId,
    market: market.index,
    totalLots,
    createdMs: timeMs,
    status: 'Running',
    end: undefined,
    problem: undefined,
    filledLots: 0,
    filledValue: 0n,
    sent: 0,
    childEnd: undefined,
    nextMs: never,
    twap: terms.kind === 'Twap' ? { next: 0, retryLots: 0 } : undefined,
    chase: terms.kind === 'Chase' ? openChase(timeMs) : undefined,
    pov: terms.kind === 'Pov' ? { tradedLots: market.tradedLots, owedE4: 0 } : undefined,
    pausedMs: undefined,
    heldMs: 0,
    updatedMs: timeMs,
    updateNo: 0,
    children: new Set(),
    sizes: sizesOf({ terms, side: asked.side, totalLots }),
  }
  algos.nextId += 1
  algos.running.set(algo.id, algo)
  algos.changed.add(algo)
  setNext(algos, algo, timeMs)
  return algo
}

/** Cancels a parent with its open children. */
export function cancelAlgo(state: EngineState, command: CancelAlgo): CommandResult {
  const algo = runningAlgo(state, command)
  if (isProblem(algo)) return { problem: algo }
  stopAlgo(state, algo, 'CancelByUser')
  return { algoId: algo.id }
}

/** Pauses a parent, or resumes it at once; does nothing if it is already in that state. */
export function pauseAlgo(state: EngineState, command: PauseAlgo): CommandResult {
  const algo = runningAlgo(state, command)
  if (isProblem(algo)) return { problem: algo }
  if (!mayPause(algo.terms.kind)) return { problem: problem('algoNotPausable', 'strategyId') }
  const { algos, timeMs } = state
  if (command.isPaused === (algo.pausedMs !== undefined)) return { algoId: algo.id }
  algos.changed.add(algo)
  if (algo.pausedMs === undefined) {
    countTraded(state, algo)
    algo.pausedMs = timeMs
    setNext(algos, algo, never)
    return { algoId: algo.id }
  }
  algo.heldMs += timeMs - algo.pausedMs
  algo.pausedMs = undefined
  // A participation order ignores what others traded during the pause.
  const market = state.markets[algo.market]
  if (algo.pov !== undefined && market !== undefined) algo.pov.tradedLots = market.tradedLots
  setNext(algos, algo, timeMs)
  return { algoId: algo.id }
}

/**
 * Adds what others traded until now to the share that a participation order owes: resuming leaves
 * out only the pause. Before the third rules it left out what was traded since the last child, too.
 */
function countTraded(state: EngineState, { terms, pov, market: at }: AlgoOrder): void {
  const market = state.markets[at]
  const isCounted = state.rulesVersion.present >= thirdRules
  if (!isCounted || terms.kind !== 'Pov' || pov === undefined || market === undefined) return
  pov.owedE4 = owedAfter(pov.owedE4, market.tradedLots - pov.tradedLots, terms)
}

/** Returns the account's own parent; foreign and unknown ids get the same problem (O5). */
function runningAlgo(state: EngineState, asked: CancelAlgo | PauseAlgo): AlgoOrder | Problem {
  const account = state.accounts.get(asked.account)
  if (account === undefined) return problem('accountUnknown', 'account')
  const algo = state.algos.running.get(asked.algoId)
  return algo?.account === account.id ? algo : problem('orderNotFound', 'strategyId')
}
