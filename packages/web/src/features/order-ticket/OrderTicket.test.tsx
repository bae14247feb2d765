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

test('the quantity of an order without an answer is cleared, so that it is not sent again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
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
  press('checkbox', 'Reduce-only')
  await expect.element(screen.getByRole('checkbox', { name: 'Reduce-only' })).toBeChecked()
  press('button', 'Sell / Short')
  await expect.element(field).toHaveValue('')
})
