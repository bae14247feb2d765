// Wallet calls over HTTP: balances, transfers, sub-accounts and switching to another account of the
// owner (rules 23).

import { isCoinName } from '@basis/domain/instrument/listing-rules'
import { problem } from '@basis/domain/instrument/problems'
import { mostSubAccounts } from '@basis/domain/instrument/purse'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { TransferRequest, WirePurseCoin, WireWallets } from '@basis/protocol/wallets/calls'
import { infoOf } from '../account.ts'
import type { Handlers, Parts } from '../call-context.ts'
import { complianceRefusal, problemRefusal } from '../guards/refusal.ts'
import { isClosed, isEmpty, openSubAccount } from '../../users/sub-accounts.ts'
import { submit } from '../submit.ts'
import { fundsOf, usdWorth } from './funds.ts'

export const walletHandlers: Handlers<
  'wallets' | 'funds' | 'transferFunds' | 'openSubAccount' | 'switchAccount'
> = {
  wallets: ({ parts, account }) => {
    const { ownership } = parts.exchange.views
    const subs = ownership.subs(account)
    const main = ownership.main(account)
    const isShown = (sub: AccountId): boolean =>
      !isClosed(parts.sessions, sub) || !isEmpty(parts.exchange, sub)
    return {
      value: {
        list: [account, ...subs.filter(isShown)].map((each) => walletsOf(parts, each, account)),
        main: main === undefined ? '' : String(main),
        subAccountsLeft: main === undefined ? mostSubAccounts - subs.length : 0,
      },
    }
  },

  funds: ({ parts, account }) => ({ value: fundsOf(parts.exchange.views, account) }),

  transferFunds: async ({ parts, account }, asked) => {
    const [from, to] = [endOf(asked.from, 'from'), endOf(asked.to, 'to')]
    if (isClosed(parts.sessions, to.account)) throw problemRefusal(problem('transferForeign', 'to'))
    const { transferId } = asked
    const { seq } = await submit(parts, {
      kind: 'TransferFunds',
      account,
      from,
      to,
      coin: readCoin(asked.coin),
      amount: readMoney(asked.amount),
      ...(transferId === undefined ? {} : { transferId }),
    })
    return { value: {}, seq }
  },

  openSubAccount: async ({ parts, account }) => {
    const opened = await openSubAccount(parts, account)
    if ('problem' in opened) throw problemRefusal(opened.problem)
    return { value: { uid: String(opened.sub) }, seq: opened.seq }
  },

  switchAccount: async ({ parts, account }, { uid }) => {
    const { ownership } = parts.exchange.views
    const wanted = accountId(Number(uid))
    const main = ownership.main(account) ?? account
    const isOwn = wanted === main || ownership.main(wanted) === main
    // A frozen sub-account can be left: a main account without a name has no other way back.
    if (parts.sessions.isBanned(account) && (wanted !== main || wanted === account)) {
      throw complianceRefusal(parts.sessions.banReason(account))
    }
    if (!isOwn || wanted === account) throw problemRefusal(problem('transferForeign', 'uid'))
    const opened = await parts.sessions.openFor(wanted)
    return { value: await infoOf(parts, wanted), opened }
  },
}

const walletsOf = (parts: Parts, account: AccountId, asking: AccountId): WireWallets => {
  const { ownership } = parts.exchange.views
  const encoded = (coins: ReturnType<typeof ownership.funding>) =>
    coins.map((coin) => purseCoin(parts, coin))
  return {
    uid: String(account),
    isMain: ownership.main(account) === undefined,
    isOwn: account === asking,
    unified: encoded(ownership.unified(account)),
    funding: encoded(ownership.funding(account)),
  }
}

type Coin = {
  readonly coin: string
  readonly balance: bigint
  readonly owed: bigint
  readonly free: bigint
}

function purseCoin({ exchange }: Parts, { coin, balance, owed, free }: Coin): WirePurseCoin {
  const usdE8 = exchange.views.collateral(coin)?.usdE8 ?? 0
  const worth = usdWorth(exchange.views, coin, balance - owed)
  return {
    coin,
    balance: formatTrimmed(balance, 8),
    owed: formatTrimmed(owed, 8),
    free: formatTrimmed(free, 8),
    usdValue: usdE8 === 0 ? '' : formatTrimmed(worth, 8),
  }
}

function endOf({ uid, wallet }: TransferRequest['from'], field: 'from' | 'to') {
  const number = Number(uid)
  if (!Number.isSafeInteger(number) || number <= 0) {
    throw problemRefusal(problem('transferForeign', field))
  }
  return { account: accountId(number), purse: wallet }
}

function readCoin(coin: string): string {
  if (isCoinName(coin)) return coin
  throw problemRefusal(problem('amountInvalid', 'coin'))
}

function readMoney(text: string) {
  const value = parseDecimal(text, 8)
  if (value === undefined) throw problemRefusal(problem('amountInvalid', 'amount'))
  return amount(value)
}
