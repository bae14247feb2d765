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

/** Returns the list of moves that a router receives from now on. */
function recordingRouter(): readonly string[] {
  const received: string[] = []
  startLocation({
    push: (path) => received.push(`push ${path}`),
    replace: (path) => received.push(`replace ${path}`),
    keep: (path) => received.push(`keep ${path}`),
  })
  return received
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

test('no other two market types count as the same type, even if they share a route', () => {
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
  const received = recordingRouter()
  arriveAt(btcPerpetual)
  chooseSymbol(ethPerpetual)
  expect(currentTradePage()).toEqual({ kind: 'linear', symbol: 'ETHUSDT' })
  // Choosing the symbol that is already shown causes no move.
  chooseSymbol(ethPerpetual)
  chooseSymbol({ ...ethPerpetual, symbol: 'BTCUSDT', baseCoin: 'BTC' })
  expect(currentTradePage()).toEqual(btcPerpetual)
  expect(received).toEqual(['keep /trade/usdt/ETHUSDT', 'keep /trade/usdt/BTCUSDT'])
})

test('the market type of the page that is shown decides whether a choice navigates', () => {
  const received = recordingRouter()
  arriveAt(btcPerpetual)
  chooseSymbol(ethPerpetual)
  chooseSymbol(btcSpot)
  arriveAt({ kind: 'history', family: 'LinearPerpetual' })
  expect(currentTradePage()).toEqual({ kind: 'spot', base: 'BTC', quote: 'USDT' })
  // On a page without trading, every choice leads to a trade page.
  chooseSymbol({ ...btcSpot, symbol: 'ETHUSDT', baseCoin: 'ETH' })
  expect(received).toEqual([
    'keep /trade/usdt/ETHUSDT',
    'push /trade/spot/BTC/USDT',
    'push /trade/spot/ETH/USDT',
  ])
})

test('a symbol chosen before is shown again at its address, one of another market type is not', () => {
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

test('a language prefix of the path stays when the market changes, and changes with the language', () => {
  const moves = recordingRouter()
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

test('spec 8: when a session ends, a page of the account gives way to the trade page', () => {
  recordingRouter()
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

test('another option of the chain that is shown is chosen, also one that was chosen before', () => {
  recordingRouter()
  const option = (symbol: string): Traded => ({
    marketType: 'Option',
    symbol,
    baseCoin: 'BTC',
    quoteCoin: 'USDC',
  })
  const [call, put] = ['BTC-25DEC26-70000-C', 'BTC-25DEC26-70000-P']
  arriveAt({ kind: 'option', settle: 'usdc', baseCoin: 'BTC', symbol: call })
  chooseSymbol(option(put))
  expect(currentTradePage()).toMatchObject({ symbol: put })
  // The page has its own choice since then, so the same option again is another request.
  const before = currentTradePage()
  chooseSymbol(option(put))
  expect(currentTradePage()).not.toBe(before)
  goTo({ kind: 'option', settle: 'usdc', baseCoin: 'BTC', symbol: call })
  expect(currentTradePage()).toMatchObject({ symbol: call })
  // The address of the chain does not name the option, which stays.
  arriveAt({ kind: 'option', settle: 'usdc', baseCoin: 'BTC' })
  expect(currentTradePage()).toMatchObject({ symbol: call })
})
