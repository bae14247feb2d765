// Can an account carry an order? Coins, risk limit and margin decided by the auditor for every
// plain order of the whole world that comes so far (domain.md 3.3, 4.2, 4.3, 5.6; 110007, 110090).

import type { ProblemName } from '@basis/domain/instrument/problems'
import type { PlaceOrder, ReplaceOrder } from '@basis/engine/commands'
import type { Applied } from '@basis/engine/engine'
import { lesser, type AuditedMarket } from '../auditor-prices.ts'
import { reservedFor, type Reserved } from './reserving.ts'
import { must } from './books.ts'
import type { Holdings } from './holdings.ts'
import { absolute, signOf, type Held, type Weight } from './sums.ts'

/** The problems that are about means, the last that are looked for. */
const meant: readonly (ProblemName | undefined)[] = [
  undefined,
  'riskLimitExceeded',
  'insufficientBalance',
  'insufficientCoin',
]

/** What to say when the answer is known; looks at the state as it is before the order enters. */
export type Verdict = (applied: Applied) => void

/** Decides about an order that may open something; undefined where it is not one to decide. */
export function verdictOn(holdings: Holdings, command: PlaceOrder): Verdict | undefined {
  const { account, symbol, positionIdx, side, trigger, reduceOnly, slippage } = command
  const market = holdings.markets.get(symbol)
  if (market === undefined || !holdings.accounts.has(account) || trigger !== undefined) {
    return undefined
  }
  const closesHedge = positionIdx !== 0 && (side === 'Buy') !== (positionIdx === 1)
  if (reduceOnly || closesHedge || slippage !== undefined) return undefined
  const band = market.band()
  const { qtyLots, priceTicks, quoteAmount } = command
  const isWhole = Number.isSafeInteger(qtyLots) && qtyLots >= 0
  const isPriced = priceTicks === undefined || (Number.isSafeInteger(priceTicks) && priceTicks > 0)
  if (band === undefined || !isWhole || !isPriced) return undefined
  const edge = side === 'Buy' ? band.highest : band.lowest
  const price = priceTicks === undefined ? edge : BigInt(priceTicks) * market.tick
  if (qtyLots === 0 && quoteAmount === undefined) return undefined
  const draft = draftOf(holdings, command, price)
  const expected = market.isSpot
    ? coinsProblem(holdings, command, draft)
    : carryingProblem(holdings, command, draft)
  return ({ problem, events, items }) => {
    const isPlaced = events.some(
      (event) => event.kind === 'OrderPlaced' && event.order.account === account,
    )
    const told = problem?.name
    const isDecided = told === undefined ? isPlaced : meant.includes(told)
    if (!isDecided || items !== undefined) return
    must(told === expected, `${side} ${symbol} by ${account}, can it be carried`, told, expected)
  }
}

/** Decides about a contract's resting order that asks for another price or for more. */
export function verdictOnChange(holdings: Holdings, command: ReplaceOrder): Verdict | undefined {
  const { account, order: name, priceTicks, qtyLots } = command
  const order = holdings.orders.find((one) => one.id === name.orderId && one.account === account)
  if (order === undefined || order.reduceOnly || (priceTicks ?? 1) <= 0) return undefined
  const market = holdings.market(order.symbol)
  const selfTrade = holdings.selfTrades.get(order.id)
  if (market.isSpot || selfTrade === undefined) return undefined
  if (!Number.isSafeInteger(priceTicks ?? qtyLots ?? 1)) return undefined
  const price = priceTicks === undefined ? order.price : BigInt(priceTicks) * market.tick
  const left = qtyLots === undefined ? order.left : BigInt(qtyLots) - order.filled
  // Less at the same price is granted without a look at the account (D-36).
  if (left <= 0n || (price === order.price && left <= order.left)) return undefined
  const now = meansOf(holdings, account, order.symbol)
  const asked = {
    account,
    symbol: order.symbol,
    side: order.sign === 1n ? ('Buy' as const) : ('Sell' as const),
    positionIdx: order.idx,
    qtyLots: Number(left),
    selfTrade,
    orderType: 'Limit' as const,
    timeInForce: 'GoodTillCancel' as const,
  }
  const expected = holdings.without(order, () =>
    carryingProblem(holdings, asked, draftOf(holdings, asked, price), now),
  )
  return ({ problem }) => {
    const told = problem?.name
    if (!meant.includes(told)) return
    must(told === expected, `order ${order.id} changed, can it be carried`, told, expected)
  }
}

type Asked = Pick<PlaceOrder, 'side' | 'selfTrade' | 'orderType' | 'timeInForce'> & {
  readonly account: number
  readonly symbol: string
  readonly positionIdx: number
  readonly qtyLots: number
}

type Draft = Weight & Reserved

