// The phone's list of figures for a contract that is delivered on a date.

import { btcUsdt } from '@basis/domain/testing/instruments'
import { symbolId } from '@basis/domain/numbers/brand'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { serverNowMs } from '../../client/connection.ts'
import { goTo } from '../../shell/location.ts'
import { DEFAULT_PAGE } from '../../shell/routes.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { SymbolInfo } from './SymbolInfo.tsx'

afterEach(() => goTo(DEFAULT_PAGE))

test('a dated contract has the time to its delivery, and no funding', async () => {
  const symbol = symbolId('BTCUSDT-25DEC26')
  const deliveryMs = serverNowMs() + 3 * 86_400_000 + 3_600_000
  const instrument = { ...btcUsdt, symbol, deliveryMs }
  const listing = { symbol, instrument, marketType: 'UsdtFutures', displayName: symbol } as const
  useCatalogue.setState({ listings: new Map([[symbol, listing]]) })
  goTo({ kind: 'linear', symbol })
  const screen = await render(
    <UiProvider>
      <SymbolInfo />
    </UiProvider>,
  )
  await expect.element(screen.getByText('Delivery in')).toBeInTheDocument()
  const names = [...screen.container.querySelectorAll('dt')]
  const facts = new Map(names.map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]))
  expect(facts.get('Delivery in')).toMatch(/^3d 0[01]:/)
  expect([...facts.keys()].filter((name) => /fund/i.test(name))).toEqual([])
})
