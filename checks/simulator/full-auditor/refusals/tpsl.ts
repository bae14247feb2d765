// TP/SL and triggers: the side of the market on which they may lie, and their quantity (rules 8.3,
// 8.5, 8.6; the names and the tolerance of spec 5).

import type { PlaceOrder, ReplaceOrder, SetTpSl, TriggerRequest } from '@basis/engine/commands'
import type { Order } from '@basis/domain/orders/order'
import type { SizedTpslRequest, TpslRequest, TpslLegRequest } from '@basis/domain/orders/tpsl'
import { qtyLots as lotsOf } from '@basis/domain/numbers/fixed'
import { absolute } from '../sums.ts'
import { ceilDiv, floorDiv, type AuditedMarket } from '../prices.ts'
import { mostLots } from './filters.ts'
import type { Findings } from './findings.ts'
import { contractOf, type World } from './request.ts'
import { judgeLegsAround } from './spot-legs.ts'

/** The context in which the legs are checked. */
type Scene = {
  readonly market: AuditedMarket
  /** Legs of a position, or of an order and the position it would open. */
  readonly of: 'Order' | 'Position'
  readonly sign: bigint
  /** Both legs must lie on their sides of this price, 1e-8; undefined if there is none. */
  readonly reference: bigint | undefined
  /** The last price; a stop-loss that it has already reached is refused. */
  readonly last?: bigint | undefined
  readonly lots: number
}

/** The last price, or the mark rounded up to a tick. */
const presentOf = ({ last, mark, tick }: AuditedMarket): bigint | undefined =>
  last > 0n ? last : mark > 0n ? ceilDiv(mark, tick) * tick : undefined

/** A trigger must lie beyond its trigger price: above for a rise, below for a fall (8.3). */
export function judgeTrigger(
  market: AuditedMarket,
  { priceTicks, basis, direction }: TriggerRequest,
  findings: Findings,
): void {
  const isWhole = Number.isSafeInteger(priceTicks)
  findings.add('priceInvalid', !isWhole)
  if (!isWhole) return
  findings.add('priceTooLow', priceTicks <= 0)
  findings.add('priceTooHigh', priceTicks > market.instrument.maxPriceTicks)
  const watched = { LastPrice: market.last, IndexPrice: market.index, MarkPrice: market.mark }[
    basis
  ]
  findings.add('priceUnavailable', watched === 0n)
  const price = BigInt(priceTicks) * market.tick
  findings.add('triggerAboveRequired', direction === 1 && price <= watched)
  findings.add('triggerBelowRequired', direction === 2 && price >= watched)
}

/** Judges the TP/SL attached to an order, for the position that it opens (8.5, 6.2). */
export function judgeAttached(
  market: AuditedMarket,
  tpsl: TpslRequest,
  order: Pick<PlaceOrder, 'side'> & {
    readonly priceTicks: number | undefined
    readonly lots: number
    readonly reduces: boolean
    readonly isWaiting: boolean
  },
  findings: Findings,
): void {
  const { takeProfit, stopLoss, mode } = tpsl
  const { side, priceTicks, lots, reduces, isWaiting } = order
  if (market.isSpot) return judgeBidirectional(market, tpsl, order, findings)
  const isAsked = [takeProfit, stopLoss].some((leg) => leg?.triggerTicks !== undefined)
  findings.add('tpslOnReduceOnly', reduces && isAsked)
  const isPriced = priceTicks !== undefined && Number.isSafeInteger(priceTicks)
  const scene: Scene = {
    market,
    of: 'Order',
    sign: side === 'Buy' ? 1n : -1n,
    reference: isPriced ? BigInt(priceTicks) * market.tick : presentOf(market),
    last: isWaiting || market.last === 0n ? undefined : market.last,
    lots,
  }
  judgeLegs(scene, tpsl, findings)
  judgePart(scene, { mode, takeProfit, stopLoss, qtyLots: lotsOf(lots) }, findings)
}

/**
 * Judges a move of an order with attached TP/SL, since the third rules: it must not pass a leg that
 * the same request leaves as it is (8.5).
 */
export function judgeMoved(
  market: AuditedMarket,
  order: Order,
  command: ReplaceOrder,
  findings: Findings,
): void {
  const { stop, side, orderType, priceTicks } = order
  const isOwn = stop?.stopType === 'Order' || stop?.stopType === 'Stop'
  if (stop === undefined || !isOwn || stop.planType !== undefined) return
  const [before, after] =
    orderType === 'Limit'
      ? [priceTicks, command.priceTicks]
      : [stop.triggerTicks, command.triggerTicks]
  if (after === undefined || after === before || !Number.isSafeInteger(after)) return
  const sign = side === 'Buy' ? 1n : -1n
  const reference = BigInt(after) * market.tick
  const scene: Scene = { market, of: 'Order', sign, reference, lots: 0 }
  for (const name of ['takeProfit', 'stopLoss'] as const) {
    const leg = stop[name]
    if (leg === undefined || command.tpsl?.[name] !== undefined) continue
    const way = name === 'takeProfit' ? sign : -sign
    const price = BigInt(leg.triggerTicks) * market.tick
    findings.add(sideProblem(scene, name), (price - reference) * way < 0n)
  }
}

