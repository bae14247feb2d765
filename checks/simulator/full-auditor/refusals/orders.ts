// Orders that are placed, changed or cancelled: names, filters, hours, sides, prices and the
// account's margin (rules 6.2, 8.1 to 8.5; reliability O1, O5).

import type { Order } from '@basis/domain/orders/order'
import type { CancelOrder, PlaceOrder, ReplaceOrder } from '@basis/engine/commands'
import { changeProblem, meansProblem } from '../affording.ts'
import { absolute } from '../sums.ts'
import type { AuditedMarket } from '../prices.ts'
import {
  judgeBand,
  judgeFilters,
  judgeSlippage,
  mostLots,
  presentPrice,
  protectivePrice,
} from './filters.ts'
import type { Findings } from './findings.ts'
import { judgeLeveraged } from './loans.ts'
import { contentOf } from './registry.ts'
import {
  withImpliedReduceOnly,
  isOfOtherMode,
  judgeHours,
  reducible,
  type World,
} from './request.ts'
import { judgePlan, judgePlanChange } from './spot-plans.ts'
import { judgeAttached, judgeAttachedTrailing, judgeMoved, judgeTrigger } from './tpsl.ts'

/**
 * The maximum of resting orders in a contract or in all spot symbols, and of waiting conditional
 * orders in a contract, both sides of a hedge together (8.3).
 */
const mostActive = 500
const mostConditional = 10
const linkPattern = /^[A-Za-z0-9_-]{1,45}$/

const signOfSide = (side: PlaceOrder['side']): bigint => (side === 'Buy' ? 1n : -1n)

export function judgePlacing(world: World, asked: PlaceOrder, findings: Findings): void {
  const { audited, registry } = world
  const command = withImpliedReduceOnly(asked)
  const { account, symbol, linkId } = command
  const market = audited.markets.get(symbol)
  const known = registry.linkOf(account, linkId)
  if (known !== undefined) {
    // A repeated request gets the first answer, and is executed once (O1).
    return findings.add('orderLinkIdDuplicate', known.content !== contentOf(command))
  }
  findings.add('instrumentUnknown', market === undefined)
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('orderLinkIdInvalid', linkId !== '' && !linkPattern.test(linkId))
  if (market === undefined || !audited.accounts.has(account)) return
  // A conditional order with closeOnTrigger only reduces (6.2).
  const closes = command.trigger !== undefined && command.closeOnTrigger
  judgeHours(world, market, command.reduceOnly || closes, findings)
  findings.add('positionIdxMismatch', isOfOtherMode(audited, command))
  judgeLeveraged(audited, market, command, findings)
  if (market.isComing) findings.add('auctionLimitOnly', !isForAuction(command))
  if (!findings.isClean) return
  const { plan } = command
  if (plan !== undefined) judgePlan(world, market, { ...command, plan }, findings)
  else if (command.trigger === undefined) judgePlain(world, market, command, findings)
  else judgeConditional(world, market, { ...command, trigger: command.trigger }, findings)
}

/** An auction takes only plain good-till-cancel limit orders (8.12). */
function isForAuction(command: PlaceOrder): boolean {
  const { orderType, timeInForce, plan, trigger, tpsl, quoteAmount, isLeverage } = command
  const brings = plan ?? trigger ?? tpsl ?? quoteAmount
  const isPlain = brings === undefined && isLeverage !== true && !command.reduceOnly
  return isPlain && orderType === 'Limit' && timeInForce === 'GoodTillCancel'
}

