// The price ranges within which an account cannot be liquidated, unless something else in it
// changes. A zone may be too small, never too large.

// A cross account's spare margin is distributed over its exposures, and each share is converted to
// a distance of one price, so that all prices may move by their whole distance at once.

import { amount, unitE8 } from '@basis/domain/numbers/fixed'
import type { RiskTier } from '@basis/domain/instrument/instrument'
import { thirdRules, type RulesVersion } from '../api/rules-version.ts'
import { isDollarCoin, type CoinState } from '../state/coin.ts'
import { crossBackingBalance, collateralOf, inUsd, spotSwaps } from './collateral.ts'
import { accountMaintenance, accountMargin } from './account-margin.ts'
import { mayBorrow, owesAnything } from './loans.ts'
import { isIsolatedDue, isolatedLiquidationTicks } from './isolated-margin.ts'
import { hasOptions, isOption } from './option-margin.ts'
import { exposedLots, maintenanceOf } from './position-margin.ts'
import type { Bound, SafeZone } from '../state/liquidation-index.ts'
import { allPositions } from '../state/positions.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { AccountState, CoinBalance, PositionState } from '../state/state.ts'

const everHigh = Number.MAX_SAFE_INTEGER

/** Returns an account's safe zone; undefined if it must be checked at every price. */
export function safeZone(
  account: AccountState,
  rules: RulesVersion,
): SafeZone<CoinState> | undefined {
  // Loans and their margin change with every price.
  if (mayBorrow(account) && owesAnything(account)) return undefined
  // Before the third rules option orders without a position were not checked (10.4).
  const isTried = account.portfolio !== undefined && rules.present >= thirdRules
  if (isTried && hasOptions(account)) return undefined
  const marks: Bound<number>[] = []
  let isCross = false
  for (const position of allPositions(account)) {
    if (position === undefined || position.sign === 0) continue
    if (!position.isolated) {
      // A unit is stressed again at every price.
      if (account.portfolio !== undefined) return undefined
      // The margin of a short option also depends on its index.
      if (position.sign === -1 && isOption(position.market)) return undefined
      isCross = true
      continue
    }
    const bound = isolatedBound(position)
    if (bound === undefined) return undefined
    marks.push(bound)
  }
  if (!isCross) return { marks, coins: [] }
  if (mayBorrow(account)) return undefined
  const cross = crossZone(account)
  return cross === undefined ? undefined : { marks: [...marks, ...cross.marks], coins: cross.coins }
}

/**
 * The liquidation price of an isolated position is constant while its value at mark stays in its
 * tier, from which the search for it begins (D-22).
 */
function isolatedBound(position: PositionState): Bound<number> | undefined {
  const { market, sign, sizeLots } = position
  const { riskTiers } = market.instrument
  const value = valueAtMark(market, sizeLots)
  const found = riskTiers.findIndex(({ limit }) => value <= limit)
  const at = found < 0 ? riskTiers.length - 1 : found
  const least = (riskTiers[at - 1]?.limit ?? -1n) + 1n
  const most = found < 0 ? undefined : riskTiers[at]?.limit
  let { low, high } = pricesOfValues(position, sizeLots, least, most)
  const due = isolatedLiquidationTicks(position)
  if (due === undefined && isIsolatedDue(position)) return undefined
  const dueE8 = (due ?? 0) * market.instrument.tickSizeE8
  if (due !== undefined && sign === 1) low = Math.max(low, dueE8 + 1)
  if (due !== undefined && sign === -1) high = Math.min(high, dueE8 - 1)
  const { markE8 } = market
  return markE8 < low || markE8 > high ? undefined : { place: market.index, low, high }
}

/** The prices at which lots have a value from `least` to `most`, rounded or not. */
function pricesOfValues(
  { market }: PositionState,
  lots: number,
  least: bigint,
  most: bigint | undefined,
): { low: number; high: number } {
  const qty = BigInt(lots) * BigInt(market.instrument.lotSizeE8)
  if (market.valueSign === 1) {
    const low = least <= 0n ? 0 : asPrice((least * unitE8 + qty - 1n) / qty)
    return { low, high: most === undefined ? everHigh : asPrice((most * unitE8) / qty) }
  }
  const low = most === undefined ? 0 : most <= 0n ? everHigh : asPrice((qty * unitE8) / most + 1n)
  return { low, high: least <= 0n ? everHigh : asPrice((qty * unitE8) / least) }
}

