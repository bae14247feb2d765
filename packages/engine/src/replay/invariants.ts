// Invariants of the engine between any two commands, checked in tests and simulated runs only
// (rules 14.2; reliability M1, M2, M3, O4, L10).

import { isComing } from '@basis/domain/instrument/instrument'
import { coinsToFreeze, payCoin, spotHold } from '../risk/spot-hold.ts'
import { stateOf, type Engine } from '../engine/engine.ts'
import { copyViolations } from './invariants-copy.ts'
import { loanViolations } from './invariants-loans.ts'
import { gridViolations } from './invariants-grid.ts'
import { ownershipViolations } from './invariants-ownership.ts'
import { spotBotViolations } from './invariants-spot-bots.ts'
import { algoViolations } from './invariants-algos.ts'
import { spreadLocks, spreadViolations } from './invariants-spreads.ts'
import { isOption } from '../risk/option-margin.ts'
import { isStressed } from '../state/margin/stress.ts'
import { allPositions, positionsIn, positionOf } from '../state/positions.ts'
import { modeOf } from '../state/position-mode.ts'
import { accountMargin } from '../risk/account-margin.ts'
import { ownLocks, spotSwaps, swapLoss } from '../risk/collateral.ts'
import { addedValue, marginIf, pairMarginIf } from '../risk/position-margin.ts'
import { isDelivered } from '../state/settlement-schedule.ts'
import { byName } from '../state/state.ts'
import type {
  AccountState,
  CoinBalance,
  EngineState,
  HedgePair,
  PositionState,
  MarketState,
  OpenOrder,
} from '../state/state.ts'

/** Returns a description of each invariant that does not hold now; empty if all hold. */
export function brokenInvariants(engine: Engine): readonly string[] {
  const state = stateOf(engine)
  return [
    ...ledgerFaults(engine),
    ...state.markets.flatMap((market) => marketFaults(state, market)),
    ...[...state.accounts.values(), state.fund].flatMap((account) => accountFaults(state, account)),
    ...[...state.accounts.values(), state.fund].flatMap((account) => sumFaults(account)),
    ...poolFaults(state),
    ...orderFaults(state),
    ...stopFaults(state),
    ...(state.settlementDueMs > state.timeMs
      ? []
      : ['L13 a settlement that is due has not been done']),
    ...algoViolations(state),
    ...copyViolations(state),
    ...loanViolations(state),
    ...gridViolations(state),
    ...spotBotViolations(state),
    ...ownershipViolations(state),
    ...spreadViolations(state),
  ]
}

/** M1: per coin, the deposits equal the balances, to the last unit. */
const ledgerFaults = (engine: Engine): string[] =>
  engine.views
    .ledger()
    .filter(({ drift }) => drift !== 0n)
    .map(({ coin, drift }) => `M1 ${coin} drifts by ${drift}`)

/** L10: no insurance pool is below zero. */
const poolFaults = ({ fund }: EngineState): string[] =>
  byName(fund.coins)
    .filter(([, { balance }]) => balance < 0n)
    .map(([coin, { balance }]) => `L10 the pool of ${coin} stands at ${balance}`)

/** Long equals short, no book is crossed, the book holds exactly the open orders. */
function marketFaults(state: EngineState, market: MarketState): string[] {
  const faults: string[] = []
  const name = market.instrument.symbol
  let long = 0
  let short = 0
  for (const account of [...state.accounts.values(), state.fund]) {
    for (const position of positionsIn(account, market)) {
      if (position.sign === 1) long += position.sizeLots
      if (position.sign === -1) short += position.sizeLots
    }
  }
  if (long !== short) faults.push(`14.2.5 ${name} long ${long} is not short ${short}`)
  if (long !== market.longLots) faults.push(`${name} open interest ${market.longLots}, not ${long}`)
  if (isDelivered(market) && long + market.book.size > 0) {
    faults.push(`L13 ${name} is delivered with ${long} held, ${market.book.size} orders`)
  }
  const bid = market.book.bestPrice(0)
  const ask = market.book.bestPrice(1)
  const isCrossed = bid >= 0 && ask >= 0 && bid >= ask && !isComing(market.instrument)
  if (isCrossed) faults.push(`O4 ${name} is crossed: ${bid} over ${ask}`)
  return faults
}

