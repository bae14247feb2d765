// Commands beside plain orders: conditional orders, TP/SL on orders and positions, trailing stops,
// MMR close orders, batches, reversals, closing all (rules 8.3 to 8.8).

import { accountId, orderId, type AccountId, type OrderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { triggerBases, type Order } from '@basis/domain/orders/order'
import type { TpslLegRequest } from '@basis/domain/orders/tpsl'
import type { Position } from '@basis/domain/orders/position'
import type { Prng } from '@basis/domain/numbers/prng'
import type { BatchOperation, Command, PlaceOrder } from '@basis/engine/commands'
import type { StopScene } from './stop-scene.ts'

/** Returns a command that protects a position, or that contains several orders. */
export function inventStop(prng: Prng, scene: StopScene): Command {
  return new Wish(prng, scene).any()
}

class Wish {
  readonly #prng: Prng
  readonly #scene: StopScene
  readonly #account: AccountId

  constructor(prng: Prng, scene: StopScene) {
    this.#prng = prng
    this.#scene = scene
    this.#account = accountId(scene.account)
  }

  any(): Command {
    const roll = this.#prng.nextBelow(100)
    if (roll < 14) return this.#opening()
    if (roll < 22) return this.#apart()
    if (roll < 38) return this.#conditional()
    if (roll < 64) return this.#onPosition()
    if (roll < 72) return this.#changed()
    if (roll < 84) return this.#batch()
    if (roll < 88) return this.#reversal()
    if (roll < 91) return this.#closing()
    if (roll < 97) return this.#mmrClose()
    const order = this.#someOrder()
    return { kind: 'CancelOrder', account: this.#account, order: { orderId: order }, entry: true }
  }

  #one<T>(list: readonly T[]): T {
    const found = list[this.#prng.nextBelow(list.length)]
    if (found === undefined) throw new Error('a choice needs something to choose from')
    return found
  }

  #near(symbol: string, reach = 0.004): PriceTicks {
    return this.#scene.touch(symbol, (this.#prng.nextFloat() - 0.5) * 2 * reach)
  }

  #leg(symbol: string, away: number): TpslLegRequest {
    const orderType = this.#one(['Market', 'Market', 'Limit'] as const)
    const distance = this.#one([0.0005, 0.002, 0.01, -0.001]) * away
    return {
      triggerTicks: this.#prng.nextBelow(15) === 0 ? priceTicks(0) : this.#at(symbol, distance),
      triggerBy: this.#one(triggerBases),
      orderType,
      ...(orderType === 'Limit' ? { limitTicks: this.#at(symbol, distance) } : {}),
    }
  }

  #at = (symbol: string, away: number): PriceTicks => this.#scene.touch(symbol, away)

  /** Legs of a long or a short position, mostly on their correct sides. */
  #legs(
    symbol: string,
    side: 'Buy' | 'Sell',
  ): { takeProfit?: TpslLegRequest; stopLoss?: TpslLegRequest } {
    const up = side === 'Buy' ? 1 : -1
    const which = this.#prng.nextBelow(5)
    return {
      ...(which < 4 ? { takeProfit: this.#leg(symbol, up) } : {}),
      ...(which > 1 ? { stopLoss: this.#leg(symbol, -up) } : {}),
    }
  }

  #priced(order: PlaceOrder): PlaceOrder {
    if (this.#prng.nextBelow(2) === 0) return { ...order, orderType: 'Market' }
    return { ...order, priceTicks: this.#near(order.symbol) }
  }

  #opening(): Command {
    const { order } = this.#scene
    const mode = this.#one(['Full', 'Partial'] as const)
    const tpsl = { mode, ...this.#legs(order.symbol, order.side) }
    const opening = { ...this.#priced(order), reduceOnly: false, tpsl }
    if (this.#prng.nextBelow(4) !== 0) return opening
    return { ...opening, trailing: this.#trailing(order.symbol) }
  }

  #conditional(): Command {
    const { order } = this.#scene
    const basis = this.#one(triggerBases)
    const direction = this.#one([1, 2] as const)
    const trigger = { priceTicks: this.#near(order.symbol, 0.01), basis, direction }
    const closeOnTrigger = this.#prng.nextBelow(5) === 0
    const asked = { ...this.#priced(order), closeOnTrigger, trigger }
    // A mistake: the limit is for orders that enter the market at once (8.3).
    if (this.#prng.nextBelow(20) === 0) {
      return { ...asked, slippage: { unit: 'TickSize', most: this.#one([5, 50]) } }
    }
    if (this.#prng.nextBelow(4) !== 0) return asked
    const trailing = this.#prng.nextBelow(4) === 0 ? { trailing: this.#trailing(order.symbol) } : {}
    return {
      ...asked,
      ...trailing,
      tpsl: { mode: 'Full', ...this.#legs(order.symbol, order.side) },
    }
  }

  #held(): Position | undefined {
    const held = this.#scene.views.positions(this.#account)
    return held.length === 0 ? undefined : this.#one(held).position
  }

  #onPosition(): Command {
    const held = this.#held()
    const symbol = held?.symbol ?? this.#scene.symbol
    const side = held?.side === 'Sell' ? 'Sell' : 'Buy'
    const positionIdx = held?.positionIdx ?? 0
    const setting = { kind: 'SetTpSl', account: this.#account, symbol, positionIdx } as const
    const roll = this.#prng.nextBelow(10)
    if (roll === 0) {
      return { kind: 'CancelPartialTpSl', account: this.#account, symbol, positionIdx }
    }
    if (roll < 4) return { ...setting, mode: 'Full', trailing: this.#trailing(symbol) }
    const legs = this.#legs(symbol, side)
    if (roll < 6) return { ...setting, mode: 'Full', ...legs }
    const lots = Math.max(1, Math.ceil((held?.sizeLots ?? 1) / this.#one([1, 2, 3, 5])))
    const entry = { ...setting, mode: 'Partial', qtyLots: qtyLots(lots), ...legs } as const
    return roll < 9 ? entry : { ...entry, tpOrderId: this.#someOrder() }
  }

  #trailing(symbol: string): { distanceTicks?: PriceTicks; rateE4?: number } {
    const near = this.#at(symbol, 0)
    const activation = this.#prng.nextBelow(3) === 0 ? { activationTicks: this.#near(symbol) } : {}
    if (this.#prng.nextBelow(3) === 0) return { rateE4: this.#one([0, 10, 50, 200]), ...activation }
    const distance = Math.floor(near * this.#one([0, 0.0005, 0.002, 0.01]))
    return { distanceTicks: priceTicks(distance), ...activation }
  }

  /** Switches a market to isolated margin, and changes the margin of its position. */
  #apart(): Command {
    const held = this.#held()
    const symbol = held?.symbol ?? this.#scene.symbol
    const at = { account: this.#account, symbol, positionIdx: held?.positionIdx ?? 0 }
    const roll = this.#prng.nextBelow(4)
    if (held === undefined || roll === 0) {
      return { kind: 'SetMarginMode', account: this.#account, symbol, mode: 'Isolated' }
    }
    if (roll < 3) return { kind: 'SetAutoAddMargin', ...at, isOn: this.#prng.nextBelow(4) !== 0 }
    const share = held.entryValue / BigInt(this.#one([10, 50, 500, -50, -1000]))
    return { kind: 'ChangeMargin', ...at, amount: amount(share) }
  }

  #openOrder(): Order | undefined {
    const open = this.#scene.views.openOrders(this.#account)
    return open.length === 0 ? undefined : this.#one(open)
  }

  #someOrder = (): OrderId => this.#openOrder()?.id ?? orderId(1 + this.#prng.nextBelow(500))

  #changed(): Command {
    const order = this.#openOrder()
    const symbol = order?.symbol ?? this.#scene.symbol
    const name = { orderId: order?.id ?? orderId(1) }
    const change = { kind: 'ReplaceOrder', account: this.#account, order: name } as const
    const roll = this.#prng.nextBelow(3)
    if (roll === 0) return { ...change, triggerTicks: this.#near(symbol, 0.01) }
    if (roll === 1) return { ...change, qtyLots: qtyLots(1 + this.#prng.nextBelow(200)) }
    return { ...change, tpsl: { mode: 'Full', ...this.#legs(symbol, order?.side ?? 'Buy') } }
  }

  #batch(): Command {
    const acts = Array.from({ length: 1 + this.#prng.nextBelow(6) }, () => this.#act())
    return { kind: 'OrderBatch', account: this.#account, operations: acts }
  }

  #act(): BatchOperation {
    const { order } = this.#scene
    const roll = this.#prng.nextBelow(8)
    const named = { account: this.#account, order: { orderId: this.#someOrder() } }
    if (roll === 0) return { kind: 'CancelOrder', ...named }
    if (roll === 1) return { kind: 'ReplaceOrder', ...named, priceTicks: this.#near(order.symbol) }
    const side = this.#one(['Buy', 'Sell'] as const)
    const lots = qtyLots(Math.max(1, Math.ceil(order.qtyLots / (1 + this.#prng.nextBelow(4)))))
    return this.#priced({ ...order, side, qtyLots: lots })
  }

  #reversal(): Command {
    const held = this.#held()
    const symbol = held?.symbol ?? this.#scene.symbol
    const most = { unit: 'Percent', most: this.#one([5, 50, 500]) } as const
    return {
      kind: 'ReversePosition',
      account: this.#account,
      symbol,
      positionIdx: held?.positionIdx ?? 0,
      linkId: '',
      ...(this.#prng.nextBelow(3) === 0 ? { slippage: most } : {}),
    }
  }

  #closing(): Command {
    const { symbol } = this.#scene
    const only = this.#prng.nextBelow(2) === 0 ? { symbol } : {}
    return { kind: 'ClosePositions', account: this.#account, ...only }
  }

  #mmrClose(): Command {
    const held = this.#held()
    const at = {
      account: this.#account,
      symbol: held?.symbol ?? this.#scene.symbol,
      positionIdx: held?.positionIdx ?? 0,
    }
    if (this.#prng.nextBelow(5) === 0) return { kind: 'CancelMmrClose', ...at }
    return { kind: 'SetMmrClose', ...at, rateE4: this.#one([10, 50, 200, 1000, 5000, 9000, 9001]) }
  }
}
