// The unified account as a row of the open API (reference 6.2); account figures are in USD.

import { amount, formatDecimal, parseDecimal, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { AccountView, CoinView, PositionView, Views } from '@basis/engine/views'
import { encodeAmount } from '@basis/protocol/order'
import type { V5CoinRow, V5WalletRow } from '@basis/protocol/v5/account-rows'
import { encodeAccountOrder } from '../../exchange/encoded-state.ts'
import { instrumentsOf } from '../instruments.ts'

/** Encodes an account with the coins that are asked for, else with all that it holds. */
export function encodeV5Wallet(
  views: Views,
  view: AccountView,
  coins?: readonly string[],
): V5WalletRow {
  const { account } = view
  const holder = { views, account, positions: views.positions(account) }
  const reserved = orderMargins(views, view)
  const isIsolated = isIsolatedAccount(views, account)
  const rate = (e4: number): string => (isIsolated ? '' : formatDecimal(BigInt(e4), 4))
  const initialRate = rate(view.initialRateE4)
  const maintenanceRate = rate(view.maintenanceRateE4)
  const initial = encodeAmount(view.initialMargin)
  const maintenance = encodeAmount(view.maintenanceMargin)
  const shown = view.coins.filter((each) => coins === undefined || coins.includes(each.coin))
  const missing = (coins ?? []).filter((coin) => !view.coins.some((each) => each.coin === coin))
  return {
    accountType: 'UNIFIED',
    totalEquity: encodeAmount(view.equity),
    totalWalletBalance: encodeAmount(view.walletBalance),
    totalMarginBalance: encodeAmount(view.marginBalance),
    totalAvailableBalance: encodeAmount(view.available),
    totalPerpUPL: encodeAmount(view.unrealisedPnl),
    totalInitialMargin: initial,
    totalMaintenanceMargin: maintenance,
    totalInitialMarginByMp: initial,
    totalMaintenanceMarginByMp: maintenance,
    accountIMRate: initialRate,
    accountMMRate: maintenanceRate,
    accountIMRateByMp: initialRate,
    accountMMRateByMp: maintenanceRate,
    accountLTV: '0',
    coin: [
      ...shown.map((each) => coinRow(holder, each, reserved.get(each.coin) ?? zero)),
      ...missing
        .filter((coin) => views.collateral(coin) !== undefined)
        .map((coin) => coinRow(holder, emptyCoin(coin), zero)),
    ],
  }
}

/**
 * Returns whether the margin mode of the account is isolated: that of all its linear perpetuals. A
 * closed one does not count: nobody trades it, and its mode is not changed with the account's.
 */
export function isIsolatedAccount(views: Views, account: AccountView['account']): boolean {
  const perpetuals = instrumentsOf(views, 'linear').filter(
    ({ contractType, status }) => contractType === 'LinearPerpetual' && status !== 'Closed',
  )
  return (
    perpetuals.length > 0 && perpetuals.every(({ symbol }) => views.isIsolated(account, symbol))
  )
}

const emptyCoin = (coin: string): CoinView => ({
  coin,
  balance: zero,
  locked: zero,
  free: zero,
  principal: zero,
  interest: zero,
  borrowed: zero,
  unrealisedPnl: zero,
  optionValue: zero,
  equity: zero,
  available: zero,
  usdValue: zero,
})

type Holder = {
  readonly views: Views
  readonly account: AccountView['account']
  readonly positions: readonly PositionView[]
}

function coinRow(
  { views, account, positions }: Holder,
  coin: CoinView,
  orderMargin: Amount,
): V5CoinRow {
  const own = positions.filter(
    ({ position }) => views.instrument(position.symbol)?.settleCoin === coin.coin,
  )
  const sum = (of: (view: PositionView) => bigint): string =>
    encodeAmount(amount(own.reduce((total, view) => total + of(view), 0n)))
  const collateral = views.collateral(coin.coin)
  const counts = collateral !== undefined && collateral.ratioE4 > 0
  return {
    coin: coin.coin,
    equity: encodeAmount(coin.equity),
    usdValue: encodeAmount(coin.usdValue),
    walletBalance: encodeAmount(coin.balance),
    free: '',
    locked: encodeAmount(coin.locked),
    spotHedgingQty: '0',
    borrowAmount: encodeAmount(coin.borrowed),
    spotBorrow: encodeAmount(amount(coin.principal + coin.interest)),
    accruedInterest: encodeAmount(coin.interest),
    totalOrderIM: encodeAmount(orderMargin),
    totalPositionIM: sum(({ initialMargin }) => initialMargin),
    totalPositionMM: sum(({ maintenanceMargin }) => maintenanceMargin),
    unrealisedPnl: encodeAmount(coin.unrealisedPnl),
    cumRealisedPnl: encodeAmount(views.realised(account, coin.coin)),
    bonus: '0',
    collateralSwitch: counts && coin.collateral !== false,
    marginCollateral: counts,
    availableToWithdraw: '',
    availableToBorrow: '',
    colRes: '0',
  }
}

/** Returns the margin of open contract orders, by settle coin. */
function orderMargins(views: Views, { account }: AccountView): ReadonlyMap<string, Amount> {
  const sums = new Map<string, Amount>()
  for (const order of views.openOrders(account)) {
    const instrument = views.instrument(order.symbol)
    if (instrument === undefined || instrument.kind === 'Spot') continue
    const { orderIM } = encodeAccountOrder(views, order, instrument)
    const held = orderIM === undefined ? 0n : (parseDecimal(orderIM, 8) ?? 0n)
    const { settleCoin } = instrument
    sums.set(settleCoin, amount((sums.get(settleCoin) ?? 0n) + held))
  }
  return sums
}
