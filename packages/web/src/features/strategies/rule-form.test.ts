// The form of a rule by rules 8.10: what is typed, what is asked for, how it reads.

import { expect, test } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { ruleRequest } from '../../actions/rules/rules.ts'
import { againstOf, firstCondition, firstRule, readRule, type RuleDraft } from './rule-form.ts'
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

test('funding above 0.03 % and mark below its EMA: close half', () => {
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
    // Whole minutes: the same press is the same request.
    expiresAtE3: Date.UTC(2026, 0, 8, 12, 0),
  })
})

test('a price is compared with another price, a rate with a number alone', () => {
  const condition = { ...firstCondition, against: 'Index' } as const
  const terms = readRule(draft({ conditions: [condition] }), btcUsdt, nowMs)
  expect(isWrong(terms) ? terms : terms.conditions).toEqual([
    { left: { of: 'Mark' }, is: 'Above', right: { of: 'Index' } },
  ])
  expect(againstOf('Mark')).toEqual(['Number', 'Sma', 'Ema', 'Last', 'Index'])
  expect(againstOf('Funding')).toEqual(['Number'])
  // What was chosen for a price is a number for a rate: it is asked for.
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
])('%o is refused: %s', (change, wrong) => {
  expect(wrongOf(change)).toBe(wrong)
})
