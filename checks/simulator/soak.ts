// A soak run of any number of random commands, seed after seed, in turn in all worlds but the two
// smallest, with all laws checked.

// It counts the commands by kind, so that a kind that is never sent, or never accepted, is noticed.

import type { Command } from '@basis/engine/commands'
import { replay, reversed, runSeed } from './simulation.ts'
import type { World } from './workload.ts'

/** Every kind of command; a missing one does not compile. */
export const commandKinds: readonly Command['kind'][] = Object.values({
  ListInstrument: 'ListInstrument',
  SetInstrumentStatus: 'SetInstrumentStatus',
  ListCoin: 'ListCoin',
  OpenAccount: 'OpenAccount',
  Deposit: 'Deposit',
  PlaceOrder: 'PlaceOrder',
  ReplaceOrder: 'ReplaceOrder',
  CancelOrder: 'CancelOrder',
  CancelAllOrders: 'CancelAllOrders',
  SetTpSl: 'SetTpSl',
  CancelPartialTpSl: 'CancelPartialTpSl',
  OrderBatch: 'OrderBatch',
  ReversePosition: 'ReversePosition',
  ClosePositions: 'ClosePositions',
  PlaceAlgo: 'PlaceAlgo',
  CancelAlgo: 'CancelAlgo',
  PauseAlgo: 'PauseAlgo',
  PlaceRule: 'PlaceRule',
  AmendRule: 'AmendRule',
  SetRuleState: 'SetRuleState',
  SetMmrClose: 'SetMmrClose',
  CancelMmrClose: 'CancelMmrClose',
  SetLeverage: 'SetLeverage',
  SetPositionMode: 'SetPositionMode',
  SetMarginMode: 'SetMarginMode',
  ChangeMargin: 'ChangeMargin',
  SetAutoAddMargin: 'SetAutoAddMargin',
  SetFeeLevel: 'SetFeeLevel',
  UpdatePrices: 'UpdatePrices',
  AdvanceTime: 'AdvanceTime',
  BecomeLeader: 'BecomeLeader',
  EndLeader: 'EndLeader',
  FollowLeader: 'FollowLeader',
  SetFollow: 'SetFollow',
  StopFollow: 'StopFollow',
  MoveToCopy: 'MoveToCopy',
  BlockFollower: 'BlockFollower',
  ListLoan: 'ListLoan',
  SetSpotMargin: 'SetSpotMargin',
  SetAccountMode: 'SetAccountMode',
  SetSpotHedging: 'SetSpotHedging',
  SetCollateral: 'SetCollateral',
  SetMmp: 'SetMmp',
  ResetMmp: 'ResetMmp',
  SetSpotLeverage: 'SetSpotLeverage',
  BorrowCoin: 'BorrowCoin',
  RepayLoan: 'RepayLoan',
  CreateGrid: 'CreateGrid',
  PauseGrid: 'PauseGrid',
  AddInvestment: 'AddInvestment',
  SetGridStops: 'SetGridStops',
  StopGrid: 'StopGrid',
  CreateSpotBot: 'CreateSpotBot',
  PauseSpotBot: 'PauseSpotBot',
  StopSpotBot: 'StopSpotBot',
  InvestSpotBot: 'InvestSpotBot',
  OpenSubAccount: 'OpenSubAccount',
  TransferFunds: 'TransferFunds',
  Withdraw: 'Withdraw',
  PlaceSpread: 'PlaceSpread',
  ReplaceSpread: 'ReplaceSpread',
  CancelSpread: 'CancelSpread',
  CancelAllSpreads: 'CancelAllSpreads',
  TradeBlock: 'TradeBlock',
  SetRules: 'SetRules',
} satisfies { readonly [Kind in Command['kind']]: Kind })

/** Commands per seed: many short runs find more than one long run. */
export const stretch = 5000
/** The worlds of the seeds, in turn; the fullest ones come twice. */
export const soakWorlds = [
  'whole',
  'storm',
  'whole',
  'storm',
  'copy',
  'grid',
  'spread',
  'loan',
  'launch',
] as const
/** Commands that only the world of copying sends. */
export const copyKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'BecomeLeader',
  'EndLeader',
  'FollowLeader',
  'SetFollow',
  'StopFollow',
  'MoveToCopy',
  'BlockFollower',
])
/** Commands of spot margin, which only the world of loans sends. */
export const loanKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'ListLoan',
  'SetSpotMargin',
  'SetSpotLeverage',
  'BorrowCoin',
  'RepayLoan',
  'SetCollateral',
])
/** Commands of portfolio margin, which has a world of its own. */
const portfolioKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'SetAccountMode',
  'SetSpotHedging',
  'SetMmp',
  'ResetMmp',
])
/** Commands that only the world of bots sends. */
export const gridKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'CreateGrid',
  'PauseGrid',
  'AddInvestment',
  'SetGridStops',
  'StopGrid',
  'CreateSpotBot',
  'PauseSpotBot',
  'StopSpotBot',
  'InvestSpotBot',
  'OpenSubAccount',
  'TransferFunds',
  'Withdraw',
])
/** Commands that only the world of combinations sends, including the operator's. */
export const spreadKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'PlaceSpread',
  'ReplaceSpread',
  'CancelSpread',
  'CancelAllSpreads',
  'SetRules',
])
/** Commands of the world of auctions: one is sent only there, one also with loans. */
export const launchKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'AmendRule',
  'SetCollateral',
])
/** Commands that the whole market does not send. */
export const isApart = (kind: string): boolean =>
  // Only robots trade blocks, and there are none in these worlds.
  kind === 'TradeBlock' ||
  launchKinds.has(kind) ||
  copyKinds.has(kind) ||
  loanKinds.has(kind) ||
  portfolioKinds.has(kind) ||
  gridKinds.has(kind) ||
  spreadKinds.has(kind)
