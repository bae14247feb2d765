// Implements the read-only queries of views.ts; changes nothing.

import { isComing } from '@basis/domain/instrument/instrument'
import type { AlgoRecord } from '@basis/domain/algo/order'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  mulDiv,
  priceTicks,
  qtyLots,
  wholeE4,
  zero,
  type Amount,
  type PriceE8,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import { crossLiquidationPriceE8 } from '@basis/domain/margin/cross-margin'
import { isolatedBankruptcyPriceE8 } from '@basis/domain/margin/isolated-margin'
import { priceOfValueE8 } from '@basis/domain/margin/bankruptcy'
import { firstFeeLevel, type AccountFees } from '@basis/domain/instrument/fee-levels'
import { optionBreakEvenE8 } from '@basis/domain/instrument/option'
import { breakEvenPriceE8 } from '@basis/domain/instrument/pnl'
import { dollarE8, everything, type CoinState } from '../state/coin.ts'
import { mmrRecord } from '../trading/multi-order/mmr-close.ts'
import { algoRecord, algosOf } from '../trading/core/algo-children.ts'
import { bandOf, isProblem } from '../trading/core/pre-trade-checks.ts'
import { maxOrderSizes } from '../risk/order-margin.ts'
import { borrowedOf, mayBorrow } from '../risk/loans.ts'
import { firstSpotLeverage } from '@basis/domain/margin/loans'
import {
  crossBackingBalance,
  countedCoin,
  debtOf,
  unlockedBalance,
  inUsd,
  ofUsd,
} from '../risk/collateral.ts'
import {
  accountMaintenance,
  accountMargin,
  spendable,
  type AccountMargin,
} from '../risk/account-margin.ts'
import { isolatedInput, isolatedLiquidationTicks } from '../risk/isolated-margin.ts'
import {
  exposedLots,
  positionMarginOf,
  maintenanceOf,
  unrealisedOf,
} from '../risk/position-margin.ts'
import { isOption, optionValueIn } from '../risk/option-margin.ts'
import type { Mmp, MmpRecord } from '@basis/domain/options/mmp'
import { optionsInUsd, unitStandings } from '../risk/portfolio-margin.ts'
import type { TakeoverTerms } from '../risk/bankruptcy-price.ts'
import { adlIndicatorOf } from '../liquidation/adl-indicator.ts'
import { auctionOf } from '../trading/core/uncross.ts'
import { findOrder } from '../trading/core/open-orders.ts'
import { marginChangeRefusal } from '../trading/settings/leverage-and-margin.ts'
import { allPositions, peekPosition, shownPositions } from '../state/positions.ts'
import { modeOf, openingIdx } from '../state/position-mode.ts'
import { isStressed } from '../state/margin/stress.ts'
import { valueAtMark } from '../state/mark-value.ts'
import {
  bestTicks,
  byName,
  entryPriceOf,
  orderRecord,
  positionRecord,
  type AccountState,
  type CoinBalance,
  type EngineState,
  type PositionState,
  type MarketState,
} from '../state/state.ts'
import { tpslView } from '../trading/conditional/tpsl-view.ts'
import type {
  AccountModeView,
  AccountView,
  CollateralView,
  CoinView,
  DepthView,
  LedgerView,
  LevelView,
  MarginChangeView,
  PositionView,
  QueuePlaceView,
  AuctionView,
  SymbolView,
  Views,
} from '../api/views.ts'
import { ruleRecord, rulesOf } from '../state/rules/rule.ts'
import { copyViewsOf } from './copy-queries.ts'
import { loanViewsOf } from './loan-queries.ts'
import { botViewsOf } from './spot-bot-queries.ts'
import { sharedFigures, type SharedFigures } from './shared-figures.ts'
import { spreadViewsOf } from './spread-queries.ts'

const isIsolatedIn = (account?: AccountState, market?: MarketState): boolean =>
  account !== undefined &&
  market !== undefined &&
  peekPosition(account, market, openingIdx(account, market, 'Buy')).isolated

