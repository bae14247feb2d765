// The built-in lists, used if the exchange cannot be reached and nothing is cached (spec 4, 9):
// sample limits, for viewing only, never for trading.

import { coinIconPath } from '@basis/protocol/icons/icons'
import type { ContractSymbol } from '@basis/protocol/instrument'
import type { SpotSymbol } from '@basis/protocol/spot/symbol'
import { usdcName } from '../shell/routes.ts'

type Sample = Pick<
  ContractSymbol,
  'symbol' | 'contractType' | 'baseCurrency' | 'quoteCurrency' | 'coin' | 'tickSize' | 'lotSize'
> & { readonly price: number; readonly lots: number; readonly maxQty: string }

const samples: readonly Sample[] = [
  {
    symbol: 'BTCUSDT',
    contractType: 'LinearPerpetual',
    baseCurrency: 'BTC',
    quoteCurrency: 'USDT',
    coin: 'USDT',
    tickSize: '0.50',
    price: 2,
    lotSize: '0.001',
    lots: 3,
    maxQty: '100.000',
  },
  {
    symbol: 'ETHUSDT',
    contractType: 'LinearPerpetual',
    baseCurrency: 'ETH',
    quoteCurrency: 'USDT',
    coin: 'USDT',
    tickSize: '0.05',
    price: 2,
    lotSize: '0.01',
    lots: 2,
    maxQty: '1000.00',
  },
  {
    symbol: 'BTCPERP',
    contractType: 'UsdcPerpetual',
    baseCurrency: 'BTC',
    quoteCurrency: 'USDC',
    coin: 'USDC',
    tickSize: '0.50',
    price: 2,
    lotSize: '0.001',
    lots: 3,
    maxQty: '100.000',
  },
  {
    symbol: 'BTCUSD',
    contractType: 'InversePerpetual',
    baseCurrency: 'BTC',
    quoteCurrency: 'USD',
    coin: 'BTC',
    tickSize: '0.50',
    price: 2,
    lotSize: '1',
    lots: 0,
    maxQty: '1000000',
  },
]

/** Returns the built-in contracts. */
export function fallbackContracts(): readonly ContractSymbol[] {
  return samples.map(contractOf)
}

function contractOf(sample: Sample, rank: number): ContractSymbol {
  return { ...identityOf(sample, rank), ...limitsOf(sample), ...marginsOf(sample) }
}

function identityOf(sample: Sample, rank: number) {
  return {
    symbol: sample.symbol,
    symbolName: sample.symbol,
    symbolAlias: sample.symbol,
    displayName: displayNameOf(sample),
    baseCurrency: sample.baseCurrency,
    quoteCurrency: sample.quoteCurrency,
    coin: sample.coin,
    coinName: sample.coin,
    contractType: sample.contractType,
    contractStatus: 'Trading' as const,
    symbolStatus: 'Trading' as const,
    symbolDisplay: 'show' as const,
    symbolTags: [],
    symbolLabelIcon: '',
    quarter: '',
    startTradingTimeE3: 0,
    settleTimeE3: 0,
    isPopular: true,
    isPreListing: false,
    expectStartTradingTimeE3: 0,
    preListingInfo: null,
    supportCopyTrade: false,
    darkIcon: coinIconPath(sample.baseCurrency, 'dark'),
    lightIcon: coinIconPath(sample.baseCurrency, 'light'),
    utaSupportOnly: true,
    feeRateTagId: '',
    indexSort: rank,
  }
}

/** As the exchange names its perpetuals: BTC/USDT, but BTC-PERP for BTCPERP. */
const displayNameOf = ({ symbol, contractType, baseCurrency, quoteCurrency }: Sample): string =>
  contractType === 'UsdcPerpetual' ? usdcName(symbol) : `${baseCurrency}/${quoteCurrency}`

function limitsOf(sample: Sample) {
  return {
    minPrice: sample.tickSize,
    maxPrice: '999999.00',
    minQty: sample.lotSize,
    maxNewOrderQty: sample.maxQty,
    maxNewMarketOrderQty: sample.maxQty,
    minNotionalValue: '5',
    tickSize: sample.tickSize,
    priceScale: sample.price,
    priceFraction: sample.price,
    tickSizeFraction: sample.price,
    lotSize: sample.lotSize,
    lotFraction: sample.lots,
    qtyUnit: sample.lotSize,
    valueScale: 8,
    walletBalanceFraction: 8,
    upnlFraction: 8,
    obDepthMergeTimes: '1,2,4,10',
  }
}

function marginsOf({ symbol }: Sample) {
  return {
    baseInitialMarginRateE4: 100,
    stepInitialMarginRateE4: 50,
    baseMaintenanceMarginRateE4: 50,
    stepMaintenanceMarginRateE4: 50,
    baseMaxOrdPzValue: '2000000',
    stepMaxOrdPzValue: '1000000',
    section: ['1', '25', '50', '75', '100'],
    minLeverageE2: 100,
    maxLeverageE2: 10_000,
    riskMinLeverageE2: 100,
    riskMaxLeverageE2: 10_000,
    minDesignatedMarginE8: '0',
    maxDesignatedMarginE8: '200000000000000',
    takerFeeRateE8: 55_000,
    makerFeeRateE8: 20_000,
    bandXE8: 3_000_000,
    bandYE8: 5_000_000,
    fundingIntervalMin: 480,
    impactNotional: '20000',
    riskLimits: [
      {
        id: 1,
        symbol,
        limit: '2000000',
        startingMarginE8: 1_000_000,
        maintainMarginE8: 500_000,
        isLowestRisk: true,
        maxLeverageE2: 10_000,
        mmDeduction: '0',
      },
    ],
  }
}

/**
 * Returns the hard-coded spot pairs of USDT (spec 4); price limit percentage 3, leverage ratio 5
 * (spec 9).
 */
export function fallbackSpotSymbols(): readonly SpotSymbol[] {
  return [spotOf('BTC', '0.01', '0.000001'), spotOf('ETH', '0.01', '0.00001')]
}

function spotOf(base: string, tick: string, lot: string): SpotSymbol {
  return {
    symbolId: `${base}USDT`,
    symbolName: `${base}/USDT`,
    baseTokenId: base,
    baseTokenName: base,
    quoteTokenId: 'USDT',
    quoteTokenName: 'USDT',
    tokenFullName: base,
    symbolType: 'CHAIN_TOKEN',
    basePrecision: lot,
    quotePrecision: '0.00000001',
    minTradeQuantity: lot,
    minTradeAmount: '1',
    minPricePrecision: tick,
    maxTradeQuantity: '100',
    maxTradeAmount: '1000000',
    digitMerge: '1,2,4,10',
    limitOrderPriceLimitPercentage: '3',
    marketOrderPriceLimitPercentage: '3',
    showStatus: true,
    tradeStatus: 'Trading',
    onlineTime: 0,
    auctionTime: 0,
    quoteTokenLeverageRatio: '5',
    baseTokenLeverageRatio: '5',
    loanEnabled: false,
    isTest: false,
    isBanBuy: false,
    isBanSell: false,
    zeroFeeType: 0,
    ltUnderlying: '',
    ltDirection: '',
    label: '',
    allowPlan: true,
    noticeVisible: false,
    tags: [],
    iconUrl: coinIconPath(base, 'dark'),
    iconDayUrl: coinIconPath(base, 'light'),
    mark: '',
    volume: '0',
    takerFeeRateE8: 100_000,
    makerFeeRateE8: 100_000,
    minPrice: tick,
    maxPrice: '999999.00',
    maxMarketQuantity: '100',
  }
}
