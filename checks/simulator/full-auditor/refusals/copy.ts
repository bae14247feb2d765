// The auditor's judgement of copy trading: who may lead, follow or move money, and which commands a
// wallet accepts (rules 16.1, 16.3).

import type { Command } from '@basis/engine/commands'
import { isUsdtPerpetual } from '../audited-state.ts'
import { escrow } from '../../laws/liquidation.ts'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'
import { withImpliedReduceOnly } from './request.ts'

type Asked<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>

/** Refuses what a wallet does not accept; returns true if it is a wallet and this decides. */
export function judgeWallet(world: World, command: Command, findings: Findings): void {
  if (!('account' in command)) return
  const { account } = command
  const { copies } = world.audited
  if (!copies.isWallet(account) || !world.audited.accounts.has(account)) return
  if (world.audited.grids.has(account) || world.audited.spotBots.has(account))
    return findings.add('gridWalletLimited')
  // While its copy is settled, a wallet accepts nothing (16.1).
  findings.add('copyReconciling', copies.follows.get(account)?.state === 'Stopping')
  const leader = copies.leaders.get(account)
  const acts = command.kind === 'OrderBatch' ? command.operations : [command]
  for (const act of acts) {
    if (act.kind !== 'PlaceOrder') continue
    const market = world.audited.markets.get(act.symbol)
    findings.add('copySymbolUnsupported', market !== undefined && !isUsdtPerpetual(market))
    if (withImpliedReduceOnly(act).reduceOnly) continue
    findings.add('copyCloseOnly', leader === undefined)
    findings.add('copyLeaderClosed', leader?.isOpen === false)
  }
  const always = ['PlaceOrder', 'OrderBatch', 'ReplaceOrder', 'CancelOrder', 'CancelAllOrders']
  const closing = ['SetTpSl', 'CancelPartialTpSl', 'ClosePositions']
  const leading = leader === undefined ? [] : ['SetLeverage', 'ReversePosition']
  const isTaken = [...always, ...closing, ...leading].includes(command.kind)
  findings.add('copyWalletLimited', account === escrow || !isTaken)
}

const leader = ({ audited }: World, owner: number) =>
  [...audited.copies.leaders.values()].find((each) => each.owner === owner)

const least = 1_000_000_000n

/** The USDT that may leave an account: available and not needed as margin (12.3). */
function freeIn({ audited }: World, account: number): bigint {
  const { balance, initial } = audited.totals(account)
  const unlocked = audited.wallet(account, 'USDT') - audited.locked(account, 'USDT')
  const free = balance - initial < unlocked ? balance - initial : unlocked
  return free > 0n ? free : 0n
}

/** The amount held by isolated orders is taken from the engine. */
const leaveHeld = (findings: Findings): void => findings.leave('copyBalanceInsufficient')

export function judgeBecoming(
  world: World,
  command: Asked<'BecomeLeader'>,
  findings: Findings,
): void {
  const { account, name, style, shareE4, amount: money } = command
  findings.add('accountUnknown', !world.audited.accounts.has(account))
  findings.add('copyLeaderExists', leader(world, account)?.isOpen === true)
  const others = [...world.audited.copies.leaders.values()].filter((each) => each.owner !== account)
  const isTaken = others.some((each) => each.name.toLowerCase() === name.toLowerCase())
  findings.add('copyLeaderNameTaken', isTaken)
  const isOff = !Number.isInteger(shareE4) || shareE4 < 100 || shareE4 > 3000
  findings.add('copyShareOutOfRange', style === 'Pro' && isOff)
  findings.add('copySettingInvalid', style === 'Classic' && shareE4 !== 0)
  findings.add('copyAmountTooSmall', money < least)
  if (!findings.isClean) return
  findings.add('copyBalanceInsufficient', money > freeIn(world, account))
  leaveHeld(findings)
}

