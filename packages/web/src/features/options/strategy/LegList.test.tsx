// The legs of a strategy: the name of a side is read whole in a language of long words.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { LegList } from './LegList.tsx'
import { emptyStrategy, nothingFilled } from './strategy-draft.ts'

test('the button of a side is as wide as its word', async () => {
  const legs = [{ symbol: 'ETH-30NOV26-3400-C-USDT', ratio: -1 }]
  const screen = await render(
    <LegList
      draft={{ ...emptyStrategy, legs }}
      markets={new Map()}
      filled={nothingFilled}
      wrong={undefined}
      onChange={() => undefined}
    />,
  )
  const button = screen.getByRole('button', { name: /Sell/ }).or(screen.getByText('Sell')).element()
  // In German it is "Verkaufen"; the languages are files that a component's page does not load.
  button.textContent = 'Verkaufen, ein langes Wort'
  expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth)
  expect(button.clientWidth).toBeGreaterThan(64)
})
