// Plans of spot orders, judged and followed by the rules: their required fields, their prices, and
// the coins frozen for them (rules 8.3, 8.6, 8.7; D-40).

import type { Order } from '@basis/domain/orders/order'
import type { PlaceOrder, ReplaceOrder } from '@basis/engine/commands'
import type { TpslLegRequest } from '@basis/domain/orders/tpsl'
import { ceilDiv, floorDiv, type AuditedMarket } from '../prices.ts'
import { judgeFilters } from './filters.ts'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'
import { judgeLegsAround, type SpotLegs as Legs } from './spot-legs.ts'
import { judgeTrigger } from './tpsl.ts'

/** The maximum of waiting orders per pair that freeze coins, and of those that do not (8.3). */
const mostOfAKind = 30
const freezing: readonly number[] = [10, 11]
const trailingPlans: readonly number[] = [4, 5]

type Asked = Pick<PlaceOrder, 'side' | 'orderType' | 'qtyLots'> & {
  readonly plan: number
  readonly priceTicks?: PlaceOrder['priceTicks'] | undefined
  readonly quoteAmount?: bigint | undefined
  readonly trigger?: PlaceOrder['trigger'] | undefined
  readonly trailing?: PlaceOrder['trailing'] | undefined
  readonly tpsl?: PlaceOrder['tpsl'] | undefined
}

export function judgePlan(
  { audited, registry }: World,
  market: AuditedMarket,
  command: PlaceOrder & { readonly plan: number },
  findings: Findings,
): void {
  const { account, symbol, plan } = command
  findings.add('triggerNotAllowed', !market.isSpot)
  findings.add('reduceOnlyWithoutPosition', command.reduceOnly || command.closeOnTrigger)
  findings.add('slippageWithTrigger', command.slippage !== undefined)
  if (!market.isSpot) return
  judgeTerms(market, command, findings)
  const isFreezing = freezing.includes(plan)
  const own = [...registry.open.values()].filter(
    (order) => order.account === account && audited.market(order.symbol).isSpot,
  )
  const alike = own.filter(
    ({ symbol: of, status, stop }) =>
      of === symbol &&
      status === 'Untriggered' &&
      freezing.includes(stop?.planType ?? 0) === isFreezing,
  )
  findings.add(isFreezing ? 'tooManySpotTpsl' : 'tooManyStopOrders', alike.length >= mostOfAKind)
  findings.add('tooManyOrders', own.filter(({ status }) => status !== 'Triggered').length >= 500)
  if (!findings.isClean || !isFreezing) return
  const { side, qtyLots, quoteAmount, tpsl } = command
  const needed = frozenFor(market, { side, qtyLots, quoteAmount, legs: tpsl ?? {} })
  const { quoteCoin, baseCoin } = market.instrument
  const coin = side === 'Buy' ? quoteCoin : baseCoin
  const isShort = needed > audited.free(account, coin)
  findings.add(side === 'Buy' ? 'insufficientBalance' : 'insufficientCoin', isShort)
  if (isShort || audited.rulesVersion < 3) return
  // Since the third rules frozen coins that a loan must replace need its margin (12.1).
  const [base, quote] = side === 'Buy' ? [0n, needed] : [needed, 0n]
  const now = audited.totals(account)
  audited.swap = { account, symbol, sign: side === 'Buy' ? 1n : -1n, base, quote }
  const added = audited.totals(account).loans - now.loans
  audited.swap = undefined
  findings.add('insufficientBalance', added > 0n && added > now.balance - now.initial)
}

