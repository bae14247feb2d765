// Private answers have every documented field with its documented type, and no other fields
// (open API 4–7; `s` text, `n` number in a text, `?` may be empty, `ms` time, `i`, `b`, `a`,
// `o`).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { V5TestClient } from '../../testing/v5-client.ts'
import { createV5Api, type V5Api } from './api.ts'

type Row = Readonly<Record<string, unknown>>

const isNumber = (value: unknown): boolean =>
  typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) && value !== '-0'

/** Whether a value has the type of each mark of the reference. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  s: (value) => typeof value === 'string',
  n: isNumber,
  'n?': (value) => value === '' || isNumber(value),
  ms: (value) => typeof value === 'string' && /^(\d{13}|0|)$/.test(value),
  i: Number.isSafeInteger,
  b: (value) => typeof value === 'boolean',
  a: Array.isArray,
  o: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** `s: orderId symbol` and so on, a line for each type. */
function fieldsOf(table: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const line of table.trim().split('\n')) {
    const [kind = '', names = ''] = line.trim().split(': ')
    for (const name of names.split(' ')) fields.set(name, kind)
  }
  return fields
}

function expectFields(row: Row, table: string): void {
  const fields = fieldsOf(table)
  expect(Object.keys(row).toSorted()).toEqual([...fields.keys()].toSorted())
  const wrong = [...fields].filter(([name, kind]) => kinds[kind]?.(row[name]) !== true)
  expect(wrong.map(([name, kind]) => `${name} is no ${kind}: ${String(row[name])}`)).toEqual([])
}

const orderFields = `
  s: orderId orderLinkId parentOrderLinkId blockTradeId symbol side isLeverage orderStatus
  s: cancelType rejectReason timeInForce orderType stopOrderType orderIv marketUnit
  s: tpTriggerBy slTriggerBy triggerBy placeType smpType smpOrderId
  s: slippageToleranceType slippageTolerance ocoTriggerBy extraFees
  n: price qty leavesQty leavesValue cumExecQty cumExecValue cumExecFee
  n?: avgPrice triggerPrice takeProfit stopLoss tpLimitPrice slLimitPrice
  i: positionIdx triggerDirection smpGroup
  b: reduceOnly closeOnTrigger
  o: cumFeeDetail
  ms: createdTime updatedTime`
const contractOrder = `${orderFields}\n  s: createType tpslMode\n  n?: lastPriceOnCreated`
const spotOrder = `${orderFields}\n  n?: basePrice`

const executionFields = `
  s: symbol orderId orderLinkId side orderType stopOrderType execId execType
  s: feeCurrency blockTradeId extraFees execFeeV2
  n: orderPrice orderQty leavesQty execPrice execQty execValue feeRate execFee
  n?: markPrice indexPrice underlyingPrice tradeIv markIv closedSize
  ms: execTime
  b: isMaker
  i: seq`

const positionFields = `
  i: positionIdx riskId tradeMode autoAddMargin adlRankIndicator openTime seq
  s: symbol side positionStatus tpslMode mmrSysUpdatedTime leverageSysUpdatedTime
  n: size avgPrice markPrice curRealisedPnl cumRealisedPnl
  n?: riskLimitValue positionValue leverage liqPrice bustPrice positionBalance breakEvenPrice
  n?: positionIM positionMM positionIMByMp positionMMByMp takeProfit stopLoss trailingStop
  n?: sessionAvgPrice delta gamma vega theta unrealisedPnl
  b: isReduceOnly
  ms: createdTime updatedTime`

const walletFields = `
  s: accountType
  n: totalEquity totalWalletBalance totalMarginBalance totalPerpUPL accountLTV
  n?: totalAvailableBalance totalInitialMargin totalMaintenanceMargin accountIMRate accountMMRate
  n?: accountIMRateByMp accountMMRateByMp totalInitialMarginByMp totalMaintenanceMarginByMp
  a: coin`
