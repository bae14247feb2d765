// Wrapping changes only where a comment's lines end.

import { expect, test } from 'vitest'
import { openDocstrings, wrapComments } from './comments.ts'

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

test('a wide comment is wrapped together with the rest of its paragraph', () => {
  const wrapped = wrapComments(`// ${words(20)}\n// tail\nconst a = 1`).split('\n')
  expect(wrapped.every((line) => line.length <= 100)).toBe(true)
  expect(wrapped.join(' ')).toBe(
    `${wrapped[0]} // ${words(20).slice((wrapped[0] ?? '').length - 2)} tail const a = 1`,
  )
})

test('docstrings, lists and code keep their form', () => {
  const text = `  /**\n   * ${words(20)}\n   * - a point\n   */\nconst a = '${words(30)}'`
  const wrapped = wrapComments(text).split('\n')
  expect(wrapped).toContain('   * - a point')
  expect(wrapped.at(-1)).toBe(`const a = '${words(30)}'`)
  expect(wrapped.slice(0, -1).every((line) => line.length <= 100)).toBe(true)
})

test('comments that fit are not changed', () => {
  expect(wrapComments('// one\n// two')).toBe('// one\n// two')
})

test('a docstring on one line that is too wide becomes a block', () => {
  const text = `const a = 1\n\n  /** ${words(20)} */\n  b: number`
  const opened = wrapComments(openDocstrings(text)).split('\n')
  expect(opened.slice(0, 4)).toEqual([
    'const a = 1',
    '',
    '  /**',
    expect.stringMatching(/^ {3}\* word0/),
  ])
  expect(opened.slice(-2)).toEqual(['   */', '  b: number'])
})
