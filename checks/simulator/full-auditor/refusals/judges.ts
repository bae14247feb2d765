// The auditor's judgement of every kind of command: may it be refused, and may it be accepted?

import type { BatchOperation, CancelPartialTpSl, Command, OrderBatch } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import { problemNames } from '@basis/domain/instrument/problems'
import { Findings } from './findings.ts'
import { judgeCancelling, judgePlacing, judgeReplacing } from './orders.ts'
import { contractOf, type World } from './request.ts'
import {
  judgeBecoming,
  judgeBlocking,
  judgeEnding,
  judgeFollowing,
  judgeMoving,
  judgeSetFollow,
  judgeStopFollow,
  judgeWallet,
} from './copy.ts'
import {
  judgeAddInvestment,
  judgeCreateGrid,
  judgeGridStops,
  judgeOwnGrid,
  judgeStopGrid,
} from './grids.ts'
import {
  judgeLeverage,
  judgeMarginChange,
  judgeMarginMode,
  judgePositionMode,
  judgeReplenishing,
} from './settings.ts'
import {
  judgeAlgo,
  judgeAlgoCancelling,
  judgeAlgoPausing,
  judgeMmrCancelling,
  judgeMmrClose,
  judgeReversal,
} from './strategies.ts'
import {
  judgeAccountMode,
  judgeCollateral,
  judgeMmp,
  judgeMmpReset,
  judgeSpotHedging,
} from './portfolio.ts'
import { judgeRule, judgeRuleChange, judgeRuleState } from './rules.ts'
import { judgeSetTpsl } from './tpsl.ts'
import { judgeSubAccount, judgeTransfer, judgeWithdrawal } from './transfers.ts'
import { judgeCreateSpotBot, judgeInvestSpotBot, judgeOwnSpotBot } from './spot-bots.ts'
import {
  judgeBorrowing,
  judgeLoanListing,
  judgeRepaying,
  judgeSpotLeverage,
  judgeSpotMargin,
} from './loans.ts'
import {
  judgeCancellingSpread,
  judgeCancellingSpreads,
  judgePlacingSpread,
  judgeReplacingSpread,
} from './spreads.ts'
import {
  judgeCoin,
  judgeDeposit,
  judgeFeeLevel,
  judgeListing,
  judgeNames,
  judgeOpening,
  judgePrices,
  judgeRulesVersion,
  judgeStatus,
} from './venue.ts'

type Kind = Command['kind']
type Of<K extends Kind> = Extract<Command, { kind: K }>

