// A visitor's alerts: the direction of each by the last price of its symbol.

import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '../../client/session.ts'
import { applyContracts } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { pickerStore } from '../../stores/tickers.ts'
import { putVisitorAlerts, visitorAlerts } from '../../stores/alerts.ts'
import { addAlert, amendAlert, type AlertDraft } from './alert-actions.ts'

afterEach(() => {
  useSession.setState({ status: 'unknown' })
  vi.unstubAllGlobals()
})

test('an alert on a symbol that is not watched has the direction from its price in the picker', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  useSession.setState({ status: 'visitor' })
  applyContracts(fallbackContracts(), 'network')
  const row = { symbol: 'BTCUSDT', lastTicks: 120_000, changeE8: 0, turnover: 0n }
  pickerStore.set('BTCUSDT', { ...row, fundingRateE8: undefined })
  const alert: Omit<AlertDraft, 'value'> = {
    symbols: ['BTCUSDT'],
    figure: 'last',
    operator: 'crosses',
  }
  // 60,000 in steps of 0.5. Below the price it would be reached at once by a rise.
  await addAlert({ ...alert, value: '50000.0' })
  expect(visitorAlerts()).toMatchObject([{ priceTicks: 100_000, way: 'fall' }])
  const [{ id } = { id: '' }] = visitorAlerts()
  await amendAlert(id, { value: '55000.0' })
  expect(visitorAlerts()).toMatchObject([{ priceTicks: 110_000, way: 'fall' }])
})

test('13.1: above and below have their own direction, also if they hold already', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  useSession.setState({ status: 'visitor' })
  applyContracts(fallbackContracts(), 'network')
  putVisitorAlerts([])
  const row = { symbol: 'BTCUSDT', lastTicks: 120_000, changeE8: 0, turnover: 0n }
  pickerStore.set('BTCUSDT', { ...row, fundingRateE8: undefined })
  const alert = { symbols: ['BTCUSDT'], figure: 'last' as const }
  // At 60,000 both hold already, and trigger at their first check.
  await addAlert({ ...alert, operator: 'above', value: '50000.0' })
  await addAlert({ ...alert, operator: 'below', value: '70000.0' })
  expect(visitorAlerts().map(({ way }) => way)).toEqual(['rise', 'fall'])
})
