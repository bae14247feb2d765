// The API key form: its request and the problems of its fields.

import { expect, test } from 'vitest'
import { emptyForm, faultsOf, keyRequest } from './key-form.ts'

test('ticked groups become permissions, addresses a list; without days the key does not expire', () => {
  const form = { ...emptyForm, note: ' bot ', ips: '10.0.0.1, 2001:db8::/32' }
  expect(keyRequest(form)).toEqual({
    note: 'bot',
    readOnly: false,
    permissions: ['Order', 'Position', 'DerivativesTrade', 'SpotTrade'],
    ips: ['10.0.0.1', '2001:db8::/32'],
  })
  expect(keyRequest({ ...form, days: '90' })).toMatchObject({ days: 90 })
})

test('a name is required, addresses must be valid, days whole and at most ten years', () => {
  expect(faultsOf(emptyForm)).toEqual({ note: true, ips: false, days: false })
  const form = { ...emptyForm, note: 'bot' }
  expect(faultsOf({ ...form, ips: 'home' }).ips).toBe(true)
  for (const days of ['0', '1.5', '3651']) expect(faultsOf({ ...form, days }).days).toBe(true)
  expect(faultsOf({ ...form, days: '3650' }).days).toBe(false)
})
