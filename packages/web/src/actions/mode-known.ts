// An order names the position that it is for, so it waits for its contract's trading mode.

import { uidNow } from '../client/session.ts'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { instrumentOf } from '../stores/catalogue.ts'
import { askTradingMode, isTradingModeKnown } from '../stores/positions.ts'
import type { OrderIntent } from './order-requests.ts'

type Placed = Pick<OrderIntent, 'symbol' | 'positionIdx'>

/**
 * Returns whether the position of every order can be named; a trading mode not known is requested
 * first. If that fails, a notice says so; if the account was left meanwhile, nothing may be sent.
 * Without a request it returns at once, so that an order is sent in the turn of its click.
 */
export function mayNamePositions(orders: readonly Placed[]): true | Promise<boolean> {
  const symbols = new Set(orders.filter(isWithoutMode).map(({ symbol }) => symbol))
  return symbols.size === 0 || requested([...symbols])
}

/** Options and pairs have one mode; an order that closes a known position names it itself. */
const isWithoutMode = ({ symbol, positionIdx }: Placed): boolean =>
  positionIdx === undefined &&
  instrumentOf(symbol)?.option === undefined &&
  !isTradingModeKnown(symbol)

async function requested(symbols: readonly string[]): Promise<boolean> {
  const uid = uidNow()
  const known = await Promise.all(symbols.map((symbol) => askTradingMode(symbol)))
  if (uid !== uidNow()) return false
  if (known.every(Boolean)) return true
  const title = message('notices.orderCreateFailureTitle')
  notify({ kind: 'outcome', tone: 'failure', title, body: message('book.offline') })
  return false
}
