// The heading of every kind of trade page names its symbol.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { goTo } from '../shell/location.ts'
import type { TradePage } from '../shell/routes.ts'
import { PageHeading } from './PageHeading.tsx'
import { startRouter } from './router.ts'

const outside = globalThis.location.href
let stop: () => void = () => undefined
beforeEach(() => {
  history.pushState(null, '', outside)
  stop = startRouter()
})
afterEach(() => {
  stop()
  history.replaceState(null, '', outside)
})

const pages: readonly (readonly [TradePage, RegExp])[] = [
  [{ kind: 'linear', symbol: 'ETHUSDT' }, /^Trade ETHUSDT$/],
  [{ kind: 'usdc', symbol: 'BTCPERP' }, /^Trade BTC-PERP$/],
  [{ kind: 'spot', base: 'BTC', quote: 'USDT' }, /^Trade BTC\/USDT$/],
  // The address names the current quarter by a code, the heading the contract itself.
  [{ kind: 'inverseFutures', pair: 'BTCUSD', code: 'Q' }, /^Trade BTCUSD[HMUZ]\d\d$/],
]

test.each(pages)('the heading of %j names its symbol', async (page, heading) => {
  goTo(page)
  const screen = await render(<PageHeading />)
  const shown = screen.getByRole('heading', { level: 1 })
  await expect.poll(() => shown.element().textContent).toMatch(heading)
})
