// What a trader sets about a position: leverage, margin mode, added margin, replenishment. Each is
// checked as if it stood already, and changes nothing when it may not (domain.md 4.5, 5.3, 5.4).

import type { AccountId, SymbolId } from '@basis/domain/brand'
import { amount, formatTrimmed, leverageE2, type LeverageE2 } from '@basis/domain/fixed'
import { maxLeverageOf, maxValueAt } from '@basis/domain/margin'
import type { PositionIdx } from '@basis/domain/position'
import { problem, type Problem } from '@basis/domain/problems'
import type { ChangeMargin, SetAutoAddMargin, SetLeverage, SetMarginMode } from './commands.ts'
import {
  accountMaintenance,
  accountMargin,
  freeOfPot,
  isIsolatedDue,
  marginIf,
  ofUsd,
  openValue,
  type WhatIf,
} from './margins.ts'
import type { OrderAnswer } from './orders.ts'
import { holdingOf, seenHolding, setHoldingLeverage } from './holdings/holdings.ts'
import { idxProblem } from './holdings/mode.ts'
import { tickValue, touch, type AccountState, type EngineState, type Holding } from './state.ts'

const done: OrderAnswer = {}

/** Returns the holding that a setting is about, as it stands or as it would begin. */
function found(
  state: EngineState,
  command: { readonly account: AccountId; readonly symbol: SymbolId },
  idx: PositionIdx,
): Holding | Problem {
  const account = state.accounts.get(command.account)
  if (account === undefined) return problem('accountUnknown', 'account')
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined || market.instrument.kind === 'Spot') {
    return problem('instrumentUnknown', 'symbol')
  }
  return idxProblem(account, market, idx) ?? seenHolding(account, market, idx)
}

const isProblem = (value: Holding | Problem): value is Problem => 'name' in value

export function setLeverage(state: EngineState, command: SetLeverage): OrderAnswer {
  const holding = found(state, command, 0)
  if (isProblem(holding)) return { problem: holding }
  const wrong = leverageProblem(holding, command.leverageE2)
  if (wrong !== undefined) return { problem: wrong }
  const kept = holdingOf(holding.account, holding.market)
  // Margin that was added by hand is released by a change of leverage (4.5).
  kept.extra = 0n
  setHoldingLeverage(kept, command.leverageE2)
  state.events.push({
    kind: 'LeverageChanged',
    account: command.account,
    symbol: command.symbol,
    leverageE2: command.leverageE2,
  })
  if (kept.isolated && kept.sign !== 0) touch(state, kept)
  return done
}

/** The checks of domain.md 4.5 in their order. EX-4.9 */
function leverageProblem(holding: Holding, wanted: LeverageE2): Problem | undefined {
  const { instrument } = holding.market
  const most = maxLeverageOf(instrument.riskTiers)
  const least = instrument.minLeverageE2
  if (!Number.isSafeInteger(wanted) || wanted < least || wanted > most) {
    return problem('leverageOutOfRange', 'leverage', {
      min: formatTrimmed(BigInt(least), 2),
      max: formatTrimmed(BigInt(most), 2),
    })
  }
  if (wanted === holding.leverageE2) return problem('leverageUnchanged', 'leverage')
  const value = riskValue(holding)
  const allowed = maxValueAt(instrument.riskTiers, leverageE2(wanted))
  if (value > allowed) {
    return problem('leverageRiskLimit', 'leverage', {
      value: formatTrimmed(value, 8),
      max: formatTrimmed(allowed, 8),
      coin: instrument.settleCoin,
    })
  }
  const what: WhatIf = { leverageE2: wanted, extra: 0n }
  const short = shortage(holding, what)
  if (short !== undefined) return problem('leverageInsufficientBalance', 'leverage', short)
  const due = holding.isolated && isIsolatedDue(holding, what)
  return due ? problem('leverageWouldLiquidate', 'leverage') : undefined
}

/** The larger of the two sides' position and order value (domain.md 4.2). EX-4.5 */
function riskValue(holding: Holding): bigint {
  const { market, sign, sizeLots } = holding
  const held = tickValue(market, market.markTicks, sizeLots)
  const buys = openValue(holding, 1) + (sign === 1 ? held : 0n)
  const sells = openValue(holding, -1) + (sign === -1 ? held : 0n)
  return buys > sells ? buys : sells
}

