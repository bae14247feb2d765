// Previews of orders, without placing them (open API 4.9).

import { formatQty, valueOf } from '@basis/domain/instrument/instrument'
import { encodeAmount } from '@basis/protocol/order'
import { problem } from '@basis/domain/instrument/problems'
import type { V5Handlers } from '../context.ts'
import { readCreation } from '../reading/create-order.ts'
import { readSide } from '../reading/order-fields.ts'
import { reading, refusalOf } from '../reading/wrong.ts'
import { orderInstrument } from './order-operations.ts'

export const orderCheckHandlers: V5Handlers<'preCheckOrder' | 'spotBorrowCheck'> = {
  preCheckOrder: (context, request) => {
    const { category } = request
    const instrument = orderInstrument(context, category, request.symbol)
    const command = reading(category, request, () => readCreation(context, instrument, request))
    const preview = context.parts.exchange.preview(command)
    if (preview.problem !== undefined) throw refusalOf(preview.problem, category, request)
    const before = preview.before?.account
    const after = preview.after?.account
    return {
      result: {
        orderId: '',
        orderLinkId: command.linkId,
        preImrE4: before?.initialRateE4 ?? 0,
        preMmrE4: before?.maintenanceRateE4 ?? 0,
        postImrE4: after?.initialRateE4 ?? 0,
        postMmrE4: after?.maintenanceRateE4 ?? 0,
      },
    }
  },

  spotBorrowCheck: ({ parts, account }, request) => {
    const { category, symbol } = request
    const instrument = orderInstrument({ parts }, category, symbol)
    const side = readSide(request.side, true)
    const { views } = parts.exchange
    const most = (isLeverage: boolean) => {
      const found = views.maxQty(account, instrument.symbol, undefined, { isLeverage })
      if (found !== undefined) return side === 'Buy' ? found.buyLots : found.sellLots
      throw refusalOf(problem('priceUnavailable', 'symbol'), category, request)
    }
    const last = views.symbol(instrument.symbol)?.lastTicks
    const maximum = (lots: ReturnType<typeof most>) => ({
      qty: formatQty(instrument, lots),
      value: last === undefined ? '0' : encodeAmount(valueOf(instrument, last, lots)),
    })
    const [lent, own] = [maximum(most(true)), maximum(most(false))]
    return {
      result: {
        symbol,
        side,
        maxTradeQty: lent.qty,
        maxTradeAmount: lent.value,
        spotMaxTradeQty: own.qty,
        spotMaxTradeAmount: own.value,
        borrowCoin: side === 'Buy' ? instrument.quoteCoin : instrument.baseCoin,
      },
    }
  },
}
