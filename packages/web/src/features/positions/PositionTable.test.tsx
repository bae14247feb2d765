// A row of the position table: auto-margin replenishment is for isolated positions only, an MMR
// close order for those of a cross account.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { instrument } from '../../../testing/held-position.ts'
import { storePosition } from '../../../testing/stored-position.ts'
import { wireWallet } from '../../../testing/wire-wallet.ts'
import { clearPositions, isHeld, positionOf } from '../../stores/positions.ts'
import { applyWallet, clearWallet } from '../../stores/wallet.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { PositionCard } from './PositionRow.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
})
afterEach(() => {
  clearPositions()
  clearWallet()
  vi.unstubAllGlobals()
})

async function card() {
  const record = positionOf('BTCUSDT')
  if (record === undefined || !isHeld(record.position)) throw new Error('nothing is held')
  const { position } = record
  return render(
    <UiProvider>
      <PositionCard {...{ record, position, instrument }} onShow={() => undefined} />
    </UiProvider>,
  )
}

const replenishment = async () =>
  (await card()).getByRole('switch', { name: 'Auto margin for BTCUSDT' })

test('auto-margin of a cross position cannot be switched', async () => {
  await storePosition({ isIsolated: false })
  await expect.element(await replenishment()).toHaveAttribute('aria-disabled', 'true')
})

test('auto-margin of an isolated position can be switched', async () => {
  await storePosition({ isIsolated: true, isAutoAddMargin: true })
  const field = await replenishment()
  await expect.element(field).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(field).toHaveAttribute('aria-checked', 'true')
})

test('8.8: an MMR close order is offered for a cross position, not in portfolio margin', async () => {
  await storePosition({ isIsolated: false })
  applyWallet(wireWallet())
  const button = (await card()).getByRole('button', { name: /MMR close/ })
  await expect.element(button).toBeInTheDocument()
  const portfolio = { spotHedging: false, units: [] }
  applyWallet(wireWallet({ accountMode: 'portfolio', portfolio }))
  await expect.element(button).not.toBeInTheDocument()
})
