// The log of copied orders: the leader's price has the decimals of its contract.

import type { WireCopyEntry } from '@basis/protocol/copy/calls'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { instrument } from '../../../testing/held-position.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { CopyLog } from './CopyLog.tsx'

test('the leader’s price has the decimals of its contract', async () => {
  const { symbol } = instrument
  const listing = {
    symbol,
    instrument: { ...instrument, tickSizeE8: 1_000 },
    marketType: 'UsdtPerpetual',
    displayName: symbol,
  } as const
  useCatalogue.setState({ listings: new Map([[symbol, listing]]) })
  const entry: WireCopyEntry = {
    timeE3: 1_790_000_000_000,
    act: 'Open',
    symbol,
    positionIdx: 0,
    leaderPrice: '0.41237',
    leaderQty: '100',
    askedQty: '10',
    filledQty: '10',
    reason: '',
  }
  const { container } = await render(<CopyLog log={[entry]} isOpen />)
  expect(container.textContent).toContain('0.41237')
})
