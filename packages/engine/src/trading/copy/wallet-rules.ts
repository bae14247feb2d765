// The commands that a copy wallet accepts: a leader trades USDT perpetuals, a follower only closes
// (rules 16.1, 16.3).

import { mayCopy } from '@basis/domain/copy/contracts'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { Command, PlaceOrder } from '../../api/commands.ts'
import { escrowAccount } from '../../state/copy.ts'
import { withImpliedReduceOnly } from '../../state/position-mode.ts'
import type { EngineState } from '../../state/state.ts'

/** Returns why a command is not allowed for its account, if that is a wallet. */
export function walletProblem(state: EngineState, command: Command): Problem | undefined {
  const { leaders, follows } = state.copy
  if (!('account' in command)) return undefined
  const { account } = command
  if (account < escrowAccount) return undefined
  const isLeader = leaders.has(account)
  const follow = follows.get(account)
  if (follow?.state === 'Stopping') return problem('copyReconciling', 'account')
  const isWallet = isLeader || follow !== undefined
  // Every other wallet is a bot's or a funding wallet, also if the bot has long ended.
  if (!isWallet && account !== escrowAccount && state.accounts.has(account)) {
    return problem('gridWalletLimited', 'account')
  }
  switch (command.kind) {
    case 'PlaceOrder':
      return walletOrderProblem(state, command)
    case 'OrderBatch': {
      const placed = command.operations.filter((operation) => operation.kind === 'PlaceOrder')
      return placed
        .map((operation) => walletOrderProblem(state, operation))
        .find((wrong) => wrong !== undefined)
    }
    case 'ReplaceOrder':
    case 'CancelOrder':
    case 'CancelAllOrders':
    case 'SetTpSl':
    case 'CancelPartialTpSl':
    case 'ClosePositions':
      return undefined
    case 'SetLeverage':
    case 'ReversePosition':
      return isLeader ? undefined : problem('copyWalletLimited', 'account')
    default:
      return problem('copyWalletLimited', 'account')
  }
}

function walletOrderProblem(state: EngineState, command: PlaceOrder): Problem | undefined {
  const market = state.bySymbol.get(command.symbol)
  if (market !== undefined && !mayCopy(market.instrument)) {
    return problem('copySymbolUnsupported', 'symbol')
  }
  if (withImpliedReduceOnly(command).reduceOnly) return undefined
  const leader = state.copy.leaders.get(command.account)
  if (leader === undefined) return problem('copyCloseOnly', 'reduceOnly')
  return leader.isOpen ? undefined : problem('copyLeaderClosed', 'account')
}
