// Fields of the answers of the open API: the schemas have exactly the fields of its reference (open
// API 3–7), with their types, apart from the extra fields named below.

import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { v5CallNames, v5Calls } from './calls.ts'
import type { V5Call } from './call.ts'
import {
  v5ContractRow,
  v5ContractTicker,
  v5OptionRow,
  v5OptionTicker,
  v5SpotRow,
  v5SpotTicker,
} from './market-calls.ts'

// Names are also compared with tables generated from the reference in checks/clients; these tables
// state the nesting and which fields may be empty. They are written from the reference, never from
// the schemas. `n:` and so on give the type of the names after them: s text, n number as text, n?
// the same or empty, ms timestamp, i integer, b boolean, o object, a array. `name[ … ]` is a list
// of objects, `name{ … }` one object.

const page = 's: nextPageCursor'
const paged = 's: category nextPageCursor'
const candles = 's: category symbol a: list'
const orderName = 's: orderId orderLinkId'

/** The `result` of each call whose rows have one shape; `[]` in front if it is itself a list. */
const answers: Readonly<Record<string, string>> = {
  'GET /v5/market/time': 's: timeSecond timeNano',
  'GET /v5/market/orderbook': 's: s a: b a i: ts u seq cts',
  'GET /v5/market/kline': candles,
  'GET /v5/market/mark-price-kline': candles,
  'GET /v5/market/index-price-kline': candles,
  'GET /v5/market/premium-index-price-kline': candles,
  'GET /v5/market/funding/history':
    's: category list[ s: symbol n: fundingRate ms: fundingRateTimestamp ]',
  'GET /v5/market/open-interest': `${paged} symbol
    list[ n: openInterest singleOpenInterest ms: timestamp ]`,
  'GET /v5/market/account-ratio': `${page} list[ s: symbol n: buyRatio sellRatio ms: timestamp ]`,
  'GET /v5/market/risk-limit': `${paged} list[ i: id isLowestRisk s: symbol
    n: riskLimitValue maintenanceMargin initialMargin maxLeverage n?: mmDeduction ]`,
  'GET /v5/market/price-limit': 's: symbol n?: buyLmt sellLmt ms: ts',
  'GET /v5/market/insurance': 'ms: updatedTime list[ s: coin symbols n: balance value ]',
  'GET /v5/market/adlAlert': `ms: updateTime list[ s: coin symbol
    n: balance insurancePnlRatio pnlRatio adlTriggerThreshold adlStopRatio ]`,
  'GET /v5/market/index-price-components': `s: indexName n: lastPrice ms: updateTime
    components[ s: exchange spotPair n: equivalentPrice multiplier price weight ]`,
  'GET /v5/market/delivery-price': `${paged} list[ s: symbol n: deliveryPrice ms: deliveryTime ]`,
  'GET /v5/market/new-delivery-price': 's: category list[ n: deliveryPrice ms: deliveryTime ]',
  'GET /v5/market/historical-volatility': '[] i: period n: value ms: time',

  'POST /v5/order/create': orderName,
  'POST /v5/order/amend': orderName,
  'POST /v5/order/cancel': orderName,
  'POST /v5/order/cancel-all': `s: success list[ ${orderName} ]`,
  'GET /v5/order/spot-borrow-check': `s: symbol side borrowCoin
    n: maxTradeQty maxTradeAmount spotMaxTradeQty spotMaxTradeAmount`,
  'POST /v5/order/pre-check': `${orderName} i: preImrE4 preMmrE4 postImrE4 postMmrE4`,
  'POST /v5/order/disconnected-cancel-all': '',

  'GET /v5/position/list': `${paged} list[
    i: positionIdx riskId tradeMode autoAddMargin adlRankIndicator openTime seq
    s: symbol side positionStatus tpslMode mmrSysUpdatedTime leverageSysUpdatedTime
    n: size avgPrice markPrice curRealisedPnl cumRealisedPnl
    n?: riskLimitValue positionValue leverage liqPrice bustPrice positionBalance breakEvenPrice
    n?: positionIM positionMM positionIMByMp positionMMByMp takeProfit stopLoss trailingStop
    n?: sessionAvgPrice delta gamma vega theta unrealisedPnl
    b: isReduceOnly ms: createdTime updatedTime ]`,
  'POST /v5/position/set-leverage': '',
  'POST /v5/position/switch-mode': '',
  'POST /v5/position/set-auto-add-margin': '',
  'POST /v5/position/add-margin': `s: category symbol positionStatus
    i: positionIdx riskId autoAddMargin
    n: size cumRealisedPnl markPrice avgPrice
    n?: riskLimitValue positionValue liqPrice bustPrice leverage positionIM positionMM
    n?: unrealisedPnl stopLoss takeProfit trailingStop ms: createdTime updatedTime`,
  'POST /v5/position/trading-stop': '',
  'GET /v5/position/closed-pnl': `${paged} list[ s: symbol orderId side orderType execType
    n: qty orderPrice closedSize cumEntryValue avgEntryPrice cumExitValue avgExitPrice closedPnl
    n: openFee closeFee fillCount n?: leverage ms: createdTime updatedTime ]`,
  'GET /v5/position/get-closed-positions': `${paged} list[ s: symbol side
    n: totalOpenFee deliveryFee totalCloseFee qty avgExitPrice deliveryPrice avgEntryPrice totalPnl
    i: closeTime openTime ]`,

  'GET /v5/account/info': `i: unifiedMarginStatus timeWindow smpGroup
    s: marginMode spotHedgingStatus dcpStatus b: isMasterTrader ms: updatedTime`,
  'GET /v5/account/wallet-balance': `list[ s: accountType
    n: totalEquity totalWalletBalance totalMarginBalance totalPerpUPL accountLTV
    n?: totalAvailableBalance totalInitialMargin totalMaintenanceMargin accountIMRate accountMMRate
    n?: accountIMRateByMp accountMMRateByMp totalInitialMarginByMp totalMaintenanceMarginByMp
    coin[ s: coin colRes
      n: equity usdValue walletBalance locked borrowAmount spotBorrow accruedInterest
      n: unrealisedPnl cumRealisedPnl bonus spotHedgingQty
      n?: totalOrderIM totalPositionIM totalPositionMM availableToWithdraw availableToBorrow free
      b: marginCollateral collateralSwitch ] ]`,
  'GET /v5/account/transaction-log': `${page} list[
    s: id symbol category side type transSubType currency tradeId orderId orderLinkId extraFees
    n: qty funding fee cashFlow change cashBalance n?: size tradePrice feeRate bonusChange
    ms: transactionTime ]`,
  'POST /v5/account/set-margin-mode': 'reasons[ s: reasonCode reasonMsg ]',
  'GET /v5/account/collateral-info': `list[ s: currency freeBorrowingAmount
    n: hourlyBorrowRate maxBorrowingAmount freeBorrowAmount borrowAmount otherBorrowAmount
    n: availableToBorrow borrowUsageRate collateralRatio n?: freeBorrowingLimit
    b: borrowable marginCollateral collateralSwitch ]`,
  'POST /v5/account/set-collateral-switch': '',
  'GET /v5/account/withdrawal': 'n: availableWithdrawal o: availableWithdrawalMap',
  'GET /v5/account/borrow-history': `${page} list[ s: currency i: createdTime
    n: borrowCost hourlyBorrowRate InterestBearingBorrowSize borrowAmount unrealisedLoss
    n: freeBorrowedAmount n?: costExemption ]`,
  'POST /v5/account/borrow': 's: coin n: amount',
  'POST /v5/account/repay': 's: resultStatus',
  'POST /v5/account/no-convert-repay': 's: resultStatus',
  'GET /v5/account/smp-group': 'i: smpGroup',
  'GET /v5/account/query-dcp-info': 'dcpInfos[ s: product dcpStatus timeWindow ]',
  'GET /v5/account/mmp-state': `result[ b: mmpEnabled mmpFrozen
    s: baseCoin window frozenPeriod qtyLimit deltaLimit vegaLimit mmpFrozenUntil ]`,
  'POST /v5/account/mmp-modify': '',
  'POST /v5/account/mmp-reset': '',
  'POST /v5/account/set-hedging-mode': '',
  'GET /v5/asset/coin-greeks': 'list[ s: baseCoin n: totalDelta totalGamma totalVega totalTheta ]',
  'POST /v5/account/demo-apply-money': '',
  'GET /v5/spot-margin-trade/state': 's: spotLeverage spotMarginMode effectiveLeverage',
  'POST /v5/spot-margin-trade/switch-mode': 's: spotMarginMode',
  'POST /v5/spot-margin-trade/set-leverage': '',
  'GET /v5/spot-margin-trade/data': `vipCoinList[ s: vipLevel list[ s: currency
    b: borrowable marginCollateral
    n: collateralRatio hourlyBorrowRate maxBorrowingAmount s: liquidationOrder ] ]`,

  'GET /v5/user/query-api': `s: id note apiKey secret expiredAt createdAt vipLevel mktMakerLevel
    s: rsaPublicKey parentUid kycLevel kycRegion a: ips o: permissions
    i: readOnly type deadlineDay unified uta userID inviterID affiliateID b: isMaster`,
  'GET /v5/asset/coin/query-info': `rows[ s: name coin n: remainAmount chains[
    s: chain chainType confirmation minAccuracy chainDeposit chainWithdraw contractAddress
    s: safeConfirmNumber withdrawMax
    n: withdrawFee depositMin withdrawMin withdrawPercentageFee ] ]`,
  'GET /v5/asset/transfer/query-account-coins-balance': `s: memberId accountType
    balance[ s: coin bonus n: walletBalance transferBalance ]`,
  'GET /v5/asset/transfer/query-account-coin-balance': `s: accountType accountId memberId i: bizType
    balance{ s: coin bonus transferSafeAmount ltvTransferSafeAmount
      n: walletBalance transferBalance }`,
  'POST /v5/asset/transfer/inter-transfer': 's: transferId status',
  'GET /v5/asset/transfer/query-inter-transfer-list': `${page} list[
    s: transferId coin fromAccountType toAccountType status n: amount ms: timestamp ]`,
  'GET /v5/asset/transfer/query-transfer-coin-list': 'a: list',
  'GET /v5/asset/deposit/query-record': `${page} a: rows`,
  'GET /v5/asset/deposit/query-address': `s: coin chains[
    s: chainType addressDeposit tagDeposit chain batchReleaseLimit contractAddress ]`,
  'GET /v5/asset/withdraw/query-record': `${page} a: rows`,
  'POST /v5/asset/withdraw/create': 's: id',
  'POST /v5/asset/withdraw/cancel': 'i: status',
  'GET /v5/asset/withdraw/withdrawable-amount': 'n: limitAmountUsd o: withdrawableAmount',
  'GET /v5/asset/delivery-record': `${paged} list[ i: deliveryTime s: symbol side strike
    n: position entryPrice deliveryPrice fee deliveryRpl ]`,
  'GET /v5/asset/settlement-record': `${paged} list[ s: symbol side
    n: size sessionAvgPrice markPrice realisedPnl ms: createdTime ]`,
  'GET /v5/system/status': `list[ s: id title state begin end href
    a: serviceTypes product uidSuffix i: maintainType env ]`,
  'GET /v5/announcements/index': 'i: total a: list',
}

