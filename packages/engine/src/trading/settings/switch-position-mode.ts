// Switches between one-way and hedge mode, for a symbol or all symbols of a settle coin (rules
// 6.1).

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { PositionMode } from '@basis/domain/orders/position'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { mayHedge, modeSwitchProblem } from '@basis/domain/margin/hedge'
import { algosOf } from '../core/algo-children.ts'
import type { SetPositionMode } from '../../api/commands.ts'
import { positionsIn, positionStateOf, pairOf, setPositionLeverage } from '../../state/positions.ts'
import { modeOf } from '../../state/position-mode.ts'
import { hasSpreadsIn } from '../../risk/spread-orders.ts'
import type { CommandResult } from '../core/open-orders.ts'
import type { AccountState, EngineState, HedgeState, MarketState } from '../../state/state.ts'

/**
 * Sets a position mode. For a symbol it is refused while there is a position or an order; for a
 * coin, such symbols keep their mode, the others change and later listings start with it.
 */
export function setPositionMode(state: EngineState, command: SetPositionMode): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const { symbol, coin, mode } = command
  const wrong =
    symbol === undefined
      ? switchCoin(state, account, { coin: coin ?? '', mode })
      : switchSymbol(state, account, { symbol, mode })
  if (wrong !== undefined) return { problem: wrong }
  state.events.push({
    kind: 'PositionModeChanged',
    account: account.id,
    ...(symbol === undefined ? {} : { symbol }),
    ...(symbol !== undefined || coin === undefined ? {} : { coin }),
    mode,
  })
  return {}
}

function switchSymbol(
  state: EngineState,
  account: AccountState,
  { symbol, mode }: { readonly symbol: SymbolId; readonly mode: PositionMode },
): Problem | undefined {
  const market = state.bySymbol.get(symbol)
  if (market?.instrument.contractType === undefined) return problem('instrumentUnknown', 'symbol')
  const wrong = switchProblem(state, market, { account, mode })
  if (wrong?.name === 'hedgeUnsupported') return wrong
  if (modeOf(account, market) === mode) return problem('positionModeUnchanged', 'mode')
  if (wrong !== undefined) return wrong
  hedgeOf(account).bySymbol.set(symbol, mode)
  carryOver(account, market, mode)
  return undefined
}

/** Symbols that may not change now keep their present mode as their own setting. */
function switchCoin(
  state: EngineState,
  account: AccountState,
  { coin, mode }: { readonly coin: string; readonly mode: PositionMode },
): Problem | undefined {
  const markets = state.markets.filter(
    ({ instrument }) =>
      instrument.settleCoin === coin &&
      instrument.contractType !== undefined &&
      mayHedge(instrument.contractType),
  )
  if (markets.length === 0) return problem('hedgeUnsupported', 'coin')
  const { byCoin, bySymbol } = hedgeOf(account)
  for (const market of markets) {
    const { symbol } = market.instrument
    const before = modeOf(account, market)
    const stays = before !== mode && switchProblem(state, market, { account, mode }) !== undefined
    if (stays) bySymbol.set(symbol, before)
    else bySymbol.delete(symbol)
    if (!stays && before !== mode) carryOver(account, market, mode)
  }
  byCoin.set(coin, mode)
  return undefined
}

function switchProblem(
  state: EngineState,
  market: MarketState,
  { account, mode }: { readonly account: AccountState; readonly mode: PositionMode },
): Problem | undefined {
  const { contractType } = market.instrument
  if (contractType === undefined) return problem('hedgeUnsupported', 'mode')
  const held = positionsIn(account, market)
  const isRunning = algosOf(state, account).some(({ market: at }) => at === market.index)
  const isDue = [...state.triggers.due].some(
    (order) => order.account === account && order.market === market,
  )
  return modeSwitchProblem({
    mode,
    contract: contractType,
    hasPosition: held.some(({ sign }) => sign !== 0),
    hasOrders:
      isRunning ||
      isDue ||
      hasSpreadsIn(state, account, market) ||
      held.some(({ buys, sells, waiting }) => buys.length + sells.length + waiting.length > 0),
  })
}

const hedgeOf = (account: AccountState): HedgeState =>
  (account.hedge ??= { byCoin: new Map(), bySymbol: new Map(), pairs: [] })

/** Keeps leverage and margin mode when the mode changes; of two leverages, the lower. */
function carryOver(account: AccountState, market: MarketState, mode: PositionMode): void {
  const single = account.positions.at(market.index)
  const pair = account.hedge?.pairs[market.index]
  if (pair === undefined) return
  if (mode === 'MergedSingle') {
    const { long, short } = pair
    const kept = single ?? positionStateOf(account, market)
    kept.isolated = long.isolated
    setPositionLeverage(
      kept,
      long.leverageE2 < short.leverageE2 ? long.leverageE2 : short.leverageE2,
    )
    return
  }
  if (single === undefined) return
  const sides = pairOf(account, market)
  for (const side of [sides.long, sides.short]) {
    side.isolated = single.isolated
    setPositionLeverage(side, single.leverageE2)
  }
}
