// A leader's positions: their prices have the decimals of the contract.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { WireLeader } from '@basis/protocol/copy/calls'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { instrument } from '../../../testing/held-position.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { LeaderView } from './LeaderView.tsx'

afterEach(() => vi.unstubAllGlobals())

test('entry and mark price, which lie between two ticks, have the decimals of the contract', async () => {
  const leader: WireLeader = {
    leaderId: '1000000001',
    name: 'Lea',
    style: 'Classic',
    rank: '',
    profitShare: '0.1',
    isOpen: true,
    roi: '0',
    equity: '1000',
    winRate: '',
    closedPositions: 0,
    followers: 0,
    followedEquity: '0',
    createdAtE3: 0,
    curve: [],
    relation: 'none',
  }
  const held = { side: 'Buy', size: '0.25', leverage: '10', entryPrice: '61250.43333333' }
  const positions = [
    { ...held, symbol: 'BTCUSDT', markPrice: '61301.97777778' },
    { ...held, symbol: 'GONEUSDT', markPrice: '2.5' },
  ]
  vi.stubGlobal('fetch', () => {
    const result = { leader, delaySeconds: 60, positions, history: [] }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result })))
  })
  const { symbol } = instrument
  const listing = { symbol, instrument, marketType: 'UsdtPerpetual', displayName: symbol } as const
  useCatalogue.setState({ listings: new Map([[symbol, listing]]) })
  const screen = await render(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <LeaderView leader={leader} onBack={() => undefined} onCopy={() => undefined} />
      </QueryClientProvider>
    </UiProvider>,
  )
  await expect.element(screen.getByRole('row', { name: /BTCUSDT/ })).toBeVisible()
  const textsOf = (name: RegExp) =>
    screen
      .getByRole('row', { name })
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent)
  expect(textsOf(/BTCUSDT/).slice(2)).toEqual(['61,250.4', '61,302.0'])
  // A contract that is no longer listed has no known decimals.
  expect(textsOf(/GONEUSDT/).slice(2)).toEqual(['61,250.43333333', '2.5'])
})
