// Lookup of message texts: the chain of languages, the plural forms, the parameters.

import { expect, test } from 'vitest'
import { hasTexts, keepTexts, textOf } from './message-texts.ts'

keepTexts('xx', {
  shell: { close: 'Close', open: 'Open {{what}}, {{what}}!', help: 'See {{place}}.' },
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
})
keepTexts('ru', {
  shell: { close: 'Закрыть' },
  rows_one: '{{count}} строка',
  rows_few: '{{count}} строки',
  rows_many: '{{count}} строк',
})

test('the text is that of the first language that has the key', () => {
  expect(textOf(['ru', 'xx'], 'shell.close')).toBe('Закрыть')
  expect(textOf(['ru', 'xx'], 'shell.help', { place: 'x' })).toBe('See x.')
  expect(textOf(['unknown', 'xx'], 'shell.close')).toBe('Close')
  expect([hasTexts('ru'), hasTexts('unknown')]).toEqual([true, false])
})

test('a key without a text in any language is returned itself', () => {
  expect(textOf(['ru', 'xx'], 'shell.nothing')).toBe('shell.nothing')
  expect(textOf(['ru', 'xx'], 'shell')).toBe('shell')
  expect(textOf([], 'shell.close')).toBe('shell.close')
})

test('parameters replace their names and are not expanded again', () => {
  expect(textOf(['xx'], 'shell.open', { what: '{{count}} $& $t(x)' })).toBe(
    'Open {{count}} $& $t(x), {{count}} $& $t(x)!',
  )
  expect(textOf(['xx'], 'shell.open', { what: 0 })).toBe('Open 0, 0!')
  expect(textOf(['xx'], 'shell.help')).toBe('See .')
})

test('the count selects the plural form of the language', () => {
  const russian = [1, 2, 5, 21, 22].map((count) => textOf(['ru', 'xx'], 'rows', { count }))
  expect(russian).toEqual(['1 строка', '2 строки', '5 строк', '21 строка', '22 строки'])
  // A fraction is "other" in Russian, which has no text here, so that of English is used.
  expect(textOf(['ru', 'xx'], 'rows', { count: 1.5 })).toBe('1.5 rows')
  expect(textOf(['xx'], 'rows', { count: 1 })).toBe('1 row')
  expect(textOf(['xx'], 'rows', { count: 0 })).toBe('0 rows')
})

test('a count of five or more digits is grouped by the language, a code is not', () => {
  expect(textOf(['xx'], 'shell.open', { what: 110_072 })).toBe('Open 110072, 110072!')
  expect(textOf(['xx'], 'rows', { count: 9_999 })).toBe('9999 rows')
  expect(textOf(['xx'], 'rows', { count: 10_000 })).toBe('10,000 rows')
  expect(textOf(['ru', 'xx'], 'rows', { count: 10_000 })).toBe('10\u00a0000 строк')
})
