// Accounts that a liquidation must check: those whose prices left their safe zone and those that
// changed. No other account can be below maintenance margin.

import type { AccountId } from '@basis/domain/numbers/brand'
import { isDollarCoin, setUsd, type CoinState } from '../state/coin.ts'
import { type AccountState, type EngineState } from '../state/state.ts'
import { markToCheck } from '../state/liquidation-index.ts'
import type { Distance } from '../state/mark-changes.ts'
import { wellMarginedReach, spareValue } from '../risk/well-margined.ts'
import { safeZone } from '../risk/safe-zone.ts'

/**
 * Yields every account that may have to be liquidated, in the order of their numbers (R4), with the
 * same outcome as if all were checked: an account that is changed by the liquidation of another
 * comes later in this round if its number is higher, and in the next round if it is lower. The
 * caller's loop must run to its end.
 */
export function* accountsAtRisk(state: EngineState): Generator<AccountState, void, void> {
  const { liquidationIndex, accounts } = state
  const distance = recordCrossed(state)
  const changed = liquidationIndex.takeToCheck()
  let queue = sorted(changed.filter((id) => !isWellMargined(state, id, distance)))
  const later: AccountId[] = []
  for (let k = 0; k < queue.length; k += 1) {
    const id = queue[k] as AccountId
    const account = accounts.get(id)
    if (account === undefined || !account.risk.isToCheck) continue
    yield account
    const others = liquidationIndex.takeToCheck()
    later.push(...others.filter((other) => other < id))
    const higher = others.filter((other) => other > id)
    if (higher.length > 0) {
      queue = [...queue.slice(0, k + 1), ...sorted([...queue.slice(k + 1), ...higher])]
    }
    const zone = safeZone(account, state.rulesVersion)
    if (zone === undefined) later.push(id)
    else liquidationIndex.set(account.risk, zone)
  }
  for (const id of later) {
    const account = accounts.get(id)
    if (account !== undefined) liquidationIndex.keepToCheck(account.risk)
  }
}

/** Lists the accounts whose bounds prices have crossed; returns the distance of the marks. */
function recordCrossed({ markets, coins, liquidationIndex, marks }: EngineState): Distance {
  for (const { index, markE8 } of markets) liquidationIndex.markCrossed(index, markE8)
  for (const coin of coins.values()) liquidationIndex.coinCrossed(coin, coin.usdE8)
  const distance = marks.distance()
  liquidationIndex.distanceCrossed(distance.travelled)
  return distance
}

/**
 * Computes every account's safe zone at the present prices after a restore, so that the first price
 * update need not check all accounts. An account without a safe zone is checked at that update.
 */
export function findSafeZones(state: EngineState): void {
  const { liquidationIndex, accounts, marks } = state
  const distance = marks.distance()
  for (const id of liquidationIndex.takeToCheck()) {
    const account = accounts.get(id)
    if (account === undefined || isWellMargined(state, id, distance)) continue
    const zone = safeZone(account, state.rulesVersion)
    if (zone === undefined) liquidationIndex.keepToCheck(account.risk)
    else liquidationIndex.set(account.risk, zone)
  }
}

/**
 * Returns whether an account is well margined, and if so skips its checks until its spare value or
 * distance is used up.
 */
function isWellMargined(
  { accounts, liquidationIndex }: EngineState,
  id: AccountId,
  distance: Distance,
): boolean {
  const account = accounts.get(id)
  if (account === undefined) return false
  const spare = spareValue(account)
  if (spare === undefined) {
    account.risk.isWellMargined = false
    return false
  }
  const reach = wellMarginedReach(account)
  liquidationIndex.setWellMargined(account.risk, { distance, reach, spareValue: spare })
  return true
}

const sorted = (ids: AccountId[]): AccountId[] => ids.sort((a, b) => a - b)

/** Lists every account for checking at the next price update. */
export function checkAllAccounts(state: EngineState): void {
  for (const { risk } of state.accounts.values()) markToCheck(risk)
}

/** Sets a coin's price in USD ×1e8. Safe zones assume that a dollar coin stays at one dollar. */
export function setCoinPrice(state: EngineState, coin: CoinState, usdE8: number): void {
  if (coin.usdE8 !== usdE8 && isDollarCoin(coin)) checkAllAccounts(state)
  setUsd(coin, usdE8)
}
