// Orders, positions and instruments are encoded and decoded without a change.

import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
  zero,
} from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { withDeductions } from '@basis/domain/margin/cross-margin'
import { orderStatuses, spotPlanTypes, type Order } from '@basis/domain/orders/order'
import * as z from './schema/deferred.ts'
import { expect, test } from 'vitest'
import { contractSymbol, decodeInstrument, encodeInstrument } from './instrument.ts'
import { decodeOrder, encodeOrder, expandOrder, shortenOrder } from './order.ts'
import { encodePosition, wirePosition } from './position.ts'
import { encodeSpotOrder, wireSpotOrder } from './spot/order.ts'
import { spotStatus } from './spot/plan.ts'
import {
  decodeSpotSymbol,
  encodeSpotSymbol,
  expandSpotSymbol,
  mergeSpotLists,
  shortenSpotSymbol,
  spotPrecisions,
  type SpotFacts,
} from './spot/symbol.ts'
import { btcUsdt } from '@basis/domain/testing/instruments'

const perpetual: Instrument = {
  ...btcUsdt,
  maxMarketQtyLots: qtyLots(120_000),
  riskTiers: withDeductions([
    {
      limit: amount(200_000_000_000_000n),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
    },
    {
      limit: amount(260_000_000_000_000n),
      initialRateE8: rateE8(1_111_111),
      maintenanceRateE8: rateE8(560_000),
      maxLeverageE2: leverageE2(9_000),
    },
  ]),
  impactNotional: amount(2_000_000_000_000n),
  depthMergeTimes: [1, 2, 4, 10],
}

const pair: Instrument = {
  ...perpetual,
  symbol: symbolId('BTC/USDT'),
  kind: 'Spot',
  tickSizeE8: 1_000_000,
  lotSizeE8: 100,
  bandXE8: rateE8(3_000_000),
  bandYE8: rateE8(3_000_000),
  riskTiers: [],
  fundingIntervalMin: 0,
  impactNotional: zero,
}
// A spot pair has no contract type.
Reflect.deleteProperty(pair, 'contractType')

const order: Order = {
  id: orderId(48_213),
  linkId: 'web-1',
  account: accountId(1001),
  symbol: perpetual.symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(650_000),
  qtyLots: qtyLots(10),
  leavesLots: qtyLots(7),
  filledLots: qtyLots(3),
  filledValue: amount(19_499_700_000n),
  fee: amount(10_724_835n),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  status: 'PartiallyFilled',
  closedPnl: amount(-120_000_000n),
  createdMs: 1_790_000_000_123,
  updatedMs: 1_790_000_000_456,
  updateNo: 3,
}

test('an order is encoded with the specification’s names and decoded without a change', () => {
  const wire = encodeOrder(order, perpetual)
  expect(wire).toMatchObject({
    orderId: '48213',
    orderLinkId: 'web-1',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    orderStatus: 'PartiallyFilled',
    price: '65000.0',
    qty: '0.010',
    leavesQty: '0.007',
    cumExecQty: '0.003',
    cumExecValue: '194.997',
    cumExecFee: '0.10724835',
    // 194.997 ÷ 0.003.
    avgPrice: '64999',
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    orderPnl: '-1.2',
    createdAtE3: 1_790_000_000_123,
    updatedAtE3: 1_790_000_000_456,
  })
  expect(decodeOrder(wire, perpetual, order.account)).toEqual(order)
})

test('EX-1.2: the average price of inverse contracts is quantity ÷ value', () => {
  const inverse: Instrument = {
    ...perpetual,
    symbol: symbolId('BTCUSD'),
    kind: 'Inverse',
    quoteCoin: 'USD',
    settleCoin: 'BTC',
    lotSizeE8: 100_000_000,
  }
  const filled = { ...order, symbol: inverse.symbol, filledLots: qtyLots(3_000) }
  const wire = encodeOrder({ ...filled, filledValue: amount(53_333_333n) }, inverse)
  expect(wire.avgPrice).toBe('5625.00003516')
})

