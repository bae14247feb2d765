// Transfers to and from a copy wallet: each is offered as far as its source can give the amount.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { Transfer } from './MyCopies.tsx'

afterEach(() => vi.unstubAllGlobals())

test('16.1: an amount that neither side can give is marked, and only a possible transfer is offered', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { body?: string }) => {
    sent.push(JSON.parse(body ?? '{}'))
    const answer = { ret_code: 0, ret_msg: 'OK', result: { walletId: '9' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  const funds = { available: '60', transferable: '240.129' }
  const screen = await render(
    <UiProvider>
      <Transfer walletId="9" funds={funds} onDone={() => undefined} />
    </UiProvider>,
  )
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  const into = screen.getByRole('button', { name: 'Add' })
  const out = screen.getByRole('button', { name: 'Take out' })
  await expect
    .element(amount)
    .toHaveAccessibleDescription('60.00 USDT available · 240.12 USDT can be taken out')
  await amount.fill('240.13')
  await expect.element(amount).toHaveAccessibleDescription(/60 USDT available.*240.129 USDT can/)
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
  await expect.element(into).toBeDisabled()
  await expect.element(out).toBeDisabled()
  await amount.fill('240.12')
  await expect.element(amount).not.toHaveAttribute('aria-invalid')
  await expect.element(into).toBeDisabled()
  await out.click()
  await expect.poll(() => sent).toEqual([{ walletId: '9', amount: '-240.12' }])
  await amount.fill('60')
  await expect.element(into).toBeEnabled()
})

test('an amount whose transfer has no answer is cleared, so that it is not moved twice', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is down')))
  const onDone = vi.fn()
  const screen = await render(
    <UiProvider>
      <Transfer walletId="9" funds={{ available: '60', transferable: '0' }} onDone={onDone} />
    </UiProvider>,
  )
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  await amount.fill('50')
  await screen.getByRole('button', { name: 'Add' }).click()
  await expect.element(amount).toHaveValue('')
  expect(onDone).toHaveBeenCalledOnce()
})
