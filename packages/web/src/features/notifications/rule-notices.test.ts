// Notices of rules that fired: the action, or the reason why its order was refused.

import { btcUsdt } from '@basis/domain/testing/instruments'
import type { WireRule } from '@basis/protocol/rules/rule'
import { expect, test } from 'vitest'
import { say } from '../../i18n/i18n.ts'
import { ruleNotice } from './rule-notices.ts'

const fired: WireRule = {
  ruleId: '3',
  orderLinkId: '',
  symbol: 'BTCUSDT',
  positionIdx: 0,
  join: 'And',
  conditions: [],
  action: { type: 'CancelOrders' },
  maxTimes: 2,
  coolDown: 0,
  expiresAtE3: 0,
  status: 'Running',
  firedTimes: 1,
  values: [],
  firings: [{ timeE3: 1_000, values: [] }],
  createdAtE3: 1,
  updatedAtE3: 1_000,
  updateNo: 2,
}
const noticeOf = (rule: WireRule) => {
  const notice = ruleNotice(rule, (symbol) => (symbol === 'BTCUSDT' ? btcUsdt : undefined))
  return notice?.body && [notice.tone, say(notice.title), say(notice.body)]
}

test('a fired rule has a notice with its action', () => {
  expect(noticeOf(fired)).toEqual(['success', 'Rule fired', expect.stringMatching(/^BTCUSDT: \S/)])
})

test('a rule whose order was refused has a warning with the reason of its newest firing', () => {
  const refusal = { timeE3: 2_000, values: [], rejectReason: 'insufficientBalance' }
  const [tone, title, body] = noticeOf({ ...fired, firings: [...fired.firings, refusal] }) ?? []
  expect([tone, title]).toEqual(['warning', 'A rule fired, its order was refused'])
  expect(body).toMatch(/^BTCUSDT: .+\. \S/)
})

test('there is no notice if the instrument is unknown or the rule has not fired', () => {
  expect(noticeOf({ ...fired, symbol: 'NOPEUSDT' })).toBeUndefined()
  expect(noticeOf({ ...fired, firings: [] })).toBeUndefined()
})
