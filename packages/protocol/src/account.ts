// The account on the wire: wallet and margin figures, ledger records, the signed-in user, one-time
// tokens.

import * as z from './schema/deferred.ts'
import { firstFeeLevel, type AccountFees, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import { unifiedAccount } from '@basis/domain/margin/account-flags'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { sides } from '@basis/domain/orders/order'
import { encodeFees, wireFees } from './fees/fee-level.ts'
import { encodePortfolio, wirePortfolio, type PortfolioFigures } from './margin/portfolio.ts'
import { accountModes, encodeAmount, positionIdx } from './order.ts'
import { decimal, signedDecimal, timeMs, optionalField } from './wire.ts'

/** One coin of the wallet. */
export const wireCoin = z.object({
  coin: z.string(),
  walletBalance: signedDecimal,
  /** Frozen for open spot orders. */
  locked: decimal,
  /**
   * Neither locked nor used by isolated positions: spot orders may sell it, with or without margin,
   * and isolated positions may use it.
   */
  free: signedDecimal,
  /** Of the positions settled in this coin. */
  unrealisedPnl: signedDecimal,
  /** Outstanding loans of the coin with their interest (rules 12.1). */
  spotBorrow: decimal,
  /** The unpaid interest in it. */
  accruedInterest: decimal,
  /** The total borrowed: loans, reservations of margin orders, and losses. */
  borrowAmount: decimal,
  /** walletBalance − spotBorrow + unrealisedPnl. */
  equity: signedDecimal,
  /** What may be spent of the coin now: at most its equity, less what serves as margin. */
  available: decimal,
  /** The equity at the coin's index price. */
  usdValue: signedDecimal,
  /** Whether it serves as collateral; absent for a coin that cannot (rules 12.3). */
  collateralSwitch: optionalField(z.boolean()),
})

/** The unified account in USD (rules 5.6), as the account box shows it. */
export const wireWallet = z.object({
  accountMode: z.enum(accountModes),
  isUTA: z.boolean(),
  isUTA2: z.boolean(),
  isDemo: z.boolean(),
  fees: wireFees,
  totalWalletBalance: signedDecimal,
  totalUnrealisedPnl: signedDecimal,
  totalEquity: signedDecimal,
  totalAvailableBalance: signedDecimal,
  totalPositionIM: signedDecimal,
  totalOrderIM: signedDecimal,
  /** The initial margin of what is borrowed. */
  totalBorrowIM: signedDecimal,
  totalInitialMargin: signedDecimal,
  totalMaintenanceMargin: signedDecimal,
  /** Fractions of the margin balance in E4: 0.6029 is 6029. */
  accountIMRateE4: z.int(),
  accountMMRateE4: z.int(),
  coins: z.array(wireCoin),
  portfolio: optionalField(wirePortfolio),
})
export type WireWallet = z.output<typeof wireWallet>

/** The figures of an account; 1e-8 USD, coins in 1e-8 of the coin. */
export type WalletFigures = {
  readonly fees: AccountFees
  readonly coins: readonly {
    readonly coin: string
    readonly balance: Amount
    readonly locked: Amount
    readonly free: Amount
    readonly principal: Amount
    readonly interest: Amount
    readonly borrowed: Amount
    readonly unrealisedPnl: Amount
    readonly equity: Amount
    readonly available: Amount
    readonly usdValue: Amount
    readonly collateral?: boolean
  }[]
  readonly walletBalance: Amount
  readonly unrealisedPnl: Amount
  readonly equity: Amount
  readonly available: Amount
  readonly positionMargin: Amount
  readonly orderMargin: Amount
  readonly loanMargin: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  readonly initialRateE4: number
  readonly maintenanceRateE4: number
  readonly portfolio?: PortfolioFigures
}

/** Encodes the wallet of a unified account. */
export function encodeWallet(figures: WalletFigures): WireWallet {
  return {
    accountMode: figures.portfolio === undefined ? 'regular' : 'portfolio',
    ...unifiedAccount,
    isDemo: true,
    fees: encodeFees(figures.fees),
    totalWalletBalance: encodeAmount(figures.walletBalance),
    totalUnrealisedPnl: encodeAmount(figures.unrealisedPnl),
    totalEquity: encodeAmount(figures.equity),
    totalAvailableBalance: encodeAmount(figures.available),
    totalPositionIM: encodeAmount(figures.positionMargin),
    totalOrderIM: encodeAmount(figures.orderMargin),
    totalBorrowIM: encodeAmount(figures.loanMargin),
    totalInitialMargin: encodeAmount(figures.initialMargin),
    totalMaintenanceMargin: encodeAmount(figures.maintenanceMargin),
    accountIMRateE4: figures.initialRateE4,
    accountMMRateE4: figures.maintenanceRateE4,
    coins: figures.coins.map((coin) => ({
      coin: coin.coin,
      walletBalance: encodeAmount(coin.balance),
      locked: encodeAmount(coin.locked),
      free: encodeAmount(coin.free),
      spotBorrow: encodeAmount(amount(coin.principal + coin.interest)),
      accruedInterest: encodeAmount(coin.interest),
      borrowAmount: encodeAmount(coin.borrowed),
      unrealisedPnl: encodeAmount(coin.unrealisedPnl),
      equity: encodeAmount(coin.equity),
      available: encodeAmount(coin.available),
      usdValue: encodeAmount(coin.usdValue),
      ...(coin.collateral === undefined ? {} : { collateralSwitch: coin.collateral }),
    })),
    ...(figures.portfolio === undefined ? {} : { portfolio: encodePortfolio(figures.portfolio) }),
  }
}

/** One ledger record: change = cashFlow + funding − fee. */
export const wireLedgerRecord = z.object({
  id: z.string(),
  coin: z.string(),
  type: z.enum([
    'Deposit',
    'Withdrawal',
    'Trade',
    'Funding',
    'Session',
    'Delivery',
    'TakeOver',
    'Adl',
    'LossCovered',
    'Treasury',
    'LiquidationFee',
    'SpotTrade',
    'CopyTransfer',
    'ProfitShare',
    'Borrow',
    'Repay',
    'Interest',
    'Conversion',
    'BotTransfer',
    'Transfer',
  ]),
  symbol: z.string(),
  orderId: z.string(),
  tradeId: z.string(),
  cashFlow: signedDecimal,
  funding: signedDecimal,
  fee: signedDecimal,
  change: signedDecimal,
  cashBalance: signedDecimal,
  transactionTimeE3: timeMs,
})
export type WireLedgerRecord = z.output<typeof wireLedgerRecord>

/**
 * Returns a record's fee as its effect on the balance, so that cash flow, funding and fee add up to
 * the change: negative if paid, while the wire has paid fees positive.
 */
export const feeEffect = ({ fee }: Pick<WireLedgerRecord, 'fee'>): string =>
  fee.startsWith('-') ? fee.slice(1) : /[1-9]/.test(fee) ? `-${fee}` : fee

/** One funding payment of the account; positive if received. */
export const wireFunding = z.object({
  symbol: z.string(),
  side: z.enum(sides),
  positionIdx,
  size: decimal,
  markPrice: decimal,
  fundingRate: signedDecimal,
  fundingFee: signedDecimal,
  fundingTimeE3: timeMs,
})
export type WireFunding = z.output<typeof wireFunding>

/** A settled funding: its rate and mark price. */
export const wireFundingRate = z.object({
  symbol: z.string(),
  fundingRate: signedDecimal,
  markPrice: decimal,
  fundingTimeE3: timeMs,
})
export type WireFundingRate = z.output<typeof wireFundingRate>

export const visitorProfile = z.object({
  isBanned: z.boolean(),
  /** The operator's reason; absent without a ban or a reason. */
  banReason: optionalField(z.string()),
  /** Where a banned visitor is sent: a path or an address; another venue may omit it. */
  cancelLink: optionalField(z.string()),
})

const tipStatus = z.enum(['show', 'hide'])

/** Events announced by a sound, or by a browser notification while the tab is hidden. */
export const signalEvents = [
  'orderFilled',
  'orderPartlyFilled',
  'orderRejected',
  'stopTriggered',
  'marginWarning',
  'alert',
  'connectionLost',
] as const
export type SignalEvent = (typeof signalEvents)[number]

export const signalTones = ['chime', 'ping', 'bell', 'knock', 'drop', 'alarm'] as const
export type SignalTone = (typeof signalTones)[number]

const signal = z.strictObject({
  sound: z.boolean(),
  tone: z.enum(signalTones),
  notice: z.boolean(),
})
export type Signal = z.output<typeof signal>

const signals = z.strictObject({
  /** Percent. */
  volume: optionalField(z.int().check(z.minimum(0), z.maximum(100))),
  orderFilled: optionalField(signal),
  orderPartlyFilled: optionalField(signal),
  orderRejected: optionalField(signal),
  stopTriggered: optionalField(signal),
  marginWarning: optionalField(signal),
  alert: optionalField(signal),
  connectionLost: optionalField(signal),
})

/**
 * A trader's settings that the exchange stores for all devices. The names are the specification's
 * where it has them.
 */
export const preferences = z.strictObject({
  /**
   * Confirmations before an action. If unset, reversals and risky orders are confirmed: a price far
   * from the market, a large share of the equity, or a near liquidation price.
   */
  reverseClickTipStatus: optionalField(tipStatus),
  limitOrderTipStatus: optionalField(tipStatus),
  marketOrderTipStatus: optionalField(tipStatus),
  worsePriceTipStatus: optionalField(tipStatus),
  equityShareTipStatus: optionalField(tipStatus),
  nearLiquidationTipStatus: optionalField(tipStatus),
  /** The hint at the first use of TP/SL that partial positions have their own; hidden once seen. */
  partialTpslTipStatus: optionalField(tipStatus),
  /** Muted kinds of notices. */
  createOrderNotifyClose: optionalField(z.boolean()),
  modifyOrderNotifyClose: optionalField(z.boolean()),
  cancelOrderNotifyClose: optionalField(z.boolean()),
  tradeNotifyClose: optionalField(z.boolean()),
  /** Sounds and browser notifications of events; always complete. */
  signals: optionalField(signals),
})
export type Preferences = z.output<typeof preferences>

/** Labels of a trader (spec 6), on posters and in the account menu. */
export const vipLabel = 2
export const proLabel = 3

/** Returns the poster label of a fee level (spec 6); the first level has none. */
export function labelOfLevel(level: FeeLevel): UserInfo['loyalty_vip_info'] {
  if (level === firstFeeLevel) return { is_vip: false, label_type: 0, label_level: 0 }
  const [name, number] = level.split(' ')
  const type = name === 'PRO' ? proLabel : vipLabel
  return { is_vip: true, label_type: type, label_level: Number(number) }
}

/** The initial funds of a demo account, in USDT. */
export const demoFunds = 100_000

/** The bonus on posters and the invite page (spec 9), in USDT of a demo account. */
export const inviteBonus = 5000

/** Returns the invite code of an account: its ID in base 36. */
export const inviteCodeOf = (account: number): string => account.toString(36).toUpperCase()

/** Returns the account of an invite code, case-insensitive; undefined for other texts. */
export const invitingAccount = (code: string): number | undefined =>
  /^[1-9A-Z][0-9A-Z]{0,8}$/i.test(code) ? Number.parseInt(code, 36) : undefined

/** The signed-in user (spec 3, user info for posters). */
export const userInfo = z.object({
  uid: z.string(),
  /** The UID of a sub-account's main account, which alone opens a session of it (rules 23.1). */
  main: optionalField(z.string()),
  username: z.string(),
  /** A one-click demo trader has no password. */
  hasPassword: z.boolean(),
  isDemo: z.boolean(),
  /** The invite code. */
  hid: z.string(),
  /** The email address if it is the user name, masked; else empty. */
  email: z.string(),
  /** Path of the avatar: the first letter of the name on a colour of the account. */
  avatar: z.string(),
  /** Label type 2 is VIP, 3 is PRO; 0 for neither. The level is the account's fee level. */
  loyalty_vip_info: z.object({
    is_vip: z.boolean(),
    label_type: z.int(),
    label_level: z.int(),
  }),
  preferences,
})
export type UserInfo = z.output<typeof userInfo>

const plainName = /[A-Za-z][A-Za-z0-9_.-]{3,31}/
const emailAddress = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,40}@(?:[A-Za-z0-9-]{1,40}\.){1,4}[A-Za-z]{2,24}/
/**
 * 4 to 32 letters, digits, `_`, `.` and `-`, beginning with a letter; or an email address, to which
 * nothing is sent.
 */
export const userName = z.stringFormat(
  'username',
  new RegExp(`^(?:${plainName.source}|${emailAddress.source})$`),
)

/** Returns a name masked to at most two letters; of an email address also the domain. */
export function masked(name: string): string {
  const [local = '', domain] = name.split('@')
  return `${local.slice(0, 2)}***${domain === undefined ? '' : `@${domain}`}`
}
/** 8 to 200 characters of any kind. */
export const password = z.string().check(z.minLength(8), z.maxLength(200))
