// A visitor's alerts on a page whose catalogue loads after them.

import { btcUsdt } from '@basis/domain/testing/instruments'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../client/session.ts'
import { putVisitorAlerts, useAlerts } from './alerts.ts'
import { useCatalogue } from './catalogue.ts'

afterEach(() => {
  putVisitorAlerts([])
  useSession.setState({ status: 'unknown' })
})

test('alerts in an instrument that is listed later are there as soon as it is', async () => {
  function List() {
    return <p>{useAlerts().map(({ value }) => value)}</p>
  }
  const { symbol } = btcUsdt
  putVisitorAlerts([{ id: '1', symbol, priceTicks: 600_000, way: 'rise', madeMs: 0 }])
  useSession.setState({ status: 'visitor' })
  const screen = await render(<List />)
  expect(screen.container.textContent).toBe('')
  const listing = { symbol, instrument: btcUsdt, marketType: 'UsdtPerpetual' } as const
  useCatalogue.setState({ listings: new Map([[symbol, { ...listing, displayName: symbol }]]) })
  await expect.element(screen.getByText('60000')).toBeInTheDocument()
})
