// The dialog of a grid’s TP/SL: an entry is required, an emptied field removes its price, and what
// the exchange would refuse is marked.

import { amount, zero } from '@basis/domain/numbers/fixed'
import type { WireBot } from '@basis/protocol/grid/calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { instrument } from '../../../testing/held-position.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { AddInvestmentDialog, StopsDialog } from './BotDialogs.tsx'

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  const { symbol } = instrument
  const listing = { symbol, instrument, marketType: 'UsdtPerpetual', displayName: symbol } as const
  useCatalogue.setState({ listings: new Map([[symbol, listing]]) })
  vi.stubGlobal('fetch', (_address: string, { body }: { body?: string }) => {
    sent.push(JSON.parse(body ?? '{}'))
    const answer = { ret_code: 0, ret_msg: 'OK', result: { botId: '7' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(stops: Pick<WireBot, 'takeProfitPrice' | 'stopLossPrice'>) {
  const bot = {
    botId: '7',
    symbol: 'BTCUSDT',
    gridMode: 'Long',
    gridType: 'Arithmetic',
    coin: 'USDT',
    lowPrice: '60000.0',
    highPrice: '70000.0',
    lastPrice: '65000.0',
    cellNumber: 10,
    leverage: '3',
    isTrailing: false,
    ...stops,
  }
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

test('a price that the exchange would refuse is marked at its field, and is not sent', async () => {
  const { screen, confirm } = await open({ takeProfitPrice: '71000.0', stopLossPrice: '0' })
  const takeProfit = screen.getByRole('textbox', { name: 'Take-profit' })
  const stopLoss = screen.getByRole('textbox', { name: 'Stop-loss' })
  await expect.element(takeProfit).not.toHaveAttribute('aria-invalid')
  await takeProfit.fill('70000')
  await expect.element(takeProfit).toHaveAccessibleDescription(/beyond the price range/)
  await expect.element(stopLoss).not.toHaveAttribute('aria-invalid')
  await expect.element(screen.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await takeProfit.fill('70000.1')
  await stopLoss.fill('60000')
  await expect.element(stopLoss).toHaveAccessibleDescription(/beyond the price range/)
  confirm()
  expect(sent).toEqual([])
  await stopLoss.fill('59999.9')
  confirm()
  await expect
    .poll(() => sent)
    .toEqual([{ botId: '7', takeProfitPrice: '70000.1', stopLossPrice: '59999.9' }])
})

test('money is added once, however often it is confirmed, and also if no answer comes', async () => {
  const { promise, reject } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (_address: string, { body }: { body?: string }) => {
    sent.push(JSON.parse(body ?? '{}'))
    return promise
  })
  const onDone = vi.fn()
  const screen = await render(
    <UiProvider>
      <AddInvestmentDialog
        call="addBotInvestment"
        botId="7"
        name="BTCUSDT"
        coin="USDT"
        funds={{ USDT: { invested: zero, free: amount(50_000_000_000n) } }}
        problemOf={() => undefined}
        help=""
        onClose={() => undefined}
        onDone={onDone}
      />
    </UiProvider>,
  )
  await screen.getByRole('textbox').fill('100')
  const button = screen.getByRole('button', { name: 'Confirm' })
  await expect.element(button).toBeEnabled()
  for (let press = 0; press < 2; press += 1) (button.element() as HTMLElement).click()
  await expect.poll(() => sent).toEqual([{ botId: '7', investment: '100' }])
  reject(new TypeError('the network is down'))
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
})
