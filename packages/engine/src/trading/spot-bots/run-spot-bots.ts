// Runs DCA and rebalancing bots once a second: makes the trades that are due by time or price, and
// ends bots that have reached their end (rules 21.2, 21.3, 22.2, 22.3).

import { amount } from '@basis/domain/numbers/fixed'
import { affordable, excessOf, strayedE4, worthOf } from '@basis/domain/spot-bots/rebalance'
import { hasGained, hasLost, isInRange, leastSpent } from '@basis/domain/spot-bots/rules'
import { symbolsOf, type DcaTerms, type RebalanceTerms } from '@basis/domain/spot-bots/terms'
import type { Command } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import type { SpotBot } from '../../state/bots/spot-bot.ts'
import { tickValue, type EngineState } from '../../state/state.ts'
import { hasTriggerWork, runTriggers } from '../conditional/trigger-engine.ts'
import { gridPrice } from '../grid/grid-money.ts'
import { balanceOf, worthsOf, pairOf, tradeNow } from './bot-money.ts'
import { endSpotBot, goOnEnding } from './end-spot-bot.ts'

const checkEveryMs = 1000

/** Inspects every bot, at most once a second, and at once if a listing or status changes. */
export function runSpotBots(state: EngineState, { kind }: Command): void {
  const { spotBots, timeMs } = state
  const isListing = kind === 'SetInstrumentStatus' || kind === 'ListInstrument'
  if (timeMs < spotBots.nextLookMs && !isListing) return
  spotBots.nextLookMs = timeMs + checkEveryMs
  for (const wallet of [...spotBots.running.keys()].sort((a, b) => a - b)) {
    const bot = spotBots.running.get(wallet)
    if (bot !== undefined) inspectBot(state, bot)
  }
  if (hasTriggerWork(state)) runTriggers(state)
}

/** Does what is due for one bot. */
export function inspectBot(state: EngineState, bot: SpotBot): void {
  if (bot.status === 'Stopping') return goOnEnding(state, bot)
  const isOpen = symbolsOf(bot.terms).every(
    (symbol) => pairOf(state, symbol).instrument.status === 'Trading',
  )
  if (!isOpen) return endSpotBot(state, bot, { why: 'Delisting', keepsCoins: false })
  if (bot.status === 'Paused') return undefined
  return bot.terms.kind === 'Dca'
    ? runDca(state, bot, bot.terms)
    : runRebalance(state, bot, bot.terms)
}

function runDca(state: EngineState, bot: SpotBot, terms: DcaTerms): void {
  const [value = 0n] = worthsOf(state, bot).values
  if (hasGained(value, bot.spent, terms.takeProfitE4)) {
    return endSpotBot(state, bot, { why: 'TakeProfit', keepsCoins: false })
  }
  if (bot.dueMs === 0 || state.timeMs < bot.dueMs) return undefined
  if (!isInRange(terms, gridPrice(pairOf(state, terms.symbol)))) {
    bot.dueMs = nextDue(state, bot, terms.intervalMs)
    state.spotBots.changed.add(bot.wallet)
    return undefined
  }
  const { money, least } = dueMoney(state, bot, terms)
  // The price may have risen until what is left of the purchase pays for no order.
  if (money < terms.amount && money < least) return complete(state, bot, terms)
  const trade = { symbol: terms.symbol, side: 'Buy' } as const
  const { base, quote, problem } = tradeNow(state, bot, trade, { money })
  if (problem !== undefined) {
    return endSpotBot(state, bot, { why: 'OrderRefused', keepsCoins: true, because: problem })
  }
  // If the book is empty, the purchase is retried at the next inspection.
  if (base === 0n) return undefined
  bot.spent = amount(bot.spent + quote)
  bot.bought = amount(bot.bought + base)
  // So is what the book had too little for, until less than an order is left.
  if (money - quote < least) complete(state, bot, terms)
}

/** Counts a purchase; the next is due an interval later, or the bot has made them all. */
function complete(state: EngineState, bot: SpotBot, terms: DcaTerms): void {
  bot.done += 1
  state.spotBots.changed.add(bot.wallet)
  const isWhole = bot.done >= terms.purchases
  bot.dueMs = isWhole ? 0 : nextDue(state, bot, terms.intervalMs)
  if (!isWhole || terms.takeProfitE4 > 0) return
  endSpotBot(state, bot, { why: 'Completed', keepsCoins: true })
}

type Due = { readonly money: bigint; readonly least: bigint }

/**
 * Returns the amount of the purchase that is due, less what earlier inspections spent for it, and
 * the least amount with which it continues: that of an order at any price of the band. Before the
 * third rules a purchase was complete whatever it spent.
 */
