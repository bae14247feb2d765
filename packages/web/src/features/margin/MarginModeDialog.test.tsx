// The dialog of the margin mode: it shows the change of leverage that comes with another mode.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import { storePosition } from '../../../testing/stored-position.ts'
import { useSession } from '../../client/session.ts'
import { changeTradingMode, clearPositions } from '../../stores/positions.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { MarginModeDialog } from './MarginModeDialog.tsx'

const symbol = 'BTCUSDT'

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
  useSession.setState({ status: 'trader' })
  await storePosition()
})
afterEach(() => {
  clearPositions()
  useSession.setState({ status: 'unknown' })
  vi.unstubAllGlobals()
})

test('a change of leverage is shown with the mode, with both values if the sides had different ones', async () => {
  changeTradingMode(symbol, { leverageE2: leverageE2(1250), sellLeverageE2: leverageE2(500) })
  const screen = await render(
    <UiProvider>
      <MarginModeDialog request={{ kind: 'marginMode', symbol }} onClose={() => undefined} />
    </UiProvider>,
  )
  const row = () => screen.getByText('Leverage', { exact: true }).element().parentElement
  await expect.element(screen.getByText('Leverage', { exact: true })).not.toBeInTheDocument()
  ;(screen.getByRole('radio', { name: /^Isolated/ }).element() as HTMLElement).click()
  await vi.waitFor(() => expect(row()?.textContent).toBe('Leverage12.5x / 5x → 5x'))
})
