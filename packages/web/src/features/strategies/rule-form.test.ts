// The form of a rule by rules 8.10: what is typed, what is asked for, how it reads.

import { expect, test } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { ruleRequest } from '../../actions/rules/rules.ts'
import { firstCondition, firstRule, readRule, type RuleDraft } from './rule-form.ts'
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
  return isWrong(read) ? `${read.name} ${read.field}` : undefined
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

test.each<[Partial<RuleDraft>, string | undefined]>([
  [{}, undefined],
  [{ conditions: [firstCondition] }, 'ruleInvalid value 0'],
  [
    { conditions: [{ ...firstCondition, left: 'Last', against: 'Sma', bars: '201' }] },
    'ruleInvalid bars 0',
  ],
  [
    { conditions: [{ ...firstCondition, left: 'Change', changeMinutes: '241', value: '1' }] },
    'ruleInvalid minutes 0',
  ],
  [{ times: '101' }, 'ruleInvalid maxTimes'],
  [{ times: '2', coolDown: '86401' }, 'ruleInvalid coolDown'],
  [{ days: '31' }, 'ruleInvalid expiresAtE3'],
  [{ action: 'Close', closePercent: '0' }, 'ruleInvalid percent'],
  [{ qty: '' }, 'qtyRequired qty'],
  [{ orderType: 'Limit' }, 'priceRequired price'],
  [{ action: 'StopLoss', triggerPrice: '60000.05' }, 'tickSizeFixNumTips triggerPrice'],
])('%o is refused: %s', (change, wrong) => {
  expect(wrongOf(change)).toBe(wrong)
})
