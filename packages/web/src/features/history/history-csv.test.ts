// CSV exports of histories: not rounded, not localised, and without spreadsheet formulas.

import { expect, test } from 'vitest'
import type { WireFunding, WireLedgerRecord } from '@basis/protocol/account'
import { wireSpotTerms } from '@basis/protocol/spot/plan'
import { wireOrder, type WireOrder } from '@basis/protocol/order'
import { csvName, csvOf } from './history-csv.ts'

const funding: WireFunding = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  positionIdx: 0,
  size: '0.500',
  markPrice: '64210.12345678',
  fundingRate: '-0.00001234',
  fundingFee: '-0.39617655',
  fundingTimeE3: Date.UTC(2026, 10, 21, 8, 0, 0, 5),
}

test('CSV of all pages in UTC with full precision', () => {
  expect(csvOf('funding', [funding])).toBe(
    'fundingTime (UTC),symbol,side,size,markPrice,fundingRate,fundingFee,positionIdx\r\n' +
      '2026-11-21T08:00:00.005Z,BTCUSDT,Buy,0.500,64210.12345678,-0.00001234,-0.39617655,0\r\n',
  )
})

test('text that a spreadsheet would run as a formula is escaped, commas are quoted', () => {
  const record = { coin: '=1+1', type: 'Deposit', symbol: 'a,"b"', cashFlow: '-1.5' }
  const [, line] = csvOf('transactions', [record as WireLedgerRecord]).split('\r\n')
  expect(line).toBe(`,'=1+1,Deposit,"a,""b""",-1.5,,,,,,,`)
})

test('a fee in the transaction log is negative if paid and positive if it was a rebate', () => {
  const fees = ['0.75', '-0.2', '0'].map((fee) => {
    const record = { fee, change: '0', cashBalance: '0' } as WireLedgerRecord
    const [, line = ''] = csvOf('transactions', [record]).split('\r\n')
    return line.split(',')[6]
  })
  // 0.75 was paid, 0.2 was a maker rebate.
  expect(fees).toEqual(['-0.75', '0.2', '0'])
})

test('a history without rows has only a header line, and a file name has its time', () => {
  expect(csvOf('fills', []).split('\r\n')).toHaveLength(2)
  expect(csvName('fills', Date.UTC(2026, 10, 21, 12, 4, 5))).toBe(
    'basis-fills-20261121T120405Z.csv',
  )
})

test('every field of an order has its column', () => {
  const [head = ''] = csvOf('orders', []).split('\r\n')
  const names = head.replace('deliveryTime (UTC)', 'deliveryTime').replaceAll(' (UTC)', 'E3')
  const columns = new Set(names.split(','))
  const missing = Object.keys(wireOrder.shape).filter((name) => !columns.has(name))
  // The update number is for the wire only; fields of spot orders have their own columns.
  expect(missing).toEqual(['updateNo', 'spot'])
  const lacking = Object.keys(wireSpotTerms.shape).filter((name) => !columns.has(name))
  expect(lacking).toEqual([])
})

test('a stop-loss at market has its trigger and no price', () => {
  const order = {
    orderType: 'Market',
    stopOrderType: 'StopLoss',
    price: '0.0',
    triggerPrice: '60000.0',
    triggerBy: 'MarkPrice',
    triggerDirection: 2,
  } as WireOrder
  const [, line] = csvOf('orders', [order]).split('\r\n')
  expect(line).toMatch(/^,,,,Market,StopLoss,,,60000\.0,MarkPrice,2,/)
})

test('the delivery of an option is a time in UTC, and an order of a contract has none', () => {
  const deliveryTime = Date.UTC(2026, 11, 25, 8)
  const options = [{ deliveryTime }, {}] as WireOrder[]
  const [head = '', ...lines] = csvOf('orders', options).split('\r\n')
  const at = head.split(',').indexOf('deliveryTime (UTC)')
  expect(lines.slice(0, 2).map((line) => line.split(',')[at])).toEqual([
    '2026-12-25T08:00:00.000Z',
    '',
  ])
})
