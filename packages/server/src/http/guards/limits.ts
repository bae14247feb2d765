// Request limits: token buckets per account for orders, cancels and previews, else per address
// (reliability S6, G6).

import { callNames, type CallName } from '@basis/protocol/calls'
import type { Clock } from '../../exchange/ports.ts'
import type { Quota } from '../../exchange/quotas.ts'
import { TokenBuckets, type BucketRate } from '../../exchange/token-buckets.ts'
import { refusal, type Refused } from './refusal.ts'

/**
 * Orders, cancels, previews, sign-ins and reads each have their own bucket, so that none
 * can starve another.
 */
export type CallClass = 'order' | 'cancel' | 'preview' | 'sign' | 'read'

const orderCalls: readonly CallName[] = [
  'createOrder',
  'replaceOrder',
  'createBatch',
  'replaceBatch',
  'reversePosition',
  'createSpotOrder',
  'replaceSpotOrder',
  'setLeverage',
  'switchMode',
  'setMarginMode',
  'setAccountMode',
  'setSpotHedging',
  'switchSpotMargin',
  'setSpotLeverage',
  'setCollateral',
  'borrowCoin',
  'repayLoan',
  'addMargin',
  'setAutoAddMargin',
  'setTpSlTs',
  'createStrategy',
  'createRule',
  'amendRule',
  'setMmrClose',
  'createAlert',
  'amendAlert',
  'applyLeader',
  'blockFollower',
  'followLeader',
  'modifyFollow',
  'transferCopy',
  'createCopyOrder',
  'setCopyLeverage',
  'setCopyTpsl',
  'createBot',
  'transferFunds',
  'openSubAccount',
  'createDcaBot',
  'investDcaBot',
  'createRebalanceBot',
  'investRebalanceBot',
  'addBotInvestment',
  'modifyBotStops',
  'createSpread',
  'amendSpread',
]
const cancelCalls: readonly CallName[] = [
  'cancelOrder',
  'cancelTotally',
  'cancelAllOrders',
  'cancelBatch',
  'cancelSpotOrder',
  'closeAllPositions',
  'cancelStrategy',
  'pauseStrategy',
  'cancelRule',
  'pauseRule',
  'resumeRule',
  'resumeStrategy',
  'cancelMmrClose',
  'removeAlerts',
  'endLeader',
  'stopFollow',
  'closeAllCopy',
  'cancelCopyOrder',
  'closeBot',
  'pauseBot',
  'closeDcaBot',
  'pauseDcaBot',
  'closeRebalanceBot',
  'pauseRebalanceBot',
  'cancelSpread',
  'cancelAllSpreads',
]
const previewCalls: readonly CallName[] = [
  'previewOrder',
  'previewReplace',
  'previewBatch',
  'previewSpotOrder',
  'previewTpSlTs',
  'previewLeverage',
  'previewMarginMode',
  'previewMargin',
  'preAddMargin',
  'previewAccountMode',
  'previewFunds',
  'previewReverse',
  'previewRepayment',
  'backtestBot',
  'backtestDcaBot',
]
const signCalls: readonly CallName[] = [
  'demoUser',
  'signUp',
  'signIn',
  'switchAccount',
  'demoFunds',
  'createApiKey',
  'revokeApiKey',
]

const classes = new Map(callNames.map((name) => [name, classOf(name)]))

function classOf(name: CallName): CallClass {
  if (orderCalls.includes(name)) return 'order'
  if (cancelCalls.includes(name)) return 'cancel'
  if (previewCalls.includes(name)) return 'preview'
  return signCalls.includes(name) ? 'sign' : 'read'
}

export const callClass = (name: CallName): CallClass => classes.get(name) ?? 'read'

/** The state of a bucket: `retryAfterS` is 0 if the request may pass. */
type Allowance = {
  readonly limit: number
  readonly remaining: number
  readonly retryAfterS: number
}

export type Limits = {
  /** Takes one token of the key's bucket in the class; undefined if limits are off. */
  readonly take: (callClass: CallClass, key: string) => Allowance | undefined
  /** The quota that the commands of a call count against over all gateways. */
  readonly quota: (callClass: CallClass, key: string) => Quota | undefined
}

/** Makes the limits from the requests per minute that one address may make; 0 switches them off. */
export function createLimits(clock: Clock, perMinute: number): Limits {
  if (perMinute === 0) return { take: () => undefined, quota: () => undefined }
  const rate = (factor: number): BucketRate => ({
    capacity: Math.max(1, Math.ceil((perMinute * factor) / 30)),
    perSecond: (perMinute * factor) / 60,
  })
  const rates: Record<CallClass, BucketRate> = {
    read: rate(1),
    order: rate(1),
    // Reducing risk must be easier than taking it.
    cancel: rate(2),
    preview: rate(1),
    sign: { capacity: 60, perSecond: 1 },
  }
  const buckets: Record<CallClass, TokenBuckets> = {
    read: new TokenBuckets(),
    order: new TokenBuckets(),
    cancel: new TokenBuckets(),
    preview: new TokenBuckets(),
    sign: new TokenBuckets(),
  }
  return {
    take(name, key) {
      const { remaining, waitMs } = buckets[name].take(key, rates[name], 1, clock.nowMs())
      return { limit: rates[name].capacity, remaining, retryAfterS: Math.ceil(waitMs / 1000) }
    },
    quota: (name, key) =>
      name === 'order' || name === 'cancel'
        ? { name: `${name} ${key}`, rate: rates[name], count: 1 }
        : undefined,
  }
}

/** Refuses a request above the limit; `retryAfter` is in whole seconds. */
export const tooManyRequests = (retryAfter: number): Refused =>
  refusal('rateLimited', `requests: too many; try again in ${retryAfter} s`, { retryAfter })
