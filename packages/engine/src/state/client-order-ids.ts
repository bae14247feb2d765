// Client order ids (reliability O1): an id belongs to its order as long as the order is open and
// for a day after; then it is free again.

// The id of an open order is kept with its account, the id of a final one among the spent ids,
// which are dropped oldest first.

import type { OrderId } from '@basis/domain/numbers/brand'
import { contentText } from '../api/field-order.ts'
import { contentMark, linkKey } from './collections/spent-ids.ts'
import type { PlaceOrder } from '../api/commands.ts'
import type { AccountState, EngineState, LinkedOrder, OpenOrder } from './state.ts'

/** How long the id of an order that is final stays used, in seconds of the commands' time. */
const linkKeptS = 24 * 3600

/**
 * So many are forgotten with one command at most: more than one command can use, so that they come
 * to rest, and few enough to be no delay.
 */
const forgottenAtOnce = 64

/** The order that an id was used for. */
export type KnownLink = {
  readonly orderId: OrderId
  /** Was this asked under it? Of a final order 32 bits of it are compared. */
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

/** As `linkedOrder`, for whoever asks for the order's number only. */
export function linkedId(
  state: EngineState,
  account: AccountState,
  linkId: string,
): OrderId | undefined {
  return linkedOrder(state, account, linkId)?.orderId
}

/** Gives an id to an order, or to a parent, that was just made; an empty one names nobody. */
export function keepLink(account: AccountState, linkId: string, link: LinkedOrder): void {
  if (linkId !== '') account.links.set(linkId, link)
}

/** Keeps the link id of a new order, with what was asked under it. */
export const linkOrder = ({ linkId, account, id }: OpenOrder, content: string): void =>
  keepLink(account, linkId, { orderId: id, content })

/** What must be the same for two requests under one link id to be one intent (O1). */
export function contentOf(command: PlaceOrder): string {
  const { symbol, side, orderType, timeInForce, priceTicks: price, qtyLots: qty } = command
  const { quoteAmount, reduceOnly, closeOnTrigger, positionIdx, slippage } = command
  const kind = `${symbol} ${side} ${orderType} ${timeInForce}`
  const size = `${price ?? '-'} ${qty} ${quoteAmount ?? '-'}`
  const flags = `${reduceOnly ? 1 : 0}${closeOnTrigger ? 1 : 0}${positionIdx}`
  const bound = slippage === undefined ? '' : ` ${slippage.unit} ${slippage.most}`
  const plain = `${kind} ${size} ${flags}${bound}`
  const { trigger, tpsl, trailing, plan } = command
  if ((trigger ?? tpsl ?? trailing ?? plan) === undefined) return plain
  const all = [trigger, tpsl, trailing, plan]
  const brought =
    plan !== undefined ? all : trailing === undefined ? all.slice(0, 2) : all.slice(0, 3)
  return `${plain} ${contentText(brought)}`
}

/** Counts the day of an id from now on: what it names has become final. */
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

/** Forgets the ids whose day is over, as many as one command may. */
export function releaseClientOrderIds({ spentLinks, timeMs }: EngineState): void {
  // Whole seconds are kept, so that an id may stay a second longer, never shorter.
  const before = Math.floor(timeMs / 1000) - linkKeptS
  for (let k = 0; k < forgottenAtOnce && spentLinks.size > 0; k += 1) {
    if (spentLinks.secondAt(0) >= before) return
    spentLinks.forget()
  }
}
