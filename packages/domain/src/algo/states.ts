// The states of algorithmic orders and of rules, and which of them are ends.

/** Active; paused by its owner; filled in full; ended by a rule of its own; ended from outside. */
export const algoStatuses = ['Running', 'Paused', 'Completed', 'Stopped', 'Cancelled'] as const
export type AlgoStatus = (typeof algoStatuses)[number]

/** Whether a parent has ended; a paused one has not. */
export const isAlgoOver = ({ status }: { readonly status: AlgoStatus }): boolean =>
  status !== 'Running' && status !== 'Paused'

export const ruleStates = ['Running', 'Paused', 'Completed', 'Expired', 'Cancelled'] as const
export type RuleState = (typeof ruleStates)[number]

/** Whether a rule has ended; a paused one has not. */
export const isRuleOver = ({ state }: { readonly state: RuleState }): boolean =>
  state !== 'Running' && state !== 'Paused'
