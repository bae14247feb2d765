// Compares the engine with the auditor after every command: marks, bands, rates and books, every
// account's coins, orders, positions and margins, and the exchange's own funds.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import type { SpreadOrder } from '@basis/domain/spread/order'
import type { Engine } from '@basis/engine/engine'
import type { PositionView } from '@basis/engine/views'
import { runSeed, type Run, type RunOptions } from '../simulation.ts'
import { FullAuditor } from './auditor.ts'
import { ceilDiv, nearestDiv, type AuditedMarket } from './prices.ts'
import { must } from './books.ts'
import { auctionOf } from './settling.ts'
import { endsOf, type End } from './endings.ts'
import {
  absolute,
  isSpent,
  one,
  positionMargin,
  signOf,
  unrealised,
  type Held,
  type Standing,
} from './sums.ts'

/** Runs a seed with the auditor, by the newest rules; throws LawBroken if they disagree. */
export function auditFullSeed(
  seed: number,
  commands: number,
  { world = 'whole', rules }: Pick<RunOptions, 'world' | 'rules'> = {},
): Run {
  const auditor = new FullAuditor()
  return runSeed({
    seed,
    commands,
    world,
    rules,
    witness: (numbered, applied, engine) => {
      auditor.step(numbered, applied)
      compare(auditor, engine)
    },
  })
}

/** Throws at the first figure in which the engine and the auditor differ. */
export function compare(auditor: FullAuditor, engine: Engine): void {
  const { audited } = auditor
  const open = audited.everybody().flatMap((account) => audited.openOf(account))
  for (const symbol of audited.markets.keys()) compareMarket(auditor, { symbol, open }, engine)
  for (const account of auditor.audited.accounts) {
    // An account that never had a coin is only checked to be empty.
    if (auditor.audited.coinsOf(account).length > 0) compareAccount(auditor, account, engine)
    else must(isBlank(engine, account), `account ${account} is blank`, false, true)
  }
  const { rulesVersion } = auditor
  must(
    engine.views.rulesVersion() === rulesVersion,
    'rules',
    engine.views.rulesVersion(),
    rulesVersion,
  )
  compareHouse(auditor, open, engine)
}

const isBlank = ({ views }: Engine, account: number): boolean =>
  views.account(accountId(account))?.equity === 0n &&
  views.positions(accountId(account)).length === 0 &&
  views.openOrders(accountId(account)).length === 0

const nothingMet = { price: 0n, lots: 0n, surplus: 0n }

function compareMarket(
  { audited }: FullAuditor,
  { symbol, open }: { readonly symbol: string; readonly open: readonly Held[] },
  engine: Engine,
): void {
  const market = audited.market(symbol)
  const view = engine.views.symbol(symbolId(symbol))
  const same = (what: string, theirs: unknown, ours: bigint | number | undefined): void => {
    must(theirs === (ours === undefined ? ours : Number(ours)), `${symbol} ${what}`, theirs, ours)
  }
  // A delivered contract is valued at its delivery price (11.1).
  const ended = market.isDelivered ? market.deliveryPrice() : undefined
  same('mark', view?.markE8, ended ?? market.mark)
  same('funding rate', view?.fundingRateE8, market.rate)
  same('next funding', view?.nextFundingMs, market.nextFundingMs)
  same('last', view?.lastTicks, market.last / market.tick)
  const band = market.band()
  same('highest buy', view?.maxBuyTicks, band && band.highest / market.tick)
  same('lowest sell', view?.minSellTicks, band && band.lowest / market.tick)
  let longs = 0n
  for (const held of open) if (held.symbol === symbol && held.size > 0n) longs += held.size
  same('open interest', view?.openInterestLots, longs)
  const isCollecting = market.instrument.status === 'Auction'
  const auction = isCollecting ? (auctionOf(audited, symbol) ?? nothingMet) : undefined
  same('price of the auction', view?.auction?.priceTicks, auction && auction.price / market.tick)
  same('lots of the auction', view?.auction?.qtyLots, auction?.lots)
  same('surplus of the auction', view?.auction?.surplusLots, auction?.surplus)
  const depth = engine.views.depth(symbolId(symbol), 1000)
  for (const [side, sign] of [
    [depth?.bids, 1n],
    [depth?.asks, -1n],
  ] as const) {
    const levels = market.isComing ? [] : audited.levels(symbol, sign)
    const theirs = side?.map(({ priceTicks, qtyLots }) => `${qtyLots} @ ${priceTicks}`).join(', ')
    const ours = levels.map(({ price, lots }) => `${lots} @ ${price / market.tick}`).join(', ')
    must(theirs === ours, `${symbol} ${sign === 1n ? 'bids' : 'asks'}`, theirs, ours)
  }
}

const spreadText = ({ id, leavesLots, priceTicks }: SpreadOrder): string =>
  `${id}: ${leavesLots} @ ${priceTicks}`

