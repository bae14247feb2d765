// Answers are read by sections 7 and 8 of the specification.

import * as z from './schema/deferred.ts'
import { expect, test } from 'vitest'
import { decodeMessage, readAnswer, writeEnvelope, type Answer } from './envelope.ts'

const schema = z.object({ orderId: z.string() })
const answer: Answer = {
  code: 0,
  message: 'OK 100 %',
  result: { orderId: '7' },
  extMap: { seq: 12 },
  timeMs: 1_790_000_000_023,
}

test.each(['snake', 'hump'] as const)('an answer written in the %s form is read', (form) => {
  const outcome = readAnswer(200, writeEnvelope({ ...answer, token: 'abc' }, form), schema)
  expect(outcome).toEqual({
    ok: true,
    value: { orderId: '7' },
    extMap: { seq: 12 },
    token: 'abc',
    timeMs: answer.timeMs,
  })
})

test.each(['snake', 'hump'] as const)(
  'a refusal in the %s form keeps its message and numbers',
  (form) => {
    const body = writeEnvelope(
      { ...answer, code: 110003, message: 'price: höchstens 5 %', result: null },
      form,
    )
    expect(readAnswer(200, body, schema)).toEqual({
      ok: false,
      error: {
        code: 110003,
        message: 'price: höchstens 5 %',
        extMap: { seq: 12 },
        result: null,
        hasError: true,
      },
    })
  },
)

test.each([
  ['no answer', undefined, undefined, 500, 'Non Response!'],
  ['a text body', 502, '<html>', 502, 'Request failed. Please try again later.'],
  ['no status and no object', undefined, 'x', 500, 'Request failed. Please try again later.'],
  ['an object that is not an envelope', 503, { message: 'busy' }, 503, 'busy'],
  ['an ext_code, which comes before the status', 400, { ext_code: 77, message: 'm' }, 77, 'm'],
  ['a code without a message', 200, { ret_code: 5 }, 5, 'Access error, please try again later'],
  ['a message with an invalid escape, which is kept', 200, { retCode: 5, retMsg: '5%' }, 5, '5%'],
  [
    'a status_code other than 0 and 200',
    200,
    { ret_code: 0, ret_msg: 'grid', result: { status_code: 420 } },
    420,
    'grid',
  ],
])('a failure is read from %s', (...[, status, body, code, message]) => {
  expect(readAnswer(status, body, schema)).toMatchObject({ ok: false, error: { code, message } })
})

test.each([0, 200])('status_code %i is success', (statusCode) => {
  const body = { ret_code: 0, result: { status_code: statusCode, orderId: '1' } }
  expect(readAnswer(200, body, schema).ok).toBe(true)
})

test('a result that does not fit its schema is a failure', () => {
  expect(readAnswer(200, { ret_code: 0, result: { orderId: 7 } }, schema)).toMatchObject({
    ok: false,
    error: { code: 9000000, hasError: true },
  })
})

test('a message is decoded, or kept if it has an invalid escape', () => {
  expect(decodeMessage('a%20b')).toBe('a b')
  expect(decodeMessage('%')).toBe('%')
})

test('the check_code of a result is read with the failure', () => {
  const body = { ret_code: 10_024, ret_msg: 'wait', result: { check_code: 31 } }
  expect(readAnswer(200, body, z.unknown())).toMatchObject({
    ok: false,
    error: { code: 10_024, checkCode: 31, hasError: true },
  })
  const none = readAnswer(200, { ret_code: 7, result: { check_code: 0 } }, z.unknown())
  expect(none).not.toHaveProperty('error.checkCode')
})
