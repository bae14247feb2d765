// Settlement session and delivery history over HTTP: an account's own records, and public prices.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { formatQty, qtyAmount, type Instrument } from '@basis/domain/instrument/instrument'
import { averagePriceE8 } from '@basis/domain/instrument/pnl'
import { encodeAmount } from '@basis/protocol/order'
import type { WireDelivery, WireSettlement } from '@basis/protocol/settlement/records'
import type { Page, SettlementRecord } from '../../read-model/read-model.ts'
import type { SettlementEvent, SettlementKind } from '../../read-model/settlements.ts'
import { listedInstrument, type Handlers, type Parts } from '../call-context.ts'
import { questionOf, spanOf } from '../history.ts'

export const settlementHandlers: Handlers<
  'deliveryRecords' | 'settlementRecords' | 'deliveryPrices' | 'sessionPrices'
> = {
  deliveryRecords: async (context, request) => {
    const question = { ...questionOf(context, request), kind: 'PositionDelivered' as const }
    const page = await context.parts.readModel.settlements(question)
    return reply(context.parts, page, encodeDelivery)
  },

  settlementRecords: async (context, request) => {
    const question = { ...questionOf(context, request), kind: 'SessionPaid' as const }
    const page = await context.parts.readModel.settlements(question)
    return reply(context.parts, page, encodeSession)
  },

  deliveryPrices: async ({ parts }, request) => {
    const of = request.symbol === undefined ? {} : symbolOf(parts, request.symbol)
    const question = { ...spanOf(request), ...of, kind: 'Delivered' as const }
    const page = await parts.readModel.settlements(question)
    return reply(parts, page, ({ symbol, priceE8, samples, atMs }) => {
      const deliveryPrice = price(priceE8)
      return { symbol, deliveryPrice, samples, deliveryTimeE3: atMs }
    })
  },

  sessionPrices: async ({ parts }, request) => {
    const of = symbolOf(parts, request.symbol)
    const question = { ...spanOf(request), ...of, kind: 'SessionSettled' as const }
    const page = await parts.readModel.settlements(question)
    return reply(parts, page, ({ symbol, markE8, atMs }) => {
      return { symbol, markPrice: price(markE8), sessionTimeE3: atMs }
    })
  },
}

const price = (e8: number): string => formatTrimmed(BigInt(e8), 8)
const symbolOf = (parts: Parts, name: string) => ({ symbol: listedInstrument(parts, name).symbol })

function reply<Kind extends SettlementKind, Wire>(
  parts: Parts,
  page: Page<SettlementRecord<Kind>>,
  encode: (event: SettlementEvent<Kind>, instrument: Instrument, timeMs: number) => Wire,
) {
  const list = page.rows.map(({ event, symbol, timeMs }) =>
    encode(event, listedInstrument(parts, symbol), timeMs),
  )
  return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
}

function encodeDelivery(
  event: SettlementEvent<'PositionDelivered'>,
  instrument: Instrument,
  timeMs: number,
): WireDelivery {
  const { symbol, side, positionIdx, sizeLots, entryPriceE8, priceE8, fee, pnl } = event
  return {
    symbol,
    side,
    positionIdx,
    position: formatQty(instrument, sizeLots),
    entryPrice: price(entryPriceE8),
    deliveryPrice: price(priceE8),
    fee: encodeAmount(fee),
    deliveryRpl: encodeAmount(pnl),
    deliveryTimeE3: instrument.deliveryMs ?? timeMs,
  }
}

function encodeSession(
  event: SettlementEvent<'SessionPaid'>,
  instrument: Instrument,
  timeMs: number,
): WireSettlement {
  const { symbol, side, positionIdx, sizeLots, sessionValue, markE8, cashFlow, funding } = event
  return {
    symbol,
    side,
    positionIdx,
    size: formatQty(instrument, sizeLots),
    sessionAvgPrice: price(averagePriceE8(sessionValue, qtyAmount(instrument, sizeLots))),
    markPrice: price(markE8),
    realisedPnl: encodeAmount(cashFlow),
    fundingFee: encodeAmount(funding),
    createdTimeE3: timeMs,
  }
}
