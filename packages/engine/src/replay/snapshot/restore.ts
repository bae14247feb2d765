// Restores a state from the records of a snapshot, one at a time.

import { payCoin } from '../../risk/spot-hold.ts'
import { assert, assertNever } from '@basis/domain/numbers/assert'
import type { AccountId } from '@basis/domain/numbers/brand'
import { enteredUnit, type Entered } from '@basis/domain/margin/entry-price'
import { amount, priceE8, priceTicks, qtyLots as asLots } from '@basis/domain/numbers/fixed'
import { sideSign, type CancelType } from '@basis/domain/orders/order'
import { restoredTerms } from '../../state/conditional-terms.ts'
import type { LoanTerms } from '@basis/domain/margin/loans'
import { newVenueCoin, setTiers, setUsd, unlistedCoin, wholeTier } from '../../state/coin.ts'
import { isRuleOver } from '@basis/domain/algo/states'
import { restoreAlgo } from './algos.ts'
import { addFollow } from '../../state/copy.ts'
import { restoredGrid, type SavedGrid } from '../../state/bots/grid.ts'
import { setGridTriggers } from '../../trading/grid/watched-prices.ts'
import { restoreFigures, restoreSpread } from './spreads.ts'
import { positionStateOf, positionOf, setPositionLeverage } from '../../state/positions.ts'
import { findSafeZones } from '../../liquidation/accounts-at-risk.ts'
import { rest } from '../../trading/core/open-orders.ts'
import { addCombinations } from '../../risk/spread-orders.ts'
import { hasSessions, soonestSettlement } from '../../state/settlement-schedule.ts'
import { firstRules, adoptRules, knownRules } from '../../api/rules-version.ts'
import { newStress } from '../../state/margin/stress.ts'
import {
  coinOf,
  newAccount,
  newMarket,
  newState,
  type AccountState,
  type EngineState,
  type OpenOrder,
} from '../../state/state.ts'
import { addAccount } from '../../trading/core/add-account.ts'
import { arm } from '../../trading/conditional/pending-triggers.ts'
import {
  formatWithTicks,
  snapshotFormat,
  type AccountRecord,
  type EnteredRecord,
  type HeadRecord,
  type PositionRecord,
  type MarketRecord,
  type OrderRecord,
  type SnapshotRecord,
  type TickMarketRecord,
  type VenueCoinRecord,
} from './records.ts'

/** A state that is built from the records of a snapshot, in their order. */
export class Restoring {
  readonly #state: EngineState
  #records = 0
  #isWhole = false

  constructor(knows: readonly number[] = knownRules) {
    this.#state = newState(knows)
  }

