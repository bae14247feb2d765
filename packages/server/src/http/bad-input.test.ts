// Bad input to every call: no 5xx, and each refusal names a field and a rule (reliability S7–S9,
// S22, S26).

import { connect, type AddressInfo } from 'node:net'
import { createPrng } from '@basis/domain/numbers/prng'
import { callNames, calls, type CallName } from '@basis/protocol/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong, proofLength } from '../../../../checks/proof-length.ts'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
let address: AddressInfo
beforeAll(async () => {
  venue = await startTestServer()
  await venue.app.listen({ host: '127.0.0.1', port: 0 })
  address = venue.app.server.address() as AddressInfo
})
afterAll(() => venue.stop())

type Fields = Readonly<Record<string, unknown>>

const paged = { symbol: 'BTCUSDT', fromE3: '1', toE3: '2', limit: '5', cursor: 'a' }
const own = { ...paged, contractType: 'LinearPerpetual' }
const spotName = { symbolId: 'BTCUSDT', orderId: '1', clientOrderId: 'a' }
const orderName = { symbol: 'BTCUSDT', orderId: '1', orderLinkId: 'a' }

const legs = {
  takeProfit: '70000',
  stopLoss: '60000',
  tpTriggerBy: 'LastPrice',
  slTriggerBy: 'IndexPrice',
  tpOrderType: 'Limit',
  slOrderType: 'Limit',
  limitTakeProfit: '70001',
  limitStopLoss: '59999',
  tpSlMode: 'Partial',
}

const trailing = {
  trailingStop: '100',
  trailValuePercentageE4: 100,
  activationPrice: '70000',
}

const createOrder = {
  mmp: false,
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.001',
  qtyX: '100000',
  tpSizeX: '100000',
  slSizeX: '100000',
  price: '64000',
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  orderLinkId: 'a',
  leverage: '10',
  leverageE2: 1000,
  designatedMargin: '10',
  designatedMarginE8: '1000000000',
  orderIv: '0.5',
  basePrice: '64000',
  type: 'Activity',
  action: 'Open',
  needGeneratePid: true,
  is_reverse_position: false,
  maxSlippage: '5',
  maxSlippageType: 'TickSize',
  triggerPrice: '65000',
  triggerBy: 'MarkPrice',
  triggerDirection: 1,
  ...legs,
  ...trailing,
}

const createSpotOrder = {
  symbolId: 'BTCUSDT',
  side: 'BUY',
  type: 'MARKET',
  origQty: '1',
  amount: '10',
  marketUnit: 'quoteCoin',
  price: '64000',
  timeInForce: 'PostOnly',
  clientOrderId: 'a',
  isLeverage: 1,
  planType: 10,
  triggerPrice: '64000',
  trailingPercentage: '1',
  trailingValue: '100',
  activationPrice: '64000',
  tpTriggerPrice: '70000',
  tpLimitPrice: '70000',
  tpOrderType: 'LIMIT',
  slTriggerPrice: '60000',
  slLimitPrice: '60000',
  slOrderType: 'LIMIT',
  maxSlippage: '1',
  maxSlippageType: 'Percent',
}

const replaceSpotOrder = {
  ...spotName,
  origQty: '1',
  price: '64000',
  triggerPrice: '64000',
  tpTriggerPrice: '70000',
  tpLimitPrice: '70000',
  slTriggerPrice: '60000',
  slLimitPrice: '60000',
}

const setTpSlTs = {
  symbol: 'BTCUSDT',
  positionIdx: 0,
  ...legs,
  qtyX: '100000',
  tpSizeX: '100000',
  slSizeX: '100000',
  tpStopOrderId: '1',
  slStopOrderId: '2',
  ...trailing,
}

const reversePosition = {
  symbol: 'BTCUSDT',
  positionIdx: 0,
  orderLinkId: 'r',
  maxSlippage: '0.5',
  maxSlippageType: 'Percent',
}

const addMargin = { symbol: 'BTCUSDT', positionIdx: 0, addToPositionBalanceE8: '100000000' }

const copySettings = {
  mode: 'FixedRatio',
  margin: '10',
  ratio: '1',
  leverage: '10',
  symbolMargin: '50',
  dayMargin: '100',
  slippage: '0.005',
  takeProfit: '0.1',
  stopLoss: '0.05',
  totalStopLoss: '50',
}

