// Explanations in a real browser: what opens and closes them, and how they describe their word to
// screen readers.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { Explained } from './Tooltip.tsx'
import { UiProvider } from './UiProvider.tsx'

const twoWords = (
  <UiProvider>
    <Explained content="The price that liquidation looks at">Mark</Explained>
    <Explained content="Paid between longs and shorts">Funding</Explained>
    <p>Elsewhere</p>
  </UiProvider>
)

test('the keyboard’s focus opens an explanation that describes its word; Esc closes it', async () => {
  const screen = await render(twoWords)
  await userEvent.keyboard('{Tab}')
  const tip = screen.getByRole('tooltip')
  await expect.element(tip).toHaveTextContent('The price that liquidation looks at')
  await expect
    .element(screen.getByRole('button', { name: 'Mark' }))
    .toHaveAccessibleDescription('The price that liquidation looks at')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => tip.elements()).toHaveLength(0)
  await expect.element(screen.getByRole('button', { name: 'Mark' })).toHaveFocus()
})

test('moving the focus to another word shows the explanation of that word only', async () => {
  const screen = await render(twoWords)
  // A pointer that an earlier test has left over a word would open the explanation of that word.
  await userEvent.hover(screen.getByText('Elsewhere'))
  await userEvent.keyboard('{Tab}{Tab}')
  await expect
    .element(screen.getByRole('tooltip'))
    .toHaveTextContent('Paid between longs and shorts')
  expect(screen.getByRole('tooltip').elements()).toHaveLength(1)
})

test('hovering opens an explanation, which stays while the pointer is over it', async () => {
  const screen = await render(twoWords)
  await userEvent.hover(screen.getByRole('button', { name: 'Mark' }))
  const tip = screen.getByRole('tooltip')
  await expect.element(tip).toBeVisible()
  await userEvent.hover(tip)
  // Longer than the delay after which an explanation closes.
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect.element(tip).toBeVisible()
  await userEvent.hover(screen.getByText('Elsewhere'))
  await expect.poll(() => tip.elements()).toHaveLength(0)
})

test('one explanation is open at a time: hovering replaces the one of the focused word', async () => {
  const screen = await render(twoWords)
  await userEvent.hover(screen.getByText('Elsewhere'))
  await userEvent.keyboard('{Tab}{Tab}')
  const tip = screen.getByRole('tooltip')
  await expect.element(tip).toHaveTextContent('Paid between longs and shorts')
  await userEvent.hover(screen.getByRole('button', { name: 'Mark' }))
  await expect
    .poll(() => tip.elements().map((each) => each.textContent))
    .toEqual(['The price that liquidation looks at'])
})

test('a word focused by a click has no explanation once the pointer has left it', async () => {
  const screen = await render(twoWords)
  const word = screen.getByRole('button', { name: 'Mark' })
  await userEvent.click(word)
  await userEvent.hover(screen.getByText('Elsewhere'))
  await expect.element(word).toHaveFocus()
  await expect.poll(() => screen.getByRole('tooltip').elements()).toHaveLength(0)
})
