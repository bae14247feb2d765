// Choosing a symbol moves the page as the specification's section 2 says.

import { expect, test } from 'vitest'
import {
  arriveAt,
  changeAddressLanguage,
  chooseSymbol,
  currentTradePage,
  goTo,
  currentPage,
  leaveAccountPages,
  moveAfterChoice,
  startLocation,
} from './location.ts'
import type { Traded, TradePage } from './routes.ts'

const btcPerpetual: TradePage = { kind: 'linear', symbol: 'BTCUSDT' }
const ethPerpetual: Traded = {
  marketType: 'UsdtPerpetual',
  symbol: 'ETHUSDT',
  baseCoin: 'ETH',
  quoteCoin: 'USDT',
}
const btcSpot: Traded = {
  marketType: 'Spot',
  symbol: 'BTCUSDT',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
}

test('a symbol of another market type navigates to its route', () => {
  expect(moveAfterChoice(btcPerpetual, btcSpot)).toEqual({
    kind: 'push',
    page: { kind: 'spot', base: 'BTC', quote: 'USDT' },
  })
})

test('The two USDC types count as the same type.', () => {
  const perpetual: TradePage = { kind: 'usdc', symbol: 'BTCPERP' }
  const future: Traded = {
    marketType: 'UsdcFutures',
    symbol: 'BTC-25DEC26',
    baseCoin: 'BTC',
    quoteCoin: 'USDC',
  }
  expect(moveAfterChoice(perpetual, future)?.kind).toBe('replace')
})

test('the symbol that is already there moves nothing', () => {
  expect(moveAfterChoice({ kind: 'linear', symbol: 'ETHUSDT' }, ethPerpetual)).toBeUndefined()
})

test('the router is told once, and the page follows at once', () => {
  const told: string[] = []
  startLocation({
    push: (path) => told.push(`push ${path}`),
    replace: (path) => told.push(`replace ${path}`),
  })
  arriveAt(btcPerpetual)
  chooseSymbol(ethPerpetual)
  expect(currentTradePage()).toEqual({ kind: 'linear', symbol: 'ETHUSDT' })
  chooseSymbol(btcSpot)
  arriveAt({ kind: 'history', segment: 'uniform-usdt' })
  expect(currentTradePage()).toEqual({ kind: 'spot', base: 'BTC', quote: 'USDT' })
  expect(told).toEqual(['replace /trade/usdt/ETHUSDT', 'push /trade/spot/BTC/USDT'])
})

test('a language before the path stays while markets change, and changes with the language', () => {
  const moves: string[] = []
  startLocation({
    push: (path) => moves.push(`push ${path}`),
    replace: (path) => moves.push(`replace ${path}`),
  })
  arriveAt({ kind: 'spot', base: 'BTC', quote: 'USDT' }, 'de-DE')
  chooseSymbol(ethPerpetual)
  changeAddressLanguage('ja-JP')
  goTo({ kind: 'history', segment: 'uniform-usdt' })
  expect(moves).toEqual([
    'push /de-DE/trade/usdt/ETHUSDT',
    'replace /ja-JP/trade/usdt/ETHUSDT',
    'push /user/assets/order/derivatives/uniform-usdt/trade-history',
  ])
  arriveAt({ kind: 'linear', symbol: 'ETHUSDT' })
  changeAddressLanguage('de-DE')
  expect(moves).toHaveLength(3)
})

test('spec 8: a session that ended leaves the pages of an account for the trade page', () => {
  startLocation({ push: () => undefined, replace: () => undefined })
  arriveAt(btcPerpetual)
  for (const page of [
    { kind: 'portfolio' },
    { kind: 'history', segment: 'uniform-usdt' },
  ] as const) {
    goTo(page)
    leaveAccountPages()
    expect(currentPage()).toEqual(btcPerpetual)
  }
  goTo({ kind: 'markets' })
  leaveAccountPages()
  expect(currentPage()).toEqual({ kind: 'markets' })
})
