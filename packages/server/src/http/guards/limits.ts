// Request limits: token buckets by account for orders, by address for the rest (reliability S6,
// G6).

import { callNames, type CallName } from '@basis/protocol/calls'
import type { Clock } from '../../exchange/ports.ts'

/**
 * Orders, cancels, sign-ins and looks at what an order would do each have a bucket of their own, so
 * that none can starve another.
 */
export type CallClass = 'order' | 'cancel' | 'look' | 'sign' | 'read'

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
const lookCalls: readonly CallName[] = [
  'previewOrder',
  'previewReplace',
  'previewBatch',
  'previewSpotOrder',
  'previewTpSlTs',
  'previewLeverage',
  'previewMarginMode',
  'previewMargin',
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
  if (lookCalls.includes(name)) return 'look'
  return signCalls.includes(name) ? 'sign' : 'read'
}

export const callClass = (name: CallName): CallClass => classes.get(name) ?? 'read'

/** What a bucket said: `retryAfterS` is 0 when the request may pass. */
type Allowance = {
  readonly limit: number
  readonly remaining: number
  readonly retryAfterS: number
}

export type Limits = {
  /** Takes one token of the key's bucket in the class; undefined when limits are off. */
  readonly take: (callClass: CallClass, key: string) => Allowance | undefined
}

type Rate = { readonly capacity: number; readonly perSecond: number }

/** Makes the limits from the requests per minute that one address may make; 0 switches them off. */
export function createLimits(clock: Clock, perMinute: number): Limits {
  if (perMinute === 0) return { take: () => undefined }
  const rate = (factor: number): Rate => ({
    capacity: Math.max(1, Math.ceil((perMinute * factor) / 30)),
    perSecond: (perMinute * factor) / 60,
  })
  const buckets: Record<CallClass, ReturnType<typeof createBuckets>> = {
    read: createBuckets(clock, rate(1)),
    order: createBuckets(clock, rate(1)),
    // Getting out must be easier than getting in.
    cancel: createBuckets(clock, rate(2)),
    look: createBuckets(clock, rate(1)),
    sign: createBuckets(clock, { capacity: 60, perSecond: 1 }),
  }
  return { take: (name, key) => buckets[name](key) }
}

const maxBuckets = 20_000

function createBuckets(clock: Clock, rate: Rate): (key: string) => Allowance {
  const buckets = new Map<string, { tokens: number; lastMs: number }>()

  function dropFull(nowMs: number): void {
    const fillMs = (rate.capacity / rate.perSecond) * 1000
    for (const [key, bucket] of buckets) if (nowMs - bucket.lastMs > fillMs) buckets.delete(key)
    // Somebody with very many addresses is not worth more memory than this.
    if (buckets.size > maxBuckets) buckets.clear()
  }

  return (key) => {
    const nowMs = clock.nowMs()
    if (buckets.size > maxBuckets) dropFull(nowMs)
    const bucket = buckets.get(key) ?? { tokens: rate.capacity, lastMs: nowMs }
    const passed = Math.max(0, nowMs - bucket.lastMs) / 1000
    bucket.tokens = Math.min(rate.capacity, bucket.tokens + passed * rate.perSecond)
    bucket.lastMs = nowMs
    const isAllowed = bucket.tokens >= 1
    if (isAllowed) bucket.tokens -= 1
    buckets.set(key, bucket)
    return {
      limit: rate.capacity,
      remaining: Math.floor(bucket.tokens),
      retryAfterS: isAllowed ? 0 : Math.ceil((1 - bucket.tokens) / rate.perSecond),
    }
  }
}
