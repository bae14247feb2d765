// Converts a state to the records of a snapshot (records.ts), one at a time.

import { assert } from '@basis/domain/numbers/assert'
import { enteredUnit, type Entered } from '@basis/domain/margin/entry-price'
import type { EnteredTerms } from '@basis/domain/orders/order'
import type { PositionMode } from '@basis/domain/orders/position'
import type { LoanTerms } from '@basis/domain/margin/loans'
import { everything, type CoinLoan, type CoinState } from '../../state/coin.ts'
import { savedAlgo } from './algos.ts'
import { savedGrid } from '../../state/bots/grid.ts'
import { savedFigures, savedSpreads } from './spreads.ts'
import { byField } from '../../api/field-order.ts'
import { allPositions } from '../../state/positions.ts'
import { firstRules } from '../../api/rules-version.ts'
import { isStressed } from '../../state/margin/stress.ts'
import { byName, type AccountState, type EngineState } from '../../state/state.ts'
import type { PositionState, MarketState, OpenOrder } from '../../state/state.ts'
import { savedTerms } from '../../state/conditional-terms.ts'
import {
  packed,
  snapshotFormat,
  type AccountRecord,
  type EnteredRecord,
  type FinalRecord,
  type HeadRecord,
  type PositionRecord,
  type MarketRecord,
  type OrderRecord,
  type SnapshotRecord,
} from './records.ts'

/** Yields the records of a state, which must not change until the last one is taken. */
export function* recordsOf(state: EngineState): Generator<SnapshotRecord> {
  let records = 0
  for (const record of bodyOf(state)) {
    records += 1
    yield record
  }
  yield ['end', records]
}

function* bodyOf(state: EngineState): Generator<SnapshotRecord> {
  const { seq, timeMs, nextOrderId, nextTradeId, algos, rules, mmr, triggers } = state
  const nexts = { nextOrderId, nextTradeId, nextAlgoId: algos.nextId, nextMmrId: mmr.nextId }
  const nextRule = rules.nextId === 1 ? {} : { nextRuleId: rules.nextId }
  const interest = state.interestDueMs === Infinity ? {} : { interestDueMs: state.interestDueMs }
  const { present: rulesVersion } = state.rulesVersion
  const by = rulesVersion === firstRules ? {} : { rulesVersion }
  const heads = { ...copyHead(state), ...interest, ...by }
  yield ['state', { format: snapshotFormat, seq, timeMs, ...nexts, ...nextRule, ...heads }]
  for (const [name, coin] of byName(state.coins)) {
    // A listed coin that counts 0, such as a leveraged token, may still await its first price.
    if (coin.usdE8 !== 0 || coin.isOn || coin.isListed) yield coinRecord(name, coin)
  }
  for (const [coin, terms] of loansOf(state)) yield ['loan', coin, terms]
  for (const [coin, { deposits, fees, rounding, treasury, ...lending }] of byName(
    state.venueCoins,
  )) {
    const { interest, conversionResult: desk } = lending
    const more = interest === 0n && desk === 0n ? {} : { interest, desk }
    yield ['house', coin, { deposits, fees, rounding, treasury, ...more }]
  }
  for (const [coin, record] of byName(state.pools)) yield ['pool', coin, record]
  const finals = state.finals.all().map(({ id, account, status }): FinalRecord => {
    return [id, account, status]
  })
  for (const pack of packed(finals)) yield ['finals', pack]
  for (const pack of packed(state.spentLinks.all())) yield ['spent', pack]
  for (const market of state.markets) yield ['market', marketRecord(market)]
  yield ['account', accountRecord(state.fund)]
  for (const account of state.accounts.values()) yield ['account', accountRecord(account)]
  for (const algo of algos.running.values()) yield ['algo', byField(savedAlgo(algo))]
  for (const rule of [...rules.ended.values(), ...rules.running.values()]) {
    yield ['rule', byField({ ...rule, values: rules.index.valuesOf(rule) })]
  }
  for (const leader of state.copy.leaders.values()) yield ['leader', byField(leader)]
  for (const follow of state.copy.follows.values()) yield ['follow', byField(follow)]
  const { grids } = state
  for (const bot of [...grids.ended.values(), ...grids.running.values()]) {
    yield ['grid', byField(savedGrid(bot))]
  }
  const { spotBots } = state
  for (const bot of [...spotBots.ended.values(), ...spotBots.running.values()]) {
    yield ['spotBot', byField(bot)]
  }
  for (const order of mmr.waiting.values()) yield ['mmr', order]
  for (const market of state.markets) {
    for (const order of restingIn(state, market)) yield ['resting', orderRecord(order)]
  }
  for (const figures of savedFigures(state)) yield ['spread', figures]
  for (const order of savedSpreads(state)) yield ['spreadOrder', order]
  for (const order of waitingIn(state)) yield ['waiting', orderRecord(order)]
  for (const pack of packed(triggers.due)) yield ['due', pack.map(({ id }) => id)]
}

