// Orders of ccxt's static request tests: created, changed, cancelled, one by one and in batches.

import type { CcxtExchange } from './ccxt-methods.ts'
import {
  filled,
  hedging,
  holding,
  inverse,
  inverseBtc,
  linearBtc,
  resting,
  spot,
  spotBtc,
  swap,
  type RequestForm,
} from './request-forms.ts'

const create = '/v5/order/create'
const stopPath = '/v5/position/trading-stop'
const buying = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' } as const
const buyMarket = { side: 'Buy', orderType: 'Market', qty: '0.01' } as const
const sellMarket = { side: 'Sell', orderType: 'Market', qty: '0.01' } as const
const selling = { side: 'Sell', orderType: 'Limit', qty: '0.01' } as const
const inBase = { marketUnit: 'baseCoin' } as const
const inQuote = { marketUnit: 'quoteCoin' } as const

type Created = Pick<RequestForm, 'says' | 'send' | 'fields' | 'options' | 'refusal'>
const created = (form: Created): RequestForm => ({ method: 'createOrder', path: create, ...form })
type Params = Readonly<Record<string, unknown>>
/** A limit buy of the perpetual or the pair. */
const bought = (symbol: string, params: Params): RequestForm['send'] => {
  return (x) => x.createOrder(symbol, 'limit', 'buy', 0.01, 60_000, params)
}
/** A sell of the perpetual while a long position is open. */
const sold = (price: number | undefined, params: Params): RequestForm['send'] => {
  const type = price === undefined ? 'market' : 'limit'
  return (x) => holding(x, swap, () => x.createOrder(swap, type, 'sell', 0.01, price, params))
}
const reduce = { reduceOnly: true } as const
const rises = (triggerPrice: string) => ({ triggerDirection: 1, triggerPrice })
const falls = (triggerPrice: string) => ({ triggerDirection: 2, triggerPrice })

const plainForms: readonly RequestForm[] = [
  created({
    says: 'limit of a perpetual',
    send: bought(swap, {}),
    fields: { ...linearBtc, ...buying },
  }),
  created({
    says: 'limit of a pair',
    send: bought(spot, {}),
    fields: { ...spotBtc, ...buying },
  }),
  created({
    says: 'post-only of a pair',
    send: bought(spot, { postOnly: true }),
    fields: { ...spotBtc, ...buying, timeInForce: 'PostOnly' },
  }),
  created({
    says: 'reduce-only and post-only of a perpetual',
    send: sold(70_000, { reduceOnly: true, postOnly: true }),
    fields: { ...linearBtc, ...selling, price: '70000', timeInForce: 'PostOnly', ...reduce },
  }),
  created({
    says: 'reduce-only at market',
    send: sold(undefined, reduce),
    fields: { ...linearBtc, ...sellMarket, ...reduce },
  }),
  created({
    says: 'inverse at market',
    send: (x) => filled(x, inverse),
    fields: { ...inverseBtc, ...buyMarket, qty: '650' },
  }),
  created({
    says: 'inverse, reduce-only at market',
    send: (x) =>
      holding(x, inverse, () =>
        x.createOrder(inverse, 'market', 'sell', 650, undefined, { reduceOnly: true }),
      ),
    fields: { ...inverseBtc, ...sellMarket, qty: '650', ...reduce },
  }),
  created({
    says: 'price and amount with too many decimals, of a pair',
    send: (x) => x.createOrder(spot, 'limit', 'buy', 0.0144444234, 60_000.423423),
    fields: { ...spotBtc, ...buying, qty: '0.014444', price: '60000.42' },
  }),
  created({
    says: 'price and amount with too many decimals, of a perpetual',
    send: (x) => x.createOrder(swap, 'limit', 'buy', 0.0144444234, 60_000.423423),
    fields: { ...linearBtc, ...buying, qty: '0.014', price: '60000.4' },
  }),
  created({
    says: 'option at market',
    send: (x, option) => x.createOrder(option, 'market', 'buy', 0.02),
    fields: { category: 'option', symbol: '*', ...buyMarket, qty: '0.02' },
  }),
  created({
    says: 'limit of an option',
    send: (x, option) => x.createOrder(option, 'limit', 'buy', 0.02, 5),
    fields: { category: 'option', symbol: '*', ...buying, qty: '0.02', price: '5' },
  }),
]