/** One seed in this many is replayed from snapshots. */
const replayEvery = 10

export type Soak = {
  readonly commands: number
  readonly seeds: number
  /** Events, problems, and for each kind of command `KIND done` and `KIND refused`. */
  readonly counts: ReadonlyMap<string, number>
}

export type SoakOptions = {
  readonly first: number
  readonly commands: number
  /** The worlds of the seeds, in turn; `soakWorlds` if undefined. */
  readonly worlds?: readonly World[] | undefined
  /** The version of the rules; the newest if undefined. */
  readonly rules?: number | undefined
}

/**
 * Runs at least `commands` commands from the seed `first` on and reports after each seed; throws
 * LawBroken, or Error if a replay differs.
 */
export function runSoak(
  { first, commands, worlds = soakWorlds, rules }: SoakOptions,
  report: (so: Soak) => void,
): Soak {
  const counts = new Map<string, number>()
  let done = 0
  let seeds = 0
  while (done < commands) {
    const seed = first + seeds
    const world = worlds[seeds % worlds.length] ?? 'whole'
    const run = runSeed({ seed, commands: Math.min(stretch, commands - done), world, rules })
    for (const [kind, count] of run.counts) counts.set(kind, (counts.get(kind) ?? 0) + count)
    if (seeds % replayEvery === 0) {
      const again = replay(run.commands, seed, 5)
      const same = again.stateHash === run.stateHash && again.eventHash === run.eventHash
      if (!same) throw new Error(`seed ${seed} (${world}): the replay differs from the run`)
      const other = replay(reversed(run.commands), seed, 0)
      if (other.stateHash !== run.stateHash) {
        throw new Error(`R1: seed ${seed} (${world}): the state depends on the order of fields`)
      }
    }
    done += run.commands.length
    seeds += 1
    report({ commands: done, seeds, counts })
  }
  return { commands: done, seeds, counts }
}

/** The number of accepted and refused commands of a kind. */
export type Share = { readonly kind: string; readonly done: number; readonly refused: number }

export const sharesOf = (counts: ReadonlyMap<string, number>): readonly Share[] =>
  commandKinds.map((kind) => ({
    kind,
    done: counts.get(`${kind} done`) ?? 0,
    refused: counts.get(`${kind} refused`) ?? 0,
  }))

/** Events that a run should contain, besides commands. */
const shownEvents = [
  'LiquidationStarted',
  'MarginReplenished',
  'PositionTakenOver',
  'PositionDeleveraged',
  'LossCovered',
  'FundingPaid',
  'SessionPaid',
  'PositionDelivered',
]

/**
 * Returns one line per kind of command with the number accepted, its share of all accepted, and the
 * number refused; then the number of all refusals, and the events.
 */
export function coverageOf(counts: ReadonlyMap<string, number>): readonly string[] {
  const shares = sharesOf(counts)
  const sum = (which: 'done' | 'refused'): number =>
    shares.reduce((total, share) => total + share[which], 0)
  const [allDone, allRefused] = [sum('done'), sum('refused')]
  const percent = (part: number, of: number): string =>
    `${((100 * part) / Math.max(1, of)).toFixed(2).padStart(6)} %`
  return [
    ...shares.map(
      ({ kind, done, refused }) =>
        `${kind.padEnd(20)} ${String(done).padStart(9)} done ${percent(done, allDone)} ` +
        `${String(refused).padStart(9)} refused`,
    ),
    `refused: ${percent(allRefused, allDone + allRefused).trim()}`,
    shownEvents.map((kind) => `${kind} ${counts.get(kind) ?? 0}`).join(', '),
  ]
}

/** Returns the kinds of commands that were never accepted. */
export const missedKinds = (counts: ReadonlyMap<string, number>): readonly string[] =>
  commandKinds.filter((kind) => (counts.get(`${kind} done`) ?? 0) === 0)
