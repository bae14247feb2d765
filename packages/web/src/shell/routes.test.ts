// Every route of the specification's table, both ways.

import { describe, expect, test } from 'vitest'
import { futuresCodes } from '@basis/domain/instrument/futures-calendar'
import { arrivalAt, firstPages, historyPageOf, languageAt, marketTypesAt } from './routes.ts'
import { isTradePage, pageAt, pageOf, pathOf } from './routes.ts'
import type { Traded } from './routes.ts'

const btc = { baseCoin: 'BTC', quoteCoin: 'USDT', symbol: 'BTCUSDT' }

describe('Trade pages by market type', () => {
  test.each<[string, Traded, string]>([
    ['Linear perpetual', { ...btc, marketType: 'UsdtPerpetual' }, '/trade/usdt/BTCUSDT'],
    [
      'Linear futures',
      { ...btc, marketType: 'UsdtFutures', symbol: 'BTCUSDT-25DEC26' },
      '/trade/usdt/BTCUSDT-25DEC26',
    ],
    [
      'USDC perpetual',
      { marketType: 'UsdcPerpetual', symbol: 'BTCPERP', baseCoin: 'BTC', quoteCoin: 'USDC' },
      '/trade/futures/usdc/BTC-PERP',
    ],
    [
      'USDC futures',
      { marketType: 'UsdcFutures', symbol: 'BTC-25DEC26', baseCoin: 'BTC', quoteCoin: 'USDC' },
      '/trade/futures/usdc/BTC-25DEC26',
    ],
    [
      'Inverse perpetual',
      { marketType: 'InversePerpetual', symbol: 'BTCUSD', baseCoin: 'BTC', quoteCoin: 'USD' },
      '/trade/inverse/BTCUSD',
    ],
    [
      'Options settled in USDC',
      { marketType: 'Option', symbol: 'BTC-25DEC26-70000-C', baseCoin: 'BTC', quoteCoin: 'USD' },
      '/trade/option/usdc/BTC',
    ],
    [
      'Options settled in USDT',
      {
        marketType: 'UsdtOption',
        symbol: 'BTC-25DEC26-70000-C',
        baseCoin: 'BTC',
        quoteCoin: 'USD',
      },
      '/trade/option/usdt/BTC',
    ],
    ['Spot', { ...btc, marketType: 'Spot' }, '/trade/spot/BTC/USDT'],
    ['Spot margin', { ...btc, marketType: 'SpotMargin' }, '/trade/spot/BTC/USDT'],
  ])('%s', (_name, traded, path) => {
    const page = pageOf(traded)
    expect(page === undefined ? undefined : pathOf(page)).toBe(path)
    // The address of an option's chain does not name the contract that it began with.
    expect(page).toMatchObject(pageAt(path) ?? {})
    const isTraded = page !== undefined && isTradePage(page)
    expect(isTraded ? marketTypesAt(page) : []).toContain(traded.marketType)
  })

  test('a USDC perpetual is found by its name and by its symbol', () => {
    const page = { kind: 'usdc', symbol: 'BTCPERP' } as const
    expect(pageAt('/trade/futures/usdc/BTC-PERP')).toEqual(page)
    expect(pageAt('/trade/futures/usdc/btcperp')).toEqual(page)
  })

  test.each(futuresCodes)('Inverse futures, %s', (futuresCode) => {
    const page = pageOf({
      marketType: 'InverseFutures',
      symbol: 'BTCUSDZ26',
      baseCoin: 'BTC',
      quoteCoin: 'USD',
      futuresCode,
    })
    const path = `/trade/inverse/futures/BTCUSD_${futuresCode}`
    expect(page === undefined ? undefined : pathOf(page)).toBe(path)
    expect(pageAt(path)).toEqual({ kind: 'inverseFutures', pair: 'BTCUSD', code: futuresCode })
  })

  test.each([
    ['FundingRateArb', 'BTCUSDT_BTC/USDT', '/trade/spread/BTCUSDT_BTC/USDT'],
    ['CarryTrade', 'BTCUSDT-25DEC26_BTC/USDT', '/trade/spread/BTCUSDT-25DEC26_BTC/USDT'],
    ['PerpBasis', 'BTCUSDT-25DEC26_BTCUSDT', '/trade/spread/BTCUSDT-25DEC26_BTCUSDT'],
    [
      'FutureSpread',
      'BTCUSDT-25DEC26_BTCUSDT-27NOV26',
      '/trade/spread/BTCUSDT-25DEC26_BTCUSDT-27NOV26',
    ],
  ] as const)('Spreads, %s', (marketType, symbol, path) => {
    const page = pageOf({ ...btc, marketType, symbol })
    expect(page === undefined ? undefined : pathOf(page)).toBe(path)
    expect(pageAt(path)).toEqual({ kind: 'spread', symbol })
  })
})

