// Algorithmic order calls over HTTP: a request becomes the terms of a parent order; the engine
// decides what is accepted (rules 8.9).

import type { IcebergPricing, IcebergSlice } from '@basis/domain/algo/iceberg'
import type { AlgoRecord, AlgoTerms } from '@basis/domain/algo/order'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { CallRequest } from '@basis/protocol/calls'
import { encodeStrategy } from '@basis/protocol/strategy'
import type { ApplyResult } from '@basis/engine/engine'
import {
  listedContract,
  listedInstrument,
  type Handlers,
  type Parts,
  type SessionContext,
} from './call-context.ts'
import { invalidField } from './guards/refusal.ts'
import { questionOf } from './history.ts'
import { optionalQty } from './orders/order-fields.ts'
import { submit } from './submit.ts'
import { readPrice } from './tpsl-reading.ts'

export const strategyHandlers: Handlers<
  | 'createStrategy'
  | 'cancelStrategy'
  | 'pauseStrategy'
  | 'resumeStrategy'
  | 'strategies'
  | 'strategyHistory'
> = {
  createStrategy: async (context, request) => {
    const { parts, account } = context
    const instrument = listedContract(parts, request.symbol)
    const { qtyLots } = optionalQty(instrument, request)
    if (qtyLots === undefined) throw invalidField('qty', 'or qtyX is required')
    const applied = await submit(parts, {
      kind: 'PlaceAlgo',
      account,
      symbol: instrument.symbol,
      side: request.side,
      qtyLots,
      reduceOnly: request.reduceOnly ?? false,
      positionIdx: request.positionIdx ?? 0,
      linkId: request.orderLinkId ?? '',
      // The account's resting orders stay and the child order is cancelled, as any new order.
      selfTrade: 'CancelTaker',
      terms: termsOf(parts, instrument, request),
    })
    return receipt(context, applied)
  },

  cancelStrategy: async (context, { strategyId }) => {
    const { parts, account } = context
    const algoId = Number(strategyId)
    return receipt(context, await submit(parts, { kind: 'CancelAlgo', account, algoId }))
  },

  pauseStrategy: (context, { strategyId }) => pause(context, strategyId, true),
  resumeStrategy: (context, { strategyId }) => pause(context, strategyId, false),

  strategies: ({ parts, account }, { symbol }) => {
    const listed = symbol === undefined ? undefined : listedInstrument(parts, symbol).symbol
    const list = parts.exchange.views
      .algos(account)
      .filter((algo) => listed === undefined || algo.symbol === listed)
      .map((algo) => wireOf(parts, algo))
    return { value: { list } }
  },

  strategyHistory: async (context, request) => {
    const { parts } = context
    const page = await parts.readModel.algoHistory(questionOf(context, request))
    const list = page.rows.map(({ algo }) => wireOf(parts, algo))
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },
}

const wireOf = (parts: Parts, algo: AlgoRecord) =>
  encodeStrategy(algo, listedInstrument(parts, algo.symbol))

async function pause(context: SessionContext, strategyId: string, isPaused: boolean) {
  const { parts, account } = context
  const command = { kind: 'PauseAlgo', account, algoId: Number(strategyId), isPaused } as const
  return receipt(context, await submit(parts, command))
}

/** Returns the state of a parent after a command; absent if it had ended before. */
function receipt({ parts, account }: SessionContext, { algoId, events, seq }: ApplyResult) {
  const emitted = events.findLast(
    (event) => event.kind === 'AlgoChanged' && event.algo.id === algoId,
  )
  const algo =
    emitted?.kind === 'AlgoChanged'
      ? emitted.algo
      : parts.exchange.views.algos(account).find(({ id }) => id === algoId)
  const strategyId = String(algoId)
  if (algo === undefined) return { value: { strategyId }, seq }
  return { value: { strategyId, strategy: wireOf(parts, algo) }, seq }
}

type Request = CallRequest<'createStrategy'>

