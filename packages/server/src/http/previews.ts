// The exact what-if over HTTP: an act's own request, read as the act reads it, and answered by a
// look at a fork of the engine: never journalled, never numbered.

import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import type { AccountCommand, Preview, PreviewFill } from '@basis/engine/preview'
import type { CallAnswer } from '@basis/protocol/calls'
import type { Views } from '@basis/engine/views'
import { encodeAmount } from '@basis/protocol/order'
import { encodeStanding } from '@basis/protocol/preview-calls'
import { encodeQtyX } from '@basis/protocol/wire'
import { encodeAccountOrder } from '../exchange/encoded-state.ts'
import { encodeExecution, tradeOf } from '../read-model/executions.ts'
import { listedContract, type Handlers, type SessionContext } from './call-context.ts'
import { outcomeOf, reversalOf } from './commands.ts'
import { asAsked, problemRefusal } from './guards/refusal.ts'
import { creationOf, replacementOf } from './orders.ts'
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
    return look(context, request.symbol, command)
  },

  previewReplace: (context, request) => {
    const { instrument, command } = replacementOf(context, request)
    return lookAt(context, instrument, command)
  },

  previewSpotOrder: (context, request) => {
    const { instrument, command } = spotCreationOf(context, request)
    return lookAt(context, instrument, command)
  },

  previewTpSlTs: (context, request) =>
    look(context, request.symbol, tpslChangeOf(context, request)),

  previewLeverage: (context, request) => {
    const { symbol, isIsolated } = request
    const leverage = leverageChangeOf(context, request)
    if (isIsolated === undefined) return look(context, symbol, leverage)
    const mode = marginModeChangeOf(context, { symbol, isIsolated })
    const { leverageE2, sellLeverageE2 = leverageE2 } = leverage
    // Sides that differ wait for the mode that allows it.
    const [first, then] = sellLeverageE2 === leverageE2 ? [leverage, mode] : [mode, leverage]
    return lookAt(context, listedContract(context.parts, symbol), then, first)
  },

  previewMarginMode: (context, request) =>
    look(context, request.symbol, marginModeChangeOf(context, request)),

  previewMargin: (context, request) =>
    look(context, request.symbol, marginChangeOf(context, request)),

  previewFunds: ({ account, ...context }, { symbol, addToBalanceE8 }) => {
    const instrument = listedContract(context.parts, symbol)
    const coin = instrument.settleCoin
    const command = {
      kind: 'Deposit',
      account,
      coin,
      amount: amount(BigInt(addToBalanceE8)),
    } as const
    return lookAt({ account, ...context }, instrument, command)
  },

  previewReverse: (context, request) => look(context, request.symbol, reversalOf(context, request)),
}

type Look = { readonly value: CallAnswer<'previewOrder'>; readonly seq: number }

const look = (context: SessionContext, symbol: string, command: AccountCommand): Look =>
  lookAt(context, listedContract(context.parts, symbol), command)

function lookAt(
  { parts }: SessionContext,
  instrument: Instrument,
  command: AccountCommand,
  first?: AccountCommand,
): Look {
  const preview = parts.exchange.preview(command, first)
  const { before, after, filled, allFilled, seq, failedLots = 0 } = preview
  if (before === undefined || after === undefined) {
    throw problemRefusal(problem('accountUnknown', 'account'))
  }
  const value = {
    ...outcomeOf(preview.problem && asAsked(command, preview.problem)),
    ...(preview.problem?.params === undefined ? {} : { params: preview.problem.params }),
    symbol: instrument.symbol,
    seq,
    timeE3: preview.timeMs,
    ...deedsOf(preview, instrument, parts.exchange.views),
    ...(failedLots === 0
      ? {}
      : { create_order_failed_qty_x: encodeQtyX(instrument, qtyLots(failedLots)) }),
    before: encodeStanding(before, instrument),
    after: encodeStanding(after, instrument),
    ...(filled === undefined ? {} : { filled: encodeStanding(filled, instrument) }),
    ...(allFilled === undefined ? {} : { allFilled: encodeStanding(allFilled, instrument) }),
  }
  return { value, seq }
}

/** What would happen to the account in the instrument; other symbols only show in the wallet. */
function deedsOf({ orders, fills, events, timeMs }: Preview, instrument: Instrument, views: Views) {
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
  const { execId: _none, ...told } = encodeExecution(tradeOf(order, fill, timeMs), instrument)
  return told
}
