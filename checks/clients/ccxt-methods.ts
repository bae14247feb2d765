// Every method that ccxt declares for `bybit`: the markets in which it is called here, and the
// expected result.

import type ccxt from 'ccxt'

export type CcxtExchange = InstanceType<typeof ccxt.pro.bybit>
/** Kinds of markets by ccxt's names; `BTCUSD` is inverse. */
export type MarketKind = 'spot' | 'swap' | 'inverse' | 'option'

export type CcxtMethod = {
  /** Empty if the method does not depend on a market. */
  readonly markets: readonly MarketKind[]
  /** The server's error code; absent if it answers. */
  readonly refusal?: string
  readonly call: (exchange: CcxtExchange, symbol: string) => Promise<unknown>
}

const contracts: readonly MarketKind[] = ['swap', 'inverse']
const plain: readonly MarketKind[] = ['spot', ...contracts]
const all: readonly MarketKind[] = [...plain, 'option']

type Call = CcxtMethod['call']
const about = (markets: readonly MarketKind[], call: Call): CcxtMethod => ({ markets, call })
const account = (call: Call): CcxtMethod => ({ markets: [], call })
const refused = (refusal: string, call: Call): CcxtMethod => ({ markets: [], refusal, call })

/** A quantity valid in every market of a kind; BTC trades near 65,000. */
export const sizeOf = (symbol: string): number =>
  symbol.includes('-') ? 0.02 : symbol.endsWith(':BTC') ? 650 : 0.01
const [low, lower, high] = [60_000, 59_000, 70_000] as const

type Placed = { readonly id: string | undefined }
const idOf = ({ id }: Placed): string => id ?? ''

/** Cancels the order that a call has placed, and returns it. */
async function undone<Order extends Placed>(
  exchange: CcxtExchange,
  symbol: string,
  placing: Promise<Order>,
  params: object = {},
): Promise<Order> {
  const placed = await placing
  await exchange.cancelOrder(idOf(placed), symbol, params)
  return placed
}

const resting = (exchange: CcxtExchange, symbol: string, price: number = low) =>
  exchange.createOrder(symbol, 'limit', 'buy', sizeOf(symbol), price)

/** Opens a position, runs `act`, and closes it. */
async function holding(
  exchange: CcxtExchange,
  symbol: string,
  act: () => Promise<unknown>,
): Promise<unknown> {
  await exchange.createOrder(symbol, 'market', 'buy', sizeOf(symbol))
  const answer = await act()
  await exchange.cancelAllOrders(symbol)
  const reduceOnly = { reduceOnly: true }
  await exchange.createOrder(symbol, 'market', 'sell', sizeOf(symbol), undefined, reduceOnly)
  return answer
}

/** A sell stop needs the coin on spot, and a position on a contract. */
const stopOf = (name: 'stopLossPrice' | 'takeProfitPrice', price: number): Call => {
  return (exchange, symbol) => {
    const placing = () =>
      undone(
        exchange,
        symbol,
        exchange.createOrder(symbol, 'market', 'sell', sizeOf(symbol), undefined, {
          [name]: price,
        }),
        { trigger: true },
      )
    return symbol.includes(':') ? holding(exchange, symbol, placing) : placing()
  }
}

const below = { triggerPrice: lower, triggerDirection: 'descending' } as const
const hourAgo = (): number => Date.now() - 3_600_000
/** The error code of an unknown path. */
const noRoute = '10017'

