// Queries, settings and transfers of ccxt's static request tests.

import type { CcxtExchange } from './ccxt-methods.ts'
import {
  filled,
  inverse,
  inverseBtc,
  linearBtc,
  resting,
  spot,
  spotBtc,
  swap,
  type RequestForm,
} from './request-forms.ts'

const realtime = '/v5/order/realtime'
const history = '/v5/order/history'
const executions = '/v5/execution/list'
const coinsBalance = '/v5/asset/transfer/query-account-coins-balance'
const acknowledged = { acknowledged: true }

type Asked = Pick<RequestForm, 'says' | 'send' | 'fields' | 'options' | 'refusal'>
/** The forms of one method and one path. */
const forms = (method: string, path: string, all: readonly Asked[]): readonly RequestForm[] =>
  all.map((form) => ({ method, path, ...form }))

const orderQueries: readonly RequestForm[] = [
  ...forms('fetchOpenOrders', realtime, [
    { says: 'of a pair', send: (x) => x.fetchOpenOrders(spot), fields: spotBtc },
    {
      says: 'of a pair’s name, as swap',
      send: (x) => x.fetchOpenOrders(spot, undefined, undefined, { type: 'swap' }),
      fields: linearBtc,
    },
    {
      says: 'of a pair, those that wait',
      send: (x) => x.fetchOpenOrders(spot, undefined, undefined, { stop: true }),
      fields: { ...spotBtc, orderFilter: 'StopOrder' },
    },
  ]),
  ...forms('fetchClosedOrders', history, [
    {
      says: 'of all perpetuals',
      send: (x) => x.fetchClosedOrders(),
      fields: { category: 'linear', orderStatus: 'Filled' },
    },
  ]),
  ...forms('fetchCanceledOrders', history, [
    {
      says: 'of all perpetuals',
      send: (x) => x.fetchCanceledOrders(),
      fields: { category: 'linear', orderStatus: 'Cancelled' },
    },
  ]),
  ...forms('fetchOrder', realtime, [
    {
      says: 'of a pair',
      send: async (x) => x.fetchOrder(await resting(x, spot), spot, acknowledged),
      fields: { ...spotBtc, orderId: '*' },
    },
    {
      says: 'of a perpetual',
      send: async (x) => x.fetchOrder(await resting(x, swap), swap, acknowledged),
      fields: { ...linearBtc, orderId: '*' },
    },
    {
      says: 'of an inverse perpetual',
      send: async (x) => x.fetchOrder(await resting(x, inverse), inverse, acknowledged),
      fields: { ...inverseBtc, orderId: '*' },
    },
  ]),
  ...forms('fetchOpenOrder', realtime, [
    {
      says: 'of spot, without its symbol',
      send: async (x) => x.fetchOpenOrder(await resting(x, spot)),
      options: { defaultType: 'spot' },
      fields: { category: 'spot', orderId: '*' },
    },
    {
      says: 'of a perpetual',
      send: async (x) => x.fetchOpenOrder(await resting(x, swap), swap),
      fields: { ...linearBtc, orderId: '*' },
    },
    {
      says: 'of a pair',
      send: async (x) => x.fetchOpenOrder(await resting(x, spot), spot),
      fields: { ...spotBtc, orderId: '*' },
    },
  ]),
  ...forms('fetchClosedOrder', history, [
    {
      says: 'of spot, without its symbol',
      send: async (x) => x.fetchClosedOrder(await filled(x, spot)),
      options: { defaultType: 'spot' },
      fields: { category: 'spot', orderStatus: 'Filled', orderId: '*' },
    },
    {
      says: 'of a perpetual',
      send: async (x) => x.fetchClosedOrder(await filled(x, swap), swap),
      fields: { ...linearBtc, orderStatus: 'Filled', orderId: '*' },
    },
    {
      says: 'of a pair',
      send: async (x) => x.fetchClosedOrder(await filled(x, spot), spot),
      fields: { ...spotBtc, orderStatus: 'Filled', orderId: '*' },
    },
  ]),
]

