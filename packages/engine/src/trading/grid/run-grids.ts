// Runs grid bots: handles final orders, changed positions and reached prices before the command
// ends, so that a filled cell has its next order at once (rules 17.2, 17.6).

import { enteredCells, filledCell, nextCell } from '@basis/domain/grid/cells'
import { tooSmall } from '@basis/domain/grid/grid-rules'
import { gridLots, gridNeed, leastLots } from '@basis/domain/grid/sizing'
import { gridCoin } from '@basis/domain/grid/terms'
import { gridLevels } from '@basis/domain/grid/levels'
import type { GridEnd } from '@basis/domain/grid/record'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { CancelType } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Command } from '../../api/commands.ts'
import { noOrder, unplaced, type FinalOfGrid, type GridBot } from '../../state/bots/grid.ts'
import type { EngineState } from '../../state/state.ts'
import { hasTriggerWork, runTriggers } from '../conditional/trigger-engine.ts'
import { beginEnd, goOnEnding } from './end-grid.ts'
import { accountOf, feesIn, marketFor, mostLotsOf, quoteOf } from './grid-money.ts'
import { changeCells, placeCells } from './grid-orders.ts'
import { marketOfGrid, trailingTicks, setGridTriggers } from './watched-prices.ts'

const checkEveryMs = 1000
/** Completed cells that are stored with a bot. */
const keptCompletions = 50

export const hasGridWork = ({ grids }: EngineState): boolean =>
  grids.finals.length + grids.reached.length + grids.taken.size > 0

/** Handles everything that orders and prices have reported, and what that causes. */
export function runGrids(state: EngineState): void {
  const { grids } = state
  while (hasGridWork(state)) {
    const { finals, reached, taken } = grids
    grids.finals = []
    grids.reached = []
    grids.taken = new Map()
    for (const [wallet, why] of taken) endOf(state, wallet, why)
    for (const final of finals) applyFinal(state, final)
    for (const wallet of new Set(finals.map((final) => final.wallet))) goOn(state, wallet)
    for (const { bot, ticks } of reached) applyPrice(state, bot, ticks)
    if (hasTriggerWork(state)) runTriggers(state)
  }
}

/** Ends a bot, running or paused, whose position no longer matches its cells. */
function endOf(state: EngineState, wallet: AccountId, why: GridEnd): void {
  const bot = state.grids.running.get(wallet)
  if (bot !== undefined) beginEnd(state, bot, why)
}

/** Places the next orders of a bot's cells. */
function goOn(state: EngineState, wallet: AccountId): void {
  const bot = state.grids.running.get(wallet)
  if (bot?.status === 'Running') continueWith(state, bot, placeCells(state, bot))
}

/** Continues with bots that are ending, and ends the bots of closing markets. */
export function inspectGrids(state: EngineState, { kind }: Command): void {
  const { grids, timeMs } = state
  if (kind === 'SetInstrumentStatus' || kind === 'ListInstrument') {
    for (const bot of grids.running.values()) {
      const { status } = marketOfGrid(state, bot).instrument
      if (status !== 'Trading') beginEnd(state, bot, 'Delisting')
    }
  }
  if (grids.stopping.size === 0 || timeMs < grids.nextLookMs) return
  grids.nextLookMs = timeMs + checkEveryMs
  for (const wallet of [...grids.stopping].sort((a, b) => a - b)) {
    const bot = grids.running.get(wallet)
    if (bot !== undefined) goOnEnding(state, bot)
  }
}

function applyFinal(state: EngineState, final: FinalOfGrid): void {
  const bot = state.grids.running.get(final.wallet)
  if (bot === undefined || bot.status === 'Stopping') return
  state.grids.changed.add(bot.wallet)
  if (bot.entry?.orderId === final.id) return applyEntry(state, bot, final)
  const place = bot.cells.findIndex(({ orderId }) => orderId === final.id)
  const cell = bot.cells[place]
  if (cell === undefined) return
  const { instrument } = marketOfGrid(state, bot)
  const filled = filledCell(instrument, cell, final)
  if (final.why !== undefined) {
    bot.cells = bot.cells.with(place, { ...filled, orderId: noOrder })
    return applyCancel(state, bot, final.why)
  }
  const { makerE8 } = feesIn(accountOf(state, bot.wallet), marketOfGrid(state, bot))
  const next = nextCell(instrument, filled, { lots: bot.lots, makerE8 })
  bot.cells = bot.cells.with(place, unplaced(next.cell))
  if (next.profit !== undefined) complete(state, bot, { place, profit: next.profit, ...filled })
}

type Completed = { readonly place: number; readonly profit: bigint; readonly lots: number }

