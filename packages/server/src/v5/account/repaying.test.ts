// Repaying every debt at once: a coin whose debt cannot be repaid does not keep the others owed.

import { expect, test } from 'vitest'
import { accountId } from '@basis/domain/numbers/brand'
import type { Command } from '@basis/engine/commands'
import type { V5SignedContext } from '../context.ts'
import { loanHandlers } from './loans.ts'

/** An account that owes three coins, at an exchange that refuses to repay some. */
function repaying(refused: readonly string[], coin?: string) {
  const sent: string[] = []
  const coins = ['BTC', 'ETH', 'USDT'].map((each) => ({ coin: each, principal: 5n, interest: 0n }))
  const submit = (command: Command) => {
    const { coin: repaid } = command as Extract<Command, { kind: 'RepayLoan' }>
    sent.push(repaid)
    const isRefused = refused.includes(repaid)
    return Promise.resolve(isRefused ? { problem: { name: 'repayBalanceShort' } } : {})
  }
  const parts = { exchange: { submit, views: { account: () => ({ coins }) } } }
  const context = { parts, account: accountId(1) } as unknown as V5SignedContext
  return { sent, answer: loanHandlers.repay(context, coin === undefined ? {} : { coin }) }
}

const wordsOf = async (answer: unknown): Promise<string> => {
  try {
    await answer
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test('a refusal of one coin is answered after the other debts were repaid', async () => {
  const { sent, answer } = repaying(['BTC'])
  await expect(answer).rejects.toThrow()
  expect(sent).toEqual(['BTC', 'ETH', 'USDT'])
})

test('the refusal of several coins names each of them', async () => {
  const { answer } = repaying(['BTC', 'USDT'])
  await expect(answer).rejects.toThrow(/^BTC: .+; USDT: [^;]+$/)
})

test('the refusal of the one coin that was asked for is the venue’s', async () => {
  const [{ answer: all }, { answer: one }] = [repaying(['BTC']), repaying(['BTC'], 'BTC')]
  const [ofAll, ofOne] = await Promise.all([all, one].map((each) => wordsOf(each)))
  expect(ofAll).toBe(`BTC: ${ofOne}`)
})

test('without a refusal all are repaid, and the answer says so', async () => {
  const { sent, answer } = repaying([])
  expect(await answer).toEqual({ result: { resultStatus: 'SU' } })
  expect(sent).toHaveLength(3)
})
