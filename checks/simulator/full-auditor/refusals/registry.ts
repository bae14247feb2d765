// Everything that commands refer to by an id: open and final orders, link ids, running algorithms,
// MMR close orders; kept from the events (reliability O1, O5).

import type { AlgoKind } from '@basis/domain/algo/order'
import { isAlgoOver, isRuleOver } from '@basis/domain/algo/states'
import type { Order } from '@basis/domain/orders/order'
import type { OrderName, PlaceAlgo, PlaceOrder } from '@basis/engine/commands'
import { contentText } from '@basis/engine/field-order'
import type { Event } from '@basis/engine/events'
import type { AuditedState } from '../audited-state.ts'

type Linked = { readonly id: number; readonly content: string }
type Running = {
  readonly account: number
  readonly symbol: string
  readonly kind: AlgoKind
}

export class Registry {
  /** Resting and waiting orders, as last emitted. */
  readonly open = new Map<number, Order>()
  readonly algos = new Map<number, Running>()
  /** Running and paused rules, and how often each has fired. */
  readonly rules = new Map<number, { readonly account: number; readonly fired: number }>()
  readonly robots = new Set<number>()
  /** Keyed by account, symbol and side of a hedge. */
  readonly mmrCloses = new Set<string>()
  readonly #links = new Map<string, Linked>()
  readonly #algoLinks = new Map<string, Linked>()
  readonly #final = new Map<number, number>()

  follow(event: Event): void {
    switch (event.kind) {
      case 'OrderPlaced':
      case 'OrderTriggered':
      case 'OrderReplaced':
      case 'OrderFilled':
      case 'OrderCanceled':
        return this.#keep(event.order)
      case 'AlgoChanged': {
        const { id, symbol, terms } = event.algo
        if (isAlgoOver(event.algo)) this.algos.delete(id)
        else this.algos.set(id, { account: event.account, symbol, kind: terms.kind })
        return
      }
      case 'RuleChanged':
        if (isRuleOver(event.rule)) this.rules.delete(event.rule.id)
        else {
          const { id, fired } = event.rule
          this.rules.set(id, { account: event.account, fired })
        }
        return
      case 'MmrCloseChanged': {
        const { symbol, positionIdx, status } = event.close
        const key = `${event.account} ${symbol} ${positionIdx}`
        if (status === 'Waiting') this.mmrCloses.add(key)
        else this.mmrCloses.delete(key)
        return
      }
      default:
    }
  }

  #keep(order: Order): void {
    const { id, account, status, leavesLots } = order
    const isWaiting = status === 'Untriggered' || status === 'Triggered'
    const isFinal = !isWaiting && leavesLots === 0
    if (!isFinal) {
      this.open.set(id, order)
      return
    }
    this.open.delete(id)
    // Final orders of robots are not kept.
    if (!this.robots.has(account)) this.#final.set(id, account)
  }

  /** Orders that wait for a trigger. */
  waiting = (): readonly Order[] =>
    [...this.open.values()].filter(
      ({ status }) => status === 'Untriggered' || status === 'Triggered',
    )

  linkOf = (account: number, linkId: string): Linked | undefined =>
    linkId === '' ? undefined : this.#links.get(`${account} ${linkId}`)

  algoLinkOf = (account: number, linkId: string): Linked | undefined =>
    linkId === '' ? undefined : this.#algoLinks.get(`${account} ${linkId}`)

  /** A link id belongs to its order for a day after its end, which is longer than a run. */
  link(account: number, linkId: string, linked: Linked): void {
    const key = `${account} ${linkId}`
    if (linkId !== '' && !this.#links.has(key)) this.#links.set(key, linked)
  }

  linkAlgo(account: number, linkId: string, linked: Linked): void {
    const key = `${account} ${linkId}`
    if (linkId !== '' && !this.#algoLinks.has(key)) this.#algoLinks.set(key, linked)
  }

  /** The account's open order, or why there is none; others' orders are not revealed (O5). */
  find(
    audited: AuditedState,
    account: number,
    name: OrderName,
  ): Order | 'orderNotFound' | 'orderFinal' {
    const id = name.orderId ?? this.linkOf(account, name.linkId)?.id
    const order = id === undefined ? undefined : this.open.get(id)
    if (id === undefined || (order !== undefined && order.account !== account)) {
      return 'orderNotFound'
    }
    // A delivery has just ended the orders in its contract.
    if (order !== undefined && audited.market(order.symbol).isDelivered) {
      return this.robots.has(account) ? 'orderNotFound' : 'orderFinal'
    }
    return order ?? (this.#final.get(id) === account ? 'orderFinal' : 'orderNotFound')
  }
}

/** Two requests with the same link id are the same if this content is equal (O1). */
export function contentOf(command: PlaceOrder | PlaceAlgo): string {
  const { kind: _kind, account: _account, linkId: _linkId, selfTrade: _mode, ...asked } = command
  return contentText(asked)
}