test('the TP/SL attached to an order are encoded and decoded without a change', () => {
  const leg = { triggerBy: 'MarkPrice', orderType: 'Limit' } as const
  const stop = {
    stopType: 'Order',
    triggerTicks: priceTicks(0),
    triggerBy: 'LastPrice',
    triggerDirection: 0,
    tpslMode: 'Full',
    takeProfit: { ...leg, triggerTicks: priceTicks(700_000), limitTicks: priceTicks(699_000) },
    stopLoss: { ...leg, orderType: 'Market', triggerTicks: priceTicks(600_000) },
  } as const
  const wire = encodeOrder({ ...order, stop }, perpetual)
  expect(wire).toMatchObject({
    tpSlMode: 'Full',
    takeProfit: '70000.0',
    tpTriggerBy: 'MarkPrice',
    tpOrderType: 'Limit',
    limitTakeProfit: '69900.0',
    stopLoss: '60000.0',
    slTriggerBy: 'MarkPrice',
    slOrderType: 'Market',
  })
  expect(wire).not.toHaveProperty('limitStopLoss')
  expect(decodeOrder(wire, perpetual)?.stop).toEqual(stop)
})

test('a trailing stop without a trigger yet is encoded without one', () => {
  const trailing = (triggerTicks: number): Order => ({
    ...order,
    stop: {
      stopType: 'TrailingStop',
      triggerTicks: priceTicks(triggerTicks),
      triggerBy: 'LastPrice',
      triggerDirection: 2,
    },
  })
  // 0 before its activation; below 0 if its distance is larger than the best price.
  for (const ticks of [0, -3]) {
    const wire = encodeOrder(trailing(ticks), perpetual)
    expect(wire).toMatchObject({ stopOrderType: 'TrailingStop' })
    expect(wire).not.toHaveProperty('triggerPrice')
    expect(wire).not.toHaveProperty('triggerDirection')
  }
  expect(encodeOrder(trailing(648_000), perpetual)).toMatchObject({
    triggerPrice: '64800.0',
    triggerBy: 'LastPrice',
    triggerDirection: 2,
  })
})

test('a pushed order has short keys and is expanded to the same order', () => {
  const wire = encodeOrder({ ...order, cancelType: 'CancelByUser' }, perpetual, {
    problemName: 'orderFinal',
  })
  const short = shortenOrder(wire)
  expect(Object.keys(short).length).toBe(Object.keys(wire).length)
  expect(Object.keys(short).every((key) => key.length <= 2)).toBe(true)
  expect(expandOrder({ ...short, e: 1 })).toEqual(wire)
  expect(expandOrder({ ...short, p: '1e5' })).toBeUndefined()
  expect(expandOrder(null)).toBeUndefined()
})

test('a child order has the id of its parent', () => {
  const child = { ...order, algoId: 7 }
  expect(encodeOrder(child, perpetual).strategyId).toBe('7')
  expect(decodeOrder(encodeOrder(child, perpetual), perpetual, order.account)).toEqual(child)
})

test('an order with a price or quantity off the tick or lot is not decoded', () => {
  const wire = encodeOrder(order, perpetual)
  expect(decodeOrder({ ...wire, price: '65000.05' }, perpetual)).toBeUndefined()
  expect(decodeOrder({ ...wire, qty: '0.0105' }, perpetual)).toBeUndefined()
})

test('a contract is encoded as the specification’s config and decoded without a change', () => {
  const wire = encodeInstrument(perpetual, 0)
  expect(z.safeParse(contractSymbol, wire).success).toBe(true)
  expect(wire).toMatchObject({
    tickSize: '0.1',
    lotSize: '0.001',
    priceScale: 1,
    obDepthMergeTimes: '1,2,4,10',
    baseInitialMarginRateE4: 100,
    baseMaintenanceMarginRateE4: 50,
    section: ['1', '25', '50', '75', '100'],
    maxLeverageE2: 10_000,
  })
  expect(decodeInstrument(wire)).toEqual(perpetual)
})

test('a missing market maximum falls back to the maximum', () => {
  const wire = { ...encodeInstrument(perpetual), maxNewMarketOrderQty: '0.000' }
  expect(decodeInstrument(wire).maxMarketQtyLots).toBe(perpetual.maxQtyLots)
})

const facts: SpotFacts = {
  baseTokenLeverageRatio: '5',
  quoteTokenLeverageRatio: '10',
  loanEnabled: true,
  tokenFullName: 'Bitcoin',
  quotePrecision: '0.00000001',
  ltUnderlying: '',
  ltDirection: '',
  label: '',
  tags: ['layer1'],
  mark: '',
  volume: '12.5',
}

