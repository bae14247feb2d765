// The TP/SL dialog of a leader's position: its prices as on the trade page.

import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { instrument } from '../../../testing/held-position.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { WalletTpslDialog } from './WalletTpslDialog.tsx'

test('the mark price, which lies between two ticks, has the decimals of the contract', async () => {
  const position = {
    symbol: 'BTCUSDT',
    side: 'Sell',
    size: '0.5',
    leverage: '10',
    positionIdx: 2,
    entryPrice: '64848.5',
    markPrice: '64803.91866666',
    liqPrice: '84313.5',
    takeProfit: '',
    stopLoss: '',
  } as WireCopyPosition
  const screen = await render(
    <UiProvider>
      <WalletTpslDialog
        position={position}
        instrument={instrument}
        onClose={() => undefined}
        onDone={() => undefined}
      />
    </UiProvider>,
  )
  await expect.element(screen.getByText('64,803.9', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('64,848.5', { exact: true })).toBeVisible()
})
