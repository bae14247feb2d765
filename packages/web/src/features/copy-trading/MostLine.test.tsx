// The line of the leader's ticket with the balance and the maximum quantities.

import { amount } from '@basis/domain/numbers/fixed'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { instrument } from '../../../testing/held-position.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { MostLine } from './MostLine.tsx'

const load = () => Promise.resolve({})
afterEach(() => startI18n({ available: ['en'], load, requested: 'en' }))

const line = (
  <MostLine
    figures={{ Buy: { maxLots: 1318 }, Sell: {} }}
    instrument={instrument}
    available={amount(872_673_900_000n)}
  />
)

test('the balance is rounded down, and the maximum has the decimal mark of the language, as 1.318 is a thousand times more in German', async () => {
  const english = await render(line)
  expect(english.container.textContent).toContain('8,726.73 USDT')
  expect(english.container.textContent).toContain('1.318 / -- BTC')
  await startI18n({ available: ['de-DE'], load, requested: 'de-DE' })
  await expect.poll(() => english.container.textContent).toContain('1,318 / -- BTC')
  expect(english.container.textContent).toContain('8.726,73 USDT')
})