const replaceOrder: Fields = {
  orderIv: '0.5',
  ...orderName,
  qty: '0.001',
  qtyX: '100000',
  price: '64000',
  type: 'Activity',
  triggerPrice: '65000',
  ...legs,
}

const spreadSymbol = 'BTCUSDT_BTC/USDT'

const ruleAsked = {
  positionIdx: 0,
  join: 'Or',
  conditions: [
    {
      left: { of: 'Ema', price: 'Mark', bars: 20, minutes: 5 },
      operator: 'CrossesAbove',
      right: { of: 'Number', value: '-1.5' },
    },
  ],
  action: {
    type: 'Order',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.001',
    price: '64000',
    reduceOnly: true,
    percent: '50',
    triggerPrice: '64000',
  },
  maxTimes: 2,
  coolDown: 60,
  expiresAtE3: 1_800_000_000_000,
}

/** A request of each call with every field that it knows. */
const whole: Readonly<Record<CallName, Fields>> = {
  marketControl: {},
  setMarketSpeed: { speed: 5 },
  bringNews: { direction: 'up', coin: 'BTC' },
  createOrder,
  previewOrder: createOrder,
  previewBatch: { request: [createOrder], allOrNone: true },
  previewSpotOrder: createSpotOrder,
  previewTpSlTs: setTpSlTs,
  spotMarginState: {},
  switchSpotMargin: { spotMarginMode: 1 },
  setCollateral: { coin: 'BTC', collateralSwitch: 'OFF' },
  setSpotLeverage: { leverage: 5, currency: 'USDT' },
  accountInfo: {},
  setAccountMode: { setMarginMode: 'PORTFOLIO_MARGIN' },
  previewAccountMode: { setMarginMode: 'PORTFOLIO_MARGIN' },
  setSpotHedging: { setHedgingMode: 'ON' },
  spotMarginData: { currency: 'USDT' },
  borrowCoin: { coin: 'USDT', amount: '100' },
  repayLoan: { coin: 'USDT', amount: '100', convert: true },
  previewRepayment: { coin: 'USDT', amount: '100', convert: true },
  borrowHistory: { currency: 'USDT', limit: '10', cursor: '1:1' },
  previewLeverage: {
    symbol: 'BTCUSDT',
    leverage: '10',
    leverageE2: 1000,
    sellLeverage: '10',
    isIsolated: true,
  },
  previewMarginMode: { symbol: 'BTCUSDT', isIsolated: true },
  previewMargin: addMargin,
  previewFunds: { symbol: 'BTCUSDT', addToBalanceE8: '100000000' },
  previewReverse: reversePosition,
  createBatch: {
    request: [{ symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price: '64000' }],
    allOrNone: true,
  },
  replaceBatch: { request: [{ ...orderName, qty: '0.001', price: '64000' }] },
  cancelBatch: { request: [orderName] },
  reversePosition,
  closeAllPositions: { symbol: 'BTCUSDT' },
  createStrategy: {
    symbol: 'BTCUSDT',
    side: 'Buy',
    strategyType: 'TWAP',
    qty: '0.001',
    qtyX: '100000',
    reduceOnly: false,
    positionIdx: 0,
    orderLinkId: 'a',
    duration: 600,
    interval: 30,
    isRandom: true,
    maxChasePrice: '66000',
    participation: '10',
    subSize: '0.001',
    orderCount: 4,
    priceType: 'Fixed',
    price: '64000',
    offset: '-1.5',
    priceFrom: '64000',
    priceTo: '64100',
    shape: 'Custom',
    shares: ['40', '60'],
    maxDistance: '100',
  },
  cancelStrategy: { strategyId: '1' },
  pauseStrategy: { strategyId: '1' },
  resumeStrategy: { strategyId: '1' },
  createRule: { symbol: 'BTCUSDT', orderLinkId: 'a', ...ruleAsked },
  amendRule: { ruleId: '1', ...ruleAsked },
  cancelRule: { ruleId: '1' },
  pauseRule: { ruleId: '1' },
  resumeRule: { ruleId: '1' },
  rules: { symbol: 'BTCUSDT' },
  createAlert: {
    symbols: ['BTCUSDT'],
    figure: 'last',
    operator: 'above',
    value: '70000',
    coolDown: 60,
    expiresAtE3: 1_800_000_000_000,
    note: 'a',
    alertLinkId: 'a',
  },
  amendAlert: {
    alertId: '1',
    operator: 'below',
    value: '60000',
    coolDown: 0,
    expiresAtE3: 0,
    note: '',
    status: 'paused',
  },
  removeAlerts: { alertIds: ['1'] },
  copyLeaders: {},
  copyLeader: { leaderId: '1000000001' },
  leaderApplyDetail: { symbol: 'BTCUSDT' },
  applyLeader: { name: 'Lea', style: 'Pro', profitShare: '0.1', amount: '100' },
  endLeader: {},
  blockFollower: { followerId: '1001', isBlocked: true },
  followLeader: { leaderId: '1000000001', amount: '100', settings: copySettings },
  modifyFollow: { walletId: '1000000002', settings: copySettings },
  stopFollow: { walletId: '1000000002' },
  follows: {},
  transferCopy: { walletId: '1000000002', amount: '10' },
  spreadInstruments: { symbol: spreadSymbol, baseCoin: 'BTC' },
  spreadBook: { symbol: spreadSymbol, limit: '5' },
  spreadTickers: { symbol: spreadSymbol },
  spreadTrades: { symbol: spreadSymbol, limit: '5' },
  spreadLine: { symbol: spreadSymbol, interval: '1' },
  spreadMarket: { symbol: spreadSymbol },
  createSpread: {
    symbol: spreadSymbol,
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.001',
    price: '-5',
    orderLinkId: 'a',
    timeInForce: 'GoodTillCancel',
  },
  amendSpread: { symbol: spreadSymbol, orderId: '1', orderLinkId: 'a', qty: '0.001', price: '-5' },
  cancelSpread: { orderId: '1', orderLinkId: 'a' },
  cancelAllSpreads: { symbol: spreadSymbol },
  openSpreads: { symbol: spreadSymbol },
  spreadHistory: { symbol: spreadSymbol, limit: '5', cursor: '1.0' },
  spreadExecutions: { symbol: spreadSymbol, limit: '5', cursor: '1.0' },
  maxSpreadQty: { symbol: spreadSymbol, side: 'Buy', orderPrice: '-5' },
  createCopyOrder: {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.001',
    qtyX: '100000',
    price: '64000',
    basePrice: '65000',
    leverageE2: 1000,
    positionIdx: 1,
    timeInForce: 'GoodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    type: 'Activity',
    action: 'PositionOpen',
    orderLinkId: 'c-1',
    walletId: '1000000002',
    maxSlippage: '0.5',
    maxSlippageType: 'Percent',
    triggerPrice: '66000',
    triggerBy: 'LastPrice',
    triggerDirection: 1,
    takeProfit: '70000',
    stopLoss: '60000',
    tpTriggerBy: 'LastPrice',
    slTriggerBy: 'MarkPrice',
    tpOrderType: 'Market',
    slOrderType: 'Market',
    tpSlMode: 'Full',
    limitTakeProfit: '70100',
    limitStopLoss: '59900',
    trailingStop: '100',
    trailValuePercentageE4: 100,
    activationPrice: '66000',
  },
  cancelCopyOrder: { symbol: 'BTCUSDT', orderId: '1', walletId: '1000000002' },
  setCopyLeverage: { symbol: 'BTCUSDT', leverage: '25' },
  maxCopyOrderQty: {
    symbol: 'BTCUSDT',
    price: '64000',
    timeInForce: 'GoodTillCancel',
    isLeverage: '1',
  },
  setCopyTpsl: {
    symbol: 'BTCUSDT',
    positionIdx: 1,
    takeProfit: '70000',
    stopLoss: '60000',
    tpTriggerBy: 'LastPrice',
    slTriggerBy: 'MarkPrice',
    tpOrderType: 'Market',
    slOrderType: 'Market',
    tpSlMode: 'Full',
    limitTakeProfit: '70100',
    limitStopLoss: '59900',
  },
  bots: {},
  shownBots: {},
  bot: { botId: '1000000001' },
  backtestBot: {
    days: '7',
    symbol: 'BTCUSDT',
    gridMode: 'Long',
    gridType: 'Arithmetic',
    minPrice: '60000',
    maxPrice: '70000',
    cellNumber: 5,
    leverage: '5',
    takeProfitPrice: '80000',
    stopLossPrice: '50000',
    isTrailing: false,
    investment: '1000',
  },
  createBot: {
    symbol: 'BTCUSDT',
    gridMode: 'Long',
    gridType: 'Arithmetic',
    minPrice: '60000',
    maxPrice: '70000',
    cellNumber: 5,
    leverage: '5',
    takeProfitPrice: '80000',
    stopLossPrice: '50000',
    isTrailing: false,
    investment: '1000',
  },
  pauseBot: { botId: '1000000001', isPaused: true },
  addBotInvestment: { botId: '1000000001', investment: '100' },
  modifyBotStops: { botId: '1000000001', takeProfitPrice: '80000', stopLossPrice: '0' },
  closeBot: { botId: '1000000001', keepsBase: false },
  dcaBots: {},
  backtestDcaBot: {
    symbol: 'BTC/USDT',
    amount: '100',
    purchases: 3,
    intervalMin: 60,
    minPrice: '40000',
    maxPrice: '70000',
    takeProfit: '10',
    days: '7',
  },
  createDcaBot: {
    symbol: 'BTC/USDT',
    amount: '100',
    purchases: 3,
    intervalMin: 60,
    minPrice: '50000',
    maxPrice: '70000',
    takeProfit: '10',
  },
  pauseDcaBot: { botId: '1000000001', isPaused: true },
  closeDcaBot: { botId: '1000000001', keepsCoins: true },
  wallets: {},
  funds: {},
  apiKeys: {},
  createApiKey: {
    note: 'bot',
    readOnly: true,
    permissions: [],
    ips: [],
    days: 30,
    rsaPublicKey: 'none',
  },
  revokeApiKey: { apiKey: 'nobodyskey' },
  transferFunds: {
    from: { uid: '1001', wallet: 'Unified' },
    to: { uid: '1001', wallet: 'Funding' },
    coin: 'USDT',
    amount: '10',
    transferId: 'w-1',
  },
  openSubAccount: {},
  switchAccount: { uid: '1002' },
  investDcaBot: { botId: '1000000001', investment: '100' },
  investRebalanceBot: { botId: '1000000001', investment: '100' },
  rebalanceBots: {},
  createRebalanceBot: {
    weights: [
      { symbol: 'BTC/USDT', weight: '50' },
      { symbol: 'ETH/USDT', weight: '30' },
    ],
    investment: '1000',
    threshold: '5',
    intervalMin: 60,
    takeProfit: '20',
    stopLoss: '10',
  },
  pauseRebalanceBot: { botId: '1000000001', isPaused: true },
  closeRebalanceBot: { botId: '1000000001', keepsCoins: true },
  closeAllCopy: { symbol: 'BTCUSDT', positionIdx: 1, walletId: '1000000002' },
  alerts: {},
  alertFirings: { limit: '5', cursor: '7' },
  strategies: { symbol: 'BTCUSDT' },
  strategyHistory: own,
  liquidations: own,
  deliveryRecords: own,
  settlementRecords: own,
  deliveryPrices: paged,
  sessionPrices: paged,
  setMmrClose: { symbol: 'BTCUSDT', positionIdx: 0, triggerRateE4: 8000 },
  cancelMmrClose: { symbol: 'BTCUSDT', positionIdx: 0 },
  mmrCloses: {},
  preAddMargin: addMargin,
  cancelOrder: { ...orderName, type: 'TpSlOcoStopOrder' },
  cancelTotally: { symbol: 'BTCUSDT', positionIdx: 0, type: 'PartialTpSlConditional' },
  cancelAllOrders: { symbol: 'BTCUSDT', kind: 'linear' },
  replaceOrder,
  previewReplace: replaceOrder,
  openOrders: orderName,
  queuePlaces: { symbol: 'BTCUSDT' },
  maxOrderQty: {
    symbol: 'BTCUSDT',
    price: '64000',
    timeInForce: 'GoodTillCancel',
    isLeverage: '1',
  },
  createSpotOrder,
  cancelSpotOrder: spotName,
  replaceSpotOrder,
  openSpotOrders: { symbolId: 'BTCUSDT' },
  positionList: { symbol: 'BTCUSDT' },
  tpslAll: { symbol: 'BTCUSDT' },
  setLeverage: { symbol: 'BTCUSDT', leverage: '10', leverageE2: 1000, sellLeverage: '10' },
  switchMode: { symbol: 'BTCUSDT', coin: 'USDT', mode: 3 },
  setMarginMode: { symbol: 'BTCUSDT', isIsolated: true },
  addMargin,
  setAutoAddMargin: { symbol: 'BTCUSDT', positionIdx: 0, newAutoAddMargin: true },
  setTpSlTs,
  leverage: { symbol: 'BTCUSDT' },
  riskLimits: { symbol: 'BTCUSDT' },
  orderHistory: { ...own, orderId: '1', orderLinkId: 'a' },
  executions: { ...own, orderId: '1', execType: 'Trade' },
  explain: { ...own, orderId: '12' },
  explainRow: {
    row: 'funding',
    symbol: 'BTCUSDT',
    orderId: '1',
    orderLinkId: 'a',
    timeE3: '1',
  },
  closedPnl: own,
  transactionLog: { ...own, coin: 'USDT', wallet: 'Unified' },
  fundingHistory: own,
  fundingRates: paged,
  symbolList: { filter: 'all', version: '1' },
  symbolItem: { symbol: 'BTCUSDT' },
  spotSymbolsAll: { last_modified_at: '1' },
  spotSymbolsV3: { version: '1' },
  spotSymbolsV2: {},
  slippage: { symbol: 'BTCUSDT', side: 'Buy', qty: '1' },
  depth: { symbol: 'BTCUSDT', limit: '50' },
  trades: { symbol: 'BTCUSDT', limit: '5' },
  tickers: { symbol: 'BTCUSDT' },
  candles: {
    symbol: 'BTCUSDT',
    source: 'last',
    resolution: '1',
    fromMs: '1',
    endMs: '2',
    limit: '5',
  },
  openInterest: { symbol: 'BTCUSDT', resolution: '5', fromMs: '1', endMs: '2', limit: '5' },
  marketLiquidations: {
    symbol: 'BTCUSDT',
    resolution: '5',
    fromMs: '1',
    endMs: '2',
    limit: '5',
  },
  marketStatistics: {},
  optionChain: { baseCoin: 'BTC', settleCoin: 'USDC', version: 'x', symbols: 'BTC-1JAN27-1-C' },
  optionQuotes: { baseCoin: 'BTC', settleCoin: 'USDC' },
  serverTime: {},
  venueStatus: {},
  marketCalendar: {},
  ledger: {},
  visitorProfile: { lang: 'en' },
  oneTimeToken: {},
  savePreference: { upsert_keys: { reverseClickTipStatus: 'hide' } },
  demoUser: { ref: 'RT' },
  signUp: { username: 'fuzz', password: 'a long secret' },
  signIn: { username: 'nobody', password: 'nothing' },
  signOut: {},
  userInfo: {},
  demoFunds: {},
  wallet: {},
  feeLevel: {},
  coinCosts: {},
  equityHistory: { fromE3: '0' },
}