const loansOf = (state: EngineState): [string, LoanTerms][] =>
  byName(state.coins).flatMap(([coin, { loan }]) =>
    loan === undefined ? [] : [[coin, byField(loan)] satisfies [string, LoanTerms]],
  )

function copyHead({
  copy,
  grids,
  spotBots,
  ownership,
}: EngineState): Pick<
  HeadRecord,
  'copy' | 'grids' | 'spotBots' | 'funding' | 'mains' | 'transferIds'
> {
  const { nextWallet, nextLookMs, shareDueMs, leaders } = copy
  const hasGrids = grids.running.size + grids.ended.size > 0
  const hasBots = spotBots.running.size + spotBots.ended.size > 0
  const { funding, mains, transferIds } = ownership
  const own = {
    ...(mains.size === 0 ? {} : { mains: [...mains] }),
    ...(transferIds.size === 0 ? {} : { transferIds: [...transferIds] }),
  }
  if (leaders.size === 0 && !hasGrids && !hasBots && funding.size === 0) return own
  const bots = {
    ...own,
    ...(funding.size === 0 ? {} : { funding: [...funding] }),
    ...(hasGrids ? { grids: { nextLookMs: grids.nextLookMs } } : {}),
    ...(hasBots ? { spotBots: { nextLookMs: spotBots.nextLookMs } } : {}),
  }
  const due = shareDueMs === Infinity ? {} : { shareDueMs }
  return { copy: { nextWallet, nextLookMs, ...due }, ...bots }
}

function marketRecord(market: MarketState): MarketRecord {
  const { instrument, indexE8, markE8, markNo, lastTicks, tradedLots } = market
  const { pricedMs, freshSinceMs, maxBuyTicks, minSellTicks } = market
  const { freshCount, sampledSecond, sampledMinute, basis, drift, premiums, pooled } = market
  const { fundingRateE8, lastFundingE8, nextFundingMs, settlement } = market
  const { forwardE8, volatilityE8 } = market.stress
  return {
    instrument: byField(instrument),
    indexE8,
    markE8,
    markNo,
    lastTicks,
    tradedLots,
    maxBuyTicks,
    minSellTicks,
    pricedMs,
    freshSinceMs,
    freshCount,
    sampledSecond,
    sampledMinute,
    basis,
    drift,
    premiums,
    pooled,
    fundingRateE8,
    lastFundingE8,
    nextFundingMs,
    settlement,
    ...(isStressed(market) ? { stress: { forwardE8, volatilityE8 } } : {}),
  }
}

function restingIn(state: EngineState, { book }: MarketState): readonly OpenOrder[] {
  const orders: OpenOrder[] = []
  book.forEach((slot) => {
    const order = state.table.at(book.refOf(slot))
    assert(order !== undefined, 'every resting order is known')
    orders.push(order)
  })
  return orders
}

const waitingIn = (state: EngineState): readonly OpenOrder[] =>
  [...state.orders.values()].filter(({ slot }) => slot < 0).sort((a, b) => a.id - b.id)

const orderRecord = (order: OpenOrder): OrderRecord => ({
  id: order.id,
  link: order.linkId,
  account: order.account.id,
  market: order.market.index,
  side: order.side,
  type: order.orderType,
  tif: order.timeInForce,
  flags: [order.reduceOnly, order.closeOnTrigger, order.positionIdx],
  selfTrade: order.selfTrade,
  price: order.priceTicks,
  lots: [order.qtyLots, order.leavesLots, order.filledLots],
  money: [String(order.filledValue), String(order.fee), String(order.closedPnl)],
  status: order.status,
  times: [order.createdMs, order.updatedMs, order.updateNo],
  ...(order.plan === undefined ? {} : { plan: byField(savedTerms(order.plan)) }),
  ...(order.algo === undefined ? {} : { algo: order.algo.id }),
  ...(order.entered === undefined ? {} : { entered: enteredRecord(order.entered) }),
  ...(order.quoteAmount === undefined ? {} : { amount: String(order.quoteAmount) }),
  ...(order.isLeverage ? { lends: true } : {}),
  ...(order.isMmp ? { mmp: true } : {}),
})

