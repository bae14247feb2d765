// Settings of a position: leverage, margin mode, added margin, auto-add margin (rules 4.5, 5.3,
// 5.4).

// Each is checked against the state after it, and changes nothing if refused.

import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, type LeverageE2 } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  leverageBounds,
  leverageLimitsProblem,
  type SidedLeverage,
} from '@basis/domain/margin/leverage-rules'
import type {
  ChangeMargin,
  SetAutoAddMargin,
  SetLeverage,
  SetMarginMode,
} from '../../api/commands.ts'
import type { RulesVersion } from '../../api/rules-version.ts'
import { accountMaintenance, accountMargin, marginWithCoin } from '../../risk/account-margin.ts'
import { isIsolatedDue } from '../../risk/isolated-margin.ts'
import {
  positionMarginOf,
  marginIf,
  openValue,
  pairMarginIf,
  type WhatIf,
} from '../../risk/position-margin.ts'
import { mayBorrow } from '../../risk/loans.ts'
import { excessOf, shortageOf } from '../../risk/shortage.ts'
import {
  crossLiquidationTest,
  isolatedLiquidationTest,
  type LiquidationTest,
} from '../../risk/liquidation-tests.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { positionStateOf, peekPosition, setPositionLeverage } from '../../state/positions.ts'
import { hasSpreadsIn } from '../../risk/spread-orders.ts'
import { idxProblem, openingIdx } from '../../state/position-mode.ts'
import { mmrCloseOf } from '../../state/positions.ts'
import { markChanged } from '../../state/invalidation.ts'
import { valueAtMark } from '../../state/mark-value.ts'
import type { AccountState, EngineState, PositionState } from '../../state/state.ts'

const done: CommandResult = {}

/** Returns the position that a setting applies to, or an empty one if it does not exist. */
function found(
  state: EngineState,
  command: { readonly account: AccountId; readonly symbol: SymbolId },
  idx: PositionIdx,
): PositionState | Problem {
  const account = state.accounts.get(command.account)
  if (account === undefined) return problem('accountUnknown', 'account')
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined || market.instrument.kind === 'Spot') {
    return problem('instrumentUnknown', 'symbol')
  }
  return idxProblem(account, market, idx) ?? peekPosition(account, market, idx)
}

const isProblem = (value: PositionState | Sides | Problem): value is Problem => 'name' in value

/** Returns the position that a contract's setting applies to, or both sides of a hedge. */
function foundSides(
  state: EngineState,
  command: { readonly account: AccountId; readonly symbol: SymbolId },
): Sides | Problem {
  const account = state.accounts.get(command.account)
  const market = state.bySymbol.get(command.symbol)
  const idx = account && market ? openingIdx(account, market, 'Buy') : 0
  const position = found(state, command, idx)
  if (isProblem(position)) return position
  const { pair } = position
  return pair === undefined ? [position] : [pair.long, pair.short]
}

type Sides = readonly [PositionState, PositionState?]

/** The same positions, stored in the account. */
const keptOf = (sides: Sides): PositionState[] =>
  sides.flatMap((side) => (side ? [positionStateOf(side.account, side.market, side.idx)] : []))

/** Sets the leverage of a contract, or of each side of an isolated hedge (4.5). */
export function setLeverage(state: EngineState, command: SetLeverage): CommandResult {
  const sides = foundSides(state, command)
  if (isProblem(sides)) return { problem: sides }
  const { leverageE2: long, sellLeverageE2: short = long } = command
  const wantedOf = ({ idx }: PositionState): LeverageE2 => (idx === 2 ? short : long)
  const wrong = leverageRefusal(state, sides, { wantedOf, to: { buy: long, sell: short } })
  if (wrong !== undefined) return wrong
  for (const kept of keptOf(sides)) {
    const wanted = wantedOf(kept)
    if (wanted === kept.leverageE2) continue
    // A change of leverage releases manually added margin (4.5).
    kept.extra = 0n
    setPositionLeverage(kept, wanted)
    state.events.push({
      kind: 'LeverageChanged',
      account: command.account,
      symbol: command.symbol,
      leverageE2: wanted,
      ...(kept.idx === 0 ? {} : { positionIdx: kept.idx }),
    })
    if (kept.isolated && kept.sign !== 0) markChanged(state, kept)
  }
  return done
}

