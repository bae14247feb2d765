// The dialog of a grid's TP/SL: an entry is required, and an emptied field removes its price.

import type { WireBot } from '@basis/protocol/grid/calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { StopsDialog } from './BotDialogs.tsx'

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', (_address: string, { body }: { body?: string }) => {
    sent.push(JSON.parse(body ?? '{}'))
    const answer = { ret_code: 0, ret_msg: 'OK', result: { botId: '7' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(stops: Pick<WireBot, 'takeProfitPrice' | 'stopLossPrice'>) {
  const bot = { botId: '7', symbol: 'BTCUSDT', coin: 'USDT', lowPrice: '60000.0', ...stops }
  const onDone = vi.fn()
  const screen = await render(
    <UiProvider>
      <StopsDialog bot={bot as WireBot} onClose={() => undefined} onDone={onDone} />
    </UiProvider>,
  )
  const confirm = (): void =>
    (screen.getByRole('button', { name: 'Confirm' }).element() as HTMLElement).click()
  return { screen, confirm, onDone }
}

test('without any price the dialog asks for one and sends nothing', async () => {
  const { screen, confirm, onDone } = await open({ takeProfitPrice: '0', stopLossPrice: '0' })
  confirm()
  await expect.element(screen.getByText('Enter at least one price')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Stop-loss' }).fill('55000')
  confirm()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(sent).toEqual([{ botId: '7', takeProfitPrice: '0', stopLossPrice: '55000' }])
})

test('an emptied field removes the price that was set', async () => {
  const { screen, confirm, onDone } = await open({ takeProfitPrice: '0', stopLossPrice: '55000.0' })
  await screen.getByRole('textbox', { name: 'Stop-loss' }).fill('')
  confirm()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(sent).toEqual([{ botId: '7', takeProfitPrice: '0', stopLossPrice: '0' }])
})
