// The shapes of the events that rows hold whole: steps of liquidations and settlements.

import type { ExplainedNumber, Explanation } from '@basis/domain/margin/explanation'
import { cancelTypes, orderStatuses, orderTypes, sides } from '@basis/domain/orders/order'
import type { SpreadFill, SpreadLegFill, SpreadOrder } from '@basis/domain/spread/order'
import {
  bigAmount,
  byTag,
  byName,
  flag,
  listOf,
  number,
  oneOf,
  optional,
  record,
  text,
} from '../../stored/stored-json.ts'
import type { LiquidationEvent } from '../liquidation-steps.ts'
import type { SettlementEvent } from '../settlements.ts'
import { problemShape } from './order-shapes.ts'

const side = oneOf(sides)
const ofAccount = { kind: text, account: number } as const
const ofPosition = { ...ofAccount, symbol: text, positionIdx: number, side } as const

const explanation = record<Explanation>({
  rule: text,
  compared: listOf(text),
  numbers: byName(
    record<ExplainedNumber>({ value: bigAmount, scale: number, unit: optional(text) }),
  ),
})

type Step<Kind extends LiquidationEvent['kind']> = Extract<LiquidationEvent, { kind: Kind }>

export const liquidationShape = byTag<LiquidationEvent, 'kind'>('kind', {
  LiquidationStarted: record<Step<'LiquidationStarted'>>({
    ...ofAccount,
    symbol: optional(text),
    marginBalance: bigAmount,
    maintenanceMargin: bigAmount,
    explanation,
  }),
  MarginReplenished: record<Step<'MarginReplenished'>>({
    ...ofAccount,
    symbol: text,
    positionIdx: number,
    added: bigAmount,
  }),
  PositionTakenOver: record<Step<'PositionTakenOver'>>({
    ...ofAccount,
    symbol: text,
    side,
    sizeLots: number,
    markE8: number,
    bankruptcyPriceE8: number,
    explanation,
  }),
  PositionDeleveraged: record<Step<'PositionDeleveraged'>>({
    ...ofPosition,
    closedLots: number,
    priceE8: number,
    value: bigAmount,
    explanation,
  }),
  LossCovered: record<Step<'LossCovered'>>({
    ...ofAccount,
    coin: text,
    amount: bigAmount,
    fundBalance: bigAmount,
    explanation,
  }),
  PnlClosed: record<Step<'PnlClosed'>>({
    ...ofPosition,
    orderId: number,
    closedLots: number,
    entryValue: bigAmount,
    entryPriceE8: number,
    exitValue: bigAmount,
    tradePnl: bigAmount,
    openFee: bigAmount,
    closeFee: bigAmount,
    funding: bigAmount,
    closedPnl: bigAmount,
    openedMs: number,
    cause: text,
    explanation: optional(explanation),
  }),
  LoanConverted: record<Step<'LoanConverted'>>({
    ...ofAccount,
    cause: text,
    coin: text,
    repaid: bigAmount,
    from: text,
    given: bigAmount,
    fee: bigAmount,
    maintenanceRateE4: number,
  }),
})

const spread = record<SpreadOrder>({
  id: number,
  linkId: text,
  account: number,
  symbol: text,
  side,
  orderType: oneOf(orderTypes),
  timeInForce: text,
  priceTicks: number,
  qtyLots: number,
  leavesLots: number,
  filledLots: number,
  filledValue: bigAmount,
  fees: listOf(record<SpreadOrder['fees'][number]>({ coin: text, fee: bigAmount })),
  status: oneOf(orderStatuses),
  cancelType: optional(oneOf(cancelTypes)),
  createdMs: number,
  updatedMs: number,
  updateNo: number,
})

const legFill = record<SpreadLegFill>({
  symbol: text,
  side,
  orderId: number,
  tradeId: number,
  priceTicks: number,
  qtyLots: number,
  value: bigAmount,
  fee: bigAmount,
  feeCoin: text,
  feeRateE8: number,
  isMaker: flag,
  closedLots: number,
})

const transferEnd = record<SettlementEvent<'FundsTransferred'>['from']>({
  account: number,
  purse: text,
})

export const settlementShape = byTag<SettlementEvent, 'kind'>('kind', {
  PositionDelivered: record<SettlementEvent<'PositionDelivered'>>({
    ...ofPosition,
    sizeLots: number,
    entryValue: bigAmount,
    entryPriceE8: number,
    priceE8: number,
    fee: bigAmount,
    pnl: bigAmount,
  }),
  SessionPaid: record<SettlementEvent<'SessionPaid'>>({
    ...ofPosition,
    sizeLots: number,
    markE8: number,
    sessionValue: bigAmount,
    cashFlow: bigAmount,
    funding: bigAmount,
  }),
  Delivered: record<SettlementEvent<'Delivered'>>({
    kind: text,
    symbol: text,
    priceE8: number,
    samples: number,
    atMs: number,
  }),
  SessionSettled: record<SettlementEvent<'SessionSettled'>>({
    kind: text,
    symbol: text,
    markE8: number,
    atMs: number,
  }),
  InterestCharged: record<SettlementEvent<'InterestCharged'>>({
    ...ofAccount,
    coin: text,
    owed: bigAmount,
    bearing: bigAmount,
    lost: bigAmount,
    hourlyE12: number,
    interest: bigAmount,
    atMs: number,
  }),
  SpreadOrderChanged: record<SettlementEvent<'SpreadOrderChanged'>>({
    kind: text,
    spread,
    problem: optional(problemShape),
  }),
  SpreadFilled: record<SettlementEvent<'SpreadFilled'>>({
    kind: text,
    spread,
    fill: record<SpreadFill>({
      tradeId: number,
      priceTicks: number,
      qtyLots: number,
      value: bigAmount,
      isMaker: flag,
      referenceE8: number,
      far: legFill,
      near: legFill,
    }),
  }),
  SpreadTraded: record<SettlementEvent<'SpreadTraded'>>({
    kind: text,
    symbol: text,
    tradeId: number,
    priceTicks: number,
    qtyLots: number,
    takerSide: side,
  }),
  FundsTransferred: record<SettlementEvent<'FundsTransferred'>>({
    ...ofAccount,
    from: transferEnd,
    to: transferEnd,
    coin: text,
    amount: bigAmount,
    transferId: optional(text),
  }),
})