/** Returns the queries on this state. */
export function viewsOf(state: EngineState): Views {
  const indicatorOf = adlIndicatorOf(state)
  const market = (symbol: SymbolId): MarketState | undefined => state.bySymbol.get(symbol)
  return {
    timeMs: () => state.timeMs,
    symbols: () => state.markets.map((m) => m.instrument.symbol),
    symbol: (symbol) => mapped(market(symbol), symbolView),
    instrument: (symbol) => market(symbol)?.instrument,
    account: (id) => mapped(state.accounts.get(id), accountView),
    fees: (id) => mapped(state.accounts.get(id), feesOf),
    accountMode: (id) => mapped(state.accounts.get(id), accountModeOf),
    positions: (id) => mapped(state.accounts.get(id), positionViews) ?? [],
    position: (id, symbol, idx) => {
      const [owner, found] = [state.accounts.get(id), market(symbol)]
      return owner && found && positionRecord(peekPosition(owner, found, idx))
    },
    realised: (id, coin) => realisedIn(state.accounts.get(id), coin),
    priceStamp: (id) => mapped(state.accounts.get(id), priceStamp) ?? '',
    adlIndicator: ({ account, symbol, positionIdx }) => {
      const [owner, found] = [state.accounts.get(account), market(symbol)]
      if (owner === undefined || found === undefined) return 0
      return indicatorOf(peekPosition(owner, found, positionIdx))
    },
    leverage: (id, symbol, idx) => {
      const account = state.accounts.get(id)
      const found = market(symbol)
      if (account === undefined || found === undefined) return undefined
      return peekPosition(account, found, idx ?? openingIdx(account, found, 'Buy')).leverageE2
    },
    positionMode: (id, symbol) => {
      const account = state.accounts.get(id)
      const found = market(symbol)
      return account && found ? modeOf(account, found) : undefined
    },
    isIsolated: (id, symbol) => isIsolatedIn(state.accounts.get(id), market(symbol)),
    openOrders: (id) => mapped(state.accounts.get(id), openOrders) ?? [],
    queuePlaces: (id, symbol) => queuePlaces(state.accounts.get(id), market(symbol)),
    rules: (id) => rulesOf(state.rules, id).map((rule) => ruleRecord(state.rules, rule)),
    copy: copyViewsOf(state),
    ...botViewsOf(state),
    spreads: spreadViewsOf(state),
    mmrCloses: (id) => mmrClosesOf(state, id),
    algos: (id) => mapped(state.accounts.get(id), (account) => algoRecords(state, account)) ?? [],
    openOrder: (id, name) =>
      mapped(state.accounts.get(id), (account) => openOrderOf(state, account, name)),
    marginChange: (id, symbol, change, idx = 0) => {
      const account = state.accounts.get(id)
      const found = market(symbol)
      return account && found
        ? marginChange(state, peekPosition(account, found, idx), change)
        : undefined
    },
    maxQty: (id, symbol, price, entering) => {
      const account = state.accounts.get(id)
      const found = market(symbol)
      if (account === undefined || found === undefined) return undefined
      return maxOrderSizes(state, account, found, { limitTicks: price, ...entering })
    },
    depth: (symbol, levels) => mapped(market(symbol), (m) => depthView(m, levels)),
    collateral: (coin) => mapped(state.coins.get(coin), collateralView),
    ...loanViewsOf(state),
    bookVersion: (symbol) => market(symbol)?.book.version ?? 0,
    ledger: () => ledger(state),
    insurance: (coin) => mapped(state.fund.coins.get(coin), bookedOf),
    ...wholeViewsOf(state),
    bestSide: (symbol, side) => mapped(market(symbol), (m) => bestTicks(m, side)),
  }
}

/** Queries about the exchange as a whole. */
const wholeViewsOf = (
  state: EngineState,
): Pick<Views, 'accounts' | 'accountCount' | 'highestAccount' | 'venueSums' | 'rulesVersion'> => ({
  accounts: () => [...state.accounts.keys()],
  accountCount: () => state.accounts.size,
  highestAccount: () => state.highestAccount,
  venueSums: () => byName(state.venueCoins).map(([coin, sums]) => ({ coin, ...sums })),
  rulesVersion: () => state.rulesVersion.present,
})

function openOrderOf(
  state: EngineState,
  account: AccountState,
  { orderId, linkId = '' }: Parameters<Views['openOrder']>[1],
): ReturnType<typeof orderRecord> | undefined {
  const order = findOrder(state, account, orderId === undefined ? { linkId } : { orderId })
  return isProblem(order) ? undefined : orderRecord(order)
}

const bookedOf = ({ isBooked, balance }: CoinBalance): Amount | undefined =>
  isBooked ? amount(balance) : undefined

const algoRecords = (state: EngineState, account: AccountState): readonly AlgoRecord[] =>
  algosOf(state, account).map((algo) => algoRecord(state, algo))