/** Rows that differ by category: of `instruments-info` and `tickers`. */
const rows = {
  contract: `s: symbol contractType status baseCoin quoteCoin settleCoin copyTrading displayName
    s: symbolType ms: launchTime deliveryTime n?: deliveryFeeRate n: priceScale
    leverageFilter{ n: minLeverage maxLeverage leverageStep }
    priceFilter{ n: minPrice maxPrice tickSize }
    lotSizeFilter{ n: minOrderQty maxOrderQty qtyStep maxMktOrderQty postOnlyMaxOrderQty
      n: minNotionalValue }
    riskParameters{ n: priceLimitRatioX priceLimitRatioY }
    b: unifiedMarginTrade isPreListing i: fundingInterval
    n: upperFundingRate lowerFundingRate o: preListingInfo`,
  spot: `s: symbol baseCoin quoteCoin status innovation marginTrading stTag symbolType
    lotSizeFilter{ n: basePrecision quotePrecision minOrderQty maxOrderQty minOrderAmt maxOrderAmt
      n: maxLimitOrderQty maxMarketOrderQty postOnlyMaxLimitOrderSize }
    priceFilter{ n: tickSize } riskParameters{ n: priceLimitRatioX priceLimitRatioY }`,
  option: `s: symbol status baseCoin quoteCoin settleCoin optionsType displayName
    ms: launchTime deliveryTime n: deliveryFeeRate priceFilter{ n: minPrice maxPrice tickSize }
    lotSizeFilter{ n: minOrderQty maxOrderQty qtyStep }`,
  contractTicker: `s: symbol curPreListingPhase fundingIntervalHour
    n?: lastPrice indexPrice markPrice prevPrice24h highPrice24h lowPrice24h prevPrice1h
    n?: fundingRate predictedDeliveryPrice basisRate basisRateYear basis deliveryFeeRate
    n?: bid1Price ask1Price preOpenPrice preQty fundingCap
    n: price24hPcnt openInterest openInterestValue singleOpenInterest singleOpenInterestValue
    n: turnover24h volume24h bid1Size ask1Size ms: nextFundingTime deliveryTime`,
  spotTicker: `s: symbol n?: bid1Price ask1Price lastPrice prevPrice24h highPrice24h lowPrice24h
    n?: usdIndexPrice n: bid1Size ask1Size price24hPcnt turnover24h volume24h`,
  optionTicker: `s: symbol n?: bid1Price ask1Price lastPrice highPrice24h lowPrice24h markPrice
    n?: indexPrice underlyingPrice predictedDeliveryPrice
    n: bid1Size bid1Iv ask1Size ask1Iv markIv openInterest turnover24h volume24h totalVolume
    n: totalTurnover delta gamma vega theta change24h`,
} as const