const enteredRecord = ({ priceTicks, qtyLots, triggerTicks }: EnteredTerms) =>
  [priceTicks, qtyLots, triggerTicks] satisfies OrderRecord['entered']

function accountRecord(account: AccountState): AccountRecord {
  const holdings: PositionRecord[] = []
  for (const position of allPositions(account)) {
    if (position !== undefined) holdings.push(savedPosition(position))
  }
  const off = byName(account.coins).flatMap(([coin, { isOff }]) => (isOff ? [coin] : []))
  return {
    id: account.id,
    role: account.role,
    coins: byName(account.coins)
      .filter(([, { isBooked }]) => isBooked)
      .map(([coin, { balance, loan }]) => [coin, String(balance), ...savedLoan(loan)]),
    holdings,
    ...savedModes(account),
    ...(account.fees === undefined ? {} : { fees: byField(account.fees) }),
    ...(account.spotMargin === undefined ? {} : { spotMargin: byField(account.spotMargin) }),
    ...(off.length === 0 ? {} : { off }),
    ...(account.portfolio === undefined ? {} : { portfolio: byField(account.portfolio) }),
    ...(account.mmp === undefined ? {} : { mmp: byField(account.mmp) }),
    ...(account.links.size === 0 ? {} : { links: [...account.links] }),
  }
}

/** Written only if there is a debt. */
function savedLoan({ principal, interest, overSinceMs }: CoinLoan) {
  if (principal === 0n && interest === 0n) return [] as const
  const texts = [String(principal), String(interest)] as const
  return overSinceMs === 0 ? texts : ([...texts, overSinceMs] as const)
}

function coinRecord(name: string, { usdE8, tiers }: CoinState): SnapshotRecord {
  const [first] = tiers
  const ratioE4 = first?.ratioE4 ?? 0
  if (first === undefined || first.upTo === everything) return ['coin', name, usdE8, ratioE4]
  const texts = tiers.map((tier): [string, number] => [String(tier.upTo), tier.ratioE4])
  return ['coin', name, usdE8, ratioE4, texts]
}

function savedPosition(position: PositionState): PositionRecord {
  const { market, sign, sizeLots, leverageE2, isolated, autoAdd, openedMs, updatedMs } = position
  const { idx, stops } = position
  const { tpsl, trailing } = stops
  const hasStops = tpsl.full !== undefined || tpsl.partial.length > 0 || trailing !== undefined
  return {
    market: market.index,
    sign,
    sizeLots,
    entryValue: String(position.entryValue),
    averageValue: String(position.averageValue),
    leverageE2,
    isolated,
    extra: String(position.extra),
    autoAdd,
    realised: String(position.realised),
    cumRealised: String(position.cumRealised),
    openFees: String(position.openFees),
    openFunding: String(position.openFunding),
    openedMs,
    updatedMs,
    ...(idx === 0 ? {} : { idx }),
    ...enteredRecords(position),
    // Written only if not empty: few positions have stops.
    ...(hasStops ? { stops: byField(stops) } : {}),
  }
}

/** Written only after a partial close: otherwise they equal value and size. */
function enteredRecords(position: PositionState): Pick<PositionRecord, 'entered' | 'average'> {
  const { sizeLots, entryValue, averageValue, entered, average } = position
  const follows = (from: Entered, value: bigint): boolean =>
    from.lots === sizeLots && from.valueE24 === value * enteredUnit
  const record = ({ valueE24, lots }: Entered): EnteredRecord => [String(valueE24), lots]
  return {
    ...(follows(entered, entryValue) ? {} : { entered: record(entered) }),
    ...(average.lots === 0 || follows(average, averageValue) ? {} : { average: record(average) }),
  }
}

function savedModes({ hedge }: AccountState): Pick<AccountRecord, 'modes'> {
  if (hedge === undefined || hedge.byCoin.size + hedge.bySymbol.size === 0) return {}
  return { modes: { coins: sorted(hedge.byCoin), symbols: sorted(hedge.bySymbol) } }
}

const sorted = <Key extends string>(modes: Map<Key, PositionMode>): [Key, PositionMode][] =>
  [...modes].sort(([a], [b]) => (a < b ? -1 : 1))
