// Explanations of refused commands: the comparison and its numbers.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { explanationText } from '@basis/domain/margin/explanation'
import { formulasOf } from '@basis/domain/margin/formulas'
import { formulaValue, numberNamed } from '@basis/domain/testing/formula-value'
import { describe, expect, test } from 'vitest'
import { startMs, venue, type Venue } from '../../../testing/example-venue.ts'

const listing = 'BTCUSDT LinearPerpetual BTC/USDT qty=1l..100000l market=50000l'

/** Gives a line that must be refused and returns the emitted explanation as text. */
function explained(made: Venue, line: string) {
  made.refused(line)
  const event = made.emitted.at(-1)
  if (event?.kind !== 'OrderRejected' && event?.kind !== 'CommandRejected') {
    throw new Error(`${event?.kind} is no refusal`)
  }
  expect(event.explanation?.rule).toBe(event.problem.name)
  return event.explanation && explanationText(event.explanation)
}

function opened(alice = '1000'): Venue {
  const made = venue(listing, { alice })
  made.say('index BTCUSDT 50000')
  return made
}

describe('the explanation of a refused order', () => {
  test('5.6: beyond the available balance: the cost by its formula and the available amount', () => {
    const emitted = explained(opened(), 'place alice Buy BTCUSDT 0.198 @ 50000')
    expect(emitted?.compared).toBe('needed > available')
    // 0.198 × 50,000 × (1/10 + 0.00055 × 1.9) = 990 + 10.3455.
    expect(emitted?.numbers).toMatchObject({
      needed: '1000.3455 USDT',
      available: '1000 USDT',
      orderValue: '9900 USDT',
      orderCost: '1000.3455 USDT',
      leverage: '10',
      takerFee: '0.00055',
      marginBalance: '1000 USD',
      initialMargin: '0 USD',
    })
  })

  test('8.2: outside the band: the bound and the figures that it was computed from', () => {
    const above = explained(opened(), 'place alice Buy BTCUSDT 0.01 @ 50600')
    expect(above?.compared).toBe('price > maxBuyPrice')
    expect(above?.numbers).toMatchObject({
      price: '50600 USDT',
      maxBuyPrice: '50500 USDT',
      markPrice: '50000 USDT',
      indexPrice: '50000 USDT',
      averageDrift: '0 USDT',
      bandX: '0.01',
      bandY: '0.02',
    })
    const below = explained(opened(), 'place alice Sell BTCUSDT 0.01 @ 49400')
    expect(below?.compared).toBe('price < minSellPrice')
    expect(below?.numbers).toMatchObject({ price: '49400 USDT', minSellPrice: '49500 USDT' })
  })

  test('9.1: outside the band of an option: mark and index, and the formula that holds with them', () => {
    const made = venue(
      'BTC-22OCT26-65000-C Option BTC/USDC/USDC tick=1 lot=0.01 least=0 ' +
        `right=Call strike=65000 delivery=${startMs + 30 * 86_400_000}`,
      { coin: 'USDC' },
    )
    made.say('index BTC-22OCT26-65000-C 60000 mark 1000')
    for (const order of ['Buy BTC-22OCT26-65000-C 1 @ 1601', 'Sell BTC-22OCT26-65000-C 1 @ 399']) {
      const emitted = explained(made, `place alice ${order}`)
      expect(Object.keys(emitted?.numbers ?? {})).not.toContain('bandX')
      const numbers = emitted?.numbers ?? {}
      const formulas = formulasOf({ rule: emitted?.rule ?? '', numbers }, 'Option')
      expect(formulas).toHaveLength(1)
      for (const formula of formulas) {
        expect(formulaValue(formula, numbers)).toBe(numberNamed(numbers, formula.result))
      }
    }
  })

  test.each([
    ['limit', '100.001 @ 50000', '100.001', '100'],
    ['post-only', '100.001 @ 49000 PostOnly', '100.001', '100'],
    ['IOC', '100.001 @ 50000 IOC', '100.001', '100'],
    ['FOK', '100.001 @ 50000 FOK', '100.001', '100'],
    ['market', '50.001 market', '50.001', '50'],
  ])('8.1: beyond the maximum quantity of its type: %s', (_, terms, qty, maxQty) => {
    const made = opened()
    expect(explained(made, `place alice Buy BTCUSDT ${terms}`)).toMatchObject({
      compared: 'qty > maxQty',
      numbers: { qty: `${qty} BTC`, maxQty: `${maxQty} BTC` },
    })
    // The maximum itself passes; its value is then beyond the limit of the leverage (4.3).
    const most = made.refused(`place alice Buy BTCUSDT ${terms.replace(qty, maxQty)}`)
    expect(most.name).toBe('riskLimitExceeded')
  })

  test('6.2: reduce-only in the wrong direction: the reducible quantity and the position', () => {
    const made = opened()
    made.trade('alice', 'bob', ['0.01', '50000'])
    const emitted = explained(made, 'place alice Buy BTCUSDT 0.005 @ 50000 reduce')
    expect(emitted).toMatchObject({
      compared: 'reducible < qty',
      numbers: { qty: '0.005 BTC', reducible: '0 BTC', position: '0.01 BTC' },
    })
  })

  test('4.3: beyond the leverage’s limit: the allowed value, and position, open orders and the new order', () => {
    const made = opened('900000')
    made.trade('alice', 'bob', ['20', '50000'])
    made.say('place alice Buy BTCUSDT 10 @ 49000')
    const emitted = explained(made, 'place alice Buy BTCUSDT 11 @ 50000')
    expect(emitted?.compared).toBe('value > maxValue')
    expect(emitted?.numbers).toMatchObject({
      value: '2040000 USDT',
      maxValue: '2000000 USDT',
      positionValue: '1000000 USDT',
      openOrderValue: '490000 USDT',
      orderValue: '550000 USDT',
      leverage: '10',
    })
  })
})

