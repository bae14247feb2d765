// Previews over HTTP: a request is read as the real call reads it and applied to a fork of the
// engine; it is not journalled and has no sequence number.

import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import type { AccountCommand, Preview, PreviewFill } from '@basis/engine/preview'
import type { CallAnswer } from '@basis/protocol/calls'
import type { Views } from '@basis/engine/views'
import { encodeAmount } from '@basis/protocol/order'
import { encodePreviewedAccount } from '@basis/protocol/preview-calls'
import { encodeQtyX } from '@basis/protocol/wire'
import { encodeAccountOrder } from '../exchange/encoded-state.ts'
import { encodeExecution, tradeOf } from '../read-model/executions.ts'
import { listedContract, type Handlers, type SessionContext } from './call-context.ts'
import { outcomeOf, reversalOf } from './commands.ts'
import { withRequestedField, problemRefusal } from './guards/refusal.ts'
import { creationOf, replacementOf } from './orders/order-requests.ts'
import { spotCreationOf } from './spot/spot-orders.ts'
import { leverageChangeOf, marginChangeOf, marginModeChangeOf, tpslChangeOf } from './positions.ts'

export const previewHandlers: Handlers<
  | 'previewOrder'
  | 'previewReplace'
  | 'previewSpotOrder'
  | 'previewTpSlTs'
  | 'previewLeverage'
  | 'previewMarginMode'
  | 'previewMargin'
  | 'previewFunds'
  | 'previewReverse'
> = {
  previewOrder: (context, request) => {
    const { command } = creationOf(context, request)
    return previewBySymbol(context, request.symbol, command)
  },

  previewReplace: (context, request) => {
    const { instrument, command } = replacementOf(context, request)
    return previewOf(context, instrument, command)
  },

  previewSpotOrder: (context, request) => {
    const { instrument, command } = spotCreationOf(context, request)
    return previewOf(context, instrument, command)
  },

  previewTpSlTs: (context, request) =>
    previewBySymbol(context, request.symbol, tpslChangeOf(context, request)),

  previewLeverage: (context, request) => {
    const { symbol, isIsolated } = request
    const leverage = leverageChangeOf(context, request)
    if (isIsolated === undefined) return previewBySymbol(context, symbol, leverage)
    const mode = marginModeChangeOf(context, { symbol, isIsolated })
    const { leverageE2, sellLeverageE2 = leverageE2 } = leverage
    // Leverages that differ by side need the new margin mode first.
    const [first, then] = sellLeverageE2 === leverageE2 ? [leverage, mode] : [mode, leverage]
    return previewOf(context, listedContract(context.parts, symbol), then, first)
  },

  previewMarginMode: (context, request) =>
    previewBySymbol(context, request.symbol, marginModeChangeOf(context, request)),

  previewMargin: (context, request) =>
    previewBySymbol(context, request.symbol, marginChangeOf(context, request)),

  previewFunds: ({ account, ...context }, { symbol, addToBalanceE8 }) => {
    const instrument = listedContract(context.parts, symbol)
    const coin = instrument.settleCoin
    const command = {
      kind: 'Deposit',
      account,
      coin,
      amount: amount(BigInt(addToBalanceE8)),
    } as const
    return previewOf({ account, ...context }, instrument, command)
  },

  previewReverse: (context, request) =>
    previewBySymbol(context, request.symbol, reversalOf(context, request)),
}

type PreviewReply = { readonly value: CallAnswer<'previewOrder'>; readonly seq: number }

const previewBySymbol = (
  context: SessionContext,
  symbol: string,
  command: AccountCommand,
): PreviewReply => previewOf(context, listedContract(context.parts, symbol), command)

function previewOf(
  { parts }: SessionContext,
  instrument: Instrument,
  command: AccountCommand,
  first?: AccountCommand,
): PreviewReply {
  const preview = parts.exchange.preview(command, first)
  const { before, after, filled, filledFee, allFilled, seq, failedLots = 0 } = preview
  if (before === undefined || after === undefined) {
    throw problemRefusal(problem('accountUnknown', 'account'))
  }
  const value = {
    ...outcomeOf(preview.problem && withRequestedField(command, preview.problem)),
    ...(preview.problem?.params === undefined ? {} : { params: preview.problem.params }),
    symbol: instrument.symbol,
    seq,
    timeE3: preview.timeMs,
    ...effectsOf(preview, instrument, parts.exchange.views),
    ...(failedLots === 0
      ? {}
      : { create_order_failed_qty_x: encodeQtyX(instrument, qtyLots(failedLots)) }),
    before: encodePreviewedAccount(before, instrument),
    after: encodePreviewedAccount(after, instrument),
    ...(filled === undefined ? {} : { filled: encodePreviewedAccount(filled, instrument) }),
    ...(filledFee === undefined ? {} : { filledFee: encodeAmount(filledFee) }),
    ...(allFilled === undefined
      ? {}
      : { allFilled: encodePreviewedAccount(allFilled, instrument) }),
  }
  return { value, seq }
}

/** The effects on the account in the instrument; other symbols only show in the wallet. */
function effectsOf(
  { orders, fills, events, timeMs }: Preview,
  instrument: Instrument,
  views: Views,
) {
  const { symbol } = instrument
  let closedPnl = 0n
  const account = orders[0]?.account
  for (const event of events) {
    if (event.kind !== 'PnlClosed' || event.account !== account) continue
    if (event.symbol === symbol) closedPnl += event.closedPnl
  }
  const here = fills.filter(({ order }) => order.symbol === symbol)
  return {
    orders: orders
      .filter((order) => order.symbol === symbol)
      .map((order) => encodeAccountOrder(views, order, instrument)),
    fills: here.map((fill) => encodeFill(fill, instrument, timeMs)),
    fees: feesOf(here),
    closedPnl: encodeAmount(amount(closedPnl)),
  }
}

function feesOf(fills: readonly PreviewFill[]): { coin: string; fee: string }[] {
  const sums = new Map<string, bigint>()
  for (const { fill } of fills) {
    sums.set(fill.feeCoin, (sums.get(fill.feeCoin) ?? 0n) + fill.fee)
  }
  return [...sums].map(([coin, fee]) => ({ coin, fee: encodeAmount(amount(fee)) }))
}

function encodeFill({ order, fill }: PreviewFill, instrument: Instrument, timeMs: number) {
  const { execId: _none, ...execution } = encodeExecution(tradeOf(order, fill, timeMs), instrument)
  return execution
}
