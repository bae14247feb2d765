// The TP/SL dialog of a position (spec 2, 4, 5): header, tabs, views and list.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { storePosition } from '../../../testing/stored-position.ts'
import { closeDialog, openDialogs } from '../../shell/dialogs.ts'
import { loadInputSettings } from '../../stores/settings.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { TpslDialog } from './TpslDialog.tsx'

const entry = (id: number, updatedAt: number, [takeProfit, stopLoss]: [string, string]) =>
  ({
    orderId: String(id),
    qty: '0.100',
    tpSize: '0.100',
    slSize: '0.100',
    tpSlMode: 'Partial',
    tpStopOrderId: String(id),
    slStopOrderId: String(id + 1),
    takeProfit,
    tpTriggerBy: 'LastPrice',
    tpOrderType: 'Market',
    stopLoss,
    slTriggerBy: 'LastPrice',
    slOrderType: 'Market',
    updatedAt,
  }) as const

const entries = [entry(11, 1, ['70000.0', '50000.0']), entry(21, 2, ['65000.0', '55000.0'])]

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
  localStorage.clear()
  await storePosition()
})
afterEach(() => {
  closeDialog()
  vi.unstubAllGlobals()
})

async function open(onClose: () => void = () => undefined) {
  const screen = await render(
    <UiProvider>
      <TpslDialog request={{ kind: 'tpsl', symbol: 'BTCUSDT', positionIdx: 0 }} onClose={onClose} />
    </UiProvider>,
  )
  // A dialog takes the focus a frame after it is painted, and would take it from an opened list.
  await vi.waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
  const button = (name: string | RegExp) => screen.getByRole('button', { name })
  /** Clicks a button without the mouse, since the test page lacks the dialog's style sheet. */
  const press = async (name: string | RegExp): Promise<void> => {
    const found = button(name).first()
    await expect.element(found).toBeInTheDocument()
    ;(found.element() as HTMLElement).click()
  }
  const fact = (label: string): string =>
    screen.getByText(label, { exact: true }).element().nextElementSibling?.textContent ?? ''
  return { screen, button, press, fact }
}

test('the header has entry, quantity, market and liquidation price, the last only if there is one', async () => {
  const { screen, fact } = await open()
  expect(['Entry price', 'Last price', 'Liq. price'].map(fact)).toEqual([
    '60,000.0',
    '61,000.0',
    '40,000.0',
  ])
  await expect.element(screen.getByText('0.500 BTC')).toBeVisible()
  await storePosition({ liqPrice: '' })
  await expect.element(screen.getByText('Liq. price', { exact: true })).not.toBeInTheDocument()
})

test('tabs select the entire position or a part, which is tagged NEW; a help popover explains both', async () => {
  const { screen, button } = await open()
  await expect.element(button('Entire position')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Partial position NEW')).toHaveAttribute('aria-pressed', 'false')
  const help = screen.getByText('?', { exact: true })
  ;(help.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/closes the whole position/)).toBeVisible()
})