/** JSON literals that are wrong for most fields; some are right for some. */
const literals = [
  'null',
  'true',
  '0',
  '-1',
  '7',
  '1.5',
  '1e309',
  '-1e309',
  '9007199254740993',
  '[]',
  '["5"]',
  '{}',
  '{"a":1}',
  '""',
  '" "',
  '"-1"',
  '"+1"',
  '"1e5"',
  '"0x10"',
  '"00.5"',
  '"1."',
  '".5"',
  '"1,5"',
  '"NaN"',
  '"Infinity"',
  '"1.1234567890123456789"',
  '"9999999999999999"',
  '"999999999999999.999999999999999999"',
  '"0"',
  '"\\u0000"',
  '"\\ud800"',
  '"٣"',
  '"<script>"',
  '"\'; DROP TABLE users; --"',
  '"../../etc/passwd"',
  '"__proto__"',
  '"BTCUSD%T"',
  `"${'x'.repeat(5000)}"`,
]

type Seen = { readonly status: number; readonly body: Record<string, unknown> }

let asked = 0

function check(what: string, { status, body }: Seen): void {
  asked += 1
  const code = body['ret_code'] ?? body['retCode']
  if (status === 200 && code === 0) return
  const message = decodeURIComponent(String(body['ret_msg'] ?? body['retMsg']))
  const isNamed = /^[^:]{1,80}: \S|^(qty and price|username or password)/.test(message)
  // A message must not have internals: no stack, no file, no SQL.
  const leaks = /at \/|\.ts|node:|SQLITE|undefined|\[object/.test(message)
  if (status < 500 && code !== 0 && isNamed && !leaks) return
  throw new Error(`${what} was answered with ${status} ${JSON.stringify(body)}`)
}

const textOf = (fields: Fields, changed: string, literal: string): string => {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `${JSON.stringify(name)}:${name === changed ? literal : JSON.stringify(value)}`,
  )
  return `{${parts.join(',')}}`
}