const coinFields = `
  s: coin colRes
  n: equity usdValue walletBalance locked borrowAmount spotBorrow accruedInterest
  n: unrealisedPnl cumRealisedPnl bonus spotHedgingQty
  n?: totalOrderIM totalPositionIM totalPositionMM availableToWithdraw availableToBorrow free
  b: marginCollateral collateralSwitch`

const closedFields = `
  s: symbol orderId side orderType execType
  n: qty orderPrice closedSize cumEntryValue avgEntryPrice cumExitValue avgExitPrice closedPnl
  n: openFee closeFee fillCount leverage
  ms: createdTime updatedTime`

const logFields = `
  s: id symbol category side type transSubType currency tradeId orderId orderLinkId extraFees
  n: qty size funding fee cashFlow change cashBalance
  n?: tradePrice feeRate bonusChange
  ms: transactionTime`

const infoFields = `
  i: unifiedMarginStatus timeWindow smpGroup
  s: marginMode spotHedgingStatus dcpStatus
  b: isMasterTrader
  ms: updatedTime`

const collateralFields = `
  s: currency freeBorrowingAmount
  n: hourlyBorrowRate maxBorrowingAmount freeBorrowAmount borrowAmount otherBorrowAmount
  n: availableToBorrow borrowUsageRate collateralRatio
  n?: freeBorrowingLimit
  b: borrowable marginCollateral collateralSwitch`

let venue: TestServer
let client: V5TestClient
let api: V5Api
const failures: unknown[] = []
const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
const spot = { category: 'spot', symbol: 'BTCUSDT' } as const

beforeAll(async () => {
  venue = await startTestServer()
  api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  client = await V5TestClient.open(venue, api)
  const market = { orderType: 'Market', qty: '0.02' }
  await client.post('order/create', { ...linear, ...market, side: 'Buy' })
  await client.post('order/create', { ...linear, ...market, qty: '0.01', side: 'Sell' })
  await client.post('order/create', { ...spot, ...market, side: 'Sell' })
  const limit = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' }
  await client.post('order/create', { ...linear, ...limit, takeProfit: '62000' })
  await client.post('order/create', { ...spot, ...limit })
})
afterAll(async () => {
  await venue.stop()
  expect(failures).toEqual([])
})

test.each([
  ['order/realtime', linear, contractOrder],
  ['order/realtime', spot, spotOrder],
  ['order/history', linear, contractOrder],
  ['order/history', spot, spotOrder],
  ['execution/list', linear, `${executionFields}\n  s: createType`],
  ['execution/list', spot, executionFields],
  ['position/list', linear, positionFields],
  ['position/closed-pnl', linear, closedFields],
  ['account/transaction-log', { currency: 'USDT' }, logFields],
  ['account/collateral-info', {}, collateralFields],
] as const)(
  'rows of %s %j have the documented fields and types',
  async (path, parameters, table) => {
    const { retCode, result } = await client.get(path, parameters)
    expect(retCode).toBe(0)
    expect(result.list?.length).toBeGreaterThan(0)
    for (const row of result.list ?? []) expectFields(row, table)
  },
)

test('account info, wallet balance and its coins have the documented fields and types', async () => {
  expectFields((await client.get('account/info')).result, infoFields)
  const wallet = await client.row('account/wallet-balance', { accountType: 'UNIFIED' })
  expectFields(wallet, walletFields)
  for (const coin of wallet['coin'] as Row[]) expectFields(coin, coinFields)
})

test('a coin is switched off as collateral and on again; USDT cannot be switched off (6.6)', async () => {
  const path = 'account/set-collateral-switch'
  const switched = async () => {
    const wallet = await client.row('account/wallet-balance', { accountType: 'UNIFIED' })
    const btc = (wallet['coin'] as Row[]).find(({ coin }) => coin === 'BTC')
    const info = await client.row('account/collateral-info', { currency: 'BTC' })
    return [btc?.['collateralSwitch'], info['collateralSwitch'], info['marginCollateral']]
  }
  const before = await switched()
  const off = await client.post(path, { coin: 'BTC', collateralSwitch: 'OFF' })
  expect(off).toMatchObject({ retCode: 0, result: {} })
  expect(await switched()).toEqual([false, false, before[2]])
  await client.post(path, { coin: 'BTC', collateralSwitch: 'ON' })
  expect(await switched()).toEqual(before)
  const usdt = await client.post(path, { coin: 'USDT', collateralSwitch: 'OFF' })
  expect(usdt.retCode).not.toBe(0)
})

