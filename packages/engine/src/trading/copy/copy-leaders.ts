// Copies leaders' trades to their followers within the same command, with orders whose rest is
// cancelled at once (rules 16.2).

import {
  awayTicks,
  closingLots,
  copyBoundTicks,
  lotsOfMargin,
  marginOfValue,
  openingLots,
  type LeaderOpening,
} from '@basis/domain/copy/sizing'
import type { CopyEntry, CopySkip } from '@basis/domain/copy/record'
import {
  leverageE2,
  mulDiv,
  priceTicks,
  qtyLots,
  type LeverageE2,
} from '@basis/domain/numbers/fixed'
import type { TpslRequest, TpslLegRequest } from '@basis/domain/orders/tpsl'
import type { Command, PlaceOrder, SetTpSl } from '../../api/commands.ts'
import { secondRules, thirdRules } from '../../api/rules-version.ts'
import { followsOf, type CopyFollow } from '../../state/copy.ts'
import { peekPosition } from '../../state/positions.ts'
import type { EngineState, MarketState, PositionState } from '../../state/state.ts'
import { hasTriggerWork, runTriggers } from '../conditional/trigger-engine.ts'
import { setTpSl } from '../conditional/set-tpsl.ts'
import { placeWhole } from '../multi-order/close-positions.ts'
import { setLeverage } from '../settings/leverage-and-margin.ts'
import { leadersAtWork, plannedMoves } from './leader-moves.ts'
import type { LeaderMove, LeaderTrade, PlannedMove } from './leader-moves.ts'
import { freeIn, knownAccount } from './money.ts'

const logKept = 20

/**
 * Copies leaders' trades of this command, and trades of leaders that those copies cause. Each round
 * fills resting orders, so that it terminates. The events up to `from` were copied by an earlier
 * call for this command; returns up to which they are now. Before the third rules every call
 * counted all fills of the command.
 */
export function runCopies(state: EngineState, command: Command, from: number): number {
  let copied = state.rulesVersion.present < thirdRules ? 0 : from
  for (let isBusy = true; isBusy;) {
    const fills = state.events.slice(copied)
    copied = state.events.length
    const leaders = [...leadersAtWork(state, command)]
    const moves = leaders.flatMap((leader) => plannedMoves(state, leader, fills))
    isBusy = moves.length > 0
    for (const move of moves) countClosed(move)
    for (const move of moves) copyMove(state, move)
    // Fills are settled before their stops are set.
    if (hasTriggerWork(state)) runTriggers(state)
    for (const move of moves) bringStops(state, move)
  }
  return copied
}

/** Counts a closed position as won or lost, including fees and funding. */
function countClosed({ leader, position, from, to }: LeaderMove): void {
  if (from === 0 || to > 0) return
  if (position.realised > 0n) leader.wins += 1
  else leader.losses += 1
}

function copyMove(state: EngineState, move: PlannedMove): void {
  const { leader, from, to, trade, opening } = move
  if (from === to) return
  for (const follow of followsOf(state.copy, leader.wallet)) {
    if (follow.state !== 'Following') continue
    if (opening === undefined) copyClose(state, { follow, move, trade })
    else copyOpen(state, { follow, move, opening })
  }
}

type Opening = {
  readonly follow: CopyFollow
  readonly move: LeaderMove
  readonly opening: LeaderOpening
}

function copyOpen(state: EngineState, { follow, move, opening }: Opening): void {
  const { market, idx } = move.position
  const account = knownAccount(state, follow.wallet)
  const leverage = leverageFor(state, follow, move.position)
  const own = peekPosition(account, market, idx)
  const before = { lots: own.sizeLots, value: own.entryValue }
  const free = freeIn(state, account)
  const { asked, why } = wantedLots(follow, { opening, own, leverage, free })
  const isBuy = idx === 1
  const { slippageE4 } = follow.settings
  const bound = withinBand(
    market,
    isBuy,
    copyBoundTicks(isBuy, opening, market.tickValueE8, slippageE4),
  )
  if (asked === 0)
    return note(state, { follow, move, trade: opening, asked, filled: 0, bound: 0, why })
  const answer = placeWhole(state, {
    ...orderOf(follow, move, isBuy ? 'Buy' : 'Sell'),
    priceTicks: priceTicks(bound),
    qtyLots: qtyLots(asked),
    reduceOnly: false,
    ...ownStops(follow, opening, market.tickValueE8, isBuy),
  })
  const after = peekPosition(account, market, idx)
  const filled = after.sizeLots - before.lots
  if (filled > 0) {
    follow.dayMargin += marginOfValue(after.entryValue - before.value, after.leverageE2)
  }
  const missed = answer.problem?.name ?? (filled < asked ? 'PriceBound' : why)
  note(state, { follow, move, trade: opening, asked, filled, bound, why: missed })
}