const executionQueries: readonly RequestForm[] = [
  ...forms('fetchMyTrades', executions, [
    {
      says: 'of a pair',
      send: (x) => x.fetchMyTrades(spot),
      fields: { ...spotBtc, execType: 'Trade' },
    },
    {
      says: 'of a perpetual',
      send: (x) => x.fetchMyTrades(swap),
      fields: { ...linearBtc, execType: 'Trade' },
    },
  ]),
  ...forms(
    'fetchMyLiquidations',
    executions,
    (['linear', 'inverse'] as const).map((category) => ({
      says: category,
      send: (x) => x.fetchMyLiquidations(undefined, undefined, undefined, { category }),
      fields: { category, execType: 'BustTrade' },
    })),
  ),
  ...forms('fetchFundingHistory', executions, [
    {
      says: 'of a perpetual',
      send: (x) => x.fetchFundingHistory(swap),
      fields: { ...linearBtc, execType: 'Funding', size: '100' },
    },
  ]),
]

const closedPnl = '/v5/position/closed-pnl'
const [sinceMs, untilMs] = [1_709_589_714_736, 1_709_590_068_602]
const positionQueries: readonly RequestForm[] = [
  ...forms('fetchPositions', '/v5/position/list', [
    {
      says: 'all perpetuals',
      send: (x) => x.fetchPositions(),
      fields: { category: 'linear', settleCoin: 'USDT', limit: '200' },
    },
  ]),
  ...forms('fetchPosition', '/v5/position/list', [
    {
      says: 'of an inverse perpetual',
      send: (x) => x.fetchPosition(inverse),
      fields: inverseBtc,
    },
  ]),
  ...forms('fetchLeverage', '/v5/position/list', [
    { says: 'of a perpetual', send: (x) => x.fetchLeverage(swap), fields: linearBtc },
  ]),
  ...forms('fetchPositionsHistory', closedPnl, [
    {
      says: 'all perpetuals',
      send: (x) => x.fetchPositionsHistory(),
      fields: { category: 'linear' },
    },
    {
      says: 'of a perpetual, from and to',
      send: (x) => x.fetchPositionsHistory([swap], sinceMs, 1, { until: untilMs }),
      fields: {
        ...linearBtc,
        startTime: String(sinceMs),
        limit: '1',
        endTime: String(untilMs),
      },
    },
  ]),
]

const balance = '/v5/account/wallet-balance'
const log = '/v5/account/transaction-log'
const oldLog = '/v5/account/contract-transaction-log'
const oldAccount = { subType: 'inverse' } as const
const moneyQueries: readonly RequestForm[] = [
  ...forms('fetchBalance', balance, [
    {
      says: 'unless told otherwise',
      send: (x) => x.fetchBalance(),
      fields: { accountType: 'UNIFIED' },
    },
    {
      says: 'inverse, of a unified account',
      send: (x) => x.fetchBalance({ subType: 'inverse' }),
      options: { unifiedMarginStatus: 5 },
      fields: { accountType: 'UNIFIED' },
    },
    {
      says: 'inverse, of a client that takes the account for an old one',
      send: (x) => x.fetchBalance({ type: 'swap', subType: 'inverse' }),
      options: { unifiedMarginStatus: 3 },
      fields: { accountType: 'CONTRACT' },
      refusal: '10001',
    },
  ]),
  ...forms('fetchBalance', coinsBalance, [
    {
      says: 'of the funding wallet',
      send: (x) => x.fetchBalance({ type: 'funding' }),
      fields: { accountType: 'FUND' },
    },
    ...['fund', 'funding'].map((defaultType) => ({
      says: `of the funding wallet, by the setting ${defaultType}`,
      send: (x: CcxtExchange) => x.fetchBalance(),
      options: { fetchBalance: { defaultType } },
      fields: { accountType: 'FUND' },
    })),
  ]),
  ...forms('fetchLedger', log, [
    { says: 'unless told otherwise', send: (x) => x.fetchLedger(), fields: {} },
    {
      says: 'inverse, of a unified account',
      send: (x) => x.fetchLedger(undefined, undefined, undefined, oldAccount),
      fields: {},
    },
  ]),
  ...forms(
    'fetchLedger',
    oldLog,
    [3, 4].map((unifiedMarginStatus) => ({
      says: `inverse, of a client that takes the account for one of status ${unifiedMarginStatus}`,
      send: (x) => x.fetchLedger(undefined, undefined, undefined, oldAccount),
      options: { unifiedMarginStatus },
      fields: {},
      refusal: '10017',
    })),
  ),
  ...forms('fetchDeposits', '/v5/asset/deposit/query-record', [
    { says: 'all', send: (x) => x.fetchDeposits(), fields: {} },
  ]),
  ...forms('fetchTransfers', '/v5/asset/transfer/query-inter-transfer-list', [
    { says: 'of a coin', send: (x) => x.fetchTransfers('USDT'), fields: { coin: 'USDT' } },
  ]),
  ...forms('fetchTradingFee', '/v5/account/fee-rate', [
    { says: 'of a perpetual', send: (x) => x.fetchTradingFee(swap), fields: linearBtc },
    { says: 'of a pair', send: (x) => x.fetchTradingFee(spot), fields: spotBtc },
  ]),
  ...forms('fetchMarginMode', '/v5/account/info', [
    { says: 'of the account', send: (x) => x.fetchMarginMode(swap), fields: {} },
  ]),
]

