// The command palette on pages that have no listed contract.

import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
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