/** Some categories lack fields of these; their rows are tested on real answers. */
const byCategory = [
  'GET /v5/market/instruments-info',
  'GET /v5/account/instruments-info',
  'GET /v5/market/tickers',
  'GET /v5/market/recent-trade',
  'GET /v5/order/realtime',
  'GET /v5/order/history',
  'GET /v5/execution/list',
  'GET /v5/account/fee-rate',
  'POST /v5/order/create-batch',
  'POST /v5/order/amend-batch',
  'POST /v5/order/cancel-batch',
]
/** The reference lists these without their answers. */
const withoutTable =
  /user\/(?!query-api)|universal-transfer|query-sub-member|position\/confirm-pending-mmr|\/spread\//
/** Extra fields that the schemas have. */
const extraFields = ['GET /v5/market/adlAlert list maxBalance']

type Fields = { [name: string]: string | Fields }

/** Parses a table; lists and objects in it become nested tables. */
function fieldsOf(words: string[]): Fields {
  const fields: Fields = {}
  let kind = 's'
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === ']' || word === '}') return fields
    if (word.endsWith(':')) kind = word.slice(0, -1)
    else if (/[[{]$/.test(word)) fields[word.slice(0, -1)] = fieldsOf(words)
    else fields[word] = kind
  }
  return fields
}
const tableOf = (text: string): Fields =>
  fieldsOf(text.split(/\s+/).filter((word) => word !== '' && word !== '[]'))

