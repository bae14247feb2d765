// A bracket drawn on the chart: the kind of its order, its quantity and its target (rules 3.5).

import { describe, expect, test } from 'vitest'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { defaultSettings } from '../../../stores/settings.ts'
import { bracketIntent, drawnBracket, readBracket, type BracketDraft } from './bracket.ts'

const at = (price: number) => priceTicks(price * 10)
const usdt = (value: number) => amount(BigInt(Math.round(value * 1e8)))
const around = { instrument: btcUsdt, last: at(60_500), equityUsd: usdt(10_000) }
const setting = defaultSettings.bracket
const bases = defaultSettings.tpslBases
const draft = (entry: string, stop: string, target = ''): BracketDraft => ({ entry, stop, target })

function read(drawn: BracketDraft, set = setting) {
  const found = readBracket(drawn, set, around)
  if (found === undefined || 'name' in found) throw new Error('it is not whole')
  return found
}

test('a risk of 1 % of 10,000 from 60,000 to 59,000 is a limit order of 0.093 BTC with target 2R', () => {
  // EX-3.7, EX-3.9.
  const found = read(draft('60000', '59000'))
  expect(found).toMatchObject({ side: 'Buy', isStopEntry: false, lots: 93, targetTicks: 621_982 })
  expect(found.outcome).toMatchObject({ atStop: usdt(-99.08685), rewardE2: 200n })
  expect(bracketIntent(btcUsdt, found, bases)).toEqual({
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: at(60_000),
    qtyLots: 93,
    reduceOnly: false,
    tpsl: {
      mode: 'Full',
      takeProfit: { triggerTicks: 621_982, triggerBy: 'LastPrice', orderType: 'Market' },
      stopLoss: { triggerTicks: at(59_000), triggerBy: 'LastPrice', orderType: 'Market' },
    },
  })
})

test('an entry beyond the last price is a conditional order, and a stop above the entry makes a sell', () => {
  const breakout = read(draft('61000', '60000'))
  expect(breakout.isStopEntry).toBe(true)
  expect(bracketIntent(btcUsdt, breakout, bases)).toMatchObject({
    orderType: 'Market',
    triggerTicks: at(61_000),
    triggerBy: 'LastPrice',
    triggerDirection: 1,
  })
  const fall = read(draft('60000', '61000'))
  expect(bracketIntent(btcUsdt, fall, bases)).toMatchObject({ triggerDirection: 2 })
  expect(read(draft('61000', '62000'))).toMatchObject({ side: 'Sell', isStopEntry: false })
  expect(read(draft('60000', '61000'))).toMatchObject({ side: 'Sell', isStopEntry: true })
})

test('a typed target is kept, and its reward is computed in multiples of the risk', () => {
  const found = read(draft('60000', '59000', '61000'))
  expect(found.targetTicks).toBe(at(61_000))
  // 0.093 × 1,000 less 0.00055 × 0.093 × 121,000 over 99.08685.
  expect(found.outcome?.rewardE2).toBe(88n)
})

test('spec 9: until a trader chooses otherwise, TP/SL of the chart wait on the market price', () => {
  expect(bases).toEqual({ takeProfit: 'LastPrice', stopLoss: 'LastPrice' })
  const chosen = { takeProfit: 'MarkPrice', stopLoss: 'IndexPrice' } as const
  const found = read(draft('60000', '59000'))
  expect(bracketIntent(btcUsdt, found, chosen)?.tpsl).toMatchObject({
    takeProfit: { triggerBy: 'MarkPrice' },
    stopLoss: { triggerBy: 'IndexPrice' },
  })
  expect(bracketIntent(btcUsdt, found, bases)?.tpsl).toMatchObject({
    takeProfit: { triggerBy: 'LastPrice' },
    stopLoss: { triggerBy: 'LastPrice' },
  })
})

test('an incomplete draft gives nothing, an invalid price the problem of its field', () => {
  expect(readBracket(draft('60000', ''), setting, around)).toBeUndefined()
  expect(readBracket(draft('60000', '60000'), setting, around)).toBeUndefined()
  const wrong = readBracket(draft('60000', '59000.05'), setting, around)
  expect(wrong).toMatchObject({ name: 'tickSizeFixNumTips', field: 'stop' })
})

test('a risk below the loss of the smallest order gives no order, but both figures', () => {
  const found = read(draft('60000', '59000'), { ...setting, unit: 'riskCoin', risk: '1' })
  expect(found).toMatchObject({ lots: 0, tooSmall: { risk: usdt(1), loss: usdt(1.06545) } })
  expect(bracketIntent(btcUsdt, found, bases)).toBeUndefined()
})

test('the loss of an existing position at the stop is part of the risk (EX-3.13)', () => {
  const heldOn = () => ({ sizeLots: qtyLots(100), entryValue: usdt(6_100) })
  const sized = (risk: string) =>
    readBracket(
      draft('60000', '59000'),
      { ...setting, unit: 'riskCoin', risk },
      {
        ...around,
        heldOn,
      },
    )
  expect(sized('300')).toMatchObject({ lots: 90, wholeAtStop: usdt(-299.1355), taken: undefined })
  expect(sized('200')).toMatchObject({ lots: 0, taken: usdt(-203.245), tooSmall: undefined })
})

test('lots that first close the other side are not counted at stop and target (8.5)', () => {
  const coins = { ...setting, unit: 'riskCoin', risk: '300' } as const
  const plain = readBracket(draft('60000', '59000'), coins, around)
  const closing = readBracket(draft('60000', '59000'), coins, {
    ...around,
    closedFirst: () => qtyLots(200),
  })
  if (plain === undefined || 'name' in plain || closing === undefined || 'name' in closing) {
    throw new Error('both are read')
  }
  expect(closing.lots).toBe(plain.lots)
  expect(closing.closingLots).toBe(200)
  expect(closing.outcome?.lots).toBe(plain.lots - 200)
  expect(Number(closing.outcome?.atStop)).toBeGreaterThan(Number(plain.outcome?.atStop))
})

describe('drawing a bracket', () => {
  test('the press is the entry, the end of the drag the stop', () => {
    const prices = { from: at(60_000), to: at(59_000) }
    expect(drawnBracket(btcUsdt, prices, at(60_500))).toEqual(draft('60000.0', '59000.0'))
  })
  test('a press without a drag has its stop 1 % away, on the side of a limit order', () => {
    const below = { from: at(60_000), to: at(60_000) }
    expect(drawnBracket(btcUsdt, below, at(60_500)).stop).toBe('59400.0')
    expect(drawnBracket(btcUsdt, below, at(59_000)).stop).toBe('60600.0')
  })
})