/** The leader's leverage or the follower's own, limited by contract and follower's margin. */
function leverageFor(
  state: EngineState,
  { wallet, settings }: CopyFollow,
  { market, idx, leverageE2: theirs }: PositionState,
): LeverageE2 {
  const account = knownAccount(state, wallet)
  const most = market.instrument.riskTiers[0]?.maxLeverageE2 ?? theirs
  const wanted = leverageE2(Math.min(settings.leverageE2 || theirs, most))
  const { leverageE2: present } = peekPosition(account, market, idx)
  if (present === wanted) return wanted
  const { symbol } = market.instrument
  setLeverage(state, { kind: 'SetLeverage', account: wallet, symbol, leverageE2: wanted })
  return peekPosition(account, market, idx).leverageE2
}

type Wanting = {
  readonly opening: LeaderOpening
  readonly own: PositionState
  readonly leverage: LeverageE2
  readonly free: bigint
}

/** The least order of a contract at the leader's price, in lots (8.1). */
function leastCopy({ instrument }: MarketState, { lots, value }: LeaderOpening): number {
  const { minQtyLots, minNotional } = instrument
  if (value <= 0n) return minQtyLots
  return Math.max(minQtyLots, Number(mulDiv(minNotional, BigInt(lots), value, 'up')))
}

/** The quantity of the mode within the limits, and which limit reduced it. */
function wantedLots(
  { settings, dayMargin }: CopyFollow,
  { opening, own, leverage, free }: Wanting,
): { readonly asked: number; readonly why?: CopySkip } {
  const leastLots = leastCopy(own.market, opening)
  let asked = openingLots(settings, opening, { available: free, leverageE2: leverage, leastLots })
  let why: CopySkip | undefined
  const limit = (margin: bigint, reason: CopySkip): void => {
    const most = lotsOfMargin(margin, opening, leverage)
    if (most >= asked) return
    asked = most
    why = reason
  }
  if (settings.symbolMargin > 0n) limit(settings.symbolMargin - usedIn(own), 'SymbolMargin')
  if (settings.dayMargin > 0n) limit(settings.dayMargin - dayMargin, 'DayMargin')
  if (asked >= own.market.instrument.minQtyLots)
    return why === undefined ? { asked } : { asked, why }
  const isEmpty = settings.mode === 'Proportional' && free === 0n
  return { asked: 0, why: why ?? (isEmpty ? 'NothingAvailable' : 'BelowMinimum') }
}

/** The entry margin of both sides of a wallet's position in a contract. */
const usedIn = ({ pair, ...single }: PositionState): bigint =>
  (pair === undefined ? [single] : [pair.long, pair.short]).reduce(
    (sum, { entryValue, leverageE2: leverage }) => sum + marginOfValue(entryValue, leverage),
    0n,
  )

/** Limits an order's price to the price band. */
function withinBand(
  { maxBuyTicks, minSellTicks }: MarketState,
  isBuy: boolean,
  bound: number,
): number {
  if (isBuy) return maxBuyTicks > 0 ? Math.min(bound, maxBuyTicks) : bound
  return Math.max(bound, minSellTicks)
}

const orderOf = ({ wallet }: CopyFollow, { position }: LeaderMove, side: PlaceOrder['side']) =>
  ({
    kind: 'PlaceOrder',
    account: wallet,
    symbol: position.market.instrument.symbol,
    side,
    orderType: 'Limit',
    timeInForce: 'ImmediateOrCancel',
    closeOnTrigger: false,
    positionIdx: position.idx,
    linkId: '',
    selfTrade: 'CancelMaker',
  }) as const

const legAt = (ticks: number): TpslLegRequest => ({
  triggerTicks: priceTicks(ticks),
  triggerBy: 'MarkPrice',
  orderType: 'Market',
})

/** The follower's own percentages, from the leader's price. */
function ownStops(
  { settings }: CopyFollow,
  trade: LeaderTrade,
  unit: bigint,
  isBuy: boolean,
): { readonly tpsl?: TpslRequest } {
  const { takeProfitE4, stopLossE4 } = settings
  if (takeProfitE4 === 0 && stopLossE4 === 0) return {}
  const sign = isBuy ? 1 : -1
  const leg = (awayE4: number): TpslLegRequest => legAt(awayTicks(trade, unit, sign * awayE4))
  return {
    tpsl: {
      mode: 'Full',
      ...(takeProfitE4 === 0 ? {} : { takeProfit: leg(takeProfitE4) }),
      ...(stopLossE4 === 0 ? {} : { stopLoss: leg(-stopLossE4) }),
    },
  }
}