function accountFaults(state: EngineState, account: AccountState): string[] {
  const { due } = state.triggers
  const faults: string[] = []
  for (const [coin, coinBalance] of account.coins) {
    const { balance, locked } = coinBalance
    if (locked < 0n) faults.push(`M3 ${account.id} has ${locked} ${coin} locked`)
    if (account.role === 'house') continue
    const margined = allPositions(account).some((held) => (held?.sign ?? 0) !== 0)
    // With open positions a balance may be below its locked part, or negative, while unrealised
    // profit covers it or until prices are fresh enough to act on.
    if (balance < ownLocks(coinBalance) && !margined) {
      faults.push(`M3, 14.2.3 ${account.id} has ${balance} ${coin}, ${locked} of it locked`)
    }
    const sum = locksOf(account, coin, due) + spreadLocks(state, account, coin)
    if (locked !== sum) faults.push(`${account.id} locks ${locked} ${coin}, its orders ${sum}`)
  }
  for (const position of allPositions(account)) {
    if (position !== undefined) faults.push(...positionFaults(position))
  }
  if (account.portfolio !== undefined) faults.push(...portfolioFaults(account))
  for (const pair of account.hedge?.pairs ?? []) {
    if (pair !== undefined) faults.push(...pairFaults(account, pair))
  }
  return faults
}

/**
 * In portfolio margin no position is isolated or hedged, and every option held can be stressed
 * (10.1).
 */
function portfolioFaults(account: AccountState): string[] {
  const held = allPositions(account).filter((position) => position !== undefined)
  return held.flatMap(({ market, isolated, idx, sign }) => {
    const name = `10.1 ${account.id} ${market.instrument.symbol}`
    const isUsed = sign !== 0
    return [
      ...(isolated && (idx === 0 || isUsed) ? [`${name} is isolated in portfolio margin`] : []),
      ...(isUsed && idx !== 0 ? [`${name} is hedged in portfolio margin`] : []),
      ...(isUsed && isOption(market) && !isStressed(market) ? [`${name} is not priced`] : []),
    ]
  })
}

/** An account's cached sums equal those recomputed from its positions (5.6, 6.3). */
function sumFaults(account: AccountState): string[] {
  const { haircut } = accountMargin(account)
  const loss = spotSwaps(account).reduce((sum, swap) => sum + swapLoss(swap), 0n)
  const sums = new Map(
    [...account.coins.values()].map((coinBalance) => [
      coinBalance,
      sumsOf(coinBalance).map(() => 0n),
    ]),
  )
  for (const position of allPositions(account)) {
    if (position === undefined || position.idx === 2) continue
    // Passing its own leverage as a hypothesis bypasses the caches.
    const anew = { leverageE2: position.leverageE2 }
    const short = { leverageE2: position.pair?.short.leverageE2 ?? position.leverageE2 }
    const { pair, coinBalance } = position
    const margin = pair === undefined ? marginIf(position, anew) : pairMarginIf(pair, anew, short)
    const before = sums.get(coinBalance) ?? []
    const { position: own, initial, unrealised, orderLoss, extra, isolated } = margin
    const parts = isolated
      ? [own, 0n, 0n, 0n, unrealised, initial, initial + extra, 0n]
      : [own, unrealised, initial, orderLoss, 0n, 0n, 0n, margin.optionValue]
    sums.set(
      coinBalance,
      parts.map((part, k) => part + (before[k] ?? 0n)),
    )
  }
  const faults = [...sums].flatMap(([coinBalance, anew]) => {
    const [carried, exact] = [sumsOf(coinBalance).join(), anew.join()]
    return carried === exact ? [] : [`5.6 ${account.id} carries ${carried}, not ${exact}`]
  })
  if (loss !== haircut) faults.push(`12.3 ${account.id} loses ${loss} to orders, not ${haircut}`)
  return faults
}

