// A check that business tag, category and symbol of one request agree (reliability O6).

import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { businessTagOf } from '@basis/domain/instrument/market'
import type { Parts } from '../call-context.ts'
import { invalidField } from './refusal.ts'
import type { QueryOptions } from './request-reading.ts'

/** Throws Refused if the query names another kind of market than that of its symbol. */
export function assertAgrees(parts: Parts, queryOptions: QueryOptions, request: object): void {
  const { business, category } = queryOptions
  if (business === undefined && category === undefined) return
  const instrument = instrumentOf(parts, request)
  if (instrument === undefined) return
  const { contractType, symbol, settleCoin } = instrument
  if (business !== undefined) {
    const tag = contractType === undefined ? undefined : businessTagOf(contractType, settleCoin)
    if (tag === undefined)
      throw invalidField('business', `must be absent: ${symbol} is a spot pair`)
    if (tag !== business) throw invalidField('business', `must be ${tag} for ${symbol}`)
  }
  if (category !== undefined && categoryOf(instrument) !== category) {
    throw invalidField('category', `must be ${categoryOf(instrument)} for ${symbol}`)
  }
}

function instrumentOf(parts: Parts, request: object): Instrument | undefined {
  if (!('symbol' in request) || typeof request.symbol !== 'string') return undefined
  return parts.exchange.views.instrument(symbolId(request.symbol))
}

function categoryOf({ contractType }: Instrument): string {
  if (contractType === undefined) return 'spot'
  if (contractType === 'Option') return 'option'
  return businessTagOf(contractType) === 'inverse' ? 'inverse' : 'linear'
}
