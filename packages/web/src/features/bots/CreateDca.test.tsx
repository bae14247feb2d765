// The form of a DCA bot in a pair whose quote coin is worth far more than a dollar.

import { btcUsdt } from '@basis/domain/testing/instruments'
import { symbolId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useCatalogue } from '../../stores/catalogue.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { CreateDca } from './CreateDca.tsx'

test('an amount in bitcoin may have eight decimals, one in dollars two', async () => {
  const pair = (base: string, quote: string) => {
    const symbol = symbolId(`${base}/${quote}`)
    const coins = { baseCoin: base, quoteCoin: quote, settleCoin: quote }
    const instrument = { ...btcUsdt, ...coins, symbol, kind: 'Spot' as const }
    return { symbol, instrument, marketType: 'Spot', displayName: symbol } as const
  }
  const typedIn = async (base: string, quote: string, text: string): Promise<string> => {
    useCatalogue.setState({ order: [pair(base, quote)] })
    const screen = await render(
      <UiProvider>
        <CreateDca funds={{}} isTrader={false} onDone={() => undefined} />
      </UiProvider>,
    )
    const field = screen.getByRole('textbox', { name: 'Amount per purchase' })
    await field.fill(text)
    const { value } = field.element() as HTMLInputElement
    await screen.unmount()
    return value
  }
  expect(await typedIn('ETH', 'BTC', '0.00015')).toBe('0.00015')
  expect(await typedIn('BTC', 'USDT', '100.55')).toBe('100.55')
  expect(await typedIn('BTC', 'USDT', '100.555')).not.toBe('100.555')
})
