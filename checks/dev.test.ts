// The two processes of `npm run dev` find each other.

import { expect, test } from 'vitest'
import { crewOf } from './dev.ts'

const exchangeOf = (environment: Readonly<Record<string, string>>) =>
  crewOf(environment)[1].env['BASIS_EXCHANGE']

test('the terminal uses the address on which the server listens', () => {
  expect(exchangeOf({})).toBe('http://127.0.0.1:8700')
  expect(exchangeOf({ BASIS_PORT: '9000' })).toBe('http://127.0.0.1:9000')
  expect(exchangeOf({ BASIS_HOST: '0.0.0.0', BASIS_PORT: '9000' })).toBe('http://127.0.0.1:9000')
})

test('BASIS_EXCHANGE names another address, and is not passed to the server', () => {
  const environment = { BASIS_EXCHANGE: 'http://127.0.0.1:9001', BASIS_PORT: '9000' }
  expect(exchangeOf(environment)).toBe('http://127.0.0.1:9001')
  expect(crewOf(environment)[0].env).toEqual({ BASIS_PORT: '9000' })
})