test('a spot pair with short keys is expanded to the same pair', () => {
  const wire = encodeSpotSymbol(pair, facts)
  expect(wire).toMatchObject({
    symbolId: 'BTCUSDT',
    symbolName: 'BTC/USDT',
    limitOrderPriceLimitPercentage: '3',
  })
  expect(expandSpotSymbol(shortenSpotSymbol(wire))).toEqual(wire)
  expect(decodeSpotSymbol(wire)).toEqual(pair)
  expect(spotPrecisions(wire)).toEqual({
    quantityPrecision: 6,
    pricePrecision: 2,
    amountPrecision: 8,
    isFiat: false,
  })
  expect(wire).toMatchObject({
    ...facts,
    allowPlan: true,
    noticeVisible: false,
    iconUrl: '/icons/coins/BTC-dark.svg',
    iconDayUrl: '/icons/coins/BTC-light.svg',
    zeroFeeType: 0,
  })
})

test('further fields of a pair: leveraged token, fiat, a ban, an announcement, zero fees', () => {
  const launchMs = Date.UTC(2027, 2, 1)
  const banned = { ...pair, banned: 'Buy', launchMs, status: 'PreLaunch' } as const
  const token = { ltUnderlying: 'BTC', ltDirection: 'Short', label: 'risk' } as const
  const wire = encodeSpotSymbol(banned, {
    ...facts,
    ...token,
    quotePrecision: '0.01',
    mark: 'coming',
  })
  expect(wire).toMatchObject({ ...token, isBanBuy: true, isBanSell: false, noticeVisible: true })
  expect(wire).toMatchObject({ mark: 'coming', onlineTime: launchMs, tradeStatus: 'PreLaunch' })
  expect(expandSpotSymbol(shortenSpotSymbol(wire))).toEqual(wire)
  expect(decodeSpotSymbol(wire)).toEqual(banned)
  expect(spotPrecisions(wire, { tokenType: 'REAL_MONEY' })).toMatchObject({
    amountPrecision: 2,
    isFiat: true,
  })
  const free = { ...pair, makerFeeE8: rateE8(0) }
  expect(encodeSpotSymbol(free, facts).zeroFeeType).toBe(2)
  expect(encodeSpotSymbol({ ...free, takerFeeE8: rateE8(0) }, facts).zeroFeeType).toBe(1)
})

test('the two spot lists are merged by symbol, and malformed pairs are left out', () => {
  const short = shortenSpotSymbol(encodeSpotSymbol(pair, facts))
  const group = {
    tokenId: 'USDT',
    tokenName: 'USDT',
    tokenFullName: 'Tether',
    tokenType: 'CHAIN_TOKEN' as const,
    zeroFeeType: 0,
    quoteTags: [],
    quoteTokenSymbols: [short, { si: 'ODD' }],
  }
  const merged = mergeSpotLists([{ ...short, ts: 'CancelOnly' }], [group])
  expect(merged.map(({ symbolId: id, tradeStatus }) => [id, tradeStatus])).toEqual([
    ['BTCUSDT', 'CancelOnly'],
  ])
})

test('a spot order is encoded with the spot names', () => {
  const spot = { ...order, symbol: pair.symbol, priceTicks: priceTicks(6_500_000) }
  const wire = encodeSpotOrder(spot, pair)
  expect(z.safeParse(wireSpotOrder, wire).success).toBe(true)
  expect(wire).toMatchObject({
    symbolId: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    leavesAmount: '0.455',
    planType: 0,
    createType: 'CreateByUser',
    marketUnit: 'baseCoin',
  })
})

// Spec 4, the spot status mapping, sentence by sentence.
test.each([
  ['Filled', 0, 'FILLED'],
  ['PartiallyFilledCanceled', 0, 'PARTIALLY_FILLED_CANCELED'],
  ['PartiallyFilled', 0, 'PARTIALLY_FILLED'],
  ['Deactivated', 0, 'ORDER_CANCELED'],
  ['Cancelled', 0, 'CANCELED'],
  ['Cancelled', 1, 'ORDER_CANCELED'],
  ['Cancelled', 8, 'ORDER_CANCELED'],
  ['Cancelled', 10, 'ORDER_CANCELED'],
  ['Cancelled', 11, 'ORDER_CANCELED'],
  ['Cancelled', 4, 'ORDER_CANCELED'],
  ['Cancelled', 5, 'ORDER_CANCELED'],
  ['Triggered', 0, 'ORDER_FILLED'],
  ['Rejected', 11, 'ORDER_REJECTED'],
  ['Rejected', 0, 'REJECTED'],
  ['Untriggered', 0, 'ORDER_NEW'],
  ['New', 0, 'NEW'],
  ['Strange', 0, undefined],
] as const)(
  'a spot order of status %s and plan %i has the spot status %s',
  (word, plan, status) => {
    expect(spotStatus(word, plan)).toBe(status)
    const known = orderStatuses.find((each) => each === word)
    if (known === undefined) return
    const planType = spotPlanTypes.find((each) => each === plan)
    const terms = {
      triggerTicks: priceTicks(0),
      triggerBy: 'LastPrice',
      triggerDirection: 0,
    } as const
    const stop = { ...terms, stopType: 'Stop', planType } as const
    const spot = { ...order, symbol: pair.symbol, status: known, stop }
    // Listed and pushed orders have the status of the specification.
    expect(encodeSpotOrder(spot, pair).status).toBe(status)
    expect(encodeOrder(spot, pair).spot?.status).toBe(status)
  },
)

