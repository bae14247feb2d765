// The commands of spot margin, and the repayment of a loan by its owner (rules 12.5).

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { problem } from '@basis/domain/instrument/problems'
import type { Command, RepayLoan } from '../api/commands.ts'
import { debtOf, inUsd, ownBalance } from '../risk/collateral.ts'
import type { EngineState } from '../state/state.ts'
import type { CommandResult } from '../trading/core/open-orders.ts'
import { repay } from '../trading/core/ledger.ts'
import {
  borrowCoin,
  listLoan,
  setSpotLeverage,
  setSpotMargin,
} from '../trading/settings/spot-margin.ts'
import { convertInto, receiptFor, requestFeeE4 } from './repay-loans.ts'

type LoanCommand = Extract<
  Command,
  { kind: 'ListLoan' | 'SetSpotMargin' | 'SetSpotLeverage' | 'BorrowCoin' | 'RepayLoan' }
>

export function loanCommand(state: EngineState, command: LoanCommand): CommandResult {
  switch (command.kind) {
    case 'ListLoan':
      return listLoan(state, command)
    case 'SetSpotMargin':
      return setSpotMargin(state, command)
    case 'SetSpotLeverage':
      return setSpotLeverage(state, command)
    case 'BorrowCoin':
      return borrowCoin(state, command)
    case 'RepayLoan':
      return repayLoan(state, command)
  }
}

/** The maximum of one conversion, USD ×1e-8. */
const mostConverted = 300_000n * 100_000_000n

/** Repays with the coin itself and, if requested, the rest by converting other coins. */
function repayLoan(state: EngineState, command: RepayLoan): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const { coin, isConverting } = command
  if (command.amount !== undefined && command.amount <= 0n) {
    return { problem: problem('borrowAmountInvalid', 'amount') }
  }
  const known = account.coins.get(coin)
  const debt = known === undefined ? 0n : debtOf(known)
  if (known === undefined || debt === 0n) {
    return { problem: problem('nothingToRepay', 'coin', { coin }) }
  }
  const wanted = command.amount === undefined || command.amount > debt ? debt : command.amount
  const own = ownBalance(known)
  const short = wanted - own
  if (short > 0n && !isConverting) {
    const figures = { needed: formatTrimmed(wanted, 8), available: formatTrimmed(own, 8), coin }
    return { problem: problem('repayBalanceShort', 'amount', figures) }
  }
  const bought = receiptFor(state, known, short)
  const value = short > 0n ? inUsd(known.coin, bought) : 0n
  if (value > mostConverted) {
    const figures = { value: formatTrimmed(value, 8), max: formatTrimmed(mostConverted, 8) }
    return { problem: problem('repayConversionTooLarge', 'amount', figures) }
  }
  if (own > 0n) repay(state, account, coin, own < wanted ? own : wanted)
  if (short > 0n) {
    convertInto(state, account, { coin, most: bought, feeE4: requestFeeE4, cause: 'Request' })
  }
  return {}
}