  /** Applies the next record; throws if it does not fit the earlier ones. */
  take(record: SnapshotRecord): void {
    const isFirst = this.#records === 0
    assert(isFirst === (record[0] === 'state'), 'a snapshot begins with its head')
    if (record[0] === 'end') {
      assert(record[1] === this.#records, 'no record of a snapshot is missing')
      this.#isWhole = true
      return
    }
    this.#records += 1
    restore(this.#state, record)
  }

  /** Returns the state; throws if records are missing. */
  whole(): EngineState {
    assert(this.#isWhole, 'a snapshot ends with its last record')
    this.#state.settlementDueMs = soonestSettlement(this.#state.markets)
    findSafeZones(this.#state)
    return this.#state
  }
}

function restore(state: EngineState, record: Exclude<SnapshotRecord, ['end', number]>): void {
  switch (record[0]) {
    case 'state':
      return restoreHead(state, record[1])
    case 'coin':
      return restoreCoin(state, record)
    case 'house':
      return restoreVenueCoin(state, record[1], record[2])
    case 'loan':
      return restoreLoan(state, record[1], record[2])
    case 'pool':
      return void state.pools.set(record[1], record[2])
    case 'finals':
      for (const [id, account, status] of record[1]) state.finals.keep({ id, account, status })
      return
    case 'spent':
      for (const link of record[1]) state.spentLinks.keep(link)
      return
    case 'market':
      return restoreMarket(state, record[1])
    case 'account':
      return restoreAccount(state, record[1])
    case 'algo':
      return restoreAlgo(state.algos, record[1])
    case 'rule': {
      const [, rule] = record
      const { running, ended } = state.rules
      return void (isRuleOver(rule) ? ended : running).set(rule.id, rule)
    }
    case 'leader':
      return void state.copy.leaders.set(record[1].wallet, record[1])
    case 'follow':
      return addFollow(state.copy, record[1])
    case 'grid':
      return restoreGrid(state, record[1])
    case 'spotBot': {
      const [, bot] = record
      const { running, ended } = state.spotBots
      return void (bot.status === 'Ended' ? ended : running).set(bot.wallet, bot)
    }
    case 'mmr':
      return void state.mmr.waiting.set(record[1].id, record[1])
    case 'spread':
      return restoreFigures(state, record[1])
    case 'spreadOrder':
      return restoreSpread(state, record[1])
    case 'resting':
      return rest(restoreOrder(state, record[1]))
    case 'waiting':
      return restoreWaiting(state, record[1])
    case 'due':
      for (const id of record[1]) {
        const order = state.orders.get(id)
        assert(order !== undefined, 'an order that is due is known')
        state.triggers.due.add(order)
      }
      return
    default:
      return assertNever(record)
  }
}

function restoreHead(state: EngineState, head: HeadRecord): void {
  const isKnown = head.format === snapshotFormat || head.format === formatWithTicks
  assert(isKnown, `snapshot format ${head.format} is not known`)
  adoptRules(state.rulesVersion, head.rulesVersion ?? firstRules)
  state.seq = head.seq
  state.timeMs = head.timeMs
  state.nextOrderId = head.nextOrderId
  state.nextTradeId = head.nextTradeId
  state.algos.nextId = head.nextAlgoId
  state.mmr.nextId = head.nextMmrId
  state.rules.nextId = head.nextRuleId ?? 1
  Object.assign(state.copy, head.copy)
  state.interestDueMs = head.interestDueMs ?? Infinity
  Object.assign(state.grids, head.grids)
  Object.assign(state.spotBots, head.spotBots)
  for (const [owner, wallet] of head.funding ?? []) state.ownership.funding.set(owner, wallet)
  for (const [sub, main] of head.mains ?? []) state.ownership.mains.set(sub, main)
  for (const [owner, ids] of head.transferIds ?? []) state.ownership.transferIds.set(owner, ids)
}

/** Indexes are not written: every bot's prices are registered again. */
function restoreGrid(state: EngineState, saved: SavedGrid): void {
  const bot = restoredGrid(saved)
  const { running, ended, stopping } = state.grids
  if (bot.status === 'Ended') return void ended.set(bot.wallet, bot)
  running.set(bot.wallet, bot)
  if (bot.status === 'Stopping') stopping.add(bot.wallet)
  setGridTriggers(state, bot)
}

function restoreMarket(state: EngineState, record: MarketRecord | TickMarketRecord): void {
  const figures = 'markTicks' in record ? withMarkE8(record) : record
  const stress = { ...newStress(), ...figures.stress }
  const market = Object.assign(newMarket(state.markets.length, figures.instrument), figures, {
    stress,
  })
  state.markets.push(market)
  addCombinations(state, market)
  state.bySymbol.set(figures.instrument.symbol, market)
}

function withMarkE8({ markTicks, ...figures }: TickMarketRecord): MarketRecord {
  return { ...figures, markE8: priceE8(markTicks * figures.instrument.tickSizeE8) }
}

function restoreAccount(state: EngineState, kept: AccountRecord): void {
  const isFund = kept.id === state.fund.id
  const account = isFund ? state.fund : newAccount(kept.id, kept.role, state)
  if (!isFund) addAccount(state, account)
  account.spotMargin = kept.spotMargin
  account.portfolio = kept.portfolio
  account.mmp = kept.mmp
  for (const [coin, balance, principal = '0', interest = '0', overSinceMs = 0] of kept.coins) {
    const coinBalance = coinOf(account, coin)
    Object.assign(coinBalance, { balance: BigInt(balance), isBooked: true })
    coinBalance.loan.principal = BigInt(principal)
    coinBalance.loan.interest = BigInt(interest)
    coinBalance.loan.overSinceMs = overSinceMs
    coinBalance.coin.lent += coinBalance.loan.principal
  }
  for (const coin of kept.off ?? []) coinOf(account, coin).isOff = true
  account.fees = kept.fees
  for (const [link, order] of kept.links ?? []) account.links.set(link, order)
  if (kept.modes !== undefined) {
    const { coins, symbols } = kept.modes
    account.hedge = { byCoin: new Map(coins), bySymbol: new Map(symbols), pairs: [] }
  }
  for (const position of kept.holdings) restorePosition(state, account, position)
}

function restoreCoin(
  state: EngineState,
  [, name, usdE8, ratioE4, tiers]: Extract<SnapshotRecord, readonly ['coin', ...unknown[]]>,
): void {
  const coin = state.coins.get(name) ?? unlistedCoin()
  state.coins.set(name, coin)
  coin.isListed = true
  setUsd(coin, usdE8)
  const restored = tiers?.map(([upTo, ratio]) => ({ upTo: amount(BigInt(upTo)), ratioE4: ratio }))
  setTiers(coin, restored ?? wholeTier(ratioE4))
}

function restoreVenueCoin(state: EngineState, name: string, money: VenueCoinRecord): void {
  const { desk: conversionResult = 0n, ...sums } = money
  state.venueCoins.set(name, { ...newVenueCoin(), ...sums, conversionResult })
}

function restoreLoan(state: EngineState, name: string, terms: LoanTerms): void {
  const coin = state.coins.get(name) ?? unlistedCoin()
  state.coins.set(name, coin)
  coin.loan = terms
}

function restorePosition(state: EngineState, account: AccountState, kept: PositionRecord): void {
  const { market: index, idx, stops, entered, average, ...figures } = kept
  const market = state.markets[index]
  assert(market !== undefined, 'a position is in a listed market')
  const position = Object.assign(positionStateOf(account, market, idx), {
    ...figures,
    entryValue: BigInt(figures.entryValue),
    averageValue: BigInt(figures.averageValue),
    extra: BigInt(figures.extra),
    realised: BigInt(figures.realised),
    cumRealised: BigInt(figures.cumRealised),
    openFees: BigInt(figures.openFees),
    openFunding: BigInt(figures.openFunding),
  })
  const { sizeLots, entryValue, averageValue } = position
  position.entered = restoredEntry(entered, entryValue, sizeLots)
  if (hasSessions(market)) position.average = restoredEntry(average, averageValue, sizeLots)
  if (stops !== undefined) Object.assign(position.stops, stops)
  setPositionLeverage(position, figures.leverageE2)
  if (figures.sign === 1) market.longLots += figures.sizeLots
}

function restoredEntry(kept: EnteredRecord | undefined, value: bigint, lots: number): Entered {
  if (kept === undefined) return { valueE24: value * enteredUnit, lots }
  return { valueE24: BigInt(kept[0]), lots: kept[1] }
}

const enteredTerms = ([price, qty, trigger]: NonNullable<OrderRecord['entered']>) => ({
  priceTicks: priceTicks(price),
  qtyLots: asLots(qty),
  triggerTicks: priceTicks(trigger),
})

/** Indexes are not written: every waiting trigger is registered again. */
function restoreWaiting(state: EngineState, kept: OrderRecord): void {
  const order = restoreOrder(state, kept)
  const frozen = order.plan?.spot?.frozen ?? 0n
  if (frozen > 0n) coinOf(order.account, payCoin(order)).locked += frozen
  if (order.status !== 'Untriggered') return
  positionOf(order).waiting.push(order)
  arm(order)
}

function restoreOrder(state: EngineState, kept: OrderRecord): OpenOrder {
  const market = state.markets[kept.market]
  const account =
    kept.account === state.fund.id ? state.fund : state.accounts.get(kept.account as AccountId)
  assert(market !== undefined && account !== undefined, 'an order has its market and account')
  const [qtyLots, leavesLots, filledLots] = kept.lots
  const [filledValue, fee, closedPnl] = kept.money
  const [createdMs, updatedMs, updateNo] = kept.times
  const [reduceOnly, closeOnTrigger, positionIdx] = kept.flags
  const order: OpenOrder = {
    id: kept.id,
    linkId: kept.link,
    account,
    market,
    side: kept.side,
    sign: sideSign(kept.side),
    orderType: kept.type,
    timeInForce: kept.tif,
    reduceOnly,
    closeOnTrigger,
    positionIdx,
    isLeverage: kept.lends === true,
    isMmp: kept.mmp === true,
    selfTrade: kept.selfTrade,
    createdMs,
    plan: kept.plan === undefined ? undefined : restoredTerms(kept.plan),
    stamp: 0,
    ref: state.table.take(),
    priceTicks: kept.price,
    qtyLots,
    leavesLots,
    filledLots,
    filledValue: BigInt(filledValue),
    fee: BigInt(fee),
    closedPnl: BigInt(closedPnl),
    status: kept.status,
    cancelType: undefined as CancelType | undefined,
    updatedMs,
    updateNo,
    isLiquidation: false,
    algo: kept.algo === undefined ? undefined : state.algos.running.get(kept.algo),
    entered: kept.entered === undefined ? undefined : enteredTerms(kept.entered),
    quoteAmount: kept.amount === undefined ? undefined : BigInt(kept.amount),
    slippage: undefined,
    slot: -1,
    place: -1,
  }
  order.algo?.children.add(order.id)
  state.table.put(order.ref, order)
  state.orders.set(order.id, order)
  return order
}