const asPrice = (e8: bigint): number =>
  e8 > BigInt(everHigh) ? everHigh : e8 < 0n ? 0 : Number(e8)

/** An account's exposure to one market. */
type Exposure = {
  readonly position: PositionState
  /** Lots that lose if the mark falls, and those that lose if it rises. */
  readonly longLots: number
  readonly shortLots: number
  /** The value at mark of the larger of both, 1e-8 settle coin; `usd` is in USD. */
  readonly value: bigint
  readonly usd: bigint
  readonly orders: number
}

/** The maximum move of a coin's price within a zone: a tenth. */
const mostCoinMove = 10n

function crossZone(account: AccountState): SafeZone<CoinState> | undefined {
  const spare = accountMargin(account).balance - accountMaintenance(account)
  const exposures = exposuresOf(account)
  const weights = coinWeights(account)
  // Every term in USD is rounded once; a few units for each are reserved.
  const budget = spare - BigInt(64 + 4 * (exposures.length + weights.size))
  if (budget <= 0n) return undefined
  const coinBudget = weights.size === 0 ? 0n : budget / 2n
  const coins: Bound<CoinState>[] = []
  for (const [coin, weight] of weights) {
    const price = BigInt(coin.usdE8)
    const wanted = weight === 0n ? price : (price * coinBudget) / BigInt(weights.size) / weight
    const move = Number(wanted < price / mostCoinMove ? wanted : price / mostCoinMove)
    coins.push({ place: coin, low: coin.usdE8 - move, high: coin.usdE8 + move })
  }
  const whole = exposures.reduce((sum, { usd }) => sum + usd, 0n)
  const marks: Bound<number>[] = []
  for (const exposure of exposures) {
    const share = whole === 0n ? 0n : ((budget - coinBudget) * exposure.usd) / whole
    const bound = exposureBound(exposure, share)
    if (bound === undefined) return undefined
    marks.push(bound)
  }
  return { marks, coins }
}

function exposuresOf(account: AccountState): Exposure[] {
  const exposures: Exposure[] = []
  for (const position of allPositions(account)) {
    if (position === undefined || position.isolated) continue
    const { market, sign, sizeLots, buys, sells, coinBalance } = position
    if (market.instrument.kind === 'Spot' || isOption(market)) continue
    const orders = buys.length + sells.length
    if (sign === 0 && orders === 0) continue
    let longLots = sign === 1 ? sizeLots : 0
    let shortLots = sign === -1 ? sizeLots : 0
    for (const order of buys) if (!order.reduceOnly) longLots += order.leavesLots
    for (const order of sells) if (!order.reduceOnly) shortLots += order.leavesLots
    const value = valueAtMark(market, Math.max(longLots, shortLots))
    const usd = inUsd(coinBalance.coin, value) + 1n
    exposures.push({ position, longLots, shortLots, value, usd, orders })
  }
  return exposures
}

/** For each coin whose price is not fixed, the maximum of USD margin that depends on its price. */
function coinWeights(account: AccountState): Map<CoinState, bigint> {
  const weights = new Map<CoinState, bigint>()
  const weigh = ({ coin }: CoinBalance, usd: bigint): void => {
    if (isDollarCoin(coin) || usd === 0n) return
    weights.set(coin, (weights.get(coin) ?? 0n) + (usd < 0n ? -usd : usd))
  }
  for (const coinBalance of account.coins.values()) {
    weigh(coinBalance, collateralOf(coinBalance, crossBackingBalance(coinBalance)))
    weigh(coinBalance, inUsd(coinBalance.coin, coinBalance.orderLoss))
  }
  // A spot order can lose at most the full value of what it pays and of what it receives.
  for (const { out, paid, into, got } of spotSwaps(account)) {
    weigh(out, inUsd(out.coin, paid) + 1n)
    weigh(into, inUsd(into.coin, got) + 1n)
  }
  for (const position of allPositions(account)) {
    if (position === undefined || position.sign === 0 || position.isolated) continue
    const { coin } = position.coinBalance
    if (isDollarCoin(coin)) continue
    const own = inUsd(coin, maintenanceOf(position)) + 1n
    weights.set(coin, (weights.get(coin) ?? 0n) + own)
  }
  return weights
}

