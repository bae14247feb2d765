// The router keeps the address bar and the page in step, also for Back.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { changeAddressLanguage, chooseSymbol, goTo, usePage } from '../shell/location.ts'
import { pathOf } from '../shell/routes.ts'
import { startRouter, useIsPage } from './router.ts'

const outside = globalThis.location.href
let stop: () => void = () => undefined

/** Opens an address as a browser does that has just loaded it. */
function openAt(path: string): void {
  history.replaceState(null, '', path)
  stop = startRouter()
}

beforeEach(() => history.pushState(null, '', outside))
afterEach(() => {
  stop()
  history.replaceState(null, '', outside)
})

function Shown() {
  const page = usePage()
  return <p>{useIsPage() ? pathOf(page) : 'no page'}</p>
}

const address = (): string => globalThis.location.pathname + globalThis.location.search

test('an address is rewritten in its canonical form and keeps its query', async () => {
  openAt('/trade/futures/usdc/btcperp?embed=1')
  const screen = await render(<Shown />)
  await expect.element(screen.getByText('/trade/futures/usdc/BTC-PERP')).toBeVisible()
  expect(address()).toBe('/trade/futures/usdc/BTC-PERP?embed=1')
})

const eth = { symbol: 'ETHUSDT', baseCoin: 'ETH', quoteCoin: 'USDT' }

test('another market type adds a history entry for Back, a symbol of the same type keeps the address', async () => {
  openAt('/de-DE/trade/usdt/BTCUSDT')
  const screen = await render(<Shown />)
  chooseSymbol({ ...eth, marketType: 'UsdtPerpetual' })
  await expect.element(screen.getByText('/trade/usdt/ETHUSDT')).toBeVisible()
  expect(address()).toBe('/de-DE/trade/usdt/BTCUSDT')
  chooseSymbol({ ...eth, marketType: 'Spot' })
  await expect.element(screen.getByText('/trade/spot/ETH/USDT')).toBeVisible()
  expect(address()).toBe('/de-DE/trade/spot/ETH/USDT')
  history.back()
  await expect.element(screen.getByText('/trade/usdt/ETHUSDT')).toBeVisible()
  expect(address()).toBe('/de-DE/trade/usdt/BTCUSDT')
})

test('the chosen symbol is kept over a reload and a change of language; a link shows its own symbol', async () => {
  openAt('/de-DE/trade/usdt/BTCUSDT')
  const screen = await render(<Shown />)
  chooseSymbol({ ...eth, marketType: 'UsdtPerpetual' })
  stop()
  stop = startRouter()
  await expect.element(screen.getByText('/trade/usdt/ETHUSDT')).toBeVisible()
  changeAddressLanguage('ja-JP')
  await expect.element(screen.getByText('/trade/usdt/ETHUSDT')).toBeVisible()
  expect(address()).toBe('/ja-JP/trade/usdt/BTCUSDT')
  goTo({ kind: 'linear', symbol: 'BTCUSDT' })
  await expect.element(screen.getByText('/trade/usdt/BTCUSDT')).toBeVisible()
})

test('an unknown address stays unchanged, and the trader can go from it to a page and Back', async () => {
  openAt('/trade/nothing/BTCUSDT')
  const screen = await render(<Shown />)
  await expect.element(screen.getByText('no page')).toBeVisible()
  expect(address()).toBe('/trade/nothing/BTCUSDT')
  goTo({ kind: 'linear', symbol: 'BTCUSDT' })
  await expect.element(screen.getByText('/trade/usdt/BTCUSDT')).toBeVisible()
  history.back()
  await expect.element(screen.getByText('no page')).toBeVisible()
})
