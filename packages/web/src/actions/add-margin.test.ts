// Spec 7, add-margin: "Sends event codes 10201/10202 (USDT, USDC) or 20201/20202 (inverse)".

import { amount } from '@basis/domain/numbers/fixed'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireLong } from '../../testing/stored-position.ts'
import { noteFamilies } from '../client/symbol-families.ts'
import { message } from '../i18n/message-keys.ts'
import { dismissNotice, shownNotices } from '../shell/notices.ts'
import { applyContracts } from '../stores/catalogue.ts'
import { fallbackContracts } from '../stores/fallback-catalogue.ts'
import { applyPositions, clearPositions } from '../stores/positions.ts'
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
  clearPositions()
  vi.useRealTimers()
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
  expect(titles).toEqual([message('notices.outcomeOpen')])
})

/** A press a moment after another is a double one. */
const aMomentLater = () => new Promise((resolve) => setTimeout(resolve, 650))

/** Puts a position with 10 of added margin into the stores, a moment after an earlier test. */
async function stored(): Promise<void> {
  await aMomentLater()
  applyContracts(fallbackContracts(), 'network')
  applyPositions([{ ...wireLong, extraMargin: '10' }], true)
}

/** An exchange whose answer to the first addition is lost; `extra`: the margin added by then. */
function losingAnswers(extra: string): string[] {
  const paths: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const isAddition = path.includes('add-margin')
    if (isAddition && paths.every((each) => !each.includes('add-margin'))) {
      paths.push('add-margin, lost')
      return Promise.reject(new TypeError('the network is down'))
    }
    paths.push(isAddition ? 'add-margin' : 'position list')
    const held = { ...position, symbol: 'BTCUSDT', extraMargin: extra }
    const result = isAddition ? { position: held } : { list: [held] }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result })))
  })
  return paths
}

test.each([
  ['that was carried out is not sent again', '35', ['position list']],
  ['that was not is sent again', '10', ['position list', 'add-margin']],
])('the same addition after a lost answer %s', async (_, extra, later) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await stored()
  const paths = losingAnswers(extra)
  const lost = { ...addition, symbol: 'BTCUSDT' } as const
  expect(await addMargin(lost)).toEqual({ kind: 'unknown' })
  await aMomentLater()
  // After this time the first can no longer arrive.
  vi.setSystemTime(Date.now() + 15_001)
  expect(await addMargin(lost)).toEqual({ kind: 'done' })
  expect(paths).toEqual(['add-margin, lost', ...later])
  expect(emitted.map(({ code }) => code)).toEqual([10_201])
})

test('the same addition is not sent again while the first may still arrive', async () => {
  await stored()
  const paths = losingAnswers('10')
  const lost = { ...addition, symbol: 'BTCUSDT', amount: amount(700_000_000n) } as const
  expect(await addMargin(lost)).toEqual({ kind: 'unknown' })
  await aMomentLater()
  expect(await addMargin(lost)).toEqual({ kind: 'unknown' })
  expect(paths).toEqual(['add-margin, lost', 'position list'])
  expect(emitted).toEqual([])
})

test('the same addition is not sent again while the margin is neither the former nor the expected one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await stored()
  // Neither 10 nor 21, as after another change: whether the first was carried out is not seen.
  const paths = losingAnswers('40')
  const lost = { ...addition, symbol: 'BTCUSDT', amount: amount(1_100_000_000n) } as const
  expect(await addMargin(lost)).toEqual({ kind: 'unknown' })
  for (let k = 0; k < 2; k += 1) {
    await aMomentLater()
    vi.setSystemTime(Date.now() + 15_001)
    expect(await addMargin(lost)).toEqual({ kind: 'unknown' })
  }
  expect(paths).toEqual(['add-margin, lost', 'position list', 'position list'])
  expect(emitted).toEqual([])
})

test('the same addition ten minutes after a lost answer is another one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await stored()
  const paths = losingAnswers('23')
  const lost = { ...addition, symbol: 'BTCUSDT', amount: amount(1_300_000_000n) } as const
  expect(await addMargin(lost)).toEqual({ kind: 'unknown' })
  await aMomentLater()
  vi.setSystemTime(Date.now() + 600_001)
  expect(await addMargin(lost)).toEqual({ kind: 'done' })
  expect(paths).toEqual(['add-margin, lost', 'add-margin'])
})

test('another amount after a lost answer is another addition', async () => {
  await stored()
  const paths = losingAnswers('35')
  expect(await addMargin({ ...addition, symbol: 'BTCUSDT' })).toEqual({ kind: 'unknown' })
  await aMomentLater()
  await addMargin({ ...addition, symbol: 'BTCUSDT', amount: amount(1n) })
  expect(paths).toEqual(['add-margin, lost', 'add-margin'])
})
