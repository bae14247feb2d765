// An own order in the ladder's narrow column: its quantity is shortened to fit, and in full in its
// title.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { instrument as contract } from '../../../testing/held-position.ts'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { formatFor } from '../../i18n/format.ts'
import { LadderRow } from './LadderRows.tsx'

/** Lots of a millionth of a coin, as spot has them. */
const instrument = { ...contract, kind: 'Spot', lotSizeE8: 100 } as typeof contract
const words = instrumentFormat(instrument, formatFor('en', 'utc'))

test('the shortened quantity of an own order fits beside its place in the queue', async () => {
  const own = {
    side: 'Buy',
    lots: qtyLots(12_345),
    isStop: false,
    orders: [{ id: 7 } as unknown as Order],
    place: { aheadOrders: 0, aheadQty: '0' },
  } as const
  const nothing = () => undefined
  const screen = await render(
    <div role="grid" style={{ width: 298 }}>
      <LadderRow
        id="row"
        at={0}
        ticks={priceTicks(600_000)}
        instrument={instrument}
        words={words}
        isStopMode={false}
        own={[own]}
        entry={undefined}
        ghost={undefined}
        isCursor={false}
        onPlace={nothing}
        onCancel={nothing}
        onGrab={nothing}
      />
    </div>,
  )
  const shown = screen.getByText('0.0123', { exact: true })
  await expect.element(shown).toBeInTheDocument()
  const { scrollWidth, clientWidth } = shown.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await expect.element(screen.getByTitle(/0\.012345 BTC/)).toBeInTheDocument()
})
