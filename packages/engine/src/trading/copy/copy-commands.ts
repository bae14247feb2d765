// Commands of leaders and followers, and transfers to their wallets: each is checked completely
// before anything changes (rules 16.1, 16.3).

import {
  copyMoneyProblem,
  copySettingsProblem,
  copyWithdrawalProblem,
  investmentProblem,
  leaderNameProblem,
  mostFollowers,
  mostLeaders,
  profitShareProblem,
  type CopySettings,
} from '@basis/domain/copy/settings'
import { copyCoin, mayCopy } from '@basis/domain/copy/contracts'
import { highestRankFrom, nextShareMs, rankOf } from '@basis/domain/copy/profit-share'
import { assertNever } from '@basis/domain/numbers/assert'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { byField } from '../../api/field-order.ts'
import type {
  BecomeLeader,
  BlockFollower,
  CopyCommand,
  EndLeader,
  FollowLeader,
  MoveToCopy,
  SetFollow,
  StopFollow,
} from '../../api/copy-commands.ts'
import { accountMaintenance, accountMargin } from '../../risk/account-margin.ts'
import {
  addFollow,
  escrowAccount,
  followsOf,
  type CopyFollow,
  type CopyLeader,
} from '../../state/copy.ts'
import { allPositions } from '../../state/positions.ts'
import { addAccount } from '../core/add-account.ts'
import { newAccount, type AccountState, type EngineState } from '../../state/state.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { setPositionMode } from '../settings/switch-position-mode.ts'
import { followedMoney, freeIn, freeOfFollow, invest, knownAccount, moveMoney } from './money.ts'
import { emitFollow, emitLeader } from './money.ts'
import { fundPeriodMs } from './share-profit.ts'
import { beginStop } from './stop-copying.ts'

const firstPointEveryMs = 60_000

export function copyCommand(state: EngineState, command: CopyCommand): CommandResult {
  switch (command.kind) {
    case 'BecomeLeader':
      return becomeLeader(state, command)
    case 'EndLeader':
      return endLeader(state, command)
    case 'FollowLeader':
      return followLeader(state, command)
    case 'SetFollow':
      return setFollow(state, command)
    case 'StopFollow':
      return stopFollow(state, command)
    case 'MoveToCopy':
      return moveToCopy(state, command)
    case 'BlockFollower':
      return blockFollower(state, command)
    default:
      return assertNever(command)
  }
}

const leaderOf = (state: EngineState, owner: AccountId): CopyLeader | undefined =>
  [...state.copy.leaders.values()].find((leader) => leader.owner === owner)

/**
 * Returns a leader's profit share by rank, which depends on the followers' money; stops summing at
 * the highest rank.
 */
function rankShareE4(state: EngineState, leader: AccountId): number {
  let followed = 0n
  for (const wallet of state.copy.copiedBy.get(leader) ?? []) {
    if (state.copy.follows.get(wallet)?.state === 'Stopped') continue
    followed += followedMoney(state, wallet)
    if (followed >= highestRankFrom) break
  }
  return rankOf(followed).shareE4
}

/** Opens a leader's wallet; a closed leader is reopened with its wallet. */
function becomeLeader(state: EngineState, command: BecomeLeader): CommandResult {
  const wrong = leadingProblem(state, command)
  if (wrong !== undefined) return { problem: wrong }
  const { account: owner, name, style, shareE4, amount: money } = command
  const { copy, timeMs } = state
  const known = leaderOf(state, owner)
  if (!state.accounts.has(escrowAccount)) open(state, escrowAccount)
  const leader: CopyLeader = known ?? {
    wallet: openWallet(state),
    owner,
    name,
    style,
    shareE4,
    isOpen: true,
    putIn: 0n,
    takenOut: 0n,
    earned: 0n,
    wins: 0,
    losses: 0,
    blocked: [],
    curve: { everyMs: firstPointEveryMs, points: [[timeMs, 0, money]] },
    createdMs: timeMs,
    updatedMs: timeMs,
    seen: [],
    nextPointMs: timeMs + firstPointEveryMs,
  }
  Object.assign(leader, { name, style, shareE4, isOpen: true })
  copy.leaders.set(leader.wallet, leader)
  moveMoney(state, { from: owner, to: leader.wallet }, money, 'CopyTransfer')
  leader.putIn += money
  emitLeader(state, leader)
  return { wallet: leader.wallet }
}

