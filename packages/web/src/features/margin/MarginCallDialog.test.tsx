// The helper for a position near its liquidation stays with its position.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { storePosition, wireLong } from '../../../testing/stored-position.ts'
import { applyPositions, clearPositions } from '../../stores/positions.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { MarginCallDialog } from './MarginCallDialog.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no exchange here')))
})
afterEach(() => {
  clearPositions()
  vi.unstubAllGlobals()
})

const hedged = { ...wireLong, mode: 'BothSide' } as const
const long = { ...hedged, positionIdx: 1, liqPrice: '40000.0', firstOpenPzTime: 2 } as const
const short = { ...hedged, positionIdx: 2, side: 'Sell', liqPrice: '80000.0' } as const

test.each([1, 0])(
  'it does not go over to the other side of a hedge once its own is closed (opened for %d)',
  async (positionIdx) => {
    await storePosition()
    applyPositions([long, { ...short, firstOpenPzTime: 1 }], true)
    const screen = await render(
      <UiProvider>
        <MarginCallDialog
          request={{ kind: 'marginCall', symbol: 'BTCUSDT', positionIdx }}
          onClose={() => undefined}
        />
      </UiProvider>,
    )
    await expect.element(screen.getByText('40,000.0')).toBeInTheDocument()
    const closed = { ...long, side: 'None', size: '0', updatedAtE3: long.updatedAtE3 + 1 } as const
    applyPositions([closed], false)
    await expect.element(screen.getByText('40,000.0')).not.toBeInTheDocument()
    await expect.element(screen.getByText('80,000.0')).not.toBeInTheDocument()
  },
)
