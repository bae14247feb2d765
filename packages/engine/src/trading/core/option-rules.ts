// Refusals of orders and settings that options do not support (rules 9.1), and of orders that
// market-maker protection does not admit (9.6).

import type { Command, PlaceOrder, SetTpSl } from '../../api/commands.ts'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { isFrozen, untilReset, type Mmp } from '@basis/domain/options/mmp'
import type { AccountState, EngineState, MarketState } from '../../state/state.ts'

/**
 * Returns why an option refuses an order, if so; allowed are limit and market orders, with full
 * market TP/SL.
 */
export function optionOrderProblem(
  { instrument }: MarketState,
  { trigger, plan, tpsl, trailing }: Pick<PlaceOrder, 'trigger' | 'plan' | 'tpsl' | 'trailing'>,
): Problem | undefined {
  if (instrument.option === undefined) return undefined
  if (trigger !== undefined || plan !== undefined || trailing !== undefined) return unsupported()
  if (tpsl === undefined) return undefined
  const { mode, takeProfit, stopLoss } = tpsl
  const isLimit = [takeProfit, stopLoss].some((leg) => leg?.orderType === 'Limit')
  return mode === 'Full' && !isLimit ? undefined : unsupported()
}

/**
 * Returns why a command is not allowed on an option, if its symbol is one; orders are checked by
 * `optionOrderProblem`.
 */
export function optionProblem(state: EngineState, command: Command): Problem | undefined {
  if (!('symbol' in command) || command.symbol === undefined) return undefined
  if (state.bySymbol.get(command.symbol)?.instrument.option === undefined) return undefined
  switch (command.kind) {
    case 'PlaceAlgo':
    case 'PlaceRule':
    case 'SetMmrClose':
    case 'ChangeMargin':
    case 'SetAutoAddMargin':
      return unsupported()
    case 'SetMarginMode':
      return command.mode === 'Isolated' ? unsupported() : undefined
    case 'SetTpSl':
      return isFullMarket(command) ? undefined : unsupported()
    default:
      return undefined
  }
}

function isFullMarket({ mode, takeProfit, stopLoss, trailing }: SetTpSl): boolean {
  const legs = [takeProfit, stopLoss].filter((leg) => typeof leg === 'object')
  return (
    mode === 'Full' && trailing === undefined && legs.every((leg) => leg?.orderType !== 'Limit')
  )
}

const unsupported = (): Problem => problem('optionUnsupported', 'symbol')

/** Returns an account's market-maker protection of a coin. */
export const mmpOf = ({ mmp }: AccountState, baseCoin: string): Mmp | undefined =>
  mmp?.find((each) => each.baseCoin === baseCoin)

/** Returns why an order may not be placed under protection, if it asks for that. */
export function mmpOrderProblem(
  { timeMs }: EngineState,
  account: AccountState,
  { instrument }: MarketState,
  { mmp }: PlaceOrder,
): Problem | undefined {
  if (mmp !== true) return undefined
  if (instrument.option === undefined) return problem('mmpOptionsOnly', 'mmp')
  const found = mmpOf(account, instrument.baseCoin)
  if (found === undefined) return problem('mmpNotSet', 'mmp', { coin: instrument.baseCoin })
  if (!isFrozen(found, timeMs)) return undefined
  const until = found.frozenUntilMs === untilReset ? '' : String(found.frozenUntilMs)
  return problem('mmpFrozen', 'mmp', { coin: instrument.baseCoin, until })
}
