// Names of the open API: categories, intervals, permissions of keys.

import type { Resolution } from '@basis/domain/instrument/candle'

export const v5Categories = ['spot', 'linear', 'inverse', 'option'] as const
export type V5Category = (typeof v5Categories)[number]

export const isV5Category = (text: string | undefined): text is V5Category =>
  v5Categories.some((known) => known === text)

/**
 * The public sockets by the ends of their paths: one per category, one for combinations, and one
 * for the exchange's status.
 */
export const v5SocketCategories = [...v5Categories, 'spread', 'misc/status'] as const
export type V5SocketCategory = (typeof v5SocketCategories)[number]
export const isV5SocketCategory = (text: string | undefined): text is V5SocketCategory =>
  v5SocketCategories.some((known) => known === text)

/** The permissions of a key, in the groups that the venue's answers name. */
export const v5PermissionGroups = {
  ContractTrade: ['Order', 'Position'],
  Spot: ['SpotTrade'],
  Options: ['OptionsTrade'],
  Derivatives: ['DerivativesTrade'],
  Wallet: ['AccountTransfer', 'SubMemberTransfer'],
  Exchange: ['ExchangeHistory'],
} as const
export type V5PermissionGroup = keyof typeof v5PermissionGroups
export type V5Permission = (typeof v5PermissionGroups)[V5PermissionGroup][number]

export const v5Permissions: readonly V5Permission[] = Object.values(v5PermissionGroups).flat()
export const isV5Permission = (text: string): text is V5Permission =>
  v5Permissions.some((known) => known === text)

/** The permission that an order of a category requires. */
export const tradePermission: Readonly<Record<V5Category, V5Permission>> = {
  spot: 'SpotTrade',
  linear: 'Order',
  inverse: 'Order',
  option: 'OptionsTrade',
}

/** Returns the permission of a call as documents show it. */
export const permissionWords = (permission: V5Permission | 'ofCategory'): string =>
  permission === 'ofCategory'
    ? `${[...new Set(Object.values(tradePermission))].toSorted().join(', ')}, by category`
    : permission

export const v5Intervals = [
  '1',
  '3',
  '5',
  '15',
  '30',
  '60',
  '120',
  '240',
  '360',
  '720',
  'D',
  'W',
  'M',
] as const
export type V5Interval = (typeof v5Intervals)[number]
export const isV5Interval = (text: string): text is V5Interval =>
  v5Intervals.some((known) => known === text)

/** The resolution of an interval; days, weeks and months have a number in front. */
export const resolutionOf = (interval: V5Interval): Resolution =>
  interval === 'D' || interval === 'W' || interval === 'M' ? `1${interval}` : interval

export const v5OpenInterestIntervals = ['5min', '15min', '30min', '1h', '4h', '1d'] as const

/** The venue's names of ledger record types, without products that do not exist here. */
const ledgerTypes: ReadonlySet<string> = new Set([
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'TRADE',
  'SETTLEMENT',
  'DELIVERY',
  'LIQUIDATION',
  'ADL',
  'AIRDROP',
  'BONUS',
  'BONUS_RECOLLECT',
  'FEE_REFUND',
  'INTEREST',
  'CURRENCY_BUY',
  'CURRENCY_SELL',
  'BORROW',
  'REPAY',
  'SPOT_REPAYMENT_SELL',
  'SPOT_REPAYMENT_BUY',
  'AUTO_DEDUCTION',
])

/** Types of those products, by family; no account has such records. */
const foreignLedgerTypes = [
  /^[A-Z_]+_INS_LOAN$/,
  /^[A-Z_]+_(?:SUBSCRIPTION|REDEMPTION|REFUND)$/,
  /^(?:BONUS_TRANSFER|CUSTODY|INSTITUTION|LOANS|ONCHAINEARN|PEF|PREMARKET)_[A-Z_]+$/,
  /^(?:AUTO|MANUAL)_LOANS_(?:BORROW|REPAY)$/,
]

export const isV5LedgerType = (text: string): boolean =>
  ledgerTypes.has(text) || foreignLedgerTypes.some((family) => family.test(text))