async function ask(browser: TestClient, name: CallName, fields: Fields): Promise<Seen> {
  const { method, path } = calls[name]
  if (method === 'POST') return inSnake(await browser.ask('POST', path, fields))
  return inSnake(await browser.ask('GET', `${path}?${queryOf(fields)}`))
}

/** Calls under `/v5` are answered in the newer form. */
function inSnake<Answer extends Seen>(seen: Answer): Answer {
  const { retCode, retMsg, retExtInfo, ...body } = seen.body
  if (retCode === undefined) return seen
  return { ...seen, body: { ...body, ret_code: retCode, ret_msg: retMsg, ext_map: retExtInfo } }
}

const queryOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

const traders = new Map<CallName, TestClient>()
/** After one of these calls the browser is another user, or none. */
const signing: readonly CallName[] = ['demoUser', 'signUp', 'signIn', 'signOut']

/** The trader of a call: one for all its tests, because an account costs more than a refusal. */
async function traderOf(name: CallName): Promise<TestClient> {
  const browser = (signing.includes(name) ? undefined : traders.get(name)) ?? (await trader())
  traders.set(name, browser)
  return browser
}

test('the requests of this file have every field of the table of calls, and no others', () => {
  const differing = callNames.flatMap((name) => {
    const [here, there] = [new Set(Object.keys(whole[name])), calls[name].request.shape]
    const missing = Object.keys(there).filter((field) => !here.has(field))
    const unknown = [...here].filter((field) => !(field in there))
    return [...missing, ...unknown].map((field) => `${name}.${field}`)
  })
  expect(differing).toEqual([])
})