test('views: 1 lists, 2 adds, 3 modifies; the back arrow and Esc return to 1, then Esc closes', async () => {
  await storePosition({ partialTpslList: [...entries] })
  const closed = vi.fn<() => void>()
  const { screen, button, press } = await open(closed)
  const title = () => screen.getByRole('heading', { level: 2 })
  // With partial entries only, the dialog begins with their list.
  await expect.element(button(/Partial position/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(title()).toHaveTextContent('Add/modify TP/SL · BTCUSDT')
  await press('Add')
  await expect.element(title()).toHaveTextContent('Add partial TP/SL · BTCUSDT')
  // The mode cannot be changed while an entry is edited.
  await expect.element(button(/Partial position/)).not.toBeInTheDocument()
  await press('Back')
  await expect.element(title()).toHaveTextContent('Add/modify TP/SL · BTCUSDT')
  await press('Modify')
  await expect.element(title()).toHaveTextContent('Modify partial TP/SL · BTCUSDT')
  await expect.element(button(/Entire position/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(title()).toHaveTextContent('Add/modify TP/SL · BTCUSDT')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

test('a stop-loss changed by another page is shown, while a field edited here is kept', async () => {
  const [before, after] = [
    entry(31, 1, ['70000.0', '55000.0']),
    entry(31, 2, ['70000.0', '56900.0']),
  ]
  await storePosition({ fullTpsl: before })
  const { screen } = await open()
  const price = (side: string) =>
    screen.getByRole('region', { name: side }).getByRole('textbox', { name: 'Trigger price' })
  await userEvent.fill(price('Take-profit'), '69500')
  await storePosition({ fullTpsl: after })
  await expect.element(price('Stop-loss')).toHaveValue('56,900.0')
  await expect.element(price('Take-profit')).toHaveValue('69,500')
})

test('Cancel all needs confirmation; with nothing to cancel its button shakes without a question', async () => {
  const { button, press } = await open()
  await press(/Partial position/)
  const cancelAll = button('Cancel all')
  await press('Cancel all')
  await expect.element(cancelAll).toHaveClass('shake')
  await expect.element(cancelAll).not.toHaveClass('shake')
  expect(openDialogs()).toEqual([])
  await storePosition({ partialTpslList: [...entries] })
  await expect.element(button('Modify').first()).toBeVisible()
  await press('Cancel all')
  expect(openDialogs().map(({ kind }) => kind)).toEqual(['confirm'])
})

test('the chosen sorting of the list is kept after an entry was opened', async () => {
  await storePosition({ partialTpslList: [...entries] })
  const { screen, press } = await open()
  const targets = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => /7\d,000\.0|65,000\.0/.exec(item.textContent ?? '')?.[0])
  await expect.poll(targets).toEqual(['65,000.0', '70,000.0'])
  const sort = screen.getByRole('combobox', { name: 'Sort by' })
  ;(sort.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const option = screen.getByRole('option', { name: 'TP price' })
  await expect.element(option).toBeVisible()
  // The list accepts a click shortly after it is shown.
  await vi.waitFor(() => {
    ;(option.query() as HTMLElement | null)?.click()
    expect(sort.element()).toHaveTextContent('TP price')
  })
  await expect.poll(targets).toEqual(['70,000.0', '65,000.0'])
  await press('Modify')
  await press('Back')
  await expect.element(sort).toHaveTextContent('TP price')
  expect(targets()).toEqual(['70,000.0', '65,000.0'])
})

test('the input type of a side is stored in the browser for that side and account', async () => {
  loadInputSettings('7')
  const { screen } = await open()
  const typeOf = (side: string) =>
    screen.getByRole('region', { name: side }).getByRole('combobox', { name: 'Enter as' })
  await expect.element(typeOf('Take-profit')).toHaveTextContent('ROI (%)')
  ;(typeOf('Take-profit').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  // The list is loaded on its first use, and handles keys shortly after it is shown.
  const option = screen.getByRole('option', { name: 'P&L (USDT)' })
  await expect.element(option).toBeVisible()
  await vi.waitFor(async () => {
    await userEvent.keyboard('{End}')
    expect(option.element()).toHaveFocus()
  })
  // Nor is it known when it accepts a choice: the key is pressed as long as the list is there.
  await vi.waitFor(async () => {
    if (option.query() !== null) await userEvent.keyboard('{Enter}')
    expect(typeOf('Take-profit').element()).toHaveTextContent('P&L (USDT)')
  })
  // Another account has the default; the choice of this account is read again.
  loadInputSettings('8')
  await expect.element(typeOf('Take-profit')).toHaveTextContent('ROI (%)')
  loadInputSettings('7')
  await expect.element(typeOf('Take-profit')).toHaveTextContent('P&L (USDT)')
  await expect.element(typeOf('Stop-loss')).toHaveTextContent('ROI (%)')
  loadInputSettings(undefined)
})