/** The checks of an order with a plan that need no other state: its fields, prices, size. */
function judgeTerms(market: AuditedMarket, asked: Asked, findings: Findings): void {
  const { plan, orderType, trigger, trailing, tpsl, priceTicks } = asked
  const legs = [tpsl?.takeProfit, tpsl?.stopLoss].filter((leg) => leg?.triggerTicks !== undefined)
  const isTrailing = trailingPlans.includes(plan)
  const isFreezing = freezing.includes(plan)
  const isTriggered = plan === 1 || plan === 8
  const follows = (trailing?.distanceTicks ?? trailing?.rateE4) !== undefined
  const lacksLegs = isFreezing && legs.length < (plan === 10 ? 2 : 1)
  const lacksPrice = plan === 8 && orderType !== 'Limit'
  const isLimit = isTriggered && orderType === 'Limit'
  findings.add('planFieldMissing', isTriggered && trigger === undefined)
  findings.add('planFieldMissing', isTrailing && !follows)
  findings.add('planFieldMissing', plan === 5 && trailing?.activationTicks === undefined)
  findings.add('planFieldMissing', lacksLegs || lacksPrice)
  findings.add('planFieldMissing', isLimit && priceTicks === undefined)
  findings.add('planFieldNotAllowed', !isTriggered && trigger !== undefined)
  findings.add('planFieldNotAllowed', !isTrailing && trailing !== undefined)
  findings.add('planFieldNotAllowed', !isFreezing && legs.length > 0)
  findings.add('planFieldNotAllowed', !isLimit && priceTicks !== undefined)
  findings.add('planFieldNotAllowed', isTrailing && orderType !== 'Market')
  findings.add('priceUnavailable', market.last === 0n)
  if (!findings.isClean) return
  if (trigger !== undefined) {
    findings.add('triggerNotAllowed', trigger.basis !== 'LastPrice')
    judgeTrigger(market, trigger, findings)
  }
  if (isTrailing) judgeTrailing(market, asked, findings)
  if (isFreezing)
    judgeLegsAround(market, { side: asked.side, legs: tpsl ?? {} }, market.last, findings)
  judgeSize(market, asked, findings)
}

/** The bounds of 8.6; a trailing profit must trigger at a better price than the current one. */
function judgeTrailing(
  { instrument, tick, last }: AuditedMarket,
  { plan, side, trailing = {} }: Asked,
  findings: Findings,
): void {
  const { distanceTicks, rateE4, activationTicks } = trailing
  const here = last / tick
  const sells = side === 'Sell'
  if (rateE4 === undefined) {
    const room = sells ? here - 1n : BigInt(instrument.maxPriceTicks) - here
    const fits = distanceTicks !== undefined && distanceTicks >= 1 && BigInt(distanceTicks) <= room
    findings.add('trailingOutOfRange', !fits)
  } else findings.add('trailingOutOfRange', rateE4 <= 0 || rateE4 >= 10_000)
  if (activationTicks === undefined) return
  const isInside =
    activationTicks > instrument.minPriceTicks && activationTicks < instrument.maxPriceTicks
  findings.add('trailingOutOfRange', !isInside)
  if (plan !== 5) return
  const from = BigInt(activationTicks)
  const away = BigInt(distanceTicks ?? 0)
  const rate = BigInt(rateE4 ?? 0)
  const ends = sells
    ? floorDiv((from - away) * (10_000n - rate), 10_000n)
    : ceilDiv((from + away) * (10_000n + rate), 10_000n)
  findings.add('trailingNotInProfit', sells ? ends <= here : ends >= here)
}

/** At least the minimum value at each possible price, and at most the maximum quantity. */
function judgeSize(market: AuditedMarket, asked: Asked, findings: Findings): void {
  const { plan, side, orderType, qtyLots, quoteAmount, tpsl, priceTicks, trigger } = asked
  if (quoteAmount !== undefined) {
    const buys = side === 'Buy' && (freezing.includes(plan) || orderType === 'Market')
    findings.add('amountInvalid', !buys || qtyLots !== 0 || quoteAmount <= 0n)
    findings.add('notionalTooSmall', quoteAmount < market.instrument.minNotional)
    return
  }
  const legs = [tpsl?.takeProfit, tpsl?.stopLoss].flatMap((leg) =>
    leg?.triggerTicks === undefined
      ? []
      : [{ orderType: leg.orderType, ticks: leg.limitTicks ?? leg.triggerTicks }],
  )
  const alone = { orderType, ticks: priceTicks ?? trigger?.priceTicks }
  for (const { orderType: type, ticks } of freezing.includes(plan) ? legs : [alone]) {
    const at = ticks === undefined ? market.last : BigInt(ticks) * market.tick
    // Its price is judged with the plan.
    judgeFilters(
      market,
      { orderType: 'Market', qtyLots, reduceOnly: false, isSplit: true, valuedAt: at },
      findings,
    )
    const { maxQtyLots, maxMarketQtyLots } = market.instrument
    const most = type === 'Limit' || maxMarketQtyLots === 0 ? maxQtyLots : maxMarketQtyLots
    findings.add('orderMaxQtyReplace', qtyLots > most)
    if (type !== 'Limit' || ticks === undefined) continue
    findings.add('priceTooLow', ticks < market.instrument.minPriceTicks)
    findings.add('priceTooHigh', ticks > market.instrument.maxPriceTicks)
  }
}

