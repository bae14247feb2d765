// A row of a history explained over HTTP: what was compared, the numbers, the formula, in order.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { formulaValue, numberNamed } from '@basis/domain/testing/formula-value'
import type { WireExplainedStep } from '@basis/protocol/explain/row'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer

/** Each test has traders of its own; those that move the price have a server of their own too. */
function onOneServer(symbols?: readonly string[]): void {
  beforeAll(async () => {
    venue = await startTestServer({}, symbols === undefined ? {} : { symbols })
  })
  afterAll(() => venue.stop())
}

const trader = async (): Promise<TestClient> => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}
const send = async (browser: TestClient, path: string, payload: object) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
type Row = Readonly<Record<string, unknown>>
const rows = async (browser: TestClient, path: string): Promise<readonly Row[]> => {
  const { body } = await browser.ask('GET', `/contract/v5/${path}`)
  return (body['result'] as { list: readonly Row[] }).list
}
const explained = async (browser: TestClient, query: string) => {
  const { body } = await browser.ask('GET', `/contract/v5/account/explain-row?${query}`)
  return (body['result'] as { steps: readonly WireExplainedStep[] }).steps
}

const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001' }

const priceAll = async (dollars: number, symbols = ['BTCUSDT']): Promise<void> => {
  const indexE8 = priceE8(dollars * 100_000_000)
  const prices = symbols.map((symbol) => ({ symbol: symbolId(symbol), indexE8 }))
  await venue.parts.exchange.submit({ kind: 'UpdatePrices', prices })
}

/** The value of each formula is the number of its result in the step. */
function expectFormulasHold(step: WireExplainedStep | undefined): void {
  expect(step?.formulas.length).toBeGreaterThan(0)
  for (const formula of step?.formulas ?? []) {
    const value = formulaValue(formula, step?.numbers ?? {})
    expect(value).toBeCloseTo(numberNamed(step?.numbers ?? {}, formula.result), 4)
  }
}

describe('contracts that settle', () => {
  const future = 'BTCUSDT-27NOV26'
  const symbols = ['BTCUSDT', 'BTCPERP', future, 'BTC/USDT']
  onOneServer(symbols)
  const bought = async (symbol: string): Promise<TestClient> => {
    const browser = await trader()
    const asked = { ...order, symbol, orderType: 'Market', qty: '0.02' }
    expect(await send(browser, 'order/create', asked)).toMatchObject({ ret_code: 0 })
    return browser
  }
  const entryOf = async (browser: TestClient, type: string) =>
    (await rows(browser, 'account/transaction-log')).find((entry) => entry['type'] === type)

  test('1.8: the cash flow of a session follows from the marks, and equals the transaction log', async () => {
    const browser = await bought('BTCPERP')
    const interval = 8 * 3_600_000
    venue.clock.advance(interval - (venue.clock.nowMs() % interval) + 1000)
    await priceAll(65_000, symbols)
    const entry = await entryOf(browser, 'Session')
    const query = `row=session&symbol=BTCPERP&timeE3=${String(entry?.['transactionTimeE3'])}`
    const steps = await explained(browser, query)
    const step = steps.find(({ event }) => event === 'SessionPaid')
    const cash = Number(entry?.['cashFlow'])
    expect(numberNamed(step?.numbers ?? {}, 'cashFlow')).toBeCloseTo(cash, 6)
    expectFormulasHold(step)
  })

  test('11.1: a delivery is explained by the mean of the index and its fee', async () => {
    const browser = await bought(future)
    const deliveryMs = Date.UTC(2026, 10, 27, 8)
    venue.clock.advance(deliveryMs - venue.clock.nowMs() - 31 * 60_000)
    for (let minute = 0; minute < 32; minute += 1) {
      await priceAll(66_000, symbols)
      venue.clock.advance(60_000)
    }
    await priceAll(66_000, symbols)
    const entry = await entryOf(browser, 'Delivery')
    const query = `row=delivery&symbol=${future}&timeE3=${String(entry?.['transactionTimeE3'])}`
    const [step] = await explained(browser, query)
    expect(step).toMatchObject({ event: 'PositionDelivered', rule: 'delivered' })
    expect(numberNamed(step?.numbers ?? {}, 'deliveryPrice')).toBeCloseTo(66_000, 0)
    expectFormulasHold(step)
  })
})

