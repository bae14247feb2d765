// Rows of the history that are damaged on the disk: the error of a page names the table, the row
// and the field. Whole rows are read as they were written.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AlgoRecord } from '@basis/domain/algo/order'
import { problem } from '@basis/domain/instrument/problems'
import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import type { Event } from '@basis/engine/events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nothingHappened } from '../../../testing/history-stores.ts'
import { openHistoryStore, type HistoryStore } from '../history-store.ts'

const account = accountId(7)
const symbol = symbolId('BTCUSDT')
const leg = { triggerTicks: priceTicks(71), triggerBy: 'MarkPrice', orderType: 'Market' } as const

const order: Order = {
  id: orderId(31),
  linkId: '',
  account,
  symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(65),
  qtyLots: qtyLots(10),
  leavesLots: qtyLots(10),
  filledLots: qtyLots(0),
  filledValue: amount(0n),
  fee: amount(0n),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  status: 'Cancelled',
  closedPnl: amount(0n),
  createdMs: 1,
  updatedMs: 2,
  updateNo: 2,
  quoteAmount: amount(12_345n),
  entered: { priceTicks: priceTicks(60), qtyLots: qtyLots(9), triggerTicks: priceTicks(0) },
  stop: {
    stopType: 'Stop',
    triggerTicks: priceTicks(64),
    triggerBy: 'LastPrice',
    triggerDirection: 2,
    takeProfit: leg,
    trailing: { retracement: { rateE4: 100 } },
  },
}

const algo: AlgoRecord = {
  id: 41,
  linkId: '',
  account,
  symbol,
  side: 'Sell',
  positionIdx: 0,
  reduceOnly: false,
  totalLots: qtyLots(100),
  terms: { kind: 'Iceberg', slice: { orderCount: 4 }, pricing: { at: 'Own' } },
  status: 'Completed',
  filledLots: qtyLots(100),
  filledValue: amount(99n),
  sent: 4,
  open: 0,
  createdMs: 1,
  updatedMs: 2,
  updateNo: 5,
}

const why = problem('qtyInvalid', 'qty', { min: '1' })
const liquidation: Event = {
  kind: 'MarginReplenished',
  account,
  symbol,
  positionIdx: 0,
  added: amount(55n),
}
const settlement: Event = {
  kind: 'Delivered',
  symbol,
  priceE8: priceE8(66),
  samples: 30,
  atMs: 5,
}
/** The event at place k of command 3. */
const events: readonly Event[] = [
  { kind: 'OrderCanceled', order, problem: why },
  { kind: 'AlgoChanged', account, algo },
  liquidation,
  settlement,
]

let folder = ''
let store: HistoryStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basis-damaged-'))
  const base = { seq: 0, timeMs: 0 }
  const options = { file: join(folder, 'history.db'), journalId: 'j', lastSeq: 9, base }
  const opened = await openHistoryStore({ ...options, simulationStartMs: 0 }, new Map())
  store = opened.store
  const stamped = events.map((event, place) => ({ seq: 3, timeMs: 3, place, event }))
  await store.write({ ...nothingHappened, seq: 3, timeMs: 3, events: stamped })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Replaces a part of a column's text, as a failing disk or another program might. */
function damage(place: string, [part, other]: readonly [string, string]): void {
  const [table, column] = place.split('.')
  const db = new DatabaseSync(join(folder, 'history.db'))
  db.prepare(`UPDATE ${table} SET ${column} = replace(${column}, ?, ?)`).run(part, other)
  db.close()
}

test('whole rows are read as they were written', async () => {
  const [row] = (await store.orderHistory({ account })).rows
  expect(row).toMatchObject({ order, problem: why })
  expect((await store.algoHistory({ account })).rows).toMatchObject([{ algo }])
  expect((await store.liquidations({ account })).rows).toMatchObject([{ event: liquidation }])
  const settlements = await store.settlements({ kind: 'Delivered' })
  expect(settlements.rows).toMatchObject([{ symbol, event: settlement }])
  expect((await store.decisions({ account })).rows).toMatchObject([
    { numbers: { min: '1', field: 'qty' } },
  ])
})

describe('a damaged field is reported with its table and its row', () => {
  const pages = {
    orders: () => store.orderHistory({ account }),
    algos: () => store.algoHistory({ account }),
    decisions: () => store.decisions({ account }),
    liquidations: () => store.liquidations({ account }),
    settlements: () => store.settlements({ kind: 'Delivered' }),
  }

  type Damage = {
    readonly page: keyof typeof pages
    readonly column: string
    readonly change: readonly [part: string, other: string]
    readonly reported: string
  }
  const damages: readonly Damage[] = [
    {
      page: 'orders',
      column: 'order_record.stop',
      change: ['"triggerTicks":64', '"triggerTicks":"64"'],
      reported: 'orderRecord 3/0 is damaged: stop.triggerTicks is not a number',
    },
    {
      page: 'orders',
      column: 'order_record.stop',
      change: ['MarkPrice', 'MarketPrice'],
      reported: 'orderRecord 3/0 is damaged: stop.takeProfit.triggerBy is not one of LastPrice',
    },
    {
      page: 'orders',
      column: 'order_record.stop',
      change: ['rateE4', 'rate'],
      reported: 'orderRecord 3/0 is damaged: stop.trailing.retracement.rateE4 is not a number',
    },
    {
      page: 'orders',
      column: 'order_record.terms',
      change: ['"qtyLots":9', '"lots":9'],
      reported: 'orderRecord 3/0 is damaged: terms.entered.qtyLots is not a number',
    },
    {
      page: 'orders',
      column: 'order_record.problem',
      change: ['"name"', '"title"'],
      reported: 'orderRecord 3/0 is damaged: problem.name is not a text',
    },
    {
      page: 'orders',
      column: 'order_record.fee',
      change: ['.', 'x'],
      reported: 'orderRecord 3/0 is damaged: The history holds an amount that is none: 0x00000000',
    },
    {
      page: 'algos',
      column: 'algo_record.record',
      change: ['"Own"', '"Fixed"'],
      reported: 'algoRecord 3/1 is damaged: record.terms.pricing.priceTicks is not a number',
    },
    {
      page: 'algos',
      column: 'algo_record.record',
      change: ['"filledLots":100,', ''],
      reported: 'algoRecord 3/1 is damaged: record.filledLots is not a number',
    },
    {
      page: 'decisions',
      column: 'decision.numbers',
      change: ['"1"', '1'],
      reported: 'decision 3/0 is damaged: numbers.min is not a text',
    },
    {
      page: 'liquidations',
      column: 'liquidation.record',
      change: ['"~55"', '"55"'],
      reported: 'liquidation 3/2 is damaged: record.added is not an amount',
    },
    {
      page: 'liquidations',
      column: 'liquidation.record',
      change: ['MarginReplenished', 'MarginTaken'],
      reported: 'liquidation 3/2 is damaged: record.kind is not one of LiquidationStarted',
    },
    {
      page: 'settlements',
      column: 'settlement.record',
      change: ['}', ''],
      reported: 'settlement 3/3 is damaged: record is not JSON',
    },
  ]

  test.each(damages)('$column: $change', async ({ page, column, change, reported }) => {
    damage(column, change)
    await expect(pages[page]()).rejects.toThrow(`The row ${reported}`)
  })
})
