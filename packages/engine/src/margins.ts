// Cross margin of an account: what its positions and orders need, and what is left (domain.md 5.6,
// 6.3). A draft order may be looked at as if it stood already, and an order as if it did not: the
// same arithmetic answers "what is" and "what would be".

import { amount, type Amount } from '@basis/domain/fixed'
import { crossInitialMargin, crossMaintenanceMargin, orderCost, tierOf } from '@basis/domain/margin'
import { coinOf } from './wallets.ts'
import {
  tickValue,
  type AccountState,
  type Holding,
  type HoldingMargin,
  type OpenOrder,
} from './state.ts'

/** The coin that margin is counted in. */
export const marginCoin = 'USDT'

/** An order as if it stood: its value at the prices it would be filled or rest at. */
export type DraftOrder = {
  readonly sign: 1 | -1
  readonly priceTicks: number
  readonly lots: number
  readonly value: bigint
}

/** What to look at differently from how it is. */
export type WhatIf = {
  readonly draft?: DraftOrder
  readonly without?: OpenOrder
  readonly leverageE2?: Holding['leverageE2']
}

const nothing: HoldingMargin = {
  position: 0n,
  initial: 0n,
  maintenance: 0n,
  unrealised: 0n,
  orderLoss: 0n,
}

/** Returns the holding's margin as it is, from the cache where nothing has changed. */
export function holdingMargin(holding: Holding): HoldingMargin {
  const { market } = holding
  if (holding.margin !== undefined && holding.marginAtMark === market.markNo) return holding.margin
  holding.margin = marginIf(holding, {})
  holding.marginAtMark = market.markNo
  return holding.margin
}

/** Returns the holding's margin under a supposition; nothing is stored. */
export function marginIf(holding: Holding, what: WhatIf): HoldingMargin {
  const { market, sign, sizeLots } = holding
  const { instrument } = market
  if (instrument.kind === 'Spot') return nothing
  if (sign === 0 && what.draft === undefined && holding.buys.length + holding.sells.length === 0) {
    return nothing
  }
  const leverage = what.leverageE2 ?? holding.leverageE2
  let position = 0n
  let maintenance = 0n
  let unrealised = 0n
  if (sign !== 0) {
    const markValue = amount(tickValue(market, market.markTicks, sizeLots))
    const entryValue = amount(holding.entryValue)
    const input = { sign, entryValue, markValue, leverage, takerFee: instrument.takerFeeE8 }
    position = crossInitialMargin(input)
    maintenance = crossMaintenanceMargin(input, tierOf(instrument.riskTiers, markValue))
    unrealised = sign === 1 ? markValue - entryValue : entryValue - markValue
  }
  const buys = costOfSide(holding, 1, what)
  const sells = costOfSide(holding, -1, what)
  const long = sign === 1 ? position + buys : buys
  const short = sign === -1 ? position + sells : sells
  return {
    position,
    initial: long > short ? long : short,
    maintenance,
    unrealised,
    orderLoss: orderLoss(holding, what),
  }
}

type Waiting = { readonly priceTicks: number; readonly lots: number; readonly value: bigint }

/**
 * The cost of one side's orders, the first `freeLots` of the best priced being free (6.3). EX-6.2
 */
function costOfSide(holding: Holding, sign: 1 | -1, what: WhatIf): bigint {
  const { market } = holding
  const freeLots = holding.sign === -sign ? holding.sizeLots : 0
  const leverage = what.leverageE2 ?? holding.leverageE2
  const orders = sign === 1 ? holding.buys : holding.sells
  const draft = what.draft?.sign === sign ? what.draft : undefined
  let lots = draft?.lots ?? 0
  let product = 0
  for (const order of orders) {
    if (order.reduceOnly || order === what.without) continue
    lots += order.leavesLots
    product += order.priceTicks * order.leavesLots
  }
  if (lots <= freeLots) return 0n
  const value =
    freeLots === 0 && product <= Number.MAX_SAFE_INTEGER
      ? BigInt(product) * market.unit + (draft?.value ?? 0n)
      : valueBeyond(waitingOf(holding, sign, what), sign, freeLots)
  return orderCost(sign, amount(value), leverage, market.instrument.takerFeeE8)
}