/** The marks between which an exposure loses no more than its USD share. */
function exposureBound(exposure: Exposure, share: bigint): Bound<number> | undefined {
  const { position, longLots, shortLots, orders } = exposure
  const { market, coinBalance } = position
  const { markE8 } = market
  const { coin } = coinBalance
  if (coin.usdE8 === 0) return { place: market.index, low: 0, high: everHigh }
  // The coin's price may rise to its own bound, and losses in it with it.
  const dearest = BigInt(coin.usdE8) + (isDollarCoin(coin) ? 0n : BigInt(coin.usdE8) / mostCoinMove)
  const loss = (share * unitE8) / dearest - BigInt(64 + orders)
  if (loss <= 0n) return undefined
  const down = reach(exposure, longLots, loss, -1)
  const up = reach(exposure, shortLots, loss, 1)
  if (down === undefined || up === undefined) return undefined
  const low = Math.max(down.low, up.low)
  const high = Math.min(down.high, up.high)
  return markE8 < low || markE8 > high ? undefined : { place: market.index, low, high }
}

/** The range of the mark in one direction in which `lots` lose at most an amount of the coin. */
function reach(
  { position }: Exposure,
  lots: number,
  loss: bigint,
  direction: 1 | -1,
): { low: number; high: number } | undefined {
  if (lots === 0) return { low: 0, high: everHigh }
  const { market } = position
  const exposed = exposedLots(position)
  const value = valueAtMark(market, lots)
  const held = valueAtMark(market, exposed)
  const grows = direction === market.valueSign
  const { rate, least, most } = steadyMargin(market.instrument.riskTiers, held)
  let zone: { low: number; high: number }
  if (grows) {
    // A growing value is a loss here, and also raises the maintenance margin.
    const more = (loss * unitE8) / (unitE8 + rate)
    zone = pricesOfValues(position, lots, 0n, value + more)
  } else zone = pricesOfValues(position, lots, value - loss, undefined)
  if (exposed === 0) return zone
  const steady = pricesOfValues(position, exposed, least, most)
  return {
    low: Math.max(zone.low, steady.low),
    high: Math.min(zone.high, steady.high),
  }
}

/**
 * The range of values around one, up to its double, in which maintenance margin is continuous, and
 * its highest rate there.
 */
function steadyMargin(
  tiers: readonly RiskTier[],
  value: bigint,
): { readonly rate: bigint; readonly least: bigint; readonly most: bigint } {
  const most = 2n * value
  const found = tiers.findIndex(({ limit }) => value <= limit)
  const at = found < 0 ? tiers.length - 1 : found
  let least = 0n
  for (let k = at; k > 0; k -= 1) {
    const below = tiers[k - 1]
    if (below === undefined || isContinuous(below, tiers[k])) continue
    least = below.limit + 1n
    break
  }
  let rate = BigInt(tiers[at]?.maintenanceRateE8 ?? 0)
  for (let k = at; k < tiers.length - 1; k += 1) {
    const [tier, above] = [tiers[k], tiers[k + 1]]
    if (tier === undefined || above === undefined || tier.limit >= most) break
    if (!isContinuous(tier, above)) return { rate, least, most: amount(tier.limit) }
    const next = BigInt(above.maintenanceRateE8)
    if (next > rate) rate = next
  }
  return { rate, least, most }
}

/**
 * Returns whether both tiers give the same margin at the limit between them, but for a unit of
 * rounding.
 */
function isContinuous(below: RiskTier, above: RiskTier | undefined): boolean {
  if (above === undefined) return true
  const rates = BigInt(above.maintenanceRateE8) - BigInt(below.maintenanceRateE8)
  const jump = below.limit * rates - (above.deduction - below.deduction) * unitE8
  return jump < 2n * unitE8 && jump > -2n * unitE8
}