/** In a short run a field gets every sixth literal, and the next field the ones after those. */
const literalsFor = (field: number): readonly string[] =>
  isLong ? literals : literals.filter((_, k) => k % 6 === field % 6)

test.each(callNames)(
  '%s: wrong values of every kind in each field are refused by field and rule, or accepted',
  async (name) => {
    const browser = await traderOf(name)
    const fields = whole[name]
    const { method, path } = calls[name]
    for (const [k, field] of Object.keys(fields).entries()) {
      for (const literal of literalsFor(k + callNames.indexOf(name))) {
        const what = `${name}.${field} = ${literal.slice(0, 60)}`
        if (method === 'POST') {
          check(what, await browser.ask('POST', path, textOf(fields, field, literal)))
        } else {
          const value: unknown = JSON.parse(literal)
          if (typeof value !== 'string' || !value.isWellFormed()) continue
          check(what, await ask(browser, name, { ...fields, [field]: value }))
        }
      }
    }
  },
)

test.each(callNames)(
  '%s: several wrong values at once are refused by field and rule, or accepted (seed 7)',
  async (name) => {
    const browser = await traderOf(name)
    const { method, path } = calls[name]
    const fields = Object.entries(whole[name])
    const random = createPrng(7)
    for (let round = 0; round < proofLength(60, 12); round++) {
      const parts = fields.flatMap(([field, value]) => {
        const dice = random.nextBelow(4)
        if (dice === 0) return []
        const literal =
          dice === 1 ? literals[random.nextBelow(literals.length)] : JSON.stringify(value)
        return [[field, literal ?? 'null'] as const]
      })
      const what = `${name} round ${round}`
      if (method === 'POST') {
        const text = parts.map(([field, literal]) => `${JSON.stringify(field)}:${literal}`)
        check(what, await browser.ask('POST', path, `{${text.join(',')}}`))
      } else {
        const query = parts.map(([field, literal]) => `${field}=${encodeURIComponent(literal)}`)
        check(what, await browser.ask('GET', `${path}?${query.join('&')}`))
      }
      if (name === 'signOut') await browser.becomeTrader()
    }
  },
)

