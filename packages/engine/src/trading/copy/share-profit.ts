// Profit sharing: the end of days, and the settlement of weeks and funds (rules 16.4, 16.5).

import {
  dayOf,
  dayStart,
  fundFee,
  markAfterFee,
  navE8,
  nextShareMs,
  redeemFrom,
  setAside,
  settledBefore,
  settledShare,
} from '@basis/domain/copy/profit-share'
import type { ShareDay } from '@basis/domain/copy/record'
import { escrowAccount, type CopyFollow } from '../../state/copy.ts'
import { allPositions } from '../../state/positions.ts'
import type { EngineState } from '../../state/state.ts'
import {
  balanceOf,
  equityOf,
  freeIn,
  knownAccount,
  moveMoney,
  payLeader,
  emitFollow,
} from './money.ts'

export const fundPeriodMs = 7 * 86_400_000

/** Settles everything that is due, in the order of time. */
export function settleShares(state: EngineState): void {
  const { copy, timeMs } = state
  while (copy.shareDueMs <= timeMs) {
    const atMs = copy.shareDueMs
    const week = settledBefore(atMs)
    const isMidnight = atMs === dayStart(dayOf(atMs))
    for (const follow of copy.follows.values()) {
      if (follow.state === 'Stopped') continue
      if (isMidnight) {
        follow.dayMargin = 0n
        if (follow.style === 'Classic') endDay(state, follow, dayOf(atMs) - 1)
        else if (atMs >= follow.fundDueMs) settleFund(state, follow)
      }
      if (week !== undefined && follow.style === 'Classic') settleWeek(state, follow, week)
    }
    copy.shareDueMs = nextShareMs(atMs)
  }
}

/** Moves the share of a day's profit to the escrow; a day with a net of 0 is not recorded. */
function endDay(state: EngineState, follow: CopyFollow, day: number): void {
  const account = knownAccount(state, follow.wallet)
  const net = balanceOf(account) - follow.dayBase
  if (net === 0n) return
  const owed = setAside(net, follow.shareE4)
  const free = freeIn(state, account)
  const aside = owed < free ? owed : free
  moveMoney(state, { from: follow.wallet, to: escrowAccount }, aside, 'ProfitShare')
  follow.days = [...follow.days, { day, net, aside }]
  follow.dayBase = balanceOf(account)
  emitFollow(state, follow)
}

/** Settles the days whose positions are all closed; the others move to the next week. */
function settleWeek(state: EngineState, follow: CopyFollow, before: number): void {
  const account = knownAccount(state, follow.wallet)
  const openDays = new Set(
    allPositions(account).flatMap((held) => {
      return held === undefined || held.sign === 0 ? [] : [dayOf(held.openedMs)]
    }),
  )
  const isDue = ({ day }: ShareDay): boolean => day < before && !openDays.has(day)
  if (follow.days.some(isDue)) settleDays(state, follow, isDue)
}

function settleDays(
  state: EngineState,
  follow: CopyFollow,
  isDue: (day: ShareDay) => boolean,
): void {
  const { payable, refund } = settledShare(follow.days.filter(isDue), follow.shareE4)
  follow.days = follow.days.filter((day) => !isDue(day))
  payLeader(state, follow, { from: escrowAccount, money: payable })
  moveMoney(state, { from: escrowAccount, to: follow.wallet }, refund, 'ProfitShare')
  follow.dayBase += refund
  emitFollow(state, follow)
}

/** The fee is paid in shares, so that the value of the others stays; what backs margin waits. */
function settleFund(state: EngineState, follow: CopyFollow): void {
  while (follow.fundDueMs <= state.timeMs) follow.fundDueMs += fundPeriodMs
  const account = knownAccount(state, follow.wallet)
  const price = navE8(equityOf(account), follow.shares)
  if (price <= follow.markE8) return
  const { shareE4 } = follow
  const owed = fundFee(follow, price, shareE4)
  const free = freeIn(state, account)
  const fee = owed < free ? owed : free
  const left = redeemFrom(follow, fee, price)
  Object.assign(follow, left, {
    markE8: markAfterFee(left, price, { unpaid: owed - fee, shareE4 }),
  })
  follow.dayBase -= fee
  payLeader(state, follow, { from: follow.wallet, money: fee })
  emitFollow(state, follow)
}

/** Settles everything at the end of a follow, when no position is open. */
export function settleAll(state: EngineState, follow: CopyFollow): void {
  if (follow.style === 'Pro') return settleFund(state, follow)
  endDay(state, follow, dayOf(state.timeMs))
  if (follow.days.length > 0) settleDays(state, follow, () => true)
}