type Closing = {
  readonly follow: CopyFollow
  readonly move: LeaderMove
  readonly trade: LeaderTrade
}

function copyClose(state: EngineState, { follow, move, trade }: Closing): void {
  const { market, idx } = move.position
  const account = knownAccount(state, follow.wallet)
  const before = peekPosition(account, market, idx).sizeLots
  if (before === 0) {
    return note(state, { follow, move, trade, asked: 0, filled: 0, bound: 0, why: 'NothingHeld' })
  }
  const asked = closingLots(before, { closed: move.from - move.to, of: move.from })
  // A long is closed by selling.
  const isBuy = idx === 2
  const { slippageE4 } = follow.settings
  const wanted = copyBoundTicks(isBuy, trade, market.tickValueE8, slippageE4)
  const isBanded = state.rulesVersion.present >= secondRules
  const bound = isBanded ? withinBand(market, isBuy, wanted) : wanted
  const { problem: refused } = placeWhole(state, {
    ...orderOf(follow, move, isBuy ? 'Buy' : 'Sell'),
    priceTicks: priceTicks(bound),
    qtyLots: qtyLots(asked),
    reduceOnly: true,
  })
  const filled = before - peekPosition(account, market, idx).sizeLots
  const why = refused?.name ?? (filled < asked ? 'PriceBound' : undefined)
  note(state, { follow, move, trade, asked, filled, bound, why })
}

type Noted = {
  readonly follow: CopyFollow
  readonly move: LeaderMove
  readonly trade: LeaderTrade
  readonly asked: number
  readonly filled: number
  readonly bound: number
  readonly why: CopySkip | undefined
}

function note(state: EngineState, noted: Noted): void {
  const { follow, move, trade, asked, filled, bound, why } = noted
  const entry: CopyEntry = {
    timeMs: state.timeMs,
    symbol: move.position.market.instrument.symbol,
    positionIdx: move.position.idx,
    act: move.to > move.from ? 'Open' : 'Close',
    leaderLots: trade.lots,
    leaderOf: move.from,
    leaderValue: trade.value,
    boundTicks: bound,
    askedLots: asked,
    filledLots: filled,
    ...(why === undefined ? {} : { why }),
  }
  follow.log = [...follow.log, entry].slice(-logKept)
  state.events.push({ kind: 'Copied', account: follow.wallet, leader: follow.leader, entry })
}

/**
 * Copies the leader's full take-profit and stop-loss to followers without their own. A trigger that
 * the price has passed is refused and not set.
 */
function bringStops(
  state: EngineState,
  { leader, position, from, to, stopsMoved }: LeaderMove,
): void {
  const theirs = position.stops.tpsl.full ?? {}
  const hasNew = to > from && (theirs.takeProfit ?? theirs.stopLoss) !== undefined
  if (position.sign === 0 || (!stopsMoved && !hasNew)) return
  const { market, idx } = position
  for (const follow of followsOf(state.copy, leader.wallet)) {
    if (follow.state !== 'Following') continue
    const own = peekPosition(knownAccount(state, follow.wallet), market, idx)
    if (own.sign === 0) continue
    const legs = broughtLegs(follow, own, position)
    for (const leg of legs) {
      const { symbol } = market.instrument
      const of = { account: follow.wallet, symbol, positionIdx: idx }
      setTpSl(state, { kind: 'SetTpSl', ...of, mode: 'Full', ...leg })
    }
  }
}

type Leg = Pick<SetTpSl, 'takeProfit' | 'stopLoss'>

function broughtLegs(
  { settings }: CopyFollow,
  own: PositionState,
  leader: PositionState,
): readonly Leg[] {
  const legs: Leg[] = []
  for (const [name, owned] of [
    ['takeProfit', settings.takeProfitE4],
    ['stopLoss', settings.stopLossE4],
  ] as const) {
    if (owned !== 0) continue
    const theirs = leader.stops.tpsl.full?.[name]
    const present = own.stops.tpsl.full?.[name]
    if (theirs?.triggerTicks === present?.triggerTicks) continue
    const ticks = theirs?.triggerTicks ?? 0
    legs.push({ [name]: { ...legAt(ticks), ...(theirs && { triggerBy: theirs.triggerBy }) } })
  }
  return legs
}