function leadingProblem(state: EngineState, command: BecomeLeader): Problem | undefined {
  const { account: owner, name, style, shareE4, amount: money } = command
  const account = state.accounts.get(owner)
  if (account === undefined) return problem('accountUnknown', 'account')
  if (!state.markets.some(({ instrument }) => mayCopy(instrument))) {
    return problem('copySymbolUnsupported', 'symbol')
  }
  const isTaken = [...state.copy.leaders.values()].some(
    (leader) => leader.owner !== owner && leader.name.toLowerCase() === name.toLowerCase(),
  )
  const unnamed = leaderNameProblem(name)
  if (unnamed !== undefined) return unnamed
  if (leaderOf(state, owner)?.isOpen === true) return problem('copyLeaderExists', 'account')
  if (isTaken) return problem('copyLeaderNameTaken', 'name')
  return profitShareProblem(style, shareE4) ?? moneyProblem(state, account, money)
}

/** Checks the initial money of a leader or a follower. */
const moneyProblem = (
  state: EngineState,
  account: AccountState,
  money: bigint,
): Problem | undefined => investmentProblem(money, freeIn(state, account))

const balanceProblem = (
  state: EngineState,
  account: AccountState,
  money: bigint,
): Problem | undefined => copyMoneyProblem(money, freeIn(state, account))

function openWallet(state: EngineState): AccountId {
  const wallet = accountId(state.copy.nextWallet)
  state.copy.nextWallet += 1
  open(state, wallet)
  // Hedge mode, so that a copy never closes a position of the other side (6.1).
  setPositionMode(state, {
    kind: 'SetPositionMode',
    account: wallet,
    coin: copyCoin,
    mode: 'BothSide',
  })
  return wallet
}

function open(state: EngineState, account: AccountId): void {
  addAccount(state, newAccount(account, 'trader', state))
  state.events.push({ kind: 'AccountOpened', account, role: 'trader' })
}

/**
 * Ends a leader: nothing may be open in its wallet, and its money is returned. A ban ends it even
 * with open positions, which stay until closed, as does the money.
 */
function endLeader(state: EngineState, { account: owner, isBan }: EndLeader): CommandResult {
  const leader = leaderOf(state, owner)
  if (leader === undefined) return { problem: problem('copyLeaderUnknown', 'account') }
  if (!leader.isOpen) return { problem: problem('copyLeaderClosed', 'account') }
  const wallet = knownAccount(state, leader.wallet)
  const isBusy = allPositions(wallet).some(
    (held) =>
      held !== undefined &&
      (held.sign !== 0 || held.buys.length + held.sells.length + held.waiting.length > 0),
  )
  if (isBusy && isBan !== true) return { problem: problem('copyPositionsOpen', 'account') }
  leader.isOpen = false
  const left = isBusy ? 0n : freeIn(state, wallet)
  moveMoney(state, { from: leader.wallet, to: owner }, left, 'CopyTransfer')
  leader.takenOut += left
  emitLeader(state, leader)
  for (const follow of followsOf(state.copy, leader.wallet)) {
    const why = isBan === true ? 'LeaderBanned' : 'LeaderClosed'
    if (follow.state === 'Following') beginStop(state, follow, why)
  }
  return { wallet: leader.wallet }
}

