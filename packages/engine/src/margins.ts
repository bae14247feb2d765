// Cross margin of an account: what its positions and orders need, and what is left (domain.md 5.6,
// 6.3). A draft order may be looked at as if it stood already, and an order as if it did not: the
// same arithmetic answers "what is" and "what would be".

import { amount, type Amount } from '@basis/domain/fixed'
import {
  initialMarginAt,
  maintenanceMarginAt,
  marginRates,
  orderCostAt,
  tierOf,
} from '@basis/domain/margin'
import { freeBalance } from './wallets.ts'
import {
  tickValue,
  type AccountState,
  type Holding,
  type HoldingMargin,
  type MarketState,
  type OpenOrder,
} from './state.ts'

/** The coin that margin is counted in. */
export const marginCoin = 'USDT'

/** An order as if it stood: its value at the prices it would be filled or rest at. */
export type DraftOrder = {
  readonly sign: 1 | -1
  readonly priceTicks: number
  readonly lots: number
  /** Σ price ticks × lots of its parts; a safe integer (listings keep it so). */
  readonly product: number
}

/** What to look at differently from how it is. */
export type WhatIf = {
  readonly draft?: DraftOrder | undefined
  readonly without?: OpenOrder | undefined
  readonly leverageE2?: Holding['leverageE2'] | undefined
}

const nothing: HoldingMargin = {
  position: 0n,
  initial: 0n,
  unrealised: 0n,
  orderLoss: 0n,
}

/** Returns the holding's margin as it is, from the cache where nothing has changed. */
export function holdingMargin(holding: Holding): HoldingMargin {
  const { market } = holding
  if (holding.margin !== undefined && holding.marginAtMark === market.markNo) return holding.margin
  holding.margin = marginIf(holding, asItIs)
  holding.marginAtMark = market.markNo
  return holding.margin
}

const asItIs: WhatIf = {}

/** Returns the holding's margin under a supposition; only sides that it leaves alone are kept. */
export function marginIf(holding: Holding, what: WhatIf): HoldingMargin {
  const { market, sign, sizeLots } = holding
  if (market.instrument.kind === 'Spot') return nothing
  if (sign === 0 && what.draft === undefined && holding.buys.length + holding.sells.length === 0) {
    return nothing
  }
  let position = 0n
  let unrealised = 0n
  if (sign !== 0) {
    const markValue = tickValue(market, market.markTicks, sizeLots)
    position = initialMarginAt(markValue, holding.entryValue, ratesIf(holding, sign, what))
    unrealised = sign === 1 ? markValue - holding.entryValue : holding.entryValue - markValue
  }
  const buys = sideCost(holding, 1, what)
  const sells = sideCost(holding, -1, what)
  const long = sign === 1 ? position + buys : buys
  const short = sign === -1 ? position + sells : sells
  return {
    position,
    initial: long > short ? long : short,
    unrealised,
    orderLoss: orderLoss(holding, what),
  }
}

/** A side's cost, from the cache where the supposition leaves that side as it is. */
function sideCost(holding: Holding, sign: 1 | -1, what: WhatIf): bigint {
  const asked = what.draft?.sign === sign || what.without?.sign === sign
  if (asked || what.leverageE2 !== undefined) return costOfSide(holding, sign, what)
  const side = sign === 1 ? holding.buyCost : holding.sellCost
  if (side !== undefined) return side
  const cost = costOfSide(holding, sign, what)
  if (sign === 1) holding.buyCost = cost
  else holding.sellCost = cost
  return cost
}

/** Returns the position's maintenance margin at the mark; 0 when flat. */
export function maintenanceOf(holding: Holding): bigint {
  const { market, sign, sizeLots } = holding
  if (sign === 0 || market.instrument.kind === 'Spot') return 0n
  const markValue = amount(tickValue(market, market.markTicks, sizeLots))
  const rates = sign === 1 ? holding.longRates : holding.shortRates
  const tier = tierOf(market.instrument.riskTiers, markValue)
  return maintenanceMarginAt(markValue, holding.entryValue, rates, tier)
}

function ratesIf(holding: Holding, sign: 1 | -1, what: WhatIf): Holding['longRates'] {
  if (what.leverageE2 !== undefined) {
    return marginRates(sign, what.leverageE2, holding.market.instrument.takerFeeE8)
  }
  return sign === 1 ? holding.longRates : holding.shortRates
}

/** The cost of one side's orders; what closes, best price first, is free (6.3). EX-6.2 */
function costOfSide(holding: Holding, sign: 1 | -1, what: WhatIf): bigint {
  const orders = sign === 1 ? holding.buys : holding.sells
  const draft = what.draft?.sign === sign ? what.draft : undefined
  if (orders.length === 0 && draft === undefined) return 0n
  const freeLots = holding.sign === -sign ? holding.sizeLots : 0
  let value: bigint
  if (freeLots === 0) {
    value = openValue(holding, sign, what.without)
    if (draft !== undefined) value += BigInt(draft.product) * holding.market.unit
  } else {
    let lots = draft?.lots ?? 0
    for (const order of orders) {
      if (!order.reduceOnly && order !== what.without) lots += order.leavesLots
    }
    if (lots <= freeLots) return 0n
    value = valueBeyond(holding, sign, what, freeLots)
  }
  return value === 0n ? 0n : orderCostAt(value, ratesIf(holding, sign, what))
}