/** A change is judged like a new order now; for a trailing one only its size. */
export function judgePlanChange(
  market: AuditedMarket,
  { order, command }: { readonly order: Order; readonly command: ReplaceOrder },
  free: bigint,
  findings: Findings,
): void {
  const { stop, side, orderType, quoteAmount } = order
  const plan = stop?.planType
  if (stop === undefined || plan === undefined) return
  const { priceTicks: price, qtyLots: qty, triggerTicks, tpsl } = command
  const isFreezing = freezing.includes(plan)
  const isTriggered = plan === 1 || plan === 8
  const isUnfit =
    (qty !== undefined && quoteAmount !== undefined) ||
    (price !== undefined && (!isTriggered || orderType === 'Market')) ||
    (triggerTicks !== undefined && !isTriggered) ||
    (tpsl !== undefined && !isFreezing)
  findings.add('planFieldNotAllowed', isUnfit)
  const isSame =
    (price ?? order.priceTicks) === order.priceTicks &&
    (qty ?? order.qtyLots) === order.qtyLots &&
    (triggerTicks ?? stop.triggerTicks) === stop.triggerTicks
  findings.add('orderUnchanged', isSame && tpsl === undefined)
  if (!findings.isClean) return
  const legs = {
    takeProfit: legAfter(stop.takeProfit, tpsl?.takeProfit),
    stopLoss: legAfter(stop.stopLoss, tpsl?.stopLoss),
  }
  const size = { side, orderType, qtyLots: qty ?? order.qtyLots, quoteAmount }
  if (trailingPlans.includes(plan)) return judgeSize(market, { ...size, plan }, findings)
  const direction = stop.triggerDirection === 1 ? 1 : 2
  const basis = stop.triggerBy
  judgeTerms(
    market,
    {
      ...size,
      plan,
      ...(isTriggered && orderType === 'Limit' ? { priceTicks: price ?? order.priceTicks } : {}),
      ...(isTriggered
        ? { trigger: { priceTicks: triggerTicks ?? stop.triggerTicks, basis, direction } }
        : {}),
      ...(isFreezing ? { tpsl: { mode: 'Partial', ...legs } } : {}),
    },
    findings,
  )
  if (!findings.isClean || !isFreezing) return
  const before = frozenBy(market, order)
  const after = frozenFor(market, { ...size, legs })
  findings.add(
    side === 'Buy' ? 'insufficientBalance' : 'insufficientCoin',
    after - before > greatest(free),
  )
}

/** The free amount, or 0: nothing more can be frozen if nothing is free. */
const greatest = (free: bigint): bigint => (free > 0n ? free : 0n)

const legAfter = (
  standing: TpslLegRequest | undefined,
  asked: TpslLegRequest | undefined,
): TpslLegRequest | undefined => {
  if (asked === undefined) return standing
  return asked.triggerTicks === 0 || asked.triggerTicks === undefined ? undefined : asked
}

/** The coins frozen for a waiting order, 1e-8 of the coin that it pays. */
export function frozenBy(market: AuditedMarket, order: Order): bigint {
  const { stop, status, side, qtyLots, quoteAmount } = order
  const isWaiting = status === 'Untriggered' || status === 'Triggered'
  if (!isWaiting || !freezing.includes(stop?.planType ?? 0)) return 0n
  const { takeProfit, stopLoss } = stop ?? {}
  return frozenFor(market, { side, qtyLots, quoteAmount, legs: { takeProfit, stopLoss } })
}

function frozenFor(
  market: AuditedMarket,
  order: Pick<Asked, 'side' | 'quoteAmount'> & { readonly qtyLots: number; readonly legs: Legs },
): bigint {
  const { side, qtyLots, quoteAmount, legs } = order
  const lots = BigInt(qtyLots)
  if (side === 'Sell') return lots * market.lot
  if (quoteAmount !== undefined) return quoteAmount
  let most = 0n
  for (const leg of [legs.takeProfit, legs.stopLoss]) {
    if (leg?.triggerTicks === undefined) continue
    const at = (ticks: number): bigint => market.value(BigInt(ticks) * market.tick, lots)
    const cost =
      leg.orderType === 'Limit'
        ? at(leg.limitTicks ?? leg.triggerTicks)
        : ceilDiv(at(leg.triggerTicks) * 10_005n, 10_000n)
    if (cost > most) most = cost
  }
  return most
}
