// Previews of all-or-none batches, in the current margin mode of the account and in the other.

import type { AccountCommand, Preview, PreviewFill } from '@basis/engine/preview'
import { amount } from '@basis/domain/numbers/fixed'
import { problem } from '@basis/domain/instrument/problems'
import type { AccountMode } from '@basis/domain/portfolio-margin/eligibility'
import { encodeWallet } from '@basis/protocol/account'
import { encodeAmount } from '@basis/protocol/order'
import type { WireBatchPreview, WireBatchAccount } from '@basis/protocol/preview-calls'
import { encodeAccountOrder } from '../../exchange/encoded-state.ts'
import { encodeExecution, tradeOf } from '../../read-model/executions.ts'
import type { Handlers, SessionContext } from '../call-context.ts'
import { outcomeOf } from '../commands.ts'
import { creationOf } from '../orders/order-requests.ts'
import { problemRefusal } from '../guards/refusal.ts'

export const batchPreviewHandlers: Handlers<'previewBatch'> = {
  previewBatch: (context, { request }) => {
    const { parts, account } = context
    const operations = request.map((item) => creationOf(context, item).command)
    const command: AccountCommand = { kind: 'OrderBatch', account, operations, isWhole: true }
    const mode = parts.exchange.views.accountMode(account)?.mode
    if (mode === undefined) throw problemRefusal(problem('accountUnknown', 'account'))
    const own = parts.exchange.preview(command)
    const value: WireBatchPreview = {
      seq: own.seq,
      timeE3: own.timeMs,
      marginMode: modeNames[mode],
      ...effectsOf(context, own),
      standings: [standingOf(mode, own), otherOf(context, command, mode)],
    }
    return { value, seq: own.seq }
  },
}

const modeNames = { Regular: 'REGULAR_MARGIN', Portfolio: 'PORTFOLIO_MARGIN' } as const

/** Previews the batch after a switch to the other mode; the switch itself may be refused. */
function otherOf(
  { parts, account }: SessionContext,
  command: AccountCommand,
  own: AccountMode,
): WireBatchAccount {
  const mode = own === 'Regular' ? 'Portfolio' : 'Regular'
  return standingOf(
    mode,
    parts.exchange.preview(command, { kind: 'SetAccountMode', account, mode }),
  )
}

function standingOf(mode: AccountMode, preview: Preview): WireBatchAccount {
  const { before, after, filled, problem: why } = preview
  if (before === undefined || after === undefined) {
    throw problemRefusal(problem('accountUnknown', 'account'))
  }
  return {
    marginMode: modeNames[mode],
    ...outcomeOf(why),
    ...(why?.params === undefined ? {} : { params: why.params }),
    before: encodeWallet(before.account),
    after: encodeWallet(after.account),
    ...(filled === undefined ? {} : { filled: encodeWallet(filled.account) }),
  }
}

function effectsOf({ parts }: SessionContext, { orders, fills, timeMs }: Preview) {
  const { views } = parts.exchange
  const instrumentOf = (symbol: Parameters<typeof views.symbol>[0]) => views.instrument(symbol)
  return {
    orders: orders.flatMap((order) => {
      const instrument = instrumentOf(order.symbol)
      return instrument === undefined ? [] : [encodeAccountOrder(views, order, instrument)]
    }),
    fills: fills.flatMap(({ order, fill }) => {
      const instrument = instrumentOf(order.symbol)
      if (instrument === undefined) return []
      const { execId: _none, ...execution } = encodeExecution(
        tradeOf(order, fill, timeMs),
        instrument,
      )
      return [execution]
    }),
    fees: feesOf(fills),
  }
}

/** Returns the sum of the fills' fees per coin. */
function feesOf(fills: readonly PreviewFill[]): { coin: string; fee: string }[] {
  const sums = new Map<string, bigint>()
  for (const { fill } of fills) sums.set(fill.feeCoin, (sums.get(fill.feeCoin) ?? 0n) + fill.fee)
  return [...sums].map(([coin, fee]) => ({ coin, fee: encodeAmount(amount(fee)) }))
}
