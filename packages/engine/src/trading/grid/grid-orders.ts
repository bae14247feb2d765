// Orders of a grid bot: one for each cell, and the entry order before the first closing ones (rules
// 17.2).

import { entryTicks } from '@basis/domain/grid/sizing'
import type { PlacedCell } from '@basis/domain/grid/record'
import { priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { sideSign, type Side } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import type { PlaceOrder } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { noOrder, type GridBot } from '../../state/bots/grid.ts'
import type { EngineState } from '../../state/state.ts'
import { closeOrder, type CommandResult } from '../core/open-orders.ts'
import { placeAdmitted, placeOrder, refuse } from '../core/order-entry.ts'
import { admit, boundedTicks, isProblem } from '../core/pre-trade-checks.ts'
import { gridPrice } from './grid-money.ts'
import { marketOfGrid } from './watched-prices.ts'

type Limit = {
  readonly side: Side
  readonly lots: number
  /** The quantity before a pause, of which `lots` were not filled. */
  readonly whole: number
  readonly ticks: PriceTicks
}

function placeLimit(state: EngineState, bot: GridBot, limit: Limit): CommandResult {
  const { side, lots, whole, ticks } = limit
  const isOld = state.rulesVersion.present < thirdRules
  // A level that the price has left behind during a pause trades at the market. Before the third
  // rules it was refused, which ended the bot.
  const market = marketOfGrid(state, bot)
  const bound = isOld ? ticks : boundedTicks(market, side, ticks)
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    account: bot.wallet,
    symbol: bot.symbol,
    side,
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: bound,
    qtyLots: qtyLots(lots),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'None',
  }
  // So was a rest below the least order, or a quantity worth less than it below its level.
  const atLevel = bound < ticks ? Math.ceil((whole * ticks) / bound) : whole
  if (atLevel === lots || isOld) return placeOrder(state, command)
  const admitted = admit(state, command, Math.min(atLevel, market.instrument.maxQtyLots))
  if (isProblem(admitted)) return refuse(state, command, admitted)
  return { orderId: placeAdmitted(state, command, admitted).id }
}

/**
 * Places the order of every cell that has none; stops at the first refusal and returns it. Cells
 * have no orders until the entry is filled, as they could match it; an order that would match
 * another one of the bot waits until that is filled.
 */
export function placeCells(state: EngineState, bot: GridBot): Problem | undefined {
  if (bot.entry !== undefined) return undefined
  const { levels } = bot
  const cells = [...bot.cells]
  const own = { buy: 0, sell: Infinity }
  const rests = ({ side }: PlacedCell, ticks: number): void => {
    if (side === 'Buy') own.buy = Math.max(own.buy, ticks)
    else own.sell = Math.min(own.sell, ticks)
  }
  cells.forEach((cell, k) => {
    if (cell.orderId !== noOrder) rests(cell, cellTicks(levels, cell, k))
  })
  let refused: Problem | undefined
  for (const k of nearestFirst(cells)) {
    const cell = cells[k]
    if (cell === undefined || refused !== undefined) break
    const { side } = cell
    const ticks = cellTicks(levels, cell, k)
    if (side === 'Buy' ? ticks >= own.sell : ticks <= own.buy) continue
    const { lots: whole } = cell
    const lots = whole - cell.filledLots
    const { problem, orderId = noOrder } = placeLimit(state, bot, { side, lots, whole, ticks })
    cells[k] = { ...cell, orderId }
    refused = problem
    rests(cell, ticks)
  }
  bot.cells = cells
  return refused
}

/** The price of a cell's order: a buy at the lower level, a sell at the upper one. */
export const cellTicks = (
  levels: readonly PriceTicks[],
  { side }: PlacedCell,
  place: number,
): PriceTicks => levels[side === 'Buy' ? place : place + 1] ?? priceTicks(0)

/** The cells without an order: buys from the highest, then sells from the lowest. */
function nearestFirst(cells: readonly PlacedCell[]): readonly number[] {
  const [buys, sells]: [number[], number[]] = [[], []]
  cells.forEach(({ orderId, side }, k) => {
    if (orderId === noOrder) (side === 'Buy' ? buys : sells).push(k)
  })
  return [...buys.reverse(), ...sells]
}

/** Places the remainder of the entry, at a limit near the current price. */
export function placeEntry(state: EngineState, bot: GridBot): Problem | undefined {
  const { entry } = bot
  if (entry === undefined || entry.orderId !== noOrder) return undefined
  const market = marketOfGrid(state, bot)
  const { side } = entry
  const limitTicks = entryTicks(market.instrument, gridPrice(market), sideSign(side))
  const { lots: whole } = entry
  const limit = { side, lots: whole - entry.filledLots, whole, ticks: limitTicks }
  const { problem, orderId = noOrder } = placeLimit(state, bot, limit)
  bot.entry = { ...entry, limitTicks, orderId }
  return problem
}

/** Cancels a bot's orders; what was filled of them is recorded like any final order. */
export function cancelOrders(state: EngineState, bot: GridBot): void {
  const ids = [bot.entry?.orderId ?? noOrder, ...bot.cells.map(({ orderId }) => orderId)]
  for (const id of ids) {
    const order = state.orders.get(id)
    if (order !== undefined) closeOrder(state, order, 'CancelByUser')
  }
}

/** Cancels the unfilled orders of some cells, to change them. */
export function changeCells(
  state: EngineState,
  bot: GridBot,
  isMeant: (cell: PlacedCell) => boolean,
  changed: Partial<PlacedCell>,
): void {
  bot.cells = bot.cells.map((cell) => {
    if (!isMeant(cell)) return cell
    const order = state.orders.get(cell.orderId)
    if (order !== undefined) closeOrder(state, order, 'CancelByUser')
    return { ...cell, ...changed, orderId: noOrder }
  })
}