function dueMoney(state: EngineState, bot: SpotBot, terms: DcaTerms): Due {
  const { amount: whole, purchases } = terms
  if (state.rulesVersion.present < thirdRules) return { money: whole, least: whole + 1n }
  const later = whole * BigInt(purchases - bot.done - 1)
  const left = balanceOf(state, bot, bot.quoteCoin) - later
  const market = pairOf(state, terms.symbol)
  const dearest = Math.max(gridPrice(market), market.maxBuyTicks)
  const byQty = tickValue(market, dearest, Math.max(1, market.instrument.minQtyLots))
  const byValue = leastSpent(market.instrument)
  return { money: left < whole ? left : whole, least: byQty > byValue ? byQty : byValue }
}

/** Returns the next time of a schedule; missed times are skipped. */
function nextDue({ timeMs }: EngineState, { dueMs }: SpotBot, intervalMs: number): number {
  const missed = Math.floor((timeMs - dueMs) / intervalMs)
  return dueMs + (missed + 1) * intervalMs
}

function runRebalance(state: EngineState, bot: SpotBot, terms: RebalanceTerms): void {
  const holding = worthsOf(state, bot)
  const worth = worthOf(holding)
  if (bot.done > 0 && hasGained(worth, bot.investment, terms.takeProfitE4)) {
    return endSpotBot(state, bot, { why: 'TakeProfit', keepsCoins: false })
  }
  if (bot.done > 0 && hasLost(worth, bot.investment, terms.stopLossE4)) {
    return endSpotBot(state, bot, { why: 'StopLoss', keepsCoins: false })
  }
  const isDue = bot.dueMs > 0 && state.timeMs >= bot.dueMs
  const hasStrayed = terms.thresholdE4 > 0 && strayedE4(terms, holding) >= terms.thresholdE4
  if (!isDue && !hasStrayed && !bot.isUnfinished && bot.done > 0) return undefined
  const { isAny, isSome, isPart } = rebalance(state, bot, terms)
  // If nothing was filled, all is retried at the next inspection; if a part was, the rest
  // continues.
  if (isAny && !isSome) return undefined
  if (isDue) bot.dueMs = nextDue(state, bot, terms.intervalMs)
  if (isDue || isSome) state.spotBots.changed.add(bot.wallet)
  if (isSome && !bot.isUnfinished) bot.done += 1
  bot.isUnfinished = isPart
  return undefined
}

/**
 * About the trades of a rebalancing: whether there are any, whether some were filled, and whether
 * one was filled only partially.
 */
type Turn = { readonly isAny: boolean; readonly isSome: boolean; readonly isPart: boolean }

/**
 * A trade counts as complete from this percentage of its target on; lot size and price cause the
 * rest.
 */
const wholeFrom = 95n

/**
 * Sells what is above its weight, then buys what is below it, both at the last prices.
 */
function rebalance(state: EngineState, bot: SpotBot, terms: RebalanceTerms): Turn {
  const excess = excessOf(terms, worthsOf(state, bot))
  const markets = terms.weights.map(({ symbol }) => pairOf(state, symbol))
  const parts: bigint[] = []
  const add = (done: bigint, asked: bigint): void => void parts.push((done * 100n) / asked)
  markets.forEach((market, k) => {
    const { instrument } = market
    const above = excess[k] ?? 0n
    const price = BigInt(gridPrice(market)) * BigInt(instrument.tickSizeE8)
    if (above < leastSpent(instrument) || price <= 0n) return
    const lots = Number((above * 100_000_000n) / price / BigInt(instrument.lotSizeE8))
    if (lots < instrument.minQtyLots) return
    const size = { lots: Math.min(lots, instrument.maxMarketQtyLots) }
    const { base } = tradeNow(state, bot, { symbol: instrument.symbol, side: 'Sell' }, size)
    add(base, BigInt(lots) * BigInt(instrument.lotSizeE8))
  })
  const wanted = markets.map(({ instrument }, k) => {
    const below = -(excess[k] ?? 0n)
    return below < leastSpent(instrument) ? 0n : below
  })
  affordable(wanted, balanceOf(state, bot, bot.quoteCoin)).forEach((money, k) => {
    const instrument = markets[k]?.instrument
    if (instrument === undefined || money < leastSpent(instrument)) return
    add(tradeNow(state, bot, { symbol: instrument.symbol, side: 'Buy' }, { money }).quote, money)
  })
  return {
    isAny: parts.length > 0,
    isSome: parts.some((part) => part > 0n),
    isPart: parts.some((part) => part < wholeFrom),
  }
}