/** Returns a field that the kind requires. Throws Refused. */
function needed<Name extends keyof Request>(
  request: Request,
  name: Name,
): NonNullable<Request[Name]> {
  const value = request[name]
  if (value !== undefined && value !== null) return value
  throw invalidField(name, `is required for ${request.strategyType}`)
}

function termsOf(parts: Parts, instrument: Instrument, request: Request): AlgoTerms {
  const price = (name: 'priceFrom' | 'priceTo') =>
    readPrice(instrument, name, needed(request, name))
  switch (request.strategyType) {
    case 'TWAP': {
      const { isRandom } = request
      return {
        kind: 'Twap',
        durationSec: needed(request, 'duration'),
        intervalSec: needed(request, 'interval'),
        // The seed is journalled with the command, so that a replay randomises equally.
        ...(isRandom === true ? { seed: parts.clock.nowMs() % 0x1_0000_0000 } : {}),
        ...worstOf(instrument, request),
      }
    }
    case 'POV':
      return {
        kind: 'Pov',
        participationE2: percentOf('participation', needed(request, 'participation')),
        durationSec: needed(request, 'duration'),
        intervalSec: needed(request, 'interval'),
        ...worstOf(instrument, request),
      }
    case 'Iceberg':
      return {
        kind: 'Iceberg',
        slice: sliceOf(instrument, request),
        pricing: pricingOf(instrument, request),
      }
    case 'ScaledOrder': {
      const { shares } = request
      return {
        kind: 'Scaled',
        fromTicks: price('priceFrom'),
        toTicks: price('priceTo'),
        children: needed(request, 'orderCount'),
        shape: request.shape ?? 'Flat',
        ...(shares === undefined
          ? {}
          : { sharesE2: shares.map((share) => percentOf('shares', share)) }),
      }
    }
    case 'ChaseLimit': {
      const { maxDistance } = request
      if (maxDistance === undefined) return { kind: 'Chase' }
      return { kind: 'Chase', maxDistanceTicks: ticksOf(instrument, 'maxDistance', maxDistance) }
    }
  }
}

function sliceOf(instrument: Instrument, request: Request): IcebergSlice {
  const { subSize, orderCount } = request
  if ((subSize === undefined) === (orderCount === undefined)) {
    throw invalidField('subSize', 'or orderCount is required, one of them')
  }
  if (orderCount !== undefined) return { orderCount }
  const { qtyLots } = optionalQty(instrument, { qty: subSize }, 'subSize')
  if (qtyLots === undefined) throw invalidField('subSize', 'is required')
  return { subLots: qtyLots }
}

function pricingOf(instrument: Instrument, request: Request): IcebergPricing {
  const at = request.priceType ?? (request.price === undefined ? 'Own' : 'Fixed')
  if (at === 'Fixed') {
    return { at, priceTicks: readPrice(instrument, 'price', needed(request, 'price')) }
  }
  if (request.price !== undefined) throw invalidField('price', 'is for the price type Fixed')
  if (at !== 'Offset') return { at }
  return { at, offsetTicks: ticksOf(instrument, 'offset', needed(request, 'offset')) }
}

/** Reads a price distance, possibly negative, as whole ticks. Throws Refused. */
function ticksOf({ tickSizeE8 }: Instrument, field: string, text: string): number {
  const isBelow = text.startsWith('-')
  const value = parseDecimal(isBelow ? text.slice(1) : text, 8)
  if (value === undefined || value % BigInt(tickSizeE8) !== 0n) {
    throw invalidField(field, 'must be a multiple of the tick size')
  }
  const ticks = Number(value / BigInt(tickSizeE8))
  return isBelow ? -ticks : ticks
}

/** Reads a percentage as hundredths of a percent. Throws Refused. */
function percentOf(field: 'shares' | 'participation', text: string): number {
  const share = parseDecimal(text, 2)
  if (share === undefined) throw invalidField(field, 'must have at most 2 decimals')
  return Number(share)
}

const worstOf = (instrument: Instrument, { maxChasePrice }: Request) =>
  maxChasePrice === undefined
    ? {}
    : { maxChaseTicks: readPrice(instrument, 'maxChasePrice', maxChasePrice) }