const sumsOf = (coinBalance: CoinBalance): bigint[] => [
  coinBalance.position,
  coinBalance.unrealised,
  coinBalance.initial,
  coinBalance.orderLoss,
  coinBalance.isolatedUnrealised,
  coinBalance.isolatedInitial,
  coinBalance.held,
  coinBalance.optionValue,
]

/**
 * The long side is long and the short side short, closing orders are reduce-only, both sides have
 * the same margin mode and, in cross margin, leverage; the mode that is not in force has no
 * positions and orders.
 */
function pairFaults(account: AccountState, { long, short }: HedgePair): string[] {
  const { market } = long
  const name = `${account.id} ${market.instrument.symbol}`
  const faults: string[] = []
  if (long.sign === -1 || short.sign === 1) faults.push(`6.1 ${name} has a side turned round`)
  if ([...long.sells, ...short.buys].some(({ reduceOnly }) => !reduceOnly)) {
    faults.push(`D-32 ${name} has a closing order that may open`)
  }
  const differ = long.leverageE2 !== short.leverageE2 && !long.isolated
  if (long.isolated !== short.isolated || differ) faults.push(`4.5 ${name} has sides that differ`)
  const isHedged = modeOf(account, market) === 'BothSide'
  const idle = isHedged ? [account.positions.at(market.index)] : [long, short]
  if (idle.some((side) => side !== undefined && isUsed(side))) {
    faults.push(`6.1 ${name} has something in the mode that is not in force`)
  }
  return faults
}

const isUsed = ({ sign, buys, sells, waiting }: PositionState): boolean =>
  sign !== 0 || buys.length + sells.length + waiting.length > 0

function locksOf(account: AccountState, coin: string, due: ReadonlySet<OpenOrder>): bigint {
  let sum = 0n
  for (const position of allPositions(account)) {
    if (position === undefined || position.market.instrument.kind !== 'Spot') continue
    const { quoteCoin, baseCoin } = position.market.instrument
    if (coin === quoteCoin) for (const order of position.buys) sum += spotHold(order)
    if (coin === baseCoin) for (const order of position.sells) sum += spotHold(order)
    for (const order of [...position.waiting, ...due]) {
      if (positionOf(order) === position && coin === payCoin(order)) sum += coinsToFreeze(order)
    }
  }
  return sum
}

/** A flat position has no value; reduce-only orders do not exceed the position (O4, 14.2.19). */
function positionFaults(position: PositionState): string[] {
  const faults: string[] = []
  const name = `${position.account.id} ${position.market.instrument.symbol}`
  if ((position.sizeLots === 0) !== (position.sign === 0))
    faults.push(`${name} has a sign of its own`)
  if (position.sizeLots < 0 || position.entryValue < 0n) faults.push(`${name} is negative`)
  if (position.averageValue < 0n || (position.sign === 0 && position.averageValue !== 0n)) {
    faults.push(`${name} has ${position.averageValue} at its average price`)
  }
  if (position.sign === 0 && (position.entryValue !== 0n || position.openFees !== 0n)) {
    faults.push(
      `${name} is flat with ${position.entryValue} at entry, ${position.openFees} of fees`,
    )
  }
  if (position.buys.concat(position.sells).some((order) => positionOf(order) !== position)) {
    faults.push(`${name} has another's order`)
  }
  for (const [orders, sign, kept] of [
    [position.buys, 1, position.buyValue],
    [position.sells, -1, position.sellValue],
  ] as const) {
    const value = addedValue(position, sign)
    if (kept !== undefined && kept !== value) faults.push(`4.2 ${name} keeps ${kept}, not ${value}`)
    const reducing = orders.reduce((sum, o) => sum + (o.reduceOnly ? o.leavesLots : 0), 0)
    const allowed = position.sign === -sign ? position.sizeLots : 0
    if (reducing > allowed) faults.push(`14.2.19 ${name} reduces ${reducing} of ${allowed}`)
  }
  const isContract = position.market.instrument.kind !== 'Spot'
  if ((isContract && position.waiting.length > 0) || position.stops.tpsl.partial.length > 0) {
    faults.push(...tpslFaults(position, name))
  }
  return faults
}

