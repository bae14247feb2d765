// Checks of copy trading by the auditor: the maximum quantity of a copy, its price, and the share
// of profit set aside (rules 16.2, 16.4).

import type { CopyEntry } from '@basis/domain/copy/record'
import type { Event } from '@basis/engine/events'
import type { AuditedState } from './audited-state.ts'
import { must } from './books.ts'
import type { AuditedFollow } from './copy-records.ts'
import { absolute } from './sums.ts'

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

export class Copies {
  readonly #audited: AuditedState

  constructor(audited: AuditedState) {
    this.#audited = audited
  }

  follow(event: Event): void {
    switch (event.kind) {
      case 'LeaderChanged':
        this.#audited.copies.leaders.set(event.leader.wallet, event.leader)
        return
      case 'FollowChanged':
        return this.#changed(event.follow)
      case 'Copied':
        return this.#copied(event)
      case 'WalletChanged':
        return this.#paid(event)
      default:
    }
  }

  #paid({ account, cause, change }: EventOf<'WalletChanged'>): void {
    if (cause === 'CopyTransfer' || cause === 'ProfitShare') return
    const { dayNets, follows } = this.#audited.copies
    if (follows.has(account)) dayNets.set(account, (dayNets.get(account) ?? 0n) + change)
  }

  /** A day sets aside at most its share of the profit, up; of a loss nothing. */
  #changed(follow: AuditedFollow): void {
    for (const { net, aside } of follow.days) {
      const owed = net > 0n ? (net * BigInt(follow.shareE4) + 9999n) / 10_000n : 0n
      must(aside >= 0n && aside <= owed, `16.4 ${follow.wallet} sets aside`, aside, owed)
    }
    const { follows, dayNets } = this.#audited.copies
    const before = follows.get(follow.wallet)
    const isEnded = (follow.days.at(-1)?.day ?? 0) > (before?.days.at(-1)?.day ?? 0)
    if (isEnded || follow.startedMs !== before?.startedMs) dayNets.delete(follow.wallet)
    follows.set(follow.wallet, follow)
  }

  #copied({ account, leader, entry }: EventOf<'Copied'>): void {
    const follow = this.#audited.copies.follows.get(account)
    must(follow?.leader === leader && follow.state === 'Following', `16.2 ${account} copies`)
    must(entry.filledLots <= entry.askedLots, '16.2 a copy is no more than was asked')
    if (follow === undefined) return
    const held = this.#audited.held(account, entry.symbol, entry.positionIdx)
    if (entry.act === 'Close') return this.#closed(entry, absolute(held.size))
    // Since the third rules the parts of an order share a fixed margin: that is the engine's.
    const isShared = follow.settings.mode === 'FixedMargin' && this.#audited.rulesVersion >= 3
    const most = isShared ? undefined : openingOf(follow, entry, held.leverageE2)
    if (most === undefined) return
    // A fill that the price bound cut short may have been limited by a margin before.
    const { symbolMargin, dayMargin } = follow.settings
    const isUnlimited = symbolMargin === 0n && dayMargin === 0n
    const isExact = entry.why === undefined || (entry.why === 'PriceBound' && isUnlimited)
    // Since the third rules the parts of an order are rounded together: a lot for each order.
    const off = this.#audited.rulesVersion >= 3 ? mostOrders : 0n
    const more = BigInt(entry.askedLots) - most
    const fits = more <= off && (!isExact || more >= -off)
    must(fits, `16.2 ${account} opens ${entry.why ?? ''}`, entry.askedLots, most)
  }

  #closed({ askedLots, filledLots, leaderLots, leaderOf, why }: CopyEntry, left: bigint): void {
    const size = left + BigInt(filledLots)
    if (why === 'NothingHeld') return must(size === 0n, '16.2 nothing is held', 0, size)
    const [part, of] = [BigInt(leaderLots), BigInt(leaderOf)]
    const up = (size * part + of - 1n) / of
    const wanted = part === of || up > size ? size : up
    must(BigInt(askedLots) === wanted, '16.2 the same fraction is closed', askedLots, wanted)
  }
}

/** The most orders of a leader that one command fills. */
const mostOrders = 20n

/** A copy's quantity by its mode; the balances of proportional ones are the engine's. */
function openingOf(
  { settings }: AuditedFollow,
  { leaderLots, leaderValue }: CopyEntry,
  leverageE2: bigint,
): bigint | undefined {
  if (settings.mode === 'FixedRatio') {
    return (BigInt(leaderLots) * BigInt(settings.ratioE4)) / 10_000n
  }
  if (settings.mode === 'Proportional') return undefined
  return (settings.margin * leverageE2 * BigInt(leaderLots)) / (100n * leaderValue)
}