describe('Trade-history pages', () => {
  test.each([
    ['UsdcFutures', 'derivatives/usdc-future', 'UsdcFutures'],
    ['UsdtFutures', 'derivatives/usdt-future', 'LinearFutures'],
    ['InverseFutures', 'derivatives/uniform-inverse-future', 'InverseFutures'],
    ['UsdcPerpetual', 'derivatives/usdc-perpetual', 'UsdcPerpetual'],
    ['InversePerpetual', 'derivatives/uniform-inverse-perpetual', 'InversePerpetual'],
    ['UsdtPerpetual', 'derivatives/uniform-usdt', 'LinearPerpetual'],
    // The specification names the pages of derivatives only; these are additions.
    ['Option', 'option', 'Option'],
    ['UsdtOption', 'option', 'Option'],
    ['Spot', 'spot', 'Spot'],
    ['SpotMargin', 'spot', 'Spot'],
  ] as const)('%s', (marketType, place, family) => {
    const page = historyPageOf(marketType)
    const path = `/user/assets/order/${place}/trade-history`
    expect(page === undefined ? undefined : pathOf(page)).toBe(path)
    expect(pageAt(path)).toEqual({ kind: 'history', family })
    expect(arrivalAt(`/de-DE${path}`)).toMatchObject({ language: 'de-DE', page: { family } })
  })
  test('combinations have no trade-history page', () => {
    expect(historyPageOf('CarryTrade')).toBeUndefined()
  })
})

describe('addresses that no page has in this form', () => {
  test.each([
    '/',
    '/trade/usdt',
    '/trade/usdt/',
    '/trade/usdt/BTC/USDT',
    '/trade/usdt/BTC%2FUSDT',
    '/trade/usdt/%E0%A4%A',
    '/trade/usdt/<script>',
    '/trade/inverse/futures/BTCUSD_X',
    '/trade/inverse/futures/BTCUSD',
    '/trade/option/eur/BTC',
    '/user/assets/order/derivatives/spot/trade-history',
    '/user/assets/order/uniform-usdt/trade-history',
  ])('%s', (path) => {
    expect(pageAt(path)).toBeUndefined()
  })
  test('lower case and a trailing slash are accepted', () => {
    expect(pageAt('/trade/usdt/ethusdt/')).toEqual({ kind: 'linear', symbol: 'ETHUSDT' })
    expect(pageAt('/trade/option/usdc/btc')).toEqual({
      kind: 'option',
      settle: 'usdc',
      baseCoin: 'BTC',
    })
  })
})

test.each([
  ['/trade/usdt/BTC-27NOV26-65000-C', '/trade/option/usdc/BTC', 'BTC-27NOV26-65000-C'],
  ['/trade/futures/usdc/ETH-4DEC26-3000-P', '/trade/option/usdc/ETH', 'ETH-4DEC26-3000-P'],
  ['/trade/usdt/btc-27nov26-65000-c-usdt', '/trade/option/usdt/BTC', 'BTC-27NOV26-65000-C-USDT'],
  ['/trade/option/usdc/BTC-27NOV26-65000-C', '/trade/option/usdc/BTC', 'BTC-27NOV26-65000-C'],
])('the address of an option, %s, leads to its chain', (path, chain, symbol) => {
  const page = pageAt(path)
  expect(page).toMatchObject({ kind: 'option', symbol })
  expect(page === undefined ? undefined : pathOf(page)).toBe(chain)
})

