// Coins and their balances by wallet (open API 7).

import type { AccountId } from '@basis/domain/numbers/brand'
import { zero } from '@basis/domain/numbers/fixed'
import { encodeAmount } from '@basis/protocol/order'
import type { V5Handlers } from '../context.ts'
import type { Trader } from '../reading/order-fields.ts'
import { invalidParameter, V5Refused, wrongParameter } from '../refused.ts'
import { purseOf, walletOf, type Wallet } from './wallets.ts'

export const coinHandlers: V5Handlers<
  | 'coinInfo'
  | 'coinsBalance'
  | 'coinBalance'
  | 'transferableCoins'
  | 'deposits'
  | 'depositAddress'
  | 'withdrawals'
  | 'withdraw'
  | 'cancelWithdrawal'
  | 'withdrawableAmount'
> = {
  coinInfo: ({ parts }, { coin }) => ({
    result: {
      rows: parts.exchange.views
        .coins()
        .filter((each) => coin === undefined || each === coin)
        .map((each) => ({ name: each, coin: each, remainAmount: '0', chains: [chainOf(each)] })),
    },
  }),

  coinsBalance: (context, { accountType, coin, memberId }) => {
    const wallet = readWallet(accountType)
    const owner = memberOf(context, memberId)
    const coins = coin?.split(',') ?? pursesOf(context, owner, wallet).map((held) => held.coin)
    const balance = coins.map((each) => balanceOf(context, owner, wallet, each))
    return { result: { memberId: String(owner), accountType: wallet, balance } }
  },

  coinBalance: (context, { accountType, coin, memberId }) => {
    const wallet = readWallet(accountType)
    if (context.parts.exchange.views.collateral(coin) === undefined) throw invalidParameter('coin')
    const owner = memberOf(context, memberId)
    const balance = balanceOf(context, owner, wallet, coin)
    return {
      result: {
        accountType: wallet,
        bizType: 1,
        accountId: String(owner),
        memberId: String(owner),
        balance: { ...balance, transferSafeAmount: '', ltvTransferSafeAmount: '' },
      },
    }
  },

  transferableCoins: ({ parts }, { fromAccountType, toAccountType }) => {
    const [from, to] = [purseOf(fromAccountType), purseOf(toAccountType)]
    if (from === undefined || to === undefined) {
      throw new V5Refused(131203, 'request parameter err')
    }
    const list = from === to ? [] : [...parts.exchange.views.coins()]
    return { result: { list } }
  },

  deposits: () => ({ result: { rows: [], nextPageCursor: '' } }),
  withdrawals: () => ({ result: { rows: [], nextPageCursor: '' } }),
  depositAddress: (_context, { coin }) => ({ result: { coin, chains: [] } }),
  withdraw: () => {
    throw noWithdrawal()
  },
  cancelWithdrawal: () => {
    throw noWithdrawal()
  },
  withdrawableAmount: (context, { coin }) => {
    const { walletBalance } = balanceOf(context, context.account, 'FUND', coin)
    const row = { coin, withdrawableAmount: '0', availableBalance: walletBalance }
    return { result: { limitAmountUsd: '0', withdrawableAmount: { FUND: row } } }
  },
}

/** Demo funds cannot leave this exchange. */
const noWithdrawal = () => new V5Refused(131097, 'Withdrawals are closed')

/** Clients expect at least one chain, though there are no deposits. */
const chainOf = (coin: string) => ({
  chain: coin,
  chainType: coin,
  confirmation: '1',
  withdrawFee: '0',
  depositMin: '0',
  withdrawMin: '0',
  minAccuracy: '8',
  chainDeposit: '0',
  chainWithdraw: '0',
  withdrawPercentageFee: '0',
  contractAddress: '',
  safeConfirmNumber: '1',
  withdrawMax: '',
})

function readWallet(text: string): Wallet {
  const purse = purseOf(text)
  if (purse !== undefined) return walletOf(purse)
  throw wrongParameter('accountType only support UNIFIED, FUND.')
}

/** Returns the account of a request: the own one, or a sub-account of it. */
function memberOf({ parts, account }: Trader, memberId: string | undefined): AccountId {
  if (memberId === undefined || memberId === String(account)) return account
  const { ownership } = parts.exchange.views
  const sub = ownership.subs(account).find((each) => String(each) === memberId)
  if (sub === undefined) throw new V5Refused(131204, 'account info error')
  return sub
}

function pursesOf({ parts }: Trader, owner: AccountId, wallet: Wallet) {
  const { ownership } = parts.exchange.views
  return wallet === 'FUND' ? ownership.funding(owner) : ownership.unified(owner)
}

function balanceOf(context: Trader, owner: AccountId, wallet: Wallet, coin: string) {
  const held = pursesOf(context, owner, wallet).find((each) => each.coin === coin)
  return {
    coin,
    walletBalance: encodeAmount(held?.balance ?? zero),
    transferBalance: encodeAmount(held?.free ?? zero),
    bonus: '',
  }
}