/** Returns what is missing when the holding stood differently; undefined when it can be carried. */
function shortage(holding: Holding, what: WhatIf): Record<string, string> | undefined {
  const { account, pot } = holding
  const supposed = marginIf(holding, what)
  const after = accountMargin(account, { holding, margin: supposed })
  const freeAfter = freeOfPot(pot)
  if (after.available >= 0n && (!supposed.isolated || freeAfter >= 0n)) return undefined
  const before = accountMargin(account)
  const asks = after.initial > before.initial || freeAfter < freeOfPot(pot)
  if (!asks) return undefined
  const available = before.available > 0n ? ofUsd(pot.coin, before.available) : 0n
  const missing = freeAfter < 0n && supposed.isolated ? -freeAfter : 0n
  const gone = ofUsd(pot.coin, before.available - after.available)
  return {
    needed: formatTrimmed(gone > missing ? gone : missing, 8),
    available: formatTrimmed(available, 8),
    coin: holding.market.instrument.settleCoin,
  }
}

/** Puts a contract's positions on their own margin, or back on the account's (spec 4). */
export function setMarginMode(state: EngineState, command: SetMarginMode): OrderAnswer {
  const holding = found(state, command, 0)
  if (isProblem(holding)) return { problem: holding }
  const isolated = command.mode === 'Isolated'
  if (holding.isolated === isolated) return { problem: problem('marginModeUnchanged', 'mode') }
  const what: WhatIf = { isolated, extra: 0n }
  const short = shortage(holding, what)
  if (short !== undefined) return { problem: problem('insufficientBalance', 'mode', short) }
  if (wouldFall(holding, what)) return { problem: problem('changeWouldLiquidate', 'mode') }
  const kept = holdingOf(holding.account, holding.market)
  kept.isolated = isolated
  kept.extra = 0n
  if (!isolated) kept.autoAdd = false
  touch(state, kept)
  return done
}

/** Would the position, or the account that takes it in, be liquidated at once? */
function wouldFall(holding: Holding, what: WhatIf): boolean {
  if (what.isolated === true) return isIsolatedDue(holding, what)
  const { account } = holding
  const after = accountMargin(account, { holding, margin: marginIf(holding, what) })
  const own = maintenanceIf(account, holding)
  return own > 0n && after.balance <= own
}

/** The account's maintenance margin with this position among the cross ones. */
function maintenanceIf(account: AccountState, holding: Holding): bigint {
  const isolated = holding.isolated
  holding.isolated = false
  const maintenance = accountMaintenance(account)
  holding.isolated = isolated
  return maintenance
}

/** Adds margin to an isolated position, or takes added margin back (5.3). EX-5.6 */
export function changeMargin(state: EngineState, command: ChangeMargin): OrderAnswer {
  const holding = found(state, command, command.positionIdx)
  if (isProblem(holding)) return { problem: holding }
  const wrong = marginChangeProblem(holding, command.amount)
  if (wrong !== undefined) return { problem: wrong }
  holding.extra += command.amount
  touch(state, holding)
  return done
}

/** Returns why margin may not be added or taken back; undefined when it may. */
export function marginChangeProblem(holding: Holding, change: bigint): Problem | undefined {
  if (!holding.isolated) return problem('crossHasNoPositionMargin', 'margin')
  if (holding.sign === 0) return problem('marginWithoutPosition', 'margin')
  if (change === 0n) return problem('amountInvalid', 'margin')
  const what: WhatIf = { extra: holding.extra + change }
  if (change > 0n) {
    const short = shortage(holding, what)
    return short === undefined ? undefined : problem('addMarginInsufficient', 'margin', short)
  }
  const margin = marginIf(holding, {})
  const kept = holding.extra + change + (margin.unrealised < 0n ? margin.unrealised : 0n)
  if (holding.extra + change < 0n || kept < 0n) {
    const loss = margin.unrealised < 0n ? margin.unrealised : 0n
    const most = holding.extra + loss
    const max = formatTrimmed(amount(most > 0n ? most : 0n), 8)
    const coin = holding.market.instrument.settleCoin
    return problem('marginRemovalTooLarge', 'margin', { max, coin })
  }
  return isIsolatedDue(holding, what) ? problem('changeWouldLiquidate', 'margin') : undefined
}

/** Switches auto margin replenishment of an isolated position (5.4; spec 5, Display). */
export function setAutoAddMargin(state: EngineState, command: SetAutoAddMargin): OrderAnswer {
  const holding = found(state, command, command.positionIdx)
  if (isProblem(holding)) return { problem: holding }
  if (!holding.isolated) return { problem: problem('replenishmentNeedsIsolated', 'autoAddMargin') }
  if (holding.sign === 0) return { problem: problem('marginWithoutPosition', 'autoAddMargin') }
  holding.autoAdd = command.isOn
  touch(state, holding)
  return done
}
