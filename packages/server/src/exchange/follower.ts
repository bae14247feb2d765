// The follower: a second engine that replays the journal, checks that it reaches the exchange's
// state and writes the snapshot. If it fails, trading continues without a snapshot.

import type { Engine } from '@basis/engine/engine'
import type { Views } from '@basis/engine/views'
import { messageOf } from '../failures/thrown.ts'
import type { SnapshotStore } from './disk/snapshots.ts'
import { recover, StateDiffers, type RecoveryOptions } from './recovery.ts'
import type { EngineMaker, FollowGoal } from './ports.ts'

export type FollowerParts = {
  readonly journal: RecoveryOptions['journal']
  readonly snapshots: SnapshotStore
  readonly engines: EngineMaker
  readonly build: string
  /** How long commands are kept, ms of command time; `Infinity`: forever. */
  readonly keepMs: number
  readonly onNotice: (message: string) => void
}

/**
 * Restores the newest snapshot and checks its hash, replays the journal up to the goal and writes a
 * snapshot there. Returns the number of the last command that need not be kept. Throws StateDiffers
 * if the exchange's figures differ.
 */
export async function follow(parts: FollowerParts, goal: FollowGoal): Promise<number> {
  const { throughSeq } = goal
  const { engine, snapshotSeq } = await recover({ ...parts, throughSeq })
  if (snapshotSeq !== throughSeq) await write(parts, goal, engine)
  return baseOf(parts)
}

/** Returns the state's hash after a command, replayed from a snapshot at or before it. */
export async function hashAt(parts: FollowerParts, seq: number): Promise<string> {
  const { engine } = await recover({ ...parts, throughSeq: seq })
  return parts.engines.stateHash(engine)
}

async function write(parts: FollowerParts, goal: FollowGoal, engine: Engine): Promise<void> {
  const { throughSeq } = goal
  const figures = figuresOf(engine.views)
  if (figures !== goal.figures) {
    const [ours, theirs] = [figures.split('; '), goal.figures.split('; ')]
    // There are hundreds of markets and coins; the first difference is enough.
    const at = theirs.findIndex((figure, k) => figure !== ours[k])
    const both = `the exchange came to ${theirs[at]}, its journal to ${ours[at]}`
    throw new StateDiffers(
      `The state at sequence ${throughSeq} is not what the journal says: ${both}`,
    )
  }
  const head = { seq: throughSeq, timeMs: engine.lastTimeMs(), build: parts.build }
  await parts.snapshots.write(head, parts.engines.takeSnapshot(engine))
}

/**
 * The journal before a snapshot that is older than the window is not needed, once that snapshot has
 * been read back and its hash verified.
 */
async function baseOf({
  snapshots,
  engines,
  journal,
  keepMs,
  onNotice,
}: FollowerParts): Promise<number> {
  const base = await snapshots.tidy(keepMs)
  if (base === undefined || base.hash === undefined || base.seq <= journal.prunedSeq) return 0
  try {
    const snapshot = await snapshots.read(base.seq)
    if (snapshot === undefined) return 0
    if (engines.stateHash(engines.fromSnapshot(snapshot.lines)) === base.hash) return base.seq
    throw new Error('its state has another hash')
  } catch (error) {
    const reason = messageOf(error)
    onNotice(`the snapshot at ${base.seq} is set aside: ${reason}`)
    await snapshots.discard(base.seq)
    return 0
  }
}

/**
 * Returns figures that soon reveal a difference between two runs and cost one read per market;
 * hashing the whole state would block trading. A difference between accounts that affects no market
 * is not detected.
 */
export function figuresOf(views: Views): string {
  const markets = views.symbols().map((symbol) => {
    const view = views.symbol(symbol)
    if (view === undefined) return symbol
    const { instrument, indexE8, markE8, lastTicks, bestBidTicks, bestAskTicks } = view
    const prices = [indexE8, markE8, lastTicks, bestBidTicks, bestAskTicks].join(' ')
    const insured = views.insurance(instrument.settleCoin) ?? 0n
    return `${symbol} ${prices} ${view.openInterestLots} ${view.fundingRateE8} ${insured}`
  })
  // All balances add up to these sums, so lost money shows up here.
  const sums = views.venueSums().map(({ coin, deposits, fees, rounding, treasury, ...lent }) => {
    const all = [deposits, fees, rounding, treasury, lent.interest, lent.conversionResult]
    return `${coin} ${all.join(' ')}`
  })
  return [...markets, ...sums].join('; ')
}
