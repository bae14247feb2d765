// The form of a transfer: its ends as values of a choice, what may leave, and the request it makes.

import { isPurse, type Purse } from '@basis/domain/instrument/purse'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { TransferAsked, WireWallets } from '@basis/protocol/wallets/calls'

export type TransferForm = {
  readonly from: string
  readonly to: string
  readonly coin: string
  readonly amount: string
}

type End = { readonly uid: string; readonly wallet: Purse }

export const endValue = ({ uid, wallet }: End): string => `${wallet}:${uid}`

/** Returns the end of a choice's value. */
export function endOf(value: string): End {
  const [wallet = '', uid = ''] = value.split(':')
  return { uid, wallet: isPurse(wallet) ? wallet : 'Unified' }
}

/** The wallets that may be chosen: both of each account, the account's own first. */
export const endsOf = (list: readonly WireWallets[]): readonly End[] =>
  list.flatMap(({ uid }) => [
    { uid, wallet: 'Unified' } as const,
    { uid, wallet: 'Funding' } as const,
  ])

/** Returns what may leave a wallet of each coin, those with something only. */
export function coinsIn(list: readonly WireWallets[], from: string) {
  const { uid, wallet } = endOf(from)
  const found = list.find((each) => each.uid === uid)
  const coins = wallet === 'Unified' ? found?.unified : found?.funding
  return (coins ?? []).filter(({ free }) => (parseDecimal(free, 8) ?? 0n) > 0n)
}

export const firstTransfer = (uid: string): TransferForm => ({
  from: endValue({ uid, wallet: 'Unified' }),
  to: endValue({ uid, wallet: 'Funding' }),
  coin: 'USDT',
  amount: '',
})

/** Returns the request; undefined while there is nothing to send. */
export function transferOf(form: TransferForm): TransferAsked | undefined {
  const money = parseDecimal(form.amount, 8)
  if (money === undefined || money <= 0n || form.from === form.to) return undefined
  const { from, to, coin } = form
  return { from: endOf(from), to: endOf(to), coin, amount: formatTrimmed(money, 8) }
}