function judgePlain(
  { audited, registry }: World,
  market: AuditedMarket,
  command: PlaceOrder,
  findings: Findings,
): void {
  const { side, reduceOnly, orderType, timeInForce } = command
  const sign = signOfSide(side)
  const there = reducible(audited, command, sign)
  findings.add('reduceOnlyWithoutPosition', reduceOnly && there === 0n)
  const lots = wantedLots(market, command, Number(there))
  const [best] = audited.queue(command.symbol, -sign)
  if (command.quoteAmount === undefined) {
    const valuedAt = presentPrice(market, best)
    const { priceTicks } = command
    const filtered = { orderType, priceTicks, qtyLots: lots, reduceOnly, isSplit: reduceOnly }
    judgeFilters(market, { ...filtered, valuedAt }, findings)
    // One order is split into a hundred parts at most.
    if (reduceOnly) findings.leave('orderMaxQtyReplace')
  } else judgeAmount(market, command, findings)
  const { tpsl } = command
  if (tpsl !== undefined) {
    const whole = { side, priceTicks: command.priceTicks, lots, reduces: reduceOnly }
    judgeAttached(market, tpsl, { ...whole, isWaiting: false }, findings)
  }
  judgeAttachedTrailing(market, command, command.priceTicks, findings)
  judgeSlippage(command, findings)
  judgeBand(market, { sign, priceTicks: command.priceTicks, reduceOnly }, findings)
  const mayRest =
    orderType === 'Limit' && (timeInForce === 'GoodTillCancel' || timeInForce === 'PostOnly')
  const isCounted = ({ account, symbol, status }: Order): boolean =>
    account === command.account &&
    // For a pair, waiting orders count too.
    (market.isSpot
      ? audited.market(symbol).isSpot && status !== 'Triggered'
      : symbol === command.symbol && status !== 'Untriggered')
  const active = [...registry.open.values()].filter(isCounted)
  findings.add('tooManyOrders', mayRest && active.length >= mostActive)
  if (!findings.isClean || reduceOnly) return
  const price =
    command.priceTicks === undefined
      ? protectivePrice(market, sign, best?.price, command.slippage)
      : BigInt(command.priceTicks) * market.tick
  if (price !== undefined) findings.add(meansProblem(audited, command, price))
}

/** A reduce-only order is cut to the position; 0 with closeOnTrigger is all of it (6.2). */
function wantedLots(
  { instrument }: AuditedMarket,
  { reduceOnly, closeOnTrigger, qtyLots, orderType }: PlaceOrder,
  there: number,
): number {
  if (!reduceOnly) return qtyLots
  const isWhole = closeOnTrigger && qtyLots === 0
  return Math.min(isWhole ? mostLots(instrument, orderType) : qtyLots, there)
}

/** A spot market order may have an amount to spend or receive instead of a quantity (8.7). */
function judgeAmount(market: AuditedMarket, command: PlaceOrder, findings: Findings): void {
  const { orderType, qtyLots, quoteAmount = 0n } = command
  const fits = market.isSpot && orderType === 'Market' && qtyLots === 0
  findings.add('amountInvalid', !fits || quoteAmount <= 0n)
  findings.add('notionalTooSmall', quoteAmount < market.instrument.minNotional)
}

type Conditional = PlaceOrder & { readonly trigger: NonNullable<PlaceOrder['trigger']> }

/** It waits without margin; its limit is checked against the band when it triggers (8.3). */
function judgeConditional(
  { registry }: World,
  market: AuditedMarket,
  command: Conditional,
  findings: Findings,
): void {
  const { account, symbol, side, trigger, tpsl } = command
  findings.add('triggerNotAllowed', market.isSpot)
  findings.add('slippageWithTrigger', command.slippage !== undefined)
  judgeTrigger(market, trigger, findings)
  judgeWaitingSize(market, command, findings)
  const reduces = command.reduceOnly || command.closeOnTrigger
  if (tpsl !== undefined) {
    const priceTicks = command.priceTicks ?? trigger.priceTicks
    const whole = { side, priceTicks, lots: command.qtyLots, reduces }
    judgeAttached(market, tpsl, { ...whole, isWaiting: true }, findings)
  }
  judgeAttachedTrailing(market, command, command.priceTicks ?? trigger.priceTicks, findings)
  const waiting = registry
    .waiting()
    .filter(
      (order) =>
        order.account === account && order.symbol === symbol && order.stop?.stopType === 'Stop',
    )
  findings.add('tooManyStopOrders', waiting.length >= mostConditional)
}

