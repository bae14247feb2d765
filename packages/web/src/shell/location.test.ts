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

/** Returns what a router is told from now on. */
function routerThatTells(): readonly string[] {
  const told: string[] = []
  startLocation({
    push: (path) => told.push(`push ${path}`),
    replace: (path) => told.push(`replace ${path}`),
    keep: (path) => told.push(`keep ${path}`),
  })
  return told
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
  expect(moveAfterChoice(perpetual, future)?.kind).toBe('keep')
})

test('no other two types count as one, whatever their addresses share', () => {
  const future: Traded = { ...ethPerpetual, marketType: 'UsdtFutures', symbol: 'ETHUSDT-25DEC26' }
  expect(moveAfterChoice(btcPerpetual, future)).toEqual({
    kind: 'push',
    page: { kind: 'linear', symbol: 'ETHUSDT-25DEC26' },
  })
  const nearer: TradePage = { kind: 'linear', symbol: 'BTCUSDT-25DEC26' }
  expect(moveAfterChoice(nearer, future)?.kind).toBe('keep')
  expect(moveAfterChoice(nearer, ethPerpetual)?.kind).toBe('push')
})

test('Otherwise nothing changes: the address stays, and the symbol is shown there', () => {
  const told = routerThatTells()
  arriveAt(btcPerpetual)
  chooseSymbol(ethPerpetual)
  expect(currentTradePage()).toEqual({ kind: 'linear', symbol: 'ETHUSDT' })
  // The symbol that is already shown moves nothing.
  chooseSymbol(ethPerpetual)
  chooseSymbol({ ...ethPerpetual, symbol: 'BTCUSDT', baseCoin: 'BTC' })
  expect(currentTradePage()).toEqual(btcPerpetual)
  expect(told).toEqual(['keep /trade/usdt/ETHUSDT', 'keep /trade/usdt/BTCUSDT'])
})

test('the address decides what a choice does, not what is shown there', () => {
  const told = routerThatTells()
  arriveAt(btcPerpetual)
  chooseSymbol(ethPerpetual)
  chooseSymbol(btcSpot)
  arriveAt({ kind: 'history', family: 'LinearPerpetual' })
  expect(currentTradePage()).toEqual({ kind: 'spot', base: 'BTC', quote: 'USDT' })
  // On a page that trades nothing, every choice leads to a trade page.
  chooseSymbol({ ...btcSpot, symbol: 'ETHUSDT', baseCoin: 'ETH' })
  expect(told).toEqual([
    'keep /trade/usdt/ETHUSDT',
    'push /trade/spot/BTC/USDT',
    'push /trade/spot/ETH/USDT',
  ])
})

test('what was chosen is shown again at its address, and nothing of another market is', () => {
  const eth: TradePage = { kind: 'linear', symbol: 'ETHUSDT' }
  arriveAt(btcPerpetual, undefined, eth)
  expect(currentPage()).toEqual(eth)
  for (const other of [
    { kind: 'linear', symbol: 'ETHUSDT-25DEC26' },
    { kind: 'inverse', symbol: 'ETHUSD' },
    { kind: 'markets' },
  ] as const) {
    arriveAt(btcPerpetual, undefined, other)
    expect(currentPage()).toEqual(btcPerpetual)
  }
})

test('a language before the path stays while markets change, and changes with the language', () => {
  const moves = routerThatTells()
  arriveAt({ kind: 'spot', base: 'BTC', quote: 'USDT' }, 'de-DE')
  chooseSymbol(ethPerpetual)
  changeAddressLanguage('ja-JP')
  goTo({ kind: 'history', family: 'LinearPerpetual' })
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
  routerThatTells()
  arriveAt(btcPerpetual)
  for (const page of [
    { kind: 'portfolio' },
    { kind: 'history', family: 'LinearPerpetual' },
  ] as const) {
    goTo(page)
    leaveAccountPages()
    expect(currentPage()).toEqual(btcPerpetual)
  }
  goTo({ kind: 'markets' })
  leaveAccountPages()
  expect(currentPage()).toEqual({ kind: 'markets' })
})
