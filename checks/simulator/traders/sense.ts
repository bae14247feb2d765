// Makes commands sensible: they fit the price band, the account's means and its positions, so that
// most commands of a run are accepted.

import type { AccountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { sideSign, type Order, type Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command, PlaceAlgo, PlaceOrder, ReplaceOrder } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'

/** One command in this many is sent unchanged. */
const thoughtlessIn = 8
/** Before a delivery only reducing is allowed; traders stop opening slightly earlier (11.1). */
const lastMs = 11 * 60_000

/** Does the market accept opening orders? */
export function isOpenFor(view: SymbolView | undefined, nowMs: number): boolean {
  if (view === undefined || view.markE8 === 0) return false
  const { status, deliveryMs = Infinity } = view.instrument
  return status === 'Trading' && deliveryMs - nowMs > lastMs
}

/** Returns the command adapted to the account's figures, mostly. */
export function sensible(prng: Prng, views: Views, command: Command): Command {
  if (prng.nextBelow(thoughtlessIn) === 0) return command
  switch (command.kind) {
    case 'PlaceOrder':
      return sensibleOrder(prng, views, command)
    case 'PlaceAlgo':
      return sensibleAlgo(views, command)
    case 'ReplaceOrder':
      return sensibleChange(prng, views, command)
    case 'CancelOrder': {
      if (command.entry === true || views.openOrder(command.account, command.order)) return command
      const order = someOrder(prng, views, command.account)
      return order === undefined
        ? { kind: 'CancelAllOrders', account: command.account }
        : { kind: 'CancelOrder', account: command.account, order: { orderId: order.id } }
    }
    default:
      return command
  }
}

const someOrder = (prng: Prng, views: Views, account: AccountId): Order | undefined => {
  const open = views.openOrders(account).filter(({ status }) => status !== 'Triggered')
  return open[prng.nextBelow(Math.max(1, open.length))]
}

/** The lots that stand against an order's side. */
function against(
  views: Views,
  {
    account,
    symbol,
    side,
    positionIdx,
  }: Pick<PlaceOrder, 'account' | 'symbol' | 'side' | 'positionIdx'>,
): number {
  const held = views
    .positions(account)
    .find(({ position }) => position.symbol === symbol && position.positionIdx === positionIdx)
  return held === undefined || held.position.side === side ? 0 : held.position.sizeLots
}

/** A price within the band of a side. */
function within(view: SymbolView, side: Side, ticks: number): PriceTicks {
  const { maxBuyTicks = Infinity, minSellTicks = 1 } = view
  const best = side === 'Buy' ? Math.min(ticks, maxBuyTicks) : Math.max(ticks, minSellTicks)
  return priceTicks(Math.max(1, Math.round(best)))
}

function sensibleOrder(prng: Prng, views: Views, asked: PlaceOrder): Command {
  const view = views.symbol(asked.symbol)
  const isWhole = [asked.qtyLots, asked.priceTicks ?? 1].every(Number.isSafeInteger)
  const isKnown = view !== undefined && views.account(asked.account) !== undefined
  // Invalid commands stay as they are, and so do orders that borrow more than the account has.
  if (!isWhole || !isKnown || asked.qtyLots < 0 || asked.isLeverage === true) return asked
  const { instrument } = view
  const held = instrument.kind === 'Spot' ? 0 : against(views, asked)
  const closes = asked.positionIdx !== 0 && (asked.side === 'Buy') !== (asked.positionIdx === 1)
  const mayReduce = held > 0
  const reduceOnly = mayReduce && asked.reduceOnly
  const { priceTicks: price } = asked
  const order: PlaceOrder = {
    ...asked,
    reduceOnly,
    closeOnTrigger: mayReduce && asked.closeOnTrigger,
    ...(price !== undefined && price > 0 ? { priceTicks: within(view, asked.side, price) } : {}),
  }
  if (order.quoteAmount !== undefined) {
    const free = views.account(order.account)?.available ?? 0n
    if (free <= instrument.minNotional) return moreMoney(prng, order)
    return { ...order, quoteAmount: order.quoteAmount > free ? amount(free) : order.quoteAmount }
  }
  if (order.closeOnTrigger && order.qtyLots === 0) return order
  if (reduceOnly || closes) {
    if (held === 0) return { kind: 'CancelAllOrders', account: order.account, symbol: order.symbol }
    return { ...order, qtyLots: fitting(instrument, order, Math.min(order.qtyLots, held)) }
  }
  const most = views.maxQty(order.account, order.symbol, order.priceTicks)
  const lots = (order.side === 'Buy' ? most?.buyLots : most?.sellLots) ?? 0
  if (lots > 0) {
    return { ...order, qtyLots: fitting(instrument, order, Math.min(order.qtyLots, lots)) }
  }
  if (held === 0) return moreMoney(prng, order)
  return { ...order, reduceOnly: true, qtyLots: fitting(instrument, order, held) }
}

/** An account that cannot open anything deposits money, or cancels its orders. */
function moreMoney(prng: Prng, { account, symbol }: PlaceOrder): Command {
  if (prng.nextBelow(3) > 0) return { kind: 'CancelAllOrders', account, symbol }
  const coins = BigInt(50 + prng.nextBelow(3000))
  return { kind: 'Deposit', account, coin: 'USDT', amount: amount(coins * 100_000_000n) }
}

const fitting = (
  { minQtyLots, maxQtyLots, maxMarketQtyLots }: Instrument,
  { orderType, reduceOnly }: PlaceOrder,
  lots: number,
): PlaceOrder['qtyLots'] => {
  const whole = Number.isFinite(lots) ? Math.floor(lots) : 1
  const most = orderType === 'Market' ? maxMarketQtyLots : maxQtyLots
  return qtyLots(Math.max(reduceOnly ? 1 : minQtyLots, Math.min(whole, most)))
}

function sensibleAlgo(views: Views, asked: PlaceAlgo): Command {
  const reduceOnly = asked.reduceOnly && against(views, asked) > 0
  return { ...asked, reduceOnly, qtyLots: qtyLots(Math.max(1, asked.qtyLots)) }
}

function sensibleChange(prng: Prng, views: Views, asked: ReplaceOrder): Command {
  const { account } = asked
  const order = views.openOrder(account, asked.order) ?? someOrder(prng, views, account)
  const view = order && views.symbol(order.symbol)
  if (order === undefined || view === undefined) return { kind: 'CancelAllOrders', account }
  const name = { orderId: order.id }
  if (asked.triggerTicks !== undefined || asked.tpsl !== undefined) return { ...asked, order: name }
  const near = order.priceTicks ?? 1
  const moved = near + sideSign(order.side) * (prng.nextBelow(40) - 20)
  const lots = Math.max(order.filledLots + 1, asked.qtyLots ?? order.qtyLots)
  const most = views.maxQty(account, order.symbol, order.priceTicks)
  const room = (order.side === 'Buy' ? most?.buyLots : most?.sellLots) ?? 0
  const fits = Math.min(lots, order.qtyLots + room)
  const changed = fits === order.qtyLots ? Math.max(order.filledLots + 1, fits - 1) : fits
  return {
    ...asked,
    order: name,
    ...(asked.qtyLots === undefined ? {} : { qtyLots: qtyLots(changed) }),
    ...(asked.priceTicks === undefined ? {} : { priceTicks: within(view, order.side, moved) }),
  }
}
