// The leverage dialog (spec 2): one control or one for each side, marks, typed values, the tip, the
// maximum position value and both buttons.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { framesShown, storePosition } from '../../../testing/stored-position.ts'
import { wireWallet } from '../../../testing/wire-wallet.ts'
import { useSession } from '../../client/session.ts'
import { changeTradingMode, clearPositions } from '../../stores/positions.ts'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import { applyWallet, clearWallet } from '../../stores/wallet.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { LeverageDialog } from './LeverageDialog.tsx'

const symbol = 'BTCUSDT'
const sent: unknown[] = []
/** Whether the exchange accepts the changes. */
let isAccepting = false
const answerOf = (address: string, body = '{}'): Response => {
  const asked = JSON.parse(body) as { isIsolated?: boolean }
  const times = { leverage: '10', leverageE2: 1_000, sellLeverage: '10', buyLeverage: '10' }
  const result = address.includes('/set-margin-mode')
    ? { symbol, isIsolated: asked.isIsolated }
    : { symbol, mode: 'MergedSingle', isIsolated: false, ...times }
  return new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result }))
}

beforeEach(async () => {
  sent.length = 0
  isAccepting = false
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    if (/\/set-(leverage|margin-mode)/.test(address)) sent.push(JSON.parse(body ?? ''))
    if (isAccepting) return Promise.resolve(answerOf(address, body))
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 424_242, ret_msg: 'x' })))
  })
  useSession.setState({ status: 'trader' })
  await storePosition()
})
afterEach(() => {
  clearPositions()
  clearWallet()
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

test('a contract has one control: number, slider with marks, tip from 20x, maximum position value', async () => {
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

test('the leverage is 10 if none was set', async () => {
  clearPositions()
  await framesShown()
  const { fields } = await open()
  await expect.element(fields).toHaveValue('10')
})

test('a cross hedge has one control too, an isolated hedge one for each side', async () => {
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

test('Confirm is enabled by a change and sends it; Cancel closes and sends nothing', async () => {
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

test('the margin mode is part of the draft: changing it caps the leverage at 10, and both are sent', async () => {
  changeTradingMode(symbol, { leverageE2: leverageE2(2_500), sellLeverageE2: leverageE2(2_500) })
  await framesShown()
  isAccepting = true
  const { screen, press, fields } = await open()
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await expect.element(fields).toHaveValue('25')
  press('Isolated')
  await expect.element(fields).toHaveValue('10')
  await expect.element(screen.getByText(/sets the leverage to at most 10x/)).toBeInTheDocument()
  press('Cross')
  await expect.element(fields).toHaveValue('25')
  await expect.element(confirm).toBeDisabled()
  press('Isolated')
  await expect.element(confirm).toBeEnabled()
  press('Confirm')
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { symbol, leverageE2: 1_000 },
      { symbol, isIsolated: true },
    ]),
  )
})

test('a cross position shows its effective leverage against the whole equity', async () => {
  // 0.5 BTC at 61,000 are 30,500 of 100,000.
  const coin = { walletBalance: '50000', free: '50000', equity: '50000', usdValue: '50000' }
  applyWallet(wireWallet({ totalWalletBalance: '100000', totalEquity: '100000', coin }))
  const { screen } = await open()
  await expect.element(screen.getByText('0.3x', { exact: true })).toBeInTheDocument()
})

test('a link leads to the help page about leverage', async () => {
  const { screen } = await open()
  await expect
    .element(screen.getByRole('link', { name: 'Learn more' }))
    .toHaveAttribute('href', '/en/help/leverage')
})

test('what is not typed follows the contract, whose settings arrive or change while it is open', async () => {
  clearPositions()
  await framesShown()
  const { screen, fields } = await open()
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await fields.fill('12')
  // Before the settings are known, a confirmed leverage could change the margin mode as well.
  await expect.element(confirm).toBeDisabled()
  changeTradingMode(symbol, { isIsolated: true, leverageE2: leverageE2(2_500) })
  await framesShown()
  await expect
    .element(screen.getByRole('button', { name: 'Isolated', pressed: true }))
    .toBeInTheDocument()
  await expect.element(fields).toHaveValue('12')
  await expect.element(confirm).toBeEnabled()
  ;(confirm.element() as HTMLElement).click()
  await vi.waitFor(() => expect(sent).toEqual([{ symbol, leverageE2: 1_200 }]))
})
