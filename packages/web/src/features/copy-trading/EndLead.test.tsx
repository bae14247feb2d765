// Ending a lead stops all followers, so it needs a confirmation; with something open in the wallet
// it is not possible.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { EndLead } from './EndLead.tsx'
import type { OpenInWallet } from './lead-form.ts'

afterEach(() => vi.unstubAllGlobals())

test('leading ends only after a confirmation, which says that all followers stop', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address)
    const answer = { ret_code: 0, ret_msg: 'OK', result: { walletId: '1' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  const onDone = vi.fn()
  const screen = await render(
    <UiProvider>
      <EndLead name="Hedge Desk" open={undefined} onDone={onDone} />
    </UiProvider>,
  )
  const press = (name: string): void =>
    (screen.getByRole('button', { name }).element() as HTMLElement).click()
  press('Stop leading')
  const question = screen.getByRole('alertdialog', { name: 'Stop leading as Hedge Desk?' })
  await expect.element(question).toBeVisible()
  expect(question.element().textContent).toContain('Everybody who copies you stops')
  press('Cancel')
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toEqual([])
  press('Stop leading')
  await expect.element(question).toBeVisible()
  const yes = question.getByRole('button', { name: 'Stop leading' })
  ;(yes.element() as HTMLElement).click()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('/leader/end')
})

test('with positions or orders open the dialog says which, and nothing can be sent', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address)
    return Promise.resolve(new Response('{}'))
  })
  const leadAs = (open: OpenInWallet | undefined) => (
    <UiProvider>
      <EndLead name="Hedge Desk" open={open} onDone={() => undefined} />
    </UiProvider>
  )
  const short = { symbol: 'SOLUSDT', side: 'Sell' } as const
  const screen = await render(leadAs({ positions: [short], ordersIn: ['XRPUSDT'] }))
  await screen.getByRole('button', { name: 'Stop leading' }).click()
  const question = screen.getByRole('alertdialog', { name: 'Stop leading as Hedge Desk?' })
  await expect
    .poll(() => question.element().textContent)
    .toContain('Positions or orders are still open')
  await expect.poll(() => question.element().textContent).toContain('PositionsSOLUSDT Short')
  await expect.poll(() => question.element().textContent).toContain('Open ordersXRPUSDT')
  const yes = question.getByRole('button', { name: 'Stop leading' })
  await expect.element(yes).toBeDisabled()
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(sent).toEqual([])
  // Once everything is closed, the open dialog asks its question.
  await screen.rerender(leadAs(undefined))
  await expect
    .poll(() => question.element().textContent)
    .toContain('Everybody who copies you stops')
  await expect.element(yes).toBeEnabled()
})
