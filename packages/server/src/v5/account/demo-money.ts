// The faucet: demo funds are deposited or withdrawn on request (open API 6.6).

import { amount, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import type { AccountId } from '@basis/domain/numbers/brand'
import { ExchangeStopped } from '../../exchange/exchange.ts'
import type { V5Handlers, V5Parts } from '../context.ts'
import { invalidParameter, V5Refused, v5Problem } from '../refused.ts'

/** The largest amount of each coin in one request, ×1e-8. */
const mostOf: ReadonlyMap<string, Amount> = new Map([
  ['BTC', amount(15n * 100_000_000n)],
  ['ETH', amount(200n * 100_000_000n)],
  ['USDT', amount(100_000n * 100_000_000n)],
  ['USDC', amount(100_000n * 100_000_000n)],
])
const everyMs = 60_000

/** When each account's demo money was last changed; a request in progress counts. */
const lastChanged = new WeakMap<V5Parts['exchange'], Map<AccountId, number>>()

export const demoMoneyHandlers: V5Handlers<'applyDemoMoney'> = {
  applyDemoMoney: async ({ parts, account }, { adjustType = '0', utaDemoApplyMoney = [] }) => {
    if (adjustType !== '0' && adjustType !== '1') throw invalidParameter('adjustType')
    const kind = adjustType === '0' ? 'Deposit' : 'Withdraw'
    const sums = utaDemoApplyMoney.map(({ coin, amountStr }) => sumOf(coin, amountStr))
    if (sums.length === 0) throw invalidParameter('utaDemoApplyMoney')
    for (const { coin } of sums) assertWithin(coin, sums)
    const changed = lastChanged.get(parts.exchange) ?? new Map<AccountId, number>()
    lastChanged.set(parts.exchange, changed)
    const nowMs = parts.clock.nowMs()
    if (nowMs - (changed.get(account) ?? -everyMs) < everyMs) {
      throw new V5Refused(10006, 'Demo money is changed once a minute.')
    }
    changed.set(account, nowMs)
    let isChanged = false
    try {
      for (const sum of sums) {
        const { problem } = await parts.exchange.submit({ kind, account, ...sum })
        if (problem !== undefined) throw v5Problem(problem)
        isChanged = true
      }
    } catch (error) {
      // A request that certainly had no effect may be repeated at once.
      if (!isChanged && !(error instanceof ExchangeStopped)) changed.delete(account)
      throw error
    }
    return { result: {} }
  },
}

type Sum = { readonly coin: string; readonly amount: Amount }

/** A coin may be named several times. */
function assertWithin(coin: string, sums: readonly Sum[]): void {
  const own = sums.filter((each) => each.coin === coin)
  const total = own.reduce((sum, each) => sum + each.amount, 0n)
  if (total > (mostOf.get(coin) ?? 0n)) throw invalidParameter('amountStr')
}

function sumOf(coin: string, text: string): Sum {
  const most = mostOf.get(coin)
  const value = parseDecimal(text, 8)
  if (most === undefined) throw invalidParameter('coin')
  if (value === undefined || value <= 0n || value > most) throw invalidParameter('amountStr')
  return { coin, amount: amount(value) }
}
