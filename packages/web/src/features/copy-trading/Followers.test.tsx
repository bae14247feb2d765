// The followers of a leader: their equity and paid shares, and blocking with a confirmation.

import type { CallAnswer } from '@basis/protocol/calls'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { Followers } from './Followers.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a follower has equity and paid share, is blocked after a confirmation and unblocked without', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { body?: string }) => {
    sent.push(JSON.parse(body ?? '{}'))
    const answer = { ret_code: 0, ret_msg: 'OK', result: { walletId: '1' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  const money = { equity: '1234.5', setAside: '10', paidShare: '7', startedAtE3: 0 }
  const followers = [
    { followerId: '501', status: 'Following', isBlocked: false, ...money },
    { followerId: '502', status: 'Stopped', isBlocked: true, ...money, equity: '0' },
  ]
  const detail = { followers, earned: '14' } as unknown as CallAnswer<'leaderApplyDetail'>
  const onDone = vi.fn()
  const screen = await render(
    <UiProvider>
      <Followers detail={detail} onDone={onDone} />
    </UiProvider>,
  )
  const cells = screen.getByRole('row', { name: /501/ }).getByRole('cell')
  const texts = cells.elements().map((cell) => cell.textContent)
  expect(texts.slice(1, 4)).toEqual(['1,234.50', '10.00', '7.00'])
  const press = (name: RegExp | string): void =>
    (screen.getByRole('button', { name }).element() as HTMLElement).click()
  press(/Unblock.*502/)
  await expect.poll(() => sent).toEqual([{ followerId: '502', isBlocked: false }])
  press(/^Block.*501/)
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  expect(sent).toHaveLength(1)
  press('Block')
  await expect.poll(() => sent.at(-1)).toEqual({ followerId: '501', isBlocked: true })
})
