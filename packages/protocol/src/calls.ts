// The table of all calls (spec 7); a request with a field that its schema does not list is
// rejected, naming the field.

import type * as z from './schema/deferred.ts'
import { accountCalls } from './account-calls.ts'
import { catalogueCalls, marketCalls } from './market-calls.ts'
import { alertCalls } from './alerts/alert.ts'
import { copyCalls } from './copy/calls.ts'
import { apiKeyCalls } from './keys/calls.ts'
import { spotMarginCalls } from './margin/spot-margin.ts'
import { portfolioCalls } from './margin/portfolio.ts'
import { gridCalls } from './grid/calls.ts'
import { spotBotCalls } from './spot-bots/calls.ts'
import { walletCalls } from './wallets/calls.ts'
import { spreadMarketCalls } from './spread/market.ts'
import { spreadOrderCalls } from './spread/order.ts'
import { commandCalls } from './command-calls.ts'
import { previewCalls } from './preview-calls.ts'
import { marketControlCalls } from './operators/market-control.ts'
import { mmrCloseCalls } from './mmr-close.ts'
import { ruleCalls } from './rules/rule.ts'
import { optionCalls } from './options/chain.ts'
import { strategyCalls } from './strategy.ts'
import { explainCalls } from './explain/row.ts'
import { historyCalls } from './history-calls.ts'
import { orderCalls, positionCalls, spotOrderCalls } from './order-calls.ts'

export const calls = {
  ...orderCalls,
  ...commandCalls,
  ...previewCalls,
  ...strategyCalls,
  ...ruleCalls,
  ...mmrCloseCalls,
  ...alertCalls,
  ...copyCalls,
  ...spotMarginCalls,
  ...portfolioCalls,
  ...gridCalls,
  ...spotBotCalls,
  ...walletCalls,
  ...spreadMarketCalls,
  ...spreadOrderCalls,
  ...spotOrderCalls,
  ...positionCalls,
  ...historyCalls,
  ...explainCalls,
  ...catalogueCalls,
  ...optionCalls,
  ...marketCalls,
  ...marketControlCalls,
  ...accountCalls,
  ...apiKeyCalls,
} as const

export type CallName = keyof typeof calls
/** The parsed request: numbers in a query, which are text on the wire, are numbers here. */
export type CallRequest<Name extends CallName> = z.output<(typeof calls)[Name]['request']>
export type CallAnswer<Name extends CallName> = z.output<(typeof calls)[Name]['answer']>

export const callNames = Object.keys(calls) as readonly CallName[]

/**
 * The state-changing calls that a banned account may still make; it may make all others that change
 * nothing. Any other call with `changes` is rejected, including future ones.
 */
const waysOutOfABan: readonly CallName[] = ['signIn', 'signOut', 'switchAccount']

export const mayWhileBanned = (name: CallName): boolean =>
  !calls[name].changes || waysOutOfABan.includes(name)

/**
 * Alternative paths of calls: the specification also spells them without the base, or with
 * `private` in the path (spec 7).
 */
const otherPaths: { readonly [Name in CallName]?: readonly string[] } = {
  setAutoAddMargin: positionPaths('set-auto-add-margin'),
  addMargin: positionPaths('add-margin'),
  preAddMargin: positionPaths('pre-add-margin'),
  riskLimits: ['/position/risk-limit-list'],
  slippage: ['/public/instrument/slippage'],
  oneTimeToken: ['/user/private/ott'],
}

function positionPaths(name: string): readonly string[] {
  return [`/contract/v5/private/position/${name}`, `/private/position/${name}`]
}

/** Returns all paths of a call, its own first. */
export const pathsOf = (name: CallName): readonly string[] => [
  calls[name].path,
  ...(otherPaths[name] ?? []),
]

/** The build release (spec 9), shared by server and terminal. */
export const buildRelease = '20251002.1'
