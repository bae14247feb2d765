// The reverse dialog (spec 2): market price, current position, arrow, position after the reversal.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { storePosition } from '../../../testing/stored-position.ts'
import { clearPositions } from '../../stores/positions.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { ReverseDialog } from './ReverseDialog.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
})
afterEach(() => {
  clearPositions()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <UiProvider>
      <ReverseDialog
        request={{ kind: 'reverse', symbol: 'BTCUSDT', positionIdx: 0 }}
        onClose={() => undefined}
      />
    </UiProvider>,
  )

test.each([
  ['cross', { isIsolated: false }, 'Cross 10x'],
  ['isolated', { isIsolated: true, leverage: '25' }, 'Isolated 25x'],
] as const)(
  'the dialog of a %s long has symbol, leverage and quantity of both sides',
  async (_, change, words) => {
    await storePosition(change)
    const screen = await open()
    await expect.element(screen.getByRole('dialog')).toBeInTheDocument()
    const lines = [
      ...screen.getByRole('dialog').element().querySelectorAll('p, svg.lucide-arrow-down'),
    ]
    const texts = lines.map((line) => line.textContent)
    const at = lines.findIndex(({ tagName }) => tagName === 'svg')
    expect(texts.slice(at - 2, at + 2)).toEqual([
      'Market price61,000.0',
      `LongBTCUSDT${words}0.500 BTC`,
      '',
      `ShortBTCUSDT${words}0.500 BTC`,
    ])
  },
)

test('its note has a link to the help page about reversal', async () => {
  await storePosition()
  const screen = await open()
  await expect
    .element(screen.getByRole('link', { name: 'Learn more' }))
    .toHaveAttribute('href', '/en/help/reverse')
})