export const ccxtMethods: Readonly<Record<string, CcxtMethod>> = {
  fetchTime: account((x) => x.fetchTime()),
  fetchStatus: account((x) => x.fetchStatus()),
  fetchMarkets: account((x) => x.fetchMarkets()),
  fetchCurrencies: account((x) => x.fetchCurrencies()),
  fetchTicker: about(all, (x, symbol) => x.fetchTicker(symbol)),
  fetchTickers: about(all, (x, symbol) => x.fetchTickers([symbol])),
  fetchBidsAsks: about(plain, (x, symbol) => x.fetchBidsAsks([symbol])),
  fetchOrderBook: about(all, (x, symbol) => x.fetchOrderBook(symbol)),
  fetchL2OrderBook: about(all, (x, symbol) => x.fetchL2OrderBook(symbol)),
  fetchTrades: about(all, (x, symbol) => x.fetchTrades(symbol)),
  fetchOHLCV: about(plain, (x, symbol) => x.fetchOHLCV(symbol, '1h')),
  fetchMarkOHLCV: about(contracts, (x, symbol) => x.fetchMarkOHLCV(symbol, '1h')),
  fetchIndexOHLCV: about(contracts, (x, symbol) => x.fetchIndexOHLCV(symbol, '1h')),
  fetchPremiumIndexOHLCV: about(contracts, (x, symbol) => x.fetchPremiumIndexOHLCV(symbol, '1h')),
  fetchFundingRate: about(contracts, (x, symbol) => x.fetchFundingRate(symbol)),
  fetchFundingRates: about(contracts, (x, symbol) => x.fetchFundingRates([symbol])),
  fetchFundingRateHistory: about(contracts, (x, symbol) => x.fetchFundingRateHistory(symbol)),
  fetchOpenInterest: about(contracts, (x, symbol) => x.fetchOpenInterest(symbol)),
  fetchOpenInterestHistory: about(contracts, (x, symbol) => x.fetchOpenInterestHistory(symbol)),
  fetchLongShortRatioHistory: about(contracts, (x, symbol) =>
    x.fetchLongShortRatioHistory(symbol, '1h'),
  ),
  fetchLeverageTiers: about(contracts, (x, symbol) => x.fetchLeverageTiers([symbol])),
  fetchMarketLeverageTiers: about(contracts, (x, symbol) => x.fetchMarketLeverageTiers(symbol)),
  fetchVolatilityHistory: account((x) => x.fetchVolatilityHistory('BTC')),
  fetchSettlementHistory: about(['option'], (x, symbol) => x.fetchSettlementHistory(symbol)),
  fetchGreeks: about(['option'], (x, symbol) => x.fetchGreeks(symbol)),
  fetchAllGreeks: about(['option'], (x, symbol) => x.fetchAllGreeks([symbol])),
  fetchOption: about(['option'], (x, symbol) => x.fetchOption(symbol)),
  fetchOptionChain: account((x) => x.fetchOptionChain('BTC')),
  fetchCrossBorrowRate: account((x) => x.fetchCrossBorrowRate('USDT')),
  fetchBorrowRateHistory: refused(noRoute, (x) => x.fetchBorrowRateHistory('USDT')),
  fetchBorrowInterest: refused(noRoute, (x) => x.fetchBorrowInterest('USDT')),

  fetchBalance: account((x) => x.fetchBalance()),
  fetchTradingFee: about(plain, (x, symbol) => x.fetchTradingFee(symbol)),
  fetchTradingFees: account((x) => x.fetchTradingFees()),
  fetchMarginMode: about(['swap'], (x, symbol) => x.fetchMarginMode(symbol)),
  setMarginMode: account((x) => x.setMarginMode('cross')),
  setPositionMode: about(['swap'], (x, symbol) =>
    x.setPositionMode(true, symbol).then(() => x.setPositionMode(false, symbol)),
  ),
  setLeverage: about(contracts, (x, symbol) => x.setLeverage(7, symbol)),
  fetchLeverage: about(contracts, (x, symbol) => x.fetchLeverage(symbol)),
  fetchLedger: account((x) => x.fetchLedger('USDT')),
  fetchDeposits: account((x) => x.fetchDeposits()),
  fetchWithdrawals: account((x) => x.fetchWithdrawals()),
  fetchDepositAddress: refused('no networks were returned', (x) => x.fetchDepositAddress('USDT')),
  fetchDepositAddressesByNetwork: account((x) => x.fetchDepositAddressesByNetwork('USDT')),
  fetchDepositWithdrawFee: account((x) => x.fetchDepositWithdrawFee('USDT')),
  fetchDepositWithdrawFees: account((x) => x.fetchDepositWithdrawFees(['USDT'])),
  withdraw: refused('131097', (x) => x.withdraw('USDT', 5, 'nowhere', undefined, { network: 'X' })),
  transfer: account((x) =>
    x
      .transfer('USDT', 5, 'unified', 'funding')
      .then(() => x.transfer('USDT', 5, 'funding', 'unified')),
  ),
  fetchTransfers: account((x) => x.fetchTransfers('USDT')),
  borrowCrossMargin: account(async (x) => {
    await x.privatePostV5SpotMarginTradeSwitchMode({ spotMarginMode: '1' })
    return x.borrowCrossMargin('USDT', 100)
  }),
  repayCrossMargin: account((x) => x.repayCrossMargin('USDT', 100)),
  fetchConvertCurrencies: refused(noRoute, (x) => x.fetchConvertCurrencies()),
  fetchConvertQuote: refused(noRoute, (x) => x.fetchConvertQuote('USDT', 'BTC', 10)),
  createConvertTrade: refused(noRoute, (x) => x.createConvertTrade('1', 'USDT', 'BTC', 10)),
  fetchConvertTrade: refused(noRoute, (x) => x.fetchConvertTrade('1')),
  fetchConvertTradeHistory: refused(noRoute, (x) => x.fetchConvertTradeHistory('USDT')),

  createOrder: about(plain, (x, symbol) => undone(x, symbol, resting(x, symbol))),
  createLimitOrder: about(plain, (x, symbol) =>
    undone(x, symbol, x.createLimitOrder(symbol, 'buy', sizeOf(symbol), low)),
  ),
  createMarketOrder: about(plain, (x, symbol) =>
    x
      .createMarketOrder(symbol, 'buy', sizeOf(symbol))
      .then(() => x.createMarketOrder(symbol, 'sell', sizeOf(symbol))),
  ),
  createPostOnlyOrder: about(plain, (x, symbol) =>
    undone(x, symbol, x.createPostOnlyOrder(symbol, 'limit', 'buy', sizeOf(symbol), low)),
  ),
  createReduceOnlyOrder: about(contracts, (x, symbol) =>
    holding(x, symbol, () =>
      x.createReduceOnlyOrder(symbol, 'limit', 'sell', sizeOf(symbol), high),
    ),
  ),
  createMarketBuyOrderWithCost: about(['spot'], (x, symbol) =>
    x.createMarketBuyOrderWithCost(symbol, 650),
  ),
  createMarketSellOrderWithCost: about(['spot'], (x, symbol) =>
    x.createMarketSellOrderWithCost(symbol, 650),
  ),
  createOrders: about(plain, (x, symbol) =>
    x
      .createOrders([
        { symbol, type: 'limit', side: 'buy', amount: sizeOf(symbol), price: low },
        { symbol, type: 'limit', side: 'buy', amount: sizeOf(symbol), price: lower },
      ])
      .then((orders) => x.cancelAllOrders(symbol).then(() => orders)),
  ),
  createOrderWithTakeProfitAndStopLoss: about(['swap'], (x, symbol) =>
    undone(
      x,
      symbol,
      x.createOrderWithTakeProfitAndStopLoss(
        ...([symbol, 'limit', 'buy', sizeOf(symbol), low, high, lower] as const),
      ),
    ),
  ),
  createStopOrder: about(['swap'], (x, symbol) =>
    undone(x, symbol, x.createStopOrder(symbol, 'limit', 'buy', sizeOf(symbol), low, lower, below)),
  ),
  createStopLimitOrder: about(['swap'], (x, symbol) =>
    undone(x, symbol, x.createStopLimitOrder(symbol, 'buy', sizeOf(symbol), low, lower, below)),
  ),
  createStopMarketOrder: about(['swap'], (x, symbol) =>
    undone(x, symbol, x.createStopMarketOrder(symbol, 'buy', sizeOf(symbol), lower, below)),
  ),
  createTriggerOrder: about(['swap'], (x, symbol) =>
    undone(
      x,
      symbol,
      x.createTriggerOrder(symbol, 'market', 'buy', sizeOf(symbol), undefined, lower, below),
    ),
  ),
  createStopLossOrder: about(['spot', 'swap'], stopOf('stopLossPrice', low)),
  createTakeProfitOrder: about(['spot', 'swap'], stopOf('takeProfitPrice', high)),
  createTrailingAmountOrder: about(['swap'], (x, symbol) =>
    holding(x, symbol, () =>
      x.createTrailingAmountOrder(symbol, 'market', 'sell', sizeOf(symbol), undefined, 500),
    ),
  ),
  editOrder: about(plain, async (x, symbol) => {
    const { id } = await resting(x, symbol)
    return undone(
      x,
      symbol,
      x.editOrder(id ?? '', symbol, 'limit', 'buy', sizeOf(symbol) * 2, lower),
    )
  }),
  editOrders: about(plain, async (x, symbol) => {
    const { id } = await resting(x, symbol)
    const change = { id, symbol, type: 'limit', side: 'buy', price: lower } as const
    const [edited] = await x.editOrders([{ ...change, amount: sizeOf(symbol) * 2 }] as never)
    return undone(x, symbol, Promise.resolve(edited ?? { id }))
  }),
  cancelOrder: about(plain, async (x, symbol) =>
    x.cancelOrder(idOf(await resting(x, symbol)), symbol),
  ),
  // ccxt itself has no batch cancel for inverse contracts.
  cancelOrders: about(['spot', 'swap'], async (x, symbol) =>
    x.cancelOrders([idOf(await resting(x, symbol))], symbol),
  ),
  cancelOrdersForSymbols: about(['swap'], async (x, symbol) => {
    return x.cancelOrdersForSymbols([{ id: idOf(await resting(x, symbol)), symbol }] as never)
  }),
  cancelAllOrders: about(all, (x, symbol) => x.cancelAllOrders(symbol)),
  cancelAllOrdersAfter: account((x) => x.cancelAllOrdersAfter(10_000)),
  fetchOpenOrders: about(all, (x, symbol) => x.fetchOpenOrders(symbol)),
  fetchOpenOrder: about(plain, async (x, symbol) => {
    const { id = '' } = await resting(x, symbol)
    return undone(x, symbol, x.fetchOpenOrder(id, symbol))
  }),
  fetchOrder: about(plain, async (x, symbol) => {
    const { id = '' } = await resting(x, symbol)
    return undone(x, symbol, x.fetchOrder(id, symbol, { acknowledged: true }))
  }),
  fetchClosedOrder: about(plain, async (x, symbol) => {
    const { id = '' } = await x.createOrder(symbol, 'market', 'buy', sizeOf(symbol))
    const closed = await x.fetchClosedOrder(id, symbol)
    await x.createOrder(symbol, 'market', 'sell', sizeOf(symbol))
    return closed
  }),
  fetchClosedOrders: about(all, (x, symbol) => x.fetchClosedOrders(symbol)),
  fetchCanceledOrders: about(all, (x, symbol) => x.fetchCanceledOrders(symbol)),
  fetchCanceledAndClosedOrders: about(all, (x, symbol) => x.fetchCanceledAndClosedOrders(symbol)),
  fetchMyTrades: about(all, (x, symbol) => x.fetchMyTrades(symbol)),
  fetchOrderTrades: about(plain, async (x, symbol) => {
    const [trade] = await x.fetchMyTrades(symbol)
    return x.fetchOrderTrades(trade?.order ?? '', symbol)
  }),
  fetchMyLiquidations: about(contracts, (x, symbol) => x.fetchMyLiquidations(symbol)),
  fetchMySettlementHistory: about(['option'], (x, symbol) => x.fetchMySettlementHistory(symbol)),
  fetchFundingHistory: about(contracts, (x, symbol) => x.fetchFundingHistory(symbol, hourAgo())),
  fetchPosition: about(contracts, (x, symbol) => x.fetchPosition(symbol)),
  fetchPositions: about([...contracts, 'option'], (x, symbol) => x.fetchPositions([symbol])),
  fetchPositionADLRank: about(contracts, (x, symbol) => x.fetchPositionADLRank(symbol)),
  fetchPositionsADLRank: about(contracts, (x, symbol) => x.fetchPositionsADLRank([symbol])),
  fetchPositionHistory: about(contracts, (x, symbol) => x.fetchPositionHistory(symbol)),
  fetchPositionsHistory: about(contracts, (x, symbol) => x.fetchPositionsHistory([symbol])),
}

