// The leverage dialog (spec 2): one control or one for each side, marks, what is typed, the tip and
// the highest value, both buttons.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { framesShown, storePosition } from '../../../testing/stored-position.ts'
import { useSession } from '../../client/session.ts'
import { changeTradingMode, clearPositions } from '../../stores/positions.ts'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { LeverageDialog } from './LeverageDialog.tsx'

const symbol = 'BTCUSDT'
const sent: unknown[] = []

beforeEach(async () => {
  sent.length = 0
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    if (address.includes('/set-leverage')) sent.push(JSON.parse(body ?? ''))
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 424_242, ret_msg: 'x' })))
  })
  useSession.setState({ status: 'trader' })
  await storePosition()
})
afterEach(() => {
  clearPositions()
  useSession.setState({ status: 'unknown' })
  vi.unstubAllGlobals()
})

async function open(onClose: () => void = () => undefined) {
  const screen = await render(
    <UiProvider>
      <LeverageDialog request={{ kind: 'leverage', symbol }} onClose={onClose} />
    </UiProvider>,
  )
  const press = (name: string): void =>
    (screen.getByRole('button', { name }).element() as HTMLElement).click()
  return { screen, press, fields: screen.getByRole('textbox', { name: 'Leverage' }) }
}

test('one control for a contract: number, slider with marks, tip from 20 on, highest value', async () => {
  const { screen, fields } = await open()
  await expect.element(fields).toHaveValue('10')
  expect(screen.getByRole('slider').elements()).toHaveLength(1)
  for (const mark of ['1x', '10x', '20x', '50x', '100x']) {
    expect(screen.getByText(mark, { exact: true }).elements().length).toBeGreaterThan(0)
  }
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  await fields.fill('20')
  await expect.element(screen.getByText(/At 20x or higher/)).toBeInTheDocument()
  await expect.element(screen.getByText('2,000,000.00 USDT')).toBeInTheDocument()
})

test('where nothing was set yet it begins at 10', async () => {
  clearPositions()
  await framesShown()
  const { fields } = await open()
  await expect.element(fields).toHaveValue('10')
})

test('a cross hedge has one control too, an isolated one a control for each side', async () => {
  changeTradingMode(symbol, { mode: 'BothSide', isIsolated: false })
  await framesShown()
  const cross = await open()
  await expect.element(cross.fields.first()).toBeInTheDocument()
  expect(cross.fields.elements()).toHaveLength(1)
  await cross.screen.unmount()
  changeTradingMode(symbol, { isIsolated: true, sellLeverageE2: leverageE2(500) })
  await framesShown()
  const isolated = await open()
  await expect.element(isolated.fields.last()).toHaveValue('5')
  await expect.element(isolated.fields.first()).toHaveValue('10')
  expect(isolated.screen.getByRole('slider').elements()).toHaveLength(2)
})

test('Confirm waits for a change and sends it; Cancel closes and sends nothing', async () => {
  const closed = vi.fn<() => void>()
  const { screen, press, fields } = await open(closed)
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await expect.element(confirm).toBeDisabled()
  await fields.fill('12.5')
  await userEvent.tab()
  await expect.element(fields).toHaveValue('12.5')
  await expect.element(confirm).toBeEnabled()
  press('Cancel')
  expect(closed).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
  press('Confirm')
  await vi.waitFor(() => expect(sent).toEqual([{ symbol, leverageE2: 1_250 }]))
})