const leverage = (symbol: string): Asked['send'] => {
  return async (x) => {
    await x.setLeverage(7, symbol)
    return x.setLeverage(6, symbol)
  }
}
const settings: readonly RequestForm[] = [
  ...forms('setLeverage', '/v5/position/set-leverage', [
    {
      says: 'of a perpetual',
      send: leverage(swap),
      fields: { ...linearBtc, buyLeverage: '6', sellLeverage: '6' },
    },
    {
      says: 'of an inverse perpetual',
      send: leverage(inverse),
      fields: { ...inverseBtc, buyLeverage: '6', sellLeverage: '6' },
    },
  ]),
  ...forms(
    'setPositionMode',
    '/v5/position/switch-mode',
    [3, 0].map((mode) => ({
      says: mode === 3 ? 'both sides' : 'one way',
      send: async (x) => {
        await x.setPositionMode(true, swap)
        return x.setPositionMode(false, swap)
      },
      fields: { ...linearBtc, mode },
    })),
  ),
  ...forms(
    'setMarginMode',
    '/v5/account/set-margin-mode',
    (['isolated', 'cross'] as const).map((mode) => ({
      says: mode,
      send: async (x) => {
        await x.setMarginMode('isolated', swap)
        return x.setMarginMode('cross', swap)
      },
      fields: { setMarginMode: mode === 'cross' ? 'REGULAR_MARGIN' : 'ISOLATED_MARGIN' },
    })),
  ),
]

/** Borrows and repays, which requires spot margin. */
async function borrowing(x: CcxtExchange): Promise<void> {
  await x.privatePostV5SpotMarginTradeSwitchMode({ spotMarginMode: '1' })
  await x.borrowCrossMargin('BTC', 0.001)
  await x.repayCrossMargin('BTC', 0.001)
  await x.privatePostV5SpotMarginTradeSwitchMode({ spotMarginMode: '0' })
}

const coins: readonly RequestForm[] = [
  ...forms('transfer', '/v5/asset/transfer/inter-transfer', [
    {
      says: 'from the unified to the funding wallet',
      send: (x) => x.transfer('USDT', 1, 'unified', 'funding'),
      fields: { fromAccountType: 'UNIFIED', toAccountType: 'FUND', coin: 'USDT', amount: '1' },
    },
  ]),
  ...forms('borrowCrossMargin', '/v5/account/borrow', [
    { says: 'a coin', send: borrowing, fields: { coin: 'BTC', amount: '0.001' } },
  ]),
  ...forms('repayCrossMargin', '/v5/account/no-convert-repay', [
    { says: 'a coin', send: borrowing, fields: { coin: 'BTC', amount: '0.001' } },
  ]),
  ...forms(
    'withdraw',
    '/v5/asset/withdraw/create',
    (['UTA', 'FUND'] as const).map((accountType) => ({
      says: accountType === 'UTA' ? 'of the unified wallet' : 'of the funding wallet',
      send: (x) =>
        x.withdraw('USDT', 4.34, 'TForm', undefined, {
          network: 'TRC20',
          ...(accountType === 'UTA' ? {} : { accountType }),
        }),
      fields: { coin: 'USDT', amount: '4.34', address: 'TForm', accountType, chain: '*' },
      refusal: '131097',
    })),
  ),
]

export const queryForms: readonly RequestForm[] = [
  ...orderQueries,
  ...executionQueries,
  ...positionQueries,
  ...moneyQueries,
  ...settings,
  ...coins,
]
