// The faucet: demo funds on request (open API 6.6).

import { amount, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import type { AccountId } from '@basis/domain/numbers/brand'
import { problemWords } from '@basis/protocol/errors/problem-words'
import type { V5Handlers, V5Parts } from '../context.ts'
import { invalidParameter, V5Refused, wrongParameter } from '../refused.ts'

/** The most of each coin in one request, ×1e-8. */
const mostOf: Readonly<Record<string, Amount>> = {
  BTC: amount(15n * 100_000_000n),
  ETH: amount(200n * 100_000_000n),
  USDT: amount(100_000n * 100_000_000n),
  USDC: amount(100_000n * 100_000_000n),
}
const everyMs = 60_000

/** When each account was given something last; a request on its way counts. */
const lastGiven = new WeakMap<V5Parts['exchange'], Map<AccountId, number>>()

export const demoMoneyHandlers: V5Handlers<'applyDemoMoney'> = {
  applyDemoMoney: async ({ parts, account }, { adjustType = '0', utaDemoApplyMoney = [] }) => {
    if (adjustType !== '0' && adjustType !== '1') throw invalidParameter('adjustType')
    if (adjustType === '1') throw wrongParameter('demo money is given here, and never taken back')
    const gifts = utaDemoApplyMoney.map(({ coin, amountStr }) => giftOf(coin, amountStr))
    if (gifts.length === 0) throw invalidParameter('utaDemoApplyMoney')
    const given = lastGiven.get(parts.exchange) ?? new Map<AccountId, number>()
    lastGiven.set(parts.exchange, given)
    const nowMs = parts.clock.nowMs()
    if (nowMs - (given.get(account) ?? -everyMs) < everyMs) {
      throw new V5Refused(10006, 'Demo money is given once a minute.')
    }
    given.set(account, nowMs)
    for (const gift of gifts) {
      const { problem } = await parts.exchange.submit({ kind: 'Deposit', account, ...gift })
      if (problem !== undefined) throw wrongParameter(problemWords(problem))
    }
    return { result: {} }
  },
}

function giftOf(coin: string, text: string): { readonly coin: string; readonly amount: Amount } {
  const most = mostOf[coin]
  const value = parseDecimal(text, 8)
  if (most === undefined) throw invalidParameter('coin')
  if (value === undefined || value <= 0n || value > most) throw invalidParameter('amountStr')
  return { coin, amount: amount(value) }
}