describe('without a move of the price', () => {
  onOneServer()

  test('the explanation of an order with more fills than a page has reaches the last fill', async () => {
    const browser = await trader()
    const account = accountId(venue.maker)
    const lot = { kind: 'PlaceOrder', account, side: 'Sell', orderType: 'Limit' } as const
    const small = { reduceOnly: false, closeOnTrigger: false, positionIdx: 0, linkId: '' } as const
    const at = { priceTicks: priceTicks(650_100), qtyLots: qtyLots(1) }
    for (let k = 0; k < 205; k += 1) {
      const symbol = symbolId('BTCUSDT')
      const rest = { timeInForce: 'GoodTillCancel', selfTrade: 'None' } as const
      const { problem } = await venue.parts.exchange.submit({
        ...lot,
        ...small,
        ...at,
        ...rest,
        symbol,
      })
      expect(problem).toBeUndefined()
    }
    const { result } = (await send(browser, 'order/create', {
      ...order,
      price: '65010',
      qty: '0.205',
    })) as { result: { order: { orderId: string } } }
    const steps = await explained(browser, `row=order&orderId=${result.order.orderId}`)
    expect(steps.at(-1)).toMatchObject({ event: 'OrderFilled', numbers: { qty: '0.205 BTC' } })
  })

  test('8.3: a post-only order that would take is explained by the best price', async () => {
    const browser = await trader()
    const answer = await send(browser, 'order/create', {
      ...order,
      price: '65500',
      timeInForce: 'PostOnly',
    })
    const { orderId } = (answer['result'] as { order: { orderId: string } }).order
    const steps = await explained(browser, `row=order&orderId=${orderId}`)
    expect(steps.at(-1)).toMatchObject({
      event: 'OrderCanceled',
      rule: 'postOnlyWouldTake',
      compared: 'price >= bestPrice',
      numbers: { price: '65500 USDT' },
    })
  })

  test('8.2: a refused order is explained by its price band, and the formula gives the bound', async () => {
    const browser = await trader()
    await send(browser, 'order/create', { ...order, price: '90000', orderLinkId: 'mine' })
    const [refused] = await rows(browser, 'order/history')
    const query = `row=refusal&symbol=BTCUSDT&timeE3=${String(refused?.['createdAtE3'])}`
    const [step] = await explained(browser, `${query}&orderLinkId=mine`)
    expect(step).toMatchObject({ rule: 'priceAboveBand', compared: 'price > maxBuyPrice' })
    const [formula] = step?.formulas ?? []
    if (step === undefined || formula === undefined) throw new Error('Nothing was told')
    // The bound is rounded down to a tick of 0.1.
    const bound = formulaValue(formula, step.numbers)
    expect(Math.floor(bound * 10) / 10).toBe(numberNamed(step.numbers, 'maxBuyPrice'))
    expect(await explained(browser, `${query}&orderLinkId=another`)).toEqual([])
  })

  test('an order that its trader cancelled is explained with CancelByUser and its time', async () => {
    const browser = await trader()
    const made = await send(browser, 'order/create', { ...order, price: '60000' })
    const { orderId } = (made['result'] as { order: { orderId: string } }).order
    venue.clock.advance(1000)
    await send(browser, 'order/cancel', { symbol: 'BTCUSDT', orderId })
    const steps = await explained(browser, `row=order&orderId=${orderId}`)
    expect(steps.map(({ event }) => event)).toEqual(['OrderPlaced', 'OrderCanceled'])
    const [history] = await rows(browser, `order/history?orderId=${orderId}`)
    expect(steps[1]).toMatchObject({ rule: 'CancelByUser', timeE3: history?.['updatedAtE3'] })
  })

  test('3.5: a refused leverage is explained by the figures of the limit that refused it', async () => {
    const browser = await trader()
    const bought = { ...order, orderType: 'Market', qty: '0.02' }
    expect(await send(browser, 'order/create', bought)).toMatchObject({ ret_code: 0 })
    const answer = await send(browser, 'position/set-leverage', {
      symbol: 'BTCUSDT',
      leverage: '500',
    })
    expect(answer['ret_code']).not.toBe(0)
    const [step, ...more] = await explained(browser, 'row=change&symbol=BTCUSDT')
    expect(more).toEqual([])
    const { problem } = answer['ext_map'] as { problem: string }
    expect(step).toMatchObject({ event: 'ChangeRejected', symbol: 'BTCUSDT', rule: problem })
    expect(Object.keys(step?.numbers ?? {})).not.toEqual([])
    // A later refusal is the newest; an accepted change is not a refusal.
    await send(browser, 'position/set-leverage', { symbol: 'BTCUSDT', leverage: '5' })
    expect(await explained(browser, 'row=change&symbol=BTCUSDT')).toEqual([step])
    venue.clock.advance(1000)
    const margin = { symbol: 'BTCUSDT', positionIdx: 0, addToPositionBalanceE8: '100000000' }
    const refused = await send(browser, 'position/add-margin', margin)
    const [newest] = await explained(browser, 'row=change&symbol=BTCUSDT')
    expect(newest?.rule).toBe((refused['ext_map'] as { problem: string }).problem)
    const { body } = await browser.ask('GET', '/contract/v5/account/explain-row?row=change')
    expect(body).toMatchObject({ ext_map: { field: 'symbol' } })
  })

  test('rows of another account are not explained, and a request for an order without its id is refused', async () => {
    const [one, other] = [await trader(), await trader()]
    const answer = await send(one, 'order/create', { ...order, price: '60000' })
    const { orderId } = (answer['result'] as { order: { orderId: string } }).order
    await send(one, 'order/cancel-all', {})
    expect(await explained(one, `row=order&orderId=${orderId}`)).not.toEqual([])
    expect(await explained(other, `row=order&orderId=${orderId}`)).toEqual([])
    const { body } = await one.ask('GET', '/contract/v5/account/explain-row?row=order')
    expect(body).toMatchObject({ ext_map: { field: 'orderId' } })
  })

  test('2.7: a funding payment is explained as the value at mark × the rate and equals the history', async () => {
    const browser = await trader()
    await send(browser, 'order/create', { ...order, orderType: 'Market', qty: '0.02' })
    const [held] = await rows(browser, 'position/list?symbol=BTCUSDT')
    expect(held).toMatchObject({ size: '0.020' })
    const symbol = symbolId('BTCUSDT')
    const interval = 8 * 3_600_000
    const toGoMs = interval - (venue.clock.nowMs() % interval)
    venue.clock.advance(toGoMs + 1000)
    const indexE8 = priceE8(65_000 * 100_000_000)
    await venue.parts.exchange.submit({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
    const [payment] = await rows(browser, 'funding/history?symbol=BTCUSDT')
    const time = String(payment?.['fundingTimeE3'])
    const [step] = await explained(browser, `row=funding&symbol=BTCUSDT&timeE3=${time}`)
    expect(step?.numbers['payment']).toBe(`${String(payment?.['fundingFee'])} USDT`)
    for (const formula of step?.formulas ?? []) {
      const value = formulaValue(formula, step?.numbers ?? {})
      expect(value).toBeCloseTo(numberNamed(step?.numbers ?? {}, formula.result), 6)
    }
    expect(step?.formulas.map(({ result }) => result)).toEqual(['payment', 'positionValue'])
  })
})

describe('a stop', () => {
  onOneServer()

  test('8.3: a stop is explained by its trigger and the price that reached it', async () => {
    const browser = await trader()
    await send(browser, 'order/create', { ...order, orderType: 'Market', qty: '0.01' })
    const stop = { ...order, side: 'Sell', orderType: 'Market', qty: '0.01', reduceOnly: true }
    const waiting = { triggerPrice: '64000', triggerBy: 'IndexPrice', triggerDirection: 2 }
    const { result } = (await send(browser, 'order/create', { ...stop, ...waiting })) as {
      result: { order: { orderId: string } }
    }
    const symbol = symbolId('BTCUSDT')
    for (let second = 0; second < 320; second += 1) {
      venue.clock.advance(1000)
      const indexE8 = priceE8((second < 315 ? 65_000 : 63_900) * 100_000_000)
      await venue.parts.exchange.submit({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
    }
    const steps = await explained(browser, `row=order&orderId=${result.order.orderId}`)
    expect(steps.map(({ event }) => event)).toEqual([
      'OrderPlaced',
      'OrderTriggered',
      'OrderFilled',
    ])
    expect(steps[1]).toMatchObject({
      rule: 'triggerReached',
      compared: 'indexPrice <= triggerPrice',
      numbers: { indexPrice: '63900 USDT', triggerPrice: '64000 USDT' },
    })
    const [filled] = await rows(browser, `execution/list?orderId=${result.order.orderId}`)
    expect(numberNamed(steps[2]?.numbers ?? {}, 'price')).toBe(Number(filled?.['execPrice']))
  })
})

describe('a liquidation', () => {
  onOneServer()

  test('a liquidation is explained from its beginning, with the prices that it compared', async () => {
    const browser = await trader()
    await send(browser, 'position/set-leverage', { symbol: 'BTCUSDT', leverage: '100' })
    await send(browser, 'position/set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true })
    const bought = await send(browser, 'order/create', {
      ...order,
      orderType: 'Market',
      qty: '0.02',
    })
    expect(bought).toMatchObject({ ret_code: 0 })
    // The mark stays near the last price until its window is full (rules 2.2).
    for (let second = 0; second < 320; second += 1) {
      venue.clock.advance(1000)
      await priceAll(second < 315 ? 65_000 : 61_000)
    }
    const [closing] = await rows(browser, 'position/closed-pnl?symbol=BTCUSDT')
    expect(['Liquidation', 'TakeOver', 'Adl']).toContain(closing?.['cause'])
    const time = String(closing?.['closedAtE3'])
    const [begun] = await explained(browser, `row=liquidation&symbol=BTCUSDT&timeE3=${time}`)
    expect(begun).toMatchObject({ event: 'LiquidationStarted', rule: 'isolatedLiquidation' })
    expect(begun?.compared).toBe('markPrice <= liquidationPrice')
    const mark = numberNamed(begun?.numbers ?? {}, 'markPrice')
    const limit = numberNamed(begun?.numbers ?? {}, 'liquidationPrice')
    // The mark is on its way from 65,000 to 61,000; at 100× the limit is half a percent below the
    // entry.
    expect(mark).toBeGreaterThan(60_000)
    expect(mark).toBeLessThanOrEqual(limit)
    expect(limit).toBeGreaterThan(64_000)
    expect(limit).toBeLessThan(65_065)
  })
})
