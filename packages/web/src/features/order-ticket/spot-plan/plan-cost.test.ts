// Figures of untriggered spot orders: maximum quantity, the fee in the received coin, and what is
// missing of the balance that a stop needs when it triggers (rules 3.1, 8.7; D-18, D-40).

import { amount, leverageE2, priceTicks, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { expect, test } from 'vitest'
import type { TicketContext } from '../ticket.ts'
import { emptyPlan, planOrder, type PlanForm } from './plan-form.ts'
import { planProblemMessage } from './plan-words.ts'

const instrument: Instrument = {
  ...btcUsdt,
  kind: 'Spot',
  takerFeeE8: rateE8(100_000),
  riskTiers: [],
}
const coin = 100_000_000n
const context: TicketContext = {
  instrument,
  leverage: leverageE2(100),
  last: priceTicks(600_000),
  bid: priceTicks(599_999),
  ask: priceTicks(600_001),
  markE8: undefined,
  band: undefined,
  funds: {
    available: amount(6_003n * coin),
    base: amount(coin / 2n),
    equity: amount(70_000n * coin),
    maintenance: amount(0n),
  },
  position: undefined,
  isIsolated: false,
}
const of = (form: Partial<PlanForm>, side: 'Buy' | 'Sell') =>
  planOrder({ ...emptyPlan, ...form }, context, side)

test('a stop that sells more than the balance is accepted, with the needed and the own amount', () => {
  const stop = { trigger: '54000', qty: '5' }
  const { problem, figures } = of(stop, 'Sell')
  // The exchange accepts it: the coins are needed when it triggers.
  expect(problem).toBeUndefined()
  expect(figures.lacking).toEqual({ needed: 5n * coin, own: coin / 2n, coin: 'BTC' })
  expect(of({ ...stop, qty: '0.5' }, 'Sell').figures.lacking).toBeUndefined()
  // A market buy is counted at its trigger price plus 0.05 %.
  const buy = of({ trigger: '66000', qty: '1' }, 'Buy').figures
  expect(buy.lacking).toEqual({ needed: 66_033n * coin, own: 6_003n * coin, coin: 'USDT' })
})

test('an order that locks its coins at once is refused instead', () => {
  const legs = {
    kind: 'oco',
    takeProfit: { trigger: '66000', limit: '' },
    stopLoss: { trigger: '54000', limit: '' },
  } as const
  const { problem, figures } = of({ ...legs, qty: '1' }, 'Sell')
  expect(problem?.name).toBe('insufficientCoin')
  expect(figures.lacking).toBeUndefined()
})

test('the maximum is what the account can pay, and a share of it is rounded down to the lot', () => {
  // 6,003 USDT at 60,000 plus 0.05 %: 0.1 and not a lot more.
  const asked = { trigger: '60000.0' }
  expect(of(asked, 'Buy').figures.maxLots).toBe(qtyLots(100))
  expect(of(asked, 'Sell').figures.maxLots).toBe(qtyLots(500))
  const half = of({ ...asked, trigger: '54000', percent: 50 }, 'Sell')
  expect([half.lots, half.problem]).toEqual([qtyLots(250), undefined])
  const limited = { kind: 'stopLimit', trigger: '61000', price: '60030' } as const
  expect(of(limited, 'Buy').figures.maxLots).toBe(qtyLots(100))
  // D-40: an OCO order is counted at the more expensive of its legs.
  const oco = {
    kind: 'oco',
    takeProfit: { trigger: '54000', limit: '54000' },
    stopLoss: { trigger: '66000', limit: '60030' },
  } as const
  expect(of(oco, 'Buy').figures.maxLots).toBe(qtyLots(100))
})

test('the fee is in the received coin', () => {
  const buy = of(
    { kind: 'stopLimit', trigger: '61000', price: '61000', qty: '0.05' },
    'Buy',
  ).figures
  expect([buy.total, buy.fee, buy.feeCoin]).toEqual([3_050n * coin, 5_000n, 'BTC'])
  const sell = of({ kind: 'stopLimit', trigger: '54000', price: '53000', qty: '0.1' }, 'Sell')
  const { total, fee, feeCoin } = sell.figures
  expect([total, fee, feeCoin]).toEqual([5_300n * coin - 530_000_000n, 530_000_000n, 'USDT'])
})

test('a sell with two legs has the proceeds of the worse and of the better leg', () => {
  const legs = {
    kind: 'oco',
    takeProfit: { trigger: '66000', limit: '' },
    stopLoss: { trigger: '54000', limit: '' },
    qty: '0.1',
  } as const
  const { least, total } = of(legs, 'Sell').figures
  // 0.1 % less than 5,400 and than 6,600.
  expect([least, total]).toEqual([539_460_000_000n, 659_340_000_000n])
  expect(of(legs, 'Buy').figures.least).toBeUndefined()
  const stop = { trigger: '54000', qty: '0.1' } as const
  expect(of(stop, 'Sell').figures.least).toBeUndefined()
})

test('a trailing order is counted at its trigger: the distance from the last or activation price', () => {
  // With a last price of 60,000: a sell 2 % below less 0.1 %, a buy 2 % above plus 0.05 %.
  const trail = { kind: 'trailingStop', trail: '2', qty: '0.05' } as const
  expect(of(trail, 'Sell').figures.total).toBe(2_937n * coin + 6n * (coin / 100n))
  const buy = of(trail, 'Buy').figures
  expect(buy.total).toBe(3_061n * coin + 53n * (coin / 100n))
  // 6,003 USDT pay 0.098 at 61,200 plus 0.05 %, not the 0.1 of the last price.
  expect(buy.maxLots).toBe(qtyLots(98))
  // It counts from an activation price; one that is reached already changes nothing.
  const from = (activation: string) => of({ ...trail, activation }, 'Sell').figures.total
  expect(from('65000')).toBe(3_181n * coin + 815n * (coin / 1000n))
  expect(from('59000')).toBe(2_937n * coin + 6n * (coin / 100n))
  const byPrice = { ...trail, trailBy: 'price', trail: '1500' } as const
  expect(of(byPrice, 'Sell').figures.total).toBe(2_922n * coin + 75n * (coin / 1000n))
})

test('the message of a problem names its field, also in a leg of an OCO order', () => {
  const wordsOf = (form: Partial<PlanForm>, side: 'Buy' | 'Sell' = 'Sell') => {
    const { problem } = of({ qty: '0.1', ...form }, side)
    return problem && planProblemMessage(problem)
  }
  expect(wordsOf({})).toEqual({
    key: 'plans.fieldMissing',
    params: { field: { key: 'ticket.triggerPrice' } },
  })
  expect(
    wordsOf({
      kind: 'oco',
      takeProfit: { trigger: '66000', limit: '' },
      stopLoss: { trigger: '61000', limit: '' },
    }),
  ).toMatchObject({
    key: 'plans.fieldProblem',
    params: { field: { key: 'ticket.slTrigger' }, reason: { key: 'errors.triggerBelowRequired' } },
  })
  expect(wordsOf({ kind: 'trailingProfit', trail: '1' })).toMatchObject({
    params: { field: { key: 'tpsl.activation' } },
  })
  expect(wordsOf({ trigger: '54000', qty: '' })).toMatchObject({ key: 'errors.qtyRequired' })
})