/** The checks of rules 4.5 in their order. EX-4.9 */
function leverageRefusal(
  { rulesVersion: rules }: EngineState,
  sides: Sides,
  {
    wantedOf,
    to,
  }: { readonly wantedOf: (side: PositionState) => LeverageE2; readonly to: SidedLeverage },
): CommandResult | undefined {
  const [long, other = long] = sides
  const { instrument } = long.market
  const limits = leverageLimitsProblem({
    marginMode: long.isolated ? 'Isolated' : 'Cross',
    isHedge: long.pair !== undefined,
    range: leverageBounds(instrument.minLeverageE2, instrument.riskTiers),
    tiers: instrument.riskTiers,
    settleCoin: instrument.settleCoin,
    from: { buy: long.leverageE2, sell: other.leverageE2 },
    to,
    riskValue: { long: amount(riskValue(long)), short: amount(riskValue(other)) },
  })
  if (limits !== undefined) return { problem: limits }
  const changing = sides.filter((side) => side !== undefined && wantedOf(side) !== side.leverageE2)
  const whatOf = (side: PositionState): WhatIf =>
    changing.includes(side) ? { leverageE2: wantedOf(side), extra: 0n } : {}
  const supposed = supposedOf(sides, whatOf)
  const short = long.isolated ? shortage(long, supposed) : marginExcess(long, supposed)
  if (short !== undefined) {
    return { problem: problem('leverageInsufficientBalance', 'leverage', short) }
  }
  const due = changing.find((side) => side?.isolated === true && isIsolatedDue(side, whatOf(side)))
  return (
    due &&
    wouldFall(
      'leverageWouldLiquidate',
      'leverage',
      isolatedLiquidationTest(due, rules, whatOf(due)),
    )
  )
}

/** Refuses a change that would cause a liquidation, and explains it with its numbers. */
const wouldFall = (
  rule: 'leverageWouldLiquidate' | 'changeWouldLiquidate',
  field: string,
  deciding: LiquidationTest,
): CommandResult => ({ problem: problem(rule, field), explanation: { rule, ...deciding } })

/** Returns the margin of a position or a pair, each side under a hypothesis. */
const supposedOf = (
  [position]: Sides,
  whatOf: (side: PositionState) => WhatIf,
): ReturnType<typeof marginIf> =>
  position.pair === undefined
    ? marginIf(position, whatOf(position))
    : pairMarginIf(position.pair, whatOf(position.pair.long), whatOf(position.pair.short))

/** The larger of the two sides' position and order value (rules 4.2). EX-4.5 */
function riskValue(position: PositionState): bigint {
  const { market, sign, sizeLots } = position
  const held = valueAtMark(market, sizeLots)
  const buys = openValue(position, 1) + (sign === 1 ? held : 0n)
  const sells = openValue(position, -1) + (sign === -1 ? held : 0n)
  return buys > sells ? buys : sells
}

/** Returns the missing amount with this margin; undefined if the account can carry it. */
function shortage(
  position: PositionState,
  supposed: ReturnType<typeof marginIf>,
): Record<string, string> | undefined {
  const { account, coinBalance } = position
  const after = marginWithCoin(account, coinBalance, { position, margin: supposed })
  if (after.margin.available >= 0n && (!supposed.isolated || after.free >= 0n)) return undefined
  const before = marginWithCoin(account, coinBalance)
  const needsNone = after.margin.initial <= before.margin.initial && after.free >= before.free
  if (needsNone) return undefined
  const { settleCoin } = position.market.instrument
  return shortageOf({ coinBalance, settleCoin, isolated: supposed.isolated }, before, after)
}

/**
 * Returns the account's initial margin and margin balance if the rate would be above 100 %, even if
 * the change needs less margin than before (4.5).
 */
function marginExcess(
  position: PositionState,
  margin: ReturnType<typeof marginIf>,
): Record<string, string> | undefined {
  const { account, coinBalance, market } = position
  const { settleCoin } = market.instrument
  return excessOf({ coinBalance, settleCoin }, accountMargin(account, { position, margin }))
}

