// The simulated market: prices and makers act four times a second, takers and the makers of books
// with a wide spread in the beats between, at times derived from the seed.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Command } from '@basis/engine/commands'
import type { EventBatch } from '@basis/engine/events'
import type { Views } from '@basis/engine/views'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import { nextListingChange, type Listing } from '../instruments/listings.ts'
import { createIndexFeed } from './index-feed.ts'
import type { IndexUpdate } from './prices.ts'
import { fundingCommands, isRobot, quoters, robotAccounts } from './robots/accounts.ts'
import { endedGrids, gridOwners, SimulatedGridOwners } from './robots/bots/grid-owners.ts'
import { followerOwners, SimulatedFollowers } from './robots/followers.ts'
import { leaderOwners, SimulatedLeaders } from './robots/leaders.ts'
import { OptionMarket } from './options/option-market.ts'
import { OrderSubmitter } from './robots/order-submitter.ts'
import { mayBeMember } from './robots/members.ts'
import { Population } from './robots/population.ts'
import { SpreadRobots } from './robots/spreads.ts'
import { SymbolAgents } from './robots/symbol-agents.ts'
import { startTicker } from './interval-timer.ts'
import type { MarketControl } from './market-control.ts'
import { mix32, noiseKey } from './noise.ts'
import { MarketWeek } from './week/market-week.ts'
import { SymbolUpkeep } from './week/symbol-upkeep.ts'

export type MarketOptions = {
  readonly exchange: Exchange
  readonly seed: number
  readonly listings: readonly Listing[]
  /** Whether makers and takers trade; prices are generated in any case. Default: yes. */
  readonly robots?: boolean
  /** Whether options are listed and marked too. Default: no. */
  readonly hasOptions?: boolean
  /** The operator's controls; absent for none. */
  readonly control?: MarketControl | undefined
  /** Receives the last prices of each coin from the outside venues. */
  readonly lastIndexUpdates?: Map<string, IndexUpdate> | undefined
  /** Called with unexpected errors; the market goes on. */
  readonly onFailure?: (error: unknown) => void
}

/** A market advanced by explicit calls; `startMarket` makes them by the clock. */
export type SimulatedMarket = {
  /** Generates new index prices and the makers' reaction; resolves when all is applied. */
  readonly quote: (timeMs: number) => Promise<void>
  /** Submits the takers' orders of this time; resolves when all is applied. */
  readonly take: (timeMs: number) => Promise<void>
  /** The offset of a beat within its period, ms. */
  readonly offsetOf: (beat: number) => number
  readonly stop: () => void
}

/** The period of a beat; prices and makers act at every n-th one, takers at the others. */
export const beatMs = 50
export const quoteBeats = 5
const fundEveryMs = 10 * 60_000
/**
 * A listing is right however late it is, and the next check of the calendar may be days away: a
 * slow disk must not drop it.
 */
const listingPatienceMs = 10 * 60_000
/** Beats between a maker's requotes: each beat in active markets, fewer in thin ones. */
const turnsFrom = [
  { turnover: 350e6, turns: 1 },
  { turnover: 60e6, turns: 2 },
] as const
const thinTurns = 4
const shortBookTurns = 12
/** Number of beats between the takers' turns in pairs with short books. */
const shortBookBeats = 8

/**
 * Starts the market. All current instruments must be listed already. Missing robot accounts are
 * opened and funded; existing quotes in the books are adopted.
 */
export function startMarket(
  options: Omit<MarketOptions, 'listings'> & {
    readonly clock: Clock
    readonly listingsAt: (timeMs: number) => readonly Listing[]
  },
): { readonly stop: () => void } {
  const { clock } = options
  const market = createRollingMarket({ ...options, hasOptions: true }, clock.nowMs())
  const ticker = startTicker({
    clock,
    periodMs: beatMs,
    offsetOf: market.offsetOf,
    onTick: (timeMs, beat) => {
      const act = beat % quoteBeats === 0 ? market.quote : market.take
      act(timeMs).catch(options.onFailure ?? (() => undefined))
    },
  })
  return {
    stop: () => {
      ticker.stop()
      market.stop()
    },
  }
}

/**
 * Creates a market that follows the calendar: after each delivery, and when a weekly pair comes or
 * goes, it lists the new instruments and restarts with them, leaving all quotes in place.
 */
