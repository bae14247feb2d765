// Simulated people who run grids, so that there are bots to look at and to do the same as; each
// begins anew where the price has left his range.

import type { AccountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { gridOwnerPlans, type GridOwnerPlan } from './grid-plans.ts'

/** Between two looks: shortly while there is something to do, or somebody was not looked at. */
const [soonMs, laterMs] = [150, 2_000] as const
/** Who is so much of the width beyond the range gives it up. */
const strayed = 0.25
/** Prices of a range have so many digits. */
const digits = 4

/** The accounts of the simulated owners of bots. */
export const gridOwners: readonly AccountId[] = gridOwnerPlans.map(({ owner }) => owner)

/** The owners of bots of one market. */
export class SimulatedGridOwners {
  readonly #views: Views
  #turn = 0
  /** How many in turn had nothing to do. */
  #idle = 0
  #nextMs = 0

  constructor(views: Views) {
    this.#views = views
  }

  /** Returns the next step of one of them; nothing while its bot trades in its range. */
  act(timeMs: number): Command[] {
    if (timeMs < this.#nextMs) return []
    const plan = gridOwnerPlans[this.#turn]
    if (plan === undefined) return []
    const command = stepOf(this.#views, plan)
    // One that is refused is tried again at the next round.
    if (command === undefined || command.kind === 'CreateGrid') {
      this.#turn = (this.#turn + 1) % gridOwnerPlans.length
    }
    this.#idle = command === undefined ? this.#idle + 1 : 0
    this.#nextMs = timeMs + (this.#idle < gridOwnerPlans.length ? soonMs : laterMs)
    return command === undefined ? [] : [command]
  }
}

/**
 * Ends the bots that run, where no robots are wanted: their orders would stand for ever. Those of
 * spot keep their coins; a position has to be closed.
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
  // What an earlier bot has lost is brought again.
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

/** A range in round prices about a price. */
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
