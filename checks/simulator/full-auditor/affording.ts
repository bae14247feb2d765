// Coins, risk limit and margin that an account needs for an order (rules 3.3, 4.2, 4.3, 5.6;
// 110007, 110090).

import type { ProblemName } from '@basis/domain/instrument/problems'
import type { PlaceOrder } from '@basis/engine/commands'
import { ceilDiv, floorDiv, lesser, type AuditedMarket } from './prices.ts'
import { reservedFor, type Reserved } from './reserving.ts'
import type { AuditedState, Resting } from './audited-state.ts'
import { absolute, feeOn, signOf, type Held, type Totals, type Weight } from './sums.ts'

/**
 * Returns the problem of an account that lacks coins or margin for an order that may open a
 * position and trades no further than `price`; reads the state before the order enters.
 */
export function meansProblem(
  audited: AuditedState,
  command: PlaceOrder,
  price: bigint,
): ProblemName | undefined {
  const draft = draftOf(audited, command, price)
  return audited.market(command.symbol).isSpot
    ? coinsProblem(audited, command, draft)
    : carryingProblem(audited, command, draft)
}

/** The same for the remaining part of an open order that changes its price or grows. */
export function changeProblem(
  audited: AuditedState,
  order: Resting,
  {
    price,
    left,
    selfTrade,
  }: {
    readonly price: bigint
    readonly left: bigint
    readonly selfTrade: PlaceOrder['selfTrade']
  },
): ProblemName | undefined {
  const { account, symbol, idx: positionIdx } = order
  const asked = {
    account,
    symbol,
    side: order.sign === 1n ? ('Buy' as const) : ('Sell' as const),
    positionIdx,
    qtyLots: Number(left),
    selfTrade,
    orderType: 'Limit' as const,
    timeInForce: 'GoodTillCancel' as const,
    isLeverage: order.isLeverage,
  }
  if (audited.market(symbol).isSpot) {
    const now = audited.totals(account)
    return audited.without(order, () =>
      coinsProblem(audited, asked, draftOf(audited, asked, price), now),
    )
  }
  const now = meansOf(audited, account, symbol)
  return audited.without(order, () =>
    carryingProblem(audited, asked, draftOf(audited, asked, price), now),
  )
}

type Asked = Pick<PlaceOrder, 'side' | 'selfTrade' | 'orderType' | 'timeInForce'> & {
  readonly account: number
  readonly symbol: string
  readonly positionIdx: number
  readonly qtyLots: number
  readonly quoteAmount?: PlaceOrder['quoteAmount']
  readonly isLeverage?: boolean | undefined
}

type Draft = Weight & Reserved

/** The order as if it were open. */
function draftOf(audited: AuditedState, command: Asked, price: bigint): Draft {
  const { account, symbol, selfTrade, orderType, timeInForce } = command
  const market = audited.market(symbol)
  const sign = command.side === 'Buy' ? 1n : -1n
  const lots = BigInt(command.qtyLots)
  // In an auction nothing is matched before its end (8.12).
  const facing = market.isComing ? [] : audited.queue(symbol, -sign)
  const standing = facing.map((other) => ({
    price: other.price,
    left: other.left,
    isMet: other.account !== account || selfTrade === 'None',
  }))
  const { isolated: isIsolated } = audited.held(account, symbol, command.positionIdx)
  const wanted = { market, sign, limit: price, lots, orderType, timeInForce, isIsolated }
  return { sign, price, lots, ...reservedFor(wanted, standing) }
}

/** The coins must be available, and the account must carry the loss of collateral (5.6, 12.3). */
function coinsProblem(
  audited: AuditedState,
  command: Asked,
  { price, value }: Draft,
  now = audited.totals(command.account),
): ProblemName | undefined {
  const { account, symbol, side, qtyLots, quoteAmount } = command
  const market = audited.market(symbol)
  const { quoteCoin, baseCoin } = market.instrument
  const sign = side === 'Buy' ? 1n : -1n
  const quote = quoteAmount ?? value
  const lots = quoteAmount === undefined ? BigInt(qtyLots) : bought(audited, command, price)
  const base = lots * market.lot
  const [coin, needed] = side === 'Buy' ? [quoteCoin, quote] : [baseCoin, base]
  const isLent = needed > audited.free(account, coin)
  if (isLent && command.isLeverage !== true) {
    return side === 'Buy' ? 'insufficientBalance' : 'insufficientCoin'
  }
  audited.swap = { account, symbol, sign, base, quote }
  const after = audited.totals(account)
  const owed = audited.borrowed(account, coin)
  audited.swap = undefined
  const unlent = isLent ? lendingProblem(audited, { account, coin, owed, after }) : undefined
  if (unlent !== undefined) return unlent
  const takesMore = after.balance < now.balance || after.loans > now.loans
  return after.balance < after.initial && takesMore ? 'insufficientBalance' : undefined
}

