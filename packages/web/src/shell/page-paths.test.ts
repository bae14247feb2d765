// The development server gives the terminal for every address that is one of its pages.

import { expect, test } from 'vitest'
import { isPageOutside } from '../../page-paths.config.ts'
import { pageAt } from './routes.ts'

const pages = [
  '/trade/spot/BTC/USDT',
  '/trade/futures/usdc/BTC-PERP',
  '/trade/inverse/BTCUSD',
  '/trade/spread',
  '/markets',
  '/markets/BTCUSDT',
  '/markets/BTC/USDT',
  '/portfolio',
  '/fees',
  '/wallets',
  '/docs/api',
  '/copy-trading',
  '/bots',
  '/help',
  '/invite',
  '/user/assets/order/derivatives/uniform-usdt/trade-history',
  '/user/assets/order/spot/trade-history',
]

test.each(pages)('%s is a page, in a language of its own too', (path) => {
  for (const url of [path, `/de-DE${path}`]) {
    expect(pageAt(url)).toBeDefined()
    expect(isPageOutside(url)).toBe(true)
    expect(isPageOutside(`${url}?ref=1`)).toBe(true)
  }
})

test.each(['/left'])('so is %s', (path) => {
  expect(isPageOutside(path)).toBe(true)
})

test.each([
  '/trade/usdt/BTCUSDT',
  '/trade/usdt/src/app/start.ts',
  '/contract/v5/order/create',
  '/v5/market/time',
  '/api/openapi.json',
  '/marketsheet',
])('%s is none that lies outside', (path) => {
  expect(isPageOutside(path)).toBe(false)
})
