// A soak run of any number of random commands, seed after seed, in turn in the whole world as it is
// and as prices tumble, with all laws checked.

// It counts which commands were asked for, so that a kind of command which is never asked, or never
// done, is seen.

import type { Command } from '@basis/engine/commands'
import { replay, reversed, runSeed } from './simulation.ts'

/** Every kind of command; the compiler misses none. */
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

/** Commands of one seed: worlds are small, and many of them see more than one that grows old. */
export const stretch = 5000
const worlds = [
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
/** Commands that are asked for in the world of copying alone. */
export const copyKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'BecomeLeader',
  'EndLeader',
  'FollowLeader',
  'SetFollow',
  'StopFollow',
  'MoveToCopy',
  'BlockFollower',
])
/** Those of spot margin, which are asked for in the world of loans alone. */
export const loanKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'ListLoan',
  'SetSpotMargin',
  'SetSpotLeverage',
  'BorrowCoin',
  'RepayLoan',
  'SetCollateral',
])
/** Those of portfolio margin, which have a world of their own too. */
const portfolioKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'SetAccountMode',
  'SetSpotHedging',
  'SetMmp',
  'ResetMmp',
])
/** Commands that are asked for in the world of bots alone. */
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
/** Commands that are asked for in the world of combinations alone, the operator's among them. */
export const spreadKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'PlaceSpread',
  'ReplaceSpread',
  'CancelSpread',
  'CancelAllSpreads',
  'SetRules',
])
/** Commands that the world of auctions asks for beside them: one here alone, one with loans too. */
export const launchKinds: ReadonlySet<string> = new Set<Command['kind']>([
  'AmendRule',
  'SetCollateral',
])
/** Commands that the whole market does not ask for. */
export const isApart = (kind: string): boolean =>
  // Robots alone trade blocks, and there are none in these worlds.
  kind === 'TradeBlock' ||
  launchKinds.has(kind) ||
  copyKinds.has(kind) ||
  loanKinds.has(kind) ||
  portfolioKinds.has(kind) ||
  gridKinds.has(kind) ||
  spreadKinds.has(kind)
/** One seed in so many is played again from snapshots. */
const replayEvery = 10

export type Soak = {
  readonly commands: number
  readonly seeds: number
  /** Events, problems, and of each kind of command `KIND done` and `KIND refused`. */
  readonly counts: ReadonlyMap<string, number>
}

/**
 * Runs at least `commands` commands from the seed `first` on and reports each stretch; throws
 * LawBroken, or Error where a replay differs.
 */
export function runSoak(first: number, commands: number, tell: (so: Soak) => void): Soak {
  const counts = new Map<string, number>()
  let done = 0
  let seeds = 0
  while (done < commands) {
    const seed = first + seeds
    const world = worlds[seeds % worlds.length] ?? 'whole'
    const run = runSeed({ seed, commands: Math.min(stretch, commands - done), world })
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
    tell({ commands: done, seeds, counts })
  }
  return { commands: done, seeds, counts }
}

/** How often a kind of command was done and refused. */
export type Share = { readonly kind: string; readonly done: number; readonly refused: number }

export const sharesOf = (counts: ReadonlyMap<string, number>): readonly Share[] =>
  commandKinds.map((kind) => ({
    kind,
    done: counts.get(`${kind} done`) ?? 0,
    refused: counts.get(`${kind} refused`) ?? 0,
  }))

/** What a run should come to now and then, beside commands. */
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
 * Returns how often each kind of command was done, its share of all that were, and how often it was
 * refused, one line each; then how many were refused at all, and what happened.
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

/** Returns the kinds of commands that were never done. */
export const missedKinds = (counts: ReadonlyMap<string, number>): readonly string[] =>
  commandKinds.filter((kind) => (counts.get(`${kind} done`) ?? 0) === 0)
