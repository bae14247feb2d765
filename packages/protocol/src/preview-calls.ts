// The exact what-if: each act's own request, asked beforehand. Nothing is changed, and when nothing
// else trades the act comes to the same, to the last digit.

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

const wireStanding = z.object({
  wallet: wireWallet,
  /** The account's positions in the symbol; margin and liquidation price are theirs. */
  positions: z.array(wirePosition),
})

export const wirePreview = z.object({
  /** 0 when it would be done, else the code, words, problem and field of the refusal. */
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
  /** The figures of the refusal by name, as its words have them. */
  params: optionalField(z.record(z.string(), z.string())),
  symbol: z.string(),
  /** The last command that the answer knows of, and its time. */
  seq: z.int(),
  timeE3: timeMs,
  /** The account's orders that it would place or change, as they would stand at the end. */
  orders: z.array(wireOrder),
  /** The account's fills in their order; what is traded does not have a number yet. */
  fills: z.array(z.omit(wireExecution, { execId: true })),
  /** The sum of the fills' fees for each coin. */
  fees: z.array(z.object({ coin: z.string(), fee: signedDecimal })),
  /** What closing parts of positions would realise after fees and funding, settle coin. */
  closedPnl: signedDecimal,
  /** What of a split order could not be placed, as `qtyX` has it. */
  create_order_failed_qty_x: optionalField(integerText),
  before: wireStanding,
  after: wireStanding,
  /** Where a new or changed order would rest or wait: once it is filled at its own price. */
  filled: optionalField(wireStanding),
  /** And once all other orders that the account has in the book of the symbol are filled too. */
  allFilled: optionalField(wireStanding),
})
export type WirePreview = z.output<typeof wirePreview>
export type WireStanding = z.output<typeof wireStanding>

/** What an account has before or after, as the engine tells it. */
export type StandingFigures = {
  readonly account: WalletFigures
  readonly positions: readonly PositionFigures[]
}

/** Writes the figures of an account and of its positions in one instrument. */
export const encodeStanding = (
  { account, positions }: StandingFigures,
  instrument: Instrument,
): WireStanding => ({
  wallet: encodeWallet(account),
  positions: positions.map((figures) => encodePosition(figures, instrument)),
})

/** What a change of the account's margin would come to. */
const wireModePreview = z.object({
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
  params: optionalField(z.record(z.string(), z.string())),
  before: wireWallet,
  after: wireWallet,
})

/** What an all-or-none batch would come to under a margin mode, the switch to it included. */
const wireBatchStanding = z.object({
  marginMode: z.enum(marginModes),
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
  params: optionalField(z.record(z.string(), z.string())),
  before: wireWallet,
  after: wireWallet,
  /** Where orders of it would rest: once they are filled whole at their own prices. */
  filled: optionalField(wireWallet),
})
export type WireBatchStanding = z.output<typeof wireBatchStanding>

const wireBatchPreview = z.object({
  seq: z.int(),
  timeE3: timeMs,
  /** The account's own mode: orders, fills and fees are of it. */
  marginMode: z.enum(marginModes),
  orders: z.array(wireOrder),
  fills: z.array(z.omit(wireExecution, { execId: true })),
  fees: z.array(z.object({ coin: z.string(), fee: signedDecimal })),
  /** Both modes, the account's own first. */
  standings: z.array(wireBatchStanding),
})
export type WireBatchPreview = z.output<typeof wireBatchPreview>

const look = {
  method: 'POST',
  access: 'session',
  changes: true,
  ours: true,
  answer: wirePreview,
} as const

export const previewCalls = {
  previewOrder: {
    ...look,
    path: '/contract/v5/order/preview',
    request: orderCalls.createOrder.request,
  },
  previewReplace: {
    ...look,
    path: '/contract/v5/order/preview-replace',
    request: orderCalls.replaceOrder.request,
  },
  /** Of orders that are sent all or none. */
  previewBatch: {
    ...look,
    path: '/contract/v5/order/preview-batch',
    request: commandCalls.createBatch.request,
    answer: wireBatchPreview,
  },
  previewSpotOrder: {
    ...look,
    path: '/spot/api/v1/order/preview',
    request: spotOrderCalls.createSpotOrder.request,
  },
  previewTpSlTs: {
    ...look,
    path: '/contract/v5/position/preview-tp-sl-ts',
    request: positionCalls.setTpSlTs.request,
  },
  previewLeverage: {
    ...look,
    path: '/contract/v5/position/preview-leverage',
    /** With `isIsolated` the margin mode is changed too, as a page that changes both does it. */
    request: z.extend(positionCalls.setLeverage.request, {
      isIsolated: optionalField(z.boolean()),
    }),
  },
  previewMarginMode: {
    ...look,
    path: '/contract/v5/position/preview-margin-mode',
    request: positionCalls.setMarginMode.request,
  },
  previewAccountMode: {
    ...look,
    path: '/v5/account/preview-margin-mode',
    request: portfolioCalls.setAccountMode.request,
    answer: wireModePreview,
  },
  previewMargin: {
    ...look,
    path: '/contract/v5/position/preview-add-margin',
    request: positionCalls.addMargin.request,
  },
  /** Of coins that come to the account, those that settle the symbol: what they do for it. */
  previewFunds: {
    ...look,
    path: '/contract/v5/position/preview-funds',
    request: z.strictObject({ symbol: symbolName, addToBalanceE8: integerText }),
  },
  previewReverse: {
    ...look,
    path: '/contract/v5/position/preview-reverse',
    request: commandCalls.reversePosition.request,
  },
} as const satisfies Record<string, Call>