test('R6: a quantity that is not a whole number of lots is refused without an explanation', () => {
  const { engine, nowMs, id } = opened()
  const command = {
    kind: 'PlaceOrder',
    account: id('alice'),
    symbol: symbolId('BTCUSDT'),
    side: 'Sell',
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: priceTicks(500_000),
    qtyLots: qtyLots(0.5),
    reduceOnly: true,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'None',
  } as const
  const applied = engine.apply({ seq: engine.lastSeq() + 1, timeMs: nowMs(), command })
  expect(applied.problem?.name).toBe('reduceOnlyWithoutPosition')
  expect(applied.events[0]).not.toHaveProperty('explanation')
})

describe('the explanation of a refused change', () => {
  test('a replacement is explained with the figures of the changed order', () => {
    const made = opened()
    made.say('place alice Buy BTCUSDT 0.1 @ 50000')
    const emitted = explained(made, 'replace alice 1 BTCUSDT 0.2')
    expect(emitted?.compared).toBe('needed > available')
    expect(emitted?.numbers).toMatchObject({ orderValue: '10000 USDT', price: '50000 USDT' })
    expect(made.emitted.at(-1)).toMatchObject({ command: 'ReplaceOrder', symbol: 'BTCUSDT' })
  })

  test('a refusal that no figure decided has no explanation', () => {
    const made = opened()
    expect(made.refused('cancel alice 77').name).toBe('orderNotFound')
    expect(made.emitted.at(-1)).not.toHaveProperty('explanation')
  })
})

describe('a refusal explains the limit that was exceeded', () => {
  test('5.6: an isolated order is checked with the balance of its own coin, not with other collateral', () => {
    const made = opened('10')
    made.say('deposit alice 100000 USDC')
    made.say('mode alice BTCUSDT Isolated')
    const emitted = explained(made, 'place alice Buy BTCUSDT 0.01 @ 50000')
    // 500 × (1/10 + 0.00055 × 1.9) = 50.5225.
    expect(emitted?.numbers).toMatchObject({ needed: '50.5225 USDT', available: '10 USDT' })
  })

  test('4.3: the old version of a replaced order is not counted', () => {
    const made = opened('900000')
    made.say('place alice Buy BTCUSDT 10 @ 49000')
    made.say('place alice Buy BTCUSDT 20 @ 50000')
    const emitted = explained(made, 'replace alice 2 BTCUSDT 40')
    expect(emitted?.numbers).toMatchObject({
      value: '2490000 USDT',
      positionValue: '0 USDT',
      openOrderValue: '490000 USDT',
      orderValue: '2000000 USDT',
    })
  })

  test('6.4: a reversal that cannot be filled shows its quantity and the fillable one', () => {
    const made = opened()
    made.trade('alice', 'bob', ['0.01', '50000'])
    made.say('place bob Buy BTCUSDT 0.004 @ 50000')
    const emitted = explained(made, 'reverse alice BTCUSDT')
    expect(emitted).toMatchObject({
      compared: 'fillable < qty',
      numbers: { qty: '0.01 BTC', fillable: '0.004 BTC' },
    })
  })
})

