// Simulated people who run grid bots, so that there are bots to look at and to copy; each restarts
// its bot when the price has left the range.

import type { AccountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { gridOwnerPlans, type GridOwnerPlan } from './grid-plans.ts'

/**
 * Interval between turns: short while there is something to do or an owner is still to be checked.
 */
const [soonMs, laterMs] = [150, 2_000] as const
/** A bot is stopped when the price is this fraction of the width beyond the range. */
const strayed = 0.25
/** Significant digits of a range's prices. */
const digits = 4

/** The accounts of the simulated bot owners. */
export const gridOwners: readonly AccountId[] = gridOwnerPlans.map(({ owner }) => owner)

/** The bot owners of a simulated market. */
export class SimulatedGridOwners {
  readonly #views: Views
  #turn = 0
  /** Number of consecutive owners with nothing to do. */
  #idle = 0
  #nextMs = 0

  constructor(views: Views) {
    this.#views = views
  }

  /** Returns the next owner's command; none while its bot trades within its range. */
  act(timeMs: number): Command[] {
    if (timeMs < this.#nextMs) return []
    const plan = gridOwnerPlans[this.#turn]
    if (plan === undefined) return []
    const command = stepOf(this.#views, plan)
    // A refused creation is retried in the next round.
    if (command === undefined || command.kind === 'CreateGrid') {
      this.#turn = (this.#turn + 1) % gridOwnerPlans.length
    }
    this.#idle = command === undefined ? this.#idle + 1 : 0
    this.#nextMs = timeMs + (this.#idle < gridOwnerPlans.length ? soonMs : laterMs)
    return command === undefined ? [] : [command]
  }
}

/**
 * Stops the running grids if no robots are wanted, as their orders would stay forever. Spot grids
 * keep their coins; a position has to be closed.
 */
export const endedGrids = ({ account, grids }: Views): Command[] =>
  gridOwners
    .filter((owner) => account(owner)?.role === 'robot')
    .flatMap((owner) =>
      grids
        .bots(owner)
        .filter(({ status }) => status !== 'Ended' && status !== 'Stopping')
        .map(({ wallet, terms }) => ({
          kind: 'StopGrid',
          account: owner,
          wallet,
          keepsBase: terms.mode === 'Spot',
        })),
    )

function stepOf(views: Views, plan: GridOwnerPlan): Command | undefined {
  const { account, copy, grids } = views
  const { owner, symbol } = plan
  const market = views.symbol(symbol)
  if (market === undefined || market.lastTicks === 0) return undefined
  if (market.instrument.status !== 'Trading') return undefined
  if (account(owner) === undefined) return { kind: 'OpenAccount', account: owner, role: 'robot' }
  const bot = grids.bots(owner).find(({ status }) => status !== 'Ended')
  if (bot !== undefined) {
    if (bot.status === 'Stopping' || !hasStrayed(bot.levels, market.lastTicks)) return undefined
    return { kind: 'StopGrid', account: owner, wallet: bot.wallet, keepsBase: false }
  }
  const investment = amount(plan.funds * unitE8)
  const own = copy.free(owner)
  // Losses of an earlier bot are deposited again.
  if (own < investment) {
    return { kind: 'Deposit', account: owner, coin: 'USDT', amount: amount(investment - own) }
  }
  const terms = termsAt(plan, market.lastTicks)
  return { kind: 'CreateGrid', account: owner, symbol, terms, investment }
}

function hasStrayed(levels: readonly number[], lastTicks: number): boolean {
  const [low, high] = [levels[0] ?? 0, levels.at(-1) ?? 0]
  const room = (high - low) * strayed
  return lastTicks < low - room || lastTicks > high + room
}

/** A range of round prices around a price. */
function termsAt(plan: GridOwnerPlan, lastTicks: number) {
  const { mode, spacing, cells, leverageE2, isTrailing, widthE4 } = plan
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(lastTicks)) + 1 - digits))
  const width = (lastTicks * widthE4) / 10_000
  return {
    mode,
    spacing,
    lowTicks: priceTicks(Math.floor((lastTicks - width) / step) * step),
    highTicks: priceTicks(Math.ceil((lastTicks + width) / step) * step),
    cells,
    leverageE2,
    takeProfitTicks: priceTicks(0),
    stopLossTicks: priceTicks(0),
    isTrailing,
  }
}
