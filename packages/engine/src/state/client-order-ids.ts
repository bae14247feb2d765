// Client order ids (reliability O1): an id belongs to its order while the order is open and for a
// day after; then it may be used again.

// The id of an open order is stored in its account, the id of a final one in the spent ids, which
// are dropped oldest first.

import type { OrderId } from '@basis/domain/numbers/brand'
import { contentText } from '../api/field-order.ts'
import { thirdRules } from '../api/rules-version.ts'
import { contentMark, linkKey } from './collections/spent-ids.ts'
import type { PlaceOrder } from '../api/commands.ts'
import type { AccountState, EngineState, LinkedOrder, OpenOrder } from './state.ts'

/** How long the id of a final order stays reserved, in seconds of command time. */
const linkKeptS = 24 * 3600

/**
 * The maximum of ids dropped per command: more than a command can use, so that the backlog shrinks,
 * and few enough not to delay it.
 */
const forgottenAtOnce = 64

/** The order that an id was used for. */
export type KnownLink = {
  readonly orderId: OrderId
  /** Whether the content equals the order's; for a final order 32 bits of a hash are compared. */
  readonly isOf: (content: string) => boolean
}

/** Returns the order of the account that has, or had until a day ago, this id. */
export function linkedOrder(
  state: EngineState,
  account: AccountState,
  linkId: string,
): KnownLink | undefined {
  if (linkId === '') return undefined
  const open = account.links.get(linkId)
  if (open !== undefined) {
    return { orderId: open.orderId, isOf: (content) => content === open.content }
  }
  const spent = state.spentLinks.find(account.id, linkKey(linkId))
  if (spent === undefined) return undefined
  const isOf = (content: string): boolean => contentMark(content) === spent.content
  return { orderId: spent.orderId as OrderId, isOf }
}

/** Like `linkedOrder`, but returns the order id only. */
export function linkedId(
  state: EngineState,
  account: AccountState,
  linkId: string,
): OrderId | undefined {
  return linkedOrder(state, account, linkId)?.orderId
}

/** Stores the client order id of a new order or parent; an empty id is ignored. */
export function keepLink(account: AccountState, linkId: string, link: LinkedOrder): void {
  if (linkId !== '') account.links.set(linkId, link)
}

/** Stores the link id of a new order with the content of its request. */
export const linkOrder = ({ linkId, account, id }: OpenOrder, content: string): void =>
  keepLink(account, linkId, { orderId: id, content })

/** Returns what must be equal for two requests with one link id to be the same intent (O1). */
export function contentOf({ rulesVersion }: EngineState, command: PlaceOrder): string {
  const { symbol, side, orderType, timeInForce, priceTicks: price, qtyLots: qty } = command
  const { quoteAmount, reduceOnly, closeOnTrigger, positionIdx, slippage } = command
  const kind = `${symbol} ${side} ${orderType} ${timeInForce}`
  const size = `${price ?? '-'} ${qty} ${quoteAmount ?? '-'}`
  const flags = `${reduceOnly ? 1 : 0}${closeOnTrigger ? 1 : 0}${positionIdx}`
  const bound = slippage === undefined ? '' : ` ${slippage.unit} ${slippage.most}`
  // Before the third rules these settings did not distinguish two requests.
  const settings = rulesVersion.present < thirdRules ? '' : settingsText(command)
  const plain = `${kind} ${size} ${flags}${bound}${settings}`
  const { trigger, tpsl, trailing, plan } = command
  if ((trigger ?? tpsl ?? trailing ?? plan) === undefined) return plain
  const all = [trigger, tpsl, trailing, plan]
  const brought =
    plan !== undefined ? all : trailing === undefined ? all.slice(0, 2) : all.slice(0, 3)
  return `${plain} ${contentText(brought)}`
}

/** Self-trade prevention, spot margin and market-maker protection, where they are set. */
const settingsText = ({ selfTrade, isLeverage, mmp }: PlaceOrder): string =>
  (selfTrade === 'None' ? '' : ` ${selfTrade}`) +
  (isLeverage === true ? ' isLeverage' : '') +
  (mmp === true ? ' mmp' : '')

/** Moves an id to the spent ids, as its order is final; its day begins now. */
export function spendLink(
  state: EngineState,
  account: AccountState,
  linkId: string,
  id: number,
): void {
  const link = linkId === '' ? undefined : account.links.get(linkId)
  if (link?.orderId !== id) return
  account.links.delete(linkId)
  const [key, moreKey] = linkKey(linkId)
  const second = Math.floor(state.timeMs / 1000)
  state.spentLinks.keep([account.id, key, moreKey, contentMark(link.content), id, second])
}

/** Drops the ids whose day is over, up to the limit per command. */
export function releaseClientOrderIds({ spentLinks, timeMs }: EngineState): void {
  // Times are stored in whole seconds, so that an id may stay a second longer, never shorter.
  const before = Math.floor(timeMs / 1000) - linkKeptS
  for (let k = 0; k < forgottenAtOnce && spentLinks.size > 0; k += 1) {
    if (spentLinks.secondAt(0) >= before) return
    spentLinks.forget()
  }
}