/** The registered orders are the resting and waiting ones, each in the slot that the book has. */
function orderFaults(state: EngineState): string[] {
  const faults: string[] = []
  let resting = 0
  for (const market of state.markets) resting += market.book.size
  let waiting = state.triggers.due.size
  for (const account of [...state.accounts.values(), state.fund]) {
    for (const position of allPositions(account)) waiting += position?.waiting.length ?? 0
  }
  if (resting + waiting !== state.orders.size) {
    faults.push(`${state.orders.size} orders, ${resting} at rest, ${waiting} waiting`)
  }
  for (const order of state.orders.values()) faults.push(...orderFault(order))
  return faults
}

/** A waiting order is in the trigger index, a triggered one is not, and neither has fills. */
function waitingFault({ id, slot, stamp, status, filledLots }: OpenOrder): string[] {
  if (slot >= 0 || filledLots > 0) return [`order ${id} waits and is in the book`]
  if (stamp === 0 && status === 'Untriggered') return [`order ${id} waits unwatched`]
  return stamp !== 0 && status === 'Triggered' ? [`order ${id} is due and watched`] : []
}

/** A market's trigger index has as many entries as orders wait there (14.2). */
function stopFaults(state: EngineState): string[] {
  const faults: string[] = []
  for (const market of state.markets) {
    let waiting = 0
    for (const account of [...state.accounts.values(), state.fund]) {
      for (const position of positionsIn(account, market)) waiting += position.waiting.length
    }
    if (waiting === market.triggerIndex.size) continue
    faults.push(`${market.instrument.symbol} watches ${market.triggerIndex.size} of ${waiting}`)
  }
  const { fills, pairs, moved, arming } = state.triggers
  if (fills.length + pairs.length + moved.length + arming.length > 0)
    faults.push('triggers have work left')
  return faults
}

/** The orders of a position's TP/SL are its entries' legs; a flat position has none (8.5). */
function tpslFaults({ waiting, stops, sign, sizeLots }: PositionState, name: string): string[] {
  const faults: string[] = []
  const { full, partial } = stops.tpsl
  const legs = waiting.filter(({ plan }) => plan?.leg !== undefined)
  const wanted = [full ?? {}, ...partial.map((entry) => entry.legs)]
    .flatMap(({ takeProfit, stopLoss }) => [takeProfit, stopLoss])
    .filter((leg) => leg !== undefined)
  if (legs.length !== wanted.length) faults.push(`${name} has ${legs.length} of ${wanted.length}`)
  const trailing = waiting.filter(({ plan }) => plan?.stopType === 'TrailingStop').length
  if (trailing !== (stops.trailing === undefined ? 0 : 1)) faults.push(`${name} trails ${trailing}`)
  if (sign === 0 && legs.length + trailing > 0) faults.push(`${name} is flat with TP/SL`)
  for (const leg of ['takeProfit', 'stopLoss'] as const) {
    let lots = 0
    for (const entry of partial) if (entry.legs[leg] !== undefined) lots += entry.qtyLots
    if (lots > sizeLots) faults.push(`${name} has ${leg} for ${lots} of ${sizeLots}`)
  }
  return faults
}

function orderFault(order: OpenOrder): string[] {
  const { book } = order.market
  if (order.status === 'Untriggered' || order.status === 'Triggered') return waitingFault(order)
  if (order.slot < 0) return [`order ${order.id} is open and rests nowhere`]
  const there =
    book.refOf(order.slot) === order.ref &&
    book.priceOf(order.slot) === order.priceTicks &&
    book.qtyOf(order.slot) === order.leavesLots
  if (!there) return [`order ${order.id} is not what the book has in its slot`]
  if (order.filledLots + order.leavesLots !== order.qtyLots) {
    return [`order ${order.id}: ${order.filledLots} + ${order.leavesLots} is not ${order.qtyLots}`]
  }
  return []
}
