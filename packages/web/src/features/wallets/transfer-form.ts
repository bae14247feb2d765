// The form of a transfer: source and target as select values, the available coins, and the request.

import type { Problem } from '@basis/domain/instrument/problems'
import { isPurse, transferProblem, type Purse } from '@basis/domain/instrument/purse'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { TransferRequest, WireWallets } from '@basis/protocol/wallets/calls'

export type TransferForm = {
  readonly from: string
  readonly to: string
  readonly coin: string
  readonly amount: string
}

type End = { readonly uid: string; readonly wallet: Purse }

export const endValue = ({ uid, wallet }: End): string => `${wallet}:${uid}`

/** Parses a select value into its account and wallet. */
export function endOf(value: string): End {
  const [wallet = '', uid = ''] = value.split(':')
  return { uid, wallet: isPurse(wallet) ? wallet : 'Unified' }
}

/** Returns the selectable wallets: both of each account, the main account's first. */
export const endsOf = (list: readonly WireWallets[]): readonly End[] =>
  list.flatMap(({ uid }) => [
    { uid, wallet: 'Unified' } as const,
    { uid, wallet: 'Funding' } as const,
  ])

/** Returns the available amount of each coin in a wallet, without empty ones. */
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

/**
 * Returns the form with a coin that the source has: if its own has left the wallet, the first one,
 * without the amount, which was of the other coin.
 */
export function offeredTransfer(
  form: TransferForm,
  coins: readonly { readonly coin: string }[],
): TransferForm {
  const [first] = coins
  if (first === undefined || coins.some(({ coin }) => coin === form.coin)) return form
  return { ...form, coin: first.coin, amount: '' }
}

/** Returns the request; undefined while the input is incomplete. */
export function transferOf(form: TransferForm): TransferRequest | undefined {
  const money = parseDecimal(form.amount, 8)
  if (money === undefined || money <= 0n || form.from === form.to) return undefined
  const { from, to, coin } = form
  return { from: endOf(from), to: endOf(to), coin, amount: formatTrimmed(money, 8) }
}

/** Returns the problem of an amount that exceeds what may leave the wallet. */
export const amountProblem = (
  { amount, coin }: Pick<TransferForm, 'amount' | 'coin'>,
  free: string,
): Problem | undefined =>
  transferProblem(parseDecimal(amount, 8) ?? 0n, parseDecimal(free, 8) ?? 0n, coin)
