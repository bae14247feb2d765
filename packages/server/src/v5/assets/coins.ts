// Coins, and what of them lies in which wallet (open API 7).

import { zero } from '@basis/domain/numbers/fixed'
import { encodeAmount } from '@basis/protocol/order'
import type { V5Handlers } from '../context.ts'
import { viewOf } from '../account/wallet.ts'
import type { Trader } from '../reading/order-fields.ts'
import { invalidParameter, V5Refused, wrongParameter } from '../refused.ts'
import { fundBalance, isWallet, wallets, type Wallet } from './funding-wallet.ts'

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

  coinsBalance: (context, { accountType, coin }) => {
    const wallet = readWallet(accountType)
    const coins = coin?.split(',') ?? heldCoins(context, wallet)
    const balance = coins.map((each) => balanceOf(context, wallet, each))
    return { result: { memberId: String(context.account), accountType: wallet, balance } }
  },

  coinBalance: (context, { accountType, coin }) => {
    const wallet = readWallet(accountType)
    if (context.parts.exchange.views.collateral(coin) === undefined) throw invalidParameter('coin')
    const balance = balanceOf(context, wallet, coin)
    const memberId = String(context.account)
    return {
      result: {
        accountType: wallet,
        bizType: 1,
        accountId: memberId,
        memberId,
        balance: { ...balance, transferSafeAmount: '', ltvTransferSafeAmount: '' },
      },
    }
  },

  transferableCoins: ({ parts }, { fromAccountType, toAccountType }) => {
    if (!isWallet(fromAccountType) || !isWallet(toAccountType)) {
      throw new V5Refused(131203, 'request parameter err')
    }
    const list = fromAccountType === toAccountType ? [] : [...parts.exchange.views.coins()]
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
    const { walletBalance } = balanceOf(context, 'FUND', coin)
    const row = { coin, withdrawableAmount: '0', availableBalance: walletBalance }
    return { result: { limitAmountUsd: '0', withdrawableAmount: { FUND: row } } }
  },
}

/** The money is of this exchange alone. */
const noWithdrawal = () => new V5Refused(131097, 'Withdrawals are closed')

/** Clients want one chain at least, though nothing comes from any. */
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
  const found = wallets.find((wallet) => wallet === text)
  if (found !== undefined) return found
  throw wrongParameter('accountType only support UNIFIED, FUND.')
}

const heldCoins = (context: Trader, wallet: Wallet): readonly string[] =>
  wallet === 'FUND'
    ? context.parts.exchange.views.coins().filter((coin) => fundBalance(context, coin) > 0n)
    : viewOf(context).coins.map(({ coin }) => coin)

function balanceOf(context: Trader, wallet: Wallet, coin: string) {
  const held = viewOf(context).coins.find((each) => each.coin === coin)
  const [balance, free] =
    wallet === 'FUND'
      ? [fundBalance(context, coin), fundBalance(context, coin)]
      : [held?.balance ?? zero, held?.available ?? zero]
  return {
    coin,
    walletBalance: encodeAmount(balance),
    transferBalance: encodeAmount(free),
    bonus: '',
  }
}