/** The TP/SL pair of a spot limit order is around its limit and trades the other way (8.7). */
function judgeBidirectional(
  market: AuditedMarket,
  { takeProfit, stopLoss }: TpslRequest,
  {
    side,
    priceTicks,
    lots,
  }: Pick<PlaceOrder, 'side'> & {
    readonly priceTicks: number | undefined
    readonly lots: number
  },
  findings: Findings,
): void {
  const legs = [takeProfit, stopLoss].filter((leg) => leg?.triggerTicks !== undefined)
  findings.add('planFieldNotAllowed', priceTicks === undefined && legs.length > 0)
  if (priceTicks === undefined || !Number.isSafeInteger(priceTicks)) return
  const opposite = side === 'Buy' ? 'Sell' : 'Buy'
  const reference = BigInt(priceTicks) * market.tick
  judgeLegsAround(market, { side: opposite, legs: { takeProfit, stopLoss } }, reference, findings)
  for (const leg of legs) {
    const most = mostLots(market.instrument, leg?.orderType ?? 'Market')
    findings.add('orderMaxQtyReplace', lots > most)
  }
}

/** Judges the trailing stop attached to an order, at the price of the opening (8.6, 6.2). */
export function judgeAttachedTrailing(
  market: AuditedMarket,
  { trailing, side, reduceOnly, closeOnTrigger }: PlaceOrder,
  opensAtTicks: number | undefined,
  findings: Findings,
): void {
  if (trailing === undefined) return
  const { distanceTicks, rateE4, activationTicks } = trailing
  const { instrument, tick } = market
  findings.add('triggerNotAllowed', market.isSpot || (distanceTicks ?? rateE4) === undefined)
  findings.add('tpslOnReduceOnly', reduceOnly || closeOnTrigger)
  const present = presentOf(market)
  const opensAt = opensAtTicks === undefined ? present && present / tick : BigInt(opensAtTicks)
  findings.add('priceUnavailable', opensAt === undefined)
  if (opensAt === undefined) return
  const room = side === 'Buy' ? opensAt - 1n : BigInt(instrument.maxPriceTicks) - opensAt
  const isFar = rateE4 === undefined && BigInt(distanceTicks ?? 1) > room
  const isNone = rateE4 === undefined ? distanceTicks === 0 : rateE4 <= 0 || rateE4 >= 10_000
  const isBeyond =
    activationTicks !== undefined &&
    (activationTicks <= instrument.minPriceTicks || activationTicks >= instrument.maxPriceTicks)
  findings.add('trailingOutOfRange', isFar || isNone || isBeyond)
}

function judgeLegs(scene: Scene, asked: SizedTpslRequest, findings: Findings): void {
  const { mode, takeProfit, stopLoss } = asked
  const legs = [takeProfit, stopLoss].filter((leg) => leg !== undefined)
  // Mode Full is market only (8.5).
  const isLimit = legs.some(({ orderType }) => orderType === 'Limit')
  findings.add('tpslFullMarketOnly', mode === 'Full' && isLimit)
  if (takeProfit !== undefined) judgeLeg(scene, 'takeProfit', takeProfit, findings)
  if (stopLoss !== undefined) judgeLeg(scene, 'stopLoss', stopLoss, findings)
}

/** A partial TP/SL is no larger than the position or order, and than the order maximum. */
function judgePart(
  scene: Scene,
  { mode, takeProfit, stopLoss, qtyLots }: SizedTpslRequest,
  findings: Findings,
): void {
  const legs = [takeProfit, stopLoss].filter((leg) => leg !== undefined)
  const wanted = legs.filter(({ triggerTicks }) => triggerTicks !== undefined)
  if (mode === 'Full' || wanted.length === 0) return
  const { instrument } = scene.market
  const most = Math.min(
    scene.lots,
    ...wanted.map(({ orderType }) => mostLots(instrument, orderType)),
  )
  findings.add('slTips1', qtyLots === undefined || qtyLots === 0)
  findings.add('tpSlQtyOver', (qtyLots ?? 0) > most)
}