test('an order has its smpType, open and in the history', async () => {
  const rest = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '55000' }
  const placed = await client.post('order/create', { ...linear, ...rest, smpType: 'CancelMaker' })
  const { orderId } = placed.result as { orderId: string }
  const rowOf = (path: string) => client.row(path, { category: 'linear', orderId })
  expect(await rowOf('order/realtime')).toMatchObject({ smpType: 'CancelMaker' })
  await client.post('order/cancel', { ...linear, orderId })
  expect(await rowOf('order/history')).toMatchObject({ smpType: 'CancelMaker' })
})

test.each([
  [linear, 'lastPriceOnCreated'],
  [spot, 'basePrice'],
] as const)(
  '%j: an order has the last price at its placement, open and in the history (%s)',
  async (market, field) => {
    const rest = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '55000' }
    const taken = { ...market, orderType: 'Market', qty: '0.01', marketUnit: 'baseCoin' }
    const lastPrice = async () => (await client.row('market/recent-trade', market))['price']
    await client.post('order/create', { ...taken, side: 'Buy' })
    const before = await lastPrice()
    const placed = await client.post('order/create', { ...market, ...rest })
    const { orderId } = placed.result as { orderId: string }
    await client.post('order/create', { ...taken, side: 'Sell' })
    expect(await lastPrice()).not.toBe(before)
    const rowOf = (path: string) => client.row(path, { category: market.category, orderId })
    expect(await rowOf('order/realtime')).toMatchObject({ [field]: before })
    await client.post('order/cancel', { ...market, orderId })
    expect(await rowOf('order/history')).toMatchObject({ [field]: before })
  },
)

test('two orders cancelled by self-match prevention have each other’s id (open API 8.8)', async () => {
  const limit = { orderType: 'Limit', qty: '0.01', price: '64990' }
  const place = async (terms: object): Promise<string> => {
    const { result } = await client.post('order/create', { ...linear, ...limit, ...terms })
    return (result as { orderId: string }).orderId
  }
  const resting = await place({ side: 'Buy' })
  const incoming = await place({ side: 'Sell', smpType: 'CancelBoth' })
  const ended = { category: 'linear', orderStatus: 'Cancelled' }
  for (const [orderId, smpOrderId] of [
    [resting, incoming],
    [incoming, resting],
  ] as const) {
    const row = await client.row('order/history', { ...ended, orderId })
    expect(row).toMatchObject({ cancelType: 'CancelBySmp', smpOrderId })
  }
})

test.each([
  ['time', {}],
  ['instruments-info', { category: 'linear' }],
  ['instruments-info', { category: 'spot' }],
  ['tickers', { category: 'linear' }],
  ['tickers', { category: 'spot' }],
  ['orderbook', linear],
  ['recent-trade', linear],
  ['recent-trade', spot],
  ['kline', { ...linear, interval: '1' }],
  ['mark-price-kline', { ...linear, interval: '60' }],
  ['index-price-kline', { ...linear, interval: 'D' }],
  ['premium-index-price-kline', { ...linear, interval: '1' }],
  ['funding/history', linear],
  ['open-interest', { ...linear, intervalTime: '5min' }],
  ['account-ratio', { ...linear, period: '5min' }],
  ['risk-limit', linear],
  ['price-limit', linear],
  ['insurance', {}],
  ['adlAlert', {}],
  ['index-price-components', { indexName: 'BTCUSDT' }],
  ['delivery-price', { category: 'linear' }],
  ['new-delivery-price', { category: 'option', baseCoin: 'BTC' }],
  ['historical-volatility', { category: 'option' }],
] as const)('market/%s %j answers in the documented form', async (path, parameters) => {
  expect(await client.get(`market/${path}`, parameters)).toMatchObject({ retCode: 0 })
})

