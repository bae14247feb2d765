// The form of a rule order by rules 8.10: its request, its problems, and the form of a stored rule.

import { expect, test } from 'vitest'
import type { RuleRecord } from '@basis/domain/algo/rule'
import { accountId } from '@basis/domain/numbers/brand'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { encodeRule } from '@basis/protocol/rules/rule'
import { ruleRequest } from '../../actions/rules/rules.ts'
import { againstOf, firstCondition, firstRule, readRule, type RuleDraft } from './rule-form.ts'
import { draftOfRule } from './rule-again.ts'
import { isWrong } from './strategy-form.ts'

const nowMs = Date.UTC(2026, 0, 1, 12, 0, 30)
const draft = (change: Partial<RuleDraft>): RuleDraft => ({
  ...firstRule,
  side: 'Buy',
  qty: '0.01',
  reduceOnly: false,
  conditions: [{ ...firstCondition, value: '60000' }],
  ...change,
})
const wrongOf = (change: Partial<RuleDraft>): string | undefined => {
  const read = readRule(draft(change), btcUsdt, nowMs)
  if (!isWrong(read)) return undefined
  const figures = Object.values(read.params ?? {}).join(' to ')
  return `${read.name} ${read.field} ${figures}`.trim()
}

test('a rule to close half if funding is above 0.03 % and mark is below its EMA gives its request', () => {
  const terms = readRule(
    draft({
      action: 'Close',
      conditions: [
        { ...firstCondition, left: 'Funding', value: '0.03' },
        { ...firstCondition, left: 'Mark', operator: 'Below', against: 'Ema', bars: '20' },
      ],
    }),
    btcUsdt,
    nowMs,
  )
  if (isWrong(terms)) throw new Error(terms.name)
  expect(ruleRequest({ positionIdx: 0, terms }, btcUsdt)).toEqual({
    symbol: 'BTCUSDT',
    positionIdx: 0,
    join: 'And',
    conditions: [
      { left: { of: 'Funding' }, operator: 'Above', right: { of: 'Number', value: '0.0003' } },
      {
        left: { of: 'Mark' },
        operator: 'Below',
        right: { of: 'Ema', price: 'Mark', bars: 20, minutes: 60 },
      },
    ],
    action: { type: 'Close', percent: '50' },
    maxTimes: 1,
    coolDown: 0,
    // In whole minutes, so that a repeated press gives the same request.
    expiresAtE3: Date.UTC(2026, 0, 8, 12, 0),
  })
})

test('a price can be compared with another price, a rate with a number only', () => {
  const condition = { ...firstCondition, against: 'Index' } as const
  const terms = readRule(draft({ conditions: [condition] }), btcUsdt, nowMs)
  expect(isWrong(terms) ? terms : terms.conditions).toEqual([
    { left: { of: 'Mark' }, is: 'Above', right: { of: 'Index' } },
  ])
  expect(againstOf('Mark')).toEqual(['Number', 'Sma', 'Ema', 'Last', 'Index'])
  expect(againstOf('Funding')).toEqual(['Number'])
  // A comparison chosen for a price becomes a number for a rate, and the number is required.
  expect(wrongOf({ conditions: [{ ...condition, left: 'Funding' }] })).toBe('ruleInvalid value 0')
})

test.each<[Partial<RuleDraft>, string | undefined]>([
  [{}, undefined],
  [{ conditions: [firstCondition] }, 'ruleInvalid value 0'],
  [
    { conditions: [{ ...firstCondition, left: 'Last', against: 'Sma', bars: '201' }] },
    'ruleOutOfRange bars 0 2 to 200',
  ],
  [
    { conditions: [{ ...firstCondition, left: 'Change', changeMinutes: '241', value: '1' }] },
    'ruleOutOfRange minutes 0 1 to 240',
  ],
  [{ times: '101' }, 'ruleOutOfRange maxTimes 1 to 100'],
  [{ times: '2', coolDown: '86401' }, 'ruleOutOfRange coolDown 0 to 86400'],
  [{ times: 'x' }, 'ruleOutOfRange maxTimes 1 to 100'],
  [{ days: '31' }, 'ruleExpiryInvalid expiresAtE3 30'],
  [{ action: 'Close', closePercent: '0' }, 'ruleOutOfRange percent 0.01 to 100'],
  [{ qty: '' }, 'qtyRequired qty'],
  [{ orderType: 'Limit' }, 'priceRequired price'],
  [{ action: 'StopLoss', triggerPrice: '60000.05' }, 'tickSizeFixNumTips triggerPrice 0.1'],
])('%o has the problem %s', (change, wrong) => {
  expect(wrongOf(change)).toBe(wrong)
})