export function createRollingMarket(
  options: Omit<MarketOptions, 'listings'> & {
    readonly listingsAt: (timeMs: number) => readonly Listing[]
  },
  nowMs: number,
): SimulatedMarket {
  const { exchange, listingsAt, seed, onFailure = () => undefined } = options
  const { views } = exchange
  const begin = (timeMs: number) => {
    const listings = listingsAt(timeMs)
    const upkeep = new SymbolUpkeep(views, listings, new MarketWeek(seed, listings))
    return { upkeep, market: createSimulatedMarket({ ...options, listings }) }
  }
  let { upkeep, market } = begin(nowMs)
  let rollMs = nextListingChange(nowMs)
  let rolling: Promise<void> | undefined

  async function roll(timeMs: number): Promise<void> {
    market.stop()
    for (const { instrument } of listingsAt(timeMs)) {
      const known = views.instrument(instrument.symbol)
      // A closed pair may be listed again with another launch.
      if (known !== undefined && known.launchMs === instrument.launchMs) continue
      await submit({ kind: 'ListInstrument', instrument }, timeMs)
    }
    ;({ upkeep, market } = begin(timeMs))
    rollMs = nextListingChange(timeMs)
  }

  async function submit(command: Command, timeMs: number): Promise<void> {
    const { problem } = await exchange.submit(command, { latestMs: timeMs + listingPatienceMs })
    if (problem !== undefined) onFailure(new Error(`${command.kind}: ${problem.name}`))
  }

  return {
    quote: async (timeMs) => {
      if (rolling !== undefined) return
      if (timeMs < rollMs) {
        await Promise.all(upkeep.step(timeMs).map((command) => submit(command, timeMs)))
        return market.quote(timeMs)
      }
      rolling = roll(timeMs).finally(() => {
        rolling = undefined
      })
      return rolling
    },
    take: (timeMs) => (rolling === undefined ? market.take(timeMs) : Promise.resolve()),
    offsetOf: market.offsetOf,
    stop: () => market.stop(),
  }
}

/** Creates the market and adopts the robots' open quotes; it acts only when called. */
export function createSimulatedMarket(options: MarketOptions): SimulatedMarket {
  const { exchange, listings, seed, onFailure = () => undefined } = options
  const { views } = exchange
  const isManned = options.robots !== false && mayAct(views, onFailure)
  const people = peopleOf(views)
  const spreads = new SpreadRobots(views, seed)
  const population = new Population(views, isManned ? listings : [], seed)
  const quoted = isManned ? listings.filter(({ hasRobots }) => hasRobots) : []
  const { control, lastIndexUpdates } = options
  const feed = createIndexFeed({ seed, listings, views, control, lastIndexUpdates })
  const submitter = new OrderSubmitter(exchange, onFailure)
  const agents = quoted.map((listing) => {
    return new SymbolAgents({ listing, listings: quoted, views, seed, salt: exchange.lastSeq() })
  })
  const bySymbol = new Map(agents.map((agent) => [agent.symbol, agent]))
  const ignore = exchange.subscribe((batch) => passEvents(bySymbol, batch))
  const chains =
    options.hasOptions === true ? new OptionMarket(views, { seed, isManned }) : undefined
  const cancelOrphans = orphanCanceller(submitter, () => orphanCommands(views, bySymbol))
  const busy = new Set<SymbolAgents>()
  const fundsAt = regularFunds(views, quoted)
  let turn = 0
  let beats = 0

  function requoteOf(agent: SymbolAgents, timeMs: number): Promise<void> | undefined {
    if (busy.has(agent)) return undefined
    const commands = agent.requote(timeMs)
    if (commands.length === 0) return undefined
    // The maker requotes only after the results of its last commands are known.
    busy.add(agent)
    return submitter.send(commands, timeMs).finally(() => busy.delete(agent))
  }

  return {
    quote: async (timeMs) => {
      if (submitter.isPaused(timeMs)) return
      const prices = feed.next(timeMs)
      const first = [...feed.states(), ...fundsAt(timeMs), ...(prices ? [prices] : [])]
      const work = [
        cancelOrphans(timeMs),
        submitter.send([...first, ...population.step(timeMs)], timeMs),
      ]
      for (const { symbol, indexE8 } of prices?.prices ?? []) {
        bySymbol.get(symbol)?.hearIndex(indexE8, timeMs, control?.speed)
      }
      // Options have no price before the coins have an index.
      work.push(submitter.send(chains?.step(timeMs) ?? [], timeMs))
      turn += 1
      agents.forEach((agent, i) => {
        if ((turn + i) % turnsOf(agent) !== 0 && agent.hasQuotes) return
        work.push(requoteOf(agent, timeMs) ?? Promise.resolve())
      })
      await Promise.all(work)
    },
    take: async (timeMs) => {
      if (submitter.isPaused(timeMs)) return
      beats += 1
      const open = agents.filter((agent) => turnsOf(agent) === 1 && agent.isSpreadWide)
      const work = open.map((agent) => requoteOf(agent, timeMs) ?? Promise.resolve())
      const commands = agents
        .filter(({ hasShortBook }, i) => !hasShortBook || (beats + i) % shortBookBeats === 0)
        .flatMap((agent) => agent.take(timeMs, options.control?.speed))
      if (agents.length > 0) {
        commands.push(...people.flatMap((each) => each.act(timeMs)), ...spreads.act(timeMs))
      }
      await Promise.all([...work, submitter.send(commands, timeMs)])
    },
    offsetOf: beatOffsets(seed),
    stop: () => {
      submitter.end()
      ignore()
    },
  }
}