const amountForms: readonly RequestForm[] = [
  created({
    says: 'pair at market, in the base coin',
    send: (x) => filled(x, spot),
    fields: { ...spotBtc, ...buyMarket, ...inBase },
  }),
  created({
    says: 'pair at market with a price: its product is spent',
    send: (x) => x.createOrder(spot, 'market', 'buy', 0.001, 65_000),
    fields: { ...spotBtc, ...buyMarket, qty: '65' },
  }),
  created({
    says: 'sale at market with a price: its product is taken in',
    send: (x) => x.createOrder(spot, 'market', 'sell', 0.001, 65_000),
    fields: { ...spotBtc, ...sellMarket, qty: '65', ...inQuote },
  }),
  created({
    says: 'sale at market by cost',
    send: (x) => x.createOrder(spot, 'market', 'sell', 0, undefined, { cost: 65 }),
    fields: { ...spotBtc, ...sellMarket, qty: '65', ...inQuote },
  }),
  created({
    says: 'purchase by cost of a client that takes the account for a classic one',
    send: (x) =>
      x.createOrder(spot, 'market', 'buy', 65, undefined, {
        createMarketBuyOrderRequiresPrice: false,
      }),
    options: { enableUnifiedAccount: false, unifiedMarginStatus: 1 },
    fields: { ...spotBtc, ...buyMarket, qty: '65' },
  }),
  {
    method: 'createMarketBuyOrderWithCost',
    says: 'a whole amount',
    send: (x) => x.createMarketBuyOrderWithCost(spot, 65),
    path: create,
    fields: { ...spotBtc, ...buyMarket, qty: '65' },
  },
  {
    method: 'createMarketBuyOrderWithCost',
    says: 'a decimal amount',
    send: (x) => x.createMarketBuyOrderWithCost(spot, 65.45),
    path: create,
    fields: { ...spotBtc, ...buyMarket, qty: '65.45' },
  },
  {
    method: 'createMarketSellOrderWithCost',
    says: 'a whole amount',
    send: (x) => x.createMarketSellOrderWithCost(spot, 65),
    path: create,
    fields: { ...spotBtc, ...sellMarket, qty: '65', ...inQuote },
  },
]