/** Returns Σ price ticks × lots of a side's orders that could open; exact while it is safe. */
export function openProduct(holding: Holding, sign: 1 | -1, without?: OpenOrder): number {
  let product = 0
  for (const order of sign === 1 ? holding.buys : holding.sells) {
    if (!order.reduceOnly && order !== without) product += order.priceTicks * order.leavesLots
  }
  return product
}

/** Returns the value of a side's orders that could open, at their own prices. */
export function openValue(holding: Holding, sign: 1 | -1, without?: OpenOrder): bigint {
  const product = openProduct(holding, sign, without)
  if (product <= Number.MAX_SAFE_INTEGER) return BigInt(product) * holding.market.unit
  // Beyond the safe integers each product is made exact on its own.
  let value = 0n
  for (const order of sign === 1 ? holding.buys : holding.sells) {
    if (order.reduceOnly || order === without) continue
    value += tickValue(holding.market, order.priceTicks, order.leavesLots)
  }
  return value
}

/** The value of a side's lots beyond the first `freeLots`, best price first, the draft last. */
function valueBeyond(holding: Holding, sign: 1 | -1, what: WhatIf, freeLots: number): bigint {
  const { market } = holding
  const draft = what.draft?.sign === sign ? what.draft : undefined
  const orders = (sign === 1 ? holding.buys : holding.sells)
    .filter((order) => !order.reduceOnly && order !== what.without)
    .sort((a, b) => (b.priceTicks - a.priceTicks) * sign)
  let free = freeLots
  let value = 0n
  let waiting = draft
  for (const { priceTicks, leavesLots } of orders) {
    if (waiting !== undefined && (waiting.priceTicks - priceTicks) * sign > 0) {
      const covered = Math.min(free, waiting.lots)
      value += draftBeyond(market, waiting, covered)
      free -= covered
      waiting = undefined
    }
    const covered = Math.min(free, leavesLots)
    free -= covered
    if (covered < leavesLots) value += tickValue(market, priceTicks, leavesLots - covered)
  }
  if (waiting !== undefined) value += draftBeyond(market, waiting, Math.min(free, waiting.lots))
  return value
}

/** The value of a draft less its share of covered lots. */
function draftBeyond(market: MarketState, draft: DraftOrder, covered: number): bigint {
  if (covered === draft.lots) return 0n
  const value = BigInt(draft.product) * market.unit
  return covered === 0 ? value : value - (value * BigInt(covered)) / BigInt(draft.lots)
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
    const { sign, lots, product } = what.draft
    const worse = (product - mark * lots) * sign
    if (worse > 0) loss -= BigInt(worse) * market.unit
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
  readonly available: Amount
}

const noCoin = { balance: 0n, locked: 0n }

/** Returns the account's margin, optionally with one holding looked at under a supposition. */
export function accountMargin(
  account: AccountState,
  supposed?: { readonly holding: Holding; readonly margin: HoldingMargin },
): AccountMargin {
  // Looked at, not made: a question or a refusal leaves no trace in the state (R6).
  const coin = account.coins.get(marginCoin) ?? noCoin
  let unrealised = 0n
  let loss = 0n
  let positionMargin = 0n
  let initial = 0n
  // A supposed holding may be new to the account and not in its list yet.
  let extra = supposed?.margin ?? nothing
  for (const holding of account.holdings) {
    if (holding === undefined) continue
    let margin = nothing
    if (supposed?.holding === holding) {
      margin = supposed.margin
      extra = nothing
    } else margin = holdingMargin(holding)
    if (margin === nothing) continue
    unrealised += margin.unrealised
    loss += margin.orderLoss
    positionMargin += margin.position
    initial += margin.initial
  }
  initial += extra.initial
  loss += extra.orderLoss
  // What is locked for spot orders is haircut in full: the coins it buys are no collateral yet.
  const balance = coin.balance - coin.locked + unrealised + loss
  return {
    wallet: coin.balance,
    unrealised,
    balance,
    positionMargin,
    initial,
    available: amount(balance - initial),
  }
}

/** Returns the maintenance margin of all the account's positions. */
export function accountMaintenance(account: AccountState): bigint {
  let maintenance = 0n
  for (const holding of account.holdings) {
    if (holding !== undefined) maintenance += maintenanceOf(holding)
  }
  return maintenance
}

/**
 * Returns what may leave or be spent of a coin: for the margin coin, only what carries no margin.
 */
export function spendable(account: AccountState, coin: string): bigint {
  const free = freeBalance(account, coin)
  if (coin !== marginCoin) return free
  const { available } = accountMargin(account)
  return available < free ? available : free
}
