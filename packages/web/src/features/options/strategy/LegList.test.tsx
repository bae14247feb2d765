// The legs of a strategy: the label of a side is not cut in a language with long words.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { LegList } from './LegList.tsx'
import { emptyStrategy, nothingFilled } from './strategy-draft.ts'

test('the button of a side is as wide as its label', async () => {
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
  // German has "Verkaufen"; the test page of a component does not load the language files.
  button.textContent = 'Verkaufen, ein langes Wort'
  expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth)
  expect(button.clientWidth).toBeGreaterThan(64)
})
