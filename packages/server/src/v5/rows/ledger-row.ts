// Closed PnL and ledger records as rows of the open API (reference 5.4, 6.4).

import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed } from '@basis/domain/numbers/fixed'
import { oppositeSide, type Order } from '@basis/domain/orders/order'
import type { WalletChanged } from '@basis/engine/events'
import { encodeAmount } from '@basis/protocol/order'
import type { V5LogRow } from '@basis/protocol/v5/account-rows'
import { encodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5ClosedPnlRow } from '@basis/protocol/v5/position-rows'
import { averageOf } from '../../read-model/executions.ts'
import type {
  ClosedPnlRecord,
  ExecutionRecord,
  FundingRecord,
  LogRecord,
} from '../../read-model/read-model.ts'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { categoryOf, v5Symbol } from '../instruments.ts'

const execTypeOf = {
  Trade: 'Trade',
  Liquidation: 'BustTrade',
  TakeOver: 'BustTrade',
  Adl: 'AdlTrade',
  Delivery: 'Settle',
} as const

/** Facts about a closing order, as far as known. */
export type Closing = {
  readonly order: Order | undefined
  readonly fills: number
  readonly leverage: string
}

/** Encodes the closed PnL of an order: net of both fees, without funding. */
export function encodeV5ClosedPnl(
  record: ClosedPnlRecord,
  instrument: Instrument,
  { order, fills, leverage }: Closing,
): V5ClosedPnlRow {
  const { closedLots, entryValue, exitValue, openFee, closeFee, tradePnl } = record
  const closedSize = formatQty(instrument, closedLots)
  const avgExitPrice = averageOf(instrument, exitValue, closedLots)
  const isPriced = order !== undefined && order.priceTicks > 0
  return {
    symbol: v5Symbol(instrument),
    orderId: encodeV5OrderId(record.orderId, false),
    side: oppositeSide(record.side),
    qty: order === undefined ? closedSize : formatQty(instrument, order.qtyLots),
    orderPrice: isPriced ? formatPrice(instrument, order.priceTicks) : avgExitPrice,
    orderType: order?.orderType ?? 'Market',
    execType: execTypeOf[record.cause],
    closedSize,
    cumEntryValue: encodeAmount(entryValue),
    avgEntryPrice:
      record.entryPriceE8 === undefined
        ? averageOf(instrument, entryValue, closedLots)
        : formatTrimmed(BigInt(record.entryPriceE8), 8),
    cumExitValue: encodeAmount(exitValue),
    avgExitPrice,
    closedPnl: encodeAmount(amount(tradePnl - openFee - closeFee)),
    openFee: encodeAmount(openFee),
    closeFee: encodeAmount(closeFee),
    fillCount: String(Math.max(1, fills)),
    leverage,
    createdTime: String(record.timeMs),
    updatedTime: String(record.updatedMs),
  }
}

type Cause = WalletChanged['cause']
const typesOfCause: Readonly<Record<Cause, string>> = {
  Deposit: 'TRANSFER_IN',
  Withdrawal: 'TRANSFER_IN',
  Trade: 'TRADE',
  SpotTrade: 'TRADE',
  Funding: 'SETTLEMENT',
  Session: 'SETTLEMENT',
  Delivery: 'DELIVERY',
  TakeOver: 'LIQUIDATION',
  LiquidationFee: 'LIQUIDATION',
  Adl: 'ADL',
  LossCovered: 'BONUS',
  Treasury: 'BONUS',
  CopyTransfer: 'TRANSFER_IN',
  BotTransfer: 'TRANSFER_IN',
  Transfer: 'TRANSFER_IN',
  ProfitShare: 'TRANSFER_IN',
  Borrow: 'BORROW',
  Repay: 'REPAY',
  Interest: 'INTEREST',
  Conversion: 'SPOT_REPAYMENT_BUY',
}

/** Returns the venue's type of a record; some types depend on the sign of the change. */
export function ledgerType({ cause, change }: Pick<LogRecord, 'cause' | 'change'>): string {
  const type = typesOfCause[cause]
  if (change >= 0n) return type
  if (type === 'TRANSFER_IN') return 'TRANSFER_OUT'
  return type === 'SPOT_REPAYMENT_BUY' ? 'SPOT_REPAYMENT_SELL' : type
}

/** Returns the causes whose records have a type of the venue. */
export const causesOfType = (type: string): readonly Cause[] =>
  (Object.keys(typesOfCause) as Cause[]).filter((cause) =>
    [1n, -1n].some((change) => ledgerType({ cause, change: amount(change) }) === type),
  )

/** The subject of a record: its market, execution or funding, and link id. */
export type LedgerSubject = {
  readonly instrument?: Instrument | undefined
  readonly execution?: ExecutionRecord | undefined
  readonly funding?: FundingRecord | undefined
  readonly linkId?: string | undefined
  /** The signed position size afterwards; undefined if it is not known. */
  readonly size?: string | undefined
}

/** Encodes a ledger record: change = cashFlow + funding − fee. */
export function encodeV5Log(
  record: LogRecord,
  place: number,
  { instrument, execution, funding, linkId = '', size }: LedgerSubject,
): V5LogRow {
  const category: V5Category | '' = instrument === undefined ? '' : categoryOf(instrument)
  const side = execution?.side ?? funding?.side ?? 'None'
  const isTrade = execution !== undefined && instrument !== undefined
  return {
    id: `${record.seq}-${record.tradeId ?? 0}-${place}`,
    symbol: instrument === undefined ? '' : v5Symbol(instrument),
    category,
    side,
    transactionTime: String(record.timeMs),
    type: ledgerType(record),
    transSubType: '',
    qty: isTrade
      ? formatQty(instrument, execution.fill.qtyLots)
      : instrument !== undefined && funding !== undefined
        ? formatQty(instrument, funding.sizeLots)
        : '0',
    size: size ?? (isTrade && category !== 'spot' ? '' : fundedSize(instrument, funding)),
    currency: record.coin,
    tradePrice: isTrade
      ? formatPrice(instrument, execution.fill.priceTicks)
      : funding === undefined
        ? '0'
        : formatTrimmed(BigInt(funding.markE8), 8),
    funding: encodeAmount(record.funding),
    fee: encodeAmount(record.fee),
    cashFlow: encodeAmount(record.cashFlow),
    change: encodeAmount(record.change),
    cashBalance: encodeAmount(record.balance),
    feeRate: feeRateText(execution, funding),
    bonusChange: '0',
    // A closing without a trade has no trade id.
    tradeId: (record.tradeId ?? 0) === 0 ? '' : String(record.tradeId),
    orderId:
      record.orderId === undefined ? '' : encodeV5OrderId(record.orderId, category === 'spot'),
    orderLinkId: linkId,
    extraFees: '',
  }
}

/** Returns the signed size at a funding, which leaves the position unchanged. */
function fundedSize(instrument?: Instrument, funding?: FundingRecord): string {
  if (instrument === undefined || funding === undefined) return '0'
  const held = formatQty(instrument, funding.sizeLots)
  return funding.side === 'Sell' ? `-${held}` : held
}

/** Returns the fee rate of a trade, or the funding rate, negated for a short. */
function feeRateText(
  execution: LedgerSubject['execution'],
  funding: LedgerSubject['funding'],
): string {
  if (execution !== undefined) return formatTrimmed(BigInt(execution.fill.feeRateE8), 8)
  if (funding === undefined) return ''
  const sign = funding.side === 'Buy' ? 1 : -1
  return formatTrimmed(BigInt(sign * funding.rateE8), 8)
}