/** One judge for each kind of command; a missing one does not compile. */
export const judges: {
  readonly [K in Kind]: (world: World, command: Of<K>, findings: Findings) => void
} = {
  ListInstrument: judgeListing,
  SetInstrumentStatus: judgeStatus,
  ListCoin: judgeCoin,
  OpenAccount: judgeOpening,
  Deposit: judgeDeposit,
  SetFeeLevel: judgeFeeLevel,
  PlaceOrder: judgePlacing,
  ReplaceOrder: judgeReplacing,
  CancelOrder: judgeCancelling,
  CancelAllOrders: judgeNames,
  SetTpSl: judgeSetTpsl,
  CancelPartialTpSl: judgePartialCancelling,
  OrderBatch: judgeBatch,
  ReversePosition: judgeReversal,
  ClosePositions: judgeNames,
  PlaceAlgo: judgeAlgo,
  CancelAlgo: judgeAlgoCancelling,
  PauseAlgo: judgeAlgoPausing,
  PlaceRule: judgeRule,
  AmendRule: judgeRuleChange,
  SetRuleState: judgeRuleState,
  SetMmrClose: judgeMmrClose,
  CancelMmrClose: judgeMmrCancelling,
  SetLeverage: judgeLeverage,
  SetPositionMode: judgePositionMode,
  SetMarginMode: judgeMarginMode,
  ChangeMargin: judgeMarginChange,
  SetAutoAddMargin: judgeReplenishing,
  UpdatePrices: judgePrices,
  BecomeLeader: judgeBecoming,
  EndLeader: judgeEnding,
  FollowLeader: judgeFollowing,
  SetFollow: judgeSetFollow,
  StopFollow: judgeStopFollow,
  MoveToCopy: judgeMoving,
  BlockFollower: judgeBlocking,
  ListLoan: judgeLoanListing,
  SetSpotMargin: judgeSpotMargin,
  SetAccountMode: judgeAccountMode,
  SetSpotHedging: judgeSpotHedging,
  SetCollateral: judgeCollateral,
  SetMmp: judgeMmp,
  ResetMmp: judgeMmpReset,
  SetSpotLeverage: judgeSpotLeverage,
  BorrowCoin: judgeBorrowing,
  RepayLoan: judgeRepaying,
  CreateGrid: judgeCreateGrid,
  PauseGrid: judgeOwnGrid,
  AddInvestment: judgeAddInvestment,
  SetGridStops: judgeGridStops,
  StopGrid: judgeStopGrid,
  CreateSpotBot: judgeCreateSpotBot,
  PauseSpotBot: judgeOwnSpotBot,
  StopSpotBot: judgeOwnSpotBot,
  InvestSpotBot: judgeInvestSpotBot,
  TransferFunds: judgeTransfer,
  Withdraw: judgeWithdrawal,
  OpenSubAccount: judgeSubAccount,
  PlaceSpread: judgePlacingSpread,
  ReplaceSpread: judgeReplacingSpread,
  CancelSpread: judgeCancellingSpread,
  CancelAllSpreads: judgeCancellingSpreads,
  // Only robots trade blocks, and there are none here: the engine's refusal is accepted.
  TradeBlock: (_world, _command, findings) => findings.leave('commandRefused'),
  SetRules: judgeRulesVersion,
  AdvanceTime: () => undefined,
}

function judgePartialCancelling(
  world: World,
  command: CancelPartialTpSl,
  findings: Findings,
): void {
  if (contractOf(world, command, findings) === undefined) return
  const { account, symbol, positionIdx } = command
  const { size } = world.audited.seen(account, symbol, positionIdx)
  findings.add('tpslWithoutPosition', size === 0n)
}

const mostActs = 20

function judgeBatch(
  _world: World,
  { account, operations: acts, isWhole }: OrderBatch,
  findings: Findings,
): void {
  // The result of a later leg depends on the first one: the engine's answer is accepted.
  if (isWhole === true) findings.leave(...problemNames)
  const isOwn = acts.every((act) => act.account === account)
  findings.add('commandRefused', acts.length === 0 || acts.length > mostActs || !isOwn)
}

/** Throws if the engine refuses what the rules allow, or accepts what they refuse. */
export function checkRefusal(world: World, command: Command, applied: ApplyResult): void {
  findingsOf(world, command).check(described(command), applied.problem?.name)
  if (command.kind === 'OrderBatch') checkActs(world, command.operations, applied)
}

function findingsOf<K extends Kind>(world: World, command: Of<K>): Findings {
  const findings = new Findings()
  judgeWallet(world, command, findings)
  if (!findings.isClean) return findings
  const judge: (world: World, command: Of<K>, findings: Findings) => void = judges[command.kind]
  judge(world, command, findings)
  return findings
}

/** Judges the acts up to the first that succeeded: its effects are only known from later events. */
function checkActs(
  world: World,
  acts: readonly BatchOperation[],
  { items = [] }: ApplyResult,
): void {
  for (const [k, act] of acts.entries()) {
    const reported = items[k]?.problem?.name
    findingsOf(world, act).check(`act ${k} of a batch, ${described(act)},`, reported)
    if (reported === undefined) return
  }
}

function described(command: Command): string {
  const account = 'account' in command ? ` of account ${command.account}` : ''
  const symbol = 'symbol' in command && command.symbol !== undefined ? ` in ${command.symbol}` : ''
  return `${command.kind}${account}${symbol}`
}