test('a position is encoded with its figures', () => {
  const wire = encodePosition(
    {
      position: {
        account: accountId(1001),
        symbol: perpetual.symbol,
        positionIdx: 0,
        side: 'Buy',
        sizeLots: qtyLots(10),
        entryValue: amount(65_000_000_000n),
        entryPriceE8: priceE8(6_500_000_000_000),
        leverageE2: leverageE2(1000),
        isIsolated: false,
        extraMargin: amount(0n),
        isAutoAddMargin: false,
        realisedPnl: amount(-35_750_000n),
        cumRealisedPnl: amount(-35_750_000n),
        openFees: amount(35_750_000n),
        openFunding: zero,
        openedMs: 1,
        updatedMs: 2,
      },
      entryPriceE8: 6_500_000_000_000 as never,
      markPriceE8: 6_510_000_000_000 as never,
      positionValue: amount(65_100_000_000n),
      initialMargin: amount(6_542_175_000n),
      maintenanceMargin: amount(357_675_000n),
      unrealisedPnl: amount(100_000_000n),
      liquidationPriceTicks: priceTicks(12),
      breakEvenPriceE8: 6_507_154_000_000 as never,
    },
    perpetual,
  )
  expect(z.safeParse(wirePosition, wire).success).toBe(true)
  expect(wire).toMatchObject({
    entryPrice: '65000',
    liqPrice: '1.2',
    bustPrice: '',
    positionUPL: '1',
    roiE4: 154,
  })
})

test('a position has its derived figures under the specification’s names', () => {
  const held = {
    account: accountId(1001),
    symbol: perpetual.symbol,
    positionIdx: 0,
    side: 'Buy',
    sizeLots: qtyLots(100),
    entryValue: amount(600_000_000_000n),
    entryPriceE8: priceE8(6_000_000_000_000),
    leverageE2: leverageE2(1_000),
    isIsolated: true,
    extraMargin: amount(5_000_000_000n),
    isAutoAddMargin: false,
    realisedPnl: amount(-130_000_000n),
    cumRealisedPnl: amount(-130_000_000n),
    openFees: amount(330_000_000n),
    openFunding: amount(-50_000_000n),
    openedMs: 1,
    updatedMs: 2,
  } as const
  const figures = {
    position: held,
    entryPriceE8: held.entryPriceE8,
    markPriceE8: priceE8(6_100_000_000_000),
    positionValue: amount(610_000_000_000n),
    initialMargin: amount(61_297_000_000n),
    maintenanceMargin: amount(3_347_000_000n),
    unrealisedPnl: amount(10_000_000_000n),
    liquidationPriceTicks: priceTicks(545_000),
    breakEvenPriceE8: priceE8(0),
    lastTicks: priceTicks(615_000),
    coinUsdE8: priceE8(99_900_000),
  }
  const wire = encodePosition(figures, perpetual)
  expect(z.safeParse(wirePosition, wire).success).toBe(true)
  expect(wire).toMatchObject({
    marketsType: 'UsdtPerpetual',
    positionStatus: 'Normal',
    riskId: 1,
    lastPrice: '61500.0',
    liqPriceByMp: '54500.0',
    // 612.97 and the added 50.
    positionBalance: '662.97',
    positionMargin: '662.97',
    positionIMByMp: '612.97',
    positionMMByMp: '33.47',
    positionBalanceUsd: '662.30703',
    positionIMUsd: '612.35703',
    positionMMUsd: '33.43653',
    positionUPLUsd: '99.9',
    // 0.1 × (61,500 − 60,000), and 100 × 150 × 10 ÷ 6,000.
    positionUPLByLastPrice: '150',
    roiByLastPrice: '25',
    ROI: '16.67',
    roi: '16.67',
    // −1.3 + 3.3 of fees + 0.5 of funding.
    tradePnl: '2.5',
    minPositionCost: '612.97',
    reduceOnly: false,
    deliveryTime: 0,
    term: 'Perpetual',
    // 0.1 + 0.00055 + 0.9 or 1.1 × 0.00055.
    buyValueToCost: '0.101045',
    sellValueToCost: '0.101155',
    priceScale: 1,
    lotFraction: 3,
    upnlFraction: 8,
  })
  const second = { ...figures, positionValue: amount(200_000_000_000_001n) }
  expect(encodePosition(second, perpetual).riskId).toBe(2)
  // 30 October 2026 is the last Friday of a month that is not the last of a quarter.
  const dated = {
    ...perpetual,
    contractType: 'LinearFutures',
    deliveryMs: Date.UTC(2026, 9, 30, 8),
    status: 'ReduceOnly',
  } as const
  expect(encodePosition(figures, dated)).toMatchObject({
    marketsType: 'UsdtFutures',
    reduceOnly: true,
    deliveryTime: Date.UTC(2026, 9, 30, 8),
    term: 'Monthly',
  })
  // 30 November 2026 is a Monday, on which options expire but no futures.
  const daily = { ...dated, deliveryMs: Date.UTC(2026, 10, 30, 8) }
  expect(encodePosition(figures, daily).term).toBe('Daily')
  const { lastTicks: _last, coinUsdE8: _usd, ...unpriced } = figures
  const dark = encodePosition(unpriced, perpetual)
  expect(dark.lastPrice).toBe('')
  expect(dark).not.toHaveProperty('positionUPLUsd')
  expect(dark).not.toHaveProperty('positionUPLByLastPrice')
})

