// Deliveries of positions, and settlement sessions of USDC contracts (open API 7).

import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed } from '@basis/domain/numbers/fixed'
import { encodeAmount } from '@basis/protocol/order'
import type { V5Handlers, V5SignedContext } from '../context.ts'
import { isOfExpiry, v5Symbol } from '../instruments.ts'
import { historyCursor, v5Cursor } from '../paging.ts'
import { averageOf } from '../../read-model/executions.ts'
import { monthly, scopeOf, spanOf, symbolsOf, type SpanFields } from '../reading/spans.ts'
import type { SettlementEvent } from '../../read-model/settlements.ts'

export const settlementHandlers: V5Handlers<'deliveryRecords' | 'settlementRecords'> = {
  deliveryRecords: async (context, request) => {
    const { category } = request
    const page = await context.parts.readModel.settlements({
      ...questionOf(context, category, request),
      kind: 'PositionDelivered',
    })
    const list = page.rows.flatMap(({ event, timeMs }) => {
      const instrument = context.parts.exchange.views.instrument(event.symbol)
      return instrument === undefined ? [] : [deliveryRow(event, instrument, timeMs)]
    })
    return { result: { category, list, nextPageCursor: v5Cursor(page.next) } }
  },

  settlementRecords: async (context, request) => {
    const { category } = request
    const page = await context.parts.readModel.settlements({
      ...questionOf(context, category, request),
      kind: 'SessionPaid',
    })
    const list = page.rows.flatMap(({ event, timeMs }) => {
      const instrument = context.parts.exchange.views.instrument(event.symbol)
      return instrument === undefined ? [] : [sessionRow(event, instrument, timeMs)]
    })
    return { result: { category, list, nextPageCursor: v5Cursor(page.next) } }
  },
}

type Asked = SpanFields & {
  readonly symbol?: string
  readonly expDate?: string
  readonly limit?: number
  readonly cursor?: string
}

const questionOf = (
  context: V5SignedContext,
  category: 'linear' | 'inverse' | 'option',
  { expDate, ...request }: Asked,
) => ({
  account: context.account,
  symbols:
    expDate === undefined
      ? symbolsOf(context, category, { symbol: request.symbol })
      : scopeOf(context, category, { symbol: request.symbol })
          .filter((instrument) => isOfExpiry(instrument, expDate))
          .map(({ symbol }) => symbol),
  ...spanOf(request, monthly, context.parts.clock.nowMs()),
  ...historyCursor(request.cursor),
  limit: request.limit ?? 20,
})

function deliveryRow(
  event: SettlementEvent<'PositionDelivered'>,
  instrument: Instrument,
  timeMs: number,
) {
  const { option, deliveryMs = timeMs } = instrument
  return {
    deliveryTime: deliveryMs,
    symbol: v5Symbol(instrument),
    side: event.side,
    position: formatQty(instrument, event.sizeLots),
    entryPrice: formatTrimmed(BigInt(event.entryPriceE8), 8),
    deliveryPrice: formatTrimmed(BigInt(event.priceE8), 8),
    strike: option === undefined ? '' : formatTrimmed(BigInt(option.strikeE8), 8),
    fee: encodeAmount(event.fee),
    deliveryRpl: encodeAmount(event.pnl),
  }
}

function sessionRow(event: SettlementEvent<'SessionPaid'>, instrument: Instrument, timeMs: number) {
  return {
    symbol: v5Symbol(instrument),
    side: event.side,
    size: formatQty(instrument, event.sizeLots),
    sessionAvgPrice: averageOf(instrument, event.sessionValue, event.sizeLots),
    markPrice: formatTrimmed(BigInt(event.markE8), 8),
    realisedPnl: encodeAmount(amount(event.cashFlow)),
    createdTime: String(timeMs),
  }
}