function compareAccount(auditor: FullAuditor, account: number, engine: Engine): void {
  const { audited } = auditor
  const id = accountId(account)
  const view = engine.views.account(id)
  const same = (what: string, theirs: unknown, ours: unknown): void => {
    must(theirs === ours, `account ${account}: ${what}`, theirs, ours)
  }
  const borrowed = (coin: string): bigint => audited.borrowed(account, coin)
  for (const coin of new Set([...audited.coinsOf(account), 'USDT', 'USDC', 'BTC'])) {
    const coinView = view?.coins.find((one) => one.coin === coin)
    same(coin, coinView?.balance ?? 0n, audited.wallet(account, coin))
    same(`${coin} locked`, coinView?.locked ?? 0n, audited.locked(account, coin))
    const loan = audited.loans.of(account, coin)
    same(`${coin} principal`, coinView?.principal ?? 0n, loan?.principal ?? 0n)
    same(`${coin} interest`, coinView?.interest ?? 0n, loan?.interest ?? 0n)
    if (coinView !== undefined) same(`${coin} borrowed`, coinView.borrowed, borrowed(coin))
  }
  const [spreads, legs] = [engine.views.spreads.openOrders(id), auditor.spreads.openOf(account)]
  same('orders of combinations', spreads.map(spreadText).join(), legs.join())
  const theirs = engine.views
    .openOrders(id)
    .filter(({ status }) => status !== 'Untriggered' && status !== 'Triggered')
    .map((order) => `${order.id}: ${order.leavesLots}`)
  const ours = audited.orders
    .filter((order) => order.account === account)
    .sort((a, b) => a.id - b.id)
    .map((order) => `${order.id}: ${order.left}`)
  same('open orders', theirs.join(), ours.join())
  const totals = audited.totals(account)
  const { balance, initial, isolated, wallet, unrealised, debt, loans } = totals
  same('wallet', view?.walletBalance, wallet)
  same('unrealised', view?.unrealisedPnl, unrealised)
  same('margin balance', view?.marginBalance, balance)
  same('equity', view?.equity, wallet + unrealised - debt)
  same('margin of loans', view?.loanMargin, loans)
  same('initial margin', view?.initialMargin, initial + isolated)
  const maintenance = audited.maintenance(account)
  same('maintenance margin', view?.maintenanceMargin, maintenance)
  same('available', view?.available, balance > initial ? balance - initial : 0n)
  const open = audited.openOf(account)
  const views = engine.views.positions(id)
  same('number of positions', views.length, open.length)
  const ends = open.length === 0 ? new Map<Held, End>() : endsOf(audited, account)
  const all = { views, now: { balance, maintenance }, ends }
  for (const held of open) comparePosition(audited, held, all)
  // M3: there is no debt without a position that carries it.
  const isOwing =
    open.length === 0 && audited.coinsOf(account).some((coin) => audited.wallet(account, coin) < 0n)
  same('owes nothing when flat', isOwing, false)
}

/** The common figures of an account's positions at one moment. */
type AllOfAccount = {
  readonly views: readonly PositionView[]
  readonly now: Standing
  readonly ends: ReadonlyMap<Held, End>
}

function comparePosition(
  audited: FullAuditor['audited'],
  held: Held,
  { views, now, ends }: AllOfAccount,
): void {
  const { account, symbol, idx } = held
  const market = audited.market(symbol)
  const view = views.find(
    ({ position }) => position.symbol === symbol && position.positionIdx === idx,
  )
  const same = (what: string, theirs: unknown, ours: unknown): void => {
    must(theirs === ours, `account ${account} ${symbol} ${idx}: ${what}`, theirs, ours)
  }
  if (view === undefined) return same('position', undefined, held.size)
  const { position } = view
  const sign = signOf(held.size)
  const size = absolute(held.size)
  same('side', position.side, sign === 1n ? 'Buy' : 'Sell')
  same('size', BigInt(position.sizeLots), size)
  same('entry value', position.entryValue, held.entryValue)
  if (market.hasSessions) same('average', position.averageValue, held.averageValue)
  same('leverage', BigInt(position.leverageE2), held.leverageE2)
  same('isolated', position.isIsolated, held.isolated)
  same('extra margin', position.extraMargin, held.extra)
  same('open fees', position.openFees, held.openFees)
  same('open funding', position.openFunding, held.openFunding)
  same('realised', position.realisedPnl, held.realised)
  same('value', view.positionValue, market.value(market.mark, size))
  same('initial margin', view.initialMargin, positionMargin(market, held))
  same('maintenance margin', view.maintenanceMargin, audited.maintenanceOf(held))
  same('entry price', BigInt(view.entryPriceE8), shownEntry(market, held))
  same('unrealised', view.unrealisedPnl, unrealised(market, held))
  compareEnd(audited, held, { view, now })
  compareBankruptcy(audited, held, { view, ends })
}

/** Value ÷ quantity of the entries, inverse quantity ÷ value, half-up (0.3, 1.3). */
function shownEntry(market: AuditedMarket, { entered }: Held): bigint {
  const { top, bottom } = entered
  if (top === 0n) return 0n
  const [over, under] = market.isInverse
    ? [bottom * market.lot * one, top]
    : [top * one, bottom * market.lot]
  return nearestDiv(over, under)
}

