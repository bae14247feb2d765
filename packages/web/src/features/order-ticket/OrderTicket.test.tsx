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
