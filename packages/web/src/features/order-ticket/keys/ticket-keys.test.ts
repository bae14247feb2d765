// Hotkeys of the ticket make the changes of its own controls, and none that it does not offer.

import { expect, test } from 'vitest'
import type { TicketKey } from '../../../shell/page-requests.ts'
import { instrument } from '../../../../testing/held-position.ts'
import { changeTicket, emptyDraft, type TicketDraft } from '../ticket.ts'
import { keyedChanges, kindOf } from './ticket-keys.ts'

type Around = Parameters<typeof keyedChanges>[2]
const oneWay: Around = { instrument }

function pressed(keys: readonly TicketKey[], around = oneWay): TicketDraft {
  return keys.reduce<TicketDraft>(
    (draft, key) => keyedChanges(key, draft, around).reduce(changeTicket, draft),
    emptyDraft,
  )
}

const kind = (value: 'Limit' | 'Market' | 'Conditions') => ({ part: 'kind', value }) as const
const box = (value: 'postOnly' | 'reduceOnly' | 'tpsl') => ({ part: 'box', value }) as const

test.each(['Limit', 'Market', 'Conditions'] as const)('the key of %s selects its tab', (value) => {
  expect(kindOf(pressed([kind(value)]))).toBe(value)
  expect(kindOf(pressed([kind('Conditions'), kind(value)]))).toBe(value)
})

test.each([25, 50, 75, 100])('%d percent of the maximum replaces a typed quantity', (n) => {
  const draft = keyedChanges({ part: 'percent', value: n }, emptyDraft, oneWay)
  expect(draft.reduce(changeTicket, { ...emptyDraft, size: '7' })).toMatchObject({
    percent: n,
    size: '',
  })
})

test('checkboxes are ticked by one press and cleared by the next', () => {
  expect(pressed([box('postOnly')]).timeInForce).toBe('PostOnly')
  expect(pressed([box('postOnly'), box('postOnly')]).timeInForce).toBe('GoodTillCancel')
  expect(pressed([box('reduceOnly')]).reduceOnly).toBe(true)
  expect(pressed([box('reduceOnly'), box('reduceOnly')]).reduceOnly).toBe(false)
  expect(pressed([box('tpsl')]).terms.tpsl).toMatchObject({ takeProfit: '', stopLoss: '' })
  expect(pressed([box('tpsl'), box('tpsl')]).terms.tpsl).toBeUndefined()
})

test('a key for something that the ticket does not offer changes nothing', () => {
  // A market order is never a maker, and a reduce-only order has no TP/SL (rules 6.2).
  expect(pressed([kind('Market'), box('postOnly')]).timeInForce).toBe(emptyDraft.timeInForce)
  expect(pressed([box('reduceOnly'), box('tpsl')]).terms.tpsl).toBeUndefined()
  const hedge = { instrument, sides: {} } as unknown as Around
  expect(pressed([box('reduceOnly')], hedge).reduceOnly).toBe(false)
  const spot: Around = { instrument: { ...instrument, kind: 'Spot' } }
  expect(kindOf(pressed([kind('Conditions')], spot))).toBe('Limit')
  expect(pressed([box('tpsl'), box('reduceOnly')], spot)).toEqual(emptyDraft)
})