/** The order as if it stood. */
function draftOf(holdings: Holdings, command: Asked, price: bigint): Draft {
  const { account, symbol, selfTrade, orderType, timeInForce } = command
  const market = holdings.market(symbol)
  const sign = command.side === 'Buy' ? 1n : -1n
  const lots = BigInt(command.qtyLots)
  const standing = holdings.queue(symbol, -sign).map((other) => ({
    price: other.price,
    left: other.left,
    isMet: other.account !== account || selfTrade === 'None',
  }))
  const { isolated: isIsolated } = holdings.held(account, symbol, command.positionIdx)
  const wanted = { market, sign, limit: price, lots, orderType, timeInForce, isIsolated }
  return { sign, price, lots, ...reservedFor(wanted, standing) }
}

/** The coins must be there, and the account carry what it would lose of collateral (5.6, 12.3). */
function coinsProblem(
  holdings: Holdings,
  command: PlaceOrder,
  { price, value }: Draft,
): ProblemName | undefined {
  const { account, symbol, side, qtyLots, quoteAmount } = command
  const market = holdings.market(symbol)
  const { quoteCoin, baseCoin } = market.instrument
  const sign = side === 'Buy' ? 1n : -1n
  const quote = quoteAmount ?? value
  const lots = quoteAmount === undefined ? BigInt(qtyLots) : bought(holdings, command, price)
  const base = lots * market.lot
  const [coin, needed] = side === 'Buy' ? [quoteCoin, quote] : [baseCoin, base]
  if (needed > holdings.free(account, coin)) {
    return side === 'Buy' ? 'insufficientBalance' : 'insufficientCoin'
  }
  const now = holdings.totals(account)
  holdings.swap = { account, symbol, sign, base, quote }
  const after = holdings.totals(account)
  holdings.swap = undefined
  const isShort = after.balance < after.initial && after.balance < now.balance
  return isShort ? 'insufficientBalance' : undefined
}

/** The whole lots that an amount buys now, until one of the account's own stops it (8.4). */
function bought(holdings: Holdings, command: PlaceOrder, limit: bigint): bigint {
  const { account, symbol, selfTrade, quoteAmount = 0n } = command
  const market = holdings.market(symbol)
  let money: bigint = quoteAmount
  let lots = 0n
  for (const other of holdings.queue(symbol, -1n)) {
    if (other.price > limit) break
    const isOwn = other.account === account && selfTrade !== 'None'
    if (isOwn && selfTrade !== 'CancelMaker') break
    if (isOwn) continue
    const affordable = money / market.value(other.price, 1n)
    lots += lesser(affordable, other.left)
    if (affordable < other.left) break
    money -= market.value(other.price, other.left)
  }
  return lots
}

/** What an account has and needs, and what of a contract's coin is free. */
function meansOf(holdings: Holdings, account: number, symbol: string): Means {
  const { settleCoin } = holdings.market(symbol).instrument
  const { balance, initial } = holdings.totals(account)
  return { balance, initial, free: holdings.free(account, settleCoin) }
}
type Means = { readonly balance: bigint; readonly initial: bigint; readonly free: bigint }

function carryingProblem(
  holdings: Holdings,
  { account, symbol, positionIdx }: Asked,
  draft: Draft,
  now = meansOf(holdings, account, symbol),
): ProblemName | undefined {
  const held = holdings.seen(account, symbol, positionIdx)
  if (isBeyondLimit(holdings, held, draft)) return 'riskLimitExceeded'
  const after = holdings.supposing({ account, symbol, idx: positionIdx, draft }, () =>
    meansOf(holdings, account, symbol),
  )
  // An isolated order is carried by its coin itself; what asks for nothing more may be sent.
  const isCarried = !held.isolated || after.free >= 0n
  const asks = after.initial > now.initial || after.free < now.free
  const isShort = after.balance < after.initial || !isCarried
  return isShort && asks ? 'insufficientBalance' : undefined
}

/**
 * Would a side be worth more than the leverage allows, the order's own or the other one, by an
 * order that does more than close (4.2, 4.3; docs/rules/order-margin.md)?
 */
function isBeyondLimit(holdings: Holdings, held: Held, draft: Draft): boolean {
  const { account, symbol, idx } = held
  const market = holdings.market(symbol)
  const against = idx === 0 ? held : holdings.seen(account, symbol, 3 - idx)
  const sideOf = (one: Held, sign: bigint): readonly Weight[] =>
    holdings.weights(account, symbol, one.idx).filter((order) => order.sign === sign)
  const worth = (one: Held, sign: bigint): bigint =>
    sideOf(one, sign).reduce(
      (sum, { price, lots }) => sum + market.value(price, lots),
      signOf(one.size) === sign ? market.value(market.mark, absolute(one.size)) : 0n,
    )
  const { sign } = draft
  const lots = sideOf(held, sign).reduce((sum, order) => sum + order.lots, draft.lots)
  if (signOf(held.size) === -sign && lots <= absolute(held.size)) return false
  const own = worth(held, sign) + draft.value
  return (
    own > mostValue(market, held.leverageE2) ||
    worth(against, -sign) > mostValue(market, against.leverageE2)
  )
}

/** The most position value at a leverage (4.3). EX-4.6 */
function mostValue({ instrument }: AuditedMarket, leverageE2: bigint): bigint {
  const fitting = instrument.riskTiers.filter((tier) => tier.maxLeverageE2 >= leverageE2)
  return fitting.at(-1)?.limit ?? 0n
}
