// Bankruptcy prices of positions, isolated or cross, at which their margin is used up (rules 5.2,
// D-24).

import { amount, type Amount, type PriceTicks } from '@basis/domain/numbers/fixed'
import { isolatedBankruptcyPriceE8 } from '@basis/domain/margin/isolated-margin'
import { contractValue } from '@basis/domain/instrument/contract'
import {
  bankruptcyValue,
  conservativeTicks,
  priceOfValueE8,
  signedShares,
} from '@basis/domain/margin/bankruptcy'
import { allPositions } from '../state/positions.ts'
import { inUsd, ofUsd } from './collateral.ts'
import { accountMargin } from './account-margin.ts'
import { isolatedInput } from './isolated-margin.ts'
import { isOption } from './option-margin.ts'
import { earnedValue, exposedLots, maintenanceOf } from './position-margin.ts'
import type { AccountState, PositionState } from '../state/state.ts'

/** Returns the account's open cross positions; long options only in portfolio margin. */
export const crossPositionsOf = (account: AccountState): PositionState[] =>
  allPositions(account).filter(
    (held): held is PositionState =>
      held !== undefined && held.sign !== 0 && !held.isolated && !isPaid(held),
  )

/** A long option is paid in full: in cross margin it is never liquidated (5.8 step 5). */
const isPaid = (position: PositionState): boolean =>
  isLongOption(position) && position.account.portfolio === undefined

const isLongOption = ({ market, sign }: PositionState): boolean => sign === 1 && isOption(market)

/**
 * Returns the values at which the account's cross positions use up its margin balance, each its
 * share by maintenance margin; with a negative balance, the values that leave a debt of exactly 0.
 */
function bankruptcyValues(
  account: AccountState,
  held: readonly PositionState[],
): readonly Amount[] {
  const weights = held.map((each) => amount(inUsd(each.coinBalance.coin, maintenanceOf(each))))
  const shares = signedShares(amount(accountMargin(account).balance), weights)
  return held.map((each, k) => {
    const share = amount(ofUsd(each.coinBalance.coin, shares[k] ?? 0n))
    if (account.portfolio !== undefined) {
      // The balance includes options at mark: long ones are valued at it and take no share (10.6).
      return isLongOption(each) ? earnedValue(each) : valueLess(each, share)
    }
    // The balance includes no option value: the share is all that is left to buy the short back.
    if (isOption(each.market)) return share > 0n ? share : amount(0n)
    return valueLess(each, share)
  })
}

/**
 * The takeover of a cross position: the remaining position, and the value at which it is taken
 * over.
 */
export type TakeoverTerms = {
  readonly position: PositionState
  /** The position itself; of a hedged side the part that the other side does not offset. */
  readonly rest: PositionState
  readonly value: Amount
}

/**
 * Returns the values at which the account's cross positions would be taken over now, after the
 * matched part of hedges was closed at the mark (5.2, 5.8 steps 3 and 6). A side that is offset
 * completely has none. The displayed bankruptcy price and the takeover both use this function.
 */
export function takeoverTermsOf(account: AccountState): readonly TakeoverTerms[] {
  const held = crossPositionsOf(account).filter((each) => exposedLots(each) > 0)
  const rests = held.map(restOf)
  const values = bankruptcyValues(account, rests)
  return held.map((position, k) => ({
    position,
    rest: rests[k] ?? position,
    value: values[k] ?? amount(0n),
  }))
}

function restOf(position: PositionState): PositionState {
  const { sizeLots, entryValue, pair } = position
  const lots = exposedLots(position)
  if (pair === undefined || lots === sizeLots) return position
  const closed = (entryValue * BigInt(sizeLots - lots)) / BigInt(sizeLots)
  return { ...position, pair: undefined, sizeLots: lots, entryValue: entryValue - closed }
}

/** Returns a position's value after a loss of an amount of its coin, starting from the mark. */
export function valueLess(position: PositionState, share: Amount): Amount {
  return bankruptcyValue({
    kind: position.market.valueSign === 1 ? 'Linear' : 'Inverse',
    sign: position.sign === -1 ? -1 : 1,
    markValue: earnedValue(position),
    share,
  })
}

/** Returns the value of one position at its bankruptcy price. */
export function bankruptcyValueOf(position: PositionState): Amount {
  if (position.isolated) {
    const input = isolatedInput(position)
    const price = isolatedBankruptcyPriceE8(input)
    return price === undefined ? amount(0n) : contractValue(input.kind, input.qty, price)
  }
  const held = crossPositionsOf(position.account)
  return bankruptcyValues(position.account, held)[held.indexOf(position)] ?? amount(0n)
}

/** Returns the tick at which the whole position has a value, rounded to the lower loss. */
export function ticksOfValue(position: PositionState, value: Amount): PriceTicks {
  const { market, sizeLots } = position
  const { tickSizeE8, lotSizeE8, minPriceTicks, maxPriceTicks } = market.instrument
  const sign = position.sign === -1 ? -1 : 1
  const kind = market.valueSign === 1 ? 'Linear' : 'Inverse'
  const price = priceOfValueE8(kind, amount(BigInt(sizeLots) * BigInt(lotSizeE8)), value)
  // No price: a value of 0 means the lowest price of a linear contract, the highest of an inverse
  // one.
  if (price === undefined) return kind === 'Linear' ? minPriceTicks : maxPriceTicks
  const ticks = conservativeTicks(sign, price, tickSizeE8)
  return ticks < minPriceTicks ? minPriceTicks : ticks > maxPriceTicks ? maxPriceTicks : ticks
}