const triggerForms: readonly RequestForm[] = [
  created({
    says: 'trigger above',
    send: bought(swap, { triggerPrice: 66_000, triggerDirection: 'above' }),
    fields: { ...linearBtc, ...buying, ...rises('66000') },
  }),
  created({
    says: 'trigger below',
    send: bought(swap, { triggerPrice: 61_000, triggerDirection: 'below' }),
    fields: { ...linearBtc, ...buying, ...falls('61000') },
  }),
  created({
    says: 'trigger with an attached stop-loss',
    send: bought(swap, {
      triggerPrice: '66000',
      triggerDirection: 'above',
      stopLoss: '59500',
    }),
    fields: { ...linearBtc, ...buying, ...rises('66000'), stopLoss: '59500' },
  }),
  created({
    says: 'trigger of a pair',
    send: bought(spot, { triggerPrice: 66_000 }),
    fields: { ...spotBtc, ...buying, triggerPrice: '66000', orderFilter: 'StopOrder' },
  }),
  created({
    says: 'stop price of a pair at market, by cost',
    send: (x) => x.createOrder(spot, 'market', 'buy', 0.001, 65_000, { stopPrice: 66_000 }),
    fields: {
      ...spotBtc,
      ...buyMarket,
      qty: '65',
      triggerPrice: '66000',
      orderFilter: 'StopOrder',
    },
  }),
  created({
    says: 'stop-loss of a pair at market',
    send: (x) =>
      x.createOrder(spot, 'market', 'sell', 0.01, undefined, {
        reduceOnly: true,
        stopLossPrice: 61_000,
      }),
    fields: {
      ...spotBtc,
      ...sellMarket,
      ...inBase,
      ...falls('61000'),
      orderFilter: 'tpslOrder',
      ...reduce,
    },
  }),
  created({
    says: 'take-profit at its own price',
    send: sold(70_000, { takeProfitPrice: 70_000 }),
    fields: { ...linearBtc, ...selling, price: '70000', ...rises('70000'), ...reduce },
  }),
  created({
    says: 'stop-loss at its own price',
    send: sold(60_000, { stopLossPrice: 60_000 }),
    fields: { ...linearBtc, ...selling, price: '60000', ...falls('60000'), ...reduce },
  }),
  created({
    says: 'stop-loss at market',
    send: sold(undefined, { stopLossPrice: 60_000 }),
    fields: { ...linearBtc, ...sellMarket, ...falls('60000'), ...reduce },
  }),
  created({
    says: 'stop-loss at another price',
    send: sold(60_500, { stopLossPrice: 61_000 }),
    fields: { ...linearBtc, ...selling, price: '60500', ...falls('61000'), ...reduce },
  }),
  created({
    says: 'take-profit at another price',
    send: sold(69_500, { takeProfitPrice: 69_000 }),
    fields: { ...linearBtc, ...selling, price: '69500', ...rises('69000'), ...reduce },
  }),
  created({
    says: 'take-profit by the call of orders',
    send: sold(69_500, { takeProfitPrice: 70_000, method: 'privatePostV5OrderCreate' }),
    fields: { ...linearBtc, ...selling, price: '69500', ...rises('70000'), ...reduce },
  }),
  created({
    says: 'stop-loss by the call of orders',
    send: sold(60_500, { stopLossPrice: 61_000, method: 'privatePostV5OrderCreate' }),
    fields: { ...linearBtc, ...selling, price: '60500', ...falls('61000'), ...reduce },
  }),
]

const limitLegs = {
  tpslMode: 'Partial',
  tpOrderType: 'Limit',
  slOrderType: 'Limit',
} as const
/** TP and SL of a position together. */
const bothEnds = { takeProfitPrice: 70_000, stopLossPrice: 60_000 }
const bothLegs = { symbol: 'BTCUSDT', category: 'linear', takeProfit: '70000', stopLoss: '60000' }
const ofPosition = (amount: number, params: Params): RequestForm['send'] => {
  return (x) =>
    holding(x, swap, () => x.createOrder(swap, 'market', 'sell', amount, undefined, params))
}

const tpslForms: readonly RequestForm[] = [
  created({
    says: 'attached TP/SL at market',
    send: (x) =>
      x.createOrder(swap, 'market', 'buy', 0.01, undefined, {
        takeProfit: { stopPrice: 70_000 },
        stopLoss: { stopPrice: 59_000 },
      }),
    fields: { ...linearBtc, ...buyMarket, takeProfit: '70000', stopLoss: '59000' },
  }),
  created({
    says: 'attached TP/SL with limits',
    send: bought(swap, {
      takeProfit: { stopPrice: 70_000, price: 69_000 },
      stopLoss: { stopPrice: 59_000, price: 58_000 },
    }),
    fields: {
      ...linearBtc,
      ...buying,
      ...limitLegs,
      takeProfit: '70000',
      tpLimitPrice: '69000',
      stopLoss: '59000',
      slLimitPrice: '58000',
    },
  }),
  created({
    says: 'attached stop-loss of a pair',
    send: bought(spot, { stopLoss: { triggerPrice: 59_000 } }),
    fields: { ...spotBtc, ...buying, stopLoss: '59000', slOrderType: 'Market' },
  }),
  created({
    says: 'attached TP/SL of a pair with limits',
    send: bought(spot, {
      takeProfit: { triggerPrice: 70_000, price: 70_000 },
      stopLoss: { triggerPrice: 59_000, price: 59_000 },
    }),
    fields: {
      ...spotBtc,
      ...buying,
      ...limitLegs,
      takeProfit: '70000',
      tpLimitPrice: '70000',
      stopLoss: '59000',
      slLimitPrice: '59000',
    },
  }),
  {
    ...created({
      says: 'both ends of a position with limits',
      send: ofPosition(0.01, {
        ...bothEnds,
        takeProfitLimitPrice: 69_900,
        stopLossLimitPrice: 59_900,
      }),
      fields: {
        ...bothLegs,
        ...limitLegs,
        tpLimitPrice: '69900',
        tpSize: '0.01',
        slLimitPrice: '59900',
        slSize: '0.01',
      },
    }),
    path: stopPath,
  },
  {
    ...created({
      says: 'both ends of a part of a position at market',
      send: ofPosition(0.01, bothEnds),
      fields: {
        ...bothLegs,
        tpslMode: 'Partial',
        tpOrderType: 'Market',
        tpSize: '0.01',
        slOrderType: 'Market',
        slSize: '0.01',
      },
    }),
    path: stopPath,
  },
  {
    ...created({
      says: 'both ends of a whole position at market',
      send: ofPosition(0, bothEnds),
      fields: { ...bothLegs, tpslMode: 'Full', tpOrderType: 'Market', slOrderType: 'Market' },
    }),
    path: stopPath,
  },
  {
    ...created({
      says: 'trailing amount',
      send: ofPosition(0.01, { trailingAmount: '1000' }),
      fields: { ...linearBtc, trailingStop: '1000' },
    }),
    path: stopPath,
  },
]