/** Methods of ccxt pro: each resolves with its first message. */
export const ccxtWatches: Readonly<Record<string, CcxtMethod>> = {
  createOrderWs: about(plain, (x, symbol) =>
    undone(x, symbol, x.createOrderWs(symbol, 'limit', 'buy', sizeOf(symbol), low)),
  ),
  createMarketOrderWs: about(['swap'], (x, symbol) =>
    x
      .createMarketOrderWs(symbol, 'buy', sizeOf(symbol))
      .then(() => x.createMarketOrderWs(symbol, 'sell', sizeOf(symbol))),
  ),
  editOrderWs: about(plain, async (x, symbol) => {
    const { id = '' } = await resting(x, symbol)
    const size = sizeOf(symbol) * 2
    return undone(x, symbol, x.editOrderWs(id, symbol, 'limit', 'buy', size, lower))
  }),
  cancelOrderWs: about(plain, async (x, symbol) =>
    x.cancelOrderWs(idOf(await resting(x, symbol)), symbol),
  ),
  watchOrderBook: about(all, (x, symbol) => x.watchOrderBook(symbol)),
  watchOrderBookForSymbols: about(plain, (x, symbol) => x.watchOrderBookForSymbols([symbol])),
  watchTicker: about(all, (x, symbol) => x.watchTicker(symbol)),
  watchTickers: about(plain, (x, symbol) => x.watchTickers([symbol])),
  watchBidsAsks: about(plain, (x, symbol) => x.watchBidsAsks([symbol])),
  watchOHLCV: about(plain, (x, symbol) => x.watchOHLCV(symbol, '1m')),
  watchOHLCVForSymbols: about(plain, (x, symbol) => x.watchOHLCVForSymbols([[symbol, '1m']])),
  watchTrades: about(plain, (x, symbol) => x.watchTrades(symbol)),
  watchTradesForSymbols: about(plain, (x, symbol) => x.watchTradesForSymbols([symbol])),
  watchOrders: about(plain, (x, symbol) => x.watchOrders(symbol)),
  watchMyTrades: about(plain, (x, symbol) => x.watchMyTrades(symbol)),
  watchPositions: about(contracts, (x, symbol) => x.watchPositions([symbol])),
  watchBalance: account((x) => x.watchBalance()),
  unWatchTicker: about(plain, (x, symbol) => x.unWatchTicker(symbol)),
  unWatchTickers: about(plain, (x, symbol) =>
    x.watchTickers([symbol]).then(() => x.unWatchTickers([symbol])),
  ),
  unWatchOHLCV: about(plain, (x, symbol) => x.unWatchOHLCV(symbol, '1m')),
  unWatchOHLCVForSymbols: about(plain, (x, symbol) =>
    x
      .watchOHLCVForSymbols([[symbol, '1m']])
      .then(() => x.unWatchOHLCVForSymbols([[symbol, '1m']] as never)),
  ),
  unWatchOrderBook: about(plain, (x, symbol) => x.unWatchOrderBook(symbol)),
  unWatchOrderBookForSymbols: about(plain, (x, symbol) =>
    x.watchOrderBookForSymbols([symbol]).then(() => x.unWatchOrderBookForSymbols([symbol])),
  ),
  unWatchTrades: about(plain, (x, symbol) => x.unWatchTrades(symbol)),
  unWatchTradesForSymbols: about(plain, (x, symbol) => x.unWatchTradesForSymbols([symbol])),
  unWatchMyTrades: account((x) => x.unWatchMyTrades()),
  unWatchOrders: account((x) => x.unWatchOrders()),
  unWatchPositions: account((x) => x.unWatchPositions()),
  // The last one, because it lets the price fall and time pass.
  watchLiquidations: about(['swap'], (x, symbol) => x.watchLiquidations(symbol)),
}