const collateralView = ({ usdE8, tiers, isOn }: CoinState): CollateralView => ({
  usdE8,
  ratioE4: isOn ? (tiers[0]?.ratioE4 ?? 0) : 0,
  tiers: tiers.filter(({ upTo }) => upTo !== everything),
})

function mapped<A, B>(value: A | undefined, map: (value: A) => B): B | undefined {
  return value === undefined ? undefined : map(value)
}

function symbolView(market: MarketState): SymbolView {
  const band = bandOf(market)
  const { deliveredE8 } = market.settlement
  return {
    instrument: market.instrument,
    indexE8: market.indexE8,
    markE8: deliveredE8 === 0 ? market.markE8 : deliveredE8,
    ...(isStressed(market) ? { volatilityE8: market.stress.volatilityE8 } : {}),
    ...(deliveredE8 === 0 ? {} : { deliveredE8 }),
    lastTicks: priceTicks(market.lastTicks),
    bestBidTicks: bestTicks(market, 'Buy') ?? priceTicks(0),
    bestAskTicks: bestTicks(market, 'Sell') ?? priceTicks(0),
    fundingRateE8: market.fundingRateE8,
    nextFundingMs: market.nextFundingMs,
    openInterestLots: qtyLots(market.longLots),
    ...(market.instrument.status === 'Auction' ? { auction: auctionView(market) } : {}),
    ...band,
  }
}

function auctionView(market: MarketState): AuctionView {
  const { priceTicks: ticks, lots, surplusLots } = auctionOf(market) ?? nothingMet
  return { priceTicks: priceTicks(ticks), qtyLots: qtyLots(lots), surplusLots }
}
const nothingMet = { priceTicks: 0, lots: 0, surplusLots: 0 }

const feesOf = ({ fees }: AccountState): AccountFees => fees ?? { level: firstFeeLevel }

const mmpRecord = ({ fills: _counted, ...record }: Mmp): MmpRecord => record

const accountModeOf = ({ portfolio }: AccountState): AccountModeView => ({
  mode: portfolio === undefined ? 'Regular' : 'Portfolio',
  hedgesSpot: portfolio?.hedgesSpot === true,
})

/** The rate of a margin that no balance is left for (5.6). */
const usedUpE4 = Number(wholeE4)

function accountView(account: AccountState): AccountView {
  const margin = accountMargin(account)
  const maintenance = accountMaintenance(account)
  const initial = margin.initial + margin.isolated
  const optionValue = optionsInUsd(account)
  const rate = (part: bigint): number => {
    if (part <= 0n) return 0
    return margin.balance > 0n
      ? Number(mulDiv(part, wholeE4, margin.balance, 'truncate'))
      : usedUpE4
  }
  return {
    account: account.id,
    role: account.role === 'robot' ? 'robot' : 'trader',
    fees: feesOf(account),
    coins: byName(account.coins)
      .filter(([, { isBooked, isOff, loan }]) => isBooked || isOff || loan.reserved > 0n)
      .map(([coin, coinBalance]) => coinView(account, coin, coinBalance, margin)),
    walletBalance: amount(margin.wallet),
    unrealisedPnl: amount(margin.unrealised),
    optionValue: amount(optionValue),
    equity: amount(margin.wallet - margin.debt + margin.unrealised + optionValue),
    marginBalance: amount(margin.balance),
    positionMargin: amount(margin.positionMargin),
    orderMargin: amount(initial - margin.positionMargin - margin.loans),
    loanMargin: amount(margin.loans),
    ...(account.mmp === undefined ? {} : { mmp: account.mmp.map(mmpRecord) }),
    ...(account.portfolio === undefined
      ? {}
      : { portfolio: { ...account.portfolio, units: unitStandings(account) } }),
    spotMargin: account.spotMargin ?? { isOn: false, leverage: firstSpotLeverage },
    initialMargin: amount(initial),
    maintenanceMargin: amount(maintenance),
    available: margin.available > 0n ? margin.available : zero,
    initialRateE4: rate(margin.initial),
    maintenanceRateE4: rate(maintenance),
  }
}

const mmrClosesOf = (state: EngineState, id: AccountId): ReturnType<Views['mmrCloses']> =>
  [...state.mmr.waiting.values()]
    .filter(({ account }) => account === id)
    .map((order) => mmrRecord(state, order, 'Waiting'))