const hedgedForm = (
  says: string,
  side: 'buy' | 'sell',
  more: Params,
  fields: object,
): RequestForm =>
  created({
    says,
    send: (x) =>
      hedging(x, () =>
        x.createOrder(swap, 'market', side, 0.005, undefined, { hedged: true, ...more }),
      ),
    fields: { ...linearBtc, orderType: 'Market', qty: '0.005', ...fields },
  })

const hedgedForms: readonly RequestForm[] = [
  hedgedForm('hedged purchase', 'buy', {}, { side: 'Buy', positionIdx: 1 }),
  hedgedForm('hedged sale', 'sell', {}, { side: 'Sell', positionIdx: 2 }),
  hedgedForm('hedged sale of the long side', 'sell', reduce, { side: 'Sell', positionIdx: 1 }),
  hedgedForm('hedged purchase of the short side', 'buy', reduce, { side: 'Buy', positionIdx: 2 }),
]

type Row = Parameters<CcxtExchange['createOrders']>[0][number]
const row = (symbol: string, side: 'buy' | 'sell', price: number): Row =>
  ({ symbol, type: 'limit', side, amount: 0.01, price }) as Row
const rowOf = (side: 'Buy' | 'Sell', price: string) => ({
  symbol: 'BTCUSDT',
  side,
  orderType: 'Limit',
  qty: '0.01',
  price,
})

