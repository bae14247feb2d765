// A closing of a position without an order is an execution of its own, with the fee and the value
// of its closed PnL (rules 1.5).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { createEngine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import type { WireExecution } from '@basis/protocol/order'
import type { V5ExecutionRow } from '@basis/protocol/v5/order-rows'
import { describe, expect, test } from 'vitest'
import { encodeV5Execution } from '../v5/rows/execution-row.ts'
import { encodeExecution, encodeFundingExecution } from './executions.ts'
import { closedPnlRecord, executionRecord, fundingRecord, rowsOf } from './history-rows.ts'

const startMs = 1_790_035_200_000

/** Applies commands, a line a second (`+8h` waits); returns the history of an account. */
function historyOf(account: number, lines: readonly string[]) {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const executions: WireExecution[] = []
  const v5: V5ExecutionRow[] = []
  const closed: ReturnType<typeof closedPnlRecord>[] = []
  let [seq, timeMs] = [0, startMs]
  for (const line of lines) {
    timeMs += 1000
    if (line.startsWith('+')) {
      timeMs += Number(line.slice(1, -1)) * 3_600_000
      continue
    }
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    seq += 1
    const { events } = engine.apply({ seq, timeMs, command })
    events.forEach((event, place) => {
      for (const { table, row } of rowsOf({ seq, timeMs, place, event })) {
        if (!('account' in row) || row.account !== account) continue
        const instrument = 'symbol' in row ? instruments.get(row.symbol ?? '') : undefined
        if (instrument === undefined) continue
        if (table === 'execution') {
          executions.push(encodeExecution(executionRecord(row), instrument))
          v5.push(encodeV5Execution(executionRecord(row), instrument))
        }
        if (table === 'fundingPayment') {
          executions.push(encodeFundingExecution(fundingRecord(row), instrument))
        }
        if (table === 'closedPnl') closed.push(closedPnlRecord(row))
      }
    })
  }
  return { executions, v5, closed }
}

const opening = [
  'list BTCUSDT LinearPerpetual fees=0.055:0.02',
  'open #1 trader',
  'open #2 trader',
  'deposit #1 700 USDT',
  'deposit #2 100000 USDT',
  'index BTCUSDT 60000',
  'mode #1 BTCUSDT Isolated',
  'leverage #1 BTCUSDT 100',
  'place #1 Buy BTCUSDT 0.5 @ 60000',
  'place #2 Sell BTCUSDT 0.5 @ 60000',
  ...Array.from({ length: 151 }, () => 'index BTCUSDT 60000'),
  'index BTCUSDT 59000',
]

describe('a take-over and a deleverage', () => {
  test('a BustTrade execution has the bankruptcy price and the fee of its closed PnL', () => {
    const { executions, closed } = historyOf(1, opening)
    const [, bust] = executions
    // 0.5 × 59,400 = 29,700 at the bankruptcy price, and 0.055 % of it from the reserve.
    expect(bust).toMatchObject({
      execType: 'BustTrade',
      orderId: '',
      side: 'Sell',
      execQty: '0.500',
      closedSize: '0.500',
      execFee: '16.335',
      feeCoin: 'USDT',
      feeRate: '0.00055',
      leavesQty: '0.000',
    })
    expect(closed).toHaveLength(1)
    expect(bust?.execValue).toBe(String(Number(closed[0]?.exitValue) / 1e8))
    expect(bust?.execFee).toBe(String(Number(closed[0]?.closeFee) / 1e8))
  })

  test('an AdlTrade execution has no fee and the exit price of its closed PnL', () => {
    const { executions, closed } = historyOf(2, opening)
    const adl = executions.find(({ execType }) => execType === 'AdlTrade')
    expect(adl).toMatchObject({ side: 'Buy', execFee: '0', feeRate: '0', orderId: '' })
    const [pnl] = closed.filter(({ cause }) => cause === 'Adl')
    expect(pnl?.closeFee).toBe(0n)
    expect(adl?.execValue).toBe(String(Number(pnl?.exitValue) / 1e8))
    expect(Number(adl?.execPrice) * 0.5).toBeCloseTo(Number(adl?.execValue), 6)
  })
})

describe('delivery and funding executions', () => {
  test.each([
    { listing: 'BTCUSDT-30OCT26 LinearFutures BTC/USDT', type: 'Delivery', coin: 'USDT' },
    { listing: 'BTCUSDV26 InverseFutures BTC/USD/BTC lot=1 least=0', type: 'Settle', coin: 'BTC' },
  ])(
    'the delivery of $listing is an execution of type $type with its fee',
    ({ listing, type, coin }) => {
      const symbol = listing.split(' ')[0] ?? ''
      const qty = coin === 'BTC' ? '6000' : '0.1'
      const { executions } = historyOf(1, [
        `list ${listing} fees=0:0 delivery=${startMs + 8 * 3_600_000}`,
        'open #1 trader',
        'open #2 trader',
        `deposit #1 100000 ${coin}`,
        `deposit #2 100000 ${coin}`,
        `index ${symbol} 60000`,
        `place #1 Buy ${symbol} ${qty} @ 60000`,
        `place #2 Sell ${symbol} ${qty} @ 60000`,
        '+8h',
        'time',
      ])
      // 0.05 % of 6,000 USDT, of 0.1 BTC (D-17).
      expect(executions.at(-1)).toMatchObject({
        execType: type,
        side: 'Sell',
        execPrice: '60000',
        execFee: coin === 'BTC' ? '0.00005' : '3',
        feeCoin: coin,
        feeRate: '0.0005',
      })
    },
  )

  test('a Funding execution has the payment as its fee and the value at mark', () => {
    const { executions } = historyOf(1, [...opening.slice(0, -1), '+8h', 'time'])
    expect(executions.at(-1)).toMatchObject({
      execType: 'Funding',
      side: 'Buy',
      execPrice: '60000',
      execQty: '0.500',
      execValue: '30000',
      execFee: '3',
      feeRate: '0.0001',
    })
  })
})

test('an execution keeps the price and the quantity that its order had at the fill', () => {
  const { v5 } = historyOf(1, [
    'list BTCUSDT LinearPerpetual fees=0.055:0.02',
    'open #1 trader',
    'open #2 trader',
    'deposit #1 100000 USDT',
    'deposit #2 100000 USDT',
    'index BTCUSDT 60000',
    'place #1 Buy BTCUSDT 0.5 @ 60000',
    'place #2 Sell BTCUSDT 0.2 @ 60000',
    'replace #1 1 BTCUSDT 0.9 @ 59990',
    'place #2 Sell BTCUSDT 0.7 @ 59990',
  ])
  expect(v5).toMatchObject([
    { execQty: '0.200', orderQty: '0.500', orderPrice: '60000.0', leavesQty: '0.300' },
    { execQty: '0.700', orderQty: '0.900', orderPrice: '59990.0', leavesQty: '0' },
  ])
})