/** More than the maximum is split at the trigger; 0 stands for the whole position (6.2). */
function judgeWaitingSize(
  market: AuditedMarket,
  command: Pick<Conditional, 'orderType' | 'priceTicks' | 'reduceOnly' | 'closeOnTrigger'> & {
    readonly qtyLots: number
    readonly trigger: { readonly priceTicks: number }
  },
  findings: Findings,
): void {
  const { orderType, priceTicks, reduceOnly, closeOnTrigger, qtyLots, trigger } = command
  const isWhole = reduceOnly && closeOnTrigger && qtyLots === 0
  const valuedAt = Number.isSafeInteger(trigger.priceTicks)
    ? BigInt(trigger.priceTicks) * market.tick
    : undefined
  const filtered = { orderType, priceTicks, reduceOnly, isSplit: true, valuedAt }
  judgeFilters(
    market,
    { ...filtered, qtyLots: isWhole ? market.instrument.minQtyLots : qtyLots },
    findings,
  )
}

/** The order that a command refers to, or the reason why it is not an open one of the account. */
function foundOrder(
  { audited, registry }: World,
  { account, order: name }: Pick<CancelOrder, 'account' | 'order'>,
  findings: Findings,
): Order | undefined {
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (!findings.isClean) return undefined
  const found = registry.find(audited, account, name)
  if (typeof found !== 'string') return found
  findings.add(found)
  return undefined
}

export function judgeCancelling(world: World, command: CancelOrder, findings: Findings): void {
  foundOrder(world, command, findings)
}

export function judgeReplacing(world: World, command: ReplaceOrder, findings: Findings): void {
  const order = foundOrder(world, command, findings)
  if (order === undefined) return
  // A child that grows would fill more than its parent's quantity.
  const isGrown = order.algoId !== undefined && (command.qtyLots ?? 0) > order.qtyLots
  findings.add('commandRefused', isGrown)
  const market = world.audited.market(order.symbol)
  if (order.status !== 'Untriggered')
    return judgeChange(world, market, { order, command }, findings)
  if (order.stop?.planType !== undefined) {
    const { quoteCoin, baseCoin } = market.instrument
    const { audited } = world
    const free = audited.free(order.account, order.side === 'Buy' ? quoteCoin : baseCoin)
    // The margin of loans that more frozen coins need is taken from the engine.
    const mayLend = audited.rulesVersion >= 3 && audited.loans.isOn(order.account)
    if (mayLend) findings.leave('insufficientBalance')
    return judgePlanChange(market, { order, command }, free, findings)
  }
  if (order.stop?.stopType === 'Stop') {
    return judgeWaiting(world, market, { order, command }, findings)
  }
  if (order.stop?.stopType === 'TrailingStop') return findings.add('triggerNotAllowed')
  judgeLeg({ order, command }, findings)
}

type Change = { readonly order: Order; readonly command: ReplaceOrder }

function judgeChange(
  world: World,
  market: AuditedMarket,
  { order, command }: Change,
  findings: Findings,
): void {
  const { audited } = world
  const { account, symbol, positionIdx, side, filledLots, reduceOnly, orderType } = order
  const sign = signOfSide(side)
  // A reduce-only order grows by at most the reducible lots (6.2).
  const { size } = audited.seen(account, symbol, positionIdx)
  const most = reduceOnly ? filledLots + Number(absolute(size)) : Infinity
  const lots = Math.min(command.qtyLots ?? order.qtyLots, most)
  const ticks = command.priceTicks ?? order.priceTicks
  const isSamePrice = ticks === order.priceTicks
  const isSame = isSamePrice && lots === order.qtyLots
  findings.add('orderUnchanged', isSame && command.tpsl === undefined)
  findings.add('triggerNotAllowed', command.triggerTicks !== undefined)
  if (command.tpsl !== undefined) {
    const priceTicks = orderType === 'Limit' ? ticks : undefined
    const reduces = reduceOnly || order.closeOnTrigger
    judgeAttached(
      market,
      withoutDropped(command.tpsl),
      { side, priceTicks, lots, reduces, isWaiting: false },
      findings,
    )
  }
  if (isSame) return
  if (audited.rulesVersion >= 3) judgeMoved(market, order, command, findings)
  findings.add('qtyNotAboveFilled', lots <= filledLots)
  const filtered = { orderType: 'Limit' as const, priceTicks: ticks, qtyLots: lots, reduceOnly }
  judgeFilters(market, { ...filtered, isSplit: false }, findings)
  // A smaller quantity at the same price is always allowed (D-36).
  if (isSamePrice && lots <= order.qtyLots) return
  judgeHours(world, market, reduceOnly, findings)
  judgeBand(market, { sign, priceTicks: ticks, reduceOnly }, findings)
  const resting = audited.orders.find(({ id }) => id === order.id)
  if (!findings.isClean || reduceOnly || resting === undefined) return
  const selfTrade = audited.selfTrades.get(order.id)
  // The self-trade prevention of an algorithm's child is not known.
  if (selfTrade === undefined) {
    return findings.leave('riskLimitExceeded', 'insufficientBalance', 'insufficientCoin')
  }
  const left = BigInt(lots) - BigInt(filledLots)
  const price = BigInt(ticks) * market.tick
  findings.add(changeProblem(audited, resting, { price, left, selfTrade }))
}