/** Is the coin lent, up to this amount, by a pool that has it, and within the margin (12.2)? */
export function lendingProblem(
  { loans, offCollateral }: AuditedState,
  {
    account,
    coin,
    owed,
    after,
  }: {
    readonly account: number
    readonly coin: string
    readonly owed: bigint
    readonly after: Pick<Totals, 'balance' | 'initial'>
  },
): ProblemName | undefined {
  const terms = loans.terms.get(coin)
  if (!loans.isOn(account)) return 'spotMarginOff'
  if (terms === undefined) return 'coinNotLent'
  if (offCollateral.has(`${account} ${coin}`)) return 'coinNotCollateral'
  if (owed > (loans.limitOf(account, coin) ?? owed)) return 'borrowLimitExceeded'
  const more = owed - (loans.of(account, coin)?.principal ?? 0n)
  if (more > terms.supply - loans.lent(coin)) return 'lendingPoolShort'
  // The initial margin must be within (L − 1) ÷ L of the margin balance.
  const leverage = loans.leverageOf(account, coin)
  const isWithin = after.initial * leverage <= after.balance * (leverage - 1n)
  return isWithin ? undefined : 'borrowMarginShort'
}

/** The whole lots that an amount buys or sells for now, up to an own order (8.4). */
function bought(audited: AuditedState, command: Asked, limit: bigint): bigint {
  const { account, symbol, selfTrade, quoteAmount = 0n } = command
  const market = audited.market(symbol)
  let money: bigint = quoteAmount
  let lots = 0n
  const sign = command.side === 'Buy' ? 1n : -1n
  for (const other of audited.queue(symbol, -sign)) {
    if ((other.price - limit) * sign > 0n) break
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

/** The balance and needs of an account, and the free amount of a contract's coin. */
export function meansOf(audited: AuditedState, account: number, symbol: string): Means {
  const { settleCoin } = audited.market(symbol).instrument
  const { balance, initial } = audited.totals(account)
  return { balance, initial, free: audited.free(account, settleCoin) }
}
export type Means = { readonly balance: bigint; readonly initial: bigint; readonly free: bigint }

function carryingProblem(
  audited: AuditedState,
  { account, symbol, positionIdx }: Asked,
  draft: Draft,
  now = meansOf(audited, account, symbol),
): ProblemName | undefined {
  const held = audited.seen(account, symbol, positionIdx)
  if (isBeyondLimit(audited, held, draft)) return 'riskLimitExceeded'
  const after = audited.supposing({ account, symbol, idx: positionIdx, draft }, () =>
    meansOf(audited, account, symbol),
  )
  const closes = signOf(held.size) === -draft.sign && draft.lots <= absolute(held.size)
  const isLost = audited.rulesVersion >= 3 && !closes && losesTooMuch(now, after)
  const isShort = isLost || isShortOf(now, after, held.isolated)
  return isShort || turnsShort(audited, held, draft, now) ? 'insufficientBalance' : undefined
}

/**
 * Since the third rules: would an order that turns an isolated position round take more than is
 * left, once the closed part has paid its loss and fee, and released its margin?
 */
function turnsShort(audited: AuditedState, held: Held, draft: Draft, now: Means): boolean {
  const { account, symbol, idx, size, entryValue } = held
  const closed = absolute(size)
  const isTurning = signOf(size) === -draft.sign && draft.lots > closed
  if (audited.rulesVersion < 3 || !held.isolated || !isTurning) return false
  const market = audited.market(symbol)
  const { settleCoin, takerFeeE8 } = market.instrument
  const side = signOf(size) * market.valueSign
  // Rounded against the trader: a long of a linear contract down.
  const share = side === 1n ? floorDiv : ceilDiv
  const exit = share(draft.worst * closed, draft.lots)
  const booked = side * (exit - entryValue) - feeOn(exit, takerFeeE8)
  const opening = {
    ...draft,
    lots: draft.lots - closed,
    value: draft.value - (draft.value * closed) / draft.lots,
    worst: draft.worst - exit,
  }
  audited.pay(account, settleCoin, booked)
  const supposed = { account, symbol, idx, draft: opening }
  const ask = (): Means => audited.supposing(supposed, () => meansOf(audited, account, symbol))
  const after = audited.altering(account, symbol, () => ({ size: 0n, extra: 0n }), ask)
  audited.pay(account, settleCoin, -booked)
  return after.free < now.free && (after.free < 0n || after.balance < after.initial)
}

/** Since the third rules an order that does more than close may only lose what is available. */
function losesTooMuch(now: Means, after: Means): boolean {
  const left = after.balance - after.initial
  return left < 0n && left < now.balance - now.initial
}

/**
 * Would the account have too little margin afterwards? An isolated position uses its coin alone; an
 * order that needs no more margin than before is allowed (5.6: 110007, an order that increases
 * margin).
 */
export function isShortOf(now: Means, after: Means, isIsolated: boolean): boolean {
  const isCarried = !isIsolated || after.free >= 0n
  const asks = after.initial > now.initial || after.free < now.free
  return (after.balance < after.initial || !isCarried) && asks
}

/**
 * Would either side be worth more than the leverage allows, by an order that does more than close
 * (4.2, 4.3; docs/rules/order-margin.md)?
 */
function isBeyondLimit(audited: AuditedState, held: Held, draft: Draft): boolean {
  const { account, symbol, idx } = held
  const market = audited.market(symbol)
  const against = idx === 0 ? held : audited.seen(account, symbol, 3 - idx)
  const sideOf = (one: Held, sign: bigint): readonly Weight[] =>
    audited.weights(account, symbol, one.idx).filter((order) => order.sign === sign)
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
export function mostValue({ instrument }: AuditedMarket, leverageE2: bigint): bigint {
  const fitting = instrument.riskTiers.filter((tier) => tier.maxLeverageE2 >= leverageE2)
  return fitting.at(-1)?.limit ?? 0n
}