describe('the numbers of an explanation are those of the decision', () => {
  test('5.6: the immediate loss of an order is part of the amount needed', () => {
    const emitted = explained(opened(), 'place alice Sell BTCUSDT 0.19 @ 49600')
    // 9,424 × (1/10 + 0.00055 × 2.1) = 953.28472, and an immediate loss of 0.19 × (50,000 −
    // 49,600).
    expect(emitted?.compared).toBe('needed > available')
    expect(emitted?.numbers).toMatchObject({
      needed: '1029.28472 USDT',
      addedMargin: '953.28472 USDT',
      orderLoss: '76 USDT',
      lostCollateral: '0 USDT',
      available: '1000 USDT',
    })
  })

  test('3.3: a market order is explained at the price at which it was checked', () => {
    const made = opened()
    made.say('place bob Sell BTCUSDT 1 @ 50200')
    const emitted = explained(made, 'place alice Buy BTCUSDT 0.198 market')
    // 50,200 × 1.0005, a loss of 225.1 per coin at the mark.
    expect(emitted?.numbers).toMatchObject({
      price: '50225.1 USDT',
      orderValue: '9944.5698 USDT',
      qty: '0.198 BTC',
      orderCost: '1004.84905545 USDT',
    })
  })

  test('8.9: a parent order refused for its first child shows the child’s price and quantity', () => {
    const made = opened()
    const line = 'algo alice Sell BTCUSDT 0.6 scaled from=49600 to=49800 n=2'
    const emitted = explained(made, line)
    expect(emitted?.numbers).toMatchObject({ qty: '0.3 BTC', price: '49600 USDT' })
  })

  test('6.2: closing the whole position without one shows that nothing is reducible', () => {
    const emitted = explained(opened(), 'place alice Sell BTCUSDT 0 market reduce close')
    expect(emitted).toMatchObject({
      compared: 'reducible < lotSize',
      numbers: { reducible: '0 BTC', lotSize: '0.001 BTC' },
    })
  })

  test('8.8: an MMR close rate that is already reached, and one that is too high', () => {
    const made = opened()
    made.trade('alice', 'bob', ['0.1', '50000'])
    const reached = explained(made, 'mmr alice BTCUSDT 100')
    expect(reached?.compared).toBe('triggerRate <= currentRate')
    expect(reached?.numbers).toMatchObject({ triggerRate: '0.01', marginBalance: '997.25 USD' })
    const high = explained(made, 'mmr alice BTCUSDT 9001')
    expect(high).toMatchObject({
      compared: 'triggerRate > maxRate',
      numbers: { triggerRate: '0.9001', maxRate: '0.9' },
    })
  })
})

test('5.1: a leverage that would cause a liquidation is explained with the figures of that liquidation', () => {
  const made = venue(`${listing} band=90:90`, { alice: '1000' })
  made.say('index BTCUSDT 50000')
  made.isolate()
  made.trade('alice', 'bob', ['0.1', '50000'])
  made.mark('49700')
  const emitted = explained(made, 'leverage alice BTCUSDT 100')
  // 50,000 × (1 − 1/100) ÷ (1 − 0.005) = 49,748.74, up to the tick.
  expect(emitted?.compared).toBe('markPrice <= liquidationPrice')
  expect(emitted?.numbers).toMatchObject({
    markPrice: '49700 USDT',
    liquidationPrice: '49748.8 USDT',
    leverage: '100',
    unrealisedPnl: '-30 USDT',
    // 5,000 × (1/100 + 0.00055 × 99/100).
    positionMargin: '52.7225 USDT',
  })
})