function priceStamp(account: AccountState): string {
  let stamp = ''
  const coins = new Set<CoinState>()
  for (const position of allPositions(account)) {
    if (position === undefined) continue
    const { sign, buys, sells, market, coinBalance } = position
    if (sign === 0 && buys.length + sells.length === 0) continue
    coins.add(coinBalance.coin)
    if (market.instrument.kind !== 'Spot') {
      stamp += account.portfolio === undefined ? `${market.markNo} ` : stressedAt(market)
      continue
    }
    // The coin that a resting buy would receive need not be in the wallet yet (5.6).
    const base = account.registry.get(market.instrument.baseCoin)
    if (base !== undefined) coins.add(base)
  }
  for (const { coin, balance, loan } of account.coins.values()) {
    if (balance !== 0n || loan.principal !== 0n) coins.add(coin)
  }
  for (const { usdE8 } of coins) if (usdE8 !== dollarE8) stamp += `$${usdE8} `
  return stamp
}

/** In portfolio margin a contract also counts by its index and its days to delivery (10.3). */
const stressedAt = ({ markNo, indexE8, instrument, pricedMs }: MarketState): string =>
  `${markNo}/${indexE8}${instrument.deliveryMs === undefined ? '' : `/${pricedMs}`} `

/** View of a coin, given the account's margin, which is the same for each of its coins. */
function coinView(
  account: AccountState,
  coin: string,
  coinBalance: CoinBalance,
  margin: AccountMargin,
): CoinView {
  const unrealised = coinBalance.unrealised + coinBalance.isolatedUnrealised
  const optionValue = optionValueIn(account, coinBalance)
  const equity = coinBalance.balance - debtOf(coinBalance) + unrealised + optionValue
  // Losses of cross positions reduce the free balance; isolated positions hold their own margin.
  const unowed =
    unlockedBalance(coinBalance) + (coinBalance.unrealised < 0n ? coinBalance.unrealised : 0n)
  const most = spendable(account, coin, margin)
  const available = most < unowed ? most : unowed
  return {
    coin,
    ...(coinBalance.coin.isOn ? { collateral: !coinBalance.isOff } : {}),
    balance: amount(coinBalance.balance),
    locked: amount(coinBalance.locked),
    free: amount(unlockedBalance(coinBalance)),
    principal: amount(coinBalance.loan.principal),
    interest: amount(coinBalance.loan.interest),
    borrowed: mayBorrow(account) ? borrowedOf(coinBalance) : zero,
    unrealisedPnl: amount(unrealised),
    optionValue: amount(optionValue),
    equity: amount(equity),
    available: available > 0n ? amount(available) : zero,
    usdValue: amount(inUsd(coinBalance.coin, equity)),
  }
}

/** Flat positions count too: they keep their realised PnL. */
function realisedIn(account: AccountState | undefined, coin: string): Amount {
  let sum = 0n
  for (const position of account === undefined ? [] : shownPositions(account)) {
    if (position?.market.instrument.settleCoin === coin) sum += position.cumRealised
  }
  return amount(sum)
}

function positionViews(account: AccountState): PositionView[] {
  const views: PositionView[] = []
  let shared: SharedFigures | undefined
  for (const shown of shownPositions(account)) {
    if (shown === undefined || shown.sign === 0) continue
    // On a fork, take the account's own position, whose figures use the fork's sums.
    const own = shown.idx === 0 ? account.positions.at(shown.market.index) : shown
    if (own !== undefined) views.push(positionView(own, (shared ??= sharedFigures(account))))
  }
  return views
}

/** Previews the position with its margin after the change. */
function marginChange(
  state: EngineState,
  position: PositionState,
  change: bigint,
): MarginChangeView {
  const wrong = marginChangeRefusal(state, position, change)?.problem
  const before = position.sign === 0 ? {} : { before: positionView(position) }
  if (wrong !== undefined) return { problem: wrong, ...before }
  const supposed = { ...position, extra: position.extra + change, margin: undefined }
  return { ...before, after: positionView(supposed) }
}