/** Starts to follow a leader; a wallet that followed it before is reused. */
function followLeader(state: EngineState, command: FollowLeader): CommandResult {
  const { account: owner, leader: wallet, amount: money, settings } = command
  const account = state.accounts.get(owner)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const leader = state.copy.leaders.get(wallet)
  if (leader === undefined) return { problem: problem('copyLeaderUnknown', 'leader') }
  const { known, wrong: barred } = followingOf(state, leader, owner)
  const wrong = barred ?? copySettingsProblem(settings) ?? moneyProblem(state, account, money)
  if (wrong !== undefined) return { problem: wrong }
  const follow = known ?? newFollow(state, { leader, owner, settings })
  const { style } = leader
  const shareE4 = style === 'Pro' ? leader.shareE4 : rankShareE4(state, wallet)
  const { timeMs } = state
  Object.assign(follow, { settings: byField(settings), style, shareE4, state: 'Following' })
  Object.assign(follow, { stop: undefined, invested: 0n, shares: 0n, startedMs: timeMs })
  follow.dayBase = 0n
  follow.dayMargin = 0n
  follow.fundDueMs = timeMs + fundPeriodMs
  addFollow(state.copy, follow)
  if (state.copy.shareDueMs === Infinity) state.copy.shareDueMs = nextShareMs(timeMs)
  invest(state, follow, money)
  emitFollow(state, follow)
  return { wallet: follow.wallet }
}

type Following = {
  readonly leader: CopyLeader
  readonly owner: AccountId
}

/** Returns an account's earlier follow of a leader, and why it may not follow now. */
function followingOf(
  state: EngineState,
  leader: CopyLeader,
  owner: AccountId,
): { readonly known: CopyFollow | undefined; readonly wrong: Problem | undefined } {
  let known: CopyFollow | undefined
  let own = 0
  let others = 0
  // In one pass: a leader may have ten thousand followers.
  for (const follow of state.copy.follows.values()) {
    const isHis = follow.leader === leader.wallet
    if (isHis && follow.owner === owner) known ??= follow
    if (follow.state === 'Stopped') continue
    if (follow.owner === owner) own += 1
    if (isHis) others += 1
  }
  return { known, wrong: followingProblem({ leader, owner }, { known, own, others }) }
}

type Standing = {
  readonly known: CopyFollow | undefined
  /**
   * The number of leaders that the account follows; `others` is the number of the leader's
   * followers.
   */
  readonly own: number
  readonly others: number
}

function followingProblem(
  { leader, owner }: Following,
  { known, own, others }: Standing,
): Problem | undefined {
  if (!leader.isOpen) return problem('copyLeaderClosed', 'leader')
  if (leader.owner === owner) return problem('copyOwnLeader', 'leader')
  if (leader.blocked.includes(owner)) return problem('copyBlacklisted', 'leader')
  if (known?.state === 'Following') return problem('copyFollowExists', 'leader')
  if (known?.state === 'Stopping') return problem('copyReconciling', 'leader')
  if (own >= mostLeaders) return problem('copyTooManyLeaders', 'leader', { max: `${mostLeaders}` })
  if (others < mostFollowers) return undefined
  return problem('copyLeaderFull', 'leader', { max: `${mostFollowers}` })
}

function newFollow(
  state: EngineState,
  { leader, owner, settings }: Following & { readonly settings: CopySettings },
): CopyFollow {
  const { timeMs } = state
  return {
    wallet: openWallet(state),
    owner,
    leader: leader.wallet,
    settings,
    style: leader.style,
    shareE4: 0,
    state: 'Following',
    stop: undefined,
    invested: 0n,
    paidShare: 0n,
    dayMargin: 0n,
    days: [],
    shares: 0n,
    markE8: 0n,
    log: [],
    startedMs: timeMs,
    updatedMs: timeMs,
    dayBase: 0n,
    fundDueMs: 0,
  }
}

/** Returns the account's own follow; foreign and unknown wallets get the same problem (O5). */
function ownFollow(
  state: EngineState,
  { account, wallet }: { readonly account: AccountId; readonly wallet: AccountId },
): CopyFollow | Problem {
  const follow = state.copy.follows.get(wallet)
  if (follow === undefined || follow.owner !== account) {
    return problem('copyFollowUnknown', 'wallet')
  }
  if (follow.state === 'Stopping') return problem('copyReconciling', 'wallet')
  if (follow.state === 'Stopped') return problem('copyFollowEnded', 'wallet')
  return follow
}

