// The engine held against the auditor after every command: the same problems, books, balances,
// positions, margins, liquidation prices, marks, bands and funding rates (reliability R5).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import type { NumberedCommand } from '@basis/engine/commands'
import type { Applied, Engine } from '@basis/engine/engine'
import { liquidationPrice, maintenanceMargin, unrealised } from './auditor-margin.ts'
import { Auditor } from './auditor.ts'
import { runSeed, type Run } from './simulation.ts'

const must = (same: boolean, what: string, engine: unknown, auditor: unknown): void => {
  if (!same) throw new Error(`${what}: the engine says ${engine}, the auditor ${auditor}`)
}

/** Runs a seed with an auditor at its side; throws LawBroken where they disagree. */
export function auditSeed(seed: number, commands: number): Run {
  const auditor = new Auditor()
  return runSeed({
    seed,
    commands,
    witness: (numbered, applied, engine) => {
      audit(auditor, numbered, applied, engine)
    },
  })
}

function audit(
  auditor: Auditor,
  numbered: NumberedCommand,
  applied: Applied,
  engine: Engine,
): void {
  const problem = auditor.step(numbered, applied)
  const told = applied.problem?.name
  // Late cancels are remembered for the newest orders only (state.ts, `finalsKept`).
  must(told === problem, `${numbered.command.kind} comes to`, told, problem)
  for (const symbol of auditor.state.markets.keys()) auditMarket(auditor, symbol, engine)
  for (const account of auditor.state.accounts) auditAccount(auditor, account, engine)
  auditFund(auditor, engine)
}

function auditMarket({ state }: Auditor, symbol: string, engine: Engine): void {
  const market = state.market(symbol)
  const view = engine.views.symbol(symbolId(symbol))
  const depth = engine.views.depth(symbolId(symbol), 1000)
  const about = (what: string): string => `${symbol} ${what}`
  must(view?.markE8 === Number(market.mark), about('mark'), view?.markE8, market.mark)
  must(view?.fundingRateE8 === Number(market.rate), about('rate'), view?.fundingRateE8, market.rate)
  must(
    view?.lastTicks === Number(market.last / market.tick),
    about('last'),
    view?.lastTicks,
    market.last,
  )
  const band = market.band()
  const highest = band === undefined ? undefined : Number(band.highest / market.tick)
  const lowest = band === undefined ? undefined : Number(band.lowest / market.tick)
  must(view?.maxBuyTicks === highest, about('highest buy'), view?.maxBuyTicks, highest)
  must(view?.minSellTicks === lowest, about('lowest sell'), view?.minSellTicks, lowest)
  for (const [side, sign] of [
    [depth?.bids, 1n],
    [depth?.asks, -1n],
  ] as const) {
    const levels = state.levels(symbol, sign)
    const theirs = side?.map(({ priceTicks, qtyLots }) => `${qtyLots} @ ${priceTicks}`).join(', ')
    const ours = levels.map(({ price, lots }) => `${lots} @ ${price / market.tick}`).join(', ')
    must(theirs === ours, about(sign === 1n ? 'bids' : 'asks'), theirs, ours)
  }
}

function auditAccount({ state }: Auditor, account: number, engine: Engine): void {
  const id = accountId(account)
  const view = engine.views.account(id)
  const about = (what: string): string => `account ${account}: ${what}`
  for (const coin of ['USDT', 'BTC']) {
    const pot = view?.coins.find((held) => held.coin === coin)
    const [balance, locked] = [state.wallet(account, coin), state.locked(account, coin)]
    must((pot?.balance ?? 0n) === balance, about(coin), pot?.balance, balance)
    must((pot?.locked ?? 0n) === locked, about(`${coin} locked`), pot?.locked, locked)
  }
  const theirs = engine.views.openOrders(id).map((order) => `${order.id}: ${order.leavesLots}`)
  const ours = state.ordersOf(account).map((order) => `${order.id}: ${order.left}`)
  must(theirs.join() === ours.join(), about('open orders'), theirs, ours)
  const { balance, initial } = state.margin(account)
  const maintenance = state.maintenance(account)
  const available = balance > initial ? balance - initial : 0n
  must(view?.initialMargin === initial, about('initial'), view?.initialMargin, initial)
  must(view?.available === available, about('available'), view?.available, available)
  must(
    view?.maintenanceMargin === maintenance,
    about('maintenance'),
    view?.maintenanceMargin,
    maintenance,
  )
  auditPositions(state, account, engine, { balance, maintenance })
}

function auditPositions(
  state: Auditor['state'],
  account: number,
  engine: Engine,
  totals: { readonly balance: bigint; readonly maintenance: bigint },
): void {
  const views = engine.views.positions(accountId(account))
  for (const [symbol, market] of state.markets) {
    const held = state.position(account, symbol)
    const view = views.find(({ position }) => position.symbol === symbol)
    const about = (what: string): string => `account ${account} ${symbol} ${what}`
    const sign = view?.position.side === 'Sell' ? -1n : 1n
    const size = BigInt(view?.position.sizeLots ?? 0) * sign
    must(size === held.size, about('size'), size, held.size)
    if (view === undefined) continue
    const { entryValue, openFees, openFunding, realisedPnl } = view.position
    must(entryValue === held.entryValue, about('entry'), entryValue, held.entryValue)
    must(openFees === held.openFees, about('open fees'), openFees, held.openFees)
    must(openFunding === held.openFunding, about('funding'), openFunding, held.openFunding)
    must(realisedPnl === held.realised, about('realised'), realisedPnl, held.realised)
    const profit = unrealised(market, held)
    must(view.unrealisedPnl === profit, about('unrealised'), view.unrealisedPnl, profit)
    const others = totals.maintenance - maintenanceMargin(market, held)
    const price = liquidationPrice(market, held, totals.balance, others)
    const told = view.liquidationPriceTicks
    if (price === 'unsure') continue
    const ticks = price === undefined ? undefined : Number(price)
    must(told === ticks, about('liquidation price'), told, ticks)
  }
}

function auditFund({ state }: Auditor, engine: Engine): void {
  for (const { coin, insurance } of engine.views.ledger()) {
    const held = state.wallet(0, coin)
    must(insurance === held, `the fund's ${coin}`, insurance, held)
  }
}
