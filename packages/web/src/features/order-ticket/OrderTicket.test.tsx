// The order ticket while a page opens: it can be used before the session is known.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { storePosition } from '../../../testing/stored-position.ts'
import { useSession } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { OrderTicket } from './OrderTicket.tsx'

afterEach(() => {
  useSession.setState({ status: 'unknown' })
  vi.unstubAllGlobals()
})

test('typed values and an open dialog stay when the session becomes known', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
  await storePosition()
  const screen = await render(
    <UiProvider>
      <OrderTicket />
    </UiProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Quantity' })
  await userEvent.type(field, '0.1')
  useSession.setState({ status: 'trader' })
  await expect.element(screen.getByRole('button', { name: 'Buy / Long' })).toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('2')
  await expect.element(field).toHaveValue('0.12')
  useSession.setState({ status: 'unknown' })
  const open = screen.getByRole('button', { name: /^Order by / })
  await expect.element(open).toBeInTheDocument()
  ;(open.element() as HTMLElement).click()
  const cost = screen.getByRole('button', { name: /^Cost \(USDT\)/ })
  await expect.element(cost).toBeInTheDocument()
  useSession.setState({ status: 'trader' })
  await expect.element(screen.getByText('Buy / Long')).toBeInTheDocument()
  await expect.element(cost).toBeInTheDocument()
})

/** Renders the ticket with a reduce-only sale of 0.1 BTC typed in it; `send` sends it. */
async function typedSale() {
  await storePosition()
  useSession.setState({ status: 'trader' })
  const screen = await render(
    <UiProvider>
      <OrderTicket />
    </UiProvider>,
  )
  await userEvent.fill(screen.getByRole('textbox', { name: 'Price' }), '62000')
  const field = screen.getByRole('textbox', { name: 'Quantity' })
  await userEvent.fill(field, '0.1')
  const press = (role: 'checkbox' | 'button', name: string): void =>
    (screen.getByRole(role, { name }).element() as HTMLElement).click()
  const box = screen.getByRole('checkbox', { name: 'Reduce-only' })
  if (box.element().getAttribute('aria-checked') !== 'true') press('checkbox', 'Reduce-only')
  await expect.element(box).toBeChecked()
  return { screen, field, send: () => press('button', 'Sell / Short') }
}

test('the quantity of an order without an answer is cleared, so that it is not sent again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
  const { field, send } = await typedSale()
  send()
  await expect.element(field).toHaveValue('')
})

test('an order is cleared also if another market is shown before its answer', async () => {
  const { promise, reject } = Promise.withResolvers<Response>()
  let isSent = false
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('/order/create')) isSent = true
    return promise
  })
  const { screen, send } = await typedSale()
  send()
  await expect.poll(() => isSent).toBe(true)
  await screen.unmount()
  reject(new TypeError('no exchange here'))
  await new Promise((wake) => setTimeout(wake, 50))
  const again = await render(
    <UiProvider>
      <OrderTicket />
    </UiProvider>,
  )
  await expect.element(again.getByRole('textbox', { name: 'Quantity' })).toHaveValue('')
})

test('an order is cleared also if its ticket is closed and opened again before its answer', async () => {
  const { promise, reject } = Promise.withResolvers<Response>()
  let isSent = false
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('/order/create')) isSent = true
    return promise
  })
  const { screen, send } = await typedSale()
  send()
  await expect.poll(() => isSent).toBe(true)
  await screen.unmount()
  const again = await render(
    <UiProvider>
      <OrderTicket />
    </UiProvider>,
  )
  const field = again.getByRole('textbox', { name: 'Quantity' })
  await expect.element(field).toHaveValue('0.1')
  reject(new TypeError('no exchange here'))
  await expect.element(field).toHaveValue('')
})
