// Movements of coins whose answer was lost: the account's ledger says whether they were carried
// out, before the same one is sent a second time (reliability T3).

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WireLedgerRecord } from '@basis/protocol/account'
import { amount } from '@basis/domain/numbers/fixed'
import { borrowCoin, repayLoan } from '../loans/loans.ts'
import { attempt } from './changes.ts'
import { moveCoins } from './coin-moves.ts'

const units = (text: number) => amount(BigInt(text) * 100_000_000n)
const row = (type: WireLedgerRecord['type'], cashFlow: string, coin = 'USDT') =>
  ({
    id: '1',
    coin,
    type,
    symbol: '',
    orderId: '',
    tradeId: '',
    cashFlow,
    funding: '0',
    fee: '0',
    change: cashFlow,
    cashBalance: '0',
    transactionTimeE3: Date.now(),
  }) satisfies WireLedgerRecord

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An exchange that loses the first answer to a change; `list` is the ledger afterwards. */
function losingAnswers(list: readonly WireLedgerRecord[]): string[] {
  const paths: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const isLog = path.includes('transaction-log')
    const isLost = paths.length === 0
    paths.push(isLog ? 'ledger' : 'sent')
    if (isLost) return Promise.reject(new TypeError('the network is down'))
    const change = { coin: 'USDT', amount: '1', repaid: '1', owed: '0', botId: '7', walletId: '7' }
    const result = isLog ? { list, nextPageCursor: '' } : change
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result })))
  })
  return paths
}

const later = async (ms: number): Promise<void> => {
  vi.setSystemTime(Date.now() + ms)
  // A press a moment after another is a double one.
  await new Promise((resolve) => setTimeout(resolve, 650))
}

const moves = {
  'a loan': [() => borrowCoin('USDT', units(11)), row('Borrow', '11')],
  'a repayment': [() => repayLoan('USDT', units(12), false), row('Repay', '-11.5')],
  'money of a bot': [
    () => attempt('addBotInvestment', { botId: '7', investment: '13' }, undefined, moveCoins),
    row('BotTransfer', '-13'),
  ],
  'money out of a copy': [
    () => attempt('transferCopy', { walletId: '7', amount: '-14' }, undefined, moveCoins),
    row('CopyTransfer', '14'),
  ],
} as const

test.each(Object.entries(moves))('%s that was carried out is not sent again', async (_, move) => {
  const [send, entry] = move
  const paths = losingAnswers([entry])
  expect(await send()).toEqual({ kind: 'unknown' })
  await later(2_000)
  expect(await send()).toEqual({ kind: 'done' })
  expect(paths).toEqual(['sent', 'ledger'])
  // The next one is another.
  await later(2_000)
  expect(await send()).toEqual({ kind: 'done' })
  expect(paths).toEqual(['sent', 'ledger', 'sent'])
})

test('what the ledger has not is sent again once the first can no longer arrive', async () => {
  const other = [row('Borrow', '5'), row('Borrow', '21', 'BTC'), row('Repay', '-21')]
  const paths = losingAnswers(other)
  const send = () => borrowCoin('USDT', units(21))
  expect(await send()).toEqual({ kind: 'unknown' })
  await later(2_000)
  expect(await send()).toEqual({ kind: 'unknown' })
  await later(15_000)
  expect(await send()).toEqual({ kind: 'done' })
  expect(paths).toEqual(['sent', 'ledger', 'ledger', 'sent'])
})

test('the same amount more than ten minutes later is another movement', async () => {
  const paths = losingAnswers([row('Borrow', '31')])
  const send = () => borrowCoin('USDT', units(31))
  expect(await send()).toEqual({ kind: 'unknown' })
  await later(601_000)
  expect(await send()).toEqual({ kind: 'done' })
  expect(paths).toEqual(['sent', 'sent'])
})