function setFollow(state: EngineState, command: SetFollow): CommandResult {
  const follow = ownFollow(state, command)
  if ('name' in follow) return { problem: follow }
  const wrong = copySettingsProblem(command.settings)
  if (wrong !== undefined) return { problem: wrong }
  follow.settings = byField(command.settings)
  emitFollow(state, follow)
  return { wallet: follow.wallet }
}

function stopFollow(state: EngineState, command: StopFollow): CommandResult {
  const follow = ownFollow(state, command)
  if ('name' in follow) return { problem: follow }
  beginStop(state, follow, command.isBan === true ? 'Banned' : 'ByOwner')
  return { wallet: follow.wallet }
}

/** Moves money into an own copy wallet, or out of it as far as it backs no margin. */
function moveToCopy(state: EngineState, command: MoveToCopy): CommandResult {
  const { account: owner, wallet, amount: money } = command
  const account = state.accounts.get(owner)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const found = state.copy.leaders.get(wallet)
  const leader = found?.owner === owner ? found : undefined
  // A banned leader may still withdraw what its closed positions release.
  if (leader?.isOpen === false && money > 0n) {
    return { problem: problem('copyLeaderClosed', 'wallet') }
  }
  const follow = leader === undefined ? ownFollow(state, command) : undefined
  if (follow !== undefined && 'name' in follow) return { problem: follow }
  const own = knownAccount(state, wallet)
  const free = (): bigint =>
    follow === undefined ? freeIn(state, own) : freeOfFollow(state, follow)
  const wrong = movingProblem(state, { owner: account, wallet: own, free }, money)
  if (wrong !== undefined) return { problem: wrong }
  if (follow !== undefined) {
    invest(state, follow, money)
    emitFollow(state, follow)
  } else if (leader !== undefined) {
    const [from, to] = money > 0n ? [owner, wallet] : [wallet, owner]
    const size = money > 0n ? money : -money
    moveMoney(state, { from, to }, size, 'CopyTransfer')
    if (money > 0n) leader.putIn += size
    else leader.takenOut += size
    emitLeader(state, leader)
  }
  return { wallet }
}

function movingProblem(
  state: EngineState,
  {
    owner,
    wallet,
    free,
  }: {
    readonly owner: AccountState
    readonly wallet: AccountState
    readonly free: () => bigint
  },
  money: bigint,
): Problem | undefined {
  if (money === 0n) return problem('amountInvalid', 'amount')
  if (money > 0n) return balanceProblem(state, owner, money)
  if (accountMargin(wallet).balance < accountMaintenance(wallet)) {
    return problem('copyLiquidating', 'wallet')
  }
  return copyWithdrawalProblem(-money, free())
}

/** Blocks or unblocks a follower; blocking ends an existing follow. */
function blockFollower(state: EngineState, command: BlockFollower): CommandResult {
  const { account: owner, follower, isBlocked } = command
  const leader = leaderOf(state, owner)
  if (leader === undefined) return { problem: problem('copyLeaderUnknown', 'account') }
  if (!state.accounts.has(follower)) return { problem: problem('accountUnknown', 'follower') }
  if (leader.blocked.includes(follower) === isBlocked) return { wallet: leader.wallet }
  const others = leader.blocked.filter((id) => id !== follower)
  leader.blocked = isBlocked ? [...others, follower] : others
  emitLeader(state, leader)
  if (!isBlocked) return { wallet: leader.wallet }
  for (const follow of followsOf(state.copy, leader.wallet)) {
    if (follow.owner === follower && follow.state === 'Following') {
      beginStop(state, follow, 'Blocked')
    }
  }
  return { wallet: leader.wallet }
}
