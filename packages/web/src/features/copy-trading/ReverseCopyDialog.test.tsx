// The reversal in a leader's wallet is two requests, and its dialog does not promise more.

import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { ReverseCopyDialog } from './ReverseCopyDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a refused second order leaves the position closed, as the dialog says', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address.replace(/\?.*/, ''))
    const isOpening = address.includes('/order/create')
    const answer = isOpening
      ? { ret_code: 110007, ret_msg: 'insufficient', result: null }
      : { ret_code: 0, ret_msg: 'OK', result: { walletId: '1' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  const position = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    size: '0.5',
    leverage: '10',
    positionIdx: 1,
    markPrice: '64000',
  } as WireCopyPosition
  const onDone = vi.fn()
  const screen = await render(
    <UiProvider>
      <ReverseCopyDialog position={position} onClose={() => undefined} onDone={onDone} />
    </UiProvider>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Reverse position' })
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().textContent).toContain(
    'If the second order is refused, the position stays closed.',
  )
  expect(dialog.element().textContent).not.toContain('both or neither')
  ;(screen.getByRole('button', { name: 'Reverse' }).element() as HTMLElement).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent.map((address) => address.replace(/.*\/order/, '/order'))).toEqual([
    '/order/close-all',
    '/order/create',
  ])
  expect(onDone).not.toHaveBeenCalled()
})
