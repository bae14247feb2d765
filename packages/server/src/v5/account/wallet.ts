// The account: balances, margin mode, fee rates (open API 6.1–6.6).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { formatTrimmed, zero } from '@basis/domain/numbers/fixed'
import { encodeAmount } from '@basis/protocol/order'
import type { AccountView } from '@basis/engine/views'
import type { V5Handlers } from '../context.ts'
import { instrumentsOf, listedInstrument, v5Symbol } from '../instruments.ts'
import type { Trader } from '../reading/order-fields.ts'
import { disconnectGuards } from './disconnect.ts'
import { v5Failure, wrongParameter } from '../refused.ts'
import { encodeV5Wallet, isIsolatedAccount } from '../rows/wallet-row.ts'

/** Unified account 2.0; for other values clients use paths of older accounts. */
const unifiedStatus = 6

export const walletHandlers: V5Handlers<
  'accountInfo' | 'walletBalance' | 'feeRates' | 'withdrawable' | 'smpGroup'
> = {
  accountInfo: (context) => {
    const { views } = context.parts.exchange
    const mode = views.accountMode(context.account)
    const guarded = disconnectGuards(context.parts).windowOf(context.account, 'DERIVATIVES')
    return {
      result: {
        unifiedMarginStatus: unifiedStatus,
        marginMode: marginModeOf(context),
        isMasterTrader: false,
        spotHedgingStatus: mode?.hedgesSpot === true ? 'ON' : 'OFF',
        updatedTime: String(context.key.createdMs),
        dcpStatus: guarded > 0 ? 'ON' : 'OFF',
        timeWindow: guarded > 0 ? guarded : 10,
        smpGroup: 0,
      },
    }
  },

  walletBalance: (context, { accountType = 'UNIFIED', coin }) => {
    if (accountType !== 'UNIFIED') throw wrongParameter('accountType only support UNIFIED.')
    const { views } = context.parts.exchange
    const coins = coin?.split(',').map((each) => each.trim())
    return { result: { list: [encodeV5Wallet(views, viewOf(context), coins)] } }
  },

  feeRates: (context, { category = 'linear', symbol, baseCoin }) => {
    const { views } = context.parts.exchange
    const own = views.fees(context.account)?.rates
    const row = (instrument: Instrument) => ({
      symbol: v5Symbol(instrument),
      takerFeeRate: formatTrimmed(BigInt(feeRateOf(instrument, false, own)), 8),
      makerFeeRate: formatTrimmed(BigInt(feeRateOf(instrument, true, own)), 8),
    })
    if (category === 'option') {
      const all = instrumentsOf(views, category)
      const coins = [...new Set(all.map((each) => each.baseCoin))]
      const list = coins.flatMap((coin) => {
        if (baseCoin !== undefined && coin !== baseCoin) return []
        const first = all.find((each) => each.baseCoin === coin)
        return first === undefined ? [] : [{ ...row(first), symbol: '', baseCoin: coin }]
      })
      return { result: { category, list } }
    }
    const asked =
      symbol === undefined
        ? instrumentsOf(views, category)
        : [listedInstrument(views, category, symbol)]
    const list = asked.map(row)
    return { result: category === 'spot' ? { category, list } : { list } }
  },

  withdrawable: (context, { coinName }) => {
    const { parts, account } = context
    // What a transfer may move: other than the available balance, a loss need not be in the coin.
    const held = parts.exchange.views.ownership.unified(account)
    const names = coinName?.split(',') ?? held.map(({ coin }) => coin)
    const free = (name: string) => held.find(({ coin }) => coin === name)?.free ?? zero
    const [first] = names
    return {
      result: {
        availableWithdrawal: first === undefined ? '0' : encodeAmount(free(first)),
        availableWithdrawalMap: Object.fromEntries(
          names.map((name) => [name, encodeAmount(free(name))]),
        ),
      },
    }
  },

  smpGroup: () => ({ result: { smpGroup: 0 } }),
}

/** Returns the account. Throws V5Refused if unknown. */
export function viewOf({ parts, account }: Trader): AccountView {
  const view = parts.exchange.views.account(account)
  if (view === undefined) throw v5Failure('keyInvalid')
  return view
}

/** Returns the margin mode of the account. */
export function marginModeOf({ parts, account }: Trader) {
  const { views } = parts.exchange
  if (views.accountMode(account)?.mode === 'Portfolio') return 'PORTFOLIO_MARGIN'
  return isIsolatedAccount(views, account) ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN'
}