export function judgeEnding(
  world: World,
  { account }: Asked<'EndLeader'>,
  findings: Findings,
): void {
  const own = leader(world, account)
  findings.add('copyLeaderUnknown', own === undefined)
  findings.add('copyLeaderClosed', own?.isOpen === false)
  if (own === undefined) return
  const isOpen = world.audited.openOf(own.wallet).length > 0
  const hasOrders = [...world.registry.open.values()].some((order) => order.account === own.wallet)
  findings.add('copyPositionsOpen', isOpen || hasOrders)
}

export function judgeFollowing(
  world: World,
  command: Asked<'FollowLeader'>,
  findings: Findings,
): void {
  const { account, leader: wallet, amount: money } = command
  const { copies, accounts } = world.audited
  findings.add('accountUnknown', !accounts.has(account))
  const led = copies.leaders.get(wallet)
  findings.add('copyLeaderUnknown', led === undefined)
  if (!findings.isClean || led === undefined) return
  findings.add('copyLeaderClosed', !led.isOpen)
  findings.add('copyOwnLeader', led.owner === account)
  findings.add(
    'copyBlacklisted',
    led.blocked.some((id) => id === account),
  )
  const own = [...copies.follows.values()].filter((follow) => follow.owner === account)
  const same = own.find((follow) => follow.leader === wallet)
  findings.add('copyFollowExists', same?.state === 'Following')
  findings.add('copyReconciling', same?.state === 'Stopping')
  const most = own.filter(({ state }) => state !== 'Stopped').length
  findings.add('copyTooManyLeaders', most >= 10)
  findings.add('copyAmountTooSmall', money < least)
  if (!findings.isClean) return
  findings.add('copyBalanceInsufficient', money > freeIn(world, account))
  leaveHeld(findings)
  findings.leave('copySettingInvalid', 'copySettingOutOfRange')
}

type Owned = { readonly account: number; readonly wallet: number }

function judgeOwned(world: World, { account, wallet }: Owned, findings: Findings): void {
  const follow = world.audited.copies.follows.get(wallet)
  const isOwn = follow?.owner === account
  findings.add('copyFollowUnknown', !isOwn)
  findings.add('copyReconciling', isOwn && follow.state === 'Stopping')
  findings.add('copyFollowEnded', isOwn && follow.state === 'Stopped')
}

export function judgeSetFollow(
  world: World,
  command: Asked<'SetFollow'>,
  findings: Findings,
): void {
  judgeOwned(world, command, findings)
  findings.leave('copySettingInvalid', 'copySettingOutOfRange')
}

export const judgeStopFollow = (
  world: World,
  command: Asked<'StopFollow'>,
  findings: Findings,
): void => judgeOwned(world, command, findings)

export function judgeMoving(world: World, command: Asked<'MoveToCopy'>, findings: Findings): void {
  const { account, wallet, amount: money } = command
  const { accounts, copies } = world.audited
  findings.add('accountUnknown', !accounts.has(account))
  const led = copies.leaders.get(wallet)
  if (led?.owner === account) findings.add('copyLeaderClosed', !led.isOpen)
  else judgeOwned(world, command, findings)
  findings.add('amountInvalid', money === 0n)
  if (!findings.isClean) return
  findings.add('copyBalanceInsufficient', money > freeIn(world, account))
  leaveHeld(findings)
  const { balance } = world.audited.totals(wallet)
  findings.add('copyLiquidating', money < 0n && balance < world.audited.maintenance(wallet))
  findings.add('copyTransferFailed', -money > freeIn(world, wallet) - dayShare(world, wallet))
}

/** A classic leader's share of the day's net so far, which stays since the third rules (16.4). */
function dayShare({ audited }: World, wallet: number): bigint {
  const follow = audited.copies.follows.get(wallet)
  const net = audited.copies.dayNets.get(wallet) ?? 0n
  if (audited.rulesVersion < 3 || follow?.style !== 'Classic' || net <= 0n) return 0n
  return (net * BigInt(follow.shareE4) + 9999n) / 10_000n
}

export function judgeBlocking(
  world: World,
  command: Asked<'BlockFollower'>,
  findings: Findings,
): void {
  findings.add('copyLeaderUnknown', leader(world, command.account) === undefined)
  findings.add('accountUnknown', !world.audited.accounts.has(command.follower))
}
