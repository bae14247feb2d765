// Ending a lead stops all followers, so it needs a confirmation.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { EndLead } from './EndLead.tsx'

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
      <EndLead name="Hedge Desk" onDone={onDone} />
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