test.each(callNames)(
  '%s: missing fields are refused by field and rule, unknown and doubled fields always',
  async (name) => {
    const browser = await traderOf(name)
    const fields = whole[name]
    for (const field of Object.keys(fields)) {
      const { [field]: _, ...rest } = fields
      check(`${name} without ${field}`, await ask(browser, name, rest))
    }
    for (const extra of ['takeProfitP', 'x', 'ret_code', 'toString']) {
      const seen = await ask(browser, name, { ...fields, [extra]: '1' })
      expect(seen.status).toBe(400)
      expect(seen.body).toMatchObject({ ret_code: 10001, ext_map: { field: extra } })
    }
    if (calls[name].method === 'GET') {
      const [field = 'timestamp'] = Object.keys(fields)
      const doubled = `${calls[name].path}?${field}=1&${field}=1`
      expect(inSnake(await browser.ask('GET', doubled)).body).toMatchObject({ ext_map: { field } })
    }
  },
)

const create = calls.createOrder.path

// Spec 5 and reliability S8: the messages of some refusals, as a caller reads them.
test.each([
  [{ qty: undefined }, 'qty: or qtyX is required'],
  [{ qty: 1 }, 'qty: must be a text'],
  [
    { qty: '-1' },
    'qty: must be a decimal text of at most 15 digits before and 18 after the point, without sign, exponent or leading zeros',
  ],
  [{ side: 'buy' }, 'side: must be one of Buy, Sell'],
  [{ side: undefined }, 'side: is required'],
  [
    { price: 'abc' },
    'price: must be a decimal text of at most 15 digits before and 18 after the point, without sign, exponent or leading zeros',
  ],
  [{ price: -1 }, 'price: must be a number of at most 15 digits, without sign'],
  [{ qtyX: 1.5 }, 'qtyX: must be a whole number'],
  [{ type: '!' }, 'type: must be 1 to 40 letters, digits or "_", beginning with a letter'],
  [{ price: '64000.05' }, 'price: must be a multiple of 0.1'],
  [{ qty: '0.0001' }, 'qty: must be a multiple of 0.001'],
  [{ qty: '0' }, 'qty: must be above 0'],
  [
    { qty: '0.001', price: '100' },
    'qty: times price must be at least 5 USDT, the minimum order value',
  ],
  [{ price: undefined }, 'price: is required for a limit order'],
  [{ orderType: 'Market' }, 'price: must be omitted for a market order'],
  [{ symbol: 'NONE' }, 'symbol: is not listed on this exchange'],
  [
    { positionIdx: 1 },
    'positionIdx: must match the position mode: 0 in one-way mode, 1 or 2 in hedge mode',
  ],
  [{ positionIdx: 3 }, 'positionIdx: must be one of 0, 1, 2'],
  [{ reduceOnly: 'true' }, 'reduceOnly: must be true or false'],
  [{ orderLinkId: 'a b' }, 'orderLinkId: must be 1 to 45 letters, digits, "-" or "_"'],
])('an order with %j is refused with the message of its field', async (change, words) => {
  const browser = await trader()
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '64000' }
  const { body } = await browser.ask('POST', create, { ...order, ...change })
  expect(decodeURIComponent(String(body['ret_msg'] ?? body['retMsg']))).toBe(words)
})