/** A leg with the trigger 0 is dropped, whatever its other fields are (8.5). */
function withoutDropped(tpsl: NonNullable<ReplaceOrder['tpsl']>): typeof tpsl {
  const { mode, takeProfit, stopLoss } = tpsl
  return {
    mode,
    ...(takeProfit === undefined || takeProfit.triggerTicks === 0 ? {} : { takeProfit }),
    ...(stopLoss === undefined || stopLoss.triggerTicks === 0 ? {} : { stopLoss }),
  }
}

/** A change of a waiting order is judged like a new one, without margin. */
function judgeWaiting(
  { audited }: World,
  market: AuditedMarket,
  { order, command }: Change,
  findings: Findings,
): void {
  if (audited.rulesVersion >= 3) judgeMoved(market, order, command, findings)
  const { orderType, side, stop } = order
  if (stop === undefined) return
  const isMarket = orderType === 'Market'
  findings.add('priceNotAllowed', isMarket && command.priceTicks !== undefined)
  const ticks = command.priceTicks ?? order.priceTicks
  const lots = command.qtyLots ?? order.qtyLots
  const triggerTicks = command.triggerTicks ?? stop.triggerTicks
  const isMoved = triggerTicks !== stop.triggerTicks
  const isSame = !isMoved && ticks === order.priceTicks && lots === order.qtyLots
  findings.add('orderUnchanged', isSame && command.tpsl === undefined)
  const direction = stop.triggerDirection === 1 ? 1 : 2
  if (isMoved) {
    const trigger = { priceTicks: triggerTicks, basis: stop.triggerBy, direction } as const
    judgeTrigger(market, trigger, findings)
  }
  const { reduceOnly, closeOnTrigger } = order
  const priceTicks = isMarket ? undefined : ticks
  const trigger = { priceTicks: triggerTicks }
  const asked = { orderType, reduceOnly, closeOnTrigger, qtyLots: lots, trigger }
  judgeWaitingSize(market, priceTicks === undefined ? asked : { ...asked, priceTicks }, findings)
  if (command.tpsl === undefined) return
  const reduces = reduceOnly || closeOnTrigger
  const whole = { side, priceTicks: isMarket ? stop.triggerTicks : ticks, lots, reduces }
  judgeAttached(market, withoutDropped(command.tpsl), { ...whole, isWaiting: true }, findings)
}

/** Judges a change of a TP/SL's order; the side of its leg is left to the engine. */
function judgeLeg({ order, command }: Change, findings: Findings): void {
  findings.add('tpslOnReduceOnly', command.tpsl !== undefined)
  const isMarket = order.orderType === 'Market'
  findings.add('priceNotAllowed', isMarket && command.priceTicks !== undefined)
  const isNothing =
    command.triggerTicks === undefined &&
    command.priceTicks === undefined &&
    (command.qtyLots === undefined || command.qtyLots === order.qtyLots)
  findings.add('orderUnchanged', isNothing)
  findings.leave('orderUnchanged', 'takeProfitOver', 'tpSlQtyOver', 'tpslQtyTooSmall', 'slTips1')
  findings.leave('tpPosPriceTooLow', 'tpPosPriceTooHigh', 'slPosPriceTooLow', 'slPosPriceTooHigh')
  findings.leave('priceTooLow', 'priceTooHigh', 'tpslFullMarketOnly', 'orderNotFound')
}