/** Returns deposits that replenish the robots' funds, at regular intervals. */
function regularFunds(views: Views, quoted: readonly Listing[]): (timeMs: number) => Command[] {
  let fundedMs = Number.NEGATIVE_INFINITY
  return (timeMs) => {
    if (quoted.length === 0 || timeMs - fundedMs < fundEveryMs) return []
    fundedMs = timeMs
    return fundingCommands(views, quoted)
  }
}

/** Simulated leaders, followers and bot owners. */
const peopleOf = (views: Views) =>
  [SimulatedLeaders, SimulatedFollowers, SimulatedGridOwners].map((People) => new People(views))

function beatOffsets(seed: number): SimulatedMarket['offsetOf'] {
  const key = noiseKey(seed, 'beat')
  return (beat) => mix32(key, beat) % beatMs
}

const turnsOf = ({ dailyTurnover, hasShortBook }: SymbolAgents): number =>
  hasShortBook
    ? shortBookTurns
    : (turnsFrom.find(({ turnover }) => dailyTurnover >= turnover)?.turns ?? thinTurns)

/** Robots never use a trader's account: if a trader has one of their numbers, they do not act. */
function mayAct(views: Views, onFailure: (error: unknown) => void): boolean {
  const numbers = [...robotAccounts, ...leaderOwners, ...followerOwners, ...gridOwners]
  const taken = numbers.filter((id) => (views.account(id)?.role ?? 'robot') !== 'robot')
  if (taken.length > 0) onFailure(new Error(`Account ${taken.join(', ')} belongs to a trader`))
  return taken.length === 0
}

/** Passes events of robots' orders and positions to the market that they belong to. */
function passEvents(agents: ReadonlyMap<SymbolId, SymbolAgents>, { events }: EventBatch): void {
  for (const event of events) {
    const of =
      'order' in event ? event.order : event.kind === 'PositionChanged' ? event.position : undefined
    if (of === undefined || !(isRobot(of.account) || mayBeMember(of.account))) continue
    agents.get(of.symbol)?.onEvent(event)
  }
}

/**
 * Returns cancels for quotes in markets that robots no longer quote, or quote from another account;
 * without robots also stops of the bot owners' grids.
 */
function orphanCommands(views: Views, agents: ReadonlyMap<SymbolId, SymbolAgents>): Command[] {
  const grids = agents.size === 0 ? endedGrids(views) : []
  const quotes = quoters.flatMap((account) => {
    const symbols = new Set(views.openOrders(account).map(({ symbol }) => symbol))
    return [...symbols]
      .filter((symbol) => agents.get(symbol)?.isQuotedBy(account) !== true)
      .map((symbol): Command => ({ kind: 'CancelAllOrders', account, symbol }))
  })
  return [...grids, ...quotes]
}

/** Sends these commands until none are left, as a busy exchange refuses commands. */
function orphanCanceller(submitter: OrderSubmitter, commandsOf: () => Command[]) {
  let isAsked = false
  return async (timeMs: number): Promise<void> => {
    if (isAsked) return
    const commands = commandsOf()
    isAsked = true
    await submitter.send(commands, timeMs)
    isAsked = commands.length === 0
  }
}