test('the calls that clients make when they start are answered with code 0', async () => {
  const asked = [
    ['asset/coin/query-info', {}],
    ['asset/transfer/query-account-coins-balance', { accountType: 'FUND' }],
    ['asset/transfer/query-account-coin-balance', { accountType: 'UNIFIED', coin: 'USDT' }],
    [
      'asset/transfer/query-transfer-coin-list',
      { fromAccountType: 'UNIFIED', toAccountType: 'FUND' },
    ],
    ['asset/transfer/query-inter-transfer-list', {}],
    ['asset/deposit/query-record', {}],
    ['asset/deposit/query-address', { coin: 'USDT' }],
    ['asset/withdraw/query-record', {}],
    ['asset/withdraw/withdrawable-amount', { coin: 'USDT' }],
    ['asset/delivery-record', { category: 'linear' }],
    ['asset/settlement-record', { category: 'linear' }],
    ['asset/coin-greeks', {}],
    ['account/borrow-history', {}],
    ['account/withdrawal', { coinName: 'USDT,BTC' }],
    ['account/instruments-info', { category: 'linear', symbol: 'BTCUSDT' }],
    ['account/smp-group', {}],
    ['account/query-dcp-info', {}],
    ['account/mmp-state', { baseCoin: 'BTC' }],
    ['account/fee-rate', { category: 'spot' }],
    ['spot-margin-trade/state', {}],
    ['spot-margin-trade/data', {}],
    ['position/get-closed-positions', { category: 'option' }],
    ['order/spot-borrow-check', { ...spot, side: 'Buy' }],
  ] as const
  const codes = await Promise.all(
    asked.map(async ([path, parameters]) => [path, (await client.get(path, parameters)).retCode]),
  )
  expect(codes.filter(([, code]) => code !== 0)).toEqual([])
})

test('demo money can be reduced by the part that is not needed as margin, and by no more', async () => {
  const trader = await V5TestClient.open(venue, api)
  const reduce = (...sums: readonly (readonly [string, string])[]) =>
    trader.post('account/demo-apply-money', {
      adjustType: 1,
      utaDemoApplyMoney: sums.map(([coin, amountStr]) => ({ coin, amountStr })),
    })
  const order = { ...linear, side: 'Buy', orderType: 'Limit', qty: '1', price: '60000' }
  expect(await trader.post('order/create', order)).toMatchObject({ retCode: 0 })
  // BTC is collateral of the order's margin too; without it not all USDT is free.
  expect(await reduce(['BTC', '2.1'])).toMatchObject({ retCode: 131212 })
  expect(await reduce(['BTC', '2'], ['USDT', '100000'])).toMatchObject({ retCode: 131212 })
  // Only the refused part has no effect; the next request needs another minute.
  expect(await reduce(['USDT', '1'])).toMatchObject({ retCode: 10006 })
  const log = await trader.get('account/transaction-log', { type: 'TRANSFER_OUT' })
  expect(log.result.list).toMatchObject([{ currency: 'BTC', change: '-2', cashBalance: '0' }])
})

test('demo money is given once a minute, and a pre-check of an order answers its margin rates', async () => {
  const gift = { adjustType: 0, utaDemoApplyMoney: [{ coin: 'USDC', amountStr: '1000' }] }
  expect(await client.post('account/demo-apply-money', gift)).toMatchObject({ retCode: 0 })
  expect(await client.post('account/demo-apply-money', gift)).toMatchObject({ retCode: 10006 })
  const preCheck = { ...linear, side: 'Buy', orderType: 'Limit', qty: '0.5', price: '60000' }
  const { result } = await client.post('order/pre-check', preCheck)
  expect(Number(result['postImrE4'])).toBeGreaterThan(Number(result['preImrE4']))
})