function waitingOf(holding: Holding, sign: 1 | -1, what: WhatIf): Waiting[] {
  const orders = sign === 1 ? holding.buys : holding.sells
  const waiting: Waiting[] = []
  for (const order of orders) {
    if (order.reduceOnly || order === what.without) continue
    const { priceTicks, leavesLots: lots } = order
    waiting.push({ priceTicks, lots, value: tickValue(holding.market, priceTicks, lots) })
  }
  if (what.draft?.sign === sign) waiting.push(what.draft)
  return waiting
}

/**
 * The value of what lies beyond the first lots, best price first; equal prices are equal in value.
 */
function valueBeyond(waiting: Waiting[], sign: 1 | -1, freeLots: number): bigint {
  waiting.sort((a, b) => (b.priceTicks - a.priceTicks) * sign)
  let free = freeLots
  let value = 0n
  for (const order of waiting) {
    const covered = Math.min(free, order.lots)
    free -= covered
    if (covered === order.lots) continue
    value +=
      covered === 0
        ? order.value
        : order.value - (order.value * BigInt(covered)) / BigInt(order.lots)
  }
  return value
}

/** Σ min(0, s (M − P) q) over the orders that could open (5.6). EX-5.9 */
function orderLoss(holding: Holding, what: WhatIf): bigint {
  const { market } = holding
  const mark = market.markTicks
  let loss = 0n
  for (const order of holding.buys) {
    if (order.priceTicks <= mark || order.reduceOnly || order === what.without) continue
    loss -= tickValue(market, order.priceTicks - mark, order.leavesLots)
  }
  for (const order of holding.sells) {
    if (order.priceTicks >= mark || order.reduceOnly || order === what.without) continue
    loss -= tickValue(market, mark - order.priceTicks, order.leavesLots)
  }
  if (what.draft !== undefined) {
    const { sign, lots, value } = what.draft
    const worse = (value - tickValue(market, mark, lots)) * BigInt(sign)
    if (worse > 0n) loss -= worse
  }
  return loss
}

/** The account's totals in the margin coin. */
export type AccountMargin = {
  readonly wallet: bigint
  readonly unrealised: bigint
  /** MB − HL + OL: what carries the margin (5.6). */
  readonly balance: bigint
  readonly positionMargin: bigint
  readonly initial: bigint
  readonly maintenance: bigint
  readonly available: Amount
}

/** Returns the account's margin, optionally with one holding looked at under a supposition. */
export function accountMargin(
  account: AccountState,
  supposed?: { readonly holding: Holding; readonly margin: HoldingMargin },
): AccountMargin {
  const coin = coinOf(account, marginCoin)
  let unrealised = 0n
  let loss = 0n
  let positionMargin = 0n
  let initial = 0n
  let maintenance = 0n
  for (const holding of account.holdings) {
    if (holding === undefined || holding.market.instrument.kind === 'Spot') continue
    const margin = supposed?.holding === holding ? supposed.margin : holdingMargin(holding)
    if (margin === nothing) continue
    unrealised += margin.unrealised
    loss += margin.orderLoss
    positionMargin += margin.position
    initial += margin.initial
    maintenance += margin.maintenance
  }
  // What is locked for spot orders is haircut in full: the coins it buys are no collateral yet.
  const balance = coin.balance - coin.locked + unrealised + loss
  return {
    wallet: coin.balance,
    unrealised,
    balance,
    positionMargin,
    initial,
    maintenance,
    available: amount(balance - initial),
  }
}

/**
 * Returns what may leave or be spent of a coin: for the margin coin, only what carries no margin.
 */
export function spendable(account: AccountState, coin: string): bigint {
  const balance = coinOf(account, coin)
  const free = balance.balance - balance.locked
  if (coin !== marginCoin) return free
  const { available } = accountMargin(account)
  return available < free ? available : free
}
