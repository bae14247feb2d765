// Notices of alerts that triggered while no page was open: one, with their count.

import { expect, test } from 'vitest'
import type { WireFiring } from '@basis/protocol/alerts/alert'
import { say } from '../../i18n/i18n.ts'
import { missedAlerts } from './alert-notices.ts'

const firing = (timeE3: number): WireFiring => ({
  alertId: '1',
  firingId: String(timeE3),
  symbol: 'BTCUSDT',
  figure: 'last',
  operator: 'above',
  level: '65000',
  value: '65001',
  note: '',
  timeE3,
})

test('alerts triggered since the last notice are counted, and the notice has the time of the newest', () => {
  const missed = missedAlerts([firing(3_000), firing(5_000), firing(1_000)], 2_000)
  expect(missed).toMatchObject({ timeMs: 5_000, link: { dialog: { kind: 'alerts' } } })
  if (missed === undefined) throw new Error('nothing is told')
  expect(say(missed.title)).toBe('2 alerts triggered while you were away')
  expect(missedAlerts([firing(3_000)], missed.timeMs)).toBeUndefined()
})
