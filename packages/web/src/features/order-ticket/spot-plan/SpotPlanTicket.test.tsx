// The ticket of spot plan orders while an order is under way.

import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { symbolId } from '@basis/domain/numbers/brand'
import { leverageE2, priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { ActionOutcome } from '../../../actions/action-outcome.ts'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import type { TicketContext } from '../ticket.ts'
import { SpotPlanTicket } from './SpotPlanTicket.tsx'

const { promise, resolve } = Promise.withResolvers<ActionOutcome>()
vi.mock('../../../actions/trading.ts', async (original) => ({
  ...(await original<object>()),
  placeOrder: () => promise,
}))

const instrument: Instrument = { ...btcUsdt, symbol: symbolId('BTC/USDT'), kind: 'Spot' }
const context = {
  instrument,
  leverage: leverageE2(100),
  last: priceTicks(600_000),
} as TicketContext

test('what is changed after the press stays, and the quantity that was sent is cleared', async () => {
  const screen = await render(
    <UiProvider>
      <SpotPlanTicket context={context} block={undefined} only={undefined} />
    </UiProvider>,
  )
  const trigger = screen.getByRole('textbox', { name: 'Trigger price' })
  const quantity = screen.getByRole('textbox', { name: 'Quantity' })
  await trigger.fill('61000')
  await quantity.fill('0.1')
  ;(screen.getByRole('button', { name: 'Buy BTC' }).element() as HTMLElement).click()
  await trigger.fill('62000')
  resolve({ kind: 'done' })
  await expect.element(quantity).toHaveValue('')
  await expect.element(trigger).toHaveValue('62,000')
})
