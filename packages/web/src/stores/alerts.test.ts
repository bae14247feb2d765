// The venue's alerts, folded from pushes and answers.

import { afterEach, expect, test } from 'vitest'
import type { WireAlert } from '@basis/protocol/alerts/alert'
import {
  applyAlertReceipt,
  applyAlerts,
  applyAlertsRemoved,
  clearAlerts,
  currentAlerts,
} from './alerts.ts'

const alert = (alertId: string, updateNo: number) => ({ alertId, updateNo }) as WireAlert
const listed = () => currentAlerts().map(({ alertId, updateNo }) => `${alertId} ${updateNo}`)

afterEach(clearAlerts)

test('an answer that comes after the removal of its alert does not list it again', () => {
  applyAlerts({ list: [alert('1', 1), alert('2', 1)], removed: [], firings: [] }, true)
  applyAlerts({ list: [], removed: ['1'], firings: [] }, false)
  applyAlertReceipt(alert('1', 2))
  expect(listed()).toEqual(['2 1'])
  applyAlertsRemoved(['2'])
  applyAlertReceipt(alert('2', 2))
  expect(listed()).toEqual([])
})

test('an older state of an alert changes nothing', () => {
  applyAlertReceipt(alert('1', 2))
  applyAlertReceipt(alert('1', 1))
  expect(listed()).toEqual(['1 2'])
})