type Def = {
  readonly type: string
  readonly format?: string
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
}
const defOf = (schema: z.ZodMiniType): Def => {
  const def = schema.def as Def
  return def.type === 'nullable' && def.innerType !== undefined ? defOf(def.innerType) : def
}

/** The types of the reference that fit each type of schema. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  decimal: ['n', 'n?', 's'],
  signedDecimal: ['n', 'n?', 's'],
  decimalOrEmpty: ['n?', 's'],
  milliseconds: ['ms', 's'],
  string: ['s'],
  number: ['i'],
  boolean: ['b'],
  array: ['a'],
  record: ['o'],
  object: ['o'],
}

/** Returns the fields of a table that a schema lacks or types differently, and extra fields. */
function faultsOf(schema: z.ZodMiniType, table: Fields, path: string): string[] {
  const def = defOf(schema)
  const inner = def.type === 'array' && def.element !== undefined ? defOf(def.element) : def
  const shape = inner.shape ?? {}
  const names = new Set([...Object.keys(table), ...Object.keys(shape)])
  return [...names].flatMap((name) => {
    const [wanted, has] = [table[name], shape[name]]
    const at = `${path} ${name}`
    if (has === undefined) return [`${at} is missing`]
    if (wanted === undefined) return extraFields.includes(at) ? [] : [`${at} is in no table`]
    if (typeof wanted !== 'string') return faultsOf(has, wanted, at)
    const { type, format } = defOf(has)
    const kinds = kindsOf[format ?? type] ?? kindsOf[type] ?? []
    return kinds.includes(wanted) ? [] : [`${at} is no ${wanted}: ${format ?? type}`]
  })
}

const schemas = new Map<string, z.ZodMiniType>(
  v5CallNames.map((name) => {
    const { method, path, answer }: V5Call = v5Calls[name]
    return [`${method} ${path}`, answer]
  }),
)

test('every call has a table or is listed as one without', () => {
  const known = (name: string): boolean =>
    name in answers || byCategory.includes(name) || withoutTable.test(name)
  expect([...schemas.keys()].filter((name) => !known(name))).toEqual([])
})

test.each(Object.entries(answers))(
  'the answer of %s has the fields of the reference',
  (name, table) => {
    const schema = schemas.get(name)
    expect(
      schema === undefined ? [`${name} is no call`] : faultsOf(schema, tableOf(table), name),
    ).toEqual([])
  },
)

test('rows of instruments and tickers have the fields of the reference for their category', () => {
  const faults = [
    ...faultsOf(v5ContractRow, tableOf(rows.contract), 'contract'),
    ...faultsOf(v5SpotRow, tableOf(rows.spot), 'spot'),
    ...faultsOf(v5OptionRow, tableOf(rows.option), 'option'),
    ...faultsOf(v5ContractTicker, tableOf(rows.contractTicker), 'contract ticker'),
    ...faultsOf(v5SpotTicker, tableOf(rows.spotTicker), 'spot ticker'),
    ...faultsOf(v5OptionTicker, tableOf(rows.optionTicker), 'option ticker'),
  ]
  expect(faults).toEqual([])
})