const record: Omit<RuleRecord, 'terms'> = {
  id: 7,
  linkId: '',
  account: accountId(1),
  symbol: btcUsdt.symbol,
  positionIdx: 0,
  state: 'Running',
  fired: 0,
  values: [],
  firings: [],
  createdMs: nowMs,
  updatedMs: nowMs,
  updateNo: 1,
}

test('a stored rule fills the form it was made with, with its firings and its remaining time', () => {
  const typed = draft({
    join: 'Or',
    times: '3',
    coolDown: '90',
    orderType: 'Limit',
    limitPrice: '60000.5',
    conditions: [
      { ...firstCondition, left: 'Funding', operator: 'Below', value: '-0.025' },
      { ...firstCondition, left: 'Change', changeMinutes: '30', value: '1.5' },
      { ...firstCondition, left: 'Last', against: 'Sma', bars: '50', barMinutes: 15 },
      { ...firstCondition, left: 'Mark', against: 'Index' },
    ],
  })
  const terms = readRule(typed, btcUsdt, nowMs)
  if (isWrong(terms)) throw new Error(terms.name)
  const rule = encodeRule({ ...record, terms, fired: 1 }, btcUsdt)
  const again = draftOfRule(rule, btcUsdt, nowMs + 2 * 86_400_000)
  if (again === undefined) throw new Error('no form')
  expect(again).toMatchObject({ join: 'Or', times: '3', coolDown: '90', days: '5', qty: '0.010' })
  // It has fired once, so at least two times are needed.
  expect(readRule({ ...again, times: '1' }, btcUsdt, nowMs)).toMatchObject({
    field: 'maxTimes',
    params: { min: '2', max: '100' },
  })
  const read = readRule(again, btcUsdt, nowMs)
  expect(read).toMatchObject({ conditions: terms.conditions, action: terms.action })
  // An ended rule begins again with all its times, for a week.
  const ended = draftOfRule({ ...rule, status: 'Completed' }, btcUsdt, nowMs + 9 * 86_400_000)
  expect(ended).toMatchObject({ times: '3', fired: 0, days: '7' })
  // A rule made through the API may have terms without a field in the form.
  const [first] = rule.conditions
  if (first === undefined) throw new Error('no condition')
  const left = { of: 'Change', price: 'Last', minutes: 30 } as const
  const foreign = { ...rule, conditions: [{ ...first, left }] }
  expect(draftOfRule(foreign, btcUsdt, nowMs)).toBeUndefined()
})

test('a changed rule keeps its expiry, unless other days are typed', () => {
  const terms = readRule(draft({ days: '7' }), btcUsdt, nowMs)
  if (isWrong(terms)) throw new Error(terms.name)
  const expiresMs = nowMs + 30 * 60_000
  const rule = encodeRule({ ...record, terms: { ...terms, expiresMs } }, btcUsdt)
  const changed = draftOfRule(rule, btcUsdt, nowMs)
  if (changed === undefined) throw new Error('no form')
  // Half an hour is left, which the form shows as a day.
  expect(readRule(changed, btcUsdt, nowMs)).toMatchObject({ expiresMs })
  const days = Math.floor(nowMs / 60_000) * 60_000 + 2 * 86_400_000
  expect(readRule({ ...changed, days: '2' }, btcUsdt, nowMs)).toMatchObject({ expiresMs: days })
  const ended = draftOfRule({ ...rule, status: 'Completed' }, btcUsdt, nowMs)
  expect(ended && readRule(ended, btcUsdt, nowMs)).not.toMatchObject({ expiresMs })
})
