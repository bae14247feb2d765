// Amending an order in its row: the request sent by Enter, and the visible error.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { instrument } from '../../../testing/held-position.ts'
import { wallet } from '../../../testing/order-questions.ts'
import { storePosition } from '../../../testing/stored-position.ts'
import { closeDialog, openDialogs } from '../../shell/dialogs.ts'
import { applyWallet, clearWallet } from '../../stores/wallet.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { InRowAmend } from './InRowAmend.tsx'

/** A stop order that sells 0.1 by market when the mark price falls to 50,000. */
const order = {
  id: 7,
  symbol: 'BTCUSDT',
  side: 'Sell',
  orderType: 'Market',
  status: 'Untriggered',
  reduceOnly: false,
  priceTicks: priceTicks(0),
  qtyLots: qtyLots(100),
  filledLots: qtyLots(0),
  stop: {
    stopType: 'Stop',
    triggerTicks: priceTicks(500_000),
    triggerBy: 'MarkPrice',
    triggerDirection: 2,
  },
} as unknown as Order

/** A limit order that rests in the book. */
const resting = {
  ...order,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  status: 'New',
  positionIdx: 0,
  priceTicks: priceTicks(600_000),
  stop: undefined,
} as Order

afterEach(() => {
  clearWallet()
  vi.unstubAllGlobals()
})

/** Returns the requests that change something; none is answered. */
function withoutExchange(): readonly unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (to: string, { body }: RequestInit) => {
    if (typeof body === 'string' && !to.includes('preview')) sent.push(JSON.parse(body))
    return Promise.reject(new TypeError('no exchange here'))
  })
  return sent
}

test('a trigger price is amended in the row, and an error is visible below the field', async () => {
  const sent = withoutExchange()
  await storePosition()
  const screen = await render(
    <UiProvider>
      <div data-testid="frame" style={{ height: 60, overflowY: 'auto' }}>
        <div style={{ height: 44 }} />
        <InRowAmend order={order} instrument={instrument} field="trigger">
          Mark ≤ 50,000.0
        </InRowAmend>
      </div>
    </UiProvider>,
  )
  await expect.element(screen.getByText('Mark ≤ 50,000.0')).toBeInTheDocument()
  ;(
    screen.getByRole('button', { name: /^Change trigger price: / }).element() as HTMLElement
  ).click()
  const field = screen.getByRole('textbox', { name: 'Trigger price' })
  await expect.element(field).toHaveValue('50,000.0')
  await userEvent.fill(field, '')
  await userEvent.keyboard('{Enter}')
  const frame = screen.getByTestId('frame').element().getBoundingClientRect()
  const wrong = document.querySelector(`[id="${field.element().getAttribute('aria-describedby')}"]`)
  expect(wrong?.textContent).toBe('Enter a price')
  expect(wrong?.getBoundingClientRect().bottom).toBeLessThanOrEqual(frame.bottom + 1)
  expect(sent).toEqual([])
  await userEvent.fill(field, '49000.5')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() =>
    expect(sent).toContainEqual({ symbol: 'BTCUSDT', orderId: '7', triggerPrice: '49000.5' }),
  )
})

test('a price at which the order would trade at once needs confirmation before it is sent', async () => {
  const sent = withoutExchange()
  // The best bid and ask are 61,000.0 and 61,000.1.
  await storePosition()
  const screen = await render(
    <UiProvider>
      <InRowAmend order={resting} instrument={instrument} field="price">
        60,000.0
      </InRowAmend>
    </UiProvider>,
  )
  const type = async (price: string): Promise<void> => {
    ;(screen.getByRole('button', { name: /^Change price: / }).element() as HTMLElement).click()
    await userEvent.fill(screen.getByRole('textbox', { name: 'Price' }), price)
    await userEvent.keyboard('{Enter}')
  }
  await type('62000')
  await vi.waitFor(() => expect(openDialogs().map(({ kind }) => kind)).toEqual(['confirm']))
  expect(sent).toEqual([])
  const [question] = openDialogs()
  if (question?.kind === 'confirm') question.onAnswer(false)
  closeDialog('confirm')
  await expect.element(screen.getByText('60,000.0')).toBeInTheDocument()
  expect(sent).toEqual([])
  await type('59000')
  await vi.waitFor(() =>
    expect(sent).toContainEqual({ symbol: 'BTCUSDT', orderId: '7', price: '59000.0' }),
  )
})

test('a quantity raised to more than half of the equity needs confirmation', async () => {
  const sent = withoutExchange()
  await storePosition()
  applyWallet(wallet)
  const screen = await render(
    <UiProvider>
      <InRowAmend order={resting} instrument={instrument} field="qty">
        0.100
      </InRowAmend>
    </UiProvider>,
  )
  await screen.getByRole('button', { name: /^Change quantity: / }).click()
  await userEvent.fill(screen.getByRole('textbox', { name: 'Quantity' }), '2')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(openDialogs().map(({ kind }) => kind)).toEqual(['confirm']))
  expect(sent).toEqual([])
  const [question] = openDialogs()
  if (question?.kind === 'confirm') question.onAnswer(true)
  closeDialog('confirm')
  await vi.waitFor(() => expect(sent).toEqual([{ symbol: 'BTCUSDT', orderId: '7', qty: '2.000' }]))
})

test('after a key the focus is on the button again, and after a refusal in the field', async () => {
  let answer: object = { retCode: 110001, retMsg: 'no such order', result: null }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...answer, time: 1 })))
  await storePosition()
  const screen = await render(
    <UiProvider>
      <InRowAmend order={order} instrument={instrument} field="trigger">
        Mark ≤ 50,000.0
      </InRowAmend>
      <input aria-label="Elsewhere" />
    </UiProvider>,
  )
  const button = screen.getByRole('button', { name: /^Change trigger price: / })
  const field = screen.getByRole('textbox', { name: 'Trigger price' })
  await button.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  await button.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveFocus()
  await button.click()
  await userEvent.fill(field, '49000')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toBeEnabled()
  await expect.element(field).toHaveFocus()
  answer = { retCode: 0, retMsg: 'OK', result: { orderId: '7' } }
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveFocus()
  await button.click()
  await screen.getByRole('textbox', { name: 'Elsewhere' }).click()
  await expect.element(button).toBeInTheDocument()
  await expect.element(screen.getByRole('textbox', { name: 'Elsewhere' })).toHaveFocus()
})

test('a market order has no price to amend, and a resting order no trigger', async () => {
  const screen = await render(
    <UiProvider>
      <InRowAmend order={order} instrument={instrument} field="price">
        <span>Market</span>
      </InRowAmend>
      <InRowAmend order={resting} instrument={instrument} field="trigger">
        --
      </InRowAmend>
    </UiProvider>,
  )
  await expect.element(screen.getByText('Market')).toBeInTheDocument()
  expect(screen.getByRole('button').elements()).toEqual([])
})
