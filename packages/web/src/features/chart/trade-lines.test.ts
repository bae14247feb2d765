import { describe, expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { PositionRecord } from '../../stores/positions.ts'
import { positionLine, tradeLines, type LineChoice, type LineWords } from './trade-lines.ts'

const instrument = {
  tickSizeE8: 50_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: 1,
  maxPriceTicks: 1_000_000,
} as Instrument

const words: LineWords = {
  long: 'Long',
  short: 'Short',
  buyLimit: 'Buy limit',
  sellLimit: 'Sell limit',
  buyStop: 'Buy stop',
  sellStop: 'Sell stop',
  takeProfit: 'Take profit',
  stopLoss: 'Stop loss',
  trailingStop: 'Trailing stop',
  modify: 'Change',
  cancel: 'Cancel',
  close: 'Close',
  reverse: 'Reverse',
  liquidation: 'Liq',
  breakEven: 'BE',
  trigger: (basis) => basis,
  quantity: (lots) => String(lots),
}

const all: LineChoice = {
  positions: true,
  orders: true,
  liquidation: true,
  breakEven: true,
  stops: true,
  protection: true,
  executions: true,
  alerts: true,
  thickness: 'thin',
}

const limit = {
  id: 7,
  side: 'Sell',
  orderType: 'Limit',
  status: 'New',
  priceTicks: 130_000,
  leavesLots: 20,
  updateNo: 3,
} as Order

function waiting(stopType: string, change: object = {}): Order {
  const stop = { stopType, triggerTicks: 120_000, triggerBy: 'MarkPrice', triggerDirection: 1 }
  const order = { ...limit, id: 8, orderType: 'Market', status: 'Untriggered', stop, ...change }
  return order as unknown as Order
}

const linesOf = (...orders: Order[]) =>
  tradeLines({ positions: [], orders }, instrument, all, words)

describe('positions', () => {
  const position = {
    key: 'BTCUSDT:0',
    isLong: true,
    entryE8: 6_400_000_000_000,
    breakEvenE8: 6_410_000_000_000,
    liquidationE8: undefined,
    quantity: '0.5',
    pnl: undefined,
  }

  test('entry, break-even and orders have their own lines, which can be hidden by kind', () => {
    const shown = { positions: [position], orders: [limit] }
    const lines = tradeLines(shown, instrument, all, words)
    expect(lines.map(({ id, price }) => [id, price])).toEqual([
      ['pos:BTCUSDT:0:entry', 64_000],
      ['pos:BTCUSDT:0:be', 64_100],
      ['order:7', 65_000],
    ])
    const none = { ...all, positions: false, breakEven: false }
    expect(tradeLines(shown, instrument, none, words).map(({ id }) => id)).toEqual(['order:7'])
  })

  test('both sides of a hedge have their own lines', () => {
    const sides = [
      { ...position, key: 'BTCUSDT:1', liquidationE8: 5_000_000_000_000 },
      { ...position, key: 'BTCUSDT:2', isLong: false },
    ]
    const lines = tradeLines({ positions: sides, orders: [] }, instrument, all, words)
    expect(lines.map(({ id }) => id)).toEqual([
      'pos:BTCUSDT:1:entry',
      'pos:BTCUSDT:1:be',
      'pos:BTCUSDT:1:liq',
      'pos:BTCUSDT:2:entry',
      'pos:BTCUSDT:2:be',
    ])
    expect(lines.every(({ isDraggable }) => isDraggable !== true)).toBe(true)
  })
})

describe('orders', () => {
  test('a limit order can be dragged by ticks, modified and cancelled', () => {
    expect(linesOf(limit)).toMatchObject([
      { isDraggable: true, buttons: ['modify', 'cancel'], tick: 0.5, min: 0.5, rev: 3 },
    ])
  })

  test('the line of a conditional order is at its trigger price', () => {
    expect(linesOf(waiting('Stop'))).toMatchObject([
      { id: 'order:8', kind: 'order', price: 60_000, text: 'Sell stop', tooltip: 'MarkPrice' },
    ])
  })

  test('take-profit and stop-loss orders have their own line kinds', () => {
    const lines = linesOf(waiting('TakeProfit'), waiting('PartialStopLoss', { id: 9 }))
    expect(lines).toMatchObject([
      { id: 'tpsl:8', kind: 'takeProfit', isDraggable: true, buttons: ['cancel'] },
      { id: 'tpsl:9', kind: 'stopLoss', text: 'Stop loss' },
    ])
  })

  test('a trailing stop cannot be dragged', () => {
    expect(linesOf(waiting('TrailingStop'))).toMatchObject([{ isDraggable: false }])
  })

  test('stops and protection can be hidden separately, and all lines have the chosen thickness', () => {
    const orders = [limit, waiting('Stop'), waiting('StopLoss', { id: 9 })]
    const shown = (choice: Partial<LineChoice>) =>
      tradeLines({ positions: [], orders }, instrument, { ...all, ...choice }, words)
    expect(shown({ stops: false }).map(({ id }) => id)).toEqual(['order:7', 'tpsl:9'])
    expect(shown({ protection: false }).map(({ id }) => id)).toEqual(['order:7', 'order:8'])
    for (const thickness of ['thin', 'thick'] as const) {
      expect(shown({ thickness }).map((line) => line.thickness)).toEqual(Array(3).fill(thickness))
    }
  })

  test('a market order that is being filled has no line', () => {
    expect(linesOf({ ...limit, orderType: 'Market' })).toEqual([])
  })
})

describe('lines of a position have the figures of its row', () => {
  const inverse = {
    kind: 'Inverse',
    symbol: 'BTCUSD',
    baseCoin: 'BTC',
    quoteCoin: 'USD',
    settleCoin: 'BTC',
    tickSizeE8: 10_000_000,
    lotSizeE8: 100_000_000,
    minPriceTicks: 1,
    maxPriceTicks: 10_000_000,
    takerFeeE8: 55_000,
    riskTiers: [
      {
        limit: 100_000_000_000n,
        initialRateE8: 1_000_000,
        maintenanceRateE8: 500_000,
        maxLeverageE2: 10_000,
        deduction: 0n,
      },
    ],
  } as unknown as Instrument
  const record = (change: object, liquidationTicks?: number): PositionRecord =>
    ({
      key: 'BTCUSD:0',
      liquidationTicks,
      position: {
        symbol: 'BTCUSD',
        side: 'Buy',
        sizeLots: 1_000,
        entryValue: 20_000_000n,
        entryPriceE8: 500_000_000_000,
        leverageE2: 1_000,
        realisedPnl: 0n,
        extraMargin: 0n,
        ...change,
      },
    }) as unknown as PositionRecord
  const lineOf = (of: PositionRecord, ticker: { markE8: number; lastTicks?: number }) =>
    positionLine(of, inverse, {
      ticker: { lastTicks: undefined, ...ticker },
      basis: 'MarkPrice',
      quantity: String,
      profitWords: ({ pnl, roiE2 }) => ({ text: `${pnl} ${roiE2}`, sign: 1 }),
    })[0]

  test('EX-1.5: 1,000 USD bought at 5,000 have a profit of 0.01818181 BTC at 5,500', () => {
    const line = lineOf(record({}), { markE8: 550_000_000_000 })
    expect(line?.entryE8).toBe(500_000_000_000)
    expect(line?.pnl?.text).toBe('1818181 9091')
  })

  test('EX-1.9: the break-even of 30,000 USD at 60,000 with the fee to open', () => {
    const position = { sizeLots: 30_000, entryValue: 50_000_000n, realisedPnl: -27_500n }
    const line = lineOf(record(position), { markE8: 6_000_000_000_000 })
    expect(line?.breakEvenE8).toBe(6_006_603_631_998)
  })

  test('a liquidation price at the price limit has no line; before a mark price there are no lines', () => {
    expect(lineOf(record({}, 1), { markE8: 550_000_000_000 })?.liquidationE8).toBeUndefined()
    expect(lineOf(record({}, 40_000), { markE8: 550_000_000_000 })?.liquidationE8).toBe(
      400_000_000_000,
    )
    expect(
      positionLine(record({}), inverse, {
        ticker: undefined,
        basis: 'MarkPrice',
        quantity: String,
        profitWords: () => undefined,
      }),
    ).toEqual([])
  })
})

test('a spot OCO order has a line at each leg, a trailing profit order one that cannot be dragged', () => {
  const leg = (triggerTicks: number) => ({ triggerTicks, triggerBy: 'LastPrice' })
  const stop = { planType: 10, takeProfit: leg(140_000), stopLoss: leg(110_000) }
  const lines = linesOf(
    waiting('TakeProfitStopLossOCO', { stop: { ...stop, triggerDirection: 0 } }),
  )
  expect(lines.map(({ id, kind, price, buttons }) => [id, kind, price, buttons])).toEqual([
    ['tpsl:8:takeProfit', 'takeProfit', 70_000, []],
    ['tpsl:8:stopLoss', 'stopLoss', 55_000, []],
  ])
  const [trailing] = linesOf(waiting('TrailingProfit'))
  expect(trailing).toMatchObject({ text: 'Trailing stop', isDraggable: false })
})