test('an order has its original values, fee rate, unit, mode and slippage limit', () => {
  expect(encodeOrder(order, perpetual)).toMatchObject({
    origPrice: '65000.0',
    origQty: '0.010',
    accountMode: 'regular',
    isLeverage: 0,
    marketUnit: 'baseCoin',
    feeRate: '0.00055',
  })
  const entered = {
    priceTicks: priceTicks(640_000),
    qtyLots: qtyLots(12),
    triggerTicks: priceTicks(639_000),
  }
  const slippage = { unit: 'Percent', most: 25 } as const
  const changed = encodeOrder({ ...order, entered, slippage }, perpetual)
  expect(changed).toMatchObject({
    price: '65000.0',
    origPrice: '64000.0',
    origQty: '0.012',
    origTriggerPrice: '63900.0',
    maxSlippage: '0.25',
    maxSlippageType: 'Percent',
  })
  const inverse = { ...perpetual, kind: 'Inverse', settleCoin: 'BTC', quoteCoin: 'USD' } as const
  expect(encodeOrder(order, inverse).marketUnit).toBe('quoteCoin')
  const passive = { ...perpetual, makerFeeE8: rateE8(20_000) }
  expect(encodeOrder({ ...order, timeInForce: 'PostOnly' }, passive).feeRate).toBe('0.0002')
})

test('EX-3.2: the order margin of an open order at the leverage of its position', () => {
  const open = { ...order, leavesLots: qtyLots(100), priceTicks: priceTicks(600_000) } as const
  const at = { leverageE2: leverageE2(1_000) }
  // 6,000 ÷ 10 + 6,000 × 0.00055 + 6,000 × (1 − 0.1) × 0.00055.
  expect(encodeOrder(open, perpetual, at).orderIM).toBe('606.27')
  for (const idle of [
    { ...open, reduceOnly: true },
    { ...open, status: 'Untriggered' as const },
    { ...open, status: 'Cancelled' as const },
  ]) {
    expect(encodeOrder(idle, perpetual, at).orderIM).toBe('0')
  }
  expect(encodeOrder(open, perpetual)).not.toHaveProperty('orderIM')
})

test('a trailing stop has its distance, and no original trigger', () => {
  const stop = {
    stopType: 'TrailingStop',
    triggerTicks: priceTicks(648_000),
    triggerBy: 'LastPrice',
    triggerDirection: 2,
    trailTicks: priceTicks(2_000),
  } as const
  const wire = encodeOrder({ ...order, stop }, perpetual)
  expect(wire.trailValue).toBe('200.0')
  expect(wire).not.toHaveProperty('origTriggerPrice')
})
