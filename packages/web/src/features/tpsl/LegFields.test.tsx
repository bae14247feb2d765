// The tips of one leg of a TP/SL (spec 5, TP/SL dialog).

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { formatPrice } from '@basis/domain/instrument/instrument'
import { priceTicks } from '@basis/domain/numbers/fixed'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { emptyForm } from './form-fields.ts'
import { BothLegs } from './LegFields.tsx'
import { readForm } from './tpsl-form.ts'

test('a stop-loss with a limit order near the liquidation price has the tips for both', async () => {
  const listings = listingsOf(fallbackContracts(), [])
  const listing = listings.find(({ symbol }) => symbol === 'BTCUSDT')
  if (listing === undefined) throw new Error('BTCUSDT is built in')
  const { instrument } = listing
  const bases = { takeProfit: 'LastPrice', stopLoss: 'LastPrice' } as const
  const form = {
    ...emptyForm('Partial', bases),
    stopLoss: formatPrice(instrument, priceTicks(501_000)),
    slOrderType: 'Limit',
    limitStopLoss: formatPrice(instrument, priceTicks(500_900)),
  } as const
  const read = readForm(form, {
    instrument,
    scene: 'Order',
    side: 'Buy',
    referenceTicks: priceTicks(600_000),
    sizeLots: instrument.minQtyLots,
    liquidationTicks: priceTicks(500_000),
    isUnified: true,
  })
  const screen = await render(
    <UiProvider>
      <BothLegs
        instrument={instrument}
        base={undefined}
        form={form}
        read={read}
        mayLimit
        onChange={() => undefined}
      />
    </UiProvider>,
  )
  await expect.element(screen.getByText(/limit order is placed/i)).toBeInTheDocument()
  await expect.element(screen.getByText(/close to the liquidation price/i)).toBeInTheDocument()
})
