// The names of the specification that are supported: fields (spec 3) and paths of calls (spec 7).

import { amount, leverageE2, rateE8 } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { expect, test } from 'vitest'
import { buildRelease, calls, pathsOf, type CallName } from './calls.ts'
import { contractSymbol, encodeInstrument, parseMergeTimes, wireRiskLimit } from './instrument.ts'
import { wireOrder } from './order.ts'
import { wirePosition } from './position.ts'
import { wireSpotOrder } from './spot/order.ts'
import { quoteTokenGroup, spotSymbol } from './spot/symbol.ts'
import { visitorProfile } from './account.ts'
import { orderEvents } from './topics/topic.ts'

type Fields = { readonly shape: object }

const entry = wirePosition.shape.fullTpsl.def.innerType

const entities: readonly (readonly [string, Fields, string])[] = [
  [
    'order: identity and status',
    wireOrder,
    'orderId orderLinkId symbol side orderType orderStatus parentOrderId cancelType cxlRejReason',
  ],
  [
    'order: price and quantity',
    wireOrder,
    'price qty origPrice origQty origTriggerPrice cumExecQty cumExecFee cumExecValue avgPrice leavesQty',
  ],
  ['order: execution', wireOrder, 'reduceOnly timeInForce closeOnTrigger positionIdx trailValue'],
  [
    'order: other',
    wireOrder,
    'orderPnl orderIM accountMode isLeverage marketUnit feeRate maxSlippage maxSlippageType',
  ],
  ['order: trigger', wireOrder, 'stopOrderType triggerPrice triggerBy triggerDirection'],
  [
    'order: TP/SL',
    wireOrder,
    'takeProfit stopLoss tpTriggerBy slTriggerBy tpSlMode tpOrderType slOrderType limitTakeProfit limitStopLoss',
  ],
  ['order: times', wireOrder, 'createdAtE3 updatedAtE3'],
  [
    'TP/SL: take-profit side',
    entry,
    'takeProfit tpSize tpTriggerBy tpStopOrderId tpOrderType limitTakeProfit',
  ],
  [
    'TP/SL: stop-loss side',
    entry,
    'stopLoss slSize slTriggerBy slStopOrderId slOrderType limitStopLoss',
  ],
  ['TP/SL: entries', entry, 'orderId updatedAt qty parentOrderId tpSlMode'],
  [
    'stop order',
    wireOrder,
    'stopOrderType triggerPrice triggerBy qty price orderType orderId parentOrderId updatedAtE3',
  ],
  [
    'contract: identity',
    contractSymbol,
    'symbol symbolName symbolAlias displayName baseCurrency quoteCurrency coin coinName',
  ],
  ['contract: type and status', contractSymbol, 'contractType contractStatus'],
  [
    'contract: prices and quantities',
    contractSymbol,
    'maxPrice minPrice minQty maxNewOrderQty maxNewMarketOrderQty priceScale tickSize tickSizeFraction lotSize lotFraction priceFraction walletBalanceFraction upnlFraction valueScale qtyUnit',
  ],
  ['contract: depth', contractSymbol, 'obDepthMergeTimes'],
  [
    'contract: margin and order value',
    contractSymbol,
    'indexSort baseInitialMarginRateE4 stepInitialMarginRateE4 baseMaintenanceMarginRateE4 stepMaintenanceMarginRateE4 baseMaxOrdPzValue stepMaxOrdPzValue section minNotionalValue',
  ],
  [
    'contract: leverage and designated margin',
    contractSymbol,
    'maxLeverageE2 minLeverageE2 maxDesignatedMarginE8 minDesignatedMarginE8 riskMaxLeverageE2 riskMinLeverageE2',
  ],
  [
    'contract: time and tags',
    contractSymbol,
    'quarter symbolTags startTradingTimeE3 settleTimeE3 symbolStatus symbolDisplay symbolLabelIcon',
  ],
  [
    'contract: display and flags',
    contractSymbol,
    'isPopular darkIcon lightIcon supportCopyTrade utaSupportOnly feeRateTagId',
  ],
  ['contract: pre-launch', contractSymbol, 'expectStartTradingTimeE3 isPreListing preListingInfo'],
  [
    'risk limit',
    wireRiskLimit,
    'id symbol limit startingMarginE8 maintainMarginE8 isLowestRisk maxLeverageE2 mmDeduction',
  ],
  [
    'position: identity and mode',
    wirePosition,
    'symbol side size leverage isIsolated mode marketsType positionIdx positionStatus riskId adlRankIndicator',
  ],
  [
    'position: prices',
    wirePosition,
    'entryPrice sessionAvgPrice markPrice lastPrice liqPrice liqPriceByMp bustPrice breakevenPrice',
  ],
  [
    'position: margin',
    wirePosition,
    'positionBalance positionMargin positionIM positionMM positionBalanceUsd positionIMUsd positionMMUsd positionIMByMp positionMMByMp',
  ],
  [
    'position: profit and loss',
    wirePosition,
    'positionUPL positionUPLByLastPrice positionUPLUsd positionRPL cumRealisedPnl ROI roi roiByLastPrice positionFundingFee tradePnl',
  ],
  ['position: value and cost', wirePosition, 'positionValue minPositionCost'],
  [
    'position: flags and times',
    wirePosition,
    'isAutoAddMargin reduceOnly deliveryTime firstOpenPzTime term',
  ],
  [
    'position: TP/SL and trailing stop',
    wirePosition,
    'takeProfit stopLoss tpTriggerBy slTriggerBy tpSlMode tpOrderNum slOrderNum tpFreeSize slFreeSize trailingStop tsTriggerPrice activationPrice trailValuePercentageE4 partialTpslList fullTpsl',
  ],
  [
    'spot symbol: precision and limits',
    spotSymbol,
    'basePrecision quotePrecision minTradeQuantity minTradeAmount minPricePrecision maxTradeQuantity maxTradeAmount digitMerge limitOrderPriceLimitPercentage marketOrderPriceLimitPercentage',
  ],
  [
    'spot symbol: margin and trade',
    spotSymbol,
    'quoteTokenLeverageRatio baseTokenLeverageRatio loanEnabled isTest isBanBuy isBanSell zeroFeeType',
  ],
  [
    'spot symbol: identity',
    spotSymbol,
    'symbolId symbolName baseTokenId baseTokenName quoteTokenId quoteTokenName tokenFullName symbolType ltUnderlying ltDirection',
  ],
  [
    'spot symbol: display and status',
    spotSymbol,
    'showStatus label allowPlan noticeVisible tags iconUrl iconDayUrl onlineTime mark tradeStatus volume',
  ],
  [
    'quote token group',
    quoteTokenGroup,
    'tokenId tokenName tokenFullName tokenType zeroFeeType quoteTokenSymbols quoteTags',
  ],
  [
    'spot order: identity and status',
    wireSpotOrder,
    'orderId clientOrderId createType status type symbolId symbolName baseTokenId baseTokenName quoteTokenId quoteTokenName side time specialTradeFrom',
  ],
  [
    'spot order: price and quantity',
    wireSpotOrder,
    'price quotePrice avgPrice amount executedAmount executedQty leavesAmount leavesQty orderQtyForView origQty marketUnit timeInForce',
  ],
  [
    'spot order: trigger and plan',
    wireSpotOrder,
    'activationPrice triggerPrice planType stopOrderType ocoTriggerBy',
  ],
  [
    'spot order: TP/SL and trailing',
    wireSpotOrder,
    'tpTriggerPrice tpLimitPrice tpOrderType slTriggerPrice slLimitPrice slOrderType trailingPercentage trailingValue',
  ],
  ['spot order: slippage', wireSpotOrder, 'maxSlippage maxSlippageType'],
  ['visitor profile', visitorProfile, 'isBanned'],
]