/** The shown bankruptcy price must be that of a take-over (5.2, D-24). */
function compareBankruptcy(
  audited: FullAuditor['audited'],
  held: Held,
  { view, ends }: { readonly view: PositionView; readonly ends: ReadonlyMap<Held, End> },
): void {
  const { account, symbol, idx, isolated } = held
  if (isolated) return
  const market = audited.market(symbol)
  const end = ends.get(held)
  const price = end === undefined ? 0n : market.priceOf(end.value, absolute(end.rest.size))
  const isLong = held.size > 0n
  const ticks = Number(isLong ? ceilDiv(price, market.tick) : price / market.tick)
  const { minPriceTicks, maxPriceTicks } = market.instrument
  const isShown = price > 0n && ticks > minPriceTicks && ticks < maxPriceTicks
  const reported = view.bankruptcyPriceTicks
  const expected = isShown ? ticks : undefined
  must(reported === expected, `${account} ${symbol} ${idx}: bankruptcy price`, reported, expected)
}

/**
 * One tick beyond the liquidation price the margin is used up, one tick before it is not (5.1,
 * 5.7).
 */
function compareEnd(
  audited: FullAuditor['audited'],
  held: Held,
  { view, now }: { readonly view: PositionView; readonly now: Standing },
): void {
  const { account, symbol, idx } = held
  const market = audited.market(symbol)
  const exposed = audited.exposed(held, now)
  if (exposed.lots === 0n) return
  const ticks = view.liquidationPriceTicks
  const spentAt = (at: bigint): boolean =>
    held.isolated
      ? isSpent(market, exposed, at * market.tick)
      : audited.isBrokenAt(held, at * market.tick, now)
  const about = `account ${account} ${symbol} ${idx}: liquidation price`
  const { minPriceTicks, maxPriceTicks } = market.instrument
  if (ticks === undefined) {
    // Either no losing price uses up the margin, or every price would. Also a gain can bring an
    // account to its maintenance: beyond the coin's last tier nothing counts.
    const [low, high] = [spentAt(BigInt(minPriceTicks) + 1n), spentAt(BigInt(maxPriceTicks) - 1n)]
    const [losing, winning] = exposed.sign === 1n ? [low, high] : [high, low]
    return must(!losing || winning, about, ticks, 'one within the limits')
  }
  const at = BigInt(ticks)
  const away = exposed.sign * stepAt(market, exposed.lots, at)
  // An estimate rounded to a tick may be off by up to a tick, plus its roundings: in seed 7 in a
  // storm it is 0.0004 ticks beyond the next one.
  const worse = held.isolated ? at - away : at - away - exposed.sign
  const isBeyond = worse <= 0n || spentAt(worse)
  must(isBeyond, about, ticks, 'a worse price')
  must(!spentAt(at + away), about, ticks, 'a better price')
}

/**
 * The number of ticks by which the value, of eight decimals, changes by more than the rounding on
 * the way to the price: the values at mark and there, the maintenance of both, and the account's
 * balance and needs in other coins, converted into this one: six units at most. For a position of a
 * few hundred dollars one tick may be less than that (seed 3101).
 */
function stepAt(market: AuditedMarket, lots: bigint, at: bigint): bigint {
  const value = (ticks: bigint): bigint => market.value(ticks * market.tick, lots)
  let step = 1n
  while (step < at && absolute(value(at + step) - value(at)) < 6n) step *= 2n
  return step
}

function compareHouse({ audited, funds }: FullAuditor, all: readonly Held[], engine: Engine): void {
  for (const view of engine.views.ledger()) {
    const { coin } = view
    const same = (what: string, theirs: bigint, ours: bigint): void => {
      must(theirs === ours, `the exchange's ${coin} ${what}`, theirs, ours)
    }
    let accounts = 0n
    for (const account of audited.accounts) accounts += audited.wallet(account, coin)
    let open = 0n
    for (const held of all) {
      const market = audited.market(held.symbol)
      if (market.instrument.settleCoin !== coin) continue
      open -= signOf(held.size) * market.valueSign * held.entryValue
    }
    const insurance = audited.wallet(0, coin)
    same('accounts', view.accounts, accounts)
    same('insurance', view.insurance, insurance)
    same('open positions', view.openPositions, open)
    let sum = 0n
    for (const name of ['fees', 'rounding', 'treasury'] as const) {
      same(name, view[name], funds.of(coin, name))
      sum += funds.of(coin, name)
    }
    const { loans } = audited
    const lent = loans.lent(coin)
    same('lent', view.lent, lent)
    for (const name of ['interest', 'conversionResult'] as const) {
      const had = (name === 'interest' ? loans.earned : loans.desk).get(coin) ?? 0n
      same(name, view[name], had)
      sum += had
    }
    const deposits = funds.of(coin, 'deposits')
    same('deposits', view.deposits, deposits)
    same('coins, all together', deposits, accounts + insurance + open + sum - lent)
    must(insurance >= 0n, `L10: the pool's ${coin}`, view.insurance, insurance)
  }
}
