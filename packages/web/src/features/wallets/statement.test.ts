// Account statements: before + sums = after for each coin, and the same entries as CSV and PDF.

import type { WireLedgerRecord } from '@basis/protocol/account'
import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { statementPdf } from './statement-pdf.ts'
import { statementCsv, statementOf } from './statement.ts'

const entry = (
  minute: number,
  type: WireLedgerRecord['type'],
  [coin, change, cashBalance, fee = '0']: readonly [string, string, string, string?],
): WireLedgerRecord => ({
  id: String(minute),
  coin,
  type,
  symbol: type === 'Trade' ? 'BTCUSDT' : '',
  orderId: '',
  tradeId: '',
  cashFlow: change,
  funding: '0',
  fee,
  change,
  cashBalance,
  transactionTimeE3: Date.UTC(2026, 10, 25, 12, minute),
})

/** The newest first, as in the transaction log. */
const rows = [
  entry(5, 'Transfer', ['USDT', '-200', '757.5']),
  entry(4, 'SpotTrade', ['BTC', '0.01', '0.01']),
  entry(3, 'Trade', ['USDT', '-50', '957.5', '0.5']),
  entry(2, 'Trade', ['USDT', '7.5', '1007.5', '0.25']),
  entry(1, 'Deposit', ['USDT', '600', '1000']),
]

test('23.3: a statement has for each coin the balance before, the sum of each type, and after', () => {
  expect(statementOf(rows)).toEqual([
    { coin: 'BTC', before: '0', after: '0.01', sums: [['SpotTrade', '0.01']], fees: '0' },
    {
      coin: 'USDT',
      before: '400',
      after: '757.5',
      sums: [
        ['Deposit', '600'],
        ['Trade', '-42.5'],
        ['Transfer', '-200'],
      ],
      fees: '-0.75',
    },
  ])
  for (const { before, after, sums } of statementOf(rows)) {
    const sum = sums.reduce((all, [, part]) => all + Number(part), Number(before))
    expect(sum).toBeCloseTo(Number(after), 8)
  }
})

test('23.3: the CSV lists every entry, the oldest first', () => {
  const lines = statementCsv(rows).split('\r\n')
  expect(lines).toHaveLength(7)
  // A paid fee is negative, as in the transaction log of the page.
  expect(lines[3]).toContain(',-50,0,-0.5,-50,')
  expect(lines[1]).toBe('2026-11-25T12:01:00.000Z,USDT,Deposit,,600,0,0,600,1000,,,1')
})

test('23.3: the PDF has a title and as many pages as the entries need', async () => {
  const about = { uid: '1001', wallet: 'Unified', from: '2026-11-01', to: '2026-11-25' } as const
  const few = await PDFDocument.load(await statementPdf(rows, about))
  expect(few.getPageCount()).toBe(1)
  expect(few.getTitle()).toBe('Statement of account 1001')
  const many = Array.from({ length: 40 }, () => rows).flat()
  expect((await PDFDocument.load(await statementPdf(many, about))).getPageCount()).toBe(5)
})
