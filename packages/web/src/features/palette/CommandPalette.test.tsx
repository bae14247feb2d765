// The command palette: on pages that have no listed contract, and keys typed before it has loaded.

import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { beginEarlyTyping } from '../../shell/early-typing.ts'
import { currentPage, goTo } from '../../shell/location.ts'
import { DEFAULT_PAGE } from '../../shell/routes.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { CommandPalette } from './CommandPalette.tsx'

afterEach(() => goTo(DEFAULT_PAGE))

test('its actions are there on a page of options too; an order would need a contract', async () => {
  goTo({ kind: 'option', settle: 'usdt', baseCoin: 'BTC' })
  const screen = await render(
    <UiProvider>
      <CommandPalette />
    </UiProvider>,
  )
  const field = screen.getByRole('combobox')
  await expect.element(field).toBeInTheDocument()
  await field.fill('buy 1')
  await expect.element(screen.getByText('No command matches')).toBeInTheDocument()
  await field.fill('wallets')
  ;(screen.getByRole('option').first().element() as HTMLElement).click()
  expect(currentPage()).toEqual({ kind: 'wallets' })
})

test('what is typed before the palette has loaded stands in its field; Enter runs nothing yet', async () => {
  goTo({ kind: 'option', settle: 'usdt', baseCoin: 'BTC' })
  beginEarlyTyping(document)
  await userEvent.keyboard('wallex{Backspace}t{Enter}')
  const screen = await render(
    <UiProvider>
      <CommandPalette />
    </UiProvider>,
  )
  const field = screen.getByRole('combobox')
  await expect.element(field).toHaveValue('wallet')
  expect(currentPage()).toEqual({ kind: 'option', settle: 'usdt', baseCoin: 'BTC' })
  await userEvent.keyboard('s')
  await expect.element(field).toHaveValue('wallets')
})
