// The development server answers every path of a page with the terminal's document.

import { expect, test } from 'vitest'
import { isPagePath } from '@basis/protocol/pages/page-paths'
import { isPageOutside } from '../../page-paths.config.ts'
import { pageAt, pathOf, type Page } from './routes.ts'

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

test.each(pages)(
  '%s is served as a page outside the public path, also with a language prefix',
  (path) => {
    for (const url of [path, `/de-DE${path}`]) {
      const page = pageAt(url)
      expect(page && pathOf(page)).toBe(path)
      expect(isPageOutside(url)).toBe(true)
      expect(isPageOutside(`${url}?ref=1`)).toBe(true)
    }
  },
)

/** One of each kind: a new kind of page does not compile without a path that is served. */
const examples: { readonly [Kind in Page['kind']]: Extract<Page, { kind: Kind }> } = {
  linear: { kind: 'linear', symbol: 'BTCUSDT' },
  usdc: { kind: 'usdc', symbol: 'BTCPERP' },
  inverse: { kind: 'inverse', symbol: 'BTCUSD' },
  inverseFutures: { kind: 'inverseFutures', pair: 'BTCUSD', code: 'Q' },
  option: { kind: 'option', settle: 'usdc', baseCoin: 'BTC' },
  spot: { kind: 'spot', base: 'BTC', quote: 'USDT' },
  history: { kind: 'history', family: 'LinearPerpetual' },
  left: { kind: 'left' },
  invite: { kind: 'invite' },
  markets: { kind: 'markets' },
  instrument: { kind: 'instrument', symbol: 'BTC/USDT' },
  portfolio: { kind: 'portfolio' },
  fees: { kind: 'fees' },
  wallets: { kind: 'wallets' },
  copy: { kind: 'copy' },
  apiDocs: { kind: 'apiDocs' },
  bots: { kind: 'bots' },
  spread: { kind: 'spread', symbol: 'BTCUSDT' },
  help: { kind: 'help', topic: 'order-types' },
}

test.each(Object.values(examples))('the path of the page $kind is served and read back', (page) => {
  const path = pathOf(page)
  expect(pageAt(path)).toEqual(page)
  expect([path, isPagePath(path)]).toEqual([path, true])
})

test.each(['/left'])('%s is served as a page outside the public path', (path) => {
  expect(isPageOutside(path)).toBe(true)
})

test.each([
  '/trade/usdt/BTCUSDT',
  '/trade/usdt/src/app/start.ts',
  '/contract/v5/order/create',
  '/v5/market/time',
  '/api/openapi.json',
  '/marketsheet',
])('%s is not served as a page outside the public path', (path) => {
  expect(isPageOutside(path)).toBe(false)
})
