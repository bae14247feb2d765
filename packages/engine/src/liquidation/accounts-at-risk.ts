// Accounts that a liquidation must check: those whose prices left their safe zone and those that
// changed. No other can have fallen, so that a tick need not check all.

import type { AccountId } from '@basis/domain/numbers/brand'
import { setUsd, type CoinState } from '../state/coin.ts'
import { type AccountState, type EngineState } from '../state/state.ts'
import { noteRisk } from '../state/liquidation-index.ts'
import { wellMarginedReach, spareValue } from '../risk/well-margined.ts'
import { isPinned, safeZone } from '../risk/safe-zone.ts'

/**
 * Visits every account that may have to be liquidated, in the order of their numbers (R4), with the
 * same outcome as if all were visited: whom a visit changes is visited too where its number is
 * higher, and in the next round where it is lower.
 */
export function visitAccountsAtRisk(
  state: EngineState,
  visit: (account: AccountState) => void,
): void {
  const { alarms, accounts, marks } = state
  for (const { index, markE8 } of state.markets) alarms.ringMark(index, markE8)
  for (const coin of state.coins.values()) alarms.ringCoin(coin, coin.usdE8)
  const way = marks.way()
  alarms.ringWay(way)
  const noted = alarms.takeNoted().filter((id) => !rests(state, id, way))
  let queue = sorted(noted)
  const later: AccountId[] = []
  for (let k = 0; k < queue.length; k += 1) {
    const id = queue[k] as AccountId
    const account = accounts.get(id)
    if (account === undefined || !account.risk.isNoted) continue
    visit(account)
    const changed = alarms.takeNoted()
    const higher = changed.filter((other) => other > id)
    for (const other of changed) if (other < id) later.push(other)
    if (higher.length > 0) queue = sorted([...queue.slice(k + 1), ...higher])
    if (higher.length > 0) k = -1
    const zone = safeZone(account)
    if (zone === undefined) later.push(id)
    else alarms.set(account.risk, zone)
  }
  for (const id of later) {
    const account = accounts.get(id)
    if (account !== undefined) alarms.keepNoted(account.risk)
  }
}

/**
 * Finds everybody's safe zone at the prices as they stand, after a restore, so that the first price
 * costs what it endangers and not a look at all. Who has none is looked at with that price.
 */
export function findZones(state: EngineState): void {
  const { alarms, accounts, marks } = state
  const way = marks.way()
  for (const id of alarms.takeNoted()) {
    const account = accounts.get(id)
    if (account === undefined || rests(state, id, way)) continue
    const zone = safeZone(account)
    if (zone === undefined) alarms.keepNoted(account.risk)
    else alarms.set(account.risk, zone)
  }
}

/** Is an account calm? Then it need not be looked at until it has used its room or its reach. */
function rests({ accounts, alarms }: EngineState, id: AccountId, way: number): boolean {
  const account = accounts.get(id)
  const room = account && spareValue(account)
  if (account === undefined || room === undefined) return false
  alarms.setCalm(account.risk, { way, reach: wellMarginedReach(account), room })
  return true
}

const sorted = (ids: AccountId[]): AccountId[] => ids.sort((a, b) => a - b)

/** Has every account looked at with the next prices. */
export function noteEverybody(state: EngineState): void {
  for (const { risk } of state.accounts.values()) noteRisk(risk)
}

/** Sets a coin's price in USD ×1e8. Safe zones count on a dollar coin to stay one. */
export function setCoinPrice(state: EngineState, coin: CoinState, usdE8: number): void {
  if (coin.usdE8 !== usdE8 && isPinned(coin)) noteEverybody(state)
  setUsd(coin, usdE8)
}
