// The details of a DCA or rebalancing bot: what decides its next trade and its end.

import type { WireDcaBot, WireRebalanceBot } from '@basis/protocol/spot-bots/calls'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { fundsOf } from './bot-form.ts'
import { SpotBotList } from './SpotBotList.tsx'

const figures = {
  status: 'Running' as const,
  closeReason: '' as const,
  problem: '',
  coin: 'USDT',
  investment: '300',
  unspent: '200',
  worth: '299.9',
  totalPnl: '-0.1',
  nextAtE3: 0,
  trades: [],
  returned: [],
  createdAtE3: 0,
  endedAtE3: 0,
  done: 1,
} satisfies Partial<WireDcaBot>
const dca: WireDcaBot = {
  ...figures,
  botId: '7',
  symbol: 'BTC/USDT',
  amount: '100',
  purchases: 3,
  intervalMin: 1440,
  minPrice: '60000.00',
  maxPrice: '0.00',
  takeProfit: '5',
  spent: '99.97',
  bought: '0.00153946',
  averagePrice: '64938.14',
  holdings: [],
}
const rebalance: WireRebalanceBot = {
  ...figures,
  botId: '8',
  weights: [{ symbol: 'BTC/USDT', weight: '40' }],
  threshold: '5',
  intervalMin: 0,
  takeProfit: '0',
  stopLoss: '20',
  strayed: '0.01',
  holdings: [],
}

async function detailsOf(bot: WireDcaBot | WireRebalanceBot) {
  const screen = await render(
    <UiProvider>
      <SpotBotList bots={[bot]} funds={fundsOf([], { USDT: '1000' })} onDone={() => undefined} />
    </UiProvider>,
  )
  expect(screen.container.textContent).not.toContain('Interval')
  ;(screen.getByRole('button', { name: /^Details/ }).element() as HTMLElement).click()
  await expect.element(screen.getByText('Interval')).toBeVisible()
  const names = [...screen.container.querySelectorAll('dt')]
  return new Map(names.map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]))
}

test('a DCA bot shows its interval, amount, price limits and take-profit', async () => {
  const shown = await detailsOf(dca)
  expect(shown.get('Interval')).toBe('Every day')
  expect(shown.get('Amount per purchase')).toBe('100.00 USDT')
  expect(shown.get('Lowest price')).toBe('60,000.00')
  expect(shown.get('Highest price')).toBe('--')
  expect(shown.get('Take-profit on cost')).toBe('5.00%')
})

test('a rebalancing bot shows its threshold, take-profit and stop-loss', async () => {
  const shown = await detailsOf(rebalance)
  expect(shown.get('Interval')).toBe('By the threshold only')
  expect(shown.get('Threshold')).toBe('5.00%')
  expect(shown.get('Take-profit on investment')).toBe('--')
  expect(shown.get('Stop-loss on investment')).toBe('20.00%')
})

test('an investment above the balance is marked in the dialog, and is not sent', async () => {
  const screen = await render(
    <UiProvider>
      <SpotBotList
        bots={[rebalance]}
        funds={fundsOf([], { USDT: '42.5' })}
        onDone={() => undefined}
      />
    </UiProvider>,
  )
  await screen.getByRole('button', { name: /^Add investment/ }).click()
  const field = screen.getByRole('textbox', { name: 'Investment' })
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await expect.element(field).toHaveAccessibleDescription('42.50 USDT available')
  await field.fill('42.51')
  await expect
    .element(field)
    .toHaveAccessibleDescription('Insufficient balance: 42.5 USDT available')
  await expect.element(confirm).toBeDisabled()
  await field.fill('42.5')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await expect.element(confirm).toBeEnabled()
})

test('an investment is sent once, however often it is confirmed before the answer', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address)
    return new Promise(() => undefined)
  })
  const screen = await render(
    <UiProvider>
      <SpotBotList
        bots={[rebalance]}
        funds={fundsOf([], { USDT: '1000' })}
        onDone={() => undefined}
      />
    </UiProvider>,
  )
  await screen.getByRole('button', { name: /^Add investment/ }).click()
  await screen.getByRole('textbox', { name: 'Investment' }).fill('100')
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await expect.element(confirm).toBeEnabled()
  const button = confirm.element() as HTMLButtonElement
  button.click()
  await expect.poll(() => sent.length).toBe(1)
  button.click()
  await new Promise((done) => setTimeout(done, 200))
  vi.unstubAllGlobals()
  expect(sent).toHaveLength(1)
})