test.each(entities)('the fields of spec 3, %s', (_, { shape }, names) => {
  expect(names.split(' ').filter((name) => !Object.hasOwn(shape, name))).toEqual([])
})

const paths: readonly (readonly [string, string, CallName, string])[] = [
  [
    'POST',
    '/private/position/set-auto-add-margin',
    'setAutoAddMargin',
    'symbol positionIdx newAutoAddMargin',
  ],
  ['POST', '/private/position/add-margin', 'addMargin', 'symbol addToPositionBalanceE8'],
  ['POST', '/private/position/pre-add-margin', 'preAddMargin', 'symbol addToPositionBalanceE8'],
  ['GET', '/position/risk-limit-list', 'riskLimits', 'symbol'],
  ['GET', '/public/instrument/slippage', 'slippage', 'symbol'],
  ['GET', '/contract/v5/settings/visitor-profile', 'visitorProfile', 'lang'],
  ['POST', '/user/private/ott', 'oneTimeToken', ''],
  [
    'POST',
    '/contract/v5/order/create',
    'createOrder',
    'symbol qty qtyX price basePrice leverage leverageE2 takeProfit stopLoss triggerPrice positionIdx side orderType timeInForce reduceOnly closeOnTrigger type action is_reverse_position needGeneratePid',
  ],
  [
    'POST',
    '/contract/v5/position/set-tp-sl-ts',
    'setTpSlTs',
    'symbol positionIdx tpSlMode takeProfit stopLoss tpTriggerBy slTriggerBy tpSizeX slSizeX qtyX tpOrderType slOrderType limitTakeProfit limitStopLoss tpStopOrderId slStopOrderId activationPrice trailingStop',
  ],
  ['POST', '/contract/v5/order/cancel', 'cancelOrder', 'orderId symbol type'],
  ['POST', '/contract/v5/order/cancel-totally', 'cancelTotally', 'symbol positionIdx type'],
  [
    'POST',
    '/contract/v5/order/replace',
    'replaceOrder',
    'orderId type symbol qtyX price triggerPrice takeProfit stopLoss tpTriggerBy slTriggerBy tpSlMode tpOrderType slOrderType limitTakeProfit limitStopLoss',
  ],
  ['POST', '/v3/private/user/member/pref-setting', 'savePreference', 'upsert_keys'],
  ['GET', '/contract/v5/product/brief-symbol-list', 'symbolList', 'filter version'],
  ['GET', '/contract/v5/product/dynamic-symbol-item', 'symbolItem', 'symbol'],
  ['GET', '/spot/api/basic/symbol_list_all', 'spotSymbolsAll', 'last_modified_at'],
  ['GET', '/spot/api/basic/symbol_list_v3', 'spotSymbolsV3', 'version'],
  ['GET', '/spot/api/basic/symbol_list_v2', 'spotSymbolsV2', ''],
]

