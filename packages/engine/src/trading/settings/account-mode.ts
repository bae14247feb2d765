// The margin mode of an account: regular or portfolio margin (rules 10.1).

import { amount } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  portfolioProblem,
  type Eligibility,
  type Portfolio,
} from '@basis/domain/portfolio-margin/eligibility'
import type { Command } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import type { SetAccountMode, SetSpotHedging } from '../../api/portfolio-commands.ts'
import { accountMargin } from '../../risk/account-margin.ts'
import { isOption } from '../../risk/option-margin.ts'
import { optionsInUsd } from '../../risk/portfolio-margin.ts'
import { neededAmounts } from '../../risk/shortage.ts'
import { invalidateMargin, invalidateSums } from '../../state/invalidation.ts'
import { isStressed } from '../../state/margin/stress.ts'
import { allPositions } from '../../state/positions.ts'
import type { AccountState, EngineState, PositionState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'

/** Changes an account's margin mode, if conditions and margin allow it (10.1). */
export function setAccountMode(
  state: EngineState,
  { account: id, mode }: SetAccountMode,
): CommandResult {
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const isOn = mode === 'Portfolio'
  if (isOn === (account.portfolio !== undefined)) {
    return { problem: problem('accountModeUnchanged', 'mode') }
  }
  const wrong = isOn ? portfolioProblem(eligibilityOf(state, account)) : undefined
  if (wrong !== undefined) return { problem: wrong }
  if (isOn && waitsForRate(state, account)) {
    return { problem: problem('ordersBlockModeSwitch', 'mode') }
  }
  return change(state, account, isOn ? { hedgesSpot: false } : undefined)
}

/** Switches spot hedging on or off, if the margin allows it (10.2). */
export function setSpotHedging(
  state: EngineState,
  { account: id, isOn }: SetSpotHedging,
): CommandResult {
  const account = state.accounts.get(id)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  if (account.portfolio === undefined)
    return { problem: problem('spotHedgingNeedsPortfolio', 'isOn') }
  return change(state, account, { hedgesSpot: isOn })
}

/** Changes the mode if the account has enough margin afterwards, else leaves it as it was. */
function change(
  state: EngineState,
  account: AccountState,
  portfolio: Portfolio | undefined,
): CommandResult {
  const before = account.portfolio
  apply(account, portfolio)
  const { initial, balance, available } = accountMargin(account)
  if (available < 0n) {
    apply(account, before)
    return { problem: problem('accountModeMargin', 'mode', neededAmounts(initial, balance)) }
  }
  state.events.push({
    kind: 'AccountModeChanged',
    account: account.id,
    mode: portfolio === undefined ? 'Regular' : 'Portfolio',
    hedgesSpot: portfolio?.hedgesSpot === true,
  })
  return {}
}

function apply(account: AccountState, portfolio: Portfolio | undefined): void {
  account.portfolio = portfolio
  for (const position of allPositions(account)) {
    if (position !== undefined) invalidateMargin(position)
  }
  invalidateSums(account)
}

/** An MMR close order follows the rate of a cross account: it must be cancelled first (8.8). */
const waitsForRate = ({ mmr, rulesVersion }: EngineState, { id }: AccountState): boolean =>
  rulesVersion.present >= thirdRules &&
  [...mmr.waiting.values()].some((each) => each.account === id)

function eligibilityOf({ rulesVersion }: EngineState, account: AccountState): Eligibility {
  const { wallet, debt, unrealised } = accountMargin(account)
  const equity = wallet - debt + unrealised + optionsInUsd(account)
  const held = allPositions(account)
  const has = (is: (position: PositionState) => boolean): boolean =>
    held.some((position) => position !== undefined && is(position))
  return {
    equity: amount(equity),
    isHedging: isHedging(account),
    // Before the third rules the idle sides of a former hedge counted as well.
    isIsolated: has(
      ({ idx, isolated }) => isolated && (idx === 0 || rulesVersion.present < thirdRules),
    ),
    isUnpriced: has(
      ({ market, sign, buys, sells }) =>
        isOption(market) && !isStressed(market) && (sign !== 0 || buys.length + sells.length > 0),
    ),
  }
}

const isHedging = ({ hedge }: AccountState): boolean =>
  hedge !== undefined && [...hedge.byCoin.values(), ...hedge.bySymbol.values()].includes('BothSide')

/** Returns why a setting is not allowed in portfolio margin, if that is on (10.1). */
export function portfolioSettingProblem(state: EngineState, command: Command): Problem | undefined {
  if (!('account' in command)) return undefined
  if (state.accounts.get(command.account)?.portfolio === undefined) return undefined
  switch (command.kind) {
    case 'SetLeverage':
      return problem('portfolioHasNoLeverage', 'leverage')
    case 'SetMarginMode':
      return problem('portfolioHasNoMarginMode', 'mode')
    case 'SetPositionMode':
      return command.mode === 'BothSide' ? problem('portfolioHasNoHedge', 'mode') : undefined
    default:
      return undefined
  }
}