function judgeLeg(
  scene: Scene,
  name: 'takeProfit' | 'stopLoss',
  { triggerTicks, orderType, limitTicks }: TpslLegRequest,
  findings: Findings,
): void {
  const { market, sign, reference, last } = scene
  const isLimit = orderType === 'Limit'
  const isEmpty = isLimit && (triggerTicks === undefined || limitTicks === undefined)
  findings.add(name === 'takeProfit' ? 'tpLimitPriceEmpty' : 'slLimitPriceEmpty', isEmpty)
  if (isLimit && limitTicks !== undefined) judgeRange(market, limitTicks, findings)
  if (triggerTicks === undefined) return
  findings.add('takeProfitOver', triggerTicks <= 0)
  judgeRange(market, triggerTicks, findings)
  const price = BigInt(triggerTicks) * market.tick
  // A long has its take-profit above and its stop-loss below; a short the reverse.
  const way = name === 'takeProfit' ? sign : -sign
  if (reference !== undefined) {
    findings.add(sideProblem(scene, name), (price - reference) * way < 0n)
  }
  if (name === 'takeProfit' || last === undefined) return
  // Spec 5: within 0.001 of the last price it may lie beyond it, on whole ticks.
  const ticks = last / market.tick
  if (sign === 1n) {
    findings.add('priceTooHigh', BigInt(triggerTicks) > floorDiv(ticks * 1001n, 1000n))
  } else findings.add('priceTooLow', BigInt(triggerTicks) < ceilDiv(ticks * 999n, 1000n))
}

function judgeRange({ instrument }: AuditedMarket, ticks: number, findings: Findings): void {
  findings.add('priceTooLow', ticks <= instrument.minPriceTicks)
  findings.add('priceTooHigh', ticks >= instrument.maxPriceTicks)
}

const sideProblem = ({ of, sign }: Scene, name: 'takeProfit' | 'stopLoss') => {
  const isLong = sign === 1n
  if (of === 'Order') {
    if (name === 'takeProfit') return isLong ? 'tpPriceTooLow' : 'tpPriceTooHigh'
    return isLong ? 'slPriceTooHigh' : 'slPriceTooLow'
  }
  if (name === 'takeProfit') return isLong ? 'tpPosPriceTooLow' : 'tpPosPriceTooHigh'
  return isLong ? 'slPosPriceTooHigh' : 'slPosPriceTooLow'
}

/** TP/SL and trailing stop of a position; for a changed entry, the sides of the named legs. */
export function judgeSetTpsl(world: World, command: SetTpSl, findings: Findings): void {
  const { account, symbol, positionIdx, mode, qtyLots, trailing } = command
  const market = contractOf(world, command, findings)
  if (market === undefined) return
  const { size } = world.audited.seen(account, symbol, positionIdx)
  findings.add('tpslWithoutPosition', size === 0n)
  const { takeProfit, stopLoss } = command
  const isNothing = takeProfit === undefined && stopLoss === undefined && qtyLots === undefined
  findings.add('orderUnchanged', isNothing && trailing === undefined)
  if (!findings.isClean) return
  const isChange = command.tpOrderId !== undefined || command.slOrderId !== undefined
  const isNamed = mode === 'Partial' && isChange
  findings.add('orderNotFound', isNamed && !namesEntry(world, command))
  const scene: Scene = {
    market,
    of: 'Position',
    sign: size > 0n ? 1n : -1n,
    reference: presentOf(market),
    lots: Number(absolute(size)),
  }
  // A leg with the trigger 0 is cancelled, whatever its other fields are.
  const kept = (leg: TpslLegRequest | undefined): TpslLegRequest | undefined =>
    leg?.triggerTicks === 0 ? undefined : leg
  const legs = { mode, takeProfit: kept(takeProfit), stopLoss: kept(stopLoss), qtyLots }
  // The quantity left by other entries, and what counts as an entry, is taken from the engine.
  if (mode === 'Partial') {
    findings.leave('tpslQtyTooSmall', 'tooManyPartialTpsl', 'orderUnchanged')
    if (isChange) findings.leave('tpSlQtyOver', 'slTips1')
  }
  judgeLegs(scene, legs, findings)
  if (!isChange) judgePart(scene, legs, findings)
  if (trailing !== undefined) {
    findings.leave('trailingOutOfRange', 'triggerNotAllowed', 'priceUnavailable')
  }
}

/** Does one of the ids belong to an entry of the position's list? */
function namesEntry({ registry }: World, command: SetTpSl): boolean {
  const { account, symbol, positionIdx, tpOrderId, slOrderId } = command
  return registry
    .waiting()
    .some(
      (order) =>
        (order.id === tpOrderId || order.id === slOrderId) &&
        order.account === account &&
        order.symbol === symbol &&
        order.positionIdx === positionIdx &&
        (order.stop?.entryId ?? 0) !== 0,
    )
}