test.each(paths)('the calls of spec 7: %s %s', (method, path, name, fields) => {
  expect(calls[name].method).toBe(method)
  expect(pathsOf(name)).toContain(path)
  const { shape } = calls[name].request
  const asked = fields === '' ? [] : fields.split(' ')
  expect(asked.filter((field) => !Object.hasOwn(shape, field))).toEqual([])
})

test('events of orders have the numbers of spec 4: position 4, liquidation 5', () => {
  const { newed, replaced, canceled, ...rest } = orderEvents
  expect(rest).toEqual({ position: 4, liquidation: 5 })
  expect(new Set([newed, replaced, canceled, 4, 5]).size).toBe(5)
})

test('the release of the build is that of spec 9', () => {
  expect(buildRelease).toBe('20251002.1')
})

test('balances and unrealised profit have eight decimals, the default of spec 9', () => {
  const tier = {
    limit: amount(100n),
    initialRateE8: rateE8(1_000_000),
    maintenanceRateE8: rateE8(500_000),
    maxLeverageE2: leverageE2(10_000),
    deduction: amount(0n),
  }
  expect(encodeInstrument({ ...btcUsdt, riskTiers: [tier] })).toMatchObject({
    walletBalanceFraction: 8,
    upnlFraction: 8,
  })
})

test('the depth ratios are 1, 2, 4 and 10 if a contract has none', () => {
  expect(['', 'odd', '0,1'].map(parseMergeTimes)).toEqual([1, 2, 3].map(() => [1, 2, 4, 10]))
  expect(parseMergeTimes('1, 5,10')).toEqual([1, 5, 10])
})
