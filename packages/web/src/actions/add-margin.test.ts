// Spec 7, add-margin: "Sends event codes 10201/10202 (USDT, USDC) or 20201/20202 (inverse)".

import { amount } from '@basis/domain/numbers/fixed'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteFamilies } from '../client/symbol-families.ts'
import { message } from '../i18n/message-keys.ts'
import { dismissNotice, shownNotices } from '../shell/notices.ts'
import { addMargin, onMarginEvent, type MarginEvent } from './add-margin.ts'

const emitted: MarginEvent[] = []
const sent: unknown[] = []
let stop = (): void => undefined

/** Makes the exchange answer every request with this code. */
function answering(code: number): void {
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const result = code === 0 ? { position: position } : {}
    const envelope = { ret_code: code, ret_msg: 'words', ext_code: '', ext_info: '', result }
    return Promise.resolve(new Response(JSON.stringify(envelope)))
  })
}

const zero = '0'
const position = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  size: '1',
  positionIdx: 0,
  mode: 'MergedSingle',
  isIsolated: true,
  isAutoAddMargin: false,
  extraMargin: '25',
  leverage: '10',
  entryPrice: '50000',
  entryValue: '50000',
  markPrice: '50000',
  liqPrice: '',
  bustPrice: '',
  breakevenPrice: '',
  positionValue: '50000',
  positionIM: zero,
  positionMM: zero,
  positionUPL: zero,
  positionRPL: zero,
  cumRealisedPnl: zero,
  positionFundingFee: zero,
  openFee: zero,
  roiE4: 0,
  firstOpenPzTime: 1,
  updatedAtE3: 1,
  marketsType: 'UsdtPerpetual',
  positionStatus: 'Normal',
  riskId: 1,
  lastPrice: '',
  liqPriceByMp: '',
  positionBalance: '25',
  positionMargin: '25',
  positionIMByMp: zero,
  positionMMByMp: zero,
  ROI: zero,
  roi: zero,
  tradePnl: zero,
  minPositionCost: zero,
  reduceOnly: false,
  deliveryTime: 0,
  term: 'Perpetual',
  buyValueToCost: '0.101045',
  sellValueToCost: '0.101155',
  priceScale: 1,
  lotFraction: 3,
  upnlFraction: 8,
}

beforeEach(() => {
  emitted.length = 0
  sent.length = 0
  for (const { id } of shownNotices()) dismissNotice(id)
  stop = onMarginEvent((event) => emitted.push(event))
  noteFamilies(
    new Map([
      ['BTCUSDT', { contractType: 'LinearPerpetual', isComing: false }],
      ['BTCPERP', { contractType: 'UsdcPerpetual', isComing: false }],
      ['BTCUSD', { contractType: 'InversePerpetual', isComing: false }],
    ]),
  )
})
afterEach(() => {
  stop()
  noteFamilies(new Map())
  vi.unstubAllGlobals()
})

/** Each test has its own position: the same intent is not sent twice within a short time. */
const addition = { positionIdx: 0, amount: amount(2_500_000_000n) } as const
const symbols = ['BTCUSDT', 'BTCPERP', 'BTCUSD']

test('added margin emits event 10201, for an inverse contract 20201', async () => {
  answering(0)
  for (const symbol of symbols) {
    expect(await addMargin({ ...addition, symbol })).toEqual({ kind: 'done' })
  }
  expect(emitted.map(({ code }) => code)).toEqual([10_201, 10_201, 20_201])
  expect(emitted.map(({ symbol }) => symbol)).toEqual(symbols)
  expect(sent[0]).toEqual({
    symbol: 'BTCUSDT',
    positionIdx: 0,
    addToPositionBalanceE8: '2500000000',
  })
})

test('refused margin emits event 10202, for an inverse contract 20202', async () => {
  answering(110_012)
  for (const symbol of symbols) {
    const outcome = await addMargin({ ...addition, positionIdx: 1, symbol })
    expect(outcome).toMatchObject({ kind: 'failed' })
  }
  expect(emitted.map(({ code }) => code)).toEqual([10_202, 10_202, 20_202])
})

test('an addition in progress is not sent again, and one that is not sent emits no event', async () => {
  answering(0)
  const both = [1, 2].map(() => addMargin({ ...addition, positionIdx: 2, symbol: 'BTCUSDT' }))
  expect(await Promise.all(both)).toEqual([{ kind: 'done' }, { kind: 'ignored' }])
  expect([sent.length, emitted.length]).toEqual([1, 1])
})

test('without an answer no event says that it failed, and the notice that it is not known', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is down')))
  const lost = { ...addition, positionIdx: 1, symbol: 'ETHUSDT' } as const
  expect(await addMargin(lost)).toEqual({ kind: 'unknown' })
  expect(emitted).toEqual([])
  const titles = shownNotices().flatMap(({ items }) => items.map(({ title }) => title))
  expect(titles).toEqual([message('notices.outcomeUnknown')])
})
