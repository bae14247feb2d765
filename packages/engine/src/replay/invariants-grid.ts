// Invariants of grid bots between any two commands (rules 17.7).

import type { PlacedCell } from '@basis/domain/grid/record'
import { cashOf } from '@basis/domain/grid/cells'
import { sideSign, type Side } from '@basis/domain/orders/order'
import { thirdRules } from '../api/rules-version.ts'
import { noOrder, type GridBot } from '../state/bots/grid.ts'
import { cellTicks } from '../trading/grid/grid-orders.ts'
import { peekPosition } from '../state/positions.ts'
import { coinOf, type AccountState, type EngineState, type MarketState } from '../state/state.ts'

/** Returns a description of each broken invariant; empty if all hold. */
export function gridViolations(state: EngineState): readonly string[] {
  const { running, ended } = state.grids
  return [
    ...[...running.values()].flatMap((bot) => runningFaults(state, bot)),
    ...[...ended.values()].flatMap((bot) => endedFaults(state, bot)),
  ]
}

function runningFaults(state: EngineState, bot: GridBot): string[] {
  const account = state.accounts.get(bot.wallet)
  const market = state.markets[bot.market]
  if (account === undefined || market === undefined) return [`17.1 bot ${bot.wallet} has no wallet`]
  if (bot.status === 'Stopping') return []
  const kinds = market.instrument.kind === 'Spot' ? spotFaults : positionFaults
  return [...orderFaults(state, bot), ...kinds(state, bot, { account, market })]
}

/**
 * Every cell of a running bot has its order at its level, or its order would match another order of
 * the bot.
 */
function orderFaults(state: EngineState, bot: GridBot): string[] {
  const { wallet, cells, levels, status, entry } = bot
  const ownTicks = (side: Side): number[] =>
    cells.flatMap((cell, k) =>
      cell.orderId !== noOrder && cell.side === side ? [cellTicks(levels, cell, k)] : [],
    )
  const [buy, sell] = [Math.max(0, ...ownTicks('Buy')), Math.min(...ownTicks('Sell'))]
  const faults = cells.flatMap((cell, k) => {
    const { orderId, side } = cell
    if (status === 'Paused' || entry !== undefined) {
      return orderId === noOrder ? [] : [`17.2 ${wallet} has an order in cell ${k}`]
    }
    const at = cellTicks(levels, cell, k)
    const meetsOwn = side === 'Buy' ? at >= sell : at <= buy
    if (orderId === noOrder && meetsOwn) return []
    const order = state.orders.get(orderId)
    // Since the third rules the price band may keep it from its level, at a better price (17.5).
    const away = order === undefined ? 0 : (at - order.priceTicks) * sideSign(side)
    const isAt = away === 0 || (away > 0 && state.rulesVersion.present >= thirdRules)
    const fits = order?.side === side && isAt && order.account.id === wallet
    const isWhole = order !== undefined && order.qtyLots === cell.lots - cell.filledLots
    return fits && isWhole ? [] : [`17.2 ${wallet} has no order in cell ${k}`]
  })
  const isEntered = entry === undefined || entry.orderId !== noOrder || status === 'Paused'
  return isEntered ? faults : [...faults, `17.2 ${wallet} has an entry without an order`]
}

type Place = { readonly account: AccountState; readonly market: MarketState }

/** The quote coin that cells and entry received, including fills of open orders. */
function cashIn(
  state: EngineState,
  { cells, entry, profit }: GridBot,
  market: MarketState,
): bigint {
  const open = (id: PlacedCell['orderId']): bigint => {
    const order = state.orders.get(id)
    if (order === undefined) return 0n
    const { filledLots: lots, filledValue: value, fee } = order
    return cashOf(market.instrument, order.side, { lots, value, fee })
  }
  const held = cells.reduce(
    (sum, { half = 0n, cash, orderId }) => sum + half + cash + open(orderId),
    0n,
  )
  return profit + held + (entry === undefined ? 0n : entry.cash + open(entry.orderId))
}

/** The money is exact to the last unit, and the wallet has the coins that its sells deliver. */
function spotFaults(state: EngineState, bot: GridBot, { account, market }: Place): string[] {
  const { baseCoin, quoteCoin, lotSizeE8 } = market.instrument
  const { balance } = coinOf(account, quoteCoin)
  const due = bot.investment + cashIn(state, bot, market)
  const faults = balance === due ? [] : [`17.3 ${bot.wallet} has ${balance}, its cells say ${due}`]
  const sold = bot.cells.reduce((sum, { side, isWaiting, lots, filledLots, orderId }) => {
    if (side !== 'Sell' || isWaiting) return sum
    return sum + lots - filledLots - (state.orders.get(orderId)?.filledLots ?? 0)
  }, 0)
  const base = coinOf(account, baseCoin).balance
  if (base >= BigInt(sold) * BigInt(lotSizeE8)) return faults
  return [...faults, `17.2 ${bot.wallet} has ${base} ${baseCoin} and is to sell ${sold} lots`]
}

/** The position equals what the cells have opened and not closed. */
function positionFaults(state: EngineState, bot: GridBot, { account, market }: Place): string[] {
  const filledOf = (id: PlacedCell['orderId']): number => state.orders.get(id)?.filledLots ?? 0
  const { entry } = bot
  const entered =
    entry === undefined ? 0 : sideSign(entry.side) * (entry.filledLots + filledOf(entry.orderId))
  const due = bot.cells.reduce((sum, { side, half, lots, filledLots, orderId }) => {
    const traded = filledLots + filledOf(orderId)
    const sign = sideSign(side)
    // A closing cell has opened the same lots on the other side before.
    return sum + sign * (half === undefined ? traded : traded - lots)
  }, entered)
  const { sign, sizeLots } = peekPosition(account, market, 0)
  const size = sign * sizeLots
  return size === due ? [] : [`17.2 ${bot.wallet} holds ${size} lots, its cells say ${due}`]
}

function endedFaults(state: EngineState, { wallet }: GridBot): string[] {
  const account = state.accounts.get(wallet)
  const left = [...(account?.coins ?? [])].filter(([, { balance }]) => balance > 0n)
  return left.map(([coin, { balance }]) => `17.6 ${wallet} has ended and holds ${balance} ${coin}`)
}