test('a language prefix sets the language of a trade page and does not change the page', () => {
  const page = { kind: 'spot', base: 'BTC', quote: 'USDT' }
  expect(pageAt('/pt-BR/trade/spot/BTC/USDT')).toEqual(page)
  expect(pageAt('/ja/trade/spot/BTC/USDT/')).toEqual(page)
  expect(languageAt('/pt-BR/trade/spot/BTC/USDT')).toBe('pt-BR')
  expect(languageAt('/trade/spot/BTC/USDT')).toBeUndefined()
  expect(pageAt('/portugal/trade/spot/BTC/USDT')).toBeUndefined()
  expect(pageAt('/pt-BR/left')).toBeUndefined()
})

test('every address that names only a market leads to a page of that market', () => {
  for (const [path, page] of Object.entries(firstPages)) {
    expect(pageAt(pathOf(page))).toEqual(page)
    if (path !== '/') expect(pathOf(page).startsWith(`${path}/`)).toBe(true)
  }
})

describe('where an address leads', () => {
  test.each([
    ['/trade/usdt/btcusdt', '/trade/usdt/BTCUSDT', undefined],
    ['/trade/usdt/BTCUSDT/', '/trade/usdt/BTCUSDT', undefined],
    ['/trade/futures/usdc/BTCPERP', '/trade/futures/usdc/BTC-PERP', undefined],
    ['/pt-BR/trade/spot/btc/usdt', '/pt-BR/trade/spot/BTC/USDT', 'pt-BR'],
    ['/', '/trade/usdt/BTCUSDT', undefined],
    ['/trade/usdt/', '/trade/usdt/BTCUSDT', undefined],
    ['/trade/spot', '/trade/spot/BTC/USDT', undefined],
    ['/de-DE/trade', '/de-DE/trade/usdt/BTCUSDT', 'de-DE'],
    ['/de-DE/trade/inverse/futures/', '/de-DE/trade/inverse/futures/BTCUSD_Q', 'de-DE'],
    ['/left', '/left', undefined],
    ['/markets/', '/markets', undefined],
    ['/de-DE/markets', '/de-DE/markets', 'de-DE'],
    ['/de-DE/portfolio/', '/de-DE/portfolio', 'de-DE'],
    ['/help', '/help', undefined],
    ['/help/Leverage', '/help/leverage', undefined],
    ['/ja-JP/help/order-types', '/ja-JP/help/order-types', 'ja-JP'],
  ])('%s is the page of %s', (path, own, language) => {
    const arrival = arrivalAt(path)
    expect(arrival).toMatchObject({ path: own, language })
    expect(arrival?.page).toEqual(pageAt(own))
  })

  test.each(['/trade/nothing/BTCUSDT', '/trade/usdt/BTC USDT', '/elsewhere', '/constructor'])(
    '%s is not a page of the terminal',
    (path) => expect(arrivalAt(path)).toBeUndefined(),
  )
})

test.each([
  ['BTCUSDT', '/markets/BTCUSDT'],
  ['BTC/USDT', '/markets/BTC/USDT'],
  ['BTCUSD-25DEC26', '/markets/BTCUSD-25DEC26'],
])('the instrument page of %s is at %s', (symbol, path) => {
  const page = { kind: 'instrument', symbol } as const
  expect(pathOf(page)).toBe(path)
  expect(pageAt(path)).toEqual(page)
  for (const written of [`/de-DE${path}/`, `/de-DE${path.toLowerCase()}`]) {
    expect(arrivalAt(written)).toEqual({ page, language: 'de-DE', path: `/de-DE${path}` })
  }
})

test('the instrument page of a USDC perpetual is found by its name too', () => {
  const page = { kind: 'instrument', symbol: 'BTCPERP' } as const
  expect(pageAt('/markets/btc-perp')).toEqual(page)
  expect(pathOf(page)).toBe('/markets/BTCPERP')
})