/** Sets a contract's positions to isolated or cross margin (spec 4). */
export function setMarginMode(state: EngineState, command: SetMarginMode): CommandResult {
  const sides = foundSides(state, command)
  if (isProblem(sides)) return { problem: sides }
  const [position] = sides
  const isolated = command.mode === 'Isolated'
  if (position.isolated === isolated) return { problem: problem('marginModeUnchanged', 'mode') }
  if (isolated && mayBorrow(position.account)) return { problem: problem('spotMarginIsolated') }
  // An MMR close order follows the account's rate: it must be cancelled before the change (8.8).
  if (sides.some((side) => side !== undefined && mmrCloseOf(state, side) !== undefined)) {
    return { problem: problem('ordersBlockModeSwitch', 'mode') }
  }
  // Combinations require cross margin for both legs (D-S9).
  if (hasSpreadsIn(state, position.account, position.market)) {
    return { problem: problem('ordersBlockModeSwitch', 'mode') }
  }
  const what: WhatIf = { isolated, extra: 0n, ...commonLeverage(sides) }
  const supposed = supposedOf(sides, () => what)
  const short = shortage(position, supposed)
  if (short !== undefined) return { problem: problem('insufficientBalance', 'mode', short) }
  const due = isolated
    ? sides.find((side) => side !== undefined && isIsolatedDue(side, what))
    : undefined
  const { rulesVersion: rules } = state
  const fall = isolated
    ? due && isolatedLiquidationTest(due, rules, what)
    : accountFall(sides, supposed, rules)
  if (fall !== undefined) return wouldFall('changeWouldLiquidate', 'mode', fall)
  for (const kept of keptOf(sides)) {
    kept.isolated = isolated
    kept.extra = 0n
    if (!isolated) kept.autoAdd = false
    if (what.leverageE2 !== undefined) setPositionLeverage(kept, what.leverageE2)
    markChanged(state, kept)
  }
  return done
}

/** Only isolated sides may have different leverages: in cross margin both get the lower one. */
function commonLeverage([one, other]: Sides): Pick<WhatIf, 'leverageE2'> {
  if (other === undefined || one.leverageE2 === other.leverageE2) return {}
  return { leverageE2: one.leverageE2 < other.leverageE2 ? one.leverageE2 : other.leverageE2 }
}

/** Returns the numbers of the liquidation that cross margin would cause; undefined if none. */
function accountFall(
  sides: Sides,
  supposed: ReturnType<typeof marginIf>,
  rules: RulesVersion,
): LiquidationTest | undefined {
  const [position] = sides
  const { account } = position
  const after = accountMargin(account, { position, margin: supposed })
  const own = maintenanceIf(account, sides)
  return own > 0n && after.balance <= own ? crossLiquidationTest(after, own, rules) : undefined
}

/** The account's maintenance margin if these positions were cross. */
function maintenanceIf(account: AccountState, sides: Sides): bigint {
  for (const side of sides) if (side !== undefined) side.isolated = false
  const maintenance = accountMaintenance(account)
  for (const side of sides) if (side !== undefined) side.isolated = true
  return maintenance
}

/** Adds margin to an isolated position, or removes added margin (5.3). EX-5.6 */
export function changeMargin(state: EngineState, command: ChangeMargin): CommandResult {
  const position = found(state, command, command.positionIdx)
  if (isProblem(position)) return { problem: position }
  const wrong = marginChangeRefusal(state, position, command.amount)
  if (wrong !== undefined) return wrong
  position.extra += command.amount
  markChanged(state, position)
  return done
}

/** Returns why margin may not be added or removed; undefined if it may. */
export function marginChangeRefusal(
  state: EngineState,
  position: PositionState,
  change: bigint,
): CommandResult | undefined {
  const refused = (why: Problem): CommandResult => ({ problem: why })
  if (!position.isolated) return refused(problem('crossHasNoPositionMargin', 'margin'))
  if (position.sign === 0) return refused(problem('marginWithoutPosition', 'margin'))
  if (change === 0n) return refused(problem('amountInvalid', 'margin'))
  const what: WhatIf = { extra: position.extra + change }
  if (change > 0n) {
    const short = shortage(position, marginIf(position, what))
    return short && refused(problem('addMarginInsufficient', 'margin', short))
  }
  const margin = positionMarginOf(position)
  const kept = position.extra + change + (margin.unrealised < 0n ? margin.unrealised : 0n)
  if (position.extra + change < 0n || kept < 0n) {
    const loss = margin.unrealised < 0n ? margin.unrealised : 0n
    const most = position.extra + loss
    const max = formatTrimmed(amount(most > 0n ? most : 0n), 8)
    const coin = position.market.instrument.settleCoin
    return refused(problem('marginRemovalTooLarge', 'margin', { max, coin }))
  }
  if (!isIsolatedDue(position, what)) return undefined
  return wouldFall(
    'changeWouldLiquidate',
    'margin',
    isolatedLiquidationTest(position, state.rulesVersion, what),
  )
}

/** Switches auto margin replenishment of an isolated position (5.4; spec 5, Display). */
export function setAutoAddMargin(state: EngineState, command: SetAutoAddMargin): CommandResult {
  const position = found(state, command, command.positionIdx)
  if (isProblem(position)) return { problem: position }
  if (!position.isolated) return { problem: problem('replenishmentNeedsIsolated', 'autoAddMargin') }
  if (position.sign === 0) return { problem: problem('marginWithoutPosition', 'autoAddMargin') }
  position.autoAdd = command.isOn
  markChanged(state, position)
  return done
}
