// The quantity of an order (spec 4, 5): its notice is shown on blur and hidden on focus and on
// change; the slider has hundredths of the maximum.

import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { leverageE2, priceE8, priceTicks } from '@basis/domain/numbers/fixed'
import { instrument } from '../../../testing/held-position.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { QuantityField } from './QuantityField.tsx'
import { changeTicket, emptyDraft, type TicketContext } from './ticket.ts'

const price = priceTicks(600_000)
const context: TicketContext = {
  instrument,
  leverage: leverageE2(1000),
  last: price,
  bid: price,
  ask: price,
  markE8: priceE8(6_000_000_000_000),
  band: undefined,
  isIsolated: false,
  funds: undefined,
  position: undefined,
}

function Field() {
  const [draft, setDraft] = useState({ ...emptyDraft, price: '60000' })
  return (
    <UiProvider>
      <QuantityField
        draft={draft}
        context={context}
        onChange={(change) => setDraft((before) => changeTicket(before, change))}
        error={undefined}
      />
      <button type="button">elsewhere</button>
    </UiProvider>
  )
}

test('the notice about a quantity over the maximum is shown on blur, hidden on focus and on change', async () => {
  const screen = await render(<Field />)
  const field = screen.getByRole('textbox', { name: 'Quantity' })
  const notice = screen.getByText(/^Max\. .* BTC/)
  await field.fill('999999')
  await expect.element(notice).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(notice).toBeInTheDocument()
  await field.click()
  await expect.element(notice).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(notice).toBeInTheDocument()
  await field.fill('1')
  await userEvent.tab()
  await expect.element(notice).not.toBeInTheDocument()
})

test('the slider goes from 0 to 100 percent in steps of 1', async () => {
  const screen = await render(<Field />)
  const slider = screen.getByRole('slider')
  await expect.element(slider).toHaveAttribute('min', '0')
  await expect.element(slider).toHaveAttribute('max', '100')
  await expect.element(slider).toHaveAttribute('step', '1')
})

const press = (button: Element): void => (button as HTMLElement).click()

test('the unit opens the quantity type dialog: Qty, Cost and Value, with Value marked NEW', async () => {
  const screen = await render(<Field />)
  press(screen.getByRole('button', { name: 'Order by Qty (BTC)' }).element())
  const dialog = screen.getByRole('dialog', { name: 'Quantity type' })
  await expect.element(dialog).toBeInTheDocument()
  const choices = dialog.getByRole('button', { name: /^(Qty|Cost|Value)/ })
  expect(choices.elements().map((choice) => choice.textContent)).toEqual([
    'Qty (BTC)Order size in the coin',
    'Cost (USDT)Margin plus fees',
    'Value (USDT)NEWPrice × quantity',
  ])
  press(dialog.getByRole('button', { name: /^Value/ }).element())
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(screen.getByRole('button', { name: 'Order by Value (USDT)' }))
    .toBeInTheDocument()
})