test.each([
  ['broken JSON', '{"symbol":', 400],
  ['an unfinished string', '{"symbol":"BTC', 400],
  ['a list instead of an object', '[]', 400],
  ['a string instead of an object', '"x"', 400],
  ['null', 'null', 400],
  ['two objects', '{}{}', 400],
  ['a comment', '{/* */}', 400],
  ['a byte order mark', '\u{FEFF}{}', 400],
  ['a doubled field', '{"symbol":"A","symbol":"B"}', 400],
  ['a doubled field with an escaped name', '{"symbol":"A","\\u0073ymbol":"B"}', 400],
  ['__proto__', '{"__proto__":{"side":"Buy"}}', 400],
  ['constructor', '{"constructor":{"prototype":{}}}', 400],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 400],
  ['60,000 levels', '['.repeat(60_000), 400],
  ['1,001 fields', JSON.stringify(Object.fromEntries([...Array(1001).keys()].entries())), 400],
  ['a body of one megabyte', `{"symbol":"${'x'.repeat(1_000_000)}"}`, 413],
])('a body with %s is refused', async (_, payload, status) => {
  const browser = await trader()
  const seen = await browser.ask('POST', create, payload)
  check('body', seen)
  expect(seen.status).toBe(status)
})

test('bytes that are not UTF-8 are refused', async () => {
  const browser = await trader()
  const response = await venue.app.inject({
    method: 'POST',
    url: create,
    headers: {
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      usertoken: browser.userToken,
      'content-type': 'application/json',
    },
    payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  })
  expect(response.json()).toMatchObject({ ret_code: 10001, ret_msg: 'body:%20must%20be%20UTF-8' })
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/jsonx',
  'application/json, text/plain',
  'text/json',
  '',
])('content type %j is refused', async (type) => {
  const browser = await trader()
  const seen = await browser.ask('POST', create, {}, { 'content-type': type })
  expect(seen).toMatchObject({ status: 415, body: { ret_code: 10415 } })
})