function complete(state: EngineState, bot: GridBot, { place, profit, lots }: Completed): void {
  const [buyTicks = priceTicks(0), sellTicks = priceTicks(0)] = bot.levels.slice(place, place + 2)
  bot.completed += 1
  bot.profit = amount(bot.profit + profit)
  const { timeMs } = state
  const newest = { timeMs, buyTicks, sellTicks, lots: qtyLots(lots), profit: amount(profit) }
  bot.log = [newest, ...bot.log.slice(0, keptCompletions - 1)]
}

/** Records the entry's fills; once it is complete, the waiting cells have what they close. */
function applyEntry(state: EngineState, bot: GridBot, final: FinalOfGrid): void {
  const { entry } = bot
  if (entry === undefined) return
  const { instrument } = marketOfGrid(state, bot)
  const isSpot = instrument.kind === 'Spot'
  const cost = entry.side === 'Sell' ? final.value - final.fee : -final.value
  const cash = entry.cash + (isSpot || entry.side === 'Sell' ? cost : cost - final.fee)
  const filledLots = entry.filledLots + final.lots
  bot.entry = { ...entry, filledLots, cash, orderId: noOrder }
  if (final.why !== undefined) return applyCancel(state, bot, final.why)
  bot.cells = enteredCells(bot.cells, cash).map(unplaced)
  bot.entry = undefined
  setGridTriggers(state, bot)
}

/** Ends a running bot if one of its orders was cancelled by something else. */
function applyCancel(state: EngineState, bot: GridBot, why: CancelType): void {
  if (bot.status === 'Running') beginEnd(state, bot, endByCancel(why))
}

const endByCancel = (why: CancelType): GridEnd => {
  if (why === 'CancelByPrepareLiq' || why === 'CancelAllBeforeLiq') return 'Liquidation'
  return why === 'CancelBySettle' ? 'Delisting' : 'OrderRefused'
}

/** Ends a bot if one of its orders was refused. */
export function continueWith(state: EngineState, bot: GridBot, refused: Problem | undefined): void {
  if (refused === undefined) return
  const isShort = refused.name.startsWith('insufficient')
  beginEnd(state, bot, isShort ? 'InsufficientBalance' : 'OrderRefused', refused)
}

function applyPrice(state: EngineState, bot: GridBot, ticks: number): void {
  if (bot.status !== 'Running' && bot.status !== 'Paused') return
  const why = stopAt(bot, ticks)
  if (why !== undefined) return beginEnd(state, bot, why)
  moveRange(state, bot, ticks)
  setGridTriggers(state, bot)
}

function stopAt({ terms }: GridBot, ticks: number): GridEnd | undefined {
  const { mode, takeProfitTicks: profit, stopLossTicks: loss } = terms
  const sign = mode === 'Short' ? -1 : 1
  if (loss > 0 && (ticks - loss) * sign <= 0) return 'StopLoss'
  return profit > 0 && (ticks - profit) * sign >= 0 ? 'TakeProfit' : undefined
}

/**
 * Moves the range after a price that has left it by a whole cell, by as many cells as needed. The
 * cells' quantity is reduced if the money no longer suffices; if it suffices for none, the range
 * stays for good.
 */
function moveRange(state: EngineState, bot: GridBot, ticks: number): void {
  const sign = bot.terms.mode === 'Short' ? -1 : 1
  const isIdle = bot.cells.every(
    ({ orderId, half, filledLots }) =>
      half === undefined && filledLots === 0 && (state.orders.get(orderId)?.filledLots ?? 0) === 0,
  )
  if (!isIdle) return
  let { shift } = bot
  for (;;) {
    const edge = trailingTicks({ ...bot, shift })
    if (edge === undefined || (ticks - edge) * sign < 0) break
    shift += sign
  }
  if (shift === bot.shift) return
  const market = { ...marketFor(state, bot), shift, price: priceTicks(ticks) }
  const carried = gridLots(market, bot.terms, amount(quoteOf(state, bot)))
  const lots = qtyLots(Math.min(bot.lots, carried, mostLotsOf(state, market, bot.terms)))
  state.grids.changed.add(bot.wallet)
  const least = leastLots(market, bot.terms)
  if (lots < least) {
    bot.terms = { ...bot.terms, isTrailing: false }
    bot.problem = tooSmall(gridNeed(market, bot.terms, least), gridCoin(market.instrument))
    return
  }
  changeCells(state, bot, () => true, { lots })
  bot.shift = shift
  bot.levels = gridLevels(bot.terms, shift)
  bot.lots = lots
  continueWith(state, bot, placeCells(state, bot))
}
