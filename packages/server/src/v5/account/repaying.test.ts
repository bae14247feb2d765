// Repaying every debt at once: a coin whose debt cannot be repaid does not keep the others owed.

import { expect, test } from 'vitest'
import { accountId } from '@basis/domain/numbers/brand'
import type { Command } from '@basis/engine/commands'
import type { V5SignedContext } from '../context.ts'
import { loanHandlers } from './loans.ts'

/** An account that owes three coins, at an exchange that refuses to repay some. */
function repaying(refused: readonly string[]) {
  const sent: string[] = []
  const coins = ['BTC', 'ETH', 'USDT'].map((coin) => ({ coin, principal: 5n, interest: 0n }))
  const submit = (command: Command) => {
    const { coin } = command as Extract<Command, { kind: 'RepayLoan' }>
    sent.push(coin)
    const isRefused = refused.includes(coin)
    return Promise.resolve(isRefused ? { problem: { name: 'repayBalanceShort' } } : {})
  }
  const parts = { exchange: { submit, views: { account: () => ({ coins }) } } }
  const context = { parts, account: accountId(1) } as unknown as V5SignedContext
  return { sent, answer: loanHandlers.repay(context, {}) }
}

test('a refusal of one coin is answered after the other debts were repaid', async () => {
  const { sent, answer } = repaying(['BTC'])
  await expect(answer).rejects.toThrow()
  expect(sent).toEqual(['BTC', 'ETH', 'USDT'])
})

test('without a refusal all are repaid, and the answer says so', async () => {
  const { sent, answer } = repaying([])
  expect(await answer).toEqual({ result: { resultStatus: 'SU' } })
  expect(sent).toHaveLength(3)
})
