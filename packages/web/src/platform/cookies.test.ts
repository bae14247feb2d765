// Cookies are read by name, and written with the specification's lifetime.

import { expect, test } from 'vitest'
import { cookieText, readCookie } from './cookies.ts'

test('a cookie is found by its whole name', () => {
  const cookies = 'xtoken=no; token=a%20b; tokenizer=no; broken=%E0%A4%A'
  expect(readCookie('token', cookies)).toBe('a b')
  expect(readCookie('tok', cookies)).toBeUndefined()
  expect(readCookie('broken', cookies)).toBeUndefined()
  expect(readCookie('token', '')).toBeUndefined()
})

test('Cookie default lifetime 100 days', () => {
  expect(cookieText('a', 'b')).toBe('a=b; Max-Age=8640000; Path=/; SameSite=Strict')
})

test('a value can be any text, which is escaped', () => {
  const text = cookieText('a', 'x;y=z', { lifetimeDays: 7, secure: true })
  expect(text).toBe('a=x%3By%3Dz; Max-Age=604800; Path=/; SameSite=Strict; Secure')
  expect(readCookie('a', text)).toBe('x;y=z')
})