function positionView(
  position: PositionState,
  shared = sharedFigures(position.account, position.isolated ? [] : undefined),
): PositionView {
  const { market, account, sizeLots } = position
  const { instrument } = market
  const sign = position.sign === -1 ? -1 : 1
  const margin = positionMarginOf(position)
  // In portfolio margin a position has no margin and no liquidation price of its own (10.1).
  const isShared = account.portfolio !== undefined
  const maintenance = isShared ? 0n : maintenanceOf(position)
  const markValue = amount(valueAtMark(market, sizeLots))
  const entryValue = amount(position.entryValue)
  const { coin } = position.coinBalance
  const own = isolatedPrices(position)
  const exposed = exposedLots(position)
  const moved = amount(valueAtMark(market, exposed))
  const bankrupt = own.isOwn
    ? own.bankrupt
    : isShared
      ? undefined
      : bankruptcyTicks(shared.takeovers.find((terms) => terms.position === position))
  // Without a price of its coin an account has no value, so there is no liquidation price.
  const liquidationE8 =
    coin.usdE8 === 0 || isOption(market) || isShared
      ? undefined
      : crossLiquidationPriceE8({
          sign,
          qty: amount(BigInt(exposed) * BigInt(instrument.lotSizeE8)),
          entryValue,
          markValue: moved,
          leverage: position.leverageE2,
          takerFee: instrument.takerFeeE8,
          kind: market.valueSign === 1 ? 'Linear' : 'Inverse',
          balance: amount(ofUsd(coin, shared.balance)),
          otherMaintenance: amount(ofUsd(coin, shared.maintenance) - maintenance),
          tiers: instrument.riskTiers,
          collateral: coin.isDollar
            ? undefined
            : {
                coin: countedCoin(position.coinBalance),
                held: amount(crossBackingBalance(position.coinBalance)),
              },
        })
  const liquidation = own.isOwn
    ? own.liquidation
    : liquidationE8 === undefined
      ? undefined
      : outwardTicks(market, liquidationE8, sign)
  return {
    position: positionRecord(position),
    entryPriceE8: entryPriceOf(position, position.entered),
    markPriceE8: market.markE8,
    positionValue: markValue,
    initialMargin: amount(margin.position),
    maintenanceMargin: amount(maintenance),
    unrealisedPnl: amount(unrealisedOf(position)),
    breakEvenPriceE8: breakEvenOf(position),
    tpsl: tpslView(position),
    ...(liquidation === undefined ? {} : { liquidationPriceTicks: liquidation }),
    ...(bankrupt === undefined ? {} : { bankruptcyPriceTicks: bankrupt }),
  }
}

/** Returns the break-even price, with a taker's fee for closing (1.7, 9.4). */
function breakEvenOf(position: PositionState): PriceE8 {
  const { market, sizeLots } = position
  const { instrument, valueSign, indexE8 } = market
  const { takerFeeE8: takerFee } = instrument
  const held = {
    sign: position.sign === -1 ? -1 : 1,
    qty: amount(BigInt(sizeLots) * BigInt(instrument.lotSizeE8)),
    entryValue: amount(position.entryValue),
    realised: amount(position.realised),
  } as const
  if (isOption(market)) return optionBreakEvenE8(held, takerFee, indexE8)
  return breakEvenPriceE8({ ...held, kind: valueSign === 1 ? 'Linear' : 'Inverse', takerFee })
}

type OwnPrices = { isOwn: boolean; liquidation?: PriceTicks; bankrupt?: PriceTicks }

/** Prices of an isolated position, which depend on nothing else in the account (5.1, 5.2). */
function isolatedPrices(position: PositionState): OwnPrices {
  if (!position.isolated) return { isOwn: false }
  const { market, sign } = position
  const due = isolatedLiquidationTicks(position)
  const { tickSizeE8 } = market.instrument
  const liquidation =
    due === undefined ? undefined : outwardTicks(market, due * tickSizeE8, sign === -1 ? -1 : 1)
  const edge = isolatedBankruptcyPriceE8(isolatedInput(position))
  const bankrupt = edge === undefined ? undefined : outwardTicks(market, edge, sign === -1 ? -1 : 1)
  return {
    isOwn: true,
    ...(liquidation === undefined ? {} : { liquidation }),
    ...(bankrupt === undefined ? {} : { bankrupt }),
  }
}

/** The position's bankruptcy price, at which it would be taken over (5.2). */
function bankruptcyTicks(terms: TakeoverTerms | undefined): PriceTicks | undefined {
  if (terms === undefined) return undefined
  const { market, sign, sizeLots } = terms.rest
  const kind = market.valueSign === 1 ? 'Linear' : 'Inverse'
  const qty = amount(BigInt(sizeLots) * BigInt(market.instrument.lotSizeE8))
  const price = priceOfValueE8(kind, qty, terms.value)
  return price === undefined ? undefined : outwardTicks(market, price, sign === -1 ? -1 : 1)
}

