// Commands of grid bots (rules 17).

import type { GridTerms } from '@basis/domain/grid/terms'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'

/** Starts a grid bot in a wallet of its own (rules 17). */
export type CreateGrid = {
  readonly kind: 'CreateGrid'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly terms: GridTerms
  readonly investment: Amount
}

/** Pauses a bot, which cancels its orders, or resumes it, which places them again. */
export type PauseGrid = {
  readonly kind: 'PauseGrid'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly isPaused: boolean
}

/** Adds money to a bot; each cell uses it from its next pair of orders on. */
export type AddInvestment = {
  readonly kind: 'AddInvestment'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly amount: Amount
}

/** Sets the prices at which a bot ends; 0 for nowhere. */
export type SetGridStops = {
  readonly kind: 'SetGridStops'
  readonly account: AccountId
  readonly wallet: AccountId
  readonly takeProfitTicks: PriceTicks
  readonly stopLossTicks: PriceTicks
}

/** Ends a bot: its position is closed, its coins are sold or kept, its money is returned. */
export type StopGrid = {
  readonly kind: 'StopGrid'
  readonly account: AccountId
  readonly wallet: AccountId
  /** The base coin of a spot grid is not sold. */
  readonly keepsBase: boolean
  /** The exchange bans the owner. */
  readonly isBan?: true
  /** Why, in the operator's words. */
  readonly reason?: string
}

export type GridCommand = CreateGrid | PauseGrid | AddInvestment | SetGridStops | StopGrid

const kinds: ReadonlySet<string> = new Set<GridCommand['kind']>([
  'CreateGrid',
  'PauseGrid',
  'AddInvestment',
  'SetGridStops',
  'StopGrid',
])

/** Returns whether a command is one of grid bots. */
export const isGridCommand = <Other extends { readonly kind: string }>(
  command: Other | GridCommand,
): command is GridCommand => kinds.has(command.kind)