const batchForms: readonly RequestForm[] = [
  {
    method: 'createOrders',
    says: 'of a pair',
    send: (x) => x.createOrders([row(spot, 'buy', 60_000), row(spot, 'sell', 70_000)]),
    path: '/v5/order/create-batch',
    fields: { category: 'spot', request: [rowOf('Buy', '60000'), rowOf('Sell', '70000')] },
  },
  {
    method: 'createOrders',
    says: 'of a perpetual',
    send: (x) => x.createOrders([row(swap, 'buy', 60_000), row(swap, 'buy', 60_100)]),
    path: '/v5/order/create-batch',
    fields: { category: 'linear', request: [rowOf('Buy', '60000'), rowOf('Buy', '60100')] },
  },
  ...[spot, swap].map((symbol): RequestForm => ({
    method: 'editOrders',
    says: symbol === spot ? 'of a pair' : 'of a perpetual',
    send: async (x) => {
      const ids = [await resting(x, symbol), await resting(x, symbol)]
      const [one, other] = ids.map((id) => ({ ...row(symbol, 'buy', 60_200), id }))
      return x.editOrders([{ ...one }, { ...other, price: 60_300 }] as never)
    },
    path: '/v5/order/amend-batch',
    fields: {
      category: symbol === spot ? 'spot' : 'linear',
      request: ['60200', '60300'].map((price) => ({
        orderId: '*',
        symbol: 'BTCUSDT',
        qty: '0.01',
        price,
      })),
    },
  })),
  ...[spot, swap].map((symbol): RequestForm => ({
    method: 'cancelOrders',
    says: symbol === spot ? 'of a pair' : 'of a perpetual',
    send: async (x) => x.cancelOrders([await resting(x, symbol)], symbol),
    path: '/v5/order/cancel-batch',
    fields: {
      category: symbol === spot ? 'spot' : 'linear',
      request: [{ symbol: 'BTCUSDT', orderId: '*' }],
    },
  })),
  {
    method: 'cancelOrders',
    says: 'by the client’s ids',
    send: async (x) => {
      await resting(x, swap, { clientOrderId: 'form-1' })
      return x.cancelOrders([], swap, { clientOrderIds: ['form-1'] })
    },
    path: '/v5/order/cancel-batch',
    fields: { category: 'linear', request: [{ symbol: 'BTCUSDT', orderLinkId: 'form-1' }] },
  },
  {
    method: 'cancelOrdersForSymbols',
    says: 'two orders',
    send: async (x) => {
      const ids = [await resting(x, swap), await resting(x, swap)]
      return x.cancelOrdersForSymbols(ids.map((id) => ({ id, symbol: swap })))
    },
    path: '/v5/order/cancel-batch',
    fields: {
      category: 'linear',
      request: [
        { symbol: 'BTCUSDT', orderId: '*' },
        { symbol: 'BTCUSDT', orderId: '*' },
      ],
    },
  },
]

const cancel = '/v5/order/cancel'
const cancelAll = '/v5/order/cancel-all'
const singleForms: readonly RequestForm[] = [
  {
    method: 'editOrder',
    says: 'by the client’s id',
    send: async (x) => {
      await resting(x, spot, { clientOrderId: 'form-2' })
      const named = { clientOrderId: 'form-2' }
      return x.editOrder('', spot, 'limit', 'buy', 0.02, 60_100, named)
    },
    path: '/v5/order/amend',
    fields: {
      ...spotBtc,
      orderLinkId: 'form-2',
      clientOrderId: 'form-2',
      qty: '0.02',
      price: '60100',
    },
  },
  {
    method: 'cancelOrder',
    says: 'of a perpetual',
    send: async (x) => x.cancelOrder(await resting(x, swap), swap),
    path: cancel,
    fields: { ...linearBtc, orderId: '*' },
  },
  {
    method: 'cancelOrder',
    says: 'of a pair',
    send: async (x) => x.cancelOrder(await resting(x, spot), spot),
    path: cancel,
    fields: { ...spotBtc, orderId: '*', orderFilter: 'Order' },
  },
  {
    method: 'cancelOrder',
    says: 'of a pair, one that waits',
    send: async (x) =>
      x.cancelOrder(await resting(x, spot, { triggerPrice: 66_000 }), spot, { stop: true }),
    path: cancel,
    fields: { ...spotBtc, orderId: '*', orderFilter: 'StopOrder' },
  },
  {
    method: 'cancelAllOrders',
    says: 'of a perpetual',
    send: (x) => x.cancelAllOrders(swap),
    path: cancelAll,
    fields: linearBtc,
  },
  {
    method: 'cancelAllOrders',
    says: 'of a perpetual, those that wait',
    send: (x) => x.cancelAllOrders(swap, { stop: true }),
    path: cancelAll,
    fields: { ...linearBtc, orderFilter: 'StopOrder' },
  },
  {
    method: 'cancelAllOrders',
    says: 'of a pair, those that wait',
    send: (x) => x.cancelAllOrders(spot, { stop: true }),
    path: cancelAll,
    fields: { ...spotBtc, orderFilter: 'StopOrder' },
  },
]

export const orderForms: readonly RequestForm[] = [
  ...plainForms,
  ...amountForms,
  ...triggerForms,
  ...tpslForms,
  ...hedgedForms,
  ...batchForms,
  ...singleForms,
]
