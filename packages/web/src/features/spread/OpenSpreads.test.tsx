// Amending a spread order in its row: the field closes once it was amended, not if it was refused.

import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import type { WireSpreadInstrument } from '@basis/protocol/spread/market'
import type { WireSpreadOrder } from '@basis/protocol/spread/order'
import { applySpreadNews } from '../../stores/spread/spreads.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { OpenSpreads } from './OpenSpreads.tsx'

const symbol = 'BTCUSDT-25DEC26_BTCUSDT'
const answers = vi.hoisted(() => ({ amendSpread: {} as object }))
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string) =>
    Promise.resolve(
      name === 'amendSpread' ? answers.amendSpread : { ok: true, value: { list: [instrument] } },
    ),
}))

const instrument = {
  symbol,
  contractType: 'FutureSpread',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: '0.5',
  lotSize: '0.1',
  minSize: '0.1',
  maxSize: '10',
  maxMarketSize: '5',
  minPrice: '-2650',
  maxPrice: '3350',
  legs: [
    { symbol: 'BTCUSDT-25DEC26', contractType: 'LinearFutures' },
    { symbol: 'BTCUSDT', contractType: 'LinearPerpetual' },
  ],
} as unknown as WireSpreadInstrument
const order = {
  orderId: '5',
  symbol,
  side: 'Buy',
  orderType: 'Limit',
  orderStatus: 'New',
  price: '10',
  qty: '1',
  cumExecQty: '0',
  legSymbol1: 'BTCUSDT-25DEC26',
  legSide1: 'Buy',
  legSymbol2: 'BTCUSDT',
  legSide2: 'Sell',
  createdAtE3: 1,
} as unknown as WireSpreadOrder

test('a refused amendment leaves its field open, an accepted one closes it', async () => {
  applySpreadNews({ orders: [order] } as never, true)
  const screen = await render(
    <UiProvider>
      <OpenSpreads />
    </UiProvider>,
  )
  const button = screen.getByRole('button', { name: /price/i }).first()
  await expect.element(button).toBeEnabled()
  ;(button.element() as HTMLElement).click()
  const field = screen.getByRole('textbox')
  await field.fill('12')
  const error = { code: 20_000, message: 'no', extMap: {}, hasError: true }
  answers.amendSpread = { ok: false, isUnknown: false, error }
  await userEvent.keyboard('{Enter}')
  await new Promise((wake) => setTimeout(wake, 100))
  await expect.element(field).toBeInTheDocument()
  answers.amendSpread = { ok: true, value: {} }
  await userEvent.keyboard('{Enter}')
  await expect.element(field).not.toBeInTheDocument()
})