test.each(['gzip', 'br', 'identity'])(
  'a body with content encoding %s is refused',
  async (encoding) => {
    const seen = await (await trader()).ask('POST', create, {}, { 'content-encoding': encoding })
    expect(seen.status).toBe(415)
  },
)

test.each([
  ['a broken escape', '?symbol=%zz'],
  ['bytes that are not UTF-8', '?symbol=%ff'],
  ['5,000 characters', `?symbol=${'x'.repeat(5000)}`],
  ['an unknown name', '?symbol=BTCUSDT&depth=5'],
  ['a list', '?symbol[]=BTCUSDT'],
  ['__proto__', '?__proto__=1'],
])('a query with %s is refused', async (_, query) => {
  const seen = await new TestClient(venue.app).ask('GET', `${calls.depth.path}${query}`)
  check('query', seen)
  expect(seen.status).toBe(400)
})

type Back = { readonly text: string; readonly seconds: number }

/**
 * Sends raw bytes and returns everything that came back until the server closed, and how many
 * seconds that took. A time in which this process did not run, with the server in it, counts as one
 * of them at most.
 */
function raw(text: string, everyMs = 0): Promise<Back> {
  return new Promise((resolve) => {
    const socket = connect(address.port, '127.0.0.1')
    let back = ''
    let seconds = 0
    const counting = setInterval(() => (seconds += 1), 1000)
    let at = 0
    const timer =
      everyMs === 0
        ? undefined
        : setInterval(
            () => socket.writable && socket.write(text[at++ % text.length] ?? ''),
            everyMs,
          )
    if (timer === undefined) socket.write(text)
    socket.on('data', (data) => (back += data.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      clearInterval(counting)
      resolve({ text: back, seconds })
    })
  })
}

test.each([
  ['a request that is not HTTP', 'hello\r\n\r\n'],
  [
    'a request with too long a header',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'a request with two content lengths',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  ],
  [
    'a request with both a content length and chunks',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
  ],
  ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
  [
    'a request with an invalid path',
    'GET /%ff%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  ],
  [
    'a request with an unknown expectation',
    'POST / HTTP/1.1\r\nhost: a\r\nexpect: cake\r\ncontent-length: 2\r\n\r\n',
  ],
])('%s is answered with a 4xx status and the connection is closed', async (_, text) => {
  const back = await raw(text)
  expect(back.text).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(back.text).not.toContain('HTTP/1.1 5')
})

describe('within fifteen seconds', () => {
  // Both run at the same time, so that the tests wait only once.
  const slow = 'GET /contract/v5/public/time HTTP/1.1\r\nhost: a\r\nx: '
  let slowSenders: Promise<Back[]>
  let silent: Promise<Back>
  beforeAll(() => {
    slowSenders = Promise.all([...Array(20)].map(() => raw(slow, 500)))
    silent = raw('')
  })

  test('slow senders are answered with 408 and disconnected', async () => {
    for (const { text, seconds } of await slowSenders) {
      expect(seconds).toBeLessThan(15)
      expect(text).toMatch(/^HTTP\/1\.1 408 /)
    }
  })

  test('a connection without a request is closed without an answer', async () => {
    const { text, seconds } = await silent
    expect(seconds).toBeLessThan(15)
    expect(text).toBe('')
  })
})

test('after all these requests the ledger has no drift and no account is below zero', () => {
  const { views } = venue.parts.exchange
  const accounts = [...views.accounts()]
  // Every call has a trader of its own.
  expect(accounts.length).toBeGreaterThan(callNames.length)
  for (const account of accounts) {
    expect(views.account(account)?.available).toBeGreaterThanOrEqual(0n)
  }
  const ledger = views.ledger()
  expect(ledger.map(({ coin }) => coin)).toEqual(expect.arrayContaining(['BTC', 'USDT']))
  expect(ledger.filter(({ drift }) => drift !== 0n)).toEqual([])
  // At least five thousand requests; this is how many there were.
  expect(asked).toBeGreaterThan(5000)
})
