// Previews: each takes the request of its command and changes nothing. If nothing else trades in
// between, the command has exactly the previewed result.

import * as z from './schema/deferred.ts'
import { encodeWallet, wireWallet, type WalletFigures } from './account.ts'
import type { Call } from './call.ts'
import { commandCalls } from './command-calls.ts'
import { marginModes, portfolioCalls } from './margin/portfolio.ts'
import { wireExecution, wireOrder } from './order.ts'
import { orderCalls, positionCalls, spotOrderCalls } from './order-calls.ts'
import { encodePosition, wirePosition, type PositionFigures } from './position.ts'
import { integerText, signedDecimal, symbolName, timeMs, optionalField } from './wire.ts'
import type { Instrument } from '@basis/domain/instrument/instrument'

const wirePreviewedAccount = z.object({
  wallet: wireWallet,
  /** The account's positions in the symbol, with their margin and liquidation price. */
  positions: z.array(wirePosition),
})

export const wirePreview = z.object({
  /** 0 if it would succeed, else the code, words, problem and field of the rejection. */
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
  /** The figures of the rejection by name, as in its words. */
  params: optionalField(z.record(z.string(), z.string())),
  symbol: z.string(),
  /** The last command that the answer includes, and its time. */
  seq: z.int(),
  timeE3: timeMs,
  /** The orders that it would place or change, in their final state. */
  orders: z.array(wireOrder),
  /** The account's fills in sequence; they have no execution ID yet. */
  fills: z.array(z.omit(wireExecution, { execId: true })),
  /** The sum of the fills' fees for each coin. */
  fees: z.array(z.object({ coin: z.string(), fee: signedDecimal })),
  /** Realised PnL of closed parts, after fees and funding, settle coin. */
  closedPnl: signedDecimal,
  /** The part of a split order that could not be placed, like `qtyX`. */
  create_order_failed_qty_x: optionalField(integerText),
  before: wirePreviewedAccount,
  after: wirePreviewedAccount,
  /**
   * If a new or changed order would rest or wait: the state after it is filled at its own price.
   */
  filled: optionalField(wirePreviewedAccount),
  /** The fees of these fills, settle coin; absent if none has a price yet. */
  filledFee: optionalField(signedDecimal),
  /** The state after all other orders of the account in the symbol's book are filled too. */
  allFilled: optionalField(wirePreviewedAccount),
})
export type WirePreview = z.output<typeof wirePreview>
export type WirePreviewedAccount = z.output<typeof wirePreviewedAccount>

/** An account's state before or after, from the engine. */
export type PreviewedFigures = {
  readonly account: WalletFigures
  readonly positions: readonly PositionFigures[]
}

/** Encodes the figures of an account and of its positions in one instrument. */
export const encodePreviewedAccount = (
  { account, positions }: PreviewedFigures,
  instrument: Instrument,
): WirePreviewedAccount => ({
  wallet: encodeWallet(account),
  positions: positions.map((figures) => encodePosition(figures, instrument)),
})

/** The result of a change of the account's margin mode. */
const wireModePreview = z.object({
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
  params: optionalField(z.record(z.string(), z.string())),
  before: wireWallet,
  after: wireWallet,
})

/** The result of an all-or-none batch under a margin mode, including the switch to it. */
const wireBatchAccount = z.object({
  marginMode: z.enum(marginModes),
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
  params: optionalField(z.record(z.string(), z.string())),
  before: wireWallet,
  after: wireWallet,
  /** If orders of it would rest: the state after they are filled in full at their own prices. */
  filled: optionalField(wireWallet),
})
export type WireBatchAccount = z.output<typeof wireBatchAccount>

const wireBatchPreview = z.object({
  seq: z.int(),
  timeE3: timeMs,
  /** The account's current mode; orders, fills and fees are under it. */
  marginMode: z.enum(marginModes),
  orders: z.array(wireOrder),
  fills: z.array(z.omit(wireExecution, { execId: true })),
  fees: z.array(z.object({ coin: z.string(), fee: signedDecimal })),
  /** Both modes, the current one first. */
  standings: z.array(wireBatchAccount),
})
export type WireBatchPreview = z.output<typeof wireBatchPreview>

const query = {
  method: 'POST',
  access: 'session',
  changes: true,
  ours: true,
  answer: wirePreview,
} as const

export const previewCalls = {
  previewOrder: {
    ...query,
    path: '/contract/v5/order/preview',
    request: orderCalls.createOrder.request,
  },
  previewReplace: {
    ...query,
    path: '/contract/v5/order/preview-replace',
    request: orderCalls.replaceOrder.request,
  },
  /** For orders that are sent all-or-none. */
  previewBatch: {
    ...query,
    path: '/contract/v5/order/preview-batch',
    request: commandCalls.createBatch.request,
    answer: wireBatchPreview,
  },
  previewSpotOrder: {
    ...query,
    path: '/spot/api/v1/order/preview',
    request: spotOrderCalls.createSpotOrder.request,
  },
  previewTpSlTs: {
    ...query,
    path: '/contract/v5/position/preview-tp-sl-ts',
    request: positionCalls.setTpSlTs.request,
  },
  previewLeverage: {
    ...query,
    path: '/contract/v5/position/preview-leverage',
    /** With `isIsolated` the margin mode changes too, as on a page that changes both. */
    request: z.extend(positionCalls.setLeverage.request, {
      isIsolated: optionalField(z.boolean()),
    }),
  },
  previewMarginMode: {
    ...query,
    path: '/contract/v5/position/preview-margin-mode',
    request: positionCalls.setMarginMode.request,
  },
  previewAccountMode: {
    ...query,
    path: '/v5/account/preview-margin-mode',
    request: portfolioCalls.setAccountMode.request,
    answer: wireModePreview,
  },
  previewMargin: {
    ...query,
    path: '/contract/v5/position/preview-add-margin',
    request: positionCalls.addMargin.request,
  },
  /** The effect of a deposit of the symbol's settle coin on the account. */
  previewFunds: {
    ...query,
    path: '/contract/v5/position/preview-funds',
    request: z.strictObject({ symbol: symbolName, addToBalanceE8: integerText }),
  },
  previewReverse: {
    ...query,
    path: '/contract/v5/position/preview-reverse',
    request: commandCalls.reversePosition.request,
  },
} as const satisfies Record<string, Call>
