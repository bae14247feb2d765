// The table of calls: a call exists if and only if it stands here (spec 7); a field that its schema
// does not name is refused by name.

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
import { historyCalls, orderCalls, positionCalls, spotOrderCalls } from './order-calls.ts'

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
/** What is asked: numbers are numbers even in a query, where they travel as text. */
export type CallRequest<Name extends CallName> = z.output<(typeof calls)[Name]['request']>
export type CallAnswer<Name extends CallName> = z.output<(typeof calls)[Name]['answer']>

export const callNames = Object.keys(calls) as readonly CallName[]

/**
 * What an account that is banned may still ask: everything that changes nothing, and to leave the
 * account. Whatever else changes something is refused by its place in the table, new calls too.
 */
const waysOutOfABan: readonly CallName[] = ['signIn', 'signOut']

export const mayWhileBanned = (name: CallName): boolean =>
  !calls[name].changes || waysOutOfABan.includes(name)

/**
 * Paths that the specification also spells without the base, or with `private` in the path (spec
 * 7): they lead to the same call, so that neither reading of its table finds nothing.
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

/** Every path that leads to the call, its own first. */
export const pathsOf = (name: CallName): readonly string[] => [
  calls[name].path,
  ...(otherPaths[name] ?? []),
]

/** The release of the build (spec 9), one and the same for the server and the terminal. */
export const buildRelease = '20251002.1'