/**
 * Rounds to a tick, up for a long and down for a short; undefined at or beyond the instrument's
 * price limits (rules 0.3, 5.7).
 */
function outwardTicks(market: MarketState, e8: number, sign: 1 | -1): PriceTicks | undefined {
  const { tickSizeE8, minPriceTicks, maxPriceTicks } = market.instrument
  const ticks = sign === 1 ? Math.ceil(e8 / tickSizeE8) : Math.floor(e8 / tickSizeE8)
  return ticks > minPriceTicks && ticks < maxPriceTicks ? priceTicks(ticks) : undefined
}

const openOrders = (account: AccountState): ReturnType<typeof orderRecord>[] =>
  allPositions(account)
    .flatMap((position) =>
      position === undefined ? [] : [...position.buys, ...position.sells, ...position.waiting],
    )
    .sort((a, b) => a.id - b.id)
    .map(orderRecord)

function depthView(market: MarketState, levels: number): DepthView {
  return {
    symbol: market.instrument.symbol,
    version: market.book.version,
    bids: isComing(market.instrument) ? [] : levelsOf(market, 0, levels),
    asks: isComing(market.instrument) ? [] : levelsOf(market, 1, levels),
  }
}

function levelsOf(market: MarketState, side: 0 | 1, levels: number): LevelView[] {
  const out = new Float64Array(3 * levels)
  const count = market.book.depth(side, levels, out)
  const views: LevelView[] = []
  for (let i = 0; i < count; i += 1) {
    views.push({
      priceTicks: priceTicks(out[3 * i] ?? 0),
      qtyLots: qtyLots(out[3 * i + 1] ?? 0),
      orders: out[3 * i + 2] ?? 0,
    })
  }
  return views
}

/** Walks the orders behind each order; what is ahead is the rest of the level. */
function queuePlaces(
  account: AccountState | undefined,
  market: MarketState | undefined,
): QueuePlaceView[] {
  if (account === undefined || market === undefined) return []
  const { book } = market
  return restingIn(account, market).map((order) => {
    const { priceTicks: price } = order
    const side = book.sideOf(order.slot)
    let aheadLots = book.qtyAt(side, price) - order.leavesLots
    let aheadOrders = book.countAt(side, price) - 1
    for (let next = book.after(order.slot); next >= 0; next = book.after(next)) {
      if (book.priceOf(next) !== price) break
      aheadLots -= book.qtyOf(next)
      aheadOrders -= 1
    }
    return { orderId: order.id, aheadLots: qtyLots(aheadLots), aheadOrders }
  })
}

const restingIn = (account: AccountState, market: MarketState) =>
  allPositions(account)
    .flatMap((position) =>
      position?.market === market ? [...position.buys, ...position.sells] : [],
    )
    .filter(({ slot }) => slot >= 0)
    .toSorted((a, b) => a.id - b.id)

/** Deposits and where the money is now, per coin (reliability M1). */
function ledger(state: EngineState): LedgerView[] {
  const views: LedgerView[] = []
  for (const [coin, venue] of byName(state.venueCoins)) {
    let accounts = 0n
    for (const account of state.accounts.values())
      accounts += account.coins.get(coin)?.balance ?? 0n
    const insurance = state.fund.coins.get(coin)?.balance ?? 0n
    let open = 0n
    for (const account of [...state.accounts.values(), state.fund]) {
      for (const position of allPositions(account)) {
        if (position === undefined || position.market.instrument.settleCoin !== coin) continue
        // A premium is paid at the trade: nothing of it remains open between traders.
        if (isOption(position.market)) continue
        open -= BigInt(position.sign * position.market.valueSign) * position.entryValue
      }
    }
    const lent = state.coins.get(coin)?.lent ?? 0n
    const { fees, rounding, treasury, interest, conversionResult } = venue
    const own = fees + rounding + treasury + interest + conversionResult
    const held = accounts + insurance + own + open - lent
    views.push({
      coin,
      deposits: amount(venue.deposits),
      accounts: amount(accounts),
      fees: amount(fees),
      insurance: amount(insurance),
      rounding: amount(rounding),
      treasury: amount(treasury),
      openPositions: amount(open),
      lent: amount(lent),
      interest: amount(interest),
      conversionResult: amount(conversionResult),
      drift: amount(venue.deposits - held),
    })
  }
  return views
}
